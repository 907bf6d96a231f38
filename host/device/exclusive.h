/* Devices whose driver lets one context of a process work at a time: NVIDIA's holds the calls that open
 * another context, or start a kernel in it, until the kernel that runs has ended, which a megakernel does
 * not. Measured: docs/devices.md#nvidia.
 *
 * Threads: any. */
#ifndef COOP_HOST_EXCLUSIVE_H
#define COOP_HOST_EXCLUSIVE_H

#include "host/device/device.h"

/* Takes such a device for the live run of `owner`; false when a live run of somebody else has it. Other
 * devices: always true. */
int coop_exclusive_take(const struct coop_device *device, const void *owner);
void coop_exclusive_give(const void *owner);

/* The owner's run was given up, and has not left the device. */
void coop_exclusive_keep(const void *owner);

/* Does a live run have it, or one that was given up? */
int coop_exclusive_is_taken(const struct coop_device *device);

/* COOP_BUSY, and in the record which of the two has the device. `doing` is what failed. */
coop_status coop_exclusive_refuse(struct coop_error_record *record, const struct coop_device *device,
                                  const char *doing);

#endif
