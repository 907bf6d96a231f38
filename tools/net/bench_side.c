#include "tools/net/bench_side.h"

#include "tools/measure/clock.h"
#include "tools/net/gups_sequential.h"
#include "tools/net/job.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int run_messages(const struct bench *bench, const struct bench_side *side, struct rank_result *result,
                        struct tool_error *error)
{
    struct net_command command = bench->command;
    static struct job job;
    int status;

    command.rank.buffer_bytes = side->buffer_bytes != 0 ? side->buffer_bytes : command.rank.buffer_bytes;
    command.rank.timeout_us = side->timeout_us != 0 ? side->timeout_us : command.rank.timeout_us;
    command.is_through = side->is_through;
    command.has_parallel_handlers |= side->has_parallel_handlers;
    command.style_name = side->style;
    job = (struct job){.command = &command};
    status = job_choose_style(&command, &job.error);
    status = status == 0 ? job_run(&job) : status;
    *result = job.result;
    if (status != 0) {
        *error = job.error;
    }
    return status;
}

/* Compares this rank's elements with the sequential ones. */
static int count_wrong(const struct bench *bench, const uint64_t *part, uint64_t first, uint64_t count,
                       uint64_t *wrong, struct tool_error *error)
{
    uint64_t *wanted = gups_sequential((uint64_t)bench->ranks * bench->command.updates,
                                       bench->command.elements, first, count);

    if (wanted == NULL) {
        return tool_fail(error, "the host has no memory left");
    }
    for (uint64_t i = 0; i < count; i++) {
        *wrong += part[i] != wanted[i];
    }
    free(wanted);
    return 0;
}

static int run_rival(const struct bench *bench, const struct bench_rival *rival, struct rank_result *result,
                     struct tool_error *error)
{
    const struct net_command *command = &bench->command;
    uint64_t elements = command->elements;
    uint64_t block = (elements + (uint64_t)bench->ranks - 1) / (uint64_t)bench->ranks;
    uint64_t first = block * (uint64_t)bench->rank < elements ? block * (uint64_t)bench->rank : elements;
    uint64_t count = elements - first < block ? elements - first : block;
    uint64_t *part = calloc(block, sizeof *part);
    uint64_t began_ns;
    uint64_t began_cpu_ns;
    int status = part != NULL ? 0 : tool_fail(error, "the host has no memory left");

