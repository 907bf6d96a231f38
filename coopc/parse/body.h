/* Functions: their variables, what their text refers to, calls and jumps. */
#ifndef COOPC_PARSE_BODY_H
#define COOPC_PARSE_BODY_H

#include "coopc/parse/cursor.h"

/* Adds a declaration of a function, with its body, to the unit. */
void read_function(struct parser *parser, struct source *source, CXCursor cursor, size_t offset);

#endif
