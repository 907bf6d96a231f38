/* Leaked objects: they live as long as the process, since the device may still write to memory that they
 * hold. They stay reachable, so that a debugger finds them and a leak checker does not report them.
 *
 * Threads: any. */
#ifndef COOP_HOST_KEPT_H
#define COOP_HOST_KEPT_H

#include "host/base/object.h"

struct coop_kept {
    struct coop_kept *next;
    struct coop_object *object;
    void (*poll)(struct coop_object *object); /* acts if the device has released it since */
};

/* Keeps kept->object, with a reference of its own. */
void coop_kept_add(struct coop_kept *kept);

/* Polls the leaked runs: one whose megakernel has ended since no longer has the device for itself
 * (exclusive.h). */
void coop_kept_poll(void);

#endif
