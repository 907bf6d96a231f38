/* What a leader of a worker's work-group does, and in which order: barriers, slots, failures, forks. */
#include "leader.h"

/* The other work-group of two arrives at the plain barrier behind `phase` as soon as the leader polls. */
static void other_arrives(int access, const volatile void *word, ulong value)
{
    struct coop_word64 *counts = &control->instances[0].counts;

    (void)value;
    if (access == LEADER_LOADS && word == (const volatile void *)counts &&
        coop_groups_get(GET(counts), COOP_GROUPS_ARRIVED_EVEN) == 1) {
        SET(counts, GET(counts) + coop_groups_arrival(0, 0, 1));
    }
}

TEST(the_shortest_way_through_a_barrier_counts_a_step_and_waits)
{
    for (uint op = COOP_OP_GLOBAL_BARRIER; op <= COOP_OP_RESIZING_BARRIER; op++) {
        make_device(3, 0);
        lead(1);
        take_up(0, 1, 0, 2);
        TEST_TRUE(coop_worker_passes(&leader, COOP_NEXT(op, 1)));
        leader.state = 1;
        coop_slot_show(&leader, COOP_OP_NONE, 1);
        uint64_t before = GET(&device.slots[1].doing);
        leader_access = other_arrives;
        coop_worker_pass(&leader, COOP_NEXT(op, 1));
        TEST_TRUE(GET(&device.slots[1].doing) != before); /* the watch sees progress (V1) */
        TEST_EQUAL(leader.phase, 1);
        TEST_EQUAL(coop_groups_get(GET(&control->instances[0].counts), COOP_GROUPS_ARRIVED_EVEN), 2);
        TEST_EQUAL(leader.has_work, 1);
    }
}

static uint polls;
static uint64_t shown; /* when the other one comes */

/* As other_arrives, but only after many polls. */
static void other_arrives_late(int access, const volatile void *word, ulong value)
{
    if (access == LEADER_LOADS && word == (const volatile void *)&control->instances[0].counts &&
        ++polls == COOP_BARRIER_SOON + 20u) {
        shown = GET(&device.slots[1].doing);
        other_arrives(access, word, value);
    }
}

TEST(who_waits_long_at_a_barrier_is_shown_there_and_then_behind_it)
{
    for (uint op = COOP_OP_GLOBAL_BARRIER; op <= COOP_OP_RESIZING_BARRIER; op++) {
        make_device(3, 0);
        lead(1);
        take_up(0, 1, 0, 2);
        polls = 0;
        leader_access = other_arrives_late;
        coop_worker_pass(&leader, COOP_NEXT(op, 1));
        TEST_EQUAL(COOP_DOING_OP(shown), op);
        TEST_EQUAL(COOP_DOING_OP(GET(&device.slots[1].doing)), COOP_OP_NONE);
        TEST_EQUAL(leader.phase, 1);
    }
}

TEST(the_shortest_way_is_for_several_work_groups_whose_barriers_no_trace_records)
{
    make_device(3, EVENTS);
    lead(1);
    take_up(0, 1, 0, 2);
    TEST_TRUE(coop_worker_passes(&leader, COOP_NEXT(COOP_OP_GLOBAL_BARRIER, 1)));
    TEST_TRUE(coop_worker_passes(&leader, COOP_NEXT(COOP_OP_RESIZING_BARRIER, 1)));
    TEST_TRUE(!coop_worker_passes(&leader, COOP_NEXT(COOP_OP_OFFER_KILL, 1)));
    control->setup.trace_barriers = 1;
    lead(1);
    take_up(0, 1, 0, 2);
    TEST_TRUE(!coop_worker_passes(&leader, COOP_NEXT(COOP_OP_GLOBAL_BARRIER, 1)));
    make_device(3, 0);
    lead(1);
    take_up(0, 1, 0, 1); /* alone it looks for a stop elsewhere */
    TEST_TRUE(!coop_worker_passes(&leader, COOP_NEXT(COOP_OP_GLOBAL_BARRIER, 1)));
}

/* Somebody comes first at each barrier: so a stop lets no work-group through two more. */
TEST(who_comes_first_at_a_barrier_looks_for_a_stop)
{
    for (uint resizes = 0; resizes < 2; resizes++) {
        make_device(3, 0);
        lead(1);
        take_up(0, 1, 0, 2);
        SET(&control->stop, 1);
        leader_access = other_arrives;
        coop_barrier_by_leader(&leader, (int)resizes, 0);
        TEST_EQUAL(leader.has_work, 0);
        TEST_EQUAL(leader.phase, 1);
    }
}

