/* Types as the generated code must spell them. For parse/ alone. */
#ifndef COOPC_PARSE_TYPE_H
#define COOPC_PARSE_TYPE_H

#include <clang-c/Index.h>

#include "coopc/model/type.h"

void parse_type(CXType from, struct type *type);

/* The same of a parameter: an array is a pointer to its first element. */
void parse_parameter_type(CXType from, struct type *type);

#endif