    MPI_Barrier(MPI_COMM_WORLD);
    began_ns = clock_now_ns();
    began_cpu_ns = clock_process_ns();
    if (status == 0 &&
        rival->update((uint64_t)bench->rank * command->updates, command->updates, elements, part) != 0) {
        status = tool_fail(error, "%s: MPI has failed, or memory is exhausted", rival->name);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    result->time_ms = (double)(clock_now_ns() - began_ns) / NS_PER_MS;
    result->cpu_ms = (double)(clock_process_ns() - began_cpu_ns) / NS_PER_MS;
    if (status == 0) {
        status = count_wrong(bench, part, first, count, &result->wrong_elements, error);
    }
    free(part);
    MPI_Allreduce(MPI_IN_PLACE, &result->time_ms, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &result->cpu_ms, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &result->wrong_elements, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return status;
}

void bench_tell(void *answer, int bytes)
{
    MPI_Request request;
    int is_done = 0;

    MPI_Ibcast(answer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    while (!is_done) {
        MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
        if (!is_done) {
            clock_sleep_ns(NS_PER_MS);
        }
    }
}

static int run_child(const struct bench *bench, const struct bench_child *child, struct rank_result *result,
                     struct tool_error *error)
{
    struct {
        int status;
        struct rank_result result;
        struct tool_error error;
    } answer = {0};

    if (bench->rank == 0) {
        answer.status = child->run(&bench->command, bench->ranks, &answer.result, &answer.error);
    }
    bench_tell(&answer, sizeof answer);
    *result = answer.result;
    if (answer.status != 0) {
        *error = answer.error;
    }
    return answer.status;
}

static int run_side(const struct bench *bench, struct bench_side *side, double *time, double *cpu,
                    struct tool_error *error)
{
    struct rank_result result = {0};
    int status = side->rival != NULL   ? run_rival(bench, side->rival, &result, error)
                 : side->child != NULL ? run_child(bench, side->child, &result, error)
                                       : run_messages(bench, side, &result, error);

    side->has_failed = side->child != NULL && status != 0;
    if (status == 0 && (result.wrong_elements != 0 || result.wrong_pairs != 0)) {
        status = tool_fail(error, "%s: %llu %s are not the sequential ones, %llu pairs of ranks are wrong",
                           side->name, (unsigned long long)result.wrong_elements,
                           bench->command.application->wrong, (unsigned long long)result.wrong_pairs);
    }
    *time = result.time_ms * bench->scale;
    *cpu = result.cpu_ms * bench->scale;
    if (status == 0 && result.buffers > 0) {
        samples_add(&side->fill, (double)result.buffer_bytes / (double)result.buffers);
    }
    return status;
}

/* Takes out the programs that have failed in the first turn: they cannot run here, and the others go on. The
 * same at all ranks. */
static int drop_failed(struct bench *bench, struct tool_error *error)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < bench->side_count; i++) {
        if (!bench->sides[i].has_failed) {
            bench->sides[kept++] = bench->sides[i];
        }
    }
    bench->side_count = kept;
    return kept > 1 || bench->chosen == NULL
               ? 0
               : tool_fail(error, "of --sides %s none can run here", bench->chosen);
}

int bench_take_turn(struct bench *bench, uint64_t turn, struct tool_error *error)
{
    double time[BENCH_SIDES_MAX];
    double cpu[BENCH_SIDES_MAX];

    for (unsigned i = 0; i < bench->side_count; i++) {
        unsigned at = (unsigned)((turn + i) % bench->side_count);
        struct bench_side *side = &bench->sides[at];
        if (run_side(bench, side, &time[at], &cpu[at], error) != 0 && (turn != 0 || !side->has_failed)) {
            return -1;
        }
        if (side->has_failed && bench->rank == 0) {
            fprintf(stderr, "coop-net bench: without %s: %s\n", side->name, error->text);
        }
    }
    for (unsigned i = 0; i < bench->side_count; i++) {
        struct bench_side *side = &bench->sides[i];
        if (side->has_failed) {
            continue;
        }
        samples_add(&side->time, time[i]);
        samples_add(&side->cpu, cpu[i]);
        samples_add(&side->time_ratio, time[i] / time[0]);
        samples_add(&side->cpu_ratio, cpu[i] / cpu[0]);
    }
    return drop_failed(bench, error);
}

void bench_clear_sides(struct bench *bench)
{
    for (unsigned i = 0; i < bench->side_count; i++) {
        struct bench_side *side = &bench->sides[i];
        samples_clear(&side->time);
        samples_clear(&side->cpu);
        samples_clear(&side->time_ratio);
        samples_clear(&side->cpu_ratio);
        samples_clear(&side->fill);
    }
}

static void put_spread(struct table *table, struct samples *samples)
{
    table_cell(table, "%.2f", samples_median(samples));
    table_cell(table, "%.2f", samples_quantile(samples, 0.1));
    table_cell(table, "%.2f", samples_quantile(samples, 0.9));
}

static void print_setup(const struct bench *bench, struct report *report)
{
    static const struct table_column columns[] = {{"app", 1, 8},      {"ranks", 0, 0}, {"pairs", 0, 0},
                                                  {"groups", 0, 0},   {"local", 0, 0}, {"updates", 0, 0},
                                                  {"elements", 0, 0}, {NULL, 0, 0}};
    const struct net_command *command = &bench->command;
    struct table table;

    table_begin(&table, report, "setup", columns);
    table_begin_row(&table);
    table_cell(&table, "%s", command->application->name);
    table_cell(&table, "%d", bench->ranks);
    table_cell(&table, "%llu", (unsigned long long)bench->pairs);
    table_cell(&table, "%llu", (unsigned long long)command->rank.groups);
    table_cell(&table, "%llu", (unsigned long long)command->rank.local_items);
    if (command->application == &net_gups) {
        table_cell(&table, "%llu", (unsigned long long)command->updates);
        table_cell(&table, "%llu", (unsigned long long)command->elements);
    } else {
        table_cell(&table, "%s", "");
        table_cell(&table, "%s", "");
    }
    table_end_row(&table);
    table_end(&table);
}

void bench_print(struct bench *bench)
{
    const int is_of_updates = bench->command.application == &net_gups;
    const struct table_column columns[] = {{"side", 1, 19},
                                           {is_of_updates ? "time_ns" : "time_ms", 0, 9},
                                           {is_of_updates ? "cpu_ns" : "cpu_ms", 0, 9},
                                           {"time_ratio", 0, 6},
                                           {"time_ratio_10", 0, 6},
                                           {"time_ratio_90", 0, 6},
                                           {"cpu_ratio", 0, 6},
                                           {"cpu_ratio_10", 0, 6},
                                           {"cpu_ratio_90", 0, 6},
                                           {"buffer_bytes", 0, 8},
                                           {NULL, 0, 0}};
    struct report report;
    struct table table;

    report_begin(&report, bench->command.form, stdout);
    print_setup(bench, &report);
    table_begin(&table, &report, "sides", columns);
    for (unsigned i = 0; i < bench->side_count; i++) {
        struct bench_side *side = &bench->sides[i];
        table_begin_row(&table);
        table_cell(&table, "%s", side->name);
        table_cell(&table, "%.2f", samples_median(&side->time));
        table_cell(&table, "%.2f", samples_median(&side->cpu));
        put_spread(&table, &side->time_ratio);
        put_spread(&table, &side->cpu_ratio);
        if (side->fill.count > 0) {
            table_cell(&table, "%.0f", samples_median(&side->fill));
        } else {
            table_cell(&table, "%s", "");
        }
        table_end_row(&table);
    }
    table_end(&table);
    report_end(&report);
}
