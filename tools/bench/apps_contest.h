/* One graph application on one graph, run in turns in each way that it has, and with each rival. */
#ifndef TOOLS_BENCH_APPS_CONTEST_H
#define TOOLS_BENCH_APPS_CONTEST_H

#include "bench.h"
#include "graph_libraries/graph_libraries.h"
#include "tools/graph/graph_choice.h"
#include "tools/measure/samples.h"
#include "tools/runner/application.h"

#include <stdio.h>

/* What the cooperative kernel is compared with. */
enum apps_rival {
    APPS_PLAIN,
    APPS_MULTIKERNEL,
    APPS_LIBRARIES, /* the first of graph_libraries.h */
    APPS_RIVAL_COUNT = APPS_LIBRARIES + GRAPH_LIBRARIES
};

struct apps_result {
    char application[32];
    char graph[128];
    uint64_t vertices;
    uint64_t arcs;
    uint32_t wrong;                                  /* runs with a wrong result */
    struct samples cooperative_ms[APPS_RIVAL_COUNT]; /* by the clock that the rival is measured with */
    struct samples ms[APPS_RIVAL_COUNT];             /* empty: the application has no such way */
    struct samples ratios[APPS_RIVAL_COUNT];         /* cooperative / rival, of each turn */
};

/* A name for people. */
const char *apps_rival_name(enum apps_rival rival);

/* Whether the application is one of graphs. */
int apps_contest_takes(const struct application *application);

/* Plays options->pairs turns. In each, every side runs once more than options->searches: its first run finds
 * cold caches and does not count. The sides begin in turns. Plain kernels are compared by the device's clock,
 * all else by the host's. On failure *result is what apps_result_clear takes. */
int apps_contest_play(const struct application *application, const struct graph_choice *choice,
                      const struct bench_options *options, struct apps_result *result,
                      struct tool_error *error);

void apps_result_clear(struct apps_result *result);

#endif
