#include "storm.h"

#include "storm_kernels.h"
#include <stdlib.h>
#include <string.h>

#define SECOND_NS UINT64_C(1000000000)
#define FRAME_ITEMS 512u
#define DEADLINE_NS (600 * SECOND_NS)

coop_buffer *storm_zeros(struct storm *storm, uint64_t bytes)
{
    void *zeros = calloc(1, bytes);
    coop_buffer *buffer = NULL;

    if (OK(coop_buffer_create(storm->rank->context, bytes, &buffer))) {
        OK(coop_buffer_write(buffer, 0, zeros, bytes));
    }
    free(zeros);
    return buffer;
}

int storm_begin(struct storm *storm, struct rank *rank, const char *text, size_t bytes, uint32_t local_items,
                uint64_t seed)
{
    *storm = (struct storm){.rank = rank, .random = seed + 1000 * rank->rank};
    if (!attach_run(rank, text, bytes, local_items, STORM_WORKERS, &storm->attached)) {
        TEST_NOTE("rank %u: %s", rank->rank, coop_last_error()->message);
        return 0;
    }
    storm->marks = storm_zeros(storm, FRAME_ITEMS * sizeof(uint32_t));
    return storm->marks != NULL;
}

/* A frame of random size. */
static int draw_frame(struct storm *storm)
{
    const struct frame_args args = {coop_buffer_address(storm->marks)};
    const struct coop_ndrange range = {.global_items = {FRAME_ITEMS}};
    const struct coop_launch_options options = {
        .groups = 1 + (uint32_t)test_random_below(&storm->random, STORM_WORKERS - 1),
        .priority = 1,
        .timeout_ns = DEADLINE_NS};
    coop_launch *launch = NULL;
    int is_done = OK(frame_launch(storm->attached.run, &args, &range, &options, &launch)) &&
                  OK(coop_launch_wait(launch, DEADLINE_NS, NULL));

    coop_launch_destroy(launch);
    storm->frames += is_done != 0;
    return is_done;
}

int storm_until_end(struct storm *storm, coop_status posted, coop_launch *launch)
{
    struct coop_launch_stats stats;
    coop_status status = posted;
    int goes_on = posted == COOP_OK;

    while (goes_on) {
        status = coop_launch_wait(launch, 0, &stats);
        goes_on = status == COOP_TIMED_OUT && draw_frame(storm);
    }
    if (!OK(status)) {
        TEST_NOTE("rank %u, launch %llu: %s", storm->rank->rank, (unsigned long long)storm->launches,
                  coop_last_error()->message);
        return 0;
    }
    coop_launch_destroy(launch);
    storm->kills += stats.kills + stats.barrier_kills;
    storm->forks += stats.forks + stats.barrier_forks;
    storm->launches++;
    return 1;
}

/* Each frame has marked each of its work-items once. */
static void check_frames(struct storm *storm)
{
    uint32_t marks[FRAME_ITEMS];
    uint32_t wrong = 0;

    OK(coop_buffer_read(storm->marks, 0, marks, sizeof marks));
    for (uint32_t i = 0; i < FRAME_ITEMS; i++) {
        wrong += marks[i] != storm->frames;
    }
    TEST_EQUAL(wrong, 0);
}

void storm_end(struct storm *storm)
{
    check_frames(storm);
    check_counts(storm->rank);
    TEST_NOTE("rank %u: %llu kills and %llu forks in %llu launches beside %llu frames", storm->rank->rank,
              (unsigned long long)storm->kills, (unsigned long long)storm->forks,
              (unsigned long long)storm->launches, (unsigned long long)storm->frames);
}
