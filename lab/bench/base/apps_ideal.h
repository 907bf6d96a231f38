/* How much longer an application takes when the jobs beside it cost what they hold, and nothing else does. */
#ifndef LAB_BENCH_APPS_IDEAL_H
#define LAB_BENCH_APPS_IDEAL_H

#include "tools/periodic/periodic_job.h"

/* The least time in ms that a job of work_ms takes away from the application. Where work-groups outnumber the
 * processors of a device that is no GPU, a work-group that the job does not hold is no processor that it does
 * not use: work_ms. Else 0.
 * work_ms  what the job takes on all work-groups. */
double apps_ideal_least_ms(int is_gpu, uint32_t worker_groups, long processors, double work_ms);

/* T / (T - h): T is the mean time between jobs, h the mean of a job's time multiplied by its part of the
 * work-groups, and least_ms at least.
 * Returns 0 where there is none: for fewer than two jobs, and where h is not less than T. */
double apps_ideal(const struct periodic_results *periodic, uint32_t worker_groups, double least_ms);

#endif
