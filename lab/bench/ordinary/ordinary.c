/* Eleven ordinary kernels inside a run and outside of it: the same text, once as regular kernels of a module,
 * once as a program of OpenCL alone. And a cooperative one, beside itself with as many work-groups.
 *
 * A turn is a run, in which each kernel is launched some times, and then, with no run beside them, as many
 * times by clEnqueueNDRangeKernel. Both times are the device's, without the launch. What a kernel has left in
 * memory must be the same, bit by bit. */
#include "lab/bench/base/bench.h"

#include "lab/bench/ordinary/ordinary_kernels.h"
#include "ordinary_kernels_text.h"
#include "tools/baseline/plain_device.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/measure/samples.h"
#include "tools/session/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* It has as many work-groups as the run, and no index space of its own. */
static int is_cooperative(const struct ordinary_kernel *kernel)
{
    return kernel->global_items[0] == 0;
}

struct ordinary_bench {
    const struct bench_options *options;
    struct session session;
    struct plain_device device;
    struct ordinary_kernel kernels[KERNELS];
    uint64_t bytes; /* of each buffer */
    float *first;   /* what all begin with */
    uint32_t *left;
    coop_buffer *inside[BUFFERS];
    struct ordinary_outside outside;
    uint32_t groups;
    struct samples inside_ms[KERNELS], outside_ms[KERNELS];
    uint64_t inside_sums[KERNELS];
    uint32_t wrong[KERNELS];
    struct table table;
};

