/* The rival programs of a graph application, run beside it: those on the host's processors
 * (graph_library.h), and that of the device's own platform (cuda_contest.cuh). */
#ifndef LAB_BENCH_APPS_RIVALS_H
#define LAB_BENCH_APPS_RIVALS_H

#include "lab/bench/base/bench.h"
#include "lab/bench/base/rival_process.h"

#define APPS_RIVALS_MAX 8

struct apps_rivals {
    struct rival_process processes[APPS_RIVALS_MAX];
    unsigned count;
};

/* Starts those that stand beside this program and know the application; with options->rival that one alone,
 * or none.
 * is_gpu  the device is one: otherwise its platform's programs are left out.
 * rivals  out; apps_rivals_stop releases it in any case. */
int apps_rivals_start(const struct bench_options *options, const char *application,
                      const struct graph_choice *choice, int is_gpu, struct apps_rivals *rivals,
                      struct tool_error *error);

/* {0} is accepted. */
void apps_rivals_stop(struct apps_rivals *rivals);

#endif
