/* The collective functions of OpenCL C: all work-items of a work-group, or of a sub-group, call them. */
#ifndef COOPC_MODEL_COLLECTIVE_H
#define COOPC_MODEL_COLLECTIVE_H

#include <stdbool.h>

#include "coopc/model/model.h"

enum collective_kind {
    COLLECTIVE_REDUCE, /* any and all among them */
    COLLECTIVE_INCLUSIVE,
    COLLECTIVE_EXCLUSIVE,
    COLLECTIVE_BROADCAST,
    COLLECTIVE_SHUFFLE,
};

struct collective {
    enum collective_kind kind;
    const char *combine; /* add, min or max; of a shuffle: which value a work-item gets */
    bool is_predicate;   /* any and all: of truth values */
};

/* What the function of the name does; false: it is no collective that coopc has. */
bool collective_read(const char *name, struct collective *collective);

/* Names of the runtime's functions that collectives become (coop/device/collective.clh). */
#define COLLECTIVE_MEET "coop_collective_meet"
#define COLLECTIVE_PREFIX "coop_collective_"

/* What a call is called in messages: as the user wrote it, where it is a part of a collective. */
const char *call_title(const struct source *source, const struct call *call);

/* Whether the kernel, with the helpers inlined into it, holds a collective; the bytes of the widest value. */
size_t collective_bytes(const struct function *function);

/* Whether a function of the unit asks for what only a sub-group has. */
bool unit_has_sub_groups(const struct unit *unit);

#endif
