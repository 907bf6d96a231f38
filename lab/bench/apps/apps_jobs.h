/* One graph application on one graph beside periodic jobs: how much longer it takes, and how much longer it
 * would if the jobs cost exactly the work-groups that they hold. */
#ifndef LAB_BENCH_APPS_JOBS_H
#define LAB_BENCH_APPS_JOBS_H

#include "lab/bench/base/bench.h"
#include "tools/graph/graph_choice.h"
#include "tools/measure/samples.h"
#include "tools/runner/application.h"

/* Which jobs, as --frames names them: "heavy:half". */
struct apps_jobs_choice {
    char name[40];
    char frames[24]; /* the class */
    char amount[16]; /* the work-groups of a job */
};

struct apps_jobs {
    struct samples slowdowns; /* of each turn that has one, and an ideal */
    struct samples ideals;
    struct samples ratios; /* slowdown / ideal */
    struct samples gather_us;
    uint32_t unknown; /* turns without a slowdown, or without an ideal (apps_ideal.h) */
    uint32_t jobs;
    uint32_t late;
    uint32_t wrong; /* turns with a wrong result of the application, or of a job */
};

/* The message of an error names the option. */
int apps_jobs_parse(const char *text, uint64_t groups, struct apps_jobs_choice *choice,
                    struct tool_error *error);

/* Plays options->pairs turns: in each the kernel is launched again and again, alone, for options->seconds
 * beside the jobs, and alone again. A turn whose launches together are shorter than a period has no slowdown.
 * On failure *jobs is what apps_jobs_clear takes. */
int apps_jobs_play(const struct application *application, const struct graph_choice *graph,
                   const struct apps_jobs_choice *choice, const struct bench_options *options,
                   struct apps_jobs *jobs, struct tool_error *error);

void apps_jobs_clear(struct apps_jobs *jobs);

#endif