TEST(who_comes_last_at_a_barrier_does_not)
{
    make_device(3, 0);
    lead(1);
    struct coop_instance *instance = take_up(0, 1, 0, 2);
    SET(&instance->counts, GET(&instance->counts) + coop_groups_arrival(0, 0, 1));
    SET(&control->stop, 1);
    coop_barrier_by_leader(&leader, 0, 0);
    TEST_EQUAL(leader.has_work, 1);
}

/* P12: who is ended at a barrier takes itself out of `leaving`; the completer of the next barrier clears the
 * bit when all have, and only then. */
TEST(who_ends_at_a_barrier_says_so_and_the_next_completer_looks)
{
    for (uint leaving = 0; leaving < 2; leaving++) {
        make_device(3, 0);
        lead(1);
        struct coop_instance *instance = take_up(0, 1, 0, 2);
        SET(&instance->counts, (GET(&instance->counts) | COOP_GROUPS_LEAVING) + coop_groups_arrival(0, 1, 1));
        SET(&instance->leaving, leaving);
        coop_barrier_by_leader(&leader, 1, 0);
        TEST_EQUAL(leader.has_work, 1);
        TEST_EQUAL((GET(&instance->counts) & COOP_GROUPS_LEAVING) != 0, leaving);
        TEST_EQUAL(coop_groups_get(GET(&instance->counts), COOP_GROUPS_ARRIVED_EVEN), 0);
    }
    make_device(3, 0);
    lead(1);
    struct coop_instance *instance = take_up(0, 1, 1, 2);
    SET(&instance->counts, coop_groups_retarget(GET(&instance->counts), 1, 0) + coop_groups_arrival(0, 1, 0));
    coop_barrier_by_leader(&leader, 1, 0); /* comes last, and is ended */
    TEST_EQUAL(leader.has_work, 0);
    TEST_TRUE((GET(&instance->counts) & COOP_GROUPS_LEAVING) != 0);
    TEST_EQUAL(GET(&instance->leaving), 0);
}

static uint64_t freed; /* what the free set held when the leader last changed it */
static int looked;

static void look_at_give(int access, const volatile void *word, ulong value)
{
    (void)value;
    if (access == LEADER_UPDATES && word == (const volatile void *)&control->free.words[1]) {
        TEST_EQUAL(GET(&device.slots[70].word), COOP_SLOT_FREE);
        looked++;
    }
    if (access == LEADER_UPDATES && word == (const volatile void *)&control->doorbell) {
        freed = GET(&control->free.words[1]);
        looked++;
    }
}

TEST(l3_a_slot_is_free_then_in_the_set_and_then_the_doorbell_rings)
{
    make_device(SLOTS, 0);
    lead(70);
    take_up(0, 1, 0, 2);
    looked = 0;
    leader_access = look_at_give;
    coop_slot_give_by_leader(&leader);
    TEST_EQUAL(looked, 2);
    TEST_EQUAL_U64(freed, 1ul << 6);
    TEST_EQUAL(leader.has_work, 0);
}

static void look_at_leave(int access, const volatile void *word, ulong value)
{
    (void)value;
    if (access == LEADER_UPDATES && word == (const volatile void *)&control->exited) {
        TEST_EQUAL(GET(&device.slots[1].word), COOP_SLOT_EXITED);
        TEST_EQUAL(GET(&control->doorbell), 1); /* X1: whoever waits for it need not wait for a heartbeat */
        looked++;
    }
}

TEST(who_leaves_says_so_and_rings_before_it_is_counted)
{
    make_device(3, 0);
    lead(1);
    looked = 0;
    leader_access = look_at_leave;
    coop_slot_leave_by_leader(&leader);
    TEST_EQUAL(looked, 1);
    TEST_EQUAL(leader.runs, 0);
}

static void look_at_failure(int access, const volatile void *word, ulong value)
{
    (void)value;
    if (access == LEADER_UPDATES && word == (const volatile void *)&control->doorbell) {
        TEST_EQUAL(GET(&control->failure.is_complete), 1);
        TEST_EQUAL(control->failure.detail, 7);
        looked++;
    }
}

