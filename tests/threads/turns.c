/* Whole runs in which one thread at a time takes its turn, chosen by a seed or by an enumeration, so that a
 * failure repeats: `seed=` and `mode=` of a failing run, `runs=` how many there are, `workers=` and `local=`
 * their size. Time is virtual, hence nothing here depends on how fast the machine is, and a wake-up that is
 * lost shows as time that passes. */
#include "coop/coop.h"
#include "kernels.h"
#include "kernels_text.h"
#include "schedule.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define WAIT_NS ((uint64_t)20 * 1000000000)
#define HEARTBEAT_NS ((uint64_t)20 * 1000000) /* cl/mailbox.cl: a sleeping scheduler looks again by itself */

/* Far more than a launch of these scenes takes. */
#define STALL_NS ((uint64_t)1000000000)

struct scene {
    uint32_t workers;
    uint32_t local_items;
    coop_context *context;
    coop_module *module;
    coop_run *run;
    uint64_t random;
};

static int check(struct scene *scene, const char *file, int line, const char *call, coop_status status)
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
#define OK(scene, call) check((scene), TEST_PLACE, #call, (call))

static void open_scene(struct scene *scene, const struct threads_schedule *schedule)
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

/* Stops, which holds the trace against the semantics (tests/support/traced_runs.h), and gives everything
 * back. */
static uint64_t close_scene(struct scene *scene)
{
    OK(scene, coop_run_stop(scene->run, WAIT_NS));
    coop_run_destroy(scene->run);
    coop_module_destroy(scene->module);
    coop_context_destroy(scene->context);
    return threads_end();
}

static coop_buffer *buffer_of(struct scene *scene, uint32_t words)
{
    coop_buffer *buffer = NULL;

    if (!OK(scene, coop_buffer_create(scene->context, words * 4, &buffer))) {
        exit(1);
    }
    OK(scene, coop_buffer_fill(buffer, 0, 0, words * 4));
    return buffer;
}

static uint32_t word_of(struct scene *scene, coop_buffer *buffer, uint32_t index)
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

static void count_transitions(const struct coop_launch_stats *stats)
{
    tally.kills += stats->kills;
    tally.forks += stats->forks;
    tally.barrier_kills += stats->barrier_kills;
    tally.barrier_forks += stats->barrier_forks;
}

static void note_tally(uint64_t runs, uint64_t points)
{
    TEST_NOTE("%llu runs, %llu points; %llu kills, %llu forks; at barriers %llu kills, %llu forks",
              (unsigned long long)runs, (unsigned long long)points, (unsigned long long)tally.kills,
              (unsigned long long)tally.forks, (unsigned long long)tally.barrier_kills,
              (unsigned long long)tally.barrier_forks);
}

/* Until a running kernel has counted so far. */
static void await_word(struct scene *scene, coop_buffer *buffer, uint32_t index, uint32_t value)
{
    static char text[16384];

    for (int i = 0; i < 10000; i++) {
        if (word_of(scene, buffer, index) >= value) {
            return;
        }
        threads_sleep(1000);
    }
    OK(scene, coop_run_describe(scene->run, text, sizeof text));
    TEST_FAIL("word %u is %u, awaited %u\n%s", index, word_of(scene, buffer, index), value, text);
}

static void finish(struct scene *scene, coop_launch *launch, struct coop_launch_stats *stats)
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
    struct coop_launch_options options = {.groups = groups};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    OK(scene, coop_buffer_fill(out, 0, 0, 16));
    if (OK(scene, count_launch(scene->run, &args, &range, &options, &launch))) {
        finish(scene, launch, &stats);
        TEST_AT_LEAST(stats.groups_at_start, 1);
        TEST_AT_MOST(stats.groups_at_start, groups);
        for (uint32_t i = 0; i < 4; i++) {
            TEST_EQUAL(word_of(scene, out, i), 1);
        }
    }
}

