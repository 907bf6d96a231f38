/* The fields of the group-count word, the phase word (R1..R3), and single steps at the edges of their
 * ranges. */
#include "test.h"

#include "coop/shared/groups.h"
#include "coop/shared/limits.h"
#include "coop/shared/phase.h"

static const coop_u32 fields[] = {COOP_GROUPS_ACTIVE, COOP_GROUPS_ARRIVED_EVEN, COOP_GROUPS_ARRIVED_ODD,
                                  COOP_GROUPS_RETURNED, COOP_GROUPS_REQUEST};
static const coop_u64 marks = COOP_GROUPS_RESIZING_EVEN | COOP_GROUPS_RESIZING_ODD |
                              COOP_GROUPS_REQUEST_IS_GRANT | COOP_GROUPS_SUSPENDED | COOP_GROUPS_MAY_SUSPEND;

/* Work-groups 0 to count - 1. */
static struct coop_groups_step arrive_all(coop_u64 word, coop_u64 phase, int resizes, coop_u32 count)
{
    struct coop_groups_step step = coop_groups_unchanged(word);

    for (coop_u32 i = 0; i < count; i++) {
        TEST_TRUE(step.event != COOP_GROUPS_FULL);
        step = coop_groups_arrive(step.word, phase, resizes, i);
    }
    return step;
}

TEST(fields_do_not_touch_each_other)
{
    static const coop_u32 values[] = {0, 1, 1023, 2047};

    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 4; k++) {
            coop_u64 all = coop_groups_with(~(coop_u64)0, fields[i], values[k]);
            coop_u64 none = coop_groups_with(0, fields[i], values[k]);
            TEST_EQUAL(coop_groups_get(all, fields[i]), values[k]);
            TEST_EQUAL(coop_groups_get(none, fields[i]), values[k]);
            for (int j = 0; j < 5; j++) {
                if (j != i) {
                    TEST_EQUAL(coop_groups_get(all, fields[j]), 2047);
                    TEST_EQUAL(coop_groups_get(none, fields[j]), 0);
                }
            }
            TEST_EQUAL_U64(all & marks, marks);
            TEST_EQUAL_U64(none & marks, 0);
        }
    }
}

TEST(as_many_work_groups_as_there_are_slots_meet_at_a_barrier)
{
    coop_u32 most = COOP_SLOTS_MAX - 1;
    coop_u64 word = coop_groups_retarget(coop_groups_launched(most), 1, 0);
    struct coop_groups_step step = arrive_all(word, 6, 1, most);

    TEST_EQUAL(step.event, COOP_GROUPS_FULL);
    step = coop_groups_complete_barrier(step.word, 6, UINT32_MAX);
    TEST_EQUAL(step.event, COOP_GROUPS_BARRIER);
    TEST_EQUAL(step.killed, most - 1);
    TEST_EQUAL_U64(step.word, coop_groups_with_leaving(coop_groups_launched(1), most - 1));
}

/* With as many work-groups as a field can count, and all else zero or all ones. */
TEST(p8_no_addition_carries_into_the_next_field)
{
    for (int i = 1; i < 4; i++) {
        for (int full = 0; full < 2; full++) {
            coop_u64 first = coop_groups_with(full ? ~(coop_u64)0 : 0, fields[i], 0);
            coop_u64 word = coop_groups_with(first, COOP_GROUPS_ACTIVE, COOP_GROUPS_FIELD_MASK);
            coop_u64 wanted = coop_groups_with(word, fields[i], COOP_GROUPS_FIELD_MASK);
            for (coop_u32 k = 0; k < COOP_GROUPS_FIELD_MASK; k++) {
                word += coop_groups_one(fields[i]);
            }
            TEST_EQUAL_U64(word, wanted);
        }
    }
}

TEST(one_work_group_passes_its_barriers_alone)
{
    struct coop_groups_step step = coop_groups_arrive(coop_groups_launched(1), 3, 0, 0);

    TEST_EQUAL(step.event, COOP_GROUPS_FULL);
    step = coop_groups_complete_barrier(step.word, 3, UINT32_MAX);
    TEST_EQUAL(step.event, COOP_GROUPS_BARRIER);
    TEST_EQUAL_U64(step.word, coop_groups_launched(1));
    step = coop_groups_return(step.word, 4);
    TEST_EQUAL(step.event, COOP_GROUPS_COMPLETE);
}

TEST(a_grant_is_revoked_by_the_next_target)
{
    coop_u64 word = coop_groups_retarget(coop_groups_launched(2), 6, 4);

    TEST_EQUAL(coop_groups_fork_granted(word), 4);
    TEST_EQUAL(coop_groups_request_fork(word).forked, 4);
    word = coop_groups_retarget(word, 3, 0);
    TEST_EQUAL(coop_groups_fork_granted(word), 1);
    word = coop_groups_retarget(word, 1, 3);
    TEST_EQUAL(coop_groups_fork_granted(word), 0);
    TEST_EQUAL(coop_groups_kill_wanted(word), 1);
    TEST_EQUAL(coop_groups_request_fork(word).event, COOP_GROUPS_NOTHING);
}

