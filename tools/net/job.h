/* The ranks of this process: one of MPI's, or all of a loop. */
#ifndef TOOLS_NET_JOB_H
#define TOOLS_NET_JOB_H

#include "tools/net/command.h"

#define JOB_RANKS_MAX 64u

/* A rank of this process. */
struct job {
    const struct net_command *command;
    coop_context *context;
    coop_net_loop *loop;
    uint32_t rank;
    int status;
    struct rank_result result;
    struct tool_error error;
};

/* Finds command->style by command->style_name. */
int job_choose_style(struct net_command *command, struct tool_error *error);

/* Does what the command of jobs[0] says, and verifies it: on command->ranks threads, a job for each, or as
 * MPI's rank. The result, or the error, is in jobs[0]. */
int job_run(struct job *jobs);

#endif
