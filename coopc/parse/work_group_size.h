/* The local size that a declaration requires. */
#ifndef COOPC_PARSE_WORK_GROUP_SIZE_H
#define COOPC_PARSE_WORK_GROUP_SIZE_H

#include "coopc/parse/cursor.h"

/* Fills function->requires_size and function->local_items. */
void read_work_group_size(CXCursor cursor, struct function *function);

#endif
