#include "tools/net/text_input.h"

int text_input_read(const char *path, int (*read)(struct input *input, void *to, struct tool_error *error),
                    void *to, struct tool_error *error)
{
    struct graph_error opening;
    struct input input;
    int status;

    if (input_open(&input, path, &opening) != 0) {
        return tool_fail(error, "%s", opening.text);
    }
    status = read(&input, to, error);
    /* What a reader says of a file whose compression broke off would blame the wrong thing. */
    if (input.raw.is_broken) {
        status = tool_fail(error, "%s:%llu: %s; get the file again", path, (unsigned long long)input.line,
                           input.raw.reason);
    }
    input_close(&input);
    return status;
}

int text_input_fail(struct input *input, const char *wanted, struct tool_error *error)
{
    unsigned long long line = input->line;
    char found[40];
    int byte = input_peek(input);

    if (byte == INPUT_END || byte == '\n') {
        return tool_fail(error, "%s:%llu: wanted %s, found the end of the %s", input->path, line, wanted,
                         byte == '\n' ? "line" : "file");
    }
    if (byte <= ' ' || byte >= 127) {
        return tool_fail(error, "%s:%llu: wanted %s, found a byte of value %d", input->path, line, wanted,
                         byte);
    }
    input_take_word(input, found, sizeof found);
    return tool_fail(error, "%s:%llu: wanted %s, found \"%s\"", input->path, line, wanted, found);
}