TEST(a_grant_is_limited_by_the_slots_that_are_free)
{
    coop_u64 word = coop_groups_retarget(coop_groups_launched(1), 8, 2);

    TEST_EQUAL(coop_groups_fork_granted(word), 2);
    word = coop_groups_retarget(word, 8, 3); /* two are granted already */
    TEST_EQUAL(coop_groups_fork_granted(word), 5);
}

TEST(a_target_of_zero_keeps_one_work_group)
{
    TEST_EQUAL(coop_groups_kill_wanted(coop_groups_retarget(coop_groups_launched(3), 0, 0)), 2);
    TEST_EQUAL(coop_groups_kill_wanted(coop_groups_retarget(coop_groups_launched(1), 0, 0)), 0);
}

TEST(an_offer_completes_the_barrier_that_the_others_wait_at)
{
    for (int i = 0; i < 2; i++) {
        coop_u64 word = coop_groups_retarget(coop_groups_launched(4), 1, 0);
        word = arrive_all(word, 5, i, 3).word;
        struct coop_groups_step step = coop_groups_offer_kill(word, 5, 3, UINT32_MAX);
        TEST_EQUAL(step.event, COOP_GROUPS_BARRIER);
        TEST_EQUAL(step.killed, i == 0 ? 1 : 3); /* the resizing barrier makes the rest of the kills itself */
        TEST_EQUAL(coop_groups_get(step.word, COOP_GROUPS_ACTIVE), i == 0 ? 3 : 1);
        TEST_EQUAL(coop_groups_arrived(step.word, 5), 0);
    }
}

TEST(an_offer_completes_the_instance_when_the_others_have_returned)
{
    coop_u64 word = coop_groups_retarget(coop_groups_launched(2), 1, 0);

    word = coop_groups_return(word, 0).word;
    TEST_EQUAL(coop_groups_offer_kill(word, 0, 1, UINT32_MAX).event, COOP_GROUPS_COMPLETE);
}

/* Also where P5 rules the word out: the step itself keeps work-group 0. */
TEST(s3_only_the_highest_of_several_ends_and_only_when_that_is_wanted)
{
    for (coop_u32 active = 1; active < 5; active++) {
        for (coop_u32 wanted = 0; wanted < 5; wanted++) {
            for (coop_u32 id = 0; id < active; id++) {
                coop_u64 word = coop_groups_with_kill_wanted(coop_groups_launched(active), wanted);
                struct coop_groups_step step = coop_groups_offer_kill(word, 0, id, UINT32_MAX);
                int ends = wanted > 0 && active > 1 && id == active - 1;
                TEST_EQUAL(step.event, ends ? COOP_GROUPS_DONE : COOP_GROUPS_NOTHING);
                TEST_EQUAL(step.killed, ends);
                TEST_EQUAL(coop_groups_get(step.word, COOP_GROUPS_ACTIVE), active - (coop_u32)ends);
            }
        }
    }
}

TEST(s6_a_plain_variant_makes_one_kill_at_a_barrier)
{
    coop_u64 word = coop_groups_retarget(coop_groups_launched(4), 1, 0);

    struct coop_groups_step step = arrive_all(word, 0, 1, 4);
    step = coop_groups_complete_barrier(step.word, 0, 1);
    TEST_EQUAL(step.killed, 1);
    TEST_EQUAL(coop_groups_get(step.word, COOP_GROUPS_ACTIVE), 3);
    TEST_EQUAL(coop_groups_kill_wanted(step.word), 2);
}

TEST(p2_a_new_target_leaves_one_kind_of_request)
{
    for (coop_u32 wanted = 0; wanted < 3; wanted++) {
        for (coop_u32 granted = 0; granted < (wanted == 0 ? 3 : 1); granted++) {
            for (coop_u32 target = 1; target < 6; target++) {
                coop_u64 word = coop_groups_with_kill_wanted(coop_groups_launched(3), wanted);
                word = granted > 0 ? coop_groups_with_fork_granted(word, granted) : word;
                word = coop_groups_retarget(word, target, 5);
                TEST_EQUAL(coop_groups_kill_wanted(word), target < 3 ? 3 - target : 0);
                TEST_EQUAL(coop_groups_fork_granted(word), target > 3 ? target - 3 : 0);
            }
        }
    }
}

