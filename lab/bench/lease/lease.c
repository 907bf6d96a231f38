/* Ordinary kernels beside a run of which work-groups leave (coop/lease.h): the eleven kernels of
 * lab/bench/ordinary on a queue of the program's, alone, while all work-groups of the run but one are away,
 * and while a quarter or half of them are, with searches on the others; how long it takes until they begin,
 * and until the work-groups are back. In turns with these, the same kernels launched into the run, on as many
 * work-groups.
 *
 * On a GPU two kernels of one work-item tell the device's clock, in front of a kernel and behind it, since
 * the driver tells no times of kernels beside a live run; elsewhere OpenCL's profiling does. */
#include "lab/bench/gather/gather_holder.h"
#include "lab/bench/ordinary/ordinary_kernels.h"
#include "lease_bfs_text.h"
#include "lease_octree_text.h"
#include "lease_uts_text.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/measure/samples.h"

#include <coop/lease.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEARCHES = 8, /* that follow each other */
    TURNS_MOST = 1000,
    LOCAL_ITEMS = 256 /* of the kernels */
};

enum way { ALONE, ALL_BUT_ONE, LEASED_QUARTER, RUN_QUARTER, LEASED_HALF, RUN_HALF, WAYS };
static const char *const way_names[WAYS] = {"alone",        "all but one", "quarter",
                                            "quarter, run", "half",        "half, run"};

static int is_in_run(enum way way)
{
    return way == RUN_QUARTER || way == RUN_HALF;
}

static uint32_t groups_of(enum way way, uint32_t workers)
{
    switch (way) {
    case ALONE:
        return 0;
    case ALL_BUT_ONE:
        return workers > 1 ? workers - 1 : 1;
    case LEASED_QUARTER:
    case RUN_QUARTER:
        return (workers + 3) / 4;
    default:
        return (workers + 1) / 2;
    }
}

static const char *const clock_text = "kernel void stamp(global ulong *at, uint i)\n"
                                      "{\n"
                                      "    ulong ns;\n"
                                      "    asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(ns));\n"
                                      "    at[i] = ns;\n"
                                      "}\n";

struct lease_times {
    struct samples kernel_ms, gather_us, first_us, back_us;
};

struct lease_bench {
    const struct bench_options *options;
    struct plain_device device;
    int is_gpu;
    struct ordinary_kernel kernels[KERNELS];
    uint64_t bytes; /* of each buffer */
    struct ordinary_outside outside;
    cl_program clock_program;
    cl_kernel stamp;
    cl_mem stamps;
    struct session session;
    coop_buffer *inside[BUFFERS];
    struct holder_input input;
    struct holder holders[SEARCHES];
    coop_launch *searches[SEARCHES];
    struct lease_times times[WAYS][ORDINARY];
    struct samples search_ms[WAYS];
    uint32_t workers, range_items_max, wrong;
    struct table table;
};

/* What one launch of a kernel has taken. */
struct lease_sample {
    cl_ulong begin_ns, end_ns; /* on the device */
    struct coop_launch_stats stats;
};

static int put_stamp(struct lease_bench *bench, cl_uint index)
{
    const size_t one = 1;
    cl_int code = clSetKernelArg(bench->stamp, 0, sizeof bench->stamps, &bench->stamps);

    code |= clSetKernelArg(bench->stamp, 1, sizeof index, &index);
    return code |
           clEnqueueNDRangeKernel(bench->outside.queue, bench->stamp, 1, NULL, &one, &one, 0, NULL, NULL);
}

static cl_int enqueue(struct lease_bench *bench, unsigned index, cl_event *event)
{
    const struct ordinary_kernel *kernel = &bench->kernels[index];
    cl_int code = bench->is_gpu ? put_stamp(bench, 0) : CL_SUCCESS;

    code |= clEnqueueNDRangeKernel(bench->outside.queue, bench->outside.objects[index], kernel->dimensions,
                                   NULL, kernel->global_items, kernel->local_items, 0, NULL, event);
    return bench->is_gpu ? code | put_stamp(bench, 1) : code;
}

