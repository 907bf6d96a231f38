#include "nodes_by_hand.h"

#include "nodes_by_hand_text.h"
#include "tools/baseline/plain_opencl.h"

#include <string.h>

#define BLOCKS 4u
#define EVENTS (3 * BLOCKS)

/* The block beside one of 2 x 2 in x, and in y. */
static unsigned beside_x(unsigned block)
{
    return block ^ 1u;
}

static unsigned beside_y(unsigned block)
{
    return block ^ 2u;
}

/* ---- making ---- */

static cl_int set_three(cl_kernel kernel, const cl_mem *memory, unsigned count, cl_uint pitch)
{
    cl_int code = CL_SUCCESS;

    for (unsigned i = 0; i < count && code == CL_SUCCESS; i++) {
        code = clSetKernelArg(kernel, i, sizeof memory[i], &memory[i]);
    }
    return code == CL_SUCCESS ? clSetKernelArg(kernel, count, sizeof pitch, &pitch) : code;
}

static cl_int make_memory(struct nodes_by_hand *nodes)
{
    const cl_uint zero = 0;
    size_t bytes = (size_t)(nodes->side + 2) * (nodes->side + 2) * sizeof zero;
    cl_int code;

    nodes->counter = clCreateBuffer(nodes->context, CL_MEM_READ_WRITE, sizeof zero, NULL, &code);
    if (code == CL_SUCCESS) {
        code = clEnqueueFillBuffer(nodes->queue, nodes->counter, &zero, sizeof zero, 0, sizeof zero, 0, NULL,
                                   NULL);
    }
    for (unsigned i = 0; i < 2 * BLOCKS && code == CL_SUCCESS; i++) {
        cl_mem *cells = &nodes->cells[i / BLOCKS][i % BLOCKS];

        *cells = clCreateBuffer(nodes->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
        if (code == CL_SUCCESS) {
            code = clEnqueueFillBuffer(nodes->queue, *cells, &zero, sizeof zero, 0, bytes, 0, NULL, NULL);
        }
    }
    return code;
}

static cl_int make_kernels(struct nodes_by_hand *nodes)
{
    cl_uint pitch = nodes->side + 2;
    cl_int code;

    nodes->count = clCreateKernel(nodes->program, "count", &code);
    if (code == CL_SUCCESS) {
        code = clSetKernelArg(nodes->count, 0, sizeof nodes->counter, &nodes->counter);
    }
    for (unsigned i = 0; i < 2 * BLOCKS && code == CL_SUCCESS; i++) {
        unsigned now = i / BLOCKS;
        unsigned block = i % BLOCKS;
        cl_mem *cells = nodes->cells[now];
        const cl_mem in_x[] = {cells[block], cells[beside_x(block)], cells[beside_x(block)]};
        const cl_mem in_y[] = {cells[block], cells[beside_y(block)], cells[beside_y(block)]};
        const cl_mem over[] = {cells[block], nodes->cells[!now][block]};

        nodes->columns[now][block] = clCreateKernel(nodes->program, "columns", &code);
        nodes->rows[now][block] = clCreateKernel(nodes->program, "rows", &code);
        nodes->around[now][block] = clCreateKernel(nodes->program, "around", &code);
        code = code == CL_SUCCESS ? set_three(nodes->columns[now][block], in_x, 3, pitch) : code;
        code = code == CL_SUCCESS ? set_three(nodes->rows[now][block], in_y, 3, pitch) : code;
        code = code == CL_SUCCESS ? set_three(nodes->around[now][block], over, 2, pitch) : code;
    }
    return code;
}

int nodes_by_hand_open(struct nodes_by_hand *nodes, const struct plain_device *device, uint32_t side,
                       struct tool_error *error)
{
    const char *text = nodes_by_hand_text;
    const size_t length = strlen(text);
    cl_int code;

    memset(nodes, 0, sizeof *nodes);
    nodes->side = side;
    nodes->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &code);
    if (code == CL_SUCCESS) {
        nodes->queue = clCreateCommandQueueWithProperties(nodes->context, device->id, NULL, &code);
    }
    if (plain_check(code, "making a queue", error) != 0 ||
        plain_build(nodes->context, device->id, device->name, "the empty nodes", &text, &length, 1, "",
                    &nodes->program, error) != 0 ||
        plain_check(make_memory(nodes), "taking memory", error) != 0) {
        return -1;
    }
    return plain_check(make_kernels(nodes), "making kernels", error);
}

static void release_kernel(cl_kernel kernel)
{
    if (kernel != NULL) {
        clReleaseKernel(kernel);
    }
}

