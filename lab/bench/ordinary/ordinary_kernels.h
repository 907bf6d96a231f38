/* The eleven ordinary kernels of ordinary.cl, and a cooperative one: their sizes and their arguments. */
#ifndef LAB_BENCH_ORDINARY_KERNELS_H
#define LAB_BENCH_ORDINARY_KERNELS_H

#include "tools/baseline/plain_device.h"
#include "tools/session/session.h"

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

/* Posts one of them as a regular kernel of the session's run, or the cooperative one. */
int ordinary_launch(const struct session *session, const struct ordinary_kernel *kernel,
                    coop_buffer *const buffers[BUFFERS], const struct coop_launch_options *options,
                    coop_launch **launch, struct tool_error *error);

/* What OpenCL alone needs for them: a queue in order, and kernels whose arguments are set. */
struct ordinary_outside {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel objects[KERNELS];
    cl_mem buffers[BUFFERS];
};

/* On failure *outside holds what ordinary_outside_close takes. is_profiled: with times of commands. */
int ordinary_outside_open(const struct plain_device *device, int is_profiled,
                          const struct ordinary_kernel kernels[KERNELS], uint64_t buffer_bytes,
                          struct ordinary_outside *outside, struct tool_error *error);

void ordinary_outside_close(struct ordinary_outside *outside);

#endif