TEST(f1_the_first_failure_is_written_and_then_rings)
{
    make_device(3, 0);
    lead(1);
    looked = 0;
    leader_access = look_at_failure;
    coop_fail(&leader, COOP_FAILURE_DIVERGED, 7);
    coop_fail(&leader, COOP_FAILURE_BAD_FRAME, 8);
    TEST_EQUAL(looked, 1);
    TEST_EQUAL(GET(&control->failure.kind), COOP_FAILURE_DIVERGED);
}

TEST(a_notice_wakes_all_that_sleep_on_it)
{
    make_device(3, 0);
    SET(&control->host_sleeps, 3);
    leader_sleepers = 3;
    coop_notify_host(control);
    TEST_EQUAL(leader_sleepers, 0);
    TEST_EQUAL(GET(&control->completions), 1);
}

TEST(x3_both_doorbells_are_heard_where_the_host_rings_by_copies)
{
    struct coop_doorbells doorbells;

    make_device(3, 0);
    control->setup.rings_by_copy = 1;
    doorbells = coop_read_doorbells(control);
    TEST_EQUAL(coop_doorbells_have_rung(control, &doorbells), 0);
    SET(&control->host_doorbell, 1);
    TEST_EQUAL(coop_doorbells_have_rung(control, &doorbells), 1);
    TEST_EQUAL(coop_doorbells_have_rung(control, &doorbells), 0);
    SET(&control->doorbell, 1);
    TEST_EQUAL(coop_doorbells_have_rung(control, &doorbells), 1);
    TEST_EQUAL(coop_doorbells_have_rung(control, &doorbells), 0);
    SET(&control->host_doorbell, 2);
    doorbells = coop_read_doorbells(control);
    TEST_EQUAL(coop_doorbells_have_rung(control, &doorbells), 0);
}

TEST(r2_joining_work_groups_have_the_phase_of_the_fork)
{
    make_device(4, 0);
    lead(1);
    struct coop_instance *instance = take_up(0, 1, 0, 1);
    leader.phase = 6;
    SET(&instance->phase_word, coop_phase_make(5, 1)); /* not yet visible */
    SET(&instance->counts, coop_groups_with_fork_granted(coop_groups_launched(1), 1));
    SET(&instance->reserved.words[0], 1ul << 2);
    leader.state = 3;
    coop_resize_request_fork_by_leader(&leader);
    TEST_EQUAL(GET(&device.slots[2].word), COOP_SLOT_ASSIGNED);
    TEST_EQUAL(device.slots[2].frame.phase, 6);
    TEST_EQUAL(device.slots[2].frame.group_id, 1);
    TEST_EQUAL(device.slots[2].frame.num_groups, 2);
    TEST_EQUAL(device.slots[2].frame.state, 3);
    SET(&instance->counts, coop_groups_with_fork_granted(GET(&instance->counts), 1));
    SET(&instance->counts, GET(&instance->counts) + coop_groups_arrival(6, 1, 1));
    SET(&instance->reserved.words[0], 1ul << 3);
    coop_barrier_by_leader(&leader, 1, 0);
    TEST_EQUAL(device.slots[3].frame.phase, 7); /* behind the barrier that it completes */
    TEST_EQUAL(device.slots[3].frame.num_groups, 3);
    TEST_EQUAL(leader.phase, 7);
}

TEST(s3b_the_last_work_group_parks_the_phase_that_it_has_passed)
{
    make_device(3, 0);
    lead(1);
    struct coop_instance *instance = take_up(0, 1, 0, 1);
    leader.phase = 6;
    leader.state = 3;
    SET(&instance->phase_word, coop_phase_make(5, 1));
    SET(&instance->counts,
        coop_groups_with_kill_wanted(coop_groups_launched(1) | COOP_GROUPS_MAY_SUSPEND, 1));
    coop_resize_offer_kill_by_leader(&leader);
    TEST_TRUE((GET(&instance->counts) & COOP_GROUPS_SUSPENDED) != 0);
    TEST_EQUAL(instance->parked_phase, 6);
    TEST_EQUAL(instance->resume_state, 3);
}

