/* Texts that applications read, plain or compressed: what is wrong is said with the file and the line. */
#ifndef TOOLS_NET_TEXT_INPUT_H
#define TOOLS_NET_TEXT_INPUT_H

#include "tools/error/tool_error.h"
#include "tools/graph/input.h"

/* Opens the file, has `read` read it to its end, and closes it. `read` returns 0, or -1 with a message. */
int text_input_read(const char *path, int (*read)(struct input *input, void *to, struct tool_error *error),
                    void *to, struct tool_error *error);

/* "file:line: wanted …, found …": what stands at the next byte. Returns -1. */
int text_input_fail(struct input *input, const char *wanted, struct tool_error *error);

#endif
