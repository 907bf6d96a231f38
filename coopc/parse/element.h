/* The structs that coop_elements marks. For parse/ alone. */
#ifndef COOPC_PARSE_ELEMENT_H
#define COOPC_PARSE_ELEMENT_H

#include "coopc/parse/cursor.h"

/* Adds to the unit's elements what the typedef marks; nothing when it is no mark. */
void read_element(struct parser *parser, CXCursor cursor);

#endif
