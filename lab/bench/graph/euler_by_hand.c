/* lab/count-lines counts this file and its kernels: it is what a user writes without the library. */
#include "euler_by_hand.h"

#include "euler_by_hand_text.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/measure/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPEEDS, FASTEST, PACE, ENDS, WALL, SWEEP_X, SWEEP_Y, KERNELS };
static const char *const names[KERNELS] = {"speeds", "fastest", "pace", "ends", "wall", "sweep_x", "sweep_y"};

struct block {
    unsigned device;
    cl_uint extent[2];
    uint64_t first; /* row */
    cl_mem now;
    cl_mem next;
    cl_mem speeds;
    cl_mem fastest; /* of each row */
};

struct euler {
    const struct by_hand_grid *grid;
    double widths[2]; /* of a cell */
    cl_context context;
    cl_command_queue queues[BY_HAND_DEVICES_MAX];
    cl_mem clocks[BY_HAND_DEVICES_MAX]; /* the step's length, the time, the number of steps */
    cl_mem rows;                        /* the fastest of all, on the first device */
    cl_program program;
    cl_kernel kernels[KERNELS];
    struct block blocks[BY_HAND_BLOCKS_MAX];
    cl_int code; /* of the first call that has failed */
};

/* ---- what is on the devices ---- */

static cl_mem take_memory(struct euler *euler, size_t doubles)
{
    return euler->code != CL_SUCCESS ? NULL
                                     : clCreateBuffer(euler->context, CL_MEM_READ_WRITE,
                                                      doubles * sizeof(double), NULL, &euler->code);
}

static void open_devices(struct euler *euler)
{
    const struct by_hand_grid *grid = euler->grid;
    const char *text = euler_by_hand_text;
    const double zero = 0.0;

    euler->context = clCreateContext(NULL, grid->device_count, grid->devices, NULL, NULL, &euler->code);
    for (unsigned i = 0; i < grid->device_count && euler->code == CL_SUCCESS; i++) {
        euler->queues[i] =
            clCreateCommandQueueWithProperties(euler->context, grid->devices[i], NULL, &euler->code);
        euler->clocks[i] = take_memory(euler, 3);
        if (euler->code == CL_SUCCESS) {
            euler->code = clEnqueueFillBuffer(euler->queues[i], euler->clocks[i], &zero, sizeof zero, 0,
                                              3 * sizeof zero, 0, NULL, NULL);
        }
    }
    euler->rows = take_memory(euler, (size_t)grid->cells[1]);
    if (euler->code == CL_SUCCESS) {
        euler->program = clCreateProgramWithSource(euler->context, 1, &text, NULL, &euler->code);
    }
    if (euler->code == CL_SUCCESS) {
        euler->code = clBuildProgram(euler->program, 0, NULL, "", NULL, NULL);
    }
    for (unsigned i = 0; i < KERNELS && euler->code == CL_SUCCESS; i++) {
        euler->kernels[i] = clCreateKernel(euler->program, names[i], &euler->code);
    }
}

static void open_blocks(struct euler *euler)
{
    const struct by_hand_grid *grid = euler->grid;

    for (unsigned i = 0; i < grid->blocks; i++) {
        struct block *block = &euler->blocks[i];
        size_t plane;

        block->device = i * grid->device_count / grid->blocks;
        block->first = grid->cells[1] * i / grid->blocks;
        block->extent[0] = (cl_uint)grid->cells[0];
        block->extent[1] = (cl_uint)(grid->cells[1] * (i + 1) / grid->blocks - block->first);
        plane = ((size_t)block->extent[0] + 2) * (block->extent[1] + 2);
        block->now = take_memory(euler, 4 * plane);
        block->next = take_memory(euler, 4 * plane);
        block->speeds = take_memory(euler, (size_t)block->extent[0] * block->extent[1]);
        block->fastest = take_memory(euler, block->extent[1]);
    }
}

/* The cells of a block to the device or back: the host has them one by one, the device in planes. */
static void move_block(struct euler *euler, const struct block *block, double *cells, int is_read)
{
    size_t width = block->extent[0];
    size_t pitch = width + 2;
    size_t plane = pitch * (block->extent[1] + 2);
    size_t bytes = 4 * plane * sizeof(double);
    double *planes = euler->code == CL_SUCCESS ? calloc(4 * plane, sizeof *planes) : NULL;

    if (planes == NULL) {
        euler->code = euler->code == CL_SUCCESS ? CL_OUT_OF_HOST_MEMORY : euler->code;
        return;
    }
    if (is_read) {
        euler->code = clEnqueueReadBuffer(euler->queues[block->device], block->now, CL_TRUE, 0, bytes, planes,
                                          0, NULL, NULL);
    }
    for (size_t i = 0; i < width * block->extent[1]; i++) {
        for (size_t k = 0; k < 4; k++) {
            double *there = &planes[k * plane + (i / width + 1) * pitch + i % width + 1];
            double *here = &cells[4 * (block->first * width + i) + k];

            *(is_read ? here : there) = *(is_read ? there : here);
        }
    }
    if (!is_read) {
        euler->code = clEnqueueWriteBuffer(euler->queues[block->device], block->now, CL_TRUE, 0, bytes,
                                           planes, 0, NULL, NULL);
    }
    free(planes);
}