TEST(p7_a_grant_from_before_a_return_is_neither_taken_nor_renewed)
{
    coop_u64 word = coop_groups_return(coop_groups_retarget(coop_groups_launched(2), 4, 2), 0).word;

    TEST_EQUAL(coop_groups_fork_granted(word), 2);
    TEST_EQUAL(coop_groups_request_fork(word).event, COOP_GROUPS_NOTHING);
    TEST_EQUAL(coop_groups_fork_granted(coop_groups_retarget(word, 4, 2)), 0);
}

TEST(r1_release_word_keeps_phase_and_active_apart)
{
    static const coop_u64 phases[] = {0, 1, 65535, 65536, 0xffffffffu, 0x100000000u, 0xffffffffffffu};

    for (int i = 0; i < 7; i++) {
        for (coop_u32 active = 0; active < COOP_SLOTS_MAX; active += 89) {
            coop_u64 phase_word = coop_phase_make(phases[i], active);
            TEST_EQUAL_U64(coop_phase_number(phase_word), phases[i]);
            TEST_EQUAL(coop_phase_active(phase_word), active);
            TEST_EQUAL_U64(coop_phase_number(phase_word | COOP_PHASE_RESIZING), phases[i]);
            TEST_EQUAL(coop_phase_active(phase_word | COOP_PHASE_RESIZING), active);
            TEST_EQUAL_U64(phase_word & COOP_PHASE_RESIZING, 0);
        }
    }
}

TEST(r3_a_waiter_lives_on_exactly_at_the_next_phase_below_m)
{
    for (coop_u64 own = 0; own < 5; own++) {
        for (coop_u64 seen = 0; seen < 8; seen++) {
            for (coop_u32 active = 1; active < 5; active++) {
                for (coop_u32 id = 0; id < 6; id++) {
                    int lives = coop_phase_survives(coop_phase_make(seen, active), own, id);
                    TEST_EQUAL(lives, seen == own + 1 && id < active);
                }
            }
        }
    }
}

/* P9: at the present barrier each kind sees the other one; a later phase is seen only by who ended at a
 * resizing barrier. */
TEST(p9_a_waiter_knows_that_its_barrier_was_of_the_other_kind)
{
    for (coop_u64 seen = 6; seen < 10; seen++) {
        for (int waits = 0; waits < 2; waits++) {
            for (int was = 0; was < 2; was++) {
                coop_u64 phase_word = coop_phase_make(seen, 3) | (was ? COOP_PHASE_RESIZING : 0);
                int clashes = seen == 6 ? waits != was : !waits;
                TEST_EQUAL(coop_phase_clashes(phase_word, 5, waits), clashes);
            }
        }
    }
}

/* P8: whatever else the word holds, and however many arrive at the next barrier before, the field becomes
 * empty and nothing else changes. */
TEST(p8_arrivals_are_taken_back_without_a_borrow)
{
    for (coop_u64 phase = 0; phase < 2; phase++) {
        for (coop_u32 active = 1; active < COOP_SLOTS_MAX; active += active < 5 ? 1 : 511) {
            for (int resizes = 0; resizes < 2; resizes++) {
                for (coop_u32 next = 0; next <= active; next += next < 2 ? 1 : 1021) {
                    coop_u64 word = coop_groups_launched(active) | COOP_GROUPS_MAY_SUSPEND;
                    struct coop_groups_step full = arrive_all(word, phase, resizes, active);
                    struct coop_groups_step step = coop_groups_complete_barrier(full.word, phase, UINT32_MAX);
                    coop_u64 later = arrive_all(full.word, phase + 1, !resizes, next).word;

                    TEST_EQUAL(full.event, COOP_GROUPS_FULL);
                    TEST_TRUE(coop_groups_keeps_active(step));
                    TEST_EQUAL(step.resizes, resizes);
                    TEST_EQUAL_U64(step.word, word);
                    later = coop_groups_retarget(later, active + 1, 1);
                    later += coop_groups_forgetting(full.word, phase);
                    TEST_EQUAL_U64(later, arrive_all(coop_groups_retarget(word, active + 1, 1), phase + 1,
                                                     !resizes, next)
                                              .word);
                }
            }
        }
    }
}

/* P10: whatever else the word holds, who waits at a plain barrier reads M at its completion off it, or that
 * it has to look elsewhere, or that it has to wait. */
