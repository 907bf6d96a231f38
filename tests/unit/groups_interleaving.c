/* The counts protocol under random interleavings (groups_simulator.h): S1..S6, completion once, and traps
 * 1..3 of DESIGN 8. `seed=` repeats a failure, `runs=` sets how many simulations a claim makes. */
#include "groups_simulator.h"
#include "test.h"

#include <inttypes.h>

static struct simulator_setup random_setup(uint64_t *random, int offers, int requests, int barriers)
{
    struct simulator_setup setup = {
        .seed = test_random(random), .offers = offers, .requests = requests, .barriers = barriers};

    setup.workers = 1 + (uint32_t)test_random_below(random, 6);
    setup.limit = 1 + (uint32_t)test_random_below(random, setup.workers < 4 ? setup.workers : 4);
    setup.instances = 1 + (uint32_t)test_random_below(random, 4);
    setup.rounds = 1 + (uint32_t)test_random_below(random, 30);
    setup.kills_max = test_random_below(random, 2) ? UINT32_MAX : 1;
    return setup;
}

/* Kinds of kernel, each under many interleavings. */
static void simulate(int offers, int requests, int barriers)
{
    uint64_t random = test_seed();
    uint64_t runs = test_option("runs", 1500);
    struct simulator_result total = {0};

    for (uint64_t i = 0; i < runs; i++) {
        struct simulator_setup setup = random_setup(&random, offers, requests, barriers);
        struct simulator_result result = simulator_run(&setup);
        if (!TEST_EQUAL_TEXT(result.broken, "")) {
            TEST_NOTE("  simulation %" PRIu64 ", seed %" PRIu64 ", turn %" PRIu64, i, setup.seed,
                      result.turns);
            return;
        }
        total.kills += result.kills;
        total.forks += result.forks;
        total.barriers += result.barriers;
        total.interferences += result.interferences;
        total.late += result.late;
        total.readers_of_m += result.readers_of_m;
    }
    TEST_NOTE("%" PRIu64 " kills, %" PRIu64 " forks, %" PRIu64 " barriers, %" PRIu64
              " interferences, %" PRIu64 " late",
              total.kills, total.forks, total.barriers, total.interferences, total.late);
    TEST_EQUAL(total.kills > 0, offers || barriers >= 2); /* a storm without wind proves nothing */
    TEST_EQUAL(total.forks > 0, requests || barriers >= 2);
    TEST_EQUAL(total.interferences > 0, barriers >= 2);
    TEST_EQUAL(total.late > 0, barriers > 0);
    TEST_EQUAL(total.readers_of_m > 0, barriers > 0);
}

TEST(offers_alone)
{
    simulate(1, 0, 0);
}

TEST(requests_alone)
{
    simulate(0, 1, 0);
}

TEST(offers_and_requests)
{
    simulate(1, 1, 0);
}

TEST(plain_barriers_with_offers_and_requests)
{
    simulate(1, 1, 1);
}

TEST(resizing_barriers)
{
    simulate(0, 0, 2);
}

TEST(resizing_barriers_with_offers_and_requests)
{
    simulate(1, 1, 2);
}

TEST(both_kinds_of_barrier_in_turn)
{
    simulate(0, 0, 3);
}

TEST(everything_at_once)
{
    simulate(1, 1, 3);
}

/* A weakened protocol must break, or the simulator is blind to that trap. */
static void expect_broken(enum simulator_trap trap, int bare, int barriers)
{
    uint64_t random = test_seed();
    struct simulator_result result = {0};

    for (int i = 0; i < 1000000 && result.broken[0] == '\0'; i++) {
        struct simulator_setup setup = random_setup(&random, bare, bare, barriers);
        setup.trap = trap;
        result = simulator_run(&setup);
    }
    TEST_NOTE("seen as: %s", result.broken);
    TEST_TRUE(result.broken[0] != '\0');
}

TEST(sees_a_joiner_that_reads_its_phase_back)
{
    expect_broken(TRAP_PHASE_READ_BACK, 0, 2);
}

TEST(sees_a_joiner_that_goes_on_at_an_older_phase)
{
    expect_broken(TRAP_OLDER_PHASE_COUNTS, 0, 2);
}

TEST(sees_a_killed_work_group_that_believes_it_lives)
{
    expect_broken(TRAP_ANY_PHASE_COUNTS, 0, 2);
}

TEST(sees_slots_that_were_promised_and_lost)
{
    expect_broken(TRAP_RESERVED_SLOTS_ARE_LOST, 0, 2);
}

TEST(sees_a_completer_that_reads_the_word_again)
{
    expect_broken(TRAP_COMPLETER_BY_A_LATER_LOOK, 0, 2);
}

TEST(sees_a_completer_that_overwrites_a_request)
{
    expect_broken(TRAP_COMPLETES_WITHOUT_A_LOOK, 0, 2);
}

TEST(sees_m_that_changes_behind_the_release)
{
    expect_broken(TRAP_M_CHANGES_LATE, 0, 2);
}

TEST(sees_arrivals_that_nobody_takes_back)
{
    expect_broken(TRAP_ARRIVALS_STAY, 0, 2);
}

TEST(sees_m_that_is_read_when_it_may_have_changed)
{
    expect_broken(TRAP_M_BY_A_LATER_LOOK, 1, 1);
}

TEST(sees_who_misses_that_a_plain_barrier_was_complete)
{
    expect_broken(TRAP_WAITS_FOR_A_FULL_WORD, 0, 1);
}

TEST(sees_a_request_taken_back_from_a_full_word)
{
    expect_broken(TRAP_REQUEST_IS_TAKEN_BACK, 0, 2);
}

TEST(sees_who_misses_that_a_barrier_is_to_change_m)
{
    expect_broken(TRAP_REQUEST_IS_NOT_SEEN, 0, 2);
}

TEST(sees_a_killed_work_group_that_takes_a_later_barrier_for_its_own)
{
    expect_broken(TRAP_LEAVING_IS_NOT_SEEN, 0, 2);
}

TEST(sees_a_completer_that_says_that_all_know)
{
    expect_broken(TRAP_LEAVING_IS_CLEARED, 0, 2);
}
