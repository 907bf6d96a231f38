/* Scenes in which kernels lose and get work-groups. */
#include "kernels.h"
#include "scene.h"
#include "turns.h"

uint64_t turns_bare_primitives(const struct threads_schedule *schedule)
{
    enum { ROUNDS = 20 };
    struct scene scene;

    scene_open(&scene, schedule);
    coop_buffer *words = scene_buffer(&scene, 3 * ROUNDS);
    coop_buffer *out = scene_buffer(&scene, 4);
    coop_address at = coop_buffer_address(words);
    struct mixed_args args = {at, at + ROUNDS * 4, at + ROUNDS * 8, ROUNDS, 0};
    for (int i = 0; i < 2; i++) { /* the second instance takes over the first one's entry of the table (R1) */
        struct coop_launch_stats stats = {0};
        coop_launch *launch = NULL;
        OK(&scene, coop_buffer_fill(words, 0, 0, 3 * ROUNDS * 4));
        OK(&scene, coop_buffer_fill(words, ROUNDS * 4, 0xff, ROUNDS * 4));
        if (!OK(&scene, mixed_launch(scene.run, &args, NULL, &launch))) {
            break;
        }
        scene_intrude_until_end(&scene, launch, out);
        scene_finish(&scene, launch, &stats);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            TEST_EQUAL(scene_word(&scene, words, ROUNDS + round), scene_word(&scene, words, round));
            TEST_EQUAL(scene_word(&scene, words, 2 * ROUNDS + round), scene_word(&scene, words, round));
        }
        TEST_EQUAL(stats.barriers, ROUNDS);
    }
    scene_expect_all_free(&scene, out);
    scene_expect_no_lost_wake_up();
    return scene_close(&scene);
}

/* Two cooperative kernels of offers and requests, which end while they are wanted to shrink or grow. */
uint64_t turns_two_instances(const struct threads_schedule *schedule)
{
    enum { COUNT = 100 };
    struct scene scene;
    coop_launch *launches[2] = {NULL, NULL};
    coop_buffer *words[2];

    scene_open(&scene, schedule);
    coop_buffer *out = scene_buffer(&scene, 4);
    for (uint32_t i = 0; i < 2; i++) {
        words[i] = scene_buffer(&scene, 64 + COUNT);
        struct drawing_args args = {coop_buffer_address(words[i]), coop_buffer_address(words[i]) + 256, COUNT,
                                    0};
        OK(&scene, drawing_launch(scene.run, &args, NULL, &launches[i]));
    }
    scene_intrude_until_end(&scene, launches[0], out);
    for (uint32_t i = 0; i < 2; i++) {
        scene_finish(&scene, launches[i], NULL);
        for (uint32_t n = 0; n < COUNT; n++) {
            TEST_EQUAL(scene_word(&scene, words[i], 64 + n), 1);
        }
    }
    scene_expect_all_free(&scene, out);
    scene_expect_no_lost_wake_up();
    return scene_close(&scene);
}

/* A regular kernel that gives way (S9a) and comes back: each of its logical work-groups runs once, also where
 * one ends, or another begins, while the last ones are drawn. */
uint64_t turns_elastic(const struct threads_schedule *schedule)
{
    enum { COUNT = 100 };
    struct scene scene;

    scene_open(&scene, schedule);
    struct coop_launch_options options = {.elastic = 1};
    struct coop_ndrange range = {.global_items = {(uint64_t)COUNT * scene.local_items}};
    coop_buffer *words = scene_buffer(&scene, 64 + COUNT);
    coop_buffer *out = scene_buffer(&scene, 4);
    coop_address at = coop_buffer_address(words);
    struct patient_args args = {at, at + 128, at + 256, 0, {0}};
    for (int i = 0; i < 2; i++) {
        struct coop_launch_stats stats = {0};
        coop_launch *launch = NULL;
        OK(&scene, coop_buffer_fill(words, 0, 0, (64 + COUNT) * 4));
        if (!OK(&scene, patient_launch(scene.run, &args, &range, &options, &launch))) {
            break;
        }
        scene_intrude_until_end(&scene, launch, out);
        scene_finish(&scene, launch, &stats);
        for (uint32_t n = 0; n < COUNT; n++) {
            TEST_EQUAL(scene_word(&scene, words, 64 + n), 1);
        }
    }
    scene_expect_all_free(&scene, out);
    scene_expect_no_lost_wake_up();
    return scene_close(&scene);
}

/* What a kernel of resizing barriers works on, and what it must have left there. */
enum { SEEN_STRIDE = 8, ROUNDS_MAX = 64 };
struct resized {
    struct resizing_args args;
    coop_buffer *seen;
    coop_buffer *cells;
    coop_buffer *wrong;
    coop_launch *launch;
    enum coop_resizing resizing;
};

