/* Heat and the Euler equations in coop-bench graph: the same steps by a graph, which is that of coop-app heat
 * and bubble, without the library, and by loops of OpenMP. All must give the bits of the sequential way. */
#ifndef LAB_BENCH_GRAPH_GRIDS_H
#define LAB_BENCH_GRAPH_GRIDS_H

#include "by_hand.h"
#include "lab/bench/base/bench.h"

struct grids_case {
    const char *name; /* for people */
    int is_euler;     /* or heat */
    uint64_t cells[2];
    uint64_t steps; /* in a turn */
    double timeout_s;
    size_t doubles; /* of all cells */
    double *begin;
    double *wanted;
    double *values;
};

/* A side: where, and in how many blocks along y. */
struct grids_side {
    struct grids_case *of;
    const char *devices;             /* of a graph */
    const struct by_hand_grid *grid; /* of a program without the library: devices and blocks */
    unsigned blocks;                 /* of a graph */
};

/* Makes the first values, and those that are right after the steps.
 * blocks  so many times the cells of the options, one above the other.
 * What it has made, grids_clear releases, after a failure too. */
int grids_make(struct grids_case *of, const struct bench_options *options, int is_euler, unsigned blocks,
               struct tool_error *error);
void grids_clear(struct grids_case *of);

/* Turns of a race (graph_race.h) of a grids_side: microseconds a step. */
int grids_by_graph(void *side, double *us, struct tool_error *error);
int grids_by_hand(void *side, double *us, struct tool_error *error);
int grids_by_openmp(void *side, double *us, struct tool_error *error);

/* Whether there are loops of OpenMP: tasks_openmp.so beside the program. */
int grids_have_openmp(void);

#endif
