/* All of coop::graph in one sequence of calls: devices, tensors, scalars, a graph with borders between
 * devices, a reduction and a condition; with the option in_runs=1 in runs, where no graph is a node of
 * another. */
#ifndef COOP_TESTS_FAULTS_GRAPH_SCENARIO_H
#define COOP_TESTS_FAULTS_GRAPH_SCENARIO_H

#include "coop/coop.h"

struct graph_outcome {
    uint64_t untimed;   /* commands of the timeline that have no times; with timeline=N */
    coop_status status; /* of the first call that failed; COOP_OK: none did */
    const char *step;   /* which call that was */
    char message[512];  /* of its record */
    int is_right;       /* everything was computed, and as it should be */
};

/* What happens beside it; all NULL and 0: nothing. */
struct graph_hooks {
    unsigned starts;      /* so many more, on what the first has left */
    void (*before)(void); /* the starts after the first */
    void (*after)(void);  /* the last wait, before anything is destroyed */
};

/* From now on the graph keeps a timeline of so many commands; 0: as the option `timeline` says. */
void graph_scenario_keep(uint32_t commands);

/* The first failure ends it, and everything is destroyed. */
void graph_scenario_run(const struct graph_hooks *hooks, struct graph_outcome *outcome);

#endif
