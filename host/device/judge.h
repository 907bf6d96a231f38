/* Whether a device can serve. */
#ifndef COOP_HOST_JUDGE_H
#define COOP_HOST_JUDGE_H

#include "host/device/device.h"

/* Writes into the report whether the device can serve, why not, and how: from its answers and its driver's
 * traits. */
void coop_device_judge(struct coop_device *device);

#endif
