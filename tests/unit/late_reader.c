/* Trap of DESIGN 8: a work-group that a resizing barrier ended reads the release word long after. Named by
 * cl/resize.cl. */
#include "test.h"

#include "coop/shared/groups.h"
#include "coop/shared/phase.h"

/* Barriers complete, M falls below the reader's id once and grows above it again; whatever it reads then, it
 * is dead. */
TEST(late_reader_knows_it_was_killed)
{
    coop_u64 word = coop_pool_retarget(coop_pool_launched(4), 2, 0);
    coop_u64 release = coop_release_make(7, 4);
    struct coop_pool_step step = coop_pool_unchanged(word);

    for (int i = 0; i < 4; i++) {
        step = coop_pool_arrive(step.word, 7, 1, (coop_u32)i);
    }
    TEST_EQUAL(step.event, COOP_POOL_FULL);
    step = coop_pool_complete_barrier(step.word, 7, UINT32_MAX);
    release = coop_release_make(8, coop_pool_get(step.word, COOP_POOL_ACTIVE));
    for (coop_u32 id = 0; id < 4; id++) {
        TEST_EQUAL(coop_release_survives(release, 7, id), id < 2);
    }
    for (coop_u64 generation = 9; generation < 20; generation++) {
        coop_u32 id = 0;
        step.word = coop_pool_retarget(step.word, 4, 2);
        do {
            step = coop_pool_arrive(step.word, generation - 1, 1, id++);
        } while (step.event != COOP_POOL_FULL);
        step = coop_pool_complete_barrier(step.word, generation - 1, UINT32_MAX);
        release = coop_release_make(generation, coop_pool_get(step.word, COOP_POOL_ACTIVE));
        TEST_EQUAL(coop_release_active(release), 4);
        TEST_EQUAL(coop_release_survives(release, 7, 2), 0);
        TEST_EQUAL(coop_release_survives(release, 7, 3), 0);
    }
}

/* The entry goes to another instance, whose generations go on from the first one's (R1). */
TEST(late_reader_is_not_fooled_by_the_next_instance)
{
    for (coop_u64 later = 0; later < 1000; later++) {
        TEST_EQUAL(coop_release_survives(coop_release_make(102 + later, 8), 100, 3), 0);
    }
    TEST_EQUAL(coop_release_survives(coop_release_make(101, 3), 100, 3), 0);
    TEST_EQUAL(coop_release_survives(coop_release_make(101, 4), 100, 3), 1);
}
