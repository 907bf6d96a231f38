/* What programs of OpenCL alone have in common that do the work of a graph on a grid, cut along y into blocks
 * over devices of one context: the grid, and the queues. */
#ifndef LAB_BENCH_BY_HAND_H
#define LAB_BENCH_BY_HAND_H

#include "tools/error/tool_error.h"

#include <CL/cl.h>
#include <stdint.h>

#define BY_HAND_DEVICES_MAX 8u
#define BY_HAND_BLOCKS_MAX 64u

struct by_hand_grid {
    const cl_device_id *devices; /* of one platform */
    unsigned device_count;
    unsigned blocks; /* spread over the devices in order, in equal parts */
    uint64_t cells[2];
    uint64_t steps;
};

#endif
