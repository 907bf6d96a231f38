/* The buffers that a launch's arguments lead to, where the run checks addresses.
 *
 * Stands on: types.h, limits.h. Protocol: docs/protocol.md#instance. */
#ifndef COOP_SHARED_BOUNDS_H
#define COOP_SHARED_BOUNDS_H

#include "coop/shared/limits.h"
#include "coop/shared/types.h"

/* As many as a kernel can have parameters that are addresses. */
#define COOP_BOUNDS_MAX (COOP_ARGS_BYTES_MAX / 8)

/* Where accesses go that would pass the end of their buffer. A form with checks of a kernel that reads or
 * writes a larger object as a whole does not build (device/checked.clh). */
#define COOP_SINK_BYTES 65536

/* A buffer's first byte and the one behind its last, as offsets in device memory. */
struct coop_bounds {
    coop_u64 begin;
    coop_u64 end;
};
COOP_SIZE_IS(struct coop_bounds, 16);

/* Writer: the host, before POSTED. Readers: all work-items of the instance. */
struct coop_bounds_table {
    coop_u64 count; /* parameters that are addresses */
    coop_u64 sink;  /* offset in device memory */
    struct coop_bounds buffers[COOP_BOUNDS_MAX];
};
COOP_SIZE_IS(struct coop_bounds_table, 16 + 16 * COOP_BOUNDS_MAX);

/* An access, in offsets of device memory. */
struct coop_bounds_access {
    coop_u64 pointers; /* a bit for each buffer that it may go to; 0: not known */
    coop_u64 base;     /* where the pointer that it is made through leads; 0: not known */
    coop_u64 at;
    coop_u64 bytes;
};

/* What is found of an access; coop_bounds_look adds what one buffer says of it. Indices of buffers,
 * COOP_BOUNDS_MAX where there is none. */
struct coop_bounds_finding {
    coop_u32 is_right; /* it lies in a buffer that its base is in */
    coop_u32 holder;   /* it lies in this one */
    coop_u32 blamed;   /* its base lies in this one */
    coop_u32 passed;   /* its base is at this one's end */
};

static inline struct coop_bounds_finding coop_bounds_begin(void)
{
    struct coop_bounds_finding finding;

    finding.is_right = 0;
    finding.holder = COOP_BOUNDS_MAX;
    finding.blamed = COOP_BOUNDS_MAX;
    finding.passed = COOP_BOUNDS_MAX;
    return finding;
}

static inline struct coop_bounds_finding coop_bounds_look(struct coop_bounds_finding finding,
                                                          struct coop_bounds_access access, coop_u32 index,
                                                          coop_u64 begin, coop_u64 end)
{
    coop_u64 length = end - begin;
    coop_u64 from = access.base - begin;
    coop_u64 offset = access.at - begin;
    int holds = offset <= length && access.bytes <= length - offset;

    if (access.pointers != 0 && (access.pointers >> index & 1u) == 0) {
        return finding;
    }
    if (holds && access.base != 0 && from <= length) {
        finding.is_right = 1;
    }
    if (holds && finding.holder == COOP_BOUNDS_MAX) {
        finding.holder = index;
    }
    if (access.base != 0 && from < length && finding.blamed == COOP_BOUNDS_MAX) {
        finding.blamed = index;
    }
    if (access.base != 0 && from == length && finding.passed == COOP_BOUNDS_MAX) {
        finding.passed = index;
    }
    return finding;
}

/* The buffer whose end the access passes; COOP_BOUNDS_MAX when it is right, or not known to be wrong. Where
 * its base lies in a buffer, it goes to that one; otherwise to one of those that it may go to. A base in none
 * of the launch's buffers may lead anywhere, if nothing else is known of it. */
static inline coop_u32 coop_bounds_judge(struct coop_bounds_finding finding, struct coop_bounds_access access)
{
    coop_u32 first = 0;

    if (finding.is_right != 0) {
        return COOP_BOUNDS_MAX;
    }
    if (finding.blamed != COOP_BOUNDS_MAX) {
        return finding.blamed;
    }
    if (access.pointers == 0 || finding.holder != COOP_BOUNDS_MAX) {
        return COOP_BOUNDS_MAX;
    }
    while (finding.passed == COOP_BOUNDS_MAX && (access.pointers >> first & 1u) == 0) {
        first++;
    }
    return finding.passed != COOP_BOUNDS_MAX ? finding.passed : first;
}

#endif
