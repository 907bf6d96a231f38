/* What the leaders of work-groups do that leave for a lease, and of those that come for it: L4 to L6 and H9,
 * one step at a time. */
#include "coop/shared/lease.h"
#include "leader.h"

enum { ENTRY = 3, QUEUE = 2, SLOT = 70, TURN = 0 };

/* The leader's last access that others can see, and what the word of the slot and the lease's set were before
 * its accesses to set and count. */
static struct accesses {
    const volatile void *last;
    uint word_before_set;
    ulong set_before_exited;
} accesses;

static void look(int access, const volatile void *word, ulong value)
{
    struct coop_instance *instance = &control->instances[ENTRY];

    (void)value;
    accesses.last = access == LEADER_LOADS ? accesses.last : word;
    if (access == LEADER_UPDATES && word == (const volatile void *)&instance->reserved.words[SLOT / 64]) {
        accesses.word_before_set = GET(&device.slots[SLOT].word);
    }
    if (access == LEADER_UPDATES && word == (const volatile void *)&control->exited) {
        accesses.set_before_exited = GET(&instance->reserved.words[SLOT / 64]);
    }
}

/* A lease of two work-groups that has started; one is to leave, or has left, from the slot. */
static struct coop_instance *begin_lease(ulong away)
{
    struct coop_instance *instance;

    make_device(SLOTS, 0);
    memset(&accesses, 0, sizeof accesses);
    instance = post(ENTRY, 1, COOP_INSTANCE_LEAVES, 2);
    instance->launch.kernel_index = control->setup.kernel_count;
    SET(&instance->state, COOP_INSTANCE_RUNNING);
    SET(&instance->counts, coop_groups_launched(2));
    instance->launch.weight = QUEUE;
    SET(&control->away[QUEUE], away);
    device.slots[SLOT].frame.instance = ENTRY;
    device.slots[SLOT].frame.num_groups = 2;
    return instance;
}

static void leave(void)
{
    lead(SLOT);
    SET(&device.slots[SLOT].word, COOP_SLOT_ASSIGNED);
    leader_access = look;
    coop_worker_take_up(&leader);
}

static void come_on(uint unit)
{
    coop_discovery_begin(&leader, control);
    leader_access = look;
    coop_lease_join_by_leader(&leader, COOP_LEASE_JOIN(ENTRY, QUEUE, TURN), unit);
}

static void come(void)
{
    come_on(COOP_UNITS_MAX);
}

static void expect_returned(const struct coop_instance *instance)
{
    TEST_EQUAL(coop_groups_get(GET(&instance->counts), COOP_GROUPS_RETURNED), 1);
    TEST_EQUAL(leader.slot, SLOT);
    TEST_EQUAL(leader.runs, 1);
    TEST_EQUAL(leader.has_work, 0);
    TEST_EQUAL(GET(&device.slots[SLOT].word), COOP_SLOT_FREE);
    TEST_EQUAL_U64(GET(&control->free.words[SLOT / 64]), 1ul << SLOT % 64);
    TEST_EQUAL_U64(GET(&instance->reserved.words[SLOT / 64]), 0);
}

TEST(l4_who_leaves_puts_its_slot_into_the_set_of_the_lease_and_counts_itself)
{
    struct coop_instance *instance = begin_lease(0);

    leave();
    TEST_EQUAL(leader.runs, 0);
    TEST_EQUAL(leader.has_work, 0);
    TEST_EQUAL(accesses.word_before_set, COOP_SLOT_AWAY);
    TEST_EQUAL_U64(accesses.set_before_exited, 1ul << SLOT % 64);
    TEST_EQUAL(GET(&control->exited), 1);
    TEST_TRUE(accesses.last == (const volatile void *)&control->exited);
    TEST_EQUAL_U64(GET(&control->away[QUEUE]), COOP_AWAY_LEAVES);
    TEST_EQUAL(coop_groups_get(GET(&instance->counts), COOP_GROUPS_RETURNED), 0);
}

TEST(who_is_to_leave_stays_in_the_stead_of_one_that_has_come_before)
{
    struct coop_instance *instance = begin_lease(COOP_AWAY_COMES);

    leave();
    expect_returned(instance);
    TEST_EQUAL(coop_away_balance(GET(&control->away[QUEUE])), 0);
    TEST_EQUAL(GET(&control->exited), 0);
}

