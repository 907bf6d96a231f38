/* What a device is asked. */
#ifndef COOP_HOST_DEVICE_QUERY_H
#define COOP_HOST_DEVICE_QUERY_H

#include "host/device/device.h"

/* Asks for what all devices of `platform` share, finds the driver's traits and sets the environment that they
 * want. A question that fails is noted in failed_query. */
void coop_device_query_platform(struct coop_device *device);

/* Asks for everything else that the report and coop_device say, given the platform's answers and the id. What
 * a device of an older OpenCL does not know is 0; a question that fails otherwise is noted in
 * failed_query. */
void coop_device_query(struct coop_device *device);

#endif
