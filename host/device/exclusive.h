/* Devices whose driver lets only one context of a process work at a time. NVIDIA's driver blocks a call
 * that opens another context, or starts a kernel in it, until the running kernel has ended; a megakernel
 * does not end. Measured: docs/devices.md#nvidia.
 *
 * Threads: any. */
#ifndef COOP_HOST_EXCLUSIVE_H
#define COOP_HOST_EXCLUSIVE_H

#include "host/device/device.h"

/* Takes such a device for the live run of `owner`; false when a live run of another owner has it. Always
 * true for other devices. */
int coop_exclusive_take(const struct coop_device *device, const void *owner);
void coop_exclusive_give(const void *owner);

/* Notes that the owner's run was given up and has not left the device. */
void coop_exclusive_keep(const void *owner);

/* Whether a live run, or one that was given up, has the device. */
int coop_exclusive_is_taken(const struct coop_device *device);

/* Returns COOP_BUSY and records which of the two has the device. `doing` names the operation that failed. */
coop_status coop_exclusive_refuse(struct coop_error_record *record, const struct coop_device *device,
                                  const char *doing);

#endif
