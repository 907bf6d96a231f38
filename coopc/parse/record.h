/* Reads structs that the host is to have, too. For parse/ alone. */
#ifndef COOPC_PARSE_RECORD_H
#define COOPC_PARSE_RECORD_H

#include <clang-c/Index.h>

#include "coopc/model/type.h"

/* The struct that the type of an object called `name` is. NULL: it is none, or has what C on the host cannot
 * have in the same place: a pointer, a union, an alignment above 16, a packed member. Or a header of
 * the user's defines it, and `has_header` does not say that the host has that one. Or the object is called as
 * the struct's typedef, which C++ does not take. */
const struct record *read_record(CXType type, const char *name, bool has_header);

#endif