TEST(h9_who_comes_and_finds_no_place_ends_and_says_so_last)
{
    begin_lease(COOP_AWAY_COMES);
    come();
    TEST_EQUAL(leader.runs, 0);
    TEST_EQUAL(leader.slot, COOP_NO_SLOT);
    TEST_EQUAL(coop_away_balance(GET(&control->away[QUEUE])), -2);
    TEST_EQUAL(coop_away_come(GET(&control->away[QUEUE])), 2);
    TEST_EQUAL(GET(&control->joins_ended[QUEUE]), 1);
    TEST_TRUE(accesses.last == (const volatile void *)&control->joins_ended[QUEUE]);
    TEST_EQUAL(GET(&control->exited), 0);
}

TEST(l5_who_comes_and_finds_a_place_is_there_again_and_returns)
{
    struct coop_instance *instance = begin_lease(COOP_AWAY_LEAVES);

    SET(&instance->reserved.words[SLOT / 64], 1ul << SLOT % 64);
    SET(&control->exited, 1);
    come();
    expect_returned(instance);
    TEST_EQUAL(GET(&control->exited), 0);
    TEST_EQUAL(coop_away_balance(GET(&control->away[QUEUE])), 0);
    TEST_EQUAL(coop_away_come(GET(&control->away[QUEUE])), 1);
    TEST_EQUAL(GET(&control->joins_ended[QUEUE]), 0);
}

/* The drain may have ended the lease, and the host reads its figures. */
TEST(l5_who_comes_to_a_stopped_run_touches_no_instance)
{
    struct coop_instance *instance = begin_lease(COOP_AWAY_LEAVES);
    uint64_t counts = GET(&instance->counts);

    SET(&instance->reserved.words[SLOT / 64], 1ul << SLOT % 64);
    SET(&control->exited, SLOTS - 1);
    SET(&control->stop, 1);
    come();
    TEST_EQUAL(leader.runs, 0);
    TEST_EQUAL_U64(GET(&instance->counts), counts);
    TEST_EQUAL_U64(GET(&instance->stats.last_return_ns), 0);
    TEST_EQUAL(GET(&control->exited), SLOTS - 1);
    TEST_EQUAL(GET(&control->joins_ended[QUEUE]), 1);
}

/* The one whose place it has may have put its slot into the set, and not yet have counted itself. */
static void all_leave(void)
{
    if (leader_wait_count == 5) {
        SET(&control->exited, SLOTS - 1);
    }
}

TEST(l5_a_drain_waits_also_while_one_more_has_come_than_has_left)
{
    make_device(SLOTS, 0);
    lead_scheduler();
    SET(&control->exited, ~0u);
    leader_waits = all_leave;
    coop_scheduler_drain(&leader);
    TEST_EQUAL(GET(&control->exited), SLOTS - 1);
    TEST_EQUAL(leader.runs, 0);
}

TEST(h9_who_has_come_and_leaves_says_so_last)
{
    begin_lease(0);
    lead(SLOT);
    leader.join = COOP_LEASE_JOIN(ENTRY, QUEUE, TURN);
    leader_access = look;
    coop_slot_leave_by_leader(&leader);
    TEST_EQUAL(GET(&control->exited), 1);
    TEST_EQUAL(GET(&control->joins_ended[QUEUE]), 1);
    TEST_TRUE(accesses.last == (const volatile void *)&control->joins_ended[QUEUE]);
}

TEST(who_has_come_takes_a_slot_of_any_word)
{
    for (uint number = 0; number < 6; number++) {
        struct coop_instance *instance = begin_lease(COOP_AWAY_LEAVES + ((ulong)number << 32));

        SET(&instance->reserved.words[SLOT / 64], 1ul << SLOT % 64);
        come();
        expect_returned(instance);
    }
}

/* The host's word may come by another queue of the driver's than the one that it has sent. */
static void host_gives_the_turn(void)
{
    if (leader_wait_count == 5) {
        TEST_EQUAL(coop_away_come(GET(&control->away[QUEUE])), 3);
        SET(&control->away[QUEUE], COOP_AWAY_LEAVES + 7);
    }
}

TEST(l6_who_comes_waits_for_the_turn_that_it_was_sent_in)
{
    struct coop_instance *instance = begin_lease(((ulong)3 << 32) + 6);

    SET(&instance->reserved.words[SLOT / 64], 1ul << SLOT % 64);
    leader_waits = host_gives_the_turn;
    coop_discovery_begin(&leader, control);
    coop_lease_join_by_leader(&leader, COOP_LEASE_JOIN(ENTRY, QUEUE, 7), COOP_UNITS_MAX);
    expect_returned(instance);
    TEST_EQUAL(coop_away_turn(GET(&control->away[QUEUE])), 7);
    TEST_EQUAL(coop_away_come(GET(&control->away[QUEUE])), 1);
}

