#include "tools/net/job.h"

#include <pthread.h>

static int open_context(struct job *job)
{
    const struct net_command *command = job->command;
    /* PoCL has as many threads as the first context of a process asks for: all ranks' work-groups, with a
     * scheduler and a delivery work-group each. */
    uint32_t here = command->ranks != 0 ? (uint32_t)command->ranks : 1;
    uint32_t groups = here * ((uint32_t)command->rank.groups + 2);
    const struct coop_context_options options = {.device = command->device,
                                                 .worker_groups = groups,
                                                 .memory_bytes = ((uint64_t)64 << 20) +
                                                                 command->application->bytes(command)};

    if (coop_context_create(&options, &job->context) != COOP_OK) {
        return tool_fail(&job->error, "%s: %s", coop_last_error()->doing, coop_last_error()->message);
    }
    return 0;
}

static void *run_job(void *argument)
{
    struct job *job = argument;
    struct rank rank = {.options = &job->command->rank,
                        .context = job->context,
                        .loop = job->loop,
                        .loop_rank = job->rank,
                        .error = &job->error};
    int status = rank_open(&rank, &job->result);

    status = status == 0 ? job->command->application->work(&rank, job->command, &job->result) : status;
    status = status == 0 ? rank_count(&rank, &job->result) : status;
    job->status = rank_close(&rank, status);
    return NULL;
}

/* MPI's rank that this process is. */
static int run_alone(struct job *job)
{
    int status = open_context(job);

    if (status == 0) {
        run_job(job);
        status = job->status;
    }
    coop_context_destroy(job->context);
    return status;
}

/* All ranks, each on a thread; the contexts are made before any run begins. */
static int run_loop(struct job *jobs, uint32_t ranks)
{
    pthread_t threads[JOB_RANKS_MAX];
    coop_net_loop *loop;
    uint32_t started = 0;
    int status = 0;

    if (coop_net_loop_create(ranks, &loop) != COOP_OK) {
        return tool_fail(&jobs[0].error, "%s", coop_last_error()->message);
    }
    for (uint32_t rank = 0; status == 0 && rank < ranks; rank++) {
        jobs[rank] = (struct job){.command = jobs[0].command, .loop = loop, .rank = rank};
        status = open_context(&jobs[rank]);
        jobs[0].error = status != 0 ? jobs[rank].error : jobs[0].error;
    }
    while (status == 0 && started < ranks) {
        status = pthread_create(&threads[started], NULL, run_job, &jobs[started]) == 0
                     ? 0
                     : tool_fail(&jobs[0].error, "no thread for rank %u can be had", started);
        started += status == 0;
    }
    for (uint32_t rank = 0; rank < started; rank++) {
        pthread_join(threads[rank], NULL);
        if (jobs[rank].status != 0 && status == 0) {
            status = -1;
            jobs[0].error = jobs[rank].error;
        }
    }
    for (uint32_t rank = 0; rank < ranks; rank++) {
        coop_context_destroy(jobs[rank].context);
    }
    coop_net_loop_destroy(loop);
    return status;
}

int job_choose_style(struct net_command *command, struct tool_error *error)
{
    const struct net_application *application = command->application;

    command->style =
        net_style_find(application->styles, application->style_count, command->style_name, error);
    if (command->style == NULL) {
        return -1;
    }
    if (command->style->is_coprocessor && command->ranks != 0) {
        return tool_fail(error,
                         "--style coprocessor exchanges queues by MPI, and has no messages; run it under "
                         "mpirun, without --ranks");
    }
    command->rank.leaves_by_slot = command->style->leaves_by_slot;
    return 0;
}

int job_run(struct job *jobs)
{
    uint64_t ranks = jobs[0].command->ranks;

    return ranks != 0 ? run_loop(jobs, (uint32_t)ranks) : run_alone(&jobs[0]);
}
