/* Helpers that use work-item functions. */
#ifndef COOPC_MODEL_GROUP_H
#define COOPC_MODEL_GROUP_H

#include "coopc/model/model.h"

extern const char *const work_item_functions[];

/* Marks the functions that need the group. */
void helpers_mark(struct model *model);

/* Edits the declarations of those that were marked: they get a hidden first parameter, and a macro of their
 * old name passes it. */
void helpers_thread(struct unit *unit);

#endif
