/* coop/grid_barrier.clh among threads: as the operating system likes, jostled, and in turns that a seed
 * chooses, so that a failure repeats: `seed=` and `mode=` of a failing run. `runs=` is how many there are of
 * each shape. */
#include "grid.h"

#include "coop/grid_barrier.clh"
#include "group.h"
#include "schedule.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

void grid_rounds(void *scene);
unsigned grid_local_bytes(void);

struct shape {
    uint32_t groups;
    uint32_t items;
    uint32_t resident; /* 0: all */
};

static void run_rounds(void *scene, unsigned long join)
{
    (void)join; /* the megakernel's second argument; this kernel has one */
    grid_rounds(scene);
}

static void run_range(const struct shape *shape, struct grid_scene *scene)
{
    static const struct threads_module module = {.kernel = run_rounds, .local_bytes = grid_local_bytes};
    struct threads_range *range =
        threads_range_start(&module, scene, 0, shape->groups, shape->items, shape->resident);

    if (range == NULL) {
        TEST_SKIP("the machine has no threads left");
    }
    while (!threads_range_has_ended(range)) {
        threads_sleep(
            1000000); /* asleep, it is not one of those whom the others let run when they yield (T3) */
    }
    threads_range_release(range);
}

/* One launch. Returns its points. */
static uint64_t play(const struct threads_schedule *schedule, const struct shape *shape,
                     struct grid_scene *scene, uint32_t *state)
{
    uint64_t points;

    memset(state, 0, COOP_GRID_STATE_BYTES);
    state[COOP_GRID_WORD_SETTLE_POLLS] = 50;
    state[COOP_GRID_WORD_POLLS_MAX] = scene->leaver != GRID_NOBODY ? 200 : 0;
    scene->state = state;
    threads_begin(schedule);
    run_range(shape, scene);
    points = threads_end();
    return points;
}

/* E1 to E5. */
static void check_members(const struct shape *shape, const struct grid_scene *scene, const uint32_t *state)
{
    uint32_t most = shape->resident > 0 ? shape->resident : shape->groups;

    TEST_EQUAL(state[COOP_GRID_WORD_FAILURE], 0);
    TEST_AT_LEAST(scene->members, 1);
    TEST_AT_MOST(scene->members, most);
    TEST_EQUAL(scene->members, state[COOP_GRID_WORD_GROUPS]);
    for (uint32_t i = 0; i < scene->members * shape->items && test_failures() == 0; i++) {
        TEST_EQUAL(scene->passed[i], scene->rounds);
        TEST_EQUAL(scene->wrong[i], 0);
    }
    TEST_EQUAL(state[COOP_GRID_WORD_BARRIER], 0); /* two barriers a round */
}

/* E6: nobody gets past the barrier at which the leaver is missing. */
static void check_failure(const struct shape *shape, const struct grid_scene *scene, const uint32_t *state)
{
    if (scene->members <= scene->leaver) {
        return; /* the poll was closed before it came */
    }
    TEST_TRUE(state[COOP_GRID_WORD_FAILURE] > 0);
    for (uint32_t i = 0; i < scene->members * shape->items && test_failures() == 0; i++) {
        TEST_AT_MOST(scene->passed[i], scene->leaves_at);
        TEST_EQUAL(scene->wrong[i], 0);
    }
}

static uint64_t play_shape(const struct threads_schedule *schedule, const struct shape *shape, int fails)
{
    static uint32_t state[COOP_GRID_STATE_WORDS];
    struct grid_scene scene = {.rounds = 5, .leaver = GRID_NOBODY};
    uint64_t points;

    if (fails) {
        scene.leaver = 1;
        scene.leaves_at = 2;
    }
    points = play(schedule, shape, &scene, state);
    (fails ? check_failure : check_members)(shape, &scene, state);
    return points;
}

static void by_chance(const struct shape *shape, int fails)
{
    uint64_t seed = test_seed();
    uint64_t runs = test_option("runs", 40);
    uint64_t only = test_option("mode", 9);
    uint64_t points = 0;

    for (uint64_t i = 0; i < runs && test_failures() == 0; i++) {
        static const enum threads_mode modes[] = {THREADS_RANDOM, THREADS_PRIORITY, THREADS_JOSTLED,
                                                  THREADS_RANDOM, THREADS_PRIORITY, THREADS_FREE};
        struct threads_schedule schedule = {.mode = modes[i % 6], .seed = seed + i, .count = 3};

        schedule.mode = only < 9 ? (enum threads_mode)only : schedule.mode;
        schedule.at[0] = i > 0 ? points / i : 0;
        points += play_shape(&schedule, shape, fails);
        if (test_failures() != 0) {
            TEST_NOTE("run %llu: repeat with seed=%llu mode=%d runs=1", (unsigned long long)i,
                      (unsigned long long)schedule.seed, (int)schedule.mode);
        }
    }
    TEST_NOTE("%u work-groups of %u, %u resident: %llu points", shape->groups, shape->items, shape->resident,
              (unsigned long long)points);
}

TEST(all_are_resident)
{
    by_chance(&(struct shape){1, 2, 0}, 0);
    by_chance(&(struct shape){2, 1, 0}, 0);
    by_chance(&(struct shape){3, 2, 0}, 0);
    by_chance(&(struct shape){8, 1, 0}, 0);
}

TEST(fewer_are_resident_than_launched)
{
    by_chance(&(struct shape){8, 1, 1}, 0);
    by_chance(&(struct shape){6, 2, 2}, 0);
    by_chance(&(struct shape){8, 1, 3}, 0);
}

TEST(a_member_that_does_not_come_is_given_up)
{
    by_chance(&(struct shape){3, 1, 0}, 1);
    by_chance(&(struct shape){4, 2, 0}, 1);
}