void nodes_by_hand_close(struct nodes_by_hand *nodes)
{
    release_kernel(nodes->count);
    for (unsigned i = 0; i < 2 * BLOCKS; i++) {
        release_kernel(nodes->columns[i / BLOCKS][i % BLOCKS]);
        release_kernel(nodes->rows[i / BLOCKS][i % BLOCKS]);
        release_kernel(nodes->around[i / BLOCKS][i % BLOCKS]);
        if (nodes->cells[i / BLOCKS][i % BLOCKS] != NULL) {
            clReleaseMemObject(nodes->cells[i / BLOCKS][i % BLOCKS]);
        }
    }
    if (nodes->counter != NULL) {
        clReleaseMemObject(nodes->counter);
    }
    if (nodes->program != NULL) {
        clReleaseProgram(nodes->program);
    }
    if (nodes->queue != NULL) {
        clReleaseCommandQueue(nodes->queue);
    }
    if (nodes->context != NULL) {
        clReleaseContext(nodes->context);
    }
}

/* ---- running ---- */

int nodes_by_hand_chain(struct nodes_by_hand *nodes, uint64_t nodes_count, struct tool_error *error)
{
    const size_t one = 1;
    cl_event last = NULL;
    cl_int code = CL_SUCCESS;

    for (uint64_t i = 0; i < nodes_count && code == CL_SUCCESS; i++) {
        cl_event next = NULL;

        code = clEnqueueNDRangeKernel(nodes->queue, nodes->count, 1, NULL, &one, NULL, last != NULL,
                                      last != NULL ? &last : NULL, &next);
        if (last != NULL) {
            clReleaseEvent(last);
        }
        last = next;
    }
    code = code == CL_SUCCESS ? clFinish(nodes->queue) : code;
    if (last != NULL) {
        clReleaseEvent(last);
    }
    return plain_check(code, "running a chain", error);
}

/* A step: columns behind the cells of the step before, of the block itself and beside in x; rows behind the
 * columns, of the block itself and beside in y; the cells behind the rows of their block.
 * events  of the cells, the columns and the rows of each block: of the step before, or NULL; and out. */
static cl_int step(struct nodes_by_hand *nodes, unsigned now, cl_event events[EVENTS])
{
    const size_t line = nodes->side;
    const size_t whole_line = nodes->side + 2;
    const size_t cells[] = {line, line};
    cl_event *columns = events + BLOCKS;
    cl_event *rows = events + 2 * (size_t)BLOCKS;
    cl_int code = CL_SUCCESS;

    for (unsigned b = 0; b < BLOCKS && code == CL_SUCCESS; b++) {
        const cl_event waits[] = {events[b], events[beside_x(b)]};
        cl_uint count = waits[0] != NULL ? 2 : 0;

        code = clEnqueueNDRangeKernel(nodes->queue, nodes->columns[now][b], 1, NULL, &line, NULL, count,
                                      count > 0 ? waits : NULL, &columns[b]);
    }
    for (unsigned b = 0; b < BLOCKS && code == CL_SUCCESS; b++) {
        const cl_event waits[] = {columns[b], columns[beside_y(b)]};

        code = clEnqueueNDRangeKernel(nodes->queue, nodes->rows[now][b], 1, NULL, &whole_line, NULL, 2, waits,
                                      &rows[b]);
    }
    for (unsigned b = 0; b < BLOCKS && code == CL_SUCCESS; b++) {
        if (events[b] != NULL) {
            clReleaseEvent(events[b]);
            events[b] = NULL;
        }
        code = clEnqueueNDRangeKernel(nodes->queue, nodes->around[now][b], 2, NULL, cells, NULL, 1, &rows[b],
                                      &events[b]);
    }
    for (unsigned i = BLOCKS; i < EVENTS; i++) {
        if (events[i] != NULL) {
            clReleaseEvent(events[i]);
            events[i] = NULL;
        }
    }
    return code;
}

int nodes_by_hand_steps(struct nodes_by_hand *nodes, uint64_t steps, struct tool_error *error)
{
    cl_event events[EVENTS] = {NULL};
    cl_int code = CL_SUCCESS;

    for (uint64_t i = 0; i < steps && code == CL_SUCCESS; i++) {
        code = step(nodes, (unsigned)(i & 1), events);
    }
    code = code == CL_SUCCESS ? clFinish(nodes->queue) : code;
    for (unsigned i = 0; i < EVENTS; i++) {
        if (events[i] != NULL) {
            clReleaseEvent(events[i]);
        }
    }
    return plain_check(code, "running steps", error);
}

int nodes_by_hand_read(struct nodes_by_hand *nodes, uint32_t *counter, unsigned block, uint32_t *cells,
                       struct tool_error *error)
{
    size_t pitch = (size_t)nodes->side + 2;
    const size_t from[] = {sizeof *cells, 1, 0};
    const size_t to[] = {0, 0, 0};
    const size_t region[] = {nodes->side * sizeof *cells, nodes->side, 1};
    cl_int code = clEnqueueReadBuffer(nodes->queue, nodes->counter, CL_TRUE, 0, sizeof *counter, counter, 0,
                                      NULL, NULL);

    if (code == CL_SUCCESS) {
        code = clEnqueueReadBufferRect(nodes->queue, nodes->cells[0][block], CL_TRUE, from, to, region,
                                       pitch * sizeof *cells, 0, nodes->side * sizeof *cells, 0, cells, 0,
                                       NULL, NULL);
    }
    return plain_check(code, "reading memory", error);
}