/* One after the other until the launch has ended, up to a number. */
static void intrude_until_end(struct scene *scene, coop_launch *launch, coop_buffer *out)
{
    for (int i = 0; i < 40 && test_failures() == 0 && coop_launch_wait(launch, 0, NULL) == COOP_TIMED_OUT;
         i++) {
        intrude(scene, out, 1 + (uint32_t)test_random_below(&scene->random, scene->workers));
    }
}

/* All workers are free, and all are found: nothing was lost on the way (S9, C2). */
static void expect_all_free(struct scene *scene, coop_buffer *out)
{
    struct count_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {4}};
    struct coop_launch_options options = {.groups = scene->workers};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    OK(scene, coop_buffer_fill(out, 0, 0, 16));
    if (OK(scene, count_launch(scene->run, &args, &range, &options, &launch))) {
        finish(scene, launch, &stats);
        TEST_EQUAL(stats.groups_at_start, scene->workers);
        for (uint32_t i = 0; i < 4; i++) {
            TEST_EQUAL(word_of(scene, out, i), 1);
        }
    }
}

/* Nobody has slept until a limit since the beginning: every wake-up has come (X1, X2). */
static void expect_no_lost_wake_up(void)
{
    TEST_EQUAL(threads_timeouts(), 0);
}

/* The scenes. Each is a whole run; what it returns is the number of points passed. */

static uint64_t bare_primitives(const struct threads_schedule *schedule)
{
    enum { ROUNDS = 20 };
    struct scene scene;

    open_scene(&scene, schedule);
    coop_buffer *words = buffer_of(&scene, 3 * ROUNDS);
    coop_buffer *out = buffer_of(&scene, 4);
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
        intrude_until_end(&scene, launch, out);
        finish(&scene, launch, &stats);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            TEST_EQUAL(word_of(&scene, words, ROUNDS + round), word_of(&scene, words, round));
            TEST_EQUAL(word_of(&scene, words, 2 * ROUNDS + round), word_of(&scene, words, round));
        }
        TEST_EQUAL(stats.barriers, ROUNDS);
    }
    expect_all_free(&scene, out);
    expect_no_lost_wake_up();
    return close_scene(&scene);
}

/* Two cooperative kernels of offers and requests, which end while they are wanted to shrink or grow. */
static uint64_t two_instances(const struct threads_schedule *schedule)
{
    enum { COUNT = 100 };
    struct scene scene;
    coop_launch *launches[2] = {NULL, NULL};
    coop_buffer *words[2];

    open_scene(&scene, schedule);
    coop_buffer *out = buffer_of(&scene, 4);
    for (uint32_t i = 0; i < 2; i++) {
        words[i] = buffer_of(&scene, 64 + COUNT);
        struct drawing_args args = {coop_buffer_address(words[i]), coop_buffer_address(words[i]) + 256, COUNT,
                                    0};
        OK(&scene, drawing_launch(scene.run, &args, NULL, &launches[i]));
    }
    intrude_until_end(&scene, launches[0], out);
    for (uint32_t i = 0; i < 2; i++) {
        finish(&scene, launches[i], NULL);
        for (uint32_t n = 0; n < COUNT; n++) {
            TEST_EQUAL(word_of(&scene, words[i], 64 + n), 1);
        }
    }
    expect_all_free(&scene, out);
    expect_no_lost_wake_up();
    return close_scene(&scene);
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
    resized->seen = resized->seen != NULL ? resized->seen : buffer_of(scene, ROUNDS_MAX * SEEN_STRIDE);
    resized->cells =
        resized->cells != NULL ? resized->cells : buffer_of(scene, 2 * SEEN_STRIDE * scene->local_items);
    resized->wrong = resized->wrong != NULL ? resized->wrong : buffer_of(scene, 1);
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

    finish(scene, resized->launch, &stats);
    TEST_EQUAL(word_of(scene, resized->wrong, 0), 0);
    TEST_EQUAL(stats.barriers, resized->args.rounds);
    for (uint32_t round = 0; round < resized->args.rounds; round++) {
        uint32_t m = word_of(scene, resized->seen, round * SEEN_STRIDE) >> 16;
        TEST_TRUE(m >= 1 && m <= scene->workers);
        if (resized->resizing == COOP_RESIZING_PLAIN && round > 0) { /* one kill at most (CK 5) */
            TEST_AT_LEAST(m + 1, word_of(scene, resized->seen, (round - 1) * SEEN_STRIDE) >> 16);
        }
        for (uint32_t id = 0; id < scene->workers; id++) {
            TEST_EQUAL(word_of(scene, resized->seen, round * SEEN_STRIDE + id), id < m ? (m << 16) + 1 : 0);
        }
    }
}

