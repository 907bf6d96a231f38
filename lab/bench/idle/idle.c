/* The cost of an idle megakernel: the CPU time of this process, which does nothing else.
 */
#include "bfs_kernels_text.h"
#include "lab/bench/base/bench.h"

#include "tools/measure/clock.h"
#include "tools/session/session.h"

#include <stdio.h>

/* How long it is watched by default. */
#define SECONDS 5.0

/* After the start, work-groups still go through their back-off steps. */
#define SETTLE_NS (NS_PER_S / 2)

static void print_result(const struct bench_options *options, double wall_s, double cpu_s)
{
    static const struct table_column columns[] = {{"groups", 0, 0}, {"local", 0, 0}, {"wall_s", 0, 0},
                                                  {"cpu_s", 0, 0},  {"share", 0, 0}, {NULL, 0, 0}};
    struct table table;

    if (options->form == REPORT_TEXT) {
        printf(
            "idle megakernel, %llu work-groups of %llu and the scheduler: %.2f %% of one core over %.1f s\n",
            (unsigned long long)options->groups, (unsigned long long)options->local_items,
            100.0 * cpu_s / wall_s, wall_s);
        return;
    }
    table_begin(&table, options->report, "rows", columns);
    table_begin_row(&table);
    table_cell(&table, "%llu", (unsigned long long)options->groups);
    table_cell(&table, "%llu", (unsigned long long)options->local_items);
    table_cell(&table, "%.3f", wall_s);
    table_cell(&table, "%.6f", cpu_s);
    table_cell(&table, "%.6f", cpu_s / wall_s);
    table_end_row(&table);
    table_end(&table);
}

int bench_idle(const struct bench_options *options, struct tool_error *error)
{
    const struct session_options session_options = {.device = options->device,
                                                    .groups = (uint32_t)options->groups,
                                                    .memory_bytes = 1 << 20,
                                                    .module_text = bfs_kernels_module_text,
                                                    .module_bytes = bfs_kernels_module_bytes};
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};
    struct session session;
    uint64_t wall_ns, cpu_ns;
    int status = -1;

    if (session_open(&session_options, &session, error) == 0 &&
        session_start(&session, &run_options, error) == 0) {
        clock_sleep_ns(SETTLE_NS);
        wall_ns = clock_now_ns();
        cpu_ns = clock_process_ns();
        clock_sleep_ns((uint64_t)((options->seconds > 0 ? options->seconds : SECONDS) * 1e9));
        cpu_ns = clock_process_ns() - cpu_ns;
        wall_ns = clock_now_ns() - wall_ns;
        print_result(options, (double)wall_ns / 1e9, (double)cpu_ns / 1e9);
        status = session_stop(&session, error);
    }
    session_close(&session);
    return status;
}
