/* The queries of a device. */
#ifndef COOP_HOST_DEVICE_QUERY_H
#define COOP_HOST_DEVICE_QUERY_H

#include "host/device/device.h"

/* Queries what all devices of `platform` share, finds the driver's traits and sets the environment
 * variables that they name. A query that fails is noted in failed_query. */
void coop_device_query_platform(struct coop_device *device);

/* Queries everything else that the report and coop_device hold, given the platform's answers and the id. A
 * value that a device of an older OpenCL does not know is 0; any other query that fails is noted in
 * failed_query. */
void coop_device_query(struct coop_device *device);

/* Whether a device can serve. */

/* Writes into the report whether the device can serve, why not, and how: from its answers and its driver's
 * traits. */
void coop_device_judge(struct coop_device *device);

#endif
