/* Which OpenCL device the plain kernel runs on, chosen by the same words as a coop context's. */
#ifndef TOOLS_PLAIN_DEVICE_H
#define TOOLS_PLAIN_DEVICE_H

#include "tool_error.h"

#include <CL/cl.h>
#include <stdint.h>

struct plain_device {
    cl_device_id id;
    cl_device_svm_capabilities svm;
    cl_uint compute_units;
    size_t local_items_max;
    char name[128];
};

/* wanted       "2" (third of all), "1:0" (platform 1, device 0), a part of a name, or NULL for COOP_DEVICE's
 * value, and without one the first device that has SVM. groups       must be resident at once; PoCL is told
 * to have so many threads and two more, if nobody asked it before. local_items  of a work-group. */
int plain_device_choose(const char *wanted, uint32_t groups, uint32_t local_items,
                        struct plain_device *device, struct tool_error *error);

#endif
