#include "loop_ranks.h"

#include <pthread.h>

struct job {
    const struct crew *crew;
    coop_net_loop *loop;
    struct rank rank;
};

int is_refused(const char *file, int line, const char *call, coop_status status, coop_status wanted,
               const char *words)
{
    return test_equal_text(file, line, call, coop_status_name(status), coop_status_name(wanted)) &
           test_contains(file, line, call, coop_last_error()->message, words);
}

static void *run(void *argument)
{
    struct job *job = argument;
    struct coop_net_options options = {.loop = job->loop,
                                       .rank = job->rank.rank,
                                       .timeout_ns = job->crew->timeout_ns,
                                       .deliver_groups = job->crew->deliver_groups,
                                       .peer_timeout_ns = job->crew->peer_timeout_ns};

    job->rank.opened = coop_net_open(job->rank.context, &options, &job->rank.net);
    if (!OK(job->rank.opened)) {
        TEST_NOTE("rank %u: %s", job->rank.rank, coop_last_error()->message);
    }
    job->crew->body(&job->rank);
    TEST_EQUAL_TEXT(coop_status_name(coop_net_close(job->rank.net)), coop_status_name(job->crew->closes));
    return NULL;
}

void crew_run(const struct crew *crew)
{
    /* PoCL has as many threads as the first context asks for, for the work-groups of all ranks together. */
    struct coop_context_options options = {.worker_groups = 32, .memory_bytes = crew->memory_bytes};
    struct job jobs[RANKS_MAX];
    pthread_t threads[RANKS_MAX];
    coop_net_loop *loop;

    options.memory_bytes = options.memory_bytes != 0 ? options.memory_bytes : 1 << 20;
    if (!OK(coop_net_loop_create(crew->ranks, &loop))) {
        return;
    }
    for (uint32_t i = 0; i < crew->ranks; i++) {
        jobs[i] = (struct job){crew, loop, {.rank = i, .ranks = crew->ranks}};
        coop_status status = coop_context_create(&options, &jobs[i].rank.context);
        if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT || status == COOP_BUSY) {
            TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
        }
        OK(status);
    }
    for (uint32_t i = 0; i < crew->ranks; i++) {
        TEST_EQUAL(pthread_create(&threads[i], NULL, run, &jobs[i]), 0);
    }
    for (uint32_t i = 0; i < crew->ranks; i++) {
        pthread_join(threads[i], NULL);
        coop_context_destroy(jobs[i].rank.context);
    }
    coop_net_loop_destroy(loop);
}
