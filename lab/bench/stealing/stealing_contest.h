/* coop-bench stealing: one problem solved by all who can, in turns. */
#ifndef LAB_BENCH_STEALING_CONTEST_H
#define LAB_BENCH_STEALING_CONTEST_H

#include "lab/bench/base/bench.h"
#include "lab/bench/base/central_device.h"
#include "lab/bench/base/rivals.h"
#include "tools/measure/samples.h"
#include "tools/workqueue/task_device.h"

#define RIVALS_MAX 8

/* The sides that take turns; the rivals come after CONTEST_SIDES. */
enum contest_side { SIDE_STEALING, SIDE_STATIC, SIDE_CENTRAL, CONTEST_SIDES };

struct contest_times {
    struct samples ms;     /* of the work */
    struct samples cpu_ms; /* of all threads of the process */
    struct samples ratios; /* this one's ms divided by stealing's, turn by turn */
    struct samples cpu_ratios;
};

/* One problem, on all sides that can solve it. */
struct contest {
    const struct bench_options *options;
    struct work_problem problem;
    struct answer wanted;
    struct task_setup setups[2]; /* stealing and static */
    struct task_device devices[2];
    struct session session;
    struct central_device central;
    struct session central_session;
    int is_rivals_alone; /* no equal shares and no queue for all */
    int has_central;
    struct rival_input rival_input;
    const struct rival *rivals;
    unsigned rival_count; /* 0: none knows the problem */
    unsigned threads;
    struct contest_times times[CONTEST_SIDES + RIVALS_MAX];
    struct coop_workqueue_counts counts; /* of all launches that steal */
    uint64_t launches;                   /* so many */
    double ideal;                        /* static's most work, divided by the mean */
    struct samples busy_stealing;        /* most busy time divided by the mean */
    struct samples busy_static;
    uint64_t rival_tasks;
    uint32_t wrong;
};

/* Reads or makes the problem, solves it, and prepares all sides. On failure *contest holds what
 * contest_clear releases. */
int contest_init(struct contest *contest, const struct bench_options *options,
                 const struct work_choice *choice, struct tool_error *error);

/* For each side one launch or run that does not count, and some that do, in an order that `turn` rotates. */
int contest_turn(struct contest *contest, uint64_t turn, struct tool_error *error);

/* Fills ideal and the busy times, from launches of their own. */
int contest_measure_shares(struct contest *contest, struct tool_error *error);

void contest_clear(struct contest *contest);

#endif