static uint64_t resizing_barriers(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct resized resized = {.launch = NULL};

    open_scene(&scene, schedule);
    resized.resizing = schedule->seed % 3 == 0 ? COOP_RESIZING_PLAIN : COOP_RESIZING_QUERY;
    coop_buffer *out = buffer_of(&scene, 4);
    launch_resized(&scene, &resized, 64);
    intrude_until_end(&scene, resized.launch, out);
    finish_resized(&scene, &resized);
    expect_all_free(&scene, out);
    expect_no_lost_wake_up();
    return close_scene(&scene);
}

/* A long kernel makes room for short ones of its kind and takes it back: with four workers, while one of
 * those that it has lost is still on its way out (R3). */
static uint64_t neighbours(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct resized lasting = {.launch = NULL};
    struct resized passing = {.launch = NULL};

    open_scene(&scene, schedule);
    launch_resized(&scene, &lasting, 60);
    for (int i = 0;
         i < 8 && test_failures() == 0 && coop_launch_wait(lasting.launch, 0, NULL) == COOP_TIMED_OUT; i++) {
        launch_resized(&scene, &passing, 1 + (uint32_t)test_random_below(&scene.random, 3));
        finish_resized(&scene, &passing);
    }
    finish_resized(&scene, &lasting);
    expect_no_lost_wake_up();
    return close_scene(&scene);
}

/* A kernel that is granted work-groups, takes none and ends: they are free again, whatever it was doing when
 * (C2). */
static uint64_t unused_grants(const struct threads_schedule *schedule)
{
    struct scene scene;
    coop_launch *hold = NULL;
    coop_launch *reluctant = NULL;
    struct coop_ndrange range;

    open_scene(&scene, schedule);
    coop_buffer *words = buffer_of(&scene, 64);
    coop_buffer *out = buffer_of(&scene, 4);
    coop_address at = coop_buffer_address(words);
    struct hold_args holding = {at, at + 64};
    struct reluctant_args waiting = {at + 128, at + 136, at + 140};
    struct coop_launch_options options = {.groups = scene.workers - 1};
    uint32_t one = 1;
    range = (struct coop_ndrange){.global_items = {(scene.workers - 1) * scene.local_items}};
    OK(&scene, hold_launch(scene.run, &holding, &range, &options, &hold));
    OK(&scene, reluctant_launch(scene.run, &waiting, NULL, &reluctant));
    await_word(&scene, words, 16, scene.workers - 1);
    await_word(&scene, words, 34, 1);
    OK(&scene, coop_buffer_write(words, 0, &one, 4)); /* slots come free, and are granted */
    threads_sleep(test_random_below(&scene.random, 40000));
    OK(&scene, coop_buffer_write(words, 128, &one, 4));
    finish(&scene, hold, NULL);
    finish(&scene, reluctant, NULL);
    TEST_EQUAL(word_of(&scene, words, 35), 1);
    expect_all_free(&scene, out);
    return close_scene(&scene);
}

enum { MARKS = 2048 };

/* Another thread of the host, which waits for a launch and looks at its results as soon as it knows the
 * outcome. */
struct onlooker {
    int may_end; /* before it is stopped */
    enum coop_status status;
    struct scene *scene;
    coop_launch *launch;
    coop_buffer *data;
    pthread_t thread;
    uint64_t heard_ns;
    uint32_t seen[MARKS];
};

