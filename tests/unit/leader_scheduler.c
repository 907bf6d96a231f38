/* What the scheduler's leader does, and in which order: discovery, postings, ends, suspensions, ids, and the
 * list of starts beyond slot 63. */
#include "leader.h"

static int looked;

/* --- discovery --- */

static uint arriving;

static void they_arrive(void)
{
    if (arriving > 0) {
        SET(&control->arrivals, GET(&control->arrivals) + arriving);
        arriving = 0;
    }
}

static void look_at_slot_count(int access, const volatile void *word, ulong value)
{
    if (access == LEADER_STORES && word == (const volatile void *)&control->slot_count) {
        TEST_EQUAL(value, 70);
        TEST_EQUAL_U64(GET(&control->free.words[0]), ~1ul);
        TEST_EQUAL_U64(GET(&control->free.words[1]), (1ul << 6) - 1);
        TEST_TRUE((GET(&control->arrivals) & COOP_ARRIVALS_CLOSED) != 0);
        looked++;
    }
}

TEST(d3_all_workers_are_free_before_their_number_is_told)
{
    make_device(70, 0);
    looked = 0;
    arriving = 69;
    leader_waits = they_arrive;
    leader_access = look_at_slot_count;
    lead(0);
    TEST_EQUAL(looked, 1);
    TEST_EQUAL(leader.slot, 0);
    TEST_EQUAL(control->has_clock, 1);
    TEST_EQUAL(GET(&control->completions), 1);
}

TEST(d2_who_comes_late_or_is_not_wanted_leaves_and_touches_nothing)
{
    static const uint arrivals[] = {COOP_ARRIVALS_CLOSED | 2, 3, 4};

    for (uint i = 0; i < 3; i++) {
        struct device before;
        make_device(3, 0);
        SET(&control->arrivals, arrivals[i]);
        before = device;
        coop_discovery_enter_by_leader(&leader, control);
        TEST_EQUAL(leader.runs, 0);
        TEST_EQUAL(GET(&control->arrivals), arrivals[i] + 1);
        SET(&control->arrivals, arrivals[i]);
        TEST_EQUAL(memcmp(&before, &device, sizeof device), 0);
    }
}

static void one_arrives(void)
{
    if (arriving > 0) {
        SET(&control->arrivals, GET(&control->arrivals) + 1);
        arriving--;
    }
}

TEST(discovery_ends_when_nobody_has_come_for_a_while)
{
    make_device(8, 0);
    control->setup.settle_ns = 1000000;
    leader_wait_ns = 400000;
    arriving = 5;
    leader_waits = one_arrives;
    lead(0);
    TEST_EQUAL(GET(&control->slot_count), 6);
    TEST_AT_LEAST(leader_now_ns - 5000000000u, 5 * 400000 + 1000000 - 400000); /* behind the last arrival */
    TEST_AT_MOST(leader_now_ns - 5000000000u, 6000000);
}

static void the_process_stops_once(void)
{
    if (leader_now_ns < 100000000000u) {
        leader_now_ns += 100000000000u;
    } else if (leader_now_ns > 105500000000u) {
        SET(&control->arrivals, 4);
    }
}

TEST(time_in_which_the_process_was_stopped_is_no_part_of_discovery)
{
    make_device(4, 0);
    leader_wait_ns = 100000000;
    leader_waits = the_process_stops_once;
    lead(0);
    TEST_EQUAL(GET(&control->slot_count), 4);
}

static void they_arrive_late(void)
{
    SET(&control->arrivals, ++arriving < 100 ? 1 : 4);
}

TEST(a_stop_ends_discovery)
{
    make_device(4, 0);
    leader_wait_ns = 0;
    arriving = 0;
    leader_waits = they_arrive_late;
    SET(&control->stop, 1);
    lead(0);
    TEST_EQUAL(GET(&control->slot_count), 1);
}

