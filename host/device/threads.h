/* Threads of drivers that keep one for each work-group until it ends (traits.h, holds_group_per_unit). All
 * devices of such a platform have the same threads, but a part of a device has its own; runs of one process
 * take them from each other. A run that gets too few never starts, and with the last one taken no copy
 * reaches the device. So runs are counted before they begin.
 *
 * Threads: any. */
#ifndef COOP_HOST_THREADS_H
#define COOP_HOST_THREADS_H

#include "host/device/device.h"
#include "host/device/traits.h"

#include <stddef.h>

struct coop_threads {
    struct coop_threads *next;
    const void *pool; /* whose they are; NULL: nothing is taken */
    uint32_t count;
    int needs_spare;
    int is_leaving;
};

/* Takes threads for `most` work-groups, or, where fewer are free, for those, but for `least` at least; of
 * other drivers' devices for `most`, uncounted. The driver's spare ones stay free where they can, and must
 * for runs that need them: those whose copies go through a queue. Returns for how many work-groups; 0: there
 * are not so many, and *taken is how many threads others have. */
uint32_t coop_threads_take(struct coop_threads *threads, const struct coop_device *device, uint32_t most,
                           uint32_t least, int needs_spare, uint32_t *taken);

/* The work-groups have been told to leave: others may count on their threads. */
void coop_threads_leave(struct coop_threads *threads);

/* How many threads those have that are leaving, if some of the work-groups cannot begin without these; else
 * 0. */
uint32_t coop_threads_missing(const struct coop_threads *threads, const struct coop_device *device);

/* Gives them back; nothing where nothing is taken. */
void coop_threads_give(struct coop_threads *threads);

/* The number of compute units of drivers that take it from the environment, at the first query of the
 * process.
 *
 * Stands on: traits.h. Threads: coop_units_ask under the lock of the drivers' start-up, and before the
 * other. */

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
