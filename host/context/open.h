/* What a context needs before it has anything of OpenCL.
 *
 * Stands on: context.h, transport/transports.h, device/exclusive.h. Threads: the context's creator. */
#ifndef COOP_HOST_OPEN_H
#define COOP_HOST_OPEN_H

#include "host/context/context.h"

/* Chooses how the host reaches the context's device: the transport that the caller requests, else the one
 * that the environment requests, else the device's own, which the report already names. COOP_BUSY where
 * the driver lets no second context work on the device. */
coop_status coop_open_choose(struct coop_context_object *context, const char *transport);

#endif
