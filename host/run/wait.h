/* Waiting for a launch, as other files of the library do it. */
#ifndef COOP_HOST_WAIT_H
#define COOP_HOST_WAIT_H

#include "coop/launch.h"
#include <stdint.h>

struct coop_context_object;

/* Waits at most `ns` until coop_launch_wait has an outcome other than the time's end: the launch has
 * ended, its run has failed or was given up, or the handle is not live. False when the time is over.
 * Records nothing. */
int coop_launch_settles(coop_launch *handle, uint64_t ns);

/* The context of its run, to compare with, without a reference; NULL when the handle is not live. */
const struct coop_context_object *coop_launch_context(coop_launch *handle);

#endif