TEST(x3_a_host_that_does_not_answer_is_not_waited_for)
{
    make_device(1, 0);
    control->setup.rings_by_copy = 1;
    leader_wait_ns = 100000000;
    lead(0);
    TEST_EQUAL(GET(&control->stop), 1);
    TEST_EQUAL(GET(&control->completions), 2);
    make_device(1, 0);
    control->setup.rings_by_copy = 1;
    SET(&control->host_doorbell, 1);
    lead(0);
    TEST_EQUAL(GET(&control->stop), 0);
}

/* --- ends --- */

static uint cut_short;

static void look_at_done(int access, const volatile void *word, ulong value)
{
    struct coop_instance *instance = &control->instances[2];
    coop_u64 words[COOP_STATS_WORDS];

    if (access == LEADER_STORES && word == (const volatile void *)&instance->state &&
        value == COOP_INSTANCE_DONE) {
        memcpy(words, &instance->stats, sizeof words); /* as the host takes them */
        TEST_EQUAL_U64(instance->stats.seal, coop_stats_seal(words, 1));
        TEST_EQUAL_U64(instance->stats.ended_ns, leader_now_ns);
        TEST_EQUAL(instance->stats.was_cut_short, cut_short);
        TEST_EQUAL(instance->stats.barriers, 4);
        TEST_EQUAL(instance->stats.kills, 7);
        TEST_EQUAL_U64(GET(&instance->reserved.words[1]), 0); /* C2 */
        TEST_EQUAL(GET(&control->completions), 0);
        looked++;
    }
}

TEST(c2_what_a_launch_has_come_to_is_written_before_it_is_done)
{
    for (cut_short = 0; cut_short < 2; cut_short++) {
        struct coop_instance *instance;
        make_device(SLOTS, 0);
        lead_scheduler();
        instance = post(2, 1, COOP_INSTANCE_COOPERATIVE, 3);
        coop_scheduler_poll(&leader, 0, 1);
        coop_scheduler_take_postings(&leader);
        SET(&instance->phase_word, coop_phase_make(4, 2));
        SET(&instance->state, COOP_INSTANCE_RUNNING);
        SET(&instance->counts, coop_groups_with(coop_groups_launched(2), COOP_GROUPS_RETURNED, 2));
        instance->stats.groups_at_start = 3;
        instance->stats.suspensions = 6;
        instance->stats.resumptions = 6;
        instance->stats.was_cut_short = 5;
        coop_scheduler_poll(&leader, 0, 1);
        SET(&instance->reserved.words[1], cut_short ? 0 : 1ul << 9);
        looked = 0;
        leader_access = look_at_done;
        TEST_EQUAL(coop_scheduler_finish(&leader, 2, cut_short), !cut_short);
        TEST_EQUAL(looked, 1);
        TEST_EQUAL(GET(&control->completions), 1);
        TEST_EQUAL_U64(GET(&control->free.words[1]), cut_short ? 0 : 1ul << 9);
    }
}

/* The host posts launch 1 in an entry that the poll has passed, then launch 2 further on. */
static void host_posts(int access, const volatile void *word, ulong value)
{
    (void)value;
    if (access == LEADER_LOADS && word == (const volatile void *)&control->instances[5].state && !looked) {
        post(0, 1, 0, 1);
        post(5, 2, 0, 1);
        looked = 1;
    }
}

TEST(c4_a_stop_answers_what_was_posted_while_it_polled)
{
    make_device(1, 0);
    lead_scheduler();
    looked = 0;
    leader_access = host_posts;
    coop_scheduler_drain(&leader);
    TEST_EQUAL(GET(&control->instances[0].state), COOP_INSTANCE_DONE);
    TEST_EQUAL(GET(&control->instances[5].state), COOP_INSTANCE_DONE);
    TEST_EQUAL(control->instances[0].stats.was_cut_short, 1);
    TEST_EQUAL(control->instances[5].stats.was_cut_short, 1);
    TEST_EQUAL(leader.runs, 0);
    TEST_EQUAL(GET(&control->completions), 3);
}

