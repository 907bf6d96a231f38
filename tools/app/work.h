/* coop-app's workloads of tasks (fib, uts, …): what their parts share. */
#ifndef TOOLS_APP_WORK_H
#define TOOLS_APP_WORK_H

#include "frames.h"
#include "samples.h"
#include "work_device.h"

/* As given on the command line. */
struct work_options {
    struct work_choice choice;
    const struct work_method *method;
    const char *device;
    const char *frames;
    const char *frame_groups;
    uint64_t groups;
    uint64_t local_items;
    uint64_t repeat;
    uint64_t seed;
    uint64_t public_tasks;
    uint64_t overflow_tasks;
    uint64_t owners;
    double timeout_s;
    double stall_after_s; /* 0: nothing is called stalled */
    double min_seconds;
    int is_static;
    int verify;
    int json;
    int help;
};

/* What was found and measured. */
struct work_results {
    char device_name[128];
    double read_s;
    uint32_t worker_groups;
    struct answer answer;                /* of the last launch */
    uint32_t wrong;                      /* launches whose answer --verify found wrong */
    struct tool_error difference;        /* the first of them */
    struct samples run_ms;               /* beside frames, if there are any */
    struct samples alone_ms;             /* without them; only measured when there are any */
    struct coop_workqueue_counts counts; /* sums over all launches in run_ms */
    double imbalance; /* most tasks of a queue's owners over the mean, of the last launch */
    uint64_t kills;
    uint64_t forks;
    const struct frame_profile *frames; /* NULL: none */
    uint32_t frame_groups;
    uint32_t frame_n;
    struct frame_results frame_results;
};

/* 0; 1 after --help has been printed; -1 with a sentence. arguments[1] is the workload. */
int work_options_parse(struct work_options *options, int count, char **arguments, struct tool_error *error);

/* Runs the problem as often as asked for. wanted: the right answer, or NULL when nothing is to be compared. */
int work_run(const struct work_options *options, const struct work_problem *problem,
             const struct answer *wanted, struct work_results *results, struct tool_error *error);

void work_report_for_people(const struct work_options *options, const struct work_problem *problem,
                            struct work_results *results);
void work_report_json(const struct work_options *options, const struct work_problem *problem,
                      struct work_results *results);

/* Whether a command is one of these workloads, and the command; returns the process's exit code. */
int work_knows(const char *command);
int work_command(int count, char **arguments);

#endif
