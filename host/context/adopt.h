/* A context on OpenCL objects of the caller's own.
 *
 * Stands on: context.h, device/device_set.h, device/judge.h. Threads: the context's creator. */
#ifndef COOP_HOST_ADOPT_H
#define COOP_HOST_ADOPT_H

#include "host/context/context.h"

/* Whether the options name such objects. */
int coop_adopt_is_wanted(const struct coop_context_options *options);

/* Takes over what the options name, with references of its own, and finds out what the device is. The
 * references are released as everything that the context has of OpenCL (parts.h). Statuses: context.h. */
coop_status coop_adopt(struct coop_context_object *context, const struct coop_context_options *options);

#endif
