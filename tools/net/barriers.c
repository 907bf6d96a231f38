#include "tools/net/barriers.h"

#include "tools/measure/clock.h"
#include "tools/measure/samples.h"
#include "tools/net/barriers_ways.h"
#include "tools/options/options.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { DONE = 0, FAILED = 1, USAGE = 2 };

/* What a way has taken. */
struct side {
    struct samples time_us; /* of a round */
    struct samples cpu_us;  /* over all ranks */
    struct samples time_ratio;
    struct samples cpu_ratio;
};

/* ---- turns ---- */

/* The longest of the ranks' times, and all ranks' CPU time, of a round. */
static int take_side(struct barriers *barriers, const struct barriers_way *way, double *time_us,
                     double *cpu_us)
{
    uint64_t began_ns;
    uint64_t began_cpu_ns;
    int status;

    MPI_Barrier(MPI_COMM_WORLD);
    began_ns = clock_now_ns();
    began_cpu_ns = clock_process_ns();
    status = way->go(barriers);
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
    double time_us[BARRIERS_WAYS] = {0};
    double cpu_us[BARRIERS_WAYS] = {0};
    int status = 0;

    for (uint64_t i = 0; status == 0 && i < BARRIERS_WAYS; i++) {
        uint64_t at = (turn + i) % BARRIERS_WAYS;
        status = take_side(barriers, &barriers_ways[at], &time_us[at], &cpu_us[at]);
    }
    for (unsigned i = 0; status == 0 && i < BARRIERS_WAYS; i++) {
        samples_add(&sides[i].time_us, time_us[i]);
        samples_add(&sides[i].cpu_us, cpu_us[i]);
        samples_add(&sides[i].time_ratio, time_us[i] / time_us[0]);
        samples_add(&sides[i].cpu_ratio, cpu_us[i] / cpu_us[0]);
    }
    return status;
}

static int open_rank(struct barriers *barriers)
{
    const struct coop_context_options options = {.device = barriers->device,
                                                 .worker_groups = (uint32_t)barriers->options.groups + 2,
                                                 .memory_bytes = (uint64_t)64 << 20};
    struct rank *rank = &barriers->rank;

    *rank = (struct rank){.options = &barriers->options, .error = &barriers->error};
    return rank_check(rank, coop_context_create(&options, &rank->context)) != 0 ||
                   rank_open(rank, &barriers->result) != 0 || barriers_start(barriers) != 0
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
    for (unsigned i = 0; i < BARRIERS_WAYS; i++) {
        table_begin_row(&table);
        table_cell(&table, "%s", barriers_ways[i].name);
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
    for (unsigned i = 0; i < BARRIERS_WAYS; i++) {
        samples_clear(&sides[i].time_us);
        samples_clear(&sides[i].cpu_us);
        samples_clear(&sides[i].time_ratio);
        samples_clear(&sides[i].cpu_ratio);
    }
}

int barriers_main(int count, char **arguments)
{
    static struct barriers barriers;
    struct side sides[BARRIERS_WAYS] = {0};
    int level;
    int status = parse(&barriers, count, arguments);

    if (status != 0) {
        fprintf(stderr, "coop-net barriers: %s; see coop-net --help\n", barriers.error.text);
        return USAGE;
    }
    /* Otherwise Open MPI's hwloc may ask OpenCL for its devices before the first context is there. */
    setenv("HWLOC_COMPONENTS", "-opencl", 0);
    MPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &level);
    status = open_rank(&barriers);
    for (uint64_t turn = 0; status == 0 && turn < barriers.pairs; turn++) {
        status = take_turn(&barriers, sides, turn);
    }
    status = status == 0 ? barriers_verify(&barriers) : status;
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
    return DONE;
}
