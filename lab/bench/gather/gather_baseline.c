#include "gather_baseline.h"

#include "apps/bfs/bfs_plan.h"
#include "bfs_source.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/kernel/kernel_plain.h"
#include "tools/measure/clock.h"
#include "tools/random/random.h"
#include "tools/rival/matmul_text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* As gather's product. */
#define N 48
#define BLOCK_WORDS 16
#define MATRIX_BYTES (N * N * sizeof(cl_uint))

/* Tries for each product that meets the search. */
#define TRIES_MAX 4

struct baseline {
    const struct bench_options *options;
    struct kernel_plain *plain;
    const struct kernel_opencl *place;
    cl_command_queue queue; /* the products' */
    cl_program program;
    cl_kernel kernel;
    cl_mem matrices[3];
    uint64_t random;
};

/* A search in a thread of its own. */
struct search {
    struct kernel_plain *plain;
    pthread_t thread;
    struct plain_times times;
    int status;
    struct tool_error error;
};

static void *run_search(void *argument)
{
    struct search *search = argument;

    search->status = kernel_plain_run(search->plain, &search->times, &search->error);
    return NULL;
}

static int set_arguments(struct baseline *baseline, struct tool_error *error)
{
    const cl_uint numbers[] = {N, N, N, 1};
    cl_int code = CL_SUCCESS;
    cl_uint i;

    for (i = 0; i < 7 && code == CL_SUCCESS; i++) {
        code = i < 3
                   ? clSetKernelArg(baseline->kernel, i, sizeof baseline->matrices[i], &baseline->matrices[i])
                   : clSetKernelArg(baseline->kernel, i, sizeof numbers[i - 3], &numbers[i - 3]);
    }
    return plain_check(code, "setting an argument", error);
}

static int make_products(struct baseline *baseline, struct tool_error *error)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const struct kernel_opencl *place = baseline->place;
    const cl_uint one = 1;
    const char *texts[] = {matmul_text};
    size_t lengths[] = {strlen(matmul_text)};
    cl_int code;
    unsigned i;

    baseline->queue = clCreateCommandQueueWithProperties(place->context, place->device.id, properties, &code);
    if (plain_check(code, "creating a second queue", error) != 0 ||
        plain_build(place->context, place->device.id, place->device.name, "the frame's kernel", texts,
                    lengths, 1, "-cl-std=CL3.0", &baseline->program, error) != 0) {
        return -1;
    }
    baseline->kernel = clCreateKernel(baseline->program, "matmul", &code);
    for (i = 0; i < 3 && code == CL_SUCCESS; i++) {
        baseline->matrices[i] = clCreateBuffer(place->context, CL_MEM_READ_WRITE, MATRIX_BYTES, NULL, &code);
        if (code == CL_SUCCESS) {
            code = clEnqueueFillBuffer(baseline->queue, baseline->matrices[i], &one, sizeof one, 0,
                                       MATRIX_BYTES, 0, NULL, NULL);
        }
    }
    if (plain_check(code, "making the frame's matrices", error) != 0) {
        return -1;
    }
    return set_arguments(baseline, error);
}

/* ones * ones + 1 */
static int check_product(struct baseline *baseline, struct tool_error *error)
{
    cl_uint words[N * N];
    unsigned i;

    if (plain_check(clEnqueueReadBuffer(baseline->queue, baseline->matrices[2], CL_TRUE, 0, sizeof words,
                                        words, 0, NULL, NULL),
                    "reading the frame", error) != 0) {
        return -1;
    }
    for (i = 0; i < N * N; i++) {
        if (words[i] != N + 1) {
            return tool_fail(error, "the frame on the second queue is wrong at word %u: %u, not %u", i,
                             words[i], N + 1);
        }
    }
    return 0;
}

struct product_times {
    cl_ulong queued;
    cl_ulong start;
};

static int run_product(struct baseline *baseline, struct product_times *times, struct tool_error *error)
{
    size_t local = baseline->options->local_items;
    size_t items = N * (N / BLOCK_WORDS);
    size_t global = (items + local - 1) / local * local;
    uint64_t deadline_ns = clock_now_ns() + bench_timeout_ns(baseline->options);
    cl_event event = NULL;
    cl_int code;
    int is_late;

    code =
        clEnqueueNDRangeKernel(baseline->queue, baseline->kernel, 1, NULL, &global, &local, 0, NULL, &event);
    if (plain_check(code == CL_SUCCESS ? clFlush(baseline->queue) : code, "enqueuing a frame", error) != 0) {
        return -1;
    }
    is_late = plain_wait(event, deadline_ns, "running a frame", error);
    if (is_late != 0) {
        return is_late < 0 ? -1
                           : tool_fail(error, "the frame on the second queue has not ended after %.0f s",
                                       baseline->options->timeout_s);
    }
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof times->queued, &times->queued, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof times->start, &times->start, NULL);
    clReleaseEvent(event);
    return check_product(baseline, error);
}

