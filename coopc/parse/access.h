/* What an expression does to a variable that it names. */
#ifndef COOPC_PARSE_ACCESS_H
#define COOPC_PARSE_ACCESS_H

#include "coopc/parse/frame.h"

/* Fills reference->access and memory for the name at the frame. */
void read_access(const struct frame *frame, struct reference *reference);

#endif
