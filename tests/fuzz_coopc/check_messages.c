/* Messages: `path:line:column: error: …`, the line, a caret under the column, perhaps a remedy. */
#include "check_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    const struct input_file
        *file; /* NULL: coop/kernel.clh, or another header that the input does not bring */
    unsigned long line;
    unsigned long column;
    int is_error;
};

/* Reads a place. 0 when the text is no message of the form. */
static int read_place(const struct input *input, const char *text, const char *end, struct message *message)
{
    const char *colon = memchr(text, ':', (size_t)(end - text));
    char *at;

    if (colon == NULL) {
        return 0;
    }
    message->file = NULL;
    for (unsigned i = 0; i < input->file_count; i++) {
        const char *name = input->files[i].name;
        const char *path = (size_t)(colon - text) > 2 && strncmp(text, "./", 2) == 0 ? text + 2 : text;
        if (strlen(name) == (size_t)(colon - path) && strncmp(name, path, strlen(name)) == 0) {
            message->file = &input->files[i];
        }
    }
    /* A header of the system has an absolute path. */
    if (message->file == NULL && *text != '/' &&
        !(colon - text > 10 && strncmp(colon - 10, "kernel.clh", 10) == 0)) {
        return 0;
    }
    message->line = strtoul(colon + 1, &at, 10);
    if (at == colon + 1 || *at != ':') {
        return 0;
    }
    colon = at;
    message->column = strtoul(colon + 1, &at, 10);
    if (at == colon + 1 || strncmp(at, ": ", 2) != 0) {
        return 0;
    }
    message->is_error = strncmp(at + 2, "error: ", 7) == 0;
    return message->is_error || strncmp(at + 2, "warning: ", 9) == 0;
}

/* Whether the place is inside the file: a line that there is, a column in it or just behind it. */
static int is_inside(const struct message *message)
{
    const uint8_t *at = message->file->bytes;
    const uint8_t *end = at + message->file->length;
    const uint8_t *stop;

    if (message->line == 0 || message->column == 0) {
        return 0;
    }
    for (unsigned long line = 1; line < message->line; line++) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (at == NULL) {
            return 0;
        }
        at++;
    }
    stop = memchr(at, '\n', (size_t)(end - at));
    return message->column <= (size_t)((stop == NULL ? end : stop) - at) + 1;
}

static const char *next_line(const char *text)
{
    text = strchr(text, '\n');
    return text == NULL ? NULL : text + 1;
}

static int is_caret_line(const char *text)
{
    text += strspn(text, " \t");
    return strncmp(text, "^\n", 2) == 0;
}

const char *messages_fault(const struct input *input, const char *messages, int is_refused)
{
    int errors = 0;

    for (const char *at = messages; *at != '\0';) {
        struct message message;
        const char *end = strchr(at, '\n');
        if (end == NULL) {
            return "a line has no end";
        }
        if (!read_place(input, at, end, &message)) {
            return "a message has no place";
        }
        if (message.file != NULL && !is_inside(&message)) {
            return "a message's place is outside its file";
        }
        errors += message.is_error;
        at = next_line(end + 1);
        if (strncmp(end + 1, "    ", 4) != 0 || at == NULL || !is_caret_line(at)) {
            return "a message quotes no line with a caret";
        }
        at = next_line(at);
        if (strncmp(at, "    remedy: ", 12) == 0) {
            at = next_line(at);
        }
    }
    return is_refused && errors == 0 ? "a refusal without an error" : NULL;
}
