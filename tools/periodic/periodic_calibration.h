/* The size of the product that takes a periodic job's time E on all work-groups. */
#ifndef TOOLS_PERIODIC_CALIBRATION_H
#define TOOLS_PERIODIC_CALIBRATION_H

#include "periodic_profile.h"
#include "tools/session/session.h"

/* Finds the size on an idle run, and then times the one that was found again: what the second look says is
 * within PERIODIC_WORK_TOLERANCE of profile->work_ms, unless the machine's other
 * work, or the least or greatest size, is in the way.
 * n           out; rows and columns.
 * measured_ms out; the median time of the second look.
 * Blocks      for some products. */
int periodic_calibrate(const struct session *session, const struct periodic_profile *profile,
                       uint32_t workers, uint64_t seed, uint64_t timeout_ns, uint32_t *n, double *measured_ms,
                       struct tool_error *error);

#define PERIODIC_WORK_TOLERANCE 0.1

#endif
