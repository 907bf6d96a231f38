/* A launch before it is posted: kernel, options and index space, looked up and checked. */
#ifndef COOP_HOST_POSTING_H
#define COOP_HOST_POSTING_H

#include "host/base/clock.h"
#include "host/run/run.h"

#define COOP_DOING_POSTING "launching a kernel"

struct coop_posting {
    struct coop_launch_record record;
    const struct coop_kernel_report *kernel;
    const void *args;
    size_t args_bytes;
    struct coop_deadline deadline;   /* for a free entry in the table */
    struct coop_bounds_table bounds; /* where the run checks addresses; without the sink */
    struct coop_launch_object *after[COOP_LAUNCH_AFTER_MAX]; /* a reference each */
    uint32_t after_count;
};

/* Fills in the rest of a posting whose arguments are set; records what is wrong.
 * ndrange  NULL: a cooperative kernel. */
coop_status coop_posting_prepare(struct coop_run_object *run, const struct coop_kernel_id *kernel,
                                 const struct coop_ndrange *ndrange,
                                 const struct coop_launch_options *options, struct coop_posting *posting);

/* The same for a lease, which has no kernel. */
coop_status coop_posting_prepare_lease(struct coop_run_object *run, const struct coop_launch_options *options,
                                       struct coop_posting *posting);

/* Gives back what a posting holds, whatever coop_posting_prepare has said. */
void coop_posting_clear(struct coop_posting *posting);

#endif