/* Launches one product beside one search, `after_ns` after the search was enqueued. */
static int meet(struct baseline *baseline, uint64_t after_ns, struct baseline_results *results,
                struct tool_error *error)
{
    struct search search = {.plain = baseline->plain};
    struct product_times product = {0, 0};
    int status;

    if (pthread_create(&search.thread, NULL, run_search, &search) != 0) {
        return tool_fail(error, "no thread can be started");
    }
    clock_sleep_ns(after_ns);
    status = run_product(baseline, &product, error);
    pthread_join(search.thread, NULL);
    if (status != 0 || search.status != 0) {
        return status != 0 ? -1 : tool_fail(error, "%s", search.error.text);
    }
    if (product.queued >= search.times.end_ns - search.times.kernel_ns &&
        product.queued < search.times.end_ns) {
        samples_add(&results->wait_us, ((double)product.start - (double)product.queued) / 1e3);
        samples_add(&results->search_ms, (double)search.times.kernel_ns / 1e6);
        results->after_end += product.start >= search.times.end_ns - search.times.kernel_ns / 50;
    }
    return 0;
}

static int measure(struct baseline *baseline, uint32_t count, struct baseline_results *results,
                   struct tool_error *error)
{
    struct plain_times alone;
    struct product_times ignored;
    uint32_t i;
    int status = kernel_plain_run(baseline->plain, &alone, error);

    if (status == 0) {
        status = run_product(baseline, &ignored, error); /* compiles, perhaps */
    }
    for (i = 0; i < TRIES_MAX * count && results->wait_us.count < count && status == 0; i++) {
        /* Resetting the search's memory precedes the search, so some products come too early and do not
         * count. */
        status = meet(baseline, random_next(&baseline->random) % (alone.wall_ns + 1), results, error);
    }
    return status;
}

static struct kernel_plain_options search_options(const struct bench_options *options)
{
    struct kernel_plain_options search = {.opencl = {.device = options->device,
                                                     .groups = (uint32_t)options->baseline_groups,
                                                     .local_items = (uint32_t)options->local_items,
                                                     .timeout_ns = bench_timeout_ns(options)}};

    if (options->baseline_groups == 0) {
        search.fills = 1;
        search.opencl.groups = (uint32_t)options->groups;
        search.opencl.local_items = search.opencl.local_items > 1 ? search.opencl.local_items / 2 : 1;
    }
    return search;
}

int baseline_measure(const struct bench_options *options, const struct graph *graph, uint32_t count,
                     struct baseline_results *results, struct tool_error *error)
{
    const struct kernel_plain_options plain_options = search_options(options);
    struct kernel_plan plan = {0};
    struct baseline baseline;
    int status;
    unsigned i;

    memset(results, 0, sizeof *results);
    memset(&baseline, 0, sizeof baseline);
    baseline.options = options;
    baseline.random = options->seed;
    bfs_plan_make(&plan, graph, 0, 0, BFS_NEAR_BY_DEVICE);
    status = kernel_plain_create(&plain_options, &bfs_source, &plan, &baseline.plain, error);
    if (status == 0) {
        baseline.place = kernel_plain_opencl(baseline.plain);
        results->groups = kernel_plain_groups(baseline.plain);
        results->local_items = plain_options.opencl.local_items;
        status = make_products(&baseline, error) == 0 ? measure(&baseline, count, results, error) : -1;
    }
    for (i = 0; i < 3; i++) {
        if (baseline.matrices[i] != NULL) {
            clReleaseMemObject(baseline.matrices[i]);
        }
    }
    if (baseline.kernel != NULL) {
        clReleaseKernel(baseline.kernel);
    }
    if (baseline.program != NULL) {
        clReleaseProgram(baseline.program);
    }
    if (baseline.queue != NULL) {
        clReleaseCommandQueue(baseline.queue);
    }
    kernel_plain_destroy(baseline.plain);
    return status;
}

void baseline_clear(struct baseline_results *results)
{
    samples_clear(&results->wait_us);
    samples_clear(&results->search_ms);
}
