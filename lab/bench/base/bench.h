/* coop-bench: what its commands share. */
#ifndef LAB_BENCH_H
#define LAB_BENCH_H

#include "apps_verdict.h"
#include "bench_list.h"
#include "tools/error/tool_error.h"
#include "tools/options/options.h"
#include "tools/report/table.h"

#include <stdint.h>

#define BENCH_GROUPS_MAX 2045

struct bench_options {
    const char *device;
    uint64_t groups;
    uint64_t local_items;
    double timeout_s;
    double stall_after_s; /* 0: no launch is reported as stalled */
    enum report_form form;
    struct report *report; /* the tables that the command prints */
    uint64_t seed;

    struct option_texts apps;   /* apps: those to measure; none: all */
    struct option_texts graphs; /* apps, overhead */
    struct option_texts grids;
    struct option_texts rmats;
    struct option_texts circuits; /* apps */
    struct option_texts frames;   /* apps: jobs, as "heavy:half" */
    struct apps_aim aim;          /* apps: instead of the device's; zeros: none was given */
    int is_judged;                /* apps, elastic: an aim that is missed is a failure; repeats: a due time */
    uint64_t pairs;
    uint64_t searches;
    uint64_t hub_arcs; /* 0: the default */
    const char *rival; /* overhead: a program, or "none"; NULL: the one that was built, on a GPU */

    struct bench_list groups_list; /* barrier, mailbox, gather: points of a cost curve */
    struct bench_list instances;   /* mailbox, gather: cooperative kernels at once */
    const char *app;               /* gather: "bfs", "uts" or "octree"; NULL: bfs */
    const char *points;            /* gather: of octree: a file or a number */
    int is_with_baseline;          /* gather */
    uint64_t baseline_groups;      /* gather: of the ordinary search; 0: as many as the device holds */
    const char *only;              /* one of the command's parts; NULL: all */
    uint64_t rounds;               /* barrier; 0: as many as take some ms */

    struct bench_list limits; /* registers */

    uint64_t hz;      /* elastic, repeats: jobs a second */
    uint64_t samples; /* gather, mailbox */
    double seconds;   /* apps, elastic, gather, idle, mailbox, repeats; storm: 0 means `runs` instead */
    uint64_t runs;    /* storm */
    int is_exact;     /* `groups` work-groups each time, not up to so many */
    int is_checked;   /* with trace */

    struct option_texts trees; /* stealing */
    const char *text;
    const char *word;
    uint64_t tasks;
    uint64_t queens;
    uint64_t cells; /* graph */
    uint64_t lanes;
};

static inline uint64_t bench_timeout_ns(const struct bench_options *options)
{
    return (uint64_t)(options->timeout_s * 1e9);
}

static inline uint64_t bench_stall_ns(const struct bench_options *options)
{
    return (uint64_t)(options->stall_after_s * 1e9);
}

/* The commands. 0: done, and every check holds; 1: a result is wrong, and the command has printed it; -1
 * with a message. */
int bench_apps(const struct bench_options *options, struct tool_error *error);
int bench_channels(const struct bench_options *options, struct tool_error *error);
int bench_barrier(const struct bench_options *options, struct tool_error *error);
int bench_ordinary(const struct bench_options *options, struct tool_error *error);
int bench_lease(const struct bench_options *options, struct tool_error *error);
int bench_elastic(const struct bench_options *options, struct tool_error *error);
int bench_overhead(const struct bench_options *options, struct tool_error *error);
int bench_gather(const struct bench_options *options, struct tool_error *error);
int bench_eikonal(const struct bench_options *options, struct tool_error *error);
int bench_graph(const struct bench_options *options, struct tool_error *error);
int bench_idle(const struct bench_options *options, struct tool_error *error);
int bench_registers(const struct bench_options *options, struct tool_error *error);
int bench_repeats(const struct bench_options *options, struct tool_error *error);
int bench_messages(const struct bench_options *options, struct tool_error *error);
int bench_mailbox(const struct bench_options *options, struct tool_error *error);
int bench_stealing(const struct bench_options *options, struct tool_error *error);
int bench_tasks(const struct bench_options *options, struct tool_error *error);
int bench_storm(const struct bench_options *options, struct tool_error *error);

#endif
