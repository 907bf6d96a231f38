/* A whole run for threads that take turns: opened, disturbed, looked at, and closed. */
#include "scene.h"
#include "kernels.h"
#include "kernels_text.h"

#include <stdlib.h>
#include <string.h>

/* Far more than a launch of these scenes takes. */
#define STALL_NS ((uint64_t)1000000000)

int scene_check(struct scene *scene, const char *file, int line, const char *call, coop_status status)
{
    struct coop_error error;

    if (status == COOP_OK) {
        return 1;
    }
    test_fail(file, line, "%s is %s", call, coop_status_name(status));
    coop_context_error(scene->context, &error);
    TEST_NOTE("  %s: %s\n%s", error.doing, error.message, error.details);
    coop_error_clear(&error);
    return 0;
}

void scene_open(struct scene *scene, const struct threads_schedule *schedule)
{
    struct coop_context_options options = {.memory_bytes = 1 << 20};
    struct coop_run_options run = {.trace_events = 20000, .stall_after_ns = STALL_NS};

    memset(scene, 0, sizeof *scene);
    scene->workers = (uint32_t)test_option("workers", 3);
    scene->local_items = (uint32_t)test_option("local", 1);
    scene->random = schedule->seed;
    options.worker_groups = scene->workers;
    run.worker_groups = scene->workers;
    run.local_items = scene->local_items;
    struct threads_schedule bounded = *schedule;
    bounded.steps_max = test_option("points", 1000000); /* a run that is right has a tenth of it at most */
    threads_begin(&bounded);
    if (!OK(scene, coop_context_create(&options, &scene->context)) ||
        !OK(scene, coop_module_create(scene->context, kernels_module_text, kernels_module_bytes, NULL,
                                      &scene->module)) ||
        !OK(scene, coop_run_start(scene->module, &run, &scene->run))) {
        exit(1);
    }
}

uint64_t scene_close(struct scene *scene)
{
    OK(scene, coop_run_stop(scene->run, WAIT_NS));
    coop_run_destroy(scene->run);
    coop_module_destroy(scene->module);
    coop_context_destroy(scene->context);
    return threads_end();
}

coop_buffer *scene_buffer(struct scene *scene, uint32_t words)
{
    coop_buffer *buffer = NULL;

    if (!OK(scene, coop_buffer_create(scene->context, words * 4, &buffer))) {
        exit(1);
    }
    OK(scene, coop_buffer_fill(buffer, 0, 0, words * 4));
    return buffer;
}

uint32_t scene_word(struct scene *scene, coop_buffer *buffer, uint32_t index)
{
    uint32_t word = 0;

    OK(scene, coop_buffer_read(buffer, index * 4, &word, 4));
    return word;
}

/* What the runs of a claim have come to, for its note: a test in which nothing happens shows nothing. */
static struct tally {
    uint64_t kills;
    uint64_t forks;
    uint64_t barrier_kills;
    uint64_t barrier_forks;
} tally;

void scene_clear_tally(void)
{
    memset(&tally, 0, sizeof tally);
}

static void count_transitions(const struct coop_launch_stats *stats)
{
    tally.kills += stats->kills;
    tally.forks += stats->forks;
    tally.barrier_kills += stats->barrier_kills;
    tally.barrier_forks += stats->barrier_forks;
}

void scene_note_tally(uint64_t runs, uint64_t points)
{
    TEST_NOTE("%llu runs, %llu points; %llu kills, %llu forks; at barriers %llu kills, %llu forks",
              (unsigned long long)runs, (unsigned long long)points, (unsigned long long)tally.kills,
              (unsigned long long)tally.forks, (unsigned long long)tally.barrier_kills,
              (unsigned long long)tally.barrier_forks);
}

void scene_await_word(struct scene *scene, coop_buffer *buffer, uint32_t index, uint32_t value)
{
    static char text[16384];

    for (int i = 0; i < 10000; i++) {
        if (scene_word(scene, buffer, index) >= value) {
            return;
        }
        threads_sleep(1000);
    }
    OK(scene, coop_run_describe(scene->run, text, sizeof text));
    TEST_FAIL("word %u is %u, awaited %u\n%s", index, scene_word(scene, buffer, index), value, text);
}

void scene_finish(struct scene *scene, coop_launch *launch, struct coop_launch_stats *stats)
{
    struct coop_launch_stats own = {0};

    stats = stats != NULL ? stats : &own;
    OK(scene, coop_launch_wait(launch, WAIT_NS, stats));
    count_transitions(stats);
    coop_launch_destroy(launch);
}

/* A regular kernel that counts its work-items, waited for: the cooperative ones make room for it. */
static void intrude(struct scene *scene, coop_buffer *out, uint32_t groups)
{
    struct count_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {4}};
    struct coop_launch_options options = {.groups = groups, .priority = 1};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    OK(scene, coop_buffer_fill(out, 0, 0, 16));
    if (OK(scene, count_launch(scene->run, &args, &range, &options, &launch))) {
        scene_finish(scene, launch, &stats);
        TEST_AT_LEAST(stats.groups_at_start, 1);
        TEST_AT_MOST(stats.groups_at_start, groups);
        for (uint32_t i = 0; i < 4; i++) {
            TEST_EQUAL(scene_word(scene, out, i), 1);
        }
    }
}

void scene_intrude_until_end(struct scene *scene, coop_launch *launch, coop_buffer *out)
{
    for (int i = 0; i < 40 && test_failures() == 0 && coop_launch_wait(launch, 0, NULL) == COOP_TIMED_OUT;
         i++) {
        intrude(scene, out, 1 + (uint32_t)test_random_below(&scene->random, scene->workers));
    }
}

void scene_expect_all_free(struct scene *scene, coop_buffer *out)
{
    struct count_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {4}};
    struct coop_launch_options options = {.groups = scene->workers};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    OK(scene, coop_buffer_fill(out, 0, 0, 16));
    if (OK(scene, count_launch(scene->run, &args, &range, &options, &launch))) {
        scene_finish(scene, launch, &stats);
        TEST_EQUAL(stats.groups_at_start, scene->workers);
        for (uint32_t i = 0; i < 4; i++) {
            TEST_EQUAL(scene_word(scene, out, i), 1);
        }
    }
}

void scene_expect_no_lost_wake_up(void)
{
    TEST_EQUAL(threads_timeouts(), 0);
}