static void *look_on(void *argument)
{
    struct onlooker *onlooker = argument;

    onlooker->status = coop_launch_wait(onlooker->launch, WAIT_NS, NULL);
    if (!onlooker->may_end || onlooker->status != COOP_OK) {
        TEST_EQUAL(onlooker->status, COOP_STOPPED);
    }
    OK(onlooker->scene, coop_buffer_read(onlooker->data, 0, onlooker->seen, sizeof onlooker->seen));
    return NULL;
}

/* Stops the run amid the launch, and lets the onlooker tell what is then in its memory. */
static void stop_under(struct scene *scene, struct onlooker *onlooker)
{
    uint64_t begun;

    pthread_create(&onlooker->thread, NULL, look_on, onlooker);
    threads_sleep(test_random_below(&scene->random, 200000));
    begun = threads_now_ns();
    OK(scene, coop_run_stop(scene->run, WAIT_NS));
    TEST_AT_MOST(threads_now_ns() - begun, HEARTBEAT_NS / 2);
    pthread_join(onlooker->thread, NULL);
    coop_launch_destroy(onlooker->launch);
}

/* The run is stopped while work-groups compute, wait at barriers and end; everybody leaves, at once, and who
 * is told that the launch is over may look at its memory. */
static uint64_t stop_amid(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct swinging_args args = {.count = 8, .rounds = 1000000};
    struct onlooker onlooker = {.scene = &scene};

    open_scene(&scene, schedule);
    onlooker.data = buffer_of(&scene, MARKS);
    args.data = coop_buffer_address(onlooker.data);
    if (OK(&scene, swinging_launch(scene.run, &args, NULL, &onlooker.launch))) {
        stop_under(&scene, &onlooker);
    }
    return close_scene(&scene);
}

/* The same between the logical work-groups of a regular kernel: no barrier and no return has published what
 * they wrote, only the work-group's leaving does. */
static uint64_t stop_between(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct mark_args args;
    struct coop_ndrange range = {.global_items = {MARKS}};
    struct onlooker onlooker = {.scene = &scene, .may_end = 1};

    open_scene(&scene, schedule);
    onlooker.data = buffer_of(&scene, MARKS);
    args.out = coop_buffer_address(onlooker.data);
    if (OK(&scene, mark_launch(scene.run, &args, &range, NULL, &onlooker.launch))) {
        stop_under(&scene, &onlooker);
        for (uint32_t i = 0; i < MARKS; i++) {
            TEST_TRUE((onlooker.seen[i] == 0 && onlooker.status != COOP_OK) || onlooker.seen[i] == i + 1);
        }
    }
    return close_scene(&scene);
}

/* Of several threads that wait for one launch, each hears of its end at once, and not when it looks again by
 * itself. */
static void *listen(void *argument)
{
    struct onlooker *onlooker = argument;

    TEST_EQUAL(coop_launch_wait(onlooker->launch, WAIT_NS, NULL), COOP_OK);
    onlooker->heard_ns = threads_now_ns();
    return NULL;
}

static uint64_t audience(const struct threads_schedule *schedule)
{
    enum { LISTENERS = 3 };
    struct scene scene;
    struct onlooker listeners[LISTENERS] = {{.scene = &scene}};
    struct coop_ndrange range = {.global_items = {1}};
    coop_launch *launch = NULL;
    uint64_t ended_ns;

    open_scene(&scene, schedule);
    coop_buffer *words = buffer_of(&scene, 2);
    struct hold_args holding = {coop_buffer_address(words), coop_buffer_address(words) + 4};
    if (OK(&scene, hold_launch(scene.run, &holding, &range, NULL, &launch))) {
        for (uint32_t i = 0; i < LISTENERS; i++) {
            listeners[i].launch = launch;
            pthread_create(&listeners[i].thread, NULL, listen, &listeners[i]);
        }
        threads_sleep(test_random_below(&scene.random, 400000));
        OK(&scene, coop_buffer_write(words, 0, &(uint32_t){1}, 4));
        OK(&scene, coop_launch_wait(launch, WAIT_NS, NULL));
        ended_ns = threads_now_ns();
        for (uint32_t i = 0; i < LISTENERS; i++) {
            pthread_join(listeners[i].thread, NULL);
            TEST_AT_MOST(listeners[i].heard_ns, ended_ns + HEARTBEAT_NS / 2);
        }
        coop_launch_destroy(launch);
    }
    return close_scene(&scene);
}

