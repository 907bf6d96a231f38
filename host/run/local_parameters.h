/* Sizes of a launch's parameters that point to local memory. */
#ifndef COOP_HOST_LOCAL_PARAMETERS_H
#define COOP_HOST_LOCAL_PARAMETERS_H

#include "host/run/run.h"

/* COOP_INVALID_ARGUMENT when one is 0, or when they do not have room together. */
coop_status coop_local_parameters_check(struct coop_run_object *run, uint32_t kernel_index, const void *args);

#endif
