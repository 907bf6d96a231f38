/* What a call in a kernel asks of the runtime. */
#ifndef COOPC_MODEL_OPERATION_H
#define COOPC_MODEL_OPERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "coop/shared/op.h"

/* The operations of the runtime, with their numbers, and those of coopc's own. */
#define OPERATION_ENUM(name, number, ...) OPERATION_##name = (number),
enum operation {
    OPERATION_CALL = COOP_OP_COUNT, /* of a helper that holds a barrier: inlined */
    OPERATION_SYNC,                 /* of a task: coop_sync */
    OPERATION_SPAWN,                /* of a task: coop_spawn in a loop */
    OPERATION_COLLECTIVE,           /* of a work-group or sub-group: written out (coopc/collective) */
    COOP_OP_LIST(OPERATION_ENUM)
};
#undef OPERATION_ENUM

bool operation_splits(enum operation operation);
bool operation_is_primitive(enum operation operation);
bool operation_forks(enum operation operation);
bool operation_shrinks(enum operation operation);
bool operation_meets(enum operation operation);

/* The operation's name in the module; not of OPERATION_CALL. */
const char *operation_name(enum operation operation);

#endif