/* Work-items that part where their work-group ends: whatever else comes to its end meanwhile, nobody is told
 * that the launch was well (W2). `ways` is where the kernel looks for each work-item's way. */
static void open_parting(struct scene *scene, const struct threads_schedule *schedule, int leader_waits,
                         coop_buffer **ways)
{
    open_scene(scene, schedule);
    TEST_AT_LEAST(scene->local_items, 2);
    *ways = buffer_of(scene, scene->local_items);
    for (uint32_t i = 0; i < scene->local_items; i++) {
        uint32_t waits = leader_waits ? i == 0 : i > 0;
        OK(scene, coop_buffer_write(*ways, 4 * i, &waits, 4));
    }
}

static uint64_t parting_at_the_end(const struct threads_schedule *schedule)
{
    struct scene scene;
    coop_buffer *ways;
    coop_launch *launch = NULL;

    open_parting(&scene, schedule, 0, &ways);
    struct parts_at_the_end_args args = {coop_buffer_address(ways)};
    struct coop_ndrange range = {.global_items = {scene.local_items}};
    if (OK(&scene, parts_at_the_end_launch(scene.run, &args, &range, NULL, &launch))) {
        TEST_EQUAL(coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED);
    }
    coop_launch_destroy(launch);
    return close_scene(&scene);
}

/* The work-group is killed there, if the other launch is heard of in time; the others return. */
static uint64_t parting_at_an_offer(const struct threads_schedule *schedule)
{
    struct scene scene;
    coop_buffer *ways;
    coop_launch *launch = NULL;
    coop_launch *rival = NULL;

    open_parting(&scene, schedule, 1, &ways);
    coop_buffer *words = buffer_of(&scene, 1 + scene.local_items);
    struct parts_at_an_offer_args args = {coop_buffer_address(ways), coop_buffer_address(words)};
    struct count_args count = {coop_buffer_address(words) + 4};
    struct coop_ndrange range = {.global_items = {scene.local_items}};
    if (OK(&scene, parts_at_an_offer_launch(scene.run, &args, NULL, &launch)) &&
        OK(&scene, count_launch(scene.run, &count, &range, NULL, &rival))) {
        threads_sleep(test_random_below(&scene.random, 400000));
        OK(&scene, coop_buffer_write(words, 0, &(uint32_t){1}, 4));
        TEST_EQUAL(coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED);
        coop_launch_wait(rival, WAIT_NS, NULL); /* it may have been quicker than the failure */
    }
    coop_launch_destroy(launch);
    coop_launch_destroy(rival);
    return close_scene(&scene);
}

/* Launches one after the other, with rests of any length, in which some or all fall asleep; and a stop after
 * one. */
static uint64_t rests(const struct threads_schedule *schedule)
{
    struct scene scene;
    uint64_t begun;

    open_scene(&scene, schedule);
    coop_buffer *out = buffer_of(&scene, 4);
    for (uint32_t i = 0; i < 4; i++) {
        /* Work-groups fall asleep after about a millisecond, which is when most can go wrong. */
        uint64_t longest = i % 2 == 0 ? 25 : 17 + test_random_below(&scene.random, 5);
        threads_sleep(test_random_below(
            &scene.random,
            (uint64_t)1 << (i % 2 == 0 ? test_random_below(&scene.random, longest) : longest)));
        begun = threads_now_ns();
        expect_all_free(&scene, out);
        TEST_AT_MOST(threads_now_ns() - begun, HEARTBEAT_NS / 2);
    }
    threads_sleep(test_random_below(&scene.random, HEARTBEAT_NS));
    begun = threads_now_ns();
    OK(&scene, coop_run_stop(scene.run, WAIT_NS));
    TEST_AT_MOST(threads_now_ns() - begun, HEARTBEAT_NS / 2);
    return close_scene(&scene);
}

