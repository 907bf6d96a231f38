#include "loop_ranks.h"

#include <pthread.h>

#define GPU_BYTES ((uint64_t)128 << 20)

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
                                       .peer_timeout_ns = job->crew->peer_timeout_ns,
                                       .memory_bytes = job->crew->net_memory_bytes,
                                       .ranks_in_row = job->crew->ranks_in_row};

    if (job->rank.rank == 0 && job->crew->ranks_in_first_row != 0) {
        options.ranks_in_row = job->crew->ranks_in_first_row;
    }

    job->rank.opened = coop_net_open(job->rank.context, &options, &job->rank.net);
    if (!OK(job->rank.opened)) {
        TEST_NOTE("rank %u: %s", job->rank.rank, coop_last_error()->message);
    }
    job->crew->body(&job->rank);
    TEST_EQUAL_TEXT(coop_status_name(coop_net_close(job->rank.net)), coop_status_name(job->crew->closes));
    return NULL;
}

/* One context for each rank. On a GPU by copies a queue takes 16 MiB and more, and a device has one live run:
 * crews that start runs name their memory. */
static void open_contexts(const struct crew *crew, struct job *jobs)
{
    /* PoCL has as many threads as the first context asks for, for the work-groups of all ranks together. */
    struct coop_context_options options = {.worker_groups = crew->ranks > 8 ? 64 : 32,
                                           .memory_bytes = crew->memory_bytes};
    struct coop_device_report device;

    options.memory_bytes = options.memory_bytes != 0 ? options.memory_bytes : 1 << 20;
    for (uint32_t i = 0; i < crew->ranks; i++) {
        coop_status status = coop_context_create(&options, &jobs[i].rank.context);
        if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT || status == COOP_BUSY) {
            TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
        }
        if (!OK(status)) {
            TEST_NOTE("%s", coop_last_error()->message);
        }
        if (i == 0 && OK(coop_context_device(jobs[0].rank.context, &device)) &&
            device.kind == COOP_KIND_GPU) {
            if (crew->ranks > 1 && crew->memory_bytes != 0) {
                TEST_SKIP("%s has one live run at a time, and a loop of %u ranks wants one for each",
                          device.device_name, crew->ranks);
            }
            if (crew->memory_bytes != 0 && options.memory_bytes < GPU_BYTES) {
                options.memory_bytes = GPU_BYTES;
                coop_context_destroy(jobs[0].rank.context);
                OK(coop_context_create(&options, &jobs[0].rank.context));
            }
        }
    }
}

void crew_run(const struct crew *crew)
{
    struct job jobs[RANKS_MAX];
    pthread_t threads[RANKS_MAX];
    coop_net_loop *loop;

    if (!OK(coop_net_loop_create(crew->ranks, &loop))) {
        return;
    }
    for (uint32_t i = 0; i < crew->ranks; i++) {
        jobs[i] = (struct job){crew, loop, {.rank = i, .ranks = crew->ranks}};
    }
    open_contexts(crew, jobs);
    for (uint32_t i = 0; i < crew->ranks; i++) {
        TEST_EQUAL(pthread_create(&threads[i], NULL, run, &jobs[i]), 0);
    }
    for (uint32_t i = 0; i < crew->ranks; i++) {
        pthread_join(threads[i], NULL);
        coop_context_destroy(jobs[i].rank.context);
    }
    coop_net_loop_destroy(loop);
}
