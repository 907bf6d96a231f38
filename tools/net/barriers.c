#include "tools/net/barriers.h"

#include "barriers_kernels.h"
#include "barriers_kernels_text.h"
#include "tools/measure/clock.h"
#include "tools/measure/samples.h"
#include "tools/net/rank.h"
#include "tools/options/options.h"
#include "tools/report/table.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { DONE = 0, FAILED = 1, USAGE = 2 };

#define BLOCK 1024u /* elements of the table at each rank */
#define SIDES 6u

struct barriers {
    struct rank_options options;
    const char *device;
    enum report_form form;
    uint64_t messages; /* of a rank in a round */
    uint64_t rounds;
    uint64_t pairs;
    int has_json;
    int has_csv;

    struct tool_error error;
    struct rank rank;
    struct rank_result result; /* which rank, of how many */
    struct rank_part part;
    coop_buffer *wrong;
    uint64_t rounds_sent; /* in which this rank has sent, over all sides */
};

/* A way through the rounds. 0; -1 with a message. */
struct side {
    const char *name;
    int (*go)(struct barriers *);
    struct samples time_us; /* of a round */
    struct samples cpu_us;  /* over all ranks */
    struct samples time_ratio;
    struct samples cpu_ratio;
};

/* ---- the sides ---- */

static uint64_t sum_of(const struct barriers *barriers, uint64_t round)
{
    const uint64_t ranks = barriers->result.ranks;

    return ranks * (ranks - 1) / 2 + ranks * round;
}

static int fail_sum(struct barriers *barriers, const char *side)
{
    return tool_fail(&barriers->error, "%s: a sum is not that of the ranks' values", side);
}

static int go_within(struct barriers *barriers)
{
    const struct barriers_within_args args = {.net = coop_net_address(barriers->rank.net),
                                              .table = 0,
                                              .block = BLOCK,
                                              .messages = (uint32_t)barriers->messages,
                                              .rounds = (uint32_t)barriers->rounds,
                                              .wrong = coop_buffer_address(barriers->wrong)};
    const struct coop_launch_options options = {.groups = (uint32_t)barriers->options.groups,
                                                .least_groups = (uint32_t)barriers->options.groups};
    coop_launch *launch = NULL;
    coop_status status = barriers_within_launch(barriers->rank.run, &args, &options, &launch);

    barriers->rounds_sent += barriers->rounds;
    return rank_await(&barriers->rank, status, launch);
}

static int launch_round(struct barriers *barriers)
{
    const struct barriers_round_args args = {.net = coop_net_address(barriers->rank.net),
                                             .table = 0,
                                             .block = BLOCK,
                                             .messages = (uint32_t)barriers->messages};
    const struct coop_launch_options options = {.groups = (uint32_t)barriers->options.groups,
                                                .least_groups = (uint32_t)barriers->options.groups};
    coop_launch *launch = NULL;
    coop_status status = barriers_round_launch(barriers->rank.run, &args, &options, &launch);

    barriers->rounds_sent++;
    return rank_await(&barriers->rank, status, launch);
}

static int reduce(struct barriers *barriers, uint64_t round)
{
    uint64_t value = barriers->result.rank + round;

    return rank_check(&barriers->rank, coop_net_reduce(barriers->rank.net, COOP_NET_SUM, &value, 1, 0)) != 0
               ? -1
           : value == sum_of(barriers, round) ? 0
                                              : fail_sum(barriers, "coop_net_reduce");
}

static int allreduce(struct barriers *barriers, uint64_t round)
{
    uint64_t value = barriers->result.rank + round;

    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return value == sum_of(barriers, round) ? 0 : fail_sum(barriers, "MPI_Allreduce");
}

static int go_by_launches(struct barriers *barriers, int (*add_up)(struct barriers *, uint64_t))
{
    int status = 0;

    for (uint64_t round = 0; status == 0 && round < barriers->rounds; round++) {
        status = launch_round(barriers);
        status = status == 0 ? add_up(barriers, round) : status;
    }
    return status;
}

static int go_launches(struct barriers *barriers)
{
    return go_by_launches(barriers, reduce);
}

static int go_launches_mpi(struct barriers *barriers)
{
    return go_by_launches(barriers, allreduce);
}

static int go_reduce(struct barriers *barriers)
{
    int status = 0;

    for (uint64_t round = 0; status == 0 && round < barriers->rounds; round++) {
        status = reduce(barriers, round);
    }
    return status;
}

static int go_allreduce(struct barriers *barriers)
{
    int status = 0;

    for (uint64_t round = 0; status == 0 && round < barriers->rounds; round++) {
        status = allreduce(barriers, round);
    }
    return status;
}

