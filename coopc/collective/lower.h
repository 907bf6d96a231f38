/* Collective functions are written out: what they do, in steps with barriers between them. */
#ifndef COOPC_COLLECTIVE_LOWER_H
#define COOPC_COLLECTIVE_LOWER_H

#include "coopc/model/rewriting.h"

/* Writes out the unit's calls of collectives, in functions whose macros have been unfolded, and reports those
 * that it cannot. Whether the files must be read again; with coop/device/collective.clh in front. */
bool collectives_lower(struct unit *unit, struct unfolded_files *files);

#endif