static cl_int read_times(struct lease_bench *bench, cl_event event, struct lease_sample *sample)
{
    cl_ulong ns[2] = {0, 0};
    cl_int code = CL_SUCCESS;

    if (bench->is_gpu) {
        code = clEnqueueReadBuffer(bench->outside.queue, bench->stamps, CL_TRUE, 0, sizeof ns, ns, 0, NULL,
                                   NULL);
    } else {
        code = clFinish(bench->outside.queue);
        code |= clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof ns[0], &ns[0], NULL);
        code |= clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ns[1], &ns[1], NULL);
    }
    sample->begin_ns = ns[0];
    sample->end_ns = ns[1];
    return code;
}

static int launch_in_run(struct lease_bench *bench, unsigned index, uint32_t groups,
                         struct lease_sample *sample, struct tool_error *error)
{
    const struct coop_launch_options options = {.groups = groups, .priority = 1};
    coop_launch *launch;

    if (ordinary_launch(&bench->session, &bench->kernels[index], bench->inside, &options, &launch, error) !=
            0 ||
        session_wait(&bench->session, launch, bench_timeout_ns(bench->options), &sample->stats, error) != 0) {
        return -1;
    }
    sample->begin_ns = sample->stats.started_ns;
    sample->end_ns = sample->stats.ended_ns;
    return 0;
}

/* groups  that are to leave for it; 0: without a lease */
static int launch_outside(struct lease_bench *bench, unsigned index, uint32_t groups,
                          struct lease_sample *sample, struct tool_error *error)
{
    const struct coop_launch_options options = {
        .groups = groups, .priority = 1, .timeout_ns = bench_timeout_ns(bench->options)};
    coop_launch *lease = NULL;
    cl_event event = NULL;
    int status = 0;

    if (groups != 0) {
        status =
            session_check(&bench->session, coop_lease_begin(bench->session.run, &options, &lease), error);
    }
    if (status == 0) {
        status = plain_check(enqueue(bench, index, &event), "enqueuing an ordinary kernel", error);
    }
    if (status == 0 && groups != 0) {
        status = session_check(&bench->session, coop_lease_end(lease, bench->outside.queue), error);
    }
    if (status == 0 && groups != 0) {
        status =
            session_wait(&bench->session, lease, bench_timeout_ns(bench->options), &sample->stats, error);
    }
    if (status == 0) {
        status = plain_check(read_times(bench, event, sample), "waiting for an ordinary kernel", error);
    }
    if (event != NULL) {
        clReleaseEvent(event);
    }
    return status;
}

static int measure(struct lease_bench *bench, enum way way, unsigned index, struct lease_sample *sample,
                   struct tool_error *error)
{
    uint32_t groups = groups_of(way, bench->workers);

    return is_in_run(way) ? launch_in_run(bench, index, groups, sample, error)
                          : launch_outside(bench, index, groups, sample, error);
}

static double between_us(uint64_t from_ns, uint64_t to_ns)
{
    return to_ns > from_ns ? (double)(to_ns - from_ns) / 1e3 : 0.0;
}

static void note(struct lease_bench *bench, enum way way, unsigned index, const struct lease_sample *sample)
{
    struct lease_times *times = &bench->times[way][index];

    samples_add(&times->kernel_ms, (double)(sample->end_ns - sample->begin_ns) / 1e6);
    if (way != ALONE) {
        samples_add(&times->gather_us, (double)sample->stats.gather_ns / 1e3);
    }
    if (way != ALONE && !is_in_run(way) && bench->is_gpu) { /* elsewhere OpenCL has a clock of its own */
        samples_add(&times->first_us, between_us(sample->stats.seen_ns, sample->begin_ns));
        samples_add(&times->back_us, between_us(sample->end_ns, sample->stats.ended_ns));
    }
}

static int play(struct lease_bench *bench, enum way way, struct tool_error *error)
{
    for (unsigned index = 0; index < ORDINARY; index++) {
        for (uint64_t i = 0; i <= bench->options->searches; i++) {
            struct lease_sample sample;

            if (measure(bench, way, index, &sample, error) != 0) {
                return -1;
            }
            if (i > 0) { /* the first one brings pages and caches */
                note(bench, way, index, &sample);
            }
        }
    }
    return 0;
}

