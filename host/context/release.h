/* The release of OpenCL objects where the driver lets it wait for the kernels of the whole process (the trait
 * `release_waits`): there a call that releases anything would wait for a megakernel, which does not end.
 *
 * Stands on: object.h, traits.h, clock.h. An object whose last reference is gone keeps what it has of OpenCL
 * until no run of the process is on such a device; then whoever ended the last run releases it.
 *   N1  while objects are being released, no run is on a device of such a driver, and none gets there: a
 *       start waits, with a deadline, for the releases that have begun.
 * With other drivers objects are released at once, and runs are not counted.
 *
 * Threads: any. The lock of this file is held across no call. */
#ifndef COOP_HOST_RELEASE_H
#define COOP_HOST_RELEASE_H

#include "host/base/clock.h"
#include "host/base/object.h"
#include "host/device/device.h"

/* A part of each object that has something of OpenCL's. */
struct coop_release {
    struct coop_release *next;
    struct coop_object *object;
    void (*release)(struct coop_object *object);
};

/* Calls release(object), now or as soon as no run prevents it. Nobody else has a reference to the object. */
void coop_release_object(struct coop_release *pending, const struct coop_device *device,
                         struct coop_object *object, void (*release)(struct coop_object *object));

/* For a caller that can keep its objects by itself: whether they may be released now. If so, the caller calls
 * coop_release_end afterwards. */
int coop_release_begin(const struct coop_device *device);
void coop_release_end(const struct coop_device *device);

/* A run is about to get to the device. False when releases that have begun do not end before the deadline. */
int coop_release_enter_run(const struct coop_device *device, struct coop_deadline *deadline);

/* The run has left the device, or never got there. Any lock may be held. */
void coop_release_leave_run(const struct coop_device *device);

/* Releases what has been waiting, if no run prevents it any more. Call without locks. */
void coop_release_poll(void);

/* How many objects wait to be released. */
unsigned coop_release_count(void);

#endif
