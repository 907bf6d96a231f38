#include "frames_queue.h"

#include "matmul_text.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/measure/clock.h"

#include <string.h>

int frames_queue_open(struct frames_queue *frames, const struct frames_queue_options *options,
                      struct tool_error *error)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const char *texts[] = {matmul_text};
    const size_t lengths[] = {strlen(matmul_text)};
    cl_int code;

    memset(frames, 0, sizeof *frames);
    frames->options = *options;
    frames->queue = clCreateCommandQueueWithProperties(options->context, options->id, properties, &code);
    if (plain_check(code, "creating the frames' queue", error) != 0 ||
        plain_build(options->context, options->id, options->device_name, "the frames' kernel", texts, lengths,
                    1, "-cl-std=CL3.0", &frames->program, error) != 0) {
        return -1;
    }
    frames->kernel = clCreateKernel(frames->program, "matmul", &code);
    return plain_check(code, "creating the frames' kernel", error);
}

static void release_matrices(struct frames_queue *frames)
{
    cl_mem *matrices[] = {&frames->a, &frames->b, &frames->c};
    unsigned i;

    for (i = 0; i < 3; i++) {
        if (*matrices[i] != NULL) {
            clReleaseMemObject(*matrices[i]);
            *matrices[i] = NULL;
        }
    }
}

static cl_int put_matrices(struct frames_queue *frames)
{
    struct matmul *matmul = &frames->matmul;
    size_t bytes = (size_t)matmul_bytes(matmul->n);
    uint64_t random = frames->options.seed;
    cl_int code;

    matmul_make_b(matmul, &random);
    code = clEnqueueWriteBuffer(frames->queue, frames->b, CL_TRUE, 0, bytes, matmul->words, 0, NULL, NULL);
    matmul_make_a(matmul, &random);
    if (code == CL_SUCCESS) {
        code =
            clEnqueueWriteBuffer(frames->queue, frames->a, CL_TRUE, 0, bytes, matmul->words, 0, NULL, NULL);
    }
    matmul_forget_words(matmul);
    return code;
}

static cl_int set_arguments(struct frames_queue *frames)
{
    const cl_mem matrices[] = {frames->a, frames->b, frames->c};
    const cl_uint numbers[] = {frames->matmul.n, frames->matmul.depth, frames->matmul.pitch};
    cl_int code = CL_SUCCESS;
    cl_uint i;

    for (i = 0; i < 6 && code == CL_SUCCESS; i++) {
        code = i < 3 ? clSetKernelArg(frames->kernel, i, sizeof matrices[i], &matrices[i])
                     : clSetKernelArg(frames->kernel, i, sizeof numbers[i - 3], &numbers[i - 3]);
    }
    return code;
}

static int size(void *self, uint32_t n, uint32_t depth, struct tool_error *error)
{
    struct frames_queue *frames = self;
    cl_mem *matrices[] = {&frames->a, &frames->b, &frames->c};
    cl_int code = CL_SUCCESS;
    unsigned i;

    if (frames->matmul.n == n && frames->matmul.depth == depth) {
        return 0;
    }
    if (frames->options.n_most == 0) {
        release_matrices(frames);
    }
    matmul_clear(&frames->matmul);
    for (i = 0; i < 3 && code == CL_SUCCESS && *matrices[i] == NULL; i++) {
        *matrices[i] = clCreateBuffer(
            frames->options.context, CL_MEM_READ_WRITE,
            (size_t)matmul_bytes(frames->options.n_most != 0 ? frames->options.n_most : n), NULL, &code);
    }
    if (plain_check(code, "making the frames' matrices", error) != 0 ||
        matmul_init(&frames->matmul, n, depth, error) != 0) {
        return -1;
    }
    code = put_matrices(frames);
    return plain_check(code == CL_SUCCESS ? set_arguments(frames) : code, "filling the frames' matrices",
                       error);
}

int frames_queue_enqueue(struct frames_queue *frames, uint32_t number, cl_event *event,
                         struct tool_error *error)
{
    const cl_uint salt = number + 1;
    size_t local = frames->options.local_items;
    size_t global = ((size_t)matmul_items(&frames->matmul) + local - 1) / local * local;
    cl_int code = clSetKernelArg(frames->kernel, 6, sizeof salt, &salt);

    if (code == CL_SUCCESS) {
        code =
            clEnqueueNDRangeKernel(frames->queue, frames->kernel, 1, NULL, &global, &local, 0, NULL, event);
    }
    return plain_check(code == CL_SUCCESS ? clFlush(frames->queue) : code, "launching a frame", error);
}

/* Launches a product, and waits for it; its event is the caller's then. */
static int launch(struct frames_queue *frames, uint32_t number, cl_event *event, struct tool_error *error)
{
    uint64_t deadline_ns = clock_now_ns() + frames->options.timeout_ns;
    int is_late;

    if (frames_queue_enqueue(frames, number, event, error) != 0) {
        return -1;
    }
    is_late = plain_wait(*event, deadline_ns, "running a frame", error);
    return is_late <= 0 ? is_late
                        : tool_fail(error, "a frame on a queue of its own has not ended after %.0f s",
                                    (double)frames->options.timeout_ns / 1e9);
}

static int run(void *self, uint32_t groups, uint32_t number, struct periodic_times *times,
               struct tool_error *error)
{
    struct frames_queue *frames = self;
    cl_ulong queued = 0, start = 0, end = 0;
    cl_event event;

    times->seen_ns = clock_now_ns();
    if (launch(frames, number, &event, error) != 0) {
        return -1;
    }
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof queued, &queued, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    clReleaseEvent(event);
    times->gather_ns = start > queued ? start - queued : 0;
    times->run_ns = end > start ? end - start : 0;
    times->groups = groups;
    times->wanted = groups;
    return 0;
}

static int check(void *self, uint32_t number, int *is_wrong, struct tool_error *error)
{
    struct frames_queue *frames = self;
    struct matmul *matmul = &frames->matmul;
    size_t row_bytes = matmul->pitch * sizeof *matmul->row;
    uint32_t first, count, row;

    matmul_rows_to_check(matmul, number, &first, &count);
    for (row = first; row < first + count; row++) {
        if (plain_check(clEnqueueReadBuffer(frames->queue, frames->c, CL_TRUE, row * row_bytes, row_bytes,
                                            matmul->row, 0, NULL, NULL),
                        "reading a frame", error) != 0) {
            return -1;
        }
        *is_wrong |= matmul_row_is_wrong(matmul, row, number + 1);
    }
    return 0;
}

struct periodic_work frames_queue_work(struct frames_queue *frames)
{
    return (struct periodic_work){frames, size, run, check};
}

void frames_queue_close(struct frames_queue *frames)
{
    release_matrices(frames);
    matmul_clear(&frames->matmul);
    if (frames->kernel != NULL) {
        clReleaseKernel(frames->kernel);
    }
    if (frames->program != NULL) {
        clReleaseProgram(frames->program);
    }
    if (frames->queue != NULL) {
        clReleaseCommandQueue(frames->queue);
    }
    memset(frames, 0, sizeof *frames);
}