/* Unit 5 has had slots 6, 40 and SLOT, unit 9 slot 71. */
static struct coop_instance *begin_lease_on_units(ulong bits_of_first, ulong bits_of_second)
{
    struct coop_instance *instance = begin_lease(4 * COOP_AWAY_LEAVES);

    coop_discovery_note_slot(control, 5, 0, 6);
    coop_discovery_note_slot(control, 5, 1, 40);
    coop_discovery_note_slot(control, 5, 2, SLOT);
    coop_discovery_note_slot(control, 9, 0, 71);
    coop_discovery_note_slot(control, 9, COOP_UNIT_SLOTS, 72); /* has no place, and is not written down */
    coop_discovery_note_slot(control, COOP_UNITS_MAX, 0, 73);
    SET(&instance->reserved.words[0], bits_of_first);
    SET(&instance->reserved.words[1], bits_of_second);
    return instance;
}

TEST(who_comes_takes_the_highest_slot_of_its_compute_unit)
{
    struct coop_instance *instance = begin_lease_on_units(1ul << 6 | 1ul << 40, 3ul << 6);

    come_on(5);
    TEST_EQUAL(leader.slot, SLOT);
    come_on(5);
    TEST_EQUAL(leader.slot, 40);
    come_on(5);
    TEST_EQUAL(leader.slot, 6);
    TEST_EQUAL_U64(GET(&instance->reserved.words[1]), 1ul << 7);
}

TEST(who_comes_on_a_unit_none_of_whose_slots_is_away_takes_another)
{
    for (uint unit = 0; unit <= COOP_UNITS_MAX; unit++) {
        if (unit != 9) {
            struct coop_instance *instance = begin_lease_on_units(0, 1ul << 7);

            come_on(unit);
            TEST_EQUAL(leader.slot, 71);
            TEST_EQUAL_U64(GET(&instance->reserved.words[1]), 0);
        }
    }
}

TEST(h10_a_lease_takes_the_highest_slots_and_another_launch_the_lowest)
{
    for (uint leaves = 0; leaves <= 1; leaves++) {
        make_device(SLOTS, 0);
        lead_scheduler();
        SET(&control->free.words[0], ~1ul);
        SET(&control->free.words[1], 7ul);
        post(ENTRY, 1, leaves ? COOP_INSTANCE_LEAVES : 0, 5);
        ring_the_scheduler();
        TEST_EQUAL(state_of(ENTRY), COOP_INSTANCE_RUNNING);
        TEST_EQUAL_U64(table.taken[0], leaves ? 3ul << 62 : 31ul << 1);
        TEST_EQUAL_U64(table.taken[1], leaves ? 7ul : 0);
        TEST_EQUAL_U64(GET(&control->free.words[0]), leaves ? ~1ul & ~(3ul << 62) : ~63ul);
    }
}

TEST(v9_a_lease_that_begins_beside_free_work_groups_has_more_room_than_its_own)
{
    for (uint groups = 1; groups <= 2; groups++) {
        for (uint leaves = 0; leaves <= 1; leaves++) {
            make_device(3, 0);
            lead_scheduler();
            SET(&control->free.words[0], 6ul);
            struct coop_instance *instance = post(ENTRY, 1, leaves ? COOP_INSTANCE_LEAVES : 0, groups);
            instance->launch.period_ns = 1000000;
            ring_the_scheduler();
            TEST_EQUAL(state_of(ENTRY), COOP_INSTANCE_RUNNING);
            TEST_EQUAL(table.series[0].automatic.had_room, leaves == 1 && groups == 1);
        }
    }
}

/* On a full device those that find no place may come much later. */
TEST(s9b_a_lease_is_over_when_as_many_are_back_as_have_left)
{
    make_device(3, 0);
    lead_scheduler();
    SET(&control->free.words[0], 6ul);
    struct coop_instance *instance = post(ENTRY, 1, COOP_INSTANCE_LEAVES, 2);
    ring_the_scheduler();
    TEST_EQUAL(state_of(ENTRY), COOP_INSTANCE_RUNNING);
    SET(&instance->counts, coop_groups_with(coop_groups_launched(2), COOP_GROUPS_RETURNED, 1));
    ring_the_scheduler();
    TEST_EQUAL(state_of(ENTRY), COOP_INSTANCE_RUNNING);
    SET(&instance->counts, coop_groups_with(coop_groups_launched(2), COOP_GROUPS_RETURNED, 2));
    ring_the_scheduler();
    TEST_EQUAL(state_of(ENTRY), COOP_INSTANCE_DONE);
}