static int go_barrier(struct barriers *barriers)
{
    for (uint64_t round = 0; round < barriers->rounds; round++) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return 0;
}

static const struct side all_sides[SIDES] = {
    {.name = "net-barrier", .go = go_within},        {.name = "launches", .go = go_launches},
    {.name = "launches-mpi", .go = go_launches_mpi}, {.name = "net-reduce", .go = go_reduce},
    {.name = "allreduce", .go = go_allreduce},       {.name = "barrier", .go = go_barrier}};

/* ---- turns ---- */

/* The longest of the ranks' times, and all ranks' CPU time, of a round. */
static int take_side(struct barriers *barriers, const struct side *side, double *time_us, double *cpu_us)
{
    uint64_t began_ns;
    uint64_t began_cpu_ns;
    int status;

    MPI_Barrier(MPI_COMM_WORLD);
    began_ns = clock_now_ns();
    began_cpu_ns = clock_process_ns();
    status = side->go(barriers);
    if (status != 0) {
        return status;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    *time_us = (double)(clock_now_ns() - began_ns) / 1e3 / (double)barriers->rounds;
    *cpu_us = (double)(clock_process_ns() - began_cpu_ns) / 1e3 / (double)barriers->rounds;
    MPI_Allreduce(MPI_IN_PLACE, time_us, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, cpu_us, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return 0;
}

/* All sides, another one first in each turn. */
static int take_turn(struct barriers *barriers, struct side *sides, uint64_t turn)
{
    double time_us[SIDES] = {0};
    double cpu_us[SIDES] = {0};
    int status = 0;

    for (uint64_t i = 0; status == 0 && i < SIDES; i++) {
        uint64_t at = (turn + i) % SIDES;
        status = take_side(barriers, &sides[at], &time_us[at], &cpu_us[at]);
    }
    for (unsigned i = 0; status == 0 && i < SIDES; i++) {
        samples_add(&sides[i].time_us, time_us[i]);
        samples_add(&sides[i].cpu_us, cpu_us[i]);
        samples_add(&sides[i].time_ratio, time_us[i] / time_us[0]);
        samples_add(&sides[i].cpu_ratio, cpu_us[i] / cpu_us[0]);
    }
    return status;
}

/* Every message of every round has come, and no net barrier had another sum. */
static int verify(struct barriers *barriers)
{
    uint64_t seen[BLOCK];
    uint64_t messages = 0;
    uint32_t wrong = 1;

    if (rank_check(&barriers->rank, coop_net_barrier(barriers->rank.net, 0)) != 0 ||
        rank_check(&barriers->rank, coop_buffer_read(barriers->wrong, 0, &wrong, sizeof wrong)) != 0 ||
        rank_check(&barriers->rank, coop_buffer_read(barriers->part.buffer, 0, seen, sizeof seen)) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < BLOCK; i++) {
        messages += seen[i];
    }
    if (wrong != 0 || messages != barriers->rounds_sent * barriers->messages) {
        return tool_fail(
            &barriers->error, "%u sums of net barriers are wrong, and %llu messages have come of %llu", wrong,
            (unsigned long long)messages, (unsigned long long)(barriers->rounds_sent * barriers->messages));
    }
    return 0;
}

static int open_rank(struct barriers *barriers)
{
    const struct coop_context_options options = {.device = barriers->device,
                                                 .worker_groups = (uint32_t)barriers->options.groups + 2,
                                                 .memory_bytes = (uint64_t)64 << 20};
    struct rank *rank = &barriers->rank;

    *rank = (struct rank){.options = &barriers->options, .error = &barriers->error};
    return rank_check(rank, coop_context_create(&options, &rank->context)) != 0 ||
                   rank_open(rank, &barriers->result) != 0 ||
                   rank_array(rank, (uint64_t)BLOCK * barriers->result.ranks, 8, &barriers->part) != 0 ||
                   rank_start(rank, barriers_kernels_module_text, barriers_kernels_module_bytes) != 0 ||
                   rank_buffer(rank, NULL, sizeof(uint32_t), &barriers->wrong) != 0
               ? -1
               : 0;
}

/* ---- options and the report ---- */

static int parse(struct barriers *barriers, int count, char **arguments)
{
    const struct option table[] = {{"--rounds", OPTION_NUMBER, &barriers->rounds, 1, 1u << 24},
                                   {"--messages", OPTION_NUMBER, &barriers->messages, 0, 1u << 24},
                                   {"--pairs", OPTION_NUMBER, &barriers->pairs, 1, 1000},
                                   {"--groups", OPTION_NUMBER, &barriers->options.groups, 1, 1000},
                                   {"--local", OPTION_NUMBER, &barriers->options.local_items, 1, 1024},
                                   {"--device", OPTION_TEXT, &barriers->device, 0, 0},
                                   {"--json", OPTION_FLAG, &barriers->has_json, 0, 0},
                                   {"--csv", OPTION_FLAG, &barriers->has_csv, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    *barriers = (struct barriers){.options = {.local_items = 64, .groups = 2}, .rounds = 200, .pairs = 10};
    return options_parse(table, count, arguments, 2, &barriers->error) != 0
               ? -1
               : report_form_of(barriers->has_csv, barriers->has_json, &barriers->form, &barriers->error);
}

static void put_spread(struct table *table, struct samples *samples)
{
    table_cell(table, "%.3f", samples_median(samples));
    table_cell(table, "%.3f", samples_quantile(samples, 0.1));
    table_cell(table, "%.3f", samples_quantile(samples, 0.9));
}

static void print(const struct barriers *barriers, struct side *sides)
{
    static const struct table_column of_setup[] = {{"ranks", 0, 0},  {"rounds", 0, 0}, {"messages", 0, 0},
                                                   {"groups", 0, 0}, {"local", 0, 0},  {"pairs", 0, 0},
                                                   {NULL, 0, 0}};
    static const struct table_column of_sides[] = {{"side", 1, 12},         {"time_us", 0, 9},
                                                   {"cpu_us", 0, 9},        {"time_ratio", 0, 6},
                                                   {"time_ratio_10", 0, 6}, {"time_ratio_90", 0, 6},
                                                   {"cpu_ratio", 0, 6},     {"cpu_ratio_10", 0, 6},
                                                   {"cpu_ratio_90", 0, 6},  {NULL, 0, 0}};
    const uint64_t setup[] = {
        barriers->result.ranks,        barriers->rounds, barriers->messages, barriers->options.groups,
        barriers->options.local_items, barriers->pairs};
    struct report report;
    struct table table;

    report_begin(&report, barriers->form, stdout);
    table_begin(&table, &report, "setup", of_setup);
    table_begin_row(&table);
    for (unsigned i = 0; i < sizeof setup / sizeof setup[0]; i++) {
        table_cell(&table, "%llu", (unsigned long long)setup[i]);
    }
    table_end_row(&table);
    table_end(&table);
    table_begin(&table, &report, "sides", of_sides);
    for (unsigned i = 0; i < SIDES; i++) {
        table_begin_row(&table);
        table_cell(&table, "%s", sides[i].name);
        table_cell(&table, "%.2f", samples_median(&sides[i].time_us));
        table_cell(&table, "%.2f", samples_median(&sides[i].cpu_us));
        put_spread(&table, &sides[i].time_ratio);
        put_spread(&table, &sides[i].cpu_ratio);
        table_end_row(&table);
    }
    table_end(&table);
    report_end(&report);
}

static void clear(struct side *sides)
{
    for (unsigned i = 0; i < SIDES; i++) {
        samples_clear(&sides[i].time_us);
        samples_clear(&sides[i].cpu_us);
        samples_clear(&sides[i].time_ratio);
        samples_clear(&sides[i].cpu_ratio);
    }
}

int barriers_main(int count, char **arguments)
{
    static struct barriers barriers;
    struct side sides[SIDES];
    int level;
    int status = parse(&barriers, count, arguments);

    if (status != 0) {
        fprintf(stderr, "coop-net barriers: %s; see coop-net --help\n", barriers.error.text);
        return USAGE;
    }
    for (unsigned i = 0; i < SIDES; i++) {
        sides[i] = all_sides[i];
    }
    /* Otherwise Open MPI's hwloc may ask OpenCL for its devices before the first context is there. */
    setenv("HWLOC_COMPONENTS", "-opencl", 0);
    MPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &level);
    status = open_rank(&barriers);
    for (uint64_t turn = 0; status == 0 && turn < barriers.pairs; turn++) {
        status = take_turn(&barriers, sides, turn);
    }
    status = status == 0 ? verify(&barriers) : status;
    status = status == 0 ? rank_close(&barriers.rank, 0) : status;
    if (status != 0) {
        fprintf(stderr, "coop-net barriers: %s\n", barriers.error.text);
        fflush(stderr);
        MPI_Abort(MPI_COMM_WORLD, FAILED); /* others may wait for this rank */
    }
    coop_context_destroy(barriers.rank.context);
    if (barriers.result.rank == 0) {
        print(&barriers, sides);
    }
    clear(sides);
    MPI_Finalize();
    return fflush(stdout) == 0 ? DONE : FAILED;
}