TEST(p10_a_waiter_reads_m_at_the_completion)
{
    for (coop_u64 phase = 4; phase < 6; phase++) {
        for (coop_u32 active = 1; active + 1 < COOP_SLOTS_MAX; active += active < 5 ? 1 : 340) {
            coop_u64 launched = coop_groups_retarget(coop_groups_launched(active), active + 1, 1);

            for (coop_u32 arrived = 0; arrived <= active;
                 arrived += arrived + 2 < active && arrived > 2 ? active - arrived - 1 : 1) {
                coop_u64 word = arrive_all(launched, phase, 0, arrived).word;
                coop_u64 next = arrive_all(word, phase + 1, 1, active - 1).word;
                coop_u32 wanted = arrived == 0 ? COOP_GROUPS_SEE_PHASE_WORD : arrived < active ? 0 : active;

                TEST_EQUAL(coop_groups_completed(word, phase), wanted);
                TEST_EQUAL(coop_groups_completed(next, phase), wanted);
            }
            /* Behind the barrier M falls, or rises: then one waits until the arrivals have been taken
             * back. */
            TEST_EQUAL(coop_groups_completed(coop_groups_with(arrive_all(launched, phase, 0, active).word,
                                                              COOP_GROUPS_ACTIVE, active - 1),
                                             phase),
                       active);
            TEST_EQUAL(coop_groups_completed(coop_groups_with(arrive_all(launched, phase, 0, active).word,
                                                              COOP_GROUPS_ACTIVE, active + 1),
                                             phase),
                       0);
        }
    }
}

/* P11, P12: who waits at a resizing barrier goes on by the group-count word only where no request and no end
 * that is not known yet can mean that it has ended. */
TEST(p10_a_waiter_at_a_resizing_barrier_may_have_to_see_the_phase_word)
{
    for (coop_u64 phase = 4; phase < 6; phase++) {
        for (coop_u32 arrived = 0; arrived <= 3; arrived++) {
            coop_u64 word = arrive_all(coop_groups_launched(3), phase, 1, arrived).word;
            coop_u32 wanted = arrived == 0 ? COOP_GROUPS_SEE_PHASE_WORD : arrived < 3 ? 0 : 3;

            TEST_EQUAL(coop_groups_completed_resizing(word, phase), wanted);
            TEST_EQUAL(coop_groups_completed_resizing(coop_groups_with_leaving(word, 1), phase),
                       COOP_GROUPS_SEE_PHASE_WORD);
            TEST_EQUAL(coop_groups_completed_resizing(coop_groups_retarget(word, 2, 0), phase),
                       COOP_GROUPS_SEE_PHASE_WORD);
            TEST_EQUAL(coop_groups_completed_resizing(coop_groups_retarget(word, 4, 1), phase),
                       COOP_GROUPS_SEE_PHASE_WORD);
        }
    }
}

/* P11: the request of a full word at a resizing barrier changes, but stays one. */
TEST(p11_a_request_that_a_full_word_holds_is_not_taken_back)
{
    for (coop_u64 phase = 4; phase < 6; phase++) {
        for (coop_u32 target = 1; target <= 6; target++) {
            for (coop_u32 arrived = 1; arrived <= 3; arrived++) {
                for (int resizes = 0; resizes < 2; resizes++) {
                    coop_u64 asked = coop_groups_retarget(coop_groups_launched(3), target, 3);
                    coop_u64 word = arrive_all(asked, phase, resizes, arrived).word;
                    int stands = resizes && arrived == 3 && target != 3;

                    TEST_EQUAL(coop_groups_request_stands(word), stands);
                    TEST_EQUAL_U64(coop_groups_retarget(word, 3, 0) == word, stands || target == 3);
                    TEST_EQUAL(coop_groups_kill_wanted(coop_groups_retarget(word, 1, 0)), 2);
                }
            }
        }
    }
}

/* P12: the bit is set where a barrier ends work-groups, and only there; the completer of a later one clears
 * it when all of them know, and takes nothing else with it. */
TEST(p12_the_word_says_until_when_ends_may_be_unknown)
{
    coop_u64 word = coop_groups_retarget(coop_groups_launched(4), 2, 0);
    struct coop_groups_step step =
        coop_groups_complete_barrier(arrive_all(word, 7, 1, 4).word, 7, UINT32_MAX);

    TEST_EQUAL(step.killed, 2);
    TEST_TRUE((step.word & COOP_GROUPS_LEAVING) != 0);
    for (coop_u32 leaving = 0; leaving < 3; leaving++) {
        coop_u64 full = arrive_all(step.word, 8, 1, 2).word;
        coop_u64 after = full + coop_groups_forgetting_leaving(full, 8, leaving);

        TEST_EQUAL_U64(after, coop_groups_with_leaving(coop_groups_launched(2), leaving));
        TEST_EQUAL_U64(coop_groups_with_leaving(coop_groups_launched(2), leaving) & COOP_GROUPS_LEAVING,
                       leaving > 0 ? COOP_GROUPS_LEAVING : 0);
    }
    step = coop_groups_complete_barrier(
        arrive_all(coop_groups_retarget(coop_groups_launched(4), 6, 2), 7, 1, 4).word, 7, UINT32_MAX);
    TEST_EQUAL(step.forked, 2);
    TEST_TRUE((step.word & COOP_GROUPS_LEAVING) == 0);
}
