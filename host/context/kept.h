/* What the device did not let go of: objects that stay as long as the process, since the device may still
 * write to what they hold. They stay reachable, so that a debugger finds them and a leak checker does not
 * take them for lost.
 *
 * Threads: any. */
#ifndef COOP_HOST_KEPT_H
#define COOP_HOST_KEPT_H

#include "host/base/object.h"

struct coop_kept {
    struct coop_kept *next;
    struct coop_object *object;
    void (*look)(
        struct coop_object *object); /* whether the device has let go since, and what follows from it */
};

/* Keeps kept->object, with a reference of its own. */
void coop_kept_add(struct coop_kept *kept);

/* Some of them may have left the device since: they no longer have it for themselves (exclusive.h). */
void coop_kept_look(void);

#endif
