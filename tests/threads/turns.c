/* Whole runs in which one thread at a time takes its turn, chosen by a seed or by an enumeration, so that a
 * failure repeats: `seed=` and `mode=` of a failing run, `runs=` how many there are, `workers=` and `local=`
 * their size. Time is virtual, hence nothing here depends on how fast the machine is, and a wake-up that is
 * lost shows as time that passes. */
#include "turns.h"
#include "scene.h"

/* `runs` runs by chance: some random, some by priorities. */
static void by_chance(scene_function *scene)
{
    uint64_t seed = test_seed();
    uint64_t runs = test_option("runs", 60);
    uint64_t only = test_option("mode", 0);
    uint64_t points = 0;

    scene_clear_tally();
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
    scene_note_tally(runs, points);
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

    scene_clear_tally();
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
    scene_note_tally(done, points);
}

TEST(resizing_barriers_by_chance)
{
    by_chance(turns_resizing_barriers);
}

TEST(resizing_barriers_with_one_delay)
{
    by_one_delay(turns_resizing_barriers);
}

TEST(bare_primitives_by_chance)
{
    by_chance(turns_bare_primitives);
}

TEST(bare_primitives_with_one_delay)
{
    by_one_delay(turns_bare_primitives);
}

TEST(elastic_by_chance)
{
    by_chance(turns_elastic);
}

TEST(two_instances_by_chance)
{
    by_chance(turns_two_instances);
}

TEST(two_instances_with_one_delay)
{
    by_one_delay(turns_two_instances);
}

TEST(unused_grants_by_chance)
{
    by_chance(turns_unused_grants);
}

TEST(neighbours_by_chance)
{
    by_chance(turns_neighbours);
}

TEST(neighbours_with_one_delay)
{
    by_one_delay(turns_neighbours);
}

TEST(stop_by_chance)
{
    by_chance(turns_stop_amid);
}

TEST(stop_between_by_chance)
{
    by_chance(turns_stop_between);
}

TEST(audience_by_chance)
{
    by_chance(turns_audience);
}

TEST(parting_at_the_end)
{
    by_chance(turns_parting_at_the_end);
}

TEST(parting_at_an_offer)
{
    by_chance(turns_parting_at_an_offer);
}

TEST(leases_by_chance)
{
    by_chance(turns_leases);
}

TEST(leases_with_one_delay)
{
    by_one_delay(turns_leases);
}

TEST(leases_at_barriers_by_chance)
{
    by_chance(turns_leases_at_barriers);
}

TEST(leases_stop_by_chance)
{
    by_chance(turns_leases_stop);
}

TEST(leases_fail_by_chance)
{
    by_chance(turns_leases_fail);
}

TEST(rests_by_chance)
{
    by_chance(turns_rests);
}

TEST(rests_with_one_delay)
{
    by_one_delay(turns_rests);
}
