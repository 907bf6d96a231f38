/* The back-off of waiting, cl/relax.clh as C on x86-64, whose system calls it makes: where its back-off steps
 * are, and that it counts on at its foot. */
#include "coop/shared/types.h"
#include "test.h"

typedef unsigned int uint;
typedef unsigned long ulong;
#define global
#define private
#define COOP_HOST_SYSTEM_CALLS 1
#define COOP_SYSTEM_CALLS_ARE_GIVEN 1
static long coop_system_call(long number, long first, long second, long third, long fourth);
enum memory_scope { memory_scope_device };

/* What this test does not call stays unused. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "cl/platform.clh"
#include "cl/relax.clh"
#pragma GCC diagnostic pop

static unsigned yields, naps;

static long coop_system_call(long number, long first, long second, long third, long fourth)
{
    (void)first, (void)second, (void)third, (void)fourth;
    yields += number == COOP_SYSTEM_SCHED_YIELD;
    naps += number == COOP_SYSTEM_NANOSLEEP;
    return 0;
}

static struct coop_backoff climb(unsigned rounds)
{
    struct coop_backoff backoff = coop_backoff_init();

    yields = naps = 0;
    for (unsigned i = 0; i < rounds; i++) {
        coop_relax(&backoff);
    }
    return backoff;
}

TEST(spins_then_yields_then_naps)
{
    climb(COOP_SPINS_PER_YIELD - 1);
    TEST_EQUAL(yields + naps, 0);
    climb(COOP_SPINS_PER_YIELD * (COOP_YIELDS_BEFORE_SLEEP - 1));
    TEST_EQUAL(yields, COOP_YIELDS_BEFORE_SLEEP - 1);
    TEST_EQUAL(naps, 0);
    climb(COOP_SPINS_PER_YIELD * (COOP_YIELDS_BEFORE_SLEEP + 9));
    TEST_EQUAL(yields, COOP_YIELDS_BEFORE_SLEEP - 1);
    TEST_EQUAL(naps, 10);
}

/* A bound may lie beyond the back-off's foot, as that of the wait for room in a work queue does. */
TEST(a_wait_longer_than_the_backoff_is_a_long_one)
{
    uint bound = 4 * COOP_YIELDS_BEFORE_SLEEP;

    TEST_TRUE(!coop_backoff_is_long(climb(COOP_SPINS_PER_YIELD * bound - 1), bound));
    TEST_TRUE(coop_backoff_is_long(climb(COOP_SPINS_PER_YIELD * bound), bound));
}
