#include "tools/net/bench.h"

#include "tools/measure/clock.h"
#include "tools/measure/samples.h"
#include "tools/net/bench_rivals.h"
#include "tools/net/gups_sequential.h"
#include "tools/net/job.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { DONE = 0, FAILED = 1, USAGE = 2 };

#define SIDES_MAX 20u

/* A way to do the updates: by messages, or a rival's. */
struct side {
    const char *name;
    uint64_t buffer_bytes;
    uint64_t timeout_us;
    int is_through;
    const char *style;               /* NULL: messages */
    const struct bench_rival *rival; /* NULL: by messages */
    struct samples time_ns;          /* of an update, over all ranks */
    struct samples cpu_ns;
    struct samples time_ratio; /* to the first side in the same turn */
    struct samples cpu_ratio;
    struct samples fill; /* of buffers, by messages */
};

struct bench {
    struct net_command command;
    uint64_t pairs;
    int rank;
    int ranks;
    struct side sides[SIDES_MAX];
    unsigned side_count;
};

static const struct side by_messages[] = {
    {.name = "messages"},
    {.name = "through", .is_through = 1},
    {.name = "buffer-1k", .buffer_bytes = 1 << 10},
    {.name = "buffer-4k", .buffer_bytes = 4 << 10},
    {.name = "buffer-16k", .buffer_bytes = 16 << 10},
    {.name = "buffer-256k", .buffer_bytes = 256 << 10},
    {.name = "timeout-30", .timeout_us = 30},
    {.name = "timeout-2000", .timeout_us = 2000},
    {.name = "lane", .style = "lane"},
    {.name = "coalesced", .style = "coalesced"},
    {.name = "coalesced+aggregate", .style = "coalesced+aggregate"},
    {.name = "coprocessor", .style = "coprocessor"},
    {.name = "coprocessor-1m", .style = "coprocessor", .buffer_bytes = 1 << 20}};