/* The searches follow each other, each with memory of its own. */
static int begin_searches(struct lease_bench *bench, struct tool_error *error)
{
    struct coop_launch_options options = {0};

    for (unsigned i = 0; i < SEARCHES; i++) {
        if (holder_reset(&bench->holders[i], error) != 0) {
            return -1;
        }
    }
    for (unsigned i = 0; i < SEARCHES; i++) {
        options.after[0] = i > 0 ? bench->searches[i - 1] : NULL;
        if (holder_launch(&bench->holders[i], &options, &bench->searches[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int end_searches(struct lease_bench *bench, struct samples *ms, struct tool_error *error)
{
    uint64_t timeout_ns = bench_timeout_ns(bench->options);

    for (unsigned i = 0; i < SEARCHES; i++) {
        struct coop_launch_stats stats;
        struct tool_error difference;

        if (session_wait(&bench->session, bench->searches[i], timeout_ns, &stats, error) != 0) {
            return -1;
        }
        if (i > 0) {
            samples_add(ms, (double)stats.run_ns / 1e6);
        }
        if (holder_check(&bench->holders[i], &difference) != 0) {
            fprintf(stderr, "coop-bench lease: WRONG: %s\n", difference.text);
            bench->wrong++;
        }
    }
    return 0;
}

static int search_goes_on(struct lease_bench *bench)
{
    return coop_launch_wait(bench->searches[SEARCHES - 1], 0, NULL) == COOP_TIMED_OUT;
}

/* Each kernel beside searches, one after the other, until each has its samples. */
static int play_beside(struct lease_bench *bench, enum way way, struct tool_error *error)
{
    unsigned index = 0;
    uint64_t samples = 0;

    for (unsigned turns = 0; index < ORDINARY; turns++) {
        if (turns == TURNS_MOST) {
            return tool_fail(error, "%s takes longer beside a search than %u searches",
                             bench->kernels[index].name, SEARCHES);
        }
        if (begin_searches(bench, error) != 0) {
            return -1;
        }
        while (index < ORDINARY && search_goes_on(bench)) {
            struct lease_sample sample;

            if (measure(bench, way, index, &sample, error) != 0) {
                return -1;
            }
            if (search_goes_on(bench)) {
                note(bench, way, index, &sample);
                index += ++samples == bench->options->searches;
                samples %= bench->options->searches;
            }
        }
        if (end_searches(bench, &bench->search_ms[way], error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* In a run the kernels want its local size to be as large as theirs, on a GPU. */
static int is_played(const struct lease_bench *bench, enum way way)
{
    return !is_in_run(way) || bench->range_items_max >= LOCAL_ITEMS;
}

/* The searches without anything beside them, then each way. */
static int play_turn(struct lease_bench *bench, struct tool_error *error)
{
    int status =
        begin_searches(bench, error) != 0 ? -1 : end_searches(bench, &bench->search_ms[ALONE], error);

    for (unsigned way = LEASED_QUARTER; way < WAYS && status == 0; way++) {
        if (is_played(bench, (enum way)way)) {
            status = play_beside(bench, (enum way)way, error);
        }
    }
    return status;
}

static const struct table_column columns[] = {
    {"kernel", 1, 16},   {"groups", 0, 6},           {"away", 1, 12},     {"samples", 0, 7},
    {"ms", 0, 8},        {"to_alone", 0, 8},         {"gather_us", 0, 9}, {"gather_99", 0, 9},
    {"first_us", 0, 8},  {"first_99", 0, 8},         {"back_us", 0, 7},   {"back_99", 0, 7},
    {"search_ms", 0, 9}, {"search_to_alone", 0, 15}, {"wrong", 0, 5},     {NULL, 0, 0}};

static void print_samples(struct table *table, struct samples *samples)
{
    table_cell(table, "%.1f", samples->count > 0 ? samples_median(samples) : 0.0);
    table_cell(table, "%.1f", samples->count > 0 ? samples_quantile(samples, 0.99) : 0.0);
}

static void join(struct samples *all, const struct samples *some)
{
    for (size_t i = 0; i < some->count; i++) {
        samples_add(all, some->values[i]);
    }
}

static void print_row(struct lease_bench *bench, const char *name, enum way way, struct lease_times *times,
                      double ms, double ratio)
{
    struct table *table = &bench->table;
    double search_ms = samples_median(&bench->search_ms[way == ALL_BUT_ONE ? ALONE : way]);

    table_begin_row(table);
    table_cell(table, "%s", name);
    table_cell(table, "%u", bench->workers);
    table_cell(table, "%s", way_names[way]);
    table_cell(table, "%zu", times->kernel_ms.count);
    table_cell(table, "%.3f", ms);
    table_cell(table, "%.3f", ratio);
    print_samples(table, &times->gather_us);
    print_samples(table, &times->first_us);
    print_samples(table, &times->back_us);
    table_cell(table, "%.3f", search_ms);
    table_cell(table, "%.3f", search_ms / samples_median(&bench->search_ms[ALONE]));
    table_cell(table, "%u", bench->wrong);
    table_end_row(table);
}

static void print_way(struct lease_bench *bench, enum way way)
{
    struct lease_times all = {.kernel_ms = {0}};
    double logs = 0.0, sum_ms = 0.0;

    for (unsigned i = 0; i < ORDINARY; i++) {
        struct lease_times *times = &bench->times[way][i];
        double ms = samples_median(&times->kernel_ms);
        double ratio = ms / samples_median(&bench->times[ALONE][i].kernel_ms);

        print_row(bench, bench->kernels[i].name, way, times, ms, ratio);
        logs += log(ratio);
        sum_ms += ms;
        join(&all.kernel_ms, &times->kernel_ms);
        join(&all.gather_us, &times->gather_us);
        join(&all.first_us, &times->first_us);
        join(&all.back_us, &times->back_us);
    }
    print_row(bench, "geometric mean", way, &all, sum_ms, exp(logs / ORDINARY));
    samples_clear(&all.kernel_ms);
    samples_clear(&all.gather_us);
    samples_clear(&all.first_us);
    samples_clear(&all.back_us);
}

static void forget(struct lease_bench *bench)
{
    for (unsigned way = 0; way < WAYS; way++) {
        for (unsigned i = 0; i < ORDINARY; i++) {
            struct lease_times *times = &bench->times[way][i];

            samples_clear(&times->kernel_ms);
            samples_clear(&times->gather_us);
            samples_clear(&times->first_us);
            samples_clear(&times->back_us);
        }
        samples_clear(&bench->search_ms[way]);
    }
}

static int bench_groups(struct lease_bench *bench, uint32_t wanted, struct tool_error *error)
{
    const struct bench_options *options = bench->options;
    const struct coop_run_options run_options = {.worker_groups = wanted,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};
    struct coop_run_report report;
    int status = play(bench, ALONE, error);

    if (status != 0) {
        return -1;
    }
    status = session_start_if_it_fits(&bench->session, &run_options, error);
    if (status > 0) {
        fprintf(stderr, "coop-bench lease: not with %u work-groups: %s\n", wanted, error->text);
        return 0;
    }
    if (status < 0 ||
        session_check(&bench->session, coop_run_report(bench->session.run, &report), error) != 0) {
        return -1;
    }
    bench->workers = report.worker_groups;
    bench->range_items_max = report.range_items_max;
    for (unsigned i = 0; i < SEARCHES && status == 0; i++) {
        status = holder_init(&bench->holders[i], &bench->input, &bench->session, bench->workers,
                             (uint32_t)options->local_items, error);
    }
    if (status == 0) {
        status = play(bench, ALL_BUT_ONE, error);
    }
    for (uint64_t i = 0; i < options->pairs && status == 0; i++) {
        status = play_turn(bench, error);
    }
    if (status == 0) {
        for (unsigned way = 0; way < WAYS; way++) {
            if (is_played(bench, (enum way)way)) {
                print_way(bench, (enum way)way);
            }
        }
        fflush(stdout);
        for (unsigned i = 0; i < SEARCHES; i++) {
            holder_clear(&bench->holders[i]);
        }
    }
    forget(bench);
    return status == 0 ? session_stop(&bench->session, error) : -1;
}

/* The kernels' memory, outside and inside, and on a GPU a clock. */
static int prepare_kernels(struct lease_bench *bench, struct tool_error *error)
{
    const size_t clock_lengths[] = {strlen(clock_text)};
    const cl_uchar some = 0x3e; /* as floats, 0.19 */
    cl_int code = CL_SUCCESS;

    for (unsigned i = 0; i < BUFFERS; i++) {
        code |= clEnqueueFillBuffer(bench->outside.queue, bench->outside.buffers[i], &some, sizeof some, 0,
                                    bench->bytes, 0, NULL, NULL);
        if (session_check(&bench->session,
                          coop_buffer_create(bench->session.context, bench->bytes, &bench->inside[i]),
                          error) != 0 ||
            session_check(&bench->session, coop_buffer_fill(bench->inside[i], 0, some, bench->bytes),
                          error) != 0) {
            return -1;
        }
    }
    if (plain_check(code | clFinish(bench->outside.queue), "filling buffers", error) != 0) {
        return -1;
    }
    if (!bench->is_gpu) {
        return 0;
    }
    if (plain_build(bench->outside.context, bench->device.id, bench->device.name, "the clock", &clock_text,
                    clock_lengths, 1, "", &bench->clock_program, error) != 0) {
        return -1;
    }
    bench->stamp = clCreateKernel(bench->clock_program, "stamp", &code);
    if (code == CL_SUCCESS) {
        bench->stamps =
            clCreateBuffer(bench->outside.context, CL_MEM_READ_WRITE, 2 * sizeof(cl_ulong), NULL, &code);
    }
    return plain_check(code == CL_SUCCESS ? clFinish(bench->outside.queue) : code, "making the clock", error);
}

/* The eleven kernels and the search's. */
static void set_module(enum holder_app app, struct session_options *options)
{
    const char *const texts[] = {lease_bfs_module_text, lease_uts_module_text, lease_octree_module_text};
    const size_t bytes[] = {lease_bfs_module_bytes, lease_uts_module_bytes, lease_octree_module_bytes};

    options->module_text = texts[app];
    options->module_bytes = bytes[app];
}

static int prepare(struct lease_bench *bench, uint32_t groups, struct tool_error *error)
{
    const struct bench_options *options = bench->options;
    uint64_t bytes = holder_bytes(&bench->input, groups, (uint32_t)options->local_items, error);
    struct session_options session_options = {.device = options->device, .groups = groups};
    cl_device_type type = CL_DEVICE_TYPE_CPU;

    if (bytes == 0 || plain_device_choose(options->device, groups, (uint32_t)options->local_items,
                                          &bench->device, error) != 0) {
        return -1;
    }
    clGetDeviceInfo(bench->device.id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    bench->is_gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
    bench->bytes = ordinary_list(bench->kernels, bench->is_gpu);
    session_options.memory_bytes = SEARCHES * bytes + BUFFERS * bench->bytes + (4 << 20);
    set_module(bench->input.app, &session_options);
    if (ordinary_outside_open(&bench->device, !bench->is_gpu, bench->kernels, bench->bytes, &bench->outside,
                              error) != 0) {
        return -1;
    }
    session_options.opencl = bench->outside.context;
    return session_open(&session_options, &bench->session, error) != 0 ? -1 : prepare_kernels(bench, error);
}

static void release(struct lease_bench *bench)
{
    for (unsigned i = 0; i < SEARCHES; i++) {
        holder_clear(&bench->holders[i]);
    }
    for (unsigned i = 0; i < BUFFERS; i++) {
        coop_buffer_destroy(bench->inside[i]);
    }
    session_close(&bench->session);
    if (bench->stamp != NULL) {
        clReleaseKernel(bench->stamp);
    }
    if (bench->stamps != NULL) {
        clReleaseMemObject(bench->stamps);
    }
    if (bench->clock_program != NULL) {
        clReleaseProgram(bench->clock_program);
    }
    ordinary_outside_close(&bench->outside);
    holder_input_clear(&bench->input);
    forget(bench);
}

int bench_lease(const struct bench_options *options, struct tool_error *error)
{
    struct lease_bench *bench = calloc(1, sizeof *bench);
    struct bench_list list = options->groups_list;
    int status;

    if (bench == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    if (list.count == 0) {
        list.items[list.count++] = (uint32_t)options->groups;
    }
    bench->options = options;
    status = holder_input_make(&bench->input, options, error);
    if (status == 0) {
        status = prepare(bench, bench_list_largest(&list), error);
    }
    if (status == 0) {
        table_begin(&bench->table, options->report, "rows", columns);
    }
    for (unsigned i = 0; i < list.count && status == 0; i++) {
        status = bench_groups(bench, list.items[i], error);
    }
    status = status == 0 ? bench->wrong > 0 : status;
    table_end(&bench->table);
    release(bench);
    free(bench);
    return status;
}
