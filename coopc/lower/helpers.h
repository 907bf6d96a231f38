/* Helpers that use work-item functions get the group. */
#ifndef COOPC_LOWER_HELPERS_H
#define COOPC_LOWER_HELPERS_H

#include "coopc/model/unit.h"

/* Edits the declarations of those that were marked: they get a hidden first parameter, and a macro of their
 * old name passes it. */
/* Whether the function's name is in front of its parameters. */
bool helper_has_list(const struct function *function);

void helpers_thread(struct unit *unit);

#endif