TEST(c4_a_posting_waits_for_those_before_it)
{
    make_device(4, 0);
    lead_scheduler();
    looked = 0;
    leader_access = host_posts;
    coop_scheduler_poll(&leader, 0, 1);
    TEST_EQUAL(coop_scheduler_take_postings(&leader), 1); /* polls again at once */
    TEST_EQUAL(leader.scheduler.held, 0);
    coop_scheduler_poll(&leader, 0, 1);
    TEST_EQUAL(coop_scheduler_take_postings(&leader), 0);
    TEST_EQUAL(leader.scheduler.held, 1u << 0 | 1u << 5);
}

/* --- requests --- */

TEST(each_request_and_grant_is_traced)
{
    struct coop_instance *instance;

    make_device(SLOTS, EVENTS);
    lead_scheduler();
    instance = post(0, 1, COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_SHRINKS | COOP_INSTANCE_GROWS, 100);
    coop_scheduler_poll(&leader, 0, 1);
    coop_scheduler_take_postings(&leader);
    SET(&instance->state, COOP_INSTANCE_RUNNING);
    SET(&instance->counts, coop_groups_launched(2));
    SET(&control->free.words[1], 3ul << 10); /* two are free: 74, 75 */
    SET(&control->trace_cursors.events, 0);
    coop_scheduler_poll(&leader, 0, 1);
    coop_scheduler_begin_list(&leader);
    TEST_EQUAL(coop_scheduler_retarget(&leader, 0, 4), 0);
    TEST_EQUAL(GET(&control->trace_cursors.events), 1);
    TEST_EQUAL(device.trace[0].kind, COOP_TRACE_FORK_GRANTED);
    TEST_EQUAL(device.trace[0].value, 2);
    TEST_EQUAL(device.trace[0].group_id, 4);
    TEST_EQUAL_U64(GET(&instance->reserved.words[1]), 3ul << 10); /* P6 */
    coop_scheduler_poll(&leader, 0, 1);
    coop_scheduler_begin_list(&leader);
    TEST_EQUAL(coop_scheduler_retarget(&leader, 0, 1), 2);
    TEST_EQUAL(device.trace[1].kind, COOP_TRACE_KILL_WANTED);
    TEST_EQUAL(device.trace[1].value, 1);
    TEST_EQUAL_U64(GET(&control->free.words[1]), 3ul << 10);
    coop_scheduler_poll(&leader, 0, 1);
    TEST_EQUAL(coop_scheduler_retarget(&leader, 0, 1), 0);
    TEST_EQUAL(GET(&control->trace_cursors.events), 2); /* nothing has changed */
}

TEST(s11_the_plan_aims_at_no_more_than_the_kernel_has_use_for)
{
    struct coop_instance *instance;

    make_device(SLOTS, 0);
    lead_scheduler();
    instance = post(0, 1, COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_SHRINKS | COOP_INSTANCE_GROWS, 100);
    post(1, 2, 0, 7);                 /* a regular one gets what it asks for, whatever is in that word */
    SET(&instance->groups_wished, 5); /* of the instance before; Y6 */
    coop_scheduler_poll(&leader, 0, 1);
    coop_scheduler_take_postings(&leader);
    SET(&control->instances[1].groups_wished, 3);
    coop_scheduler_poll(&leader, 0, 1);
    TEST_EQUAL(table.entries[0].wanted, 100);
    TEST_EQUAL(table.entries[1].wanted, 7);
    SET(&instance->groups_wished, 3);
    coop_scheduler_poll(&leader, 0, 1);
    TEST_EQUAL(table.entries[0].wanted, 3);
    SET(&instance->groups_wished, 0);
    coop_scheduler_poll(&leader, 0, 1);
    TEST_EQUAL(table.entries[0].wanted, 1);
    SET(&instance->groups_wished, 200);
    coop_scheduler_poll(&leader, 0, 1);
    TEST_EQUAL(table.entries[0].wanted, 100);
}

