/* The eleven ordinary kernels of ordinary.cl, and a cooperative one: their sizes and their arguments. */
#ifndef LAB_BENCH_ORDINARY_KERNELS_H
#define LAB_BENCH_ORDINARY_KERNELS_H

#include "tools/error/tool_error.h"

#include <CL/cl.h>
#include <stdint.h>

enum { ORDINARY = 11, KERNELS = ORDINARY + 1, BUFFERS = 3, NUMBERS_MOST = 2, DIMENSIONS = 2 };

struct ordinary_kernel {
    const char *name;
    const char *buffers; /* o, a, b: those of its parameters */
    uint32_t numbers[NUMBERS_MOST];
    const char *number_names[NUMBERS_MOST]; /* NULL ends them */
    cl_uint dimensions;
    size_t global_items[DIMENSIONS], local_items[DIMENSIONS];
};

extern const char *const ordinary_buffer_names[BUFFERS];

unsigned ordinary_buffer_of(char name);

/* Lists them in sizes for a GPU, which runs each for at least 70 us, or for a processor. The cooperative one
 * is the last: it has as many work-groups as the run, and no index space of its own. Returns the bytes of
 * each buffer. */
uint64_t ordinary_list(struct ordinary_kernel kernels[KERNELS], int is_for_gpu);

int ordinary_set_arguments(const struct ordinary_kernel *kernel, cl_kernel object, cl_mem buffers[BUFFERS],
                           struct tool_error *error);

#endif
