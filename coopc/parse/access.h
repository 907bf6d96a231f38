/* What an expression does to a variable that it names. */
#ifndef COOPC_PARSE_ACCESS_H
#define COOPC_PARSE_ACCESS_H

#include "coopc/parse/frame.h"

/* Fills reference->access and memory for the name at the frame. */
void read_access(const struct frame *frame, struct reference *reference);

/* Whether the unary operator takes its operand's address. */
bool is_address_of(CXCursor operator, CXCursor operand);

/* Whether the address of the object at the frame, or of a part of it, is used. */
bool is_address_taken(const struct frame *frame);

#endif
