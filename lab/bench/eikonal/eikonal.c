/* The eikonal equation as one cooperative kernel beside its ordinary forms: on OpenCL's queues, a launch for
 * each sweep over all points, or a launch for each colour of squares that are active, two a sweep; and the
 * sweeps as launches into a run. All sides take turns in one run, and each opens the device anew, since a
 * live run and the kernels of queues are in each other's way. A side's first time in a turn does not count,
 * but that of the sweeps in runs, which has no other. */
#include "eikonal_turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 6, KERNEL = 0, QUEUES_END = 5 };

static const struct side {
    const char *name;
    enum eikonal_method method;
    enum coop_executor executor;
    uint64_t tile; /* of those on queues */
    int is_slow;   /* once in a turn: what the first time takes longer is little of it */
} sides[SIDES] = {{"kernel", EIKONAL_COOPERATIVE, COOP_IN_RUNS, 0, 0},
                  {"squares on queues", EIKONAL_SQUARES, COOP_ON_QUEUES, 0, 0},
                  {"squares on queues", EIKONAL_SQUARES, COOP_ON_QUEUES, 8, 0},
                  {"squares on queues", EIKONAL_SQUARES, COOP_ON_QUEUES, 16, 0},
                  {"sweeps on queues", EIKONAL_SWEEPS, COOP_ON_QUEUES, 0, 0},
                  {"sweeps in runs", EIKONAL_SWEEPS, COOP_IN_RUNS, 0, 1}};

struct contest {
    const struct bench_options *options;
    struct table table;
    struct samples ms[SIDES + 1]; /* the last is the best side on queues of each turn */
    struct samples ratios[SIDES + 1];
    int is_same[SIDES + 1];
    int is_wrong;
};

static int run_side(struct contest *contest, unsigned number, struct eikonal_grid *grid, double *ms,
                    struct tool_error *error)
{
    const struct side *side = &sides[number];
    struct eikonal_solver solver = {.graph = NULL};
    struct samples times = {NULL, 0, 0, 0};
    struct eikonal_options own;
    uint64_t first = side->is_slow ? 0 : 1;
    uint64_t last = side->is_slow ? 0 : contest->options->searches;
    int status = eikonal_turn_options(contest->options, side->method, side->executor, &own, error);

    own.tile = number == KERNEL ? own.tile : side->tile;
    status = status == 0 ? eikonal_open(&own, &grid->start, &solver, error) : status;
    for (uint64_t i = 0; i <= last && status == 0; i++) {
        status = eikonal_turn_solve(&solver, grid, &contest->is_same[number], error);
        if (i >= first) {
            samples_add(&times, solver.ms);
        }
    }
    eikonal_close(&solver);
    *ms = samples_median(&times);
    samples_clear(&times);
    return status;
}

/* The kernel's ratios are those of the kernel to each side. The order of the sides changes from turn to
 * turn. */
static int take_turn(struct contest *contest, uint64_t turn, struct eikonal_grid *grid,
                     struct tool_error *error)
{
    double ms[SIDES + 1];
    int status = 0;

    for (unsigned i = 0; i < SIDES && status == 0; i++) {
        unsigned side = (unsigned)(turn + i) % SIDES;

        status = run_side(contest, side, grid, &ms[side], error);
    }
    if (status != 0) {
        return status;
    }
    ms[SIDES] = ms[1];
    for (unsigned i = 2; i < QUEUES_END; i++) {
        ms[SIDES] = ms[i] < ms[SIDES] ? ms[i] : ms[SIDES];
    }
    for (unsigned i = 0; i <= SIDES; i++) {
        samples_add(&contest->ms[i], ms[i]);
        samples_add(&contest->ratios[i], ms[KERNEL] / ms[i]);
        contest->is_same[SIDES] &= contest->is_same[i];
    }
    return 0;
}

static void put(struct contest *contest, const struct eikonal_grid *grid)
{
    for (unsigned i = 0; i <= SIDES; i++) {
        uint64_t tile = i == KERNEL ? contest->options->local_items
                        : i < SIDES ? sides[i].tile * sides[i].tile
                                    : 0;

        table_begin_row(&contest->table);
        table_cell(&contest->table, "%s", grid->name);
        table_cell(&contest->table, "%s", i < SIDES ? sides[i].name : "best on queues");
        if (tile > 0) {
            table_cell(&contest->table, "%llu", (unsigned long long)tile);
        } else {
            table_cell(&contest->table, "%s", "");
        }
        table_cell(&contest->table, "%.3f", samples_median(&contest->ms[i]));
        table_cell(&contest->table, "%.3f", samples_median(&contest->ratios[i]));
        table_cell(&contest->table, "%.3f", samples_quantile(&contest->ratios[i], 0.1));
        table_cell(&contest->table, "%.3f", samples_quantile(&contest->ratios[i], 0.9));
        table_cell(&contest->table, "%s", contest->is_same[i] ? "yes" : "NO");
        table_end_row(&contest->table);
        contest->is_wrong |= !contest->is_same[i];
    }
}

static int run_grid(struct contest *contest, struct eikonal_grid *grid, struct tool_error *error)
{
    int status = 0;

    for (unsigned i = 0; i <= SIDES; i++) {
        contest->is_same[i] = 1;
    }
    for (uint64_t turn = 0; turn < contest->options->pairs && status == 0; turn++) {
        status = take_turn(contest, turn, grid, error);
    }
    if (status == 0) {
        put(contest, grid);
    }
    for (unsigned i = 0; i <= SIDES; i++) {
        samples_clear(&contest->ms[i]);
        samples_clear(&contest->ratios[i]);
    }
    return status;
}

static int run_alone(const struct bench_options *options, struct eikonal_grid *grids, unsigned count,
                     struct tool_error *error)
{
    static const struct table_column columns[] = {
        {"grid", 1, 9},     {"side", 1, 17},    {"local", 0, 0}, {"ms", 0, 8}, {"kernel_to_it", 0, 0},
        {"ratio_10", 0, 0}, {"ratio_90", 0, 0}, {"same", 1, 0},  {NULL, 0, 0}};
    struct contest contest = {.options = options};
    int status = 0;

    table_begin(&contest.table, options->report, "alone", columns);
    for (unsigned i = 0; i < count && status == 0; i++) {
        status = run_grid(&contest, &grids[i], error);
    }
    table_end(&contest.table);
    return status == 0 ? contest.is_wrong : status;
}

static int is_wanted(const struct bench_options *options, const char *part)
{
    return options->only == NULL || strcmp(options->only, part) == 0;
}

int bench_eikonal(const struct bench_options *options, struct tool_error *error)
{
    unsigned count = eikonal_grid_count(options);
    struct eikonal_grid *grids = calloc(count, sizeof *grids);
    int status = grids != NULL ? 0 : tool_fail(error, "the host has no memory left");
    int jobs_status = 0;

    for (unsigned i = 0; i < count && status == 0; i++) {
        status = eikonal_grid_init(eikonal_grid_text(options, i), &grids[i], error);
    }
    if (status == 0 && is_wanted(options, "alone")) {
        status = run_alone(options, grids, count, error);
    }
    if (status >= 0 && is_wanted(options, "jobs")) {
        jobs_status = eikonal_jobs(options, grids, count, error);
    }
    for (unsigned i = 0; i < count && grids != NULL; i++) {
        eikonal_grid_clear(&grids[i]);
    }
    free(grids);
    return status != 0 ? status : jobs_status;
}