static int parse(struct bench *bench, int count, char **arguments, struct tool_error *error)
{
    struct net_command *command = &bench->command;
    const struct option table[] = {{"--updates", OPTION_NUMBER, &command->updates, 1, 1u << 28},
                                   {"--elements", OPTION_NUMBER, &command->elements, 1, (uint64_t)1 << 32},
                                   {"--pairs", OPTION_NUMBER, &bench->pairs, 1, 1000},
                                   {"--groups", OPTION_NUMBER, &command->rank.groups, 1, 1000},
                                   {"--local", OPTION_NUMBER, &command->rank.local_items, 1, 1024},
                                   {"--device", OPTION_TEXT, &command->device, 0, 0},
                                   {"--json", OPTION_FLAG, &command->has_json, 0, 0},
                                   {"--csv", OPTION_FLAG, &command->has_csv, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    command->application = &net_gups;
    command->updates = 1 << 20;
    command->rank.local_items = 64;
    command->rank.groups = 2;
    bench->pairs = 10;
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return report_form_of(command->has_csv, command->has_json, &command->form, error);
}

static void list_sides(struct bench *bench)
{
    for (unsigned i = 0; i < sizeof by_messages / sizeof by_messages[0]; i++) {
        bench->sides[bench->side_count++] = by_messages[i];
    }
    for (const struct bench_rival *rival = bench_rivals; rival->name != NULL; rival++) {
        if (!rival->wants_others || bench->ranks > 1) {
            bench->sides[bench->side_count++] = (struct side){.name = rival->name, .rival = rival};
        }
    }
}

/* ---- a side's turn ---- */

static int run_messages(const struct bench *bench, const struct side *side, struct rank_result *result,
                        struct tool_error *error)
{
    struct net_command command = bench->command;
    static struct job job;
    int status;

    command.rank.buffer_bytes = side->buffer_bytes;
    command.rank.timeout_us = side->timeout_us;
    command.is_through = side->is_through;
    command.style = side->style;
    job = (struct job){.command = &command};
    status = net_gups.prepare(&command, &job.error);
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

static int run_side(const struct bench *bench, struct side *side, double *time_ns, double *cpu_ns,
                    struct tool_error *error)
{
    const double updates = (double)bench->ranks * (double)bench->command.updates;
    struct rank_result result = {0};
    int status = side->rival != NULL ? run_rival(bench, side->rival, &result, error)
                                     : run_messages(bench, side, &result, error);

    if (status == 0 && (result.wrong_elements != 0 || result.wrong_pairs != 0)) {
        status = tool_fail(
            error, "%s: %llu elements are not the sequential ones, %llu pairs of ranks are wrong", side->name,
            (unsigned long long)result.wrong_elements, (unsigned long long)result.wrong_pairs);
    }
    *time_ns = result.time_ms * NS_PER_MS / updates;
    *cpu_ns = result.cpu_ms * NS_PER_MS / updates;
    if (status == 0 && result.buffers > 0) {
        samples_add(&side->fill, (double)result.buffer_bytes / (double)result.buffers);
    }
    return status;
}

/* All sides, another one first in each turn. */
static int take_turn(struct bench *bench, uint64_t turn, struct tool_error *error)
{
    double time_ns[SIDES_MAX];
    double cpu_ns[SIDES_MAX];

    for (unsigned i = 0; i < bench->side_count; i++) {
        unsigned at = (unsigned)((turn + i) % bench->side_count);
        if (run_side(bench, &bench->sides[at], &time_ns[at], &cpu_ns[at], error) != 0) {
            return -1;
        }
    }
    for (unsigned i = 0; i < bench->side_count; i++) {
        struct side *side = &bench->sides[i];
        samples_add(&side->time_ns, time_ns[i]);
        samples_add(&side->cpu_ns, cpu_ns[i]);
        samples_add(&side->time_ratio, time_ns[i] / time_ns[0]);
        samples_add(&side->cpu_ratio, cpu_ns[i] / cpu_ns[0]);
    }
    return 0;
}

/* ---- the report ---- */

static void put_spread(struct table *table, struct samples *samples)
{
    table_cell(table, "%.2f", samples_median(samples));
    table_cell(table, "%.2f", samples_quantile(samples, 0.1));
    table_cell(table, "%.2f", samples_quantile(samples, 0.9));
}

static void print(struct bench *bench)
{
    static const struct table_column of_setup[] = {{"ranks", 0, 0},  {"updates", 0, 0}, {"elements", 0, 0},
                                                   {"groups", 0, 0}, {"local", 0, 0},   {"pairs", 0, 0},
                                                   {NULL, 0, 0}};
    static const struct table_column of_sides[] = {
        {"side", 1, 19},         {"time_ns", 0, 9},       {"cpu_ns", 0, 9},    {"time_ratio", 0, 6},
        {"time_ratio_10", 0, 6}, {"time_ratio_90", 0, 6}, {"cpu_ratio", 0, 6}, {"cpu_ratio_10", 0, 6},
        {"cpu_ratio_90", 0, 6},  {"buffer_bytes", 0, 8},  {NULL, 0, 0}};
    const struct net_command *command = &bench->command;
    struct report report;
    struct table table;

    report_begin(&report, command->form, stdout);
    table_begin(&table, &report, "setup", of_setup);
    table_begin_row(&table);
    table_cell(&table, "%d", bench->ranks);
    table_cell(&table, "%llu", (unsigned long long)command->updates);
    table_cell(&table, "%llu", (unsigned long long)command->elements);
    table_cell(&table, "%llu", (unsigned long long)command->rank.groups);
    table_cell(&table, "%llu", (unsigned long long)command->rank.local_items);
    table_cell(&table, "%llu", (unsigned long long)bench->pairs);
    table_end_row(&table);
    table_end(&table);
    table_begin(&table, &report, "sides", of_sides);
    for (unsigned i = 0; i < bench->side_count; i++) {
        struct side *side = &bench->sides[i];
        table_begin_row(&table);
        table_cell(&table, "%s", side->name);
        table_cell(&table, "%.2f", samples_median(&side->time_ns));
        table_cell(&table, "%.2f", samples_median(&side->cpu_ns));
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

static void clear(struct bench *bench)
{
    for (unsigned i = 0; i < bench->side_count; i++) {
        struct side *side = &bench->sides[i];
        samples_clear(&side->time_ns);
        samples_clear(&side->cpu_ns);
        samples_clear(&side->time_ratio);
        samples_clear(&side->cpu_ratio);
        samples_clear(&side->fill);
    }
}

int bench_main(int count, char **arguments)
{
    static struct tool_error error;
    struct bench bench = {0};
    int level;
    int status = parse(&bench, count, arguments, &error);

    if (status != 0) {
        fprintf(stderr, "coop-net bench: %s; see coop-net --help\n", error.text);
        return USAGE;
    }
    /* Otherwise Open MPI's hwloc may ask OpenCL for its devices before the first context is there. */
    setenv("HWLOC_COMPONENTS", "-opencl", 0);
    MPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &bench.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &bench.ranks);
    if (bench.command.elements == 0) {
        bench.command.elements = 65536 * (uint64_t)bench.ranks;
    }
    list_sides(&bench);
    for (uint64_t turn = 0; status == 0 && turn < bench.pairs; turn++) {
        status = take_turn(&bench, turn, &error);
    }
    if (status != 0) {
        fprintf(stderr, "coop-net bench: %s\n", error.text);
        fflush(stderr);
        MPI_Abort(MPI_COMM_WORLD, FAILED); /* others may wait for this rank */
    }
    if (bench.rank == 0) {
        print(&bench);
    }
    clear(&bench);
    MPI_Finalize();
    return fflush(stdout) == 0 ? DONE : FAILED;
}
