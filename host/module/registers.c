#include "host/module/registers.h"

#include "coop/module.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOING "building the megakernel"
#define VARIABLE "COOP_REGISTERS"
#define LEAST 16u
#define MOST 255u

/* The environment's number; 0 when there is none. */
static coop_status read_variable(struct coop_error_record *errors, uint32_t *registers)
{
    const char *text = getenv(VARIABLE);
    unsigned number = 0;
    char rest;

    if (text == NULL || text[0] == '\0') {
        return COOP_OK;
    }
    if (text[0] < '0' || text[0] > '9' || strlen(text) > 9 || sscanf(text, "%u%c", &number, &rest) != 1 ||
        number < LEAST || number > MOST) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, DOING,
                              VARIABLE " is \"%s\", and should be the most registers of a work-item, from %u "
                                       "to %u",
                              text, LEAST, MOST);
    }
    *registers = number;
    return COOP_OK;
}

/* Do the options name it: an option that ends in '=', which may be given with a space instead? */
static int names_option(const char *given, const char *option)
{
    size_t length = strlen(option) - 1;
    const char *at;

    for (at = strchr(given, option[0]); at != NULL; at = strchr(at + 1, option[0])) {
        if (strncmp(at, option, length) == 0 && (at[length] == '=' || at[length] == ' ')) {
            return 1;
        }
    }
    return 0;
}

coop_status coop_registers_read(struct coop_error_record *errors, uint32_t *registers)
{
    if (*registers != 0 && (*registers < LEAST || *registers > MOST)) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, DOING,
                              "%u registers of a work-item were asked for; from %u to %u make sense",
                              *registers, LEAST, MOST);
    }
    return *registers == 0 ? read_variable(errors, registers) : COOP_OK;
}

int coop_registers_are_free(const struct coop_device_traits *traits, uint32_t registers, const char *given)
{
    return traits->registers_option != NULL && traits->registers != 0 && registers == 0 &&
           (given == NULL || !names_option(given, traits->registers_option));
}

uint32_t coop_registers_option(const struct coop_device_traits *traits, uint32_t registers, int is_limited,
                               const char *given, char option[COOP_REGISTERS_OPTION_BYTES])
{
    uint32_t limit = registers != 0 ? registers : is_limited ? traits->registers : 0;

    option[0] = '\0';
    if (limit == 0 || traits->registers_option == NULL || names_option(given, traits->registers_option)) {
        return 0;
    }
    snprintf(option, COOP_REGISTERS_OPTION_BYTES, " %s%u", traits->registers_option, limit);
    return limit;
}

/* The work-items of all work-groups that one compute unit must hold, as many as get registers. */
static uint64_t items_of_a_unit(const struct coop_device_traits *traits, uint32_t units, uint32_t groups,
                                uint32_t local_items)
{
    uint64_t step = traits->registers_items;
    uint64_t groups_per_unit = ((uint64_t)groups + units - 1) / units;

    return groups_per_unit * ((local_items + step - 1) / step * step);
}

enum coop_registers_fit coop_registers_fit(const struct coop_device_traits *traits, uint32_t units,
                                           uint32_t groups, uint32_t local_items)
{
    uint64_t items;

    if (groups == 0 || units == 0) {
        return COOP_REGISTERS_FIT_NOT;
    }
    items = items_of_a_unit(traits, units, groups, local_items);
    return items * traits->registers_most <= traits->registers_per_unit ? COOP_REGISTERS_FIT
           : items * traits->registers >= traits->registers_per_unit    ? COOP_REGISTERS_FIT_NOT
                                                                        : COOP_REGISTERS_DEPEND;
}

int coop_registers_hold(const struct coop_device_traits *traits, uint32_t units, uint32_t groups,
                        uint32_t local_items, uint64_t items)
{
    uint64_t held = items / traits->registers_items * traits->registers_items;

    return items_of_a_unit(traits, units, groups, local_items) <= held;
}

uint32_t coop_registers_groups(const struct coop_device_traits *traits, uint32_t units, uint32_t local_items,
                               uint64_t items)
{
    uint64_t held = items / traits->registers_items * traits->registers_items;

    return units * (uint32_t)(held / items_of_a_unit(traits, 1, 1, local_items));
}

struct text {
    const char *bytes;
    size_t length;
};

static int starts(const struct text *text, size_t at, const char *with)
{
    size_t length = strlen(with);

    return text->length - at >= length && memcmp(text->bytes + at, with, length) == 0;
}

/* The end of the comment or literal that begins at `at`; `at` itself when none begins there. */
static size_t past_silence(const struct text *text, size_t at)
{
    const char *end = starts(text, at, "//") ? "\n" : starts(text, at, "/*") ? "*/" : NULL;
    char quote = text->bytes[at];

    if (end != NULL) {
        for (at += 2; at < text->length && !starts(text, at, end);) {
            at++;
        }
    } else if (quote == '"' || quote == '\'') {
        for (at++; at < text->length && text->bytes[at] != quote && text->bytes[at] != '\n'; at++) {
            at += text->bytes[at] == '\\';
        }
    } else {
        return at;
    }
    at += end != NULL ? strlen(end) : 1;
    return at < text->length ? at : text->length;
}

static size_t past_word(const struct text *text, size_t at)
{
    while (at < text->length && (isalnum((unsigned char)text->bytes[at]) || text->bytes[at] == '_')) {
        at++;
    }
    return at;
}

static int is_called(const struct text *text, size_t past_name)
{
    while (past_name < text->length && isspace((unsigned char)text->bytes[past_name])) {
        past_name++;
    }
    return past_name < text->length && text->bytes[past_name] == '(';
}

int coop_module_calls(const char *bytes, size_t length, const char *name)
{
    struct text text = {bytes, length};
    size_t at = 0;

    while (at < length) {
        size_t past = past_silence(&text, at);
        size_t end = past == at ? past_word(&text, at) : at;
        if (end - at == strlen(name) && starts(&text, at, name) && is_called(&text, end)) {
            return 1;
        }
        at = past > at ? past : end > at ? end : at + 1;
    }
    return 0;
}
