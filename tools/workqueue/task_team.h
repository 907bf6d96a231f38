/* A workload on several devices at once: coop-app TASK --devices.
 *
 * Stands on: task_device.h, tools/runner/app.h, coop/team.h. */
#ifndef TOOLS_TASKS_TASK_TEAM_H
#define TOOLS_TASKS_TASK_TEAM_H

#include "task_device.h"
#include "tools/runner/app.h"

#include <coop/team.h>

/* As given on the command line; all NULL and 0: one device. */
struct task_team_options {
    const char *devices; /* "0,1" */
    const char *groups;  /* "2,2": worker work-groups of each, or one number for all */
    uint64_t split;      /* one device in so many parts */
    const char *domains; /* "separate", or the number of the domain of each: "0,0,1"; NULL: all are one */
    const char *victims;
    const char *first;
    const char *speeds; /* "4,1", "alike" or "measured"; NULL: measured */
};

#define TASK_TEAM_VICTIMS "near-first, near, random, local or none"
#define TASK_TEAM_FIRST "demand or equal"

/* What each device has done in all runs that were measured. */
struct task_team_results {
    uint32_t count; /* 0: it was one device */
    uint32_t groups[COOP_TEAM_DEVICES_MAX];
    struct coop_workqueue_counts counts[COOP_TEAM_DEVICES_MAX];
    uint32_t domains[COOP_TEAM_DEVICES_MAX]; /* the number of each one's */
    /* Of all runs, but for times of moves, the rate and the speed, which are of the last run that had
     * some. */
    struct coop_team_traffic traffic[COOP_TEAM_DEVICES_MAX];
};

static inline int task_team_has_domains(const struct task_team_results *results)
{
    return results->count > 0 && results->domains[results->count - 1] > 0;
}

static inline int task_team_is_wanted(const struct task_team_options *options)
{
    return options->devices != NULL || options->split > 0;
}

/* How many devices the options name; 1 where they name none. */
uint32_t task_team_devices(const struct task_team_options *options);

/* Checks the names and numbers, and says how many work-groups there are on all devices, numbers that nobody
 * has because `owners` share a queue included. */
int task_team_check(const struct task_team_options *options, uint32_t owners, uint64_t *groups,
                    struct tool_error *error);

/* A run of a job, whose tasks are the device's. */
struct task_team_run {
    const struct task_team_options *team;
    const struct app_options *options;
    const struct app_job *job;
    struct task_device *device;
    struct app_results *results;
    struct task_team_results *parts;
};

/* Runs the job as app_run does, on each device. */
int task_team_run(const struct task_team_run *run, struct tool_error *error);

#endif
