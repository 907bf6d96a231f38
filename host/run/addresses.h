/* The addresses among a launch's arguments: each lies in the context's memory, and, where the run checks
 * them, in a live buffer. The device checks what a kernel does with them (cl/address.cl): it gets the ends of
 * these buffers. */
#ifndef COOP_HOST_ADDRESSES_H
#define COOP_HOST_ADDRESSES_H

#include "host/run/run.h"

/* Reads what the run checks: `wanted`, or the environment's COOP_CHECK where that is NULL. */
coop_status coop_addresses_choose(struct coop_run_object *run, const char *wanted);

/* Device memory that a run needs that checks addresses. */
uint64_t coop_addresses_bytes(void);

/* Before the megakernel is on its queue: zeros for what is read outside all buffers. */
coop_status coop_addresses_prepare(struct coop_run_object *run);

/* Checks the addresses among the packed arguments of a kernel; records which parameter is wrong.
 * bounds  out: the buffers of the arguments, where the run checks addresses; without the sink. */
coop_status coop_addresses_check(struct coop_run_object *run, uint32_t kernel_index, const void *args,
                                 struct coop_bounds_table *bounds);

/* Gives the device the buffers of a launch that is about to take an entry; the offset of the table, or 0. The
 * run's lock is held. */
uint64_t coop_addresses_write(struct coop_run_object *run, uint32_t index, struct coop_bounds_table *bounds);

#endif
