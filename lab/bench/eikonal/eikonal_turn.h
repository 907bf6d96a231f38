/* coop-bench eikonal: what its two parts share. */
#ifndef LAB_BENCH_EIKONAL_TURN_H
#define LAB_BENCH_EIKONAL_TURN_H

#include "apps/eikonal/eikonal_frames.h"
#include "apps/eikonal/eikonal_graph.h"
#include "lab/bench/base/bench.h"
#include "tools/measure/samples.h"

/* A grid with one source in the middle, and the right bits of its times. */
struct eikonal_grid {
    struct eikonal_field start;
    struct eikonal_field field;
    double *wanted; /* the first side's; NULL: there are none yet */
    char name[48];
};

/* text  as --grid has it. 0, or -1 with a message; eikonal_grid_clear releases what it has. */
int eikonal_grid_init(const char *text, struct eikonal_grid *grid, struct tool_error *error);
void eikonal_grid_clear(struct eikonal_grid *grid);

/* The grids of the command line, or the default. */
unsigned eikonal_grid_count(const struct bench_options *options);
const char *eikonal_grid_text(const struct bench_options *options, unsigned index);

/* How a method is run on the command's device. */
int eikonal_turn_options(const struct bench_options *options, enum eikonal_method method,
                         enum coop_executor executor, struct eikonal_options *own, struct tool_error *error);

/* Solves, and compares: 1 in *is_same where the bits are the right ones. */
int eikonal_turn_solve(struct eikonal_solver *solver, struct eikonal_grid *grid, int *is_same,
                       struct tool_error *error);

/* The second part: beside periodic jobs. */
int eikonal_jobs(const struct bench_options *options, struct eikonal_grid *grids, unsigned grid_count,
                 struct tool_error *error);

#endif
