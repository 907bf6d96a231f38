/* The size of the product that takes a periodic job's time E on all work-groups. */
#ifndef TOOLS_PERIODIC_CALIBRATION_H
#define TOOLS_PERIODIC_CALIBRATION_H

#include "periodic_profile.h"
#include "periodic_work.h"

#define PERIODIC_WORK_TOLERANCE 0.1

/* Of matrices: matmul.h. */
struct periodic_size {
    uint32_t n;
    uint32_t depth;
};

/* Finds the size on an idle device, and then times the one that was found again: what the second look says is
 * within PERIODIC_WORK_TOLERANCE of profile->work_ms, unless the machine's other work, or the least or
 * greatest size, is in the way. First the result's size is found that takes at least the time, in steps that
 * the number of work-groups makes coarse; then the depth, to which the time is proportional, is cut down to
 * it. `work` is left with matrices of that size.
 * workers     all of the work-groups.
 * size        out.
 * measured_ms out; the median time of the second look.
 * Blocks      for some products. */
int periodic_calibrate(const struct periodic_work *work, const struct periodic_profile *profile,
                       uint32_t workers, struct periodic_size *size, double *measured_ms,
                       struct tool_error *error);

#endif
