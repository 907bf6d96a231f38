/* The addresses among a launch's arguments: each lies in the context's memory, and, where the run checks
 * them, in a live buffer. What a kernel does with an address is not known here. */
#ifndef COOP_HOST_ADDRESSES_H
#define COOP_HOST_ADDRESSES_H

#include "host/run/run.h"

/* Reads what the run checks: `wanted`, or the environment's COOP_CHECK where that is NULL. */
coop_status coop_addresses_choose(struct coop_run_object *run, const char *wanted);

/* Checks the addresses among the packed arguments of a kernel; records which parameter is wrong. */
coop_status coop_addresses_check(struct coop_run_object *run, uint32_t kernel_index, const void *args);

#endif