TEST(s11_a_wish_rings_once)
{
    const struct coop_item item = {.linear = 0};
    struct coop_instance *instance;
    uint rings;

    make_device(SLOTS, 0);
    lead_scheduler();
    instance = post(0, 1, COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_SHRINKS | COOP_INSTANCE_GROWS, 100);
    leader.instance = instance;
    leader.flags = COOP_INSTANCE_COOPERATIVE;
    rings = GET(&control->doorbell);
    coop_want_groups_of(&leader, &item, 2);
    TEST_EQUAL(GET(&instance->groups_wished), 2);
    TEST_EQUAL(GET(&control->doorbell) - rings, 1);
    coop_want_groups_of(&leader, &item, 2);
    TEST_EQUAL(GET(&control->doorbell) - rings, 1);
    leader.flags = 0;
    coop_want_groups_of(&leader, &item, 3);
    TEST_EQUAL(GET(&instance->groups_wished), 2);
}

/* --- the list of starts --- */

TEST(c5_the_list_names_slots_of_every_word_once)
{
    make_device(SLOTS, 0);
    lead_scheduler();
    post(0, 1, COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_KILLS_ANY, 60);
    post(1, 2, 0, 68);
    for (uint slot = 1; slot < SLOTS; slot++) {
        coop_slotset_add(&control->free, slot);
    }
    coop_scheduler_poll(&leader, 0, 1);
    coop_scheduler_begin_list(&leader);
    coop_scheduler_take_postings(&leader);
    TEST_EQUAL(table.free_count, SLOTS - 1);
    table.entries[0].start = 60;
    table.entries[1].start = 68;
    TEST_EQUAL(coop_scheduler_start_planned(&leader, 2), 2);
    TEST_EQUAL(table.free_count, 2);
    TEST_EQUAL(coop_table_take_one(&leader), 129);
    TEST_EQUAL_U64(GET(&control->free.words[0]) | GET(&control->free.words[1]), 0);
    TEST_EQUAL_U64(GET(&control->free.words[2]), 4); /* 130 */
    coop_scheduler_assign(&leader, 0, 1);
    for (uint slot = 1; slot < 129; slot++) {
        TEST_EQUAL(GET(&device.slots[slot].word), COOP_SLOT_ASSIGNED);
        TEST_EQUAL(device.slots[slot].frame.instance, slot > 60);
        TEST_EQUAL(device.slots[slot].frame.group_id, slot > 60 ? slot - 61 : slot - 1);
        TEST_EQUAL(device.slots[slot].frame.num_groups, slot > 60 ? 68 : 60);
        TEST_EQUAL(device.slots[slot].promised_to, slot <= 60);
    }
    TEST_EQUAL(GET(&device.slots[0].word) + GET(&device.slots[129].word) + GET(&device.slots[130].word), 0);
}

/* --- ids --- */

TEST(u1_an_id_is_free_when_its_slot_is_back_in_the_set)
{
    struct coop_free_ids ids;

    make_device(SLOTS, 0);
    lead_scheduler();
    post(0, 1, COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_KILLS_ANY, 100);
    coop_scheduler_poll(&leader, 0, 1);
    for (uint slot = 1; slot <= 100; slot++) { /* all of them: 0 .. 99 in 1 .. 100 */
        coop_ids_promise(&leader, slot, 0, slot - 1);
        SET(&device.slots[slot].word, COOP_SLOT_RUNNING);
    }
    coop_ids_find(&leader, 0, &ids);
    TEST_EQUAL(ids.count, 0);
    SET(&device.slots[4].word, COOP_SLOT_FREE); /* killed, and its slot not yet back */
    SET(&device.slots[91].word, COOP_SLOT_FREE);
    coop_ids_find(&leader, 0, &ids);
    TEST_EQUAL(ids.count, 0);
    coop_slotset_add(&control->free, 4);
    coop_slotset_add(&control->free, 91);
    coop_ids_find(&leader, 0, &ids);
    TEST_EQUAL(ids.count, 2);
    TEST_EQUAL(coop_ids_take(&ids), 3);
    TEST_EQUAL(coop_ids_take(&ids), 90);
    TEST_EQUAL(ids.count, 0);
    device.slots[50].promised_to = 7; /* another launch's */
    coop_ids_find(&leader, 0, &ids);
    TEST_EQUAL(ids.count, 3);
    TEST_EQUAL_U64(ids.words[0] & 1ul << 49, 1ul << 49);
}