static void release(cl_mem memory)
{
    if (memory != NULL) {
        clReleaseMemObject(memory);
    }
}

static void close_euler(struct euler *euler)
{
    for (unsigned i = 0; i < euler->grid->blocks; i++) {
        release(euler->blocks[i].now);
        release(euler->blocks[i].next);
        release(euler->blocks[i].speeds);
        release(euler->blocks[i].fastest);
    }
    release(euler->rows);
    for (unsigned i = 0; i < KERNELS; i++) {
        if (euler->kernels[i] != NULL) {
            clReleaseKernel(euler->kernels[i]);
        }
    }
    if (euler->program != NULL) {
        clReleaseProgram(euler->program);
    }
    for (unsigned i = 0; i < euler->grid->device_count; i++) {
        release(euler->clocks[i]);
        if (euler->queues[i] != NULL) {
            clReleaseCommandQueue(euler->queues[i]);
        }
    }
    if (euler->context != NULL) {
        clReleaseContext(euler->context);
    }
}

/* ---- commands ---- */

static void pass(struct euler *euler, int kernel, cl_uint index, size_t bytes, const void *value)
{
    if (euler->code == CL_SUCCESS) {
        euler->code = clSetKernelArg(euler->kernels[kernel], index, bytes, value);
    }
}

static void launch(struct euler *euler, int kernel, unsigned device, size_t width, size_t height)
{
    const size_t global[] = {width, height};

    if (euler->code == CL_SUCCESS) {
        euler->code = clEnqueueNDRangeKernel(euler->queues[device], euler->kernels[kernel],
                                             height > 0 ? 2 : 1, NULL, global, NULL, 0, NULL, NULL);
    }
}

static void copy(struct euler *euler, unsigned device, cl_mem from, cl_mem to, size_t to_double,
                 size_t doubles)
{
    if (euler->code == CL_SUCCESS) {
        euler->code = clEnqueueCopyBuffer(euler->queues[device], from, to, 0, to_double * sizeof(double),
                                          doubles * sizeof(double), 0, NULL, NULL);
    }
}

/* What each queue gets from here on comes behind what all have. */
static void meet(struct euler *euler)
{
    unsigned count = euler->grid->device_count;
    cl_event ends[BY_HAND_DEVICES_MAX] = {NULL};

    for (unsigned i = 0; i < count && count > 1 && euler->code == CL_SUCCESS; i++) {
        euler->code = clEnqueueMarkerWithWaitList(euler->queues[i], 0, NULL, &ends[i]);
        euler->code = euler->code == CL_SUCCESS ? clFlush(euler->queues[i]) : euler->code;
    }
    for (unsigned i = 0; i < count && count > 1 && euler->code == CL_SUCCESS; i++) {
        euler->code = clEnqueueBarrierWithWaitList(euler->queues[i], count, ends, NULL);
    }
    for (unsigned i = 0; i < count; i++) {
        if (ends[i] != NULL) {
            clReleaseEvent(ends[i]);
        }
    }
}

/* ---- a step ---- */

/* How long it may be: the fastest wave of each row, of all on the first device, and from there on. */
static void find_pace(struct euler *euler)
{
    const double width = fmin(euler->widths[0], euler->widths[1]);
    const double end = 1e300;
    const cl_uint count = (cl_uint)euler->grid->cells[1];

    for (unsigned i = 0; i < euler->grid->blocks; i++) {
        struct block *block = &euler->blocks[i];

        pass(euler, SPEEDS, 0, sizeof block->now, &block->now);
        pass(euler, SPEEDS, 1, sizeof block->speeds, &block->speeds);
        pass(euler, SPEEDS, 2, sizeof *block->extent, &block->extent[0]);
        pass(euler, SPEEDS, 3, sizeof *block->extent, &block->extent[1]);
        launch(euler, SPEEDS, block->device, block->extent[0], block->extent[1]);
        pass(euler, FASTEST, 0, sizeof block->speeds, &block->speeds);
        pass(euler, FASTEST, 1, sizeof block->fastest, &block->fastest);
        pass(euler, FASTEST, 2, sizeof *block->extent, &block->extent[0]);
        launch(euler, FASTEST, block->device, block->extent[1], 0);
    }
    meet(euler);
    for (unsigned i = 0; i < euler->grid->blocks; i++) {
        struct block *block = &euler->blocks[i];

        copy(euler, 0, block->fastest, euler->rows, (size_t)block->first, block->extent[1]);
    }
    pass(euler, PACE, 0, sizeof euler->rows, &euler->rows);
    pass(euler, PACE, 1, sizeof count, &count);
    pass(euler, PACE, 2, sizeof *euler->clocks, &euler->clocks[0]);
    pass(euler, PACE, 3, sizeof width, &width);
    pass(euler, PACE, 4, sizeof end, &end);
    launch(euler, PACE, 0, 1, 0);
    for (unsigned i = 1; i < euler->grid->device_count; i++) {
        copy(euler, 0, euler->clocks[0], euler->clocks[i], 0, 3);
    }
    meet(euler);
}