static void launch_resized(struct scene *scene, struct resized *resized, uint32_t rounds)
{
    resized->seen = resized->seen != NULL ? resized->seen : scene_buffer(scene, ROUNDS_MAX * SEEN_STRIDE);
    resized->cells =
        resized->cells != NULL ? resized->cells : scene_buffer(scene, 2 * SEEN_STRIDE * scene->local_items);
    resized->wrong = resized->wrong != NULL ? resized->wrong : scene_buffer(scene, 1);
    struct coop_launch_options options = {.resizing = resized->resizing};

    OK(scene, coop_buffer_fill(resized->seen, 0, 0, rounds * SEEN_STRIDE * 4));
    resized->args = (struct resizing_args){.seen = coop_buffer_address(resized->seen),
                                           .cells = coop_buffer_address(resized->cells),
                                           .wrong = coop_buffer_address(resized->wrong),
                                           .rounds = rounds,
                                           .stride = SEEN_STRIDE};
    OK(scene, resizing_launch(scene->run, &resized->args, &options, &resized->launch));
}

static void finish_resized(struct scene *scene, struct resized *resized)
{
    struct coop_launch_stats stats = {0};

    scene_finish(scene, resized->launch, &stats);
    TEST_EQUAL(scene_word(scene, resized->wrong, 0), 0);
    TEST_EQUAL(stats.barriers, resized->args.rounds);
    for (uint32_t round = 0; round < resized->args.rounds; round++) {
        uint32_t m = scene_word(scene, resized->seen, round * SEEN_STRIDE) >> 16;
        TEST_TRUE(m >= 1 && m <= scene->workers);
        if (resized->resizing == COOP_RESIZING_PLAIN && round > 0) { /* one kill at most (CK 5) */
            TEST_AT_LEAST(m + 1, scene_word(scene, resized->seen, (round - 1) * SEEN_STRIDE) >> 16);
        }
        for (uint32_t id = 0; id < scene->workers; id++) {
            TEST_EQUAL(scene_word(scene, resized->seen, round * SEEN_STRIDE + id),
                       id < m ? (m << 16) + 1 : 0);
        }
    }
}

uint64_t turns_resizing_barriers(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct resized resized = {.launch = NULL};

    scene_open(&scene, schedule);
    resized.resizing = schedule->seed % 3 == 0 ? COOP_RESIZING_PLAIN : COOP_RESIZING_QUERY;
    coop_buffer *out = scene_buffer(&scene, 4);
    launch_resized(&scene, &resized, 64);
    scene_intrude_until_end(&scene, resized.launch, out);
    finish_resized(&scene, &resized);
    scene_expect_all_free(&scene, out);
    scene_expect_no_lost_wake_up();
    return scene_close(&scene);
}

/* A long kernel makes room for short ones of its kind and takes it back: with four workers, while one of
 * those that it has lost is still on its way out (R3). */
uint64_t turns_neighbours(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct resized lasting = {.launch = NULL};
    struct resized passing = {.launch = NULL};

    scene_open(&scene, schedule);
    launch_resized(&scene, &lasting, 60);
    for (int i = 0;
         i < 8 && test_failures() == 0 && coop_launch_wait(lasting.launch, 0, NULL) == COOP_TIMED_OUT; i++) {
        launch_resized(&scene, &passing, 1 + (uint32_t)test_random_below(&scene.random, 3));
        finish_resized(&scene, &passing);
    }
    finish_resized(&scene, &lasting);
    scene_expect_no_lost_wake_up();
    return scene_close(&scene);
}

/* A kernel that is granted work-groups, takes none and ends: they are free again, whatever it was doing when
 * (C2). */
uint64_t turns_unused_grants(const struct threads_schedule *schedule)
{
    struct scene scene;
    coop_launch *hold = NULL;
    coop_launch *reluctant = NULL;
    struct coop_ndrange range;

    scene_open(&scene, schedule);
    coop_buffer *words = scene_buffer(&scene, 64);
    coop_buffer *out = scene_buffer(&scene, 4);
    coop_address at = coop_buffer_address(words);
    struct hold_args holding = {at, at + 64};
    struct reluctant_args waiting = {at + 128, at + 136, at + 140};
    struct coop_launch_options options = {.groups = scene.workers - 1};
    uint32_t one = 1;
    range = (struct coop_ndrange){.global_items = {(scene.workers - 1) * scene.local_items}};
    OK(&scene, hold_launch(scene.run, &holding, &range, &options, &hold));
    OK(&scene, reluctant_launch(scene.run, &waiting, NULL, &reluctant));
    scene_await_word(&scene, words, 16, scene.workers - 1);
    scene_await_word(&scene, words, 34, 1);
    OK(&scene, coop_buffer_write(words, 0, &one, 4)); /* slots come free, and are granted */
    threads_sleep(test_random_below(&scene.random, 40000));
    OK(&scene, coop_buffer_write(words, 128, &one, 4));
    scene_finish(&scene, hold, NULL);
    scene_finish(&scene, reluctant, NULL);
    TEST_EQUAL(scene_word(&scene, words, 35), 1);
    scene_expect_all_free(&scene, out);
    return scene_close(&scene);
}