/* FNV-1a, a word at a time. */
static uint64_t sum_of(const uint32_t *words, uint64_t bytes)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (uint64_t i = 0; i < bytes / sizeof *words; i++) {
        sum = (sum ^ words[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static int launch_inside(struct ordinary_bench *bench, const struct ordinary_kernel *kernel, uint64_t *ns,
                         struct tool_error *error)
{
    struct coop_launch_stats stats;
    coop_launch *launch;

    if (ordinary_launch(&bench->session, kernel, bench->inside, NULL, &launch, error) != 0 ||
        session_wait(&bench->session, launch, bench_timeout_ns(bench->options), &stats, error) != 0) {
        return -1;
    }
    *ns = stats.run_ns;
    return 0;
}

static int play_inside(struct ordinary_bench *bench, unsigned index, struct tool_error *error)
{
    for (unsigned i = 0; i < BUFFERS; i++) {
        if (session_check(&bench->session, coop_buffer_write(bench->inside[i], 0, bench->first, bench->bytes),
                          error) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i <= bench->options->searches; i++) {
        uint64_t ns;

        if (launch_inside(bench, &bench->kernels[index], &ns, error) != 0) {
            return -1;
        }
        if (i > 0) { /* the first one brings pages and caches */
            samples_add(&bench->inside_ms[index], (double)ns / 1e6);
        }
    }
    if (session_check(&bench->session, coop_buffer_read(bench->inside[0], 0, bench->left, bench->bytes),
                      error) != 0) {
        return -1;
    }
    bench->inside_sums[index] = sum_of(bench->left, bench->bytes);
    return 0;
}

static int play_outside(struct ordinary_bench *bench, unsigned index, struct tool_error *error)
{
    const struct ordinary_kernel *kernel = &bench->kernels[index];
    const size_t resident[DIMENSIONS] = {(size_t)bench->groups * kernel->local_items[0]};
    struct plain_work work = {.queue = bench->outside.queue,
                              .kernel = bench->outside.objects[index],
                              .timeout_ns = bench_timeout_ns(bench->options),
                              .device_name = bench->device.name};
    cl_int code = CL_SUCCESS;

    for (unsigned i = 0; i < BUFFERS; i++) {
        code |= clEnqueueWriteBuffer(work.queue, bench->outside.buffers[i], CL_TRUE, 0, bench->bytes,
                                     bench->first, 0, NULL, NULL);
    }
    if (plain_check(code, "writing buffers", error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i <= bench->options->searches; i++) {
        struct plain_times times;

        if (plain_launch_range(&work, kernel->dimensions,
                               is_cooperative(kernel) ? resident : kernel->global_items, kernel->local_items,
                               &times, error) != 0) {
            return -1;
        }
        if (i > 0) {
            samples_add(&bench->outside_ms[index], (double)times.kernel_ns / 1e6);
        }
    }
    code = clEnqueueReadBuffer(work.queue, bench->outside.buffers[0], CL_TRUE, 0, bench->bytes, bench->left,
                               0, NULL, NULL);
    bench->wrong[index] += sum_of(bench->left, bench->bytes) != bench->inside_sums[index];
    return plain_check(code, "reading a buffer", error);
}

/* 1: so many work-groups do not fit. */
static int turn(struct ordinary_bench *bench, uint32_t wanted, struct tool_error *error)
{
    const struct coop_run_options options = {.worker_groups = wanted,
                                             .local_items = (uint32_t)bench->options->local_items,
                                             .timeout_ns = bench_timeout_ns(bench->options),
                                             .stall_after_ns = bench_stall_ns(bench->options)};
    struct coop_run_report report;
    int status = session_start_if_it_fits(&bench->session, &options, error);

    if (status != 0) {
        return status;
    }
    status = session_check(&bench->session, coop_run_report(bench->session.run, &report), error);
    bench->groups = status == 0 ? report.worker_groups : 0;
    for (unsigned i = 0; i < KERNELS && status == 0; i++) {
        status = play_inside(bench, i, error);
    }
    if (status != 0 || session_stop(&bench->session, error) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < KERNELS && status == 0; i++) {
        status = play_outside(bench, i, error);
    }
    return status;
}

static const struct table_column columns[] = {{"kernel", 1, 16}, {"groups", 0, 6},      {"local", 0, 6},
                                              {"samples", 0, 7}, {"outside_ms", 0, 10}, {"inside_ms", 0, 10},
                                              {"ratio", 0, 6},   {"wrong", 0, 6},       {NULL, 0, 0}};

static void print_row(struct ordinary_bench *bench, const char *name, size_t samples, double outside,
                      double inside, double ratio, uint32_t wrong)
{
    struct table *table = &bench->table;

    table_begin_row(table);
    table_cell(table, "%s", name);
    table_cell(table, "%u", bench->groups);
    table_cell(table, "%llu", (unsigned long long)bench->options->local_items);
    table_cell(table, "%zu", samples);
    table_cell(table, "%.3f", outside);
    table_cell(table, "%.3f", inside);
    table_cell(table, "%.2f", ratio);
    table_cell(table, "%u", wrong);
    table_end_row(table);
}

/* 1 where results differ. */
static int print_results(struct ordinary_bench *bench)
{
    double logs = 0.0, worst = 0.0, outside_ms = 0.0, inside_ms = 0.0;
    uint32_t wrong = 0;

    for (unsigned i = 0; i < KERNELS; i++) {
        double outside = samples_median(&bench->outside_ms[i]);
        double inside = samples_median(&bench->inside_ms[i]);
        double ratio = inside / outside;

        print_row(bench, bench->kernels[i].name, bench->inside_ms[i].count, outside, inside, ratio,
                  bench->wrong[i]);
        if (bench->wrong[i] > 0) {
            fprintf(stderr, "coop-bench ordinary: %s leaves other bits inside than outside: WRONG\n",
                    bench->kernels[i].name);
        }
        wrong += bench->wrong[i];
        if (!is_cooperative(&bench->kernels[i])) {
            logs += log(ratio);
            worst = ratio > worst ? ratio : worst;
            outside_ms += outside;
            inside_ms += inside;
        }
        samples_clear(&bench->outside_ms[i]);
        samples_clear(&bench->inside_ms[i]);
        bench->wrong[i] = 0;
    }
    print_row(bench, "geometric mean", ORDINARY, outside_ms, inside_ms, exp(logs / ORDINARY), wrong);
    print_row(bench, "worst", ORDINARY, outside_ms, inside_ms, worst, wrong);
    fflush(stdout);
    return wrong > 0;
}

static int bench_groups(struct ordinary_bench *bench, uint32_t wanted, struct tool_error *error)
{
    for (uint64_t i = 0; i < bench->options->pairs; i++) {
        int status = turn(bench, wanted, error);

        if (status > 0) {
            fprintf(stderr, "coop-bench ordinary: not with %u work-groups: %s\n", wanted, error->text);
            return 0;
        }
        if (status < 0) {
            return -1;
        }
    }
    return print_results(bench);
}

static int prepare(struct ordinary_bench *bench, uint32_t groups, struct tool_error *error)
{
    const struct bench_options *options = bench->options;
    struct session_options session_options = {.device = options->device,
                                              .groups = groups,
                                              .module_text = ordinary_kernels_module_text,
                                              .module_bytes = ordinary_kernels_module_bytes};
    cl_device_type type = CL_DEVICE_TYPE_CPU;

    if (plain_device_choose(options->device, groups, (uint32_t)options->local_items, &bench->device, error) !=
        0) {
        return -1;
    }
    clGetDeviceInfo(bench->device.id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    bench->bytes = ordinary_list(bench->kernels, (type & CL_DEVICE_TYPE_GPU) != 0);
    bench->first = malloc(bench->bytes);
    bench->left = malloc(bench->bytes);
    if (bench->first == NULL || bench->left == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    for (uint32_t i = 0; i < bench->bytes / sizeof(float); i++) {
        bench->first[i] = (float)((i * 2654435761u) >> 8) / 16777216.0f;
    }
    session_options.memory_bytes = BUFFERS * bench->bytes + (4 << 20);
    if (session_open(&session_options, &bench->session, error) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < BUFFERS; i++) {
        if (session_check(&bench->session,
                          coop_buffer_create(bench->session.context, bench->bytes, &bench->inside[i]),
                          error) != 0) {
            return -1;
        }
    }
    return ordinary_outside_open(&bench->device, 1, bench->kernels, bench->bytes, &bench->outside, error);
}

static void release(struct ordinary_bench *bench)
{
    for (unsigned i = 0; i < BUFFERS; i++) {
        coop_buffer_destroy(bench->inside[i]);
    }
    ordinary_outside_close(&bench->outside);
    session_close(&bench->session);
    for (unsigned i = 0; i < KERNELS; i++) {
        samples_clear(&bench->inside_ms[i]);
        samples_clear(&bench->outside_ms[i]);
    }
    free(bench->first);
    free(bench->left);
}

int bench_ordinary(const struct bench_options *options, struct tool_error *error)
{
    struct ordinary_bench bench;
    struct bench_list list = options->groups_list;
    int status;

    if (list.count == 0) {
        list.items[list.count++] = (uint32_t)options->groups;
    }
    memset(&bench, 0, sizeof bench);
    bench.options = options;
    status = prepare(&bench, bench_list_largest(&list), error);
    if (status == 0) {
        table_begin(&bench.table, options->report, "rows", columns);
    }
    for (unsigned i = 0; i < list.count && status >= 0; i++) {
        int wrong = bench_groups(&bench, list.items[i], error);

        status = wrong != 0 ? wrong : status;
    }
    table_end(&bench.table);
    release(&bench);
    return status;
}