static void sweep(struct euler *euler, struct block *block, int kernel)
{
    cl_mem now = block->now;

    pass(euler, kernel, 0, sizeof now, &now);
    pass(euler, kernel, 1, sizeof block->next, &block->next);
    pass(euler, kernel, 2, sizeof *euler->clocks, &euler->clocks[block->device]);
    pass(euler, kernel, 3, sizeof *euler->widths, &euler->widths[kernel == SWEEP_Y]);
    pass(euler, kernel, 4, sizeof *block->extent, &block->extent[0]);
    pass(euler, kernel, 5, sizeof *block->extent, &block->extent[1]);
    launch(euler, kernel, block->device, block->extent[0], block->extent[1]);
    block->now = block->next;
    block->next = now;
}

static void sweep_along_x(struct euler *euler)
{
    for (unsigned i = 0; i < euler->grid->blocks; i++) {
        struct block *block = &euler->blocks[i];

        pass(euler, ENDS, 0, sizeof block->now, &block->now);
        pass(euler, ENDS, 1, sizeof *block->extent, &block->extent[0]);
        pass(euler, ENDS, 2, sizeof *block->extent, &block->extent[1]);
        launch(euler, ENDS, block->device, block->extent[1], 0);
        sweep(euler, block, SWEEP_X);
    }
}

static void fill_wall(struct euler *euler, const struct block *block, cl_uint from_row, cl_uint to_row)
{
    pass(euler, WALL, 0, sizeof block->now, &block->now);
    pass(euler, WALL, 1, sizeof *block->extent, &block->extent[0]);
    pass(euler, WALL, 2, sizeof *block->extent, &block->extent[1]);
    pass(euler, WALL, 3, sizeof from_row, &from_row);
    pass(euler, WALL, 4, sizeof to_row, &to_row);
    launch(euler, WALL, block->device, block->extent[0], 0);
}

/* A row of all planes, from one block into the padding of another. */
static void copy_row(struct euler *euler, const struct block *from, size_t from_row, const struct block *to,
                     size_t to_row)
{
    const size_t pitch = (from->extent[0] + 2) * sizeof(double);
    const size_t there[] = {0, from_row, 0};
    const size_t here[] = {0, to_row, 0};
    const size_t region[] = {pitch, 1, 4};

    if (euler->code == CL_SUCCESS) {
        euler->code = clEnqueueCopyBufferRect(euler->queues[to->device], from->now, to->now, there, here,
                                              region, pitch, pitch * (from->extent[1] + 2), pitch,
                                              pitch * (to->extent[1] + 2), 0, NULL, NULL);
    }
}

static void sweep_along_y(struct euler *euler)
{
    unsigned last = euler->grid->blocks - 1;

    meet(euler);
    for (unsigned i = 0; i <= last; i++) {
        const struct block *block = &euler->blocks[i];

        if (i == 0) {
            fill_wall(euler, block, 1, 0);
        } else {
            copy_row(euler, block - 1, block[-1].extent[1], block, 0);
        }
        if (i == last) {
            fill_wall(euler, block, block->extent[1], block->extent[1] + 1);
        } else {
            copy_row(euler, block + 1, 1, block, block->extent[1] + 1);
        }
    }
    meet(euler);
    for (unsigned i = 0; i <= last; i++) {
        sweep(euler, &euler->blocks[i], SWEEP_Y);
    }
}

static void run(struct euler *euler, double *ms)
{
    uint64_t begin_ns = clock_now_ns();

    for (uint64_t i = 0; i < euler->grid->steps; i++) {
        find_pace(euler);
        sweep_along_x(euler);
        sweep_along_y(euler);
    }
    for (unsigned i = 0; i < euler->grid->device_count && euler->code == CL_SUCCESS; i++) {
        euler->code = clFinish(euler->queues[i]);
    }
    *ms = (double)(clock_now_ns() - begin_ns) / (double)NS_PER_MS;
}

int euler_by_hand(const struct by_hand_grid *grid, double *cells, double *ms, struct tool_error *error)
{
    struct euler euler = {.grid = grid,
                          .widths = {1.6 / (double)grid->cells[0], 1.0 / (double)grid->cells[1]}};

    open_devices(&euler);
    open_blocks(&euler);
    for (unsigned i = 0; i < grid->blocks; i++) {
        move_block(&euler, &euler.blocks[i], cells, 0);
    }
    run(&euler, ms);
    for (unsigned i = 0; i < grid->blocks; i++) {
        move_block(&euler, &euler.blocks[i], cells, 1);
    }
    close_euler(&euler);
    return plain_check(euler.code, "running the Euler equations by hand", error);
}
