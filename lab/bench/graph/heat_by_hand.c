#include "heat_by_hand.h"

#include "heat_by_hand_text.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/measure/clock.h"

#include <string.h>

struct block {
    unsigned device;
    uint64_t first; /* row */
    uint64_t rows;
    cl_mem now;
    cl_mem next;
};

struct heat {
    const struct by_hand_grid *grid;
    double part;
    cl_context context;
    cl_command_queue queues[BY_HAND_DEVICES_MAX];
    cl_program program;
    cl_kernel columns;
    cl_kernel heat;
    struct block blocks[BY_HAND_BLOCKS_MAX];
    cl_int code; /* of the first call that has failed */
};

/* ---- blocks, and what is on the device ---- */

static size_t pitch_of(const struct heat *heat)
{
    return (size_t)heat->grid->cells[0] + 2;
}

static void open_device(struct heat *heat, struct tool_error *error)
{
    const struct by_hand_grid *grid = heat->grid;
    const char *text = heat_by_hand_text;

    heat->context = clCreateContext(NULL, grid->device_count, grid->devices, NULL, NULL, &heat->code);
    for (unsigned i = 0; i < grid->device_count && heat->code == CL_SUCCESS; i++) {
        heat->queues[i] =
            clCreateCommandQueueWithProperties(heat->context, grid->devices[i], NULL, &heat->code);
    }
    if (heat->code == CL_SUCCESS) {
        heat->program = clCreateProgramWithSource(heat->context, 1, &text, NULL, &heat->code);
    }
    if (heat->code == CL_SUCCESS) {
        heat->code = clBuildProgram(heat->program, 0, NULL, "", NULL, NULL);
    }
    if (heat->code == CL_SUCCESS) {
        heat->columns = clCreateKernel(heat->program, "columns", &heat->code);
    }
    if (heat->code == CL_SUCCESS) {
        heat->heat = clCreateKernel(heat->program, "heat", &heat->code);
    }
    (void)plain_check(heat->code, "opening heat by hand", error);
}

/* Rows of a block to or from the host's, without padding. */
static void move_block(struct heat *heat, const struct block *block, double *values, int is_read)
{
    const size_t width = (size_t)heat->grid->cells[0] * sizeof *values;
    const size_t pitch = pitch_of(heat) * sizeof *values;
    const size_t here[] = {sizeof *values, 1, 0};
    const size_t there[] = {0, (size_t)block->first, 0};
    const size_t region[] = {width, (size_t)block->rows, 1};
    cl_command_queue queue = heat->queues[block->device];

    if (heat->code == CL_SUCCESS) {
        heat->code = is_read ? clEnqueueReadBufferRect(queue, block->now, CL_TRUE, here, there, region, pitch,
                                                       0, width, 0, values, 0, NULL, NULL)
                             : clEnqueueWriteBufferRect(queue, block->now, CL_TRUE, here, there, region,
                                                        pitch, 0, width, 0, values, 0, NULL, NULL);
    }
}

static void open_blocks(struct heat *heat, double *values)
{
    const struct by_hand_grid *grid = heat->grid;

    for (unsigned i = 0; i < grid->blocks && heat->code == CL_SUCCESS; i++) {
        struct block *block = &heat->blocks[i];
        size_t bytes;

        block->device = i * grid->device_count / grid->blocks;
        block->first = grid->cells[1] * i / grid->blocks;
        block->rows = grid->cells[1] * (i + 1) / grid->blocks - block->first;
        bytes = pitch_of(heat) * (size_t)(block->rows + 2) * sizeof *values;
        block->now = clCreateBuffer(heat->context, CL_MEM_READ_WRITE, bytes, NULL, &heat->code);
        if (heat->code == CL_SUCCESS) {
            block->next = clCreateBuffer(heat->context, CL_MEM_READ_WRITE, bytes, NULL, &heat->code);
        }
        move_block(heat, block, values, 0);
    }
}

static void close_heat(struct heat *heat)
{
    for (unsigned i = 0; i < heat->grid->blocks; i++) {
        if (heat->blocks[i].now != NULL) {
            clReleaseMemObject(heat->blocks[i].now);
        }
        if (heat->blocks[i].next != NULL) {
            clReleaseMemObject(heat->blocks[i].next);
        }
    }
    if (heat->columns != NULL) {
        clReleaseKernel(heat->columns);
    }
    if (heat->heat != NULL) {
        clReleaseKernel(heat->heat);
    }
    if (heat->program != NULL) {
        clReleaseProgram(heat->program);
    }
    for (unsigned i = 0; i < heat->grid->device_count; i++) {
        if (heat->queues[i] != NULL) {
            clReleaseCommandQueue(heat->queues[i]);
        }
    }
    if (heat->context != NULL) {
        clReleaseContext(heat->context);
    }
}

/* ---- a step ---- */