/* Slots of all words. */
TEST(z1_slots_are_told_apart_in_every_word)
{
    struct coop_slotset *set = &control->free;
    struct coop_slotset *other = &control->instances[0].reserved;

    make_device(SLOTS, 0);
    TEST_EQUAL(coop_slotset_words(SLOTS), 3);
    TEST_EQUAL(coop_slotset_words(64), 1);
    TEST_EQUAL(coop_slotset_words(65), 2);
    for (uint slot = 0; slot < SLOTS; slot++) {
        coop_slotset_add(set, slot);
        TEST_EQUAL_U64(GET(&set->words[slot / 64]), 1ul << slot % 64);
        ulong taken = coop_slotset_take(set, slot / 64, 1);
        TEST_EQUAL(coop_slotset_slot(slot / 64, taken), slot);
        TEST_EQUAL_U64(GET(&set->words[slot / 64]), 0);
    }
    for (uint slot = 1; slot < SLOTS; slot += 3) {
        coop_slotset_add(set, slot);
    }
    TEST_EQUAL(coop_slotset_move(set, other, SLOTS, 30),
               30); /* the lowest first: 21 of the first word, 9 of the second */
    TEST_EQUAL(popcount(GET(&other->words[0])), 21);
    TEST_EQUAL(coop_slotset_slot(1, coop_slotset_take(set, 1, 1)), 91);
    TEST_EQUAL(coop_slotset_move(set, other, SLOTS, 30), 44 - 31);
    TEST_EQUAL(popcount(GET(&other->words[2])), 1);
}

TEST(the_barriers_of_the_loop_order_global_memory_too)
{
    make_device(3, 0);
    SET(&control->arrivals, 1);
    SET(&control->stop, 1);
    leader_barriers = 0;
    leader_fences = CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE;
    coop_megakernel(control, 0);
    TEST_EQUAL(leader_barriers, 3); /* behind the entry, and two of the one round */
    TEST_EQUAL(leader_fences, CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    TEST_EQUAL(GET(&device.slots[1].word), COOP_SLOT_EXITED);
}

/* Work-groups are counted on units by chance, and not in the order of their tickets; `late` of them behind
 * the poll. */
static void number_all(uint count, uint units, uint late, uint seed, uint slots[], uint unit_of[])
{
    struct coop_discovery_place places[64];

    for (uint i = 0; i < count + late; i++) {
        uint ticket = i < count ? (i + 3) % count : i;

        unit_of[ticket] = (seed = seed * 1103515245u + 12345u) / 65536u % units;
        places[ticket] = coop_discovery_count(control, unit_of[ticket]);
    }
    coop_discovery_number_by_rank(control, places[0], count);
    slots[0] = 0;
    for (uint ticket = 1; ticket < count; ticket++) {
        slots[ticket] = coop_discovery_number(control, ticket, places[ticket]);
    }
}

TEST(d1_each_slot_is_given_once_and_the_lowest_are_one_on_each_unit)
{
    enum { COUNT = 40, UNITS = 7 };
    uint slots[COUNT];
    uint unit_of[COUNT];

    for (uint seed = 1; seed <= 50; seed++) {
        uint seen[COUNT] = {0};
        uint used[UNITS] = {0};
        uint is_met = 0;

        make_device(SLOTS, 0);
        number_all(COUNT, UNITS, 0, seed, slots, unit_of);
        TEST_EQUAL(control->is_by_rank, 1);
        for (uint i = 0; i < COUNT; i++) {
            TEST_TRUE(slots[i] < COUNT);
            seen[slots[i]]++;
            used[unit_of[i]] = 1;
        }
        for (uint slot = 0; slot < COUNT; slot++) {
            TEST_EQUAL(seen[slot], 1);
        }
        for (uint i = 0; i < COUNT; i++) { /* but for the scheduler, and who has its place */
            is_met += slots[i] < 5 && used[unit_of[i]]++ > 1;
        }
        TEST_TRUE(is_met <= 1);
    }
}

TEST(d1_where_another_one_has_been_counted_a_slot_is_the_ticket)
{
    uint slots[8];
    uint unit_of[9];

    make_device(SLOTS, 0);
    number_all(8, 3, 1, 1, slots, unit_of);
    TEST_EQUAL(control->is_by_rank, 0);
    for (uint ticket = 0; ticket < 8; ticket++) {
        TEST_EQUAL(slots[ticket], ticket);
    }
}

TEST(d1_a_unit_that_has_no_place_leaves_the_tickets)
{
    struct coop_discovery_place place;

    make_device(SLOTS, 0);
    place = coop_discovery_count(control, COOP_UNITS_MAX);
    coop_discovery_number_by_rank(control, place, 1);
    TEST_EQUAL(control->is_by_rank, 0);
    TEST_EQUAL(coop_discovery_number(control, 5, place), 5);
}