/* --- suspension --- */

TEST(s3b_a_suspended_launch_waits_behind_all_and_goes_on_where_it_was_parked)
{
    struct coop_instance *instance;

    make_device(SLOTS, EVENTS);
    lead_scheduler();
    instance = post(0, 1, COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_MAY_KILL_ALL | COOP_INSTANCE_SHRINKS, 2);
    instance->launch.transmit_bytes = 8;
    post(3, 2, 0, 1);
    coop_scheduler_poll(&leader, 0, 1);
    coop_scheduler_take_postings(&leader);
    SET(&instance->state, COOP_INSTANCE_RUNNING);
    SET(&instance->counts, coop_groups_launched(1) | COOP_GROUPS_MAY_SUSPEND | COOP_GROUPS_SUSPENDED);
    SET(&instance->phase_word, coop_phase_make(8, 1));
    instance->parked_phase = 9; /* the phase word may be older than the work-group (R2) */
    instance->parked_group = 6;
    instance->resume_state = 5;
    instance->transmit[0] = 77;
    for (uint i = 0; i < 2; i++) { /* noted once */
        coop_scheduler_poll(&leader, 0, 1);
        coop_suspend_note(&leader, table.entries, 4);
        TEST_EQUAL(table.entries[0].behind, 2);
        TEST_EQUAL(instance->stats.suspensions, 1);
        leader_now_ns += 1000;
    }
    SET(&control->free.words[1], 1ul << 7);
    coop_scheduler_poll(&leader, 0, 1);
    coop_scheduler_begin_list(&leader);
    coop_suspend_resume(&leader, 0);
    TEST_EQUAL(GET(&device.slots[71].word), COOP_SLOT_ASSIGNED);
    TEST_EQUAL(device.slots[71].frame.phase, 9);
    TEST_EQUAL(device.slots[71].frame.group_id, 6);
    TEST_EQUAL(device.slots[71].frame.state, 5);
    TEST_EQUAL(device.slots[71].frame.transmit[0], 77);
    TEST_EQUAL(instance->stats.suspended_ns, 2000);
    TEST_EQUAL(instance->stats.resumptions, 1);
    TEST_EQUAL(instance->suspended_behind, 0);
    TEST_TRUE((GET(&instance->counts) & COOP_GROUPS_SUSPENDED) == 0);
    TEST_EQUAL_U64(GET(&control->free.words[1]), 0);
}

/* The scheduler's last poll before the stop was older than the kill. */
TEST(s1b_a_stop_counts_a_suspension_that_it_finds)
{
    struct coop_instance *instance;

    make_device(1, 0); /* no worker has to leave */
    lead_scheduler();
    instance = post(0, 1, COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_MAY_KILL_ALL | COOP_INSTANCE_SHRINKS, 2);
    coop_scheduler_poll(&leader, 0, 1);
    coop_scheduler_take_postings(&leader);
    SET(&instance->state, COOP_INSTANCE_RUNNING);
    SET(&instance->counts, coop_groups_launched(1) | COOP_GROUPS_MAY_SUSPEND);
    coop_scheduler_poll(&leader, 0, 1);
    coop_suspend_note(&leader, table.entries, 1);
    TEST_EQUAL(instance->stats.suspensions, 0);
    SET(&instance->counts, coop_groups_launched(1) | COOP_GROUPS_MAY_SUSPEND | COOP_GROUPS_SUSPENDED);
    leader_read_ns = 1;
    coop_scheduler_drain(&leader);
    leader_read_ns = 0;
    TEST_EQUAL(GET(&instance->state), COOP_INSTANCE_DONE);
    TEST_EQUAL(instance->stats.was_cut_short, 1);
    TEST_EQUAL(instance->stats.suspensions, 1);
    TEST_AT_LEAST(instance->stats.suspended_ns, 1);
}