/* What each queue gets from here on comes behind what all have. */
static void meet(struct heat *heat)
{
    unsigned count = heat->grid->device_count;
    cl_event ends[BY_HAND_DEVICES_MAX] = {NULL};

    for (unsigned i = 0; i < count && count > 1 && heat->code == CL_SUCCESS; i++) {
        heat->code = clEnqueueMarkerWithWaitList(heat->queues[i], 0, NULL, &ends[i]);
        heat->code = heat->code == CL_SUCCESS ? clFlush(heat->queues[i]) : heat->code;
    }
    for (unsigned i = 0; i < count && count > 1 && heat->code == CL_SUCCESS; i++) {
        heat->code = clEnqueueBarrierWithWaitList(heat->queues[i], count, ends, NULL);
    }
    for (unsigned i = 0; i < count; i++) {
        if (ends[i] != NULL) {
            clReleaseEvent(ends[i]);
        }
    }
}

static void fill_columns(struct heat *heat, const struct block *block)
{
    cl_uint width = (cl_uint)heat->grid->cells[0];
    size_t rows = (size_t)block->rows;

    heat->code |= clSetKernelArg(heat->columns, 0, sizeof block->now, &block->now);
    heat->code |= clSetKernelArg(heat->columns, 1, sizeof width, &width);
    heat->code |= clEnqueueNDRangeKernel(heat->queues[block->device], heat->columns, 1, NULL, &rows, NULL, 0,
                                         NULL, NULL);
}

/* The rows below and above a block, from those beside it on the ring. */
static void fill_rows(struct heat *heat, unsigned number)
{
    const struct block *block = &heat->blocks[number];
    const struct block *low = &heat->blocks[(number + heat->grid->blocks - 1) % heat->grid->blocks];
    const struct block *high = &heat->blocks[(number + 1) % heat->grid->blocks];
    size_t row = pitch_of(heat) * sizeof(double);
    cl_command_queue queue = heat->queues[block->device];

    heat->code |=
        clEnqueueCopyBuffer(queue, low->now, block->now, (size_t)low->rows * row, 0, row, 0, NULL, NULL);
    heat->code |= clEnqueueCopyBuffer(queue, high->now, block->now, row, (size_t)(block->rows + 1) * row, row,
                                      0, NULL, NULL);
}

static void advance(struct heat *heat, struct block *block)
{
    const cl_uint extent[] = {(cl_uint)heat->grid->cells[0], (cl_uint)block->rows};
    const size_t global[] = {extent[0], extent[1]};
    cl_mem now = block->now;

    heat->code |= clSetKernelArg(heat->heat, 0, sizeof now, &now);
    heat->code |= clSetKernelArg(heat->heat, 1, sizeof block->next, &block->next);
    heat->code |= clSetKernelArg(heat->heat, 2, sizeof heat->part, &heat->part);
    heat->code |= clSetKernelArg(heat->heat, 3, sizeof extent[0], &extent[0]);
    heat->code |= clSetKernelArg(heat->heat, 4, sizeof extent[1], &extent[1]);
    heat->code |=
        clEnqueueNDRangeKernel(heat->queues[block->device], heat->heat, 2, NULL, global, NULL, 0, NULL, NULL);
    block->now = block->next;
    block->next = now;
}

static void step(struct heat *heat)
{
    unsigned blocks = heat->grid->blocks;

    for (unsigned i = 0; i < blocks; i++) {
        fill_columns(heat, &heat->blocks[i]);
    }
    meet(heat);
    for (unsigned i = 0; i < blocks; i++) {
        fill_rows(heat, i);
    }
    meet(heat);
    for (unsigned i = 0; i < blocks; i++) {
        advance(heat, &heat->blocks[i]);
    }
}

static void run(struct heat *heat, double *ms)
{
    uint64_t begin_ns = clock_now_ns();

    for (uint64_t i = 0; i < heat->grid->steps && heat->code == CL_SUCCESS; i++) {
        step(heat);
    }
    for (unsigned i = 0; i < heat->grid->device_count && heat->code == CL_SUCCESS; i++) {
        heat->code = clFinish(heat->queues[i]);
    }
    *ms = (double)(clock_now_ns() - begin_ns) / (double)NS_PER_MS;
}

int heat_by_hand(const struct by_hand_grid *grid, double part, double *values, double *ms,
                 struct tool_error *error)
{
    struct heat heat = {.grid = grid, .part = part};

    *ms = 0;
    open_device(&heat, error);
    open_blocks(&heat, values);
    if (heat.code == CL_SUCCESS) {
        run(&heat, ms);
    }
    for (unsigned i = 0; i < grid->blocks; i++) {
        move_block(&heat, &heat.blocks[i], values, 1);
    }
    close_heat(&heat);
    return plain_check(heat.code, "running heat by hand", error);
}
