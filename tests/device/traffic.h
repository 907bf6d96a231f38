/* Regular kernels of random sizes, one after the other, so that the cooperative ones shrink and grow. Uses
 * kernels.cl. */
#ifndef COOP_TESTS_DEVICE_TRAFFIC_H
#define COOP_TESTS_DEVICE_TRAFFIC_H

#include "device.h"

/* How long a round of the cooperative kernels lingers: some microseconds. */
#define DELAY 8000u

/* Launches regular kernels, each for `groups` work-groups (0: a random number), until `launch` has ended or a
 * minute has passed, and checks that each did its work once. Returns how many there were. */
uint32_t traffic_until_end(struct device *device, coop_launch *launch, uint64_t *random, uint32_t groups);

#endif
