/* The devices there are, and the one that the user means. */
#ifndef COOP_HOST_DEVICE_SET_H
#define COOP_HOST_DEVICE_SET_H

#include "host/device/device.h"

struct coop_device_set {
    struct coop_device *devices; /* released with coop_device_set_clear */
    uint32_t count;
    int failed_code; /* OpenCL's code for a platform that does not list its devices; 0: there is none */
    const struct coop_device_traits *silent; /* of a platform that has no devices; NULL: there is none */
    char silent_name[128];
};

/* Checks whether a run can have so many; every number of the user's goes through it before it reaches a
 * driver. */
coop_status coop_device_check_workers(struct coop_error_record *record, uint32_t worker_groups,
                                      const char *doing);

/* Finds all devices; COOP_NO_DEVICE in a fork (process.h). First sets the number of compute units for
 * drivers that read it from the environment, which has an effect only if no device of the process has been
 * queried yet. */
coop_status coop_device_set_find(struct coop_error_record *record, uint32_t worker_groups,
                                 struct coop_device_set *set);
void coop_device_set_clear(struct coop_device_set *set);

/* The device that `request` means (context.h); NULL or "" takes COOP_DEVICE, then the first that can serve.
 * With COOP_DEVICE_UNFIT *chosen is the one that cannot serve; otherwise a failure leaves it alone. */
coop_status coop_device_choose(struct coop_error_record *record, const struct coop_device_set *set,
                               const char *request, const struct coop_device **chosen);

#endif
