#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Digits alone: strtoull would take blanks and signs too. */
static int parse_number(const char *text, uint64_t *number)
{
    size_t length = strspn(text, "0123456789");

    if (length == 0 || text[length] != '\0') {
        return -1;
    }
    errno = 0;
    *number = strtoull(text, NULL, 10);
    return errno == 0 ? 0 : -1;
}

static int parse_seconds(const char *text, double *seconds)
{
    if (strspn(text, "0123456789.") != strlen(text) || text[0] == '\0' ||
        strchr(text, '.') != strrchr(text, '.')) {
        return -1;
    }
    *seconds = strtod(text, NULL);
    return *seconds > 0 && *seconds <= 1e6 ? 0 : -1;
}

static int set_value(const struct option *option, const char *text, struct tool_error *error)
{
    struct option_texts *texts = option->value;
    uint64_t number;

    switch (option->kind) {
    case OPTION_FLAG:
        break;
    case OPTION_TEXT:
        *(const char **)option->value = text;
        break;
    case OPTION_NUMBER:
        if (parse_number(text, &number) != 0 || number < option->minimum || number > option->maximum) {
            return tool_fail(error, "%s wants a whole number from %llu to %llu, not \"%s\"", option->name,
                             (unsigned long long)option->minimum, (unsigned long long)option->maximum, text);
        }
        *(uint64_t *)option->value = number;
        break;
    case OPTION_SECONDS:
        if (parse_seconds(text, option->value) != 0) {
            return tool_fail(error, "%s wants a number of seconds above 0 and up to 1000000, not \"%s\"",
                             option->name, text);
        }
        break;
    case OPTION_TEXTS:
        if (texts->count == OPTION_TEXTS_MAX) {
            return tool_fail(error, "%s may be given at most %d times", option->name, OPTION_TEXTS_MAX);
        }
        texts->items[texts->count++] = text;
        break;
    }
    return 0;
}

static const struct option *find(const struct option *table, const char *argument, size_t length)
{
    for (; table->name != NULL; table++) {
        if (strlen(table->name) == length && strncmp(table->name, argument, length) == 0) {
            return table;
        }
    }
    return NULL;
}

int options_parse(const struct option *table, int count, char **arguments, int first,
                  struct tool_error *error)
{
    int i;

    for (i = first; i < count; i++) {
        const char *argument = arguments[i];
        size_t length = strcspn(argument, "=");
        const struct option *option = find(table, argument, length);

        if (option == NULL) {
            return tool_fail(error, "there is no option \"%s\"", argument);
        }
        if (option->kind == OPTION_FLAG) {
            if (argument[length] == '=') {
                return tool_fail(error, "%s takes no value", option->name);
            }
            *(int *)option->value = 1;
        } else if (argument[length] == '=') {
            if (set_value(option, argument + length + 1, error) != 0) {
                return -1;
            }
        } else if (i + 1 == count) {
            return tool_fail(error, "%s wants a value", option->name);
        } else if (set_value(option, arguments[++i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

int options_has(const struct option *table, int count, char **arguments, int first, const char *name)
{
    for (int i = first; i < count; i++) {
        size_t length = strcspn(arguments[i], "=");
        const struct option *option = find(table, arguments[i], length);

        if (option != NULL && strcmp(option->name, name) == 0) {
            return 1;
        }
        if (option != NULL && option->kind != OPTION_FLAG && arguments[i][length] == '\0') {
            i++; /* its value */
        }
    }
    return 0;
}

int options_ask(int count, char **arguments, const char *name, const char *letter)
{
    int i;

    for (i = 1; i < count; i++) {
        if (strcmp(arguments[i], name) == 0 || strcmp(arguments[i], letter) == 0) {
            return 1;
        }
    }
    return 0;
}

void option_add(struct option *table, struct option row)
{
    while (table->name != NULL) {
        table++;
    }
    table[0] = row;
    table[1].name = NULL;
}

unsigned options_numbers(const char *text, char separator, uint64_t *numbers, unsigned capacity)
{
    char part[24];
    unsigned count = 0;

    for (;;) {
        size_t length = strcspn(text, (const char[]){separator, '\0'});

        if (count == capacity || length == 0 || length >= sizeof part) {
            return 0;
        }
        memcpy(part, text, length);
        part[length] = '\0';
        if (parse_number(part, &numbers[count++]) != 0) {
            return 0;
        }
        if (text[length] == '\0') {
            return count;
        }
        text += length + 1;
    }
}
