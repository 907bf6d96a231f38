/* The message that a tool prints when something fails. Functions of tools/ that can fail return 0, or -1
 * with it. */
#ifndef TOOLS_TOOL_ERROR_H
#define TOOLS_TOOL_ERROR_H

struct tool_error {
    char text[8192]; /* also holds the state of a stalled run */
};

/* Writes the message and returns -1. */
int tool_fail(struct tool_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
