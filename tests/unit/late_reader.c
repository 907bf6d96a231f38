/* Trap of DESIGN 8: a work-group that a resizing barrier ended reads the phase word long after. Named by
 * cl/resize.cl. */
#include "test.h"

#include "coop/shared/groups.h"
#include "coop/shared/phase.h"

/* Barriers complete, M falls below the reader's id once and grows above it again; whatever it reads then, it
 * is dead. */
TEST(late_reader_knows_it_was_killed)
{
    coop_u64 word = coop_groups_retarget(coop_groups_launched(4), 2, 0);
    coop_u64 release = coop_phase_make(7, 4);
    struct coop_groups_step step = coop_groups_unchanged(word);

    for (int i = 0; i < 4; i++) {
        step = coop_groups_arrive(step.word, 7, 1, (coop_u32)i);
    }
    TEST_EQUAL(step.event, COOP_GROUPS_FULL);
    step = coop_groups_complete_barrier(step.word, 7, UINT32_MAX);
    release = coop_phase_make(8, coop_groups_get(step.word, COOP_GROUPS_ACTIVE));
    for (coop_u32 id = 0; id < 4; id++) {
        TEST_EQUAL(coop_phase_survives(release, 7, id), id < 2);
    }
    for (coop_u64 phase = 9; phase < 20; phase++) {
        coop_u32 id = 0;
        step.word = coop_groups_retarget(step.word, 4, 2);
        do {
            step = coop_groups_arrive(step.word, phase - 1, 1, id++);
        } while (step.event != COOP_GROUPS_FULL);
        step = coop_groups_complete_barrier(step.word, phase - 1, UINT32_MAX);
        release = coop_phase_make(phase, coop_groups_get(step.word, COOP_GROUPS_ACTIVE));
        TEST_EQUAL(coop_phase_active(release), 4);
        TEST_EQUAL(coop_phase_survives(release, 7, 2), 0);
        TEST_EQUAL(coop_phase_survives(release, 7, 3), 0);
    }
}

/* The entry goes to another instance, whose phases go on from the first one's (R1). */
TEST(late_reader_is_not_fooled_by_the_next_instance)
{
    for (coop_u64 later = 0; later < 1000; later++) {
        TEST_EQUAL(coop_phase_survives(coop_phase_make(102 + later, 8), 100, 3), 0);
    }
    TEST_EQUAL(coop_phase_survives(coop_phase_make(101, 3), 100, 3), 0);
    TEST_EQUAL(coop_phase_survives(coop_phase_make(101, 4), 100, 3), 1);
}
