/* The host's side of coop/grid_barrier.clh: plain OpenCL 1.2 and later, in this header alone. No library is
 * linked but OpenCL's.
 *
 *     struct coop_grid grid;
 *     cl_uint groups;
 *
 *     coop_grid_create(queue, NULL, &grid)                              once
 *     clSetKernelArg(kernel, 0, sizeof grid.state, &grid.state) ...
 *     coop_grid_count(&grid, kernel, 1, &local_items, &groups)          once for a kernel and a local size
 *     coop_grid_clear(&grid)                                            before each launch
 *     clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &(size_t){groups * local_items}, &local_items, ...)
 *     coop_grid_check(&grid, &groups)                                   after it
 *
 * Each function returns OpenCL's code: CL_SUCCESS, or that of the call that failed. */
#ifndef COOP_GRID_BARRIER_H
#define COOP_GRID_BARRIER_H

#include "coop/grid_barrier.clh"

#include <CL/cl.h>
#include <string.h>

/* What coop_grid_check returns when a work-group has given up a wait: no code of OpenCL's. */
#define COOP_GRID_GAVE_UP (-20001)

/* What coop_grid_count returns when the device holds ever fewer work-groups: other programs take turns on
 * it. */
#define COOP_GRID_UNSTEADY (-20002)

/* More work-groups than a compute unit of any device holds: 32 on NVIDIA's, 40 on AMD's. */
#define COOP_GRID_GROUPS_PER_UNIT 64

struct coop_grid {
    cl_mem state;           /* the kernel's argument */
    cl_command_queue queue; /* borrowed; in order */
};

/* {0} means the defaults. */
struct coop_grid_options {
    cl_uint settle_polls; /* the members are all found when so many polls brought none; 2^14, on CPUs 2^17 */
    cl_uint polls_max;    /* so many polls end a wait, each about a microsecond: 2^26, a minute */
};

/* Makes the state, ready for a launch.
 * queue    kept: launches go to it, or wait for it.
 * options  may be NULL.
 * grid     out; released with coop_grid_release. */
static inline cl_int coop_grid_create(cl_command_queue queue, const struct coop_grid_options *options,
                                      struct coop_grid *grid)
{
    cl_uint words[COOP_GRID_STATE_WORDS];
    cl_context context = NULL;
    cl_int code;

    memset(grid, 0, sizeof *grid);
    memset(words, 0, sizeof words);
    if (options != NULL) {
        words[COOP_GRID_WORD_SETTLE_POLLS] = options->settle_polls;
        words[COOP_GRID_WORD_POLLS_MAX] = options->polls_max;
    }
    grid->queue = queue;
    code = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    if (code == CL_SUCCESS) {
        grid->state =
            clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof words, words, &code);
    }
    return code;
}

/* Enqueues what makes the state ready for the next launch; does not block. */
static inline cl_int coop_grid_clear(const struct coop_grid *grid)
{
    const cl_uint zero = 0;

    return clEnqueueFillBuffer(grid->queue, grid->state, &zero, sizeof zero, 0,
                               COOP_GRID_CLEARED_WORDS * sizeof zero, 0, NULL, NULL);
}

/* Waits for the last launch. COOP_GRID_GAVE_UP when one of its work-groups waited in vain: what the kernel
 * has written is incomplete.
 * groups  out: how many work-groups took part; fewer than were launched where the device was shared. */
static inline cl_int coop_grid_check(const struct coop_grid *grid, cl_uint *groups)
{
    cl_uint words[2] = {0, 0}; /* groups, failure */
    cl_int code =
        clEnqueueReadBuffer(grid->queue, grid->state, CL_TRUE, COOP_GRID_WORD_GROUPS * sizeof(cl_uint),
                            sizeof words, words, 0, NULL, NULL);

    *groups = words[0];
    return code == CL_SUCCESS && words[1] != 0 ? COOP_GRID_GAVE_UP : code;
}

/* One launch of which only the members are counted. */
static inline cl_int coop_grid_count_once(const struct coop_grid *grid, cl_kernel kernel, cl_uint dimensions,
                                          const size_t *local_items, cl_uint launched, cl_uint *groups)
{
    size_t items[3] = {1, 1, 1};
    cl_int code = coop_grid_clear(grid);
    cl_uint i;

    for (i = 0; i < dimensions; i++) {
        items[i] = local_items[i] * (i == 0 ? launched : 1);
    }
    if (code == CL_SUCCESS) {
        code =
            clEnqueueNDRangeKernel(grid->queue, kernel, dimensions, NULL, items, local_items, 0, NULL, NULL);
    }
    return code == CL_SUCCESS ? coop_grid_check(grid, groups) : code;
}

static inline cl_int coop_grid_write_counts_only(const struct coop_grid *grid, cl_uint counts_only)
{
    return clEnqueueWriteBuffer(grid->queue, grid->state, CL_TRUE,
                                COOP_GRID_WORD_COUNTS_ONLY * sizeof counts_only, sizeof counts_only,
                                &counts_only, 0, NULL, NULL);
}

/* How many work-groups of the kernel the device holds at once: no query of OpenCL's tells. Launches the
 * kernel with more than that, which begin and leave; coop_grid_begin must be the first thing that it does.
 * Blocks for some 50 ms, on CPUs for some tenths of a second.
 * kernel       all its arguments are set, grid->state among them.
 * local_items  of a work-group, one number for each dimension.
 * groups       out. */
static inline cl_int coop_grid_count(const struct coop_grid *grid, cl_kernel kernel, cl_uint dimensions,
                                     const size_t *local_items, cl_uint *groups)
{
    cl_device_id device = NULL;
    cl_uint units = 0;
    cl_uint launched;
    int tries;
    cl_int code = clGetCommandQueueInfo(grid->queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    cl_int after;

    if (code == CL_SUCCESS) {
        code = clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    }
    if (code == CL_SUCCESS) {
        code = coop_grid_write_counts_only(grid, 1);
    }
    launched = units * COOP_GRID_GROUPS_PER_UNIT;
    *groups = 0;
    /* Until as many as were launched were there at once. */
    for (tries = 0; tries < 8 && code == CL_SUCCESS && *groups != launched; tries++) {
        launched = tries == 0 ? launched : *groups;
        code = coop_grid_count_once(grid, kernel, dimensions, local_items, launched, groups);
    }
    if (code == CL_SUCCESS && *groups != launched) {
        code = COOP_GRID_UNSTEADY;
    }
    after = grid->state != NULL ? coop_grid_write_counts_only(grid, 0) : CL_SUCCESS;
    return code != CL_SUCCESS ? code : after;
}

/* `grid` may be {0}. */
static inline void coop_grid_release(struct coop_grid *grid)
{
    if (grid->state != NULL) {
        clReleaseMemObject(grid->state);
    }
    memset(grid, 0, sizeof *grid);
}

#endif