typedef uint64_t scene_function(const struct threads_schedule *schedule);

/* `runs` runs by chance: some random, some by priorities. */
static void by_chance(scene_function *scene)
{
    uint64_t seed = test_seed();
    uint64_t runs = test_option("runs", 60);
    uint64_t only = test_option("mode", 0);
    uint64_t points = 0;

    memset(&tally, 0, sizeof tally);
    for (uint64_t i = 0; i < runs && test_failures() == 0; i++) {
        struct threads_schedule schedule = {.mode = i % 2 == 0 ? THREADS_RANDOM : THREADS_PRIORITY,
                                            .seed = seed + i};
        schedule.mode = only != 0 ? (enum threads_mode)only : schedule.mode;
        schedule.count = 3;
        schedule.at[0] =
            i > 0 ? points / i : 0; /* where priorities change: anywhere in a run of usual length */
        points += scene(&schedule);
        if (test_failures() != 0) {
            TEST_NOTE("run %llu: repeat with seed=%llu mode=%d runs=1", (unsigned long long)i,
                      (unsigned long long)schedule.seed, (int)schedule.mode);
        }
    }
    note_tally(runs, points);
}

/* Every run in which the threads take turns with one delay, or every `1/runs`-th of them where that is
 * enough. */
static void by_one_delay(scene_function *scene)
{
    struct threads_schedule schedule = {.mode = THREADS_DELAYED, .seed = test_option("seed", 1)};
    uint64_t points = scene(&schedule);
    uint64_t runs = test_option("runs", 60);
    uint64_t stride = runs == 0 || runs > points ? 1 : points / runs;
    uint64_t from = test_seed() % stride;
    uint64_t done = 0;

    memset(&tally, 0, sizeof tally);
    schedule.count = 1;
    for (schedule.at[0] = test_option("at", from); schedule.at[0] < points && test_failures() == 0;
         schedule.at[0] += stride) {
        schedule.span = test_option("span", done % 2 == 0 ? 1000 : 1);
        scene(&schedule);
        done++;
        if (test_failures() != 0) {
            TEST_NOTE("repeat with at=%llu span=%llu runs=1", (unsigned long long)schedule.at[0],
                      (unsigned long long)schedule.span);
        }
    }
    note_tally(done, points);
}

TEST(resizing_barriers_by_chance)
{
    by_chance(resizing_barriers);
}

TEST(resizing_barriers_with_one_delay)
{
    by_one_delay(resizing_barriers);
}

TEST(bare_primitives_by_chance)
{
    by_chance(bare_primitives);
}

TEST(bare_primitives_with_one_delay)
{
    by_one_delay(bare_primitives);
}

TEST(two_instances_by_chance)
{
    by_chance(two_instances);
}

TEST(two_instances_with_one_delay)
{
    by_one_delay(two_instances);
}

TEST(unused_grants_by_chance)
{
    by_chance(unused_grants);
}

TEST(neighbours_by_chance)
{
    by_chance(neighbours);
}

TEST(neighbours_with_one_delay)
{
    by_one_delay(neighbours);
}

TEST(stop_by_chance)
{
    by_chance(stop_amid);
}

TEST(stop_between_by_chance)
{
    by_chance(stop_between);
}

TEST(audience_by_chance)
{
    by_chance(audience);
}

TEST(parting_at_the_end)
{
    by_chance(parting_at_the_end);
}

TEST(parting_at_an_offer)
{
    by_chance(parting_at_an_offer);
}

TEST(rests_by_chance)
{
    by_chance(rests);
}

TEST(rests_with_one_delay)
{
    by_one_delay(rests);
}
