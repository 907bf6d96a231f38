/* Where a function's text reaches global memory through a pointer variable, and where such variables lead. */
#ifndef COOPC_PARSE_POINTER_H
#define COOPC_PARSE_POINTER_H

#include "coopc/parse/frame.h"

/* Adds the access that the expression around a variable's name makes through it, if there is one and all of
 * it is in the text. */
void read_dereference(const struct frame *frame, struct variable *variable, size_t offset);

/* Adds where the variable leads after its declaration. */
void read_initial_flow(const struct frame *frame, struct variable *variable);

/* Adds where a variable leads after an assignment to it. */
void read_assigned_flow(const struct frame *frame);

#endif
