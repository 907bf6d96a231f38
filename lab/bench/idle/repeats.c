/* Jobs that the device's scheduler launches by its clock, without the host: how many due times had none, how
 * late they started, and what the host's CPU time was meanwhile. */
#include "bfs_kernels_text.h"
#include "lab/bench/base/bench.h"

#include "tools/measure/clock.h"
#include "tools/periodic/matmul_device.h"
#include "tools/session/session.h"

#include <coop/repeat.h>
#include <stdio.h>

#define SECONDS 10.0
#define ROWS 96 /* of the matrices that a job multiplies */
#define SALT 1
#define SETTLE_NS (NS_PER_S / 2) /* until the work-groups rest */

struct times {
    double wall_s;
    double thread_s;  /* CPU time of the thread that waits, which does all that the host does */
    double process_s; /* of all threads: on a processor the device's, too */
};

static void print_text(const struct bench_options *options, const struct coop_repeat_report *report,
                       const struct times *times)
{
    printf("%llu jobs a second for %.1f s: %llu jobs, %llu missed, %llu overdue, the latest %.3f ms after it "
           "was due; CPU time of the host's thread %.3f %% of one core, of the process %.2f %%\n",
           (unsigned long long)options->hz, times->wall_s, (unsigned long long)report->launched,
           (unsigned long long)report->missed, (unsigned long long)report->overdue,
           (double)report->most_late_ns / 1e6, 100.0 * times->thread_s / times->wall_s,
           100.0 * times->process_s / times->wall_s);
}

static void print_result(const struct bench_options *options, const struct coop_repeat_report *report,
                         const struct times *times)
{
    static const struct table_column columns[] = {
        {"hz", 0, 0},           {"wall_s", 0, 0},        {"jobs", 0, 0},
        {"missed", 0, 0},       {"overdue", 0, 0},       {"most_late_ms", 0, 0},
        {"thread_share", 0, 0}, {"process_share", 0, 0}, {NULL, 0, 0}};
    struct table table;

    if (options->form == REPORT_TEXT) {
        print_text(options, report, times);
        return;
    }
    table_begin(&table, options->report, "rows", columns);
    table_begin_row(&table);
    table_cell(&table, "%llu", (unsigned long long)options->hz);
    table_cell(&table, "%.3f", times->wall_s);
    table_cell(&table, "%llu", (unsigned long long)report->launched);
    table_cell(&table, "%llu", (unsigned long long)report->missed);
    table_cell(&table, "%llu", (unsigned long long)report->overdue);
    table_cell(&table, "%.6f", (double)report->most_late_ns / 1e6);
    table_cell(&table, "%.6f", times->thread_s / times->wall_s);
    table_cell(&table, "%.6f", times->process_s / times->wall_s);
    table_end_row(&table);
    table_end(&table);
}

/* Lets the jobs go on for the time. */
static int watch(const struct bench_options *options, const struct session *session, coop_launch *launch,
                 struct coop_repeat_report *report, struct times *times, struct tool_error *error)
{
    uint64_t wall_ns = clock_now_ns();
    uint64_t thread_ns = clock_thread_ns();
    uint64_t process_ns = clock_process_ns();

    clock_sleep_ns((uint64_t)((options->seconds > 0 ? options->seconds : SECONDS) * 1e9));
    if (session_check(session, coop_repeat_stop(launch), error) != 0 ||
        session_check(session, coop_launch_wait(launch, bench_timeout_ns(options), NULL), error) != 0 ||
        session_check(session, coop_repeat_report(launch, report), error) != 0) {
        return -1;
    }
    times->process_s = (double)(clock_process_ns() - process_ns) / 1e9;
    times->thread_s = (double)(clock_thread_ns() - thread_ns) / 1e9;
    times->wall_s = (double)(clock_now_ns() - wall_ns) / 1e9;
    return 0;
}

static int repeat(const struct bench_options *options, const struct session *session,
                  struct matmul_device *job, struct tool_error *error)
{
    uint64_t period_ns = NS_PER_S / options->hz;
    const struct coop_launch_options launch_options = {
        .groups = 1, .period_ns = period_ns, .deadline_ns = period_ns, .repeats = 1};
    struct coop_repeat_report report;
    struct times times;
    coop_launch *launch = NULL;
    uint32_t wrong = 0;
    int status = -1;

    clock_sleep_ns(SETTLE_NS);
    if (matmul_device_launch(job, &launch_options, SALT, &launch, error) == 0 &&
        watch(options, session, launch, &report, &times, error) == 0 &&
        matmul_device_check(job, SALT, 0, ROWS, &wrong, error) == 0) {
        print_result(options, &report, &times);
        status = wrong > 0 || (options->is_judged && report.missed > 0);
    }
    coop_launch_destroy(launch);
    return status;
}

int bench_repeats(const struct bench_options *options, struct tool_error *error)
{
    const struct session_options session_options = {.device = options->device,
                                                    .groups = (uint32_t)options->groups,
                                                    .memory_bytes = (1 << 20) + matmul_device_bytes(ROWS),
                                                    .module_text = bfs_kernels_module_text,
                                                    .module_bytes = bfs_kernels_module_bytes};
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};
    struct matmul_device job = {0};
    struct session session;
    int status = -1;

    if (session_open(&session_options, &session, error) == 0 &&
        session_start(&session, &run_options, error) == 0 &&
        matmul_device_init(&job, &session, ROWS, ROWS, options->seed, error) == 0) {
        status = repeat(options, &session, &job, error);
        if (status >= 0 && session_stop(&session, error) != 0) {
            status = -1;
        }
    }
    matmul_device_clear(&job);
    session_close(&session);
    return status;
}
