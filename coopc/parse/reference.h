/* What the text of a function refers to: variables, functions, types. */
#ifndef COOPC_PARSE_REFERENCE_H
#define COOPC_PARSE_REFERENCE_H

#include "coopc/parse/frame.h"

/* Adds the name at the frame to the function's references, and a function's to its calls. */
void read_reference(const struct frame *frame, size_t offset);

/* A type's name matters where a variable of the same name may come to be in front of it. */
void read_type_name(const struct frame *frame, size_t offset);

#endif
