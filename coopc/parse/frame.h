/* The way down through a function's body. */
#ifndef COOPC_PARSE_FRAME_H
#define COOPC_PARSE_FRAME_H

#include "coopc/parse/cursor.h"

struct body {
    struct parser *parser;
    struct function *function;
    struct cursor_table variables; /* beside function->variables */
    bool is_too_deep;
};

/* A cursor on the way down, with what encloses it. */
struct frame {
    CXCursor cursor;
    const struct frame *up;
    struct body *body;
    size_t loop;   /* offset of the innermost loop */
    size_t breaks; /* offset of the innermost loop or switch */
    bool is_sizeof;
    size_t depth;
};

#endif
