/* One graph application on one graph, run in turns in each way that it has, and with each rival. */
#ifndef LAB_BENCH_APPS_CONTEST_H
#define LAB_BENCH_APPS_CONTEST_H

#include "lab/bench/base/bench.h"
#include "lab/bench/base/rival_process.h"
#include "tools/graph/graph_choice.h"
#include "tools/measure/samples.h"
#include "tools/runner/application.h"

#include <stdio.h>

/* The ordinary form of the kernel, the loop of launches, and the ways of all rival programs. */
#define APPS_BESIDE_MAX 16

/* What the cooperative kernel is compared with. */
struct apps_beside {
    char name[40];
    uint32_t groups; /* work-groups or threads; 0: as the cooperative kernel has them, or one for each item */
    int is_host_clock;
    struct samples cooperative_ms; /* by the same clock */
    struct samples ms;
    struct samples ratios; /* cooperative / this one, of each turn */
};

struct apps_result {
    char application[32];
    char graph[128];
    uint64_t vertices;
    uint64_t arcs;
    int is_gpu;                                 /* the device is one */
    uint32_t wrong;                             /* runs with a wrong result */
    struct apps_beside beside[APPS_BESIDE_MAX]; /* in the order of their first turn */
    unsigned beside_count;
};

/* Whether the application is one of graphs. */
int apps_contest_takes(const struct application *application);

/* Plays options->pairs turns. In each, every side runs once more than options->searches: its first run finds
 * cold caches and does not count. The sides begin in turns. Plain kernels, and rivals of the device's own
 * platform, are compared by the device's clock, all else by the host's. A rival's wrong result is a failure.
 * On failure *result is what apps_result_clear takes. */
int apps_contest_play(const struct application *application, const struct graph_choice *choice,
                      const struct bench_options *options, struct apps_result *result,
                      struct tool_error *error);

void apps_result_clear(struct apps_result *result);

#endif
