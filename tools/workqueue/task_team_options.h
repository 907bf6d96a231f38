/* The options of a workload that runs on several devices at once.
 *
 * Stands on: tools/options, coop/team.h. */
#ifndef TOOLS_TASKS_TASK_TEAM_OPTIONS_H
#define TOOLS_TASKS_TASK_TEAM_OPTIONS_H

#include "tools/error/tool_error.h"

#include <coop/team.h>

/* As given on the command line; all NULL and 0: one device. */
struct task_team_options {
    const char *devices; /* "0,1" */
    const char *groups;  /* "2,2": worker work-groups of each, or one number for all */
    const char
        *locals;    /* "64,1": work-items of a work-group of each, or one number for all; NULL: the default */
    uint64_t split; /* one device in so many parts */
    const char *domains; /* "separate", or the number of the domain of each: "0,0,1"; NULL: all are one */
    const char *victims;
    const char *first;
    const char *kinds;  /* "cpu,gpu": what each device counts as, or one for all; NULL: as the driver says */
    const char *speeds; /* "4,1", "alike" or "measured"; NULL: measured */
};

#define TASK_TEAM_VICTIMS "near-first, near, random, local or none"
#define TASK_TEAM_FIRST "demand or equal"
#define TASK_TEAM_KINDS "cpu, gpu or other"

/* Memory for what the team's options point to. */
struct task_team_lists {
    double speeds[COOP_DEVICES_MAX];
    enum coop_device_kind kinds[COOP_DEVICES_MAX];
};

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

/* Checks the work-items of work-groups, also where there is one device. *most is the largest number, and
 * stays as it is where none is given. */
int task_team_check_locals(const struct task_team_options *options, uint64_t *most, struct tool_error *error);

/* The work-items of the device's work-groups; `all` where none are given for it alone. */
uint32_t task_team_local_items(const struct task_team_options *options, uint32_t device, uint64_t all);

/* How many times as large as an equal share the largest share of a work-group is. */
double task_team_largest_share(const struct task_team_options *options);

/* What the options, which have been checked, mean for the team; *lists lives as long as *team. */
void task_team_fill(const struct task_team_options *options, struct task_team_lists *lists,
                    struct coop_team_options *team);

#endif
