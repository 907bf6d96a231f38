/* The devices that a list names, and how many threads they take.
 *
 * Stands on: device/device_set.h. Any thread. Failures are recorded for the thread. */
#ifndef COOP_HOST_DEVICE_LIST_H
#define COOP_HOST_DEVICE_LIST_H

#include "coop/devices.h"
#include "coop/shared/limits.h"
#include "host/device/device.h"

struct coop_device_list {
    uint32_t count;
    uint32_t groups[COOP_DEVICES_MAX];  /* worker work-groups of each */
    uint32_t domains[COOP_DEVICES_MAX]; /* the number of each one's domain, which does not fall */
    struct coop_device devices[COOP_DEVICES_MAX];
    int is_automatic; /* a device is of the domain before where it can share memory with that */
    int are_parts;    /* sub-devices, a reference to each, which the caller releases (clReleaseDevice) */
};

/* Finds the devices, which can serve and share memory where there are several. Where this is the first query
 * of the process, it sets the number of threads that PoCL starts. */
coop_status coop_device_list_find(const struct coop_devices_options *options, struct coop_device_list *list);

#endif
