/* Helpers that use work-item functions get the group. */
#ifndef COOPC_LOWER_HELPERS_H
#define COOPC_LOWER_HELPERS_H

#include "coopc/model/unit.h"

/* Edits the declarations of those that were marked: they get a hidden first parameter, and a macro of their
 * old name passes it. */
void helpers_thread(struct unit *unit);

#endif
