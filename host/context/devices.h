/* Devices opened together, as seen by other files of the library.
 *
 * Stands on: context.h, parts.h, device/device_set.h. The first device's context of a domain is the root
 * of the others: they keep it, and with it the OpenCL context and the arena, in which the control blocks of
 * all devices of the domain come first. */
#ifndef COOP_HOST_DEVICES_H
#define COOP_HOST_DEVICES_H

#include "coop/devices.h"
#include "coop/shared/limits.h"
#include "host/context/context.h"

struct coop_devices_object {
    struct coop_object base;
    uint32_t count;
    uint32_t domain_count;
    uint32_t domains[COOP_DEVICES_MAX]; /* the number of each device's; those of one are neighbours */
    uint32_t groups[COOP_DEVICES_MAX];
    coop_context *handles[COOP_DEVICES_MAX];
    struct coop_context_object *contexts[COOP_DEVICES_MAX]; /* a reference each */
};

/* The devices behind a handle, with a reference for the caller; NULL, and recorded, when it is not live. */
struct coop_devices_object *coop_devices_get(coop_devices *handle, const char *doing);

#endif
