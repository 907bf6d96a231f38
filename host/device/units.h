/* The number of compute units of drivers that take it from the environment, at the first query of the
 * process.
 *
 * Stands on: traits.h. Threads: coop_units_ask under the lock of the drivers' start-up, and before the
 * other. */
#ifndef COOP_HOST_UNITS_H
#define COOP_HOST_UNITS_H

#include "host/device/traits.h"
#include <stddef.h>

/* Asks for so many that `worker_groups` workers have room, unless the environment has a number; 0: for as
 * many as there are processors, at least 2. The scheduler needs one beside the workers'. */
void coop_units_ask(const struct coop_device_traits *traits, uint32_t worker_groups);

/* Whether the driver had counted its units before that: it was loaded, and has `units`, not those that the
 * library has asked for. */
int coop_units_were_counted(const struct coop_device_traits *traits, uint32_t units);

/* Writes why there are only so many then, and the remedy, for `workers` workers. */
void coop_units_explain(const struct coop_device_traits *traits, uint32_t units, uint32_t workers, char *why,
                        size_t capacity);

#endif
