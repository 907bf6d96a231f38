/* What a leader does with its work-group's part of a net between two steps: what it opens and publishes, when
 * it calls itself quiet, may be killed or sleeps, and net barriers (cl/message.cl, cl/meet.cl; B7, B10, B11,
 * B14 to B16). */
#define COOP_MESSAGE 1
#define COOP_MESSAGE_LOCAL through
#include "leader.h"

enum { NET_SLOTS = 4, NET_PLACES = 4, NET_WIDTH = 3, NET_INBOUND = 2, NET_ELEMENTS = 8 };

static struct net_device {
    uchar before[128]; /* so that the net's address is not 0 */
    struct coop_network net;
    ulong slots[NET_SLOTS][COOP_MESSAGE_COLUMNS][NET_WIDTH];
    struct coop_word64 free[NET_PLACES];
    struct coop_word64 full[NET_PLACES];
    struct coop_inbound inbound[NET_INBOUND];
    struct coop_message data[NET_INBOUND][NET_WIDTH];
    ulong own[NET_ELEMENTS];
} net_device;
static struct coop_network *const net = &net_device.net;
static union coop_module_locals locals;

static ulong distance(const void *place)
{
    return (ulong)((const uchar *)place - (const uchar *)net);
}

/* Work-group `group` of `groups`, of a kernel whose first argument is the net. */
static struct coop_instance *make_sender(uint group, uint groups)
{
    struct coop_instance *instance = &control->instances[0];
    ulong address = offsetof(struct net_device, net);

    make_device(3, 0);
    memset(&net_device, 0, sizeof net_device);
    memset(&locals, 0, sizeof locals);
    net->magic = COOP_NETWORK_MAGIC;
    net->version = COOP_NETWORK_VERSION;
    net->rank = 1;
    net->ranks = 2;
    net->slot_count = NET_SLOTS;
    net->width = NET_WIDTH;
    net->places = NET_PLACES;
    net->inbound_places = NET_INBOUND;
    net->inbound_bytes = sizeof net_device.data[0];
    net->wait_ns = 1000000000u;
    net->timeout_ns = 100000u;
    net->slots_at = distance(net_device.slots);
    net->free_at = distance(net_device.free);
    net->full_at = distance(net_device.full);
    net->inbound_at = distance(net_device.inbound);
    net->inbound_data_at = distance(net_device.data);
    net->arrays[0] = (struct coop_network_array){.elements = 2 * NET_ELEMENTS,
                                                 .block = NET_ELEMENTS,
                                                 .own_at = distance(net_device.own),
                                                 .own_count = NET_ELEMENTS,
                                                 .element_bytes = 8};
    for (uint i = 0; i < NET_SLOTS; i++) {
        SET(&net_device.free[i], coop_ring_entry(i, NET_PLACES, i, 0, 0));
    }
    leader_net_at = 8;
    lead(1);
    memcpy(instance->args + 8, &address, sizeof address);
    leader.locals = &locals;
    leader.items = 1;
    leader.arena = (uchar *)&net_device;
    return take_up(0, 1, group, groups);
}

static struct coop_messages *sent(uint count)
{
    for (uint i = 0; i < count; i++) {
        coop_message_add(leader.messages, 0, i, 1);
    }
    return leader.messages;
}

static uint failed_with(void)
{
    return control->failure.kind.only_through_accessors;
}

/* ---- the beginning ---- */

TEST(a_kernel_has_its_net_or_none)
{
    make_sender(0, 1);
    TEST_TRUE(leader.messages == &locals.messages);
    TEST_TRUE(leader.messages->net == net && leader.messages->coop == &leader);
    TEST_EQUAL(leader.messages->rank, 1);
    TEST_EQUAL(leader.passes, 0);
    leader_net_at = ~0u;
    take_up(0, 1, 0, 1);
    TEST_TRUE(leader.messages == NULL);
    TEST_EQUAL(failed_with(), COOP_FAILURE_NONE);
}

TEST(a_net_that_does_not_fit_fails_the_launch)
{
    for (uint i = 0; i < 4; i++) {
        make_sender(0, 1);
        net->version += i == 0;
        net->slot_count = i == 1 ? 2 : 3; /* two work-groups may run beside the scheduler */
        net->magic += i == 2;
        take_up(0, 1, 0, 1);
        TEST_EQUAL(failed_with(), i < 3 ? COOP_FAILURE_MESSAGE_NET : COOP_FAILURE_NONE);
        TEST_EQUAL(leader.has_work, i == 3);
        TEST_TRUE((leader.messages != NULL) == (i == 3));
    }
}

/* ---- faults ---- */

TEST(a_fault_is_told_with_its_array_and_index)
{
    make_sender(0, 1);
    leader.sequence = 7;
    leader.group_at[0] = 2;
    coop_messages_check(&leader);
    TEST_EQUAL(failed_with(), COOP_FAILURE_NONE);
    coop_message_add(leader.messages, 0, 99, 1);
    coop_messages_check(&leader);
    TEST_EQUAL(failed_with(), COOP_FAILURE_MESSAGE_INDEX);
    TEST_EQUAL(control->failure.launch, 7);
    TEST_EQUAL(control->failure.group_id, 2);
    TEST_EQUAL(control->failure.detail, 0);
    TEST_EQUAL_U64(control->failure.at, 99);
    TEST_EQUAL_U64(control->failure.begin, 2 * NET_ELEMENTS);
    TEST_EQUAL_U64(control->failure.end, 1); /* the rank */
}

TEST(a_fault_of_slots_and_of_a_damaged_message_has_its_numbers)
{
    make_sender(0, 1);
    coop_messages_fail(leader.messages, COOP_FAILURE_MESSAGE_FULL, 0, 5);
    coop_messages_check(&leader);
    TEST_EQUAL(failed_with(), COOP_FAILURE_MESSAGE_FULL);
    TEST_EQUAL_U64(control->failure.begin, NET_SLOTS);
    TEST_EQUAL_U64(control->failure.at, net->wait_ns);
    make_sender(0, 1);
    coop_messages_fail(leader.messages, COOP_FAILURE_MESSAGE_DAMAGED, 0, 5);
    coop_messages_check(&leader);
    TEST_EQUAL_U64(control->failure.begin, NET_ELEMENTS);
    TEST_EQUAL_U64(control->failure.at, 5);
    make_sender(0, 1);
    coop_messages_fail(leader.messages, COOP_FAILURE_MESSAGE_INDEX, COOP_MESSAGE_ARRAYS_MAX, 5);
    coop_messages_check(&leader);
    TEST_EQUAL_U64(control->failure.begin, 0);
}

TEST(a_net_that_is_lost_fails_the_launch)
{
    make_sender(0, 1);
    SET(&net->is_lost, 1);
    coop_messages_look(&leader, COOP_OP_OFFER_KILL);
    TEST_EQUAL(failed_with(), COOP_FAILURE_MESSAGE_LOST);
}

/* ---- publishing ---- */

TEST(a_slot_leaves_when_it_has_been_open_for_long)
{
    make_sender(0, 1);
    sent(2);
    coop_messages_look(&leader, COOP_OP_OFFER_KILL);
    leader_now_ns += 100000; /* timeout_ns */
    coop_messages_look(&leader, COOP_OP_OFFER_KILL);
    TEST_EQUAL_U64(GET(&net->full_tickets), 0);
    leader_now_ns += 1;
    coop_messages_look(&leader, COOP_OP_OFFER_KILL);
    TEST_EQUAL_U64(GET(&net->full_tickets), 1);
    TEST_EQUAL(coop_ring_count(GET(&net_device.full[0])), 2);
    sent(1); /* the time of the next one begins anew */
    leader_now_ns += 100001;
    coop_messages_look(&leader, COOP_OP_OFFER_KILL);
    TEST_EQUAL_U64(GET(&net->full_tickets), 1);
}

TEST(a_slot_leaves_at_a_global_barrier)
{
    for (uint op = COOP_OP_GLOBAL_BARRIER; op <= COOP_OP_RESIZING_BARRIER; op++) {
        make_sender(0, 1);
        sent(1);
        coop_messages_look(&leader, op);
        TEST_EQUAL_U64(GET(&net->full_tickets), 1);
    }
}

TEST(a_slot_leaves_with_its_work_group)
{
    make_sender(0, 1);
    sent(1);
    coop_messages_leave(&leader);
    TEST_EQUAL_U64(GET(&net->full_tickets), 1);
    leader.messages = NULL;
    coop_messages_leave(&leader);
    coop_messages_look(&leader, COOP_OP_GLOBAL_BARRIER);
    TEST_EQUAL_U64(GET(&net->full_tickets), 1);
}

/* ---- quiet ---- */

static void all_is_applied(void)
{
    SET(&net->quiet_ticket, GET(&net->full_tickets));
}

static void a_stop_is_asked_for(void)
{
    SET(&control->stop, 1);
}

TEST(b7_a_work_group_is_quiet_when_all_is_applied)
{
    make_sender(0, 1);
    sent(4); /* a slot and one more */
    SET(&net->quiet_ticket, 1);
    coop_messages_quiet(&leader);
    TEST_EQUAL_U64(GET(&net->full_tickets), 2);
    TEST_EQUAL(coop_messages_are_quiet(leader.messages), 0); /* it waits a little, and goes on */
    leader_waits = all_is_applied;
    coop_messages_quiet(&leader);
    TEST_EQUAL(coop_messages_are_quiet(leader.messages), 1);
    sent(1);
    leader_waits = NULL;
    coop_messages_quiet(&leader);
    TEST_EQUAL(coop_messages_are_quiet(leader.messages), 0);
}

/* ---- being killed ---- */

TEST(b11_who_is_killed_has_all_its_messages_applied)
{
    struct coop_instance *instance = make_sender(1, 2);

    TEST_EQUAL(coop_messages_may_be_killed(&leader), 1); /* it has sent nothing */
    sent(1);
    TEST_EQUAL(coop_messages_may_be_killed(&leader), 0); /* nobody wants it to end */
    TEST_EQUAL_U64(GET(&net->full_tickets), 0);
    SET(&instance->counts, coop_groups_with_kill_wanted(GET(&instance->counts), 1));
    leader_waits = all_is_applied;
    TEST_EQUAL(coop_messages_may_be_killed(&leader), 1);
    TEST_EQUAL_U64(GET(&net->full_tickets), 1);
    TEST_EQUAL(coop_messages_may_be_killed(&leader), 1);
    leader.messages = NULL;
    TEST_EQUAL(coop_messages_may_be_killed(&leader), 1);
}

static void the_kill_is_revoked(void)
{
    struct coop_instance *instance = &control->instances[0];

    SET(&instance->counts, coop_groups_with_kill_wanted(GET(&instance->counts), 0));
}

/* A stop, no kill any more, and a host that applies nothing for as long as a send waits. */
TEST(b11_who_may_go_on_waits_no_longer)
{
    for (uint i = 0; i < 3; i++) {
        struct coop_instance *instance = make_sender(1, 2);
        ulong begin_ns = leader_now_ns;
        sent(1);
        SET(&instance->counts, coop_groups_with_kill_wanted(GET(&instance->counts), 1));
        leader_waits = i == 0 ? a_stop_is_asked_for : i == 1 ? the_kill_is_revoked : NULL;
        TEST_EQUAL(coop_messages_may_be_killed(&leader), 0);
        TEST_EQUAL_U64(GET(&net->full_tickets), 1);
        if (i < 2) {
            TEST_TRUE(leader_now_ns - begin_ns < net->wait_ns / 2);
        } else {
            TEST_TRUE(leader_now_ns - begin_ns >= net->wait_ns);
        }
    }
}

TEST(b11_those_that_go_on_behind_a_barrier_know_of_the_messages_of_the_others)
{
    struct coop_messages *out;

    make_sender(1, 2);
    sent(4);
    coop_messages_hand_over(&leader);
    TEST_EQUAL_U64(GET(&net->full_tickets), 2);
    TEST_EQUAL_U64(GET(&net->barrier_last), 2);
    out = leader.messages;
    out->parts[0].last = 0; /* as of a work-group that has sent nothing */
    coop_messages_take_over(&leader);
    TEST_EQUAL_U64(coop_messages_last(out), 2);
    out->parts[0].last = 5;
    coop_messages_take_over(&leader);
    TEST_EQUAL_U64(coop_messages_last(out), 5);
    SET(&net->quiet_ticket, 5);
    out->parts[0].last = 5;
    coop_messages_hand_over(&leader); /* all is applied: nobody needs to know */
    TEST_EQUAL_U64(GET(&net->barrier_last), 2);
    SET(&net->quiet_ticket, 0);
    out->parts[0].last = 1;
    coop_messages_hand_over(&leader); /* it only grows */
    TEST_EQUAL_U64(GET(&net->barrier_last), 2);
}

/* ---- delivery ---- */

static uint slept; /* deliver_sleeps during the last sleep */

static void look_at_sleep(void)
{
    slept = GET(&net->deliver_sleeps);
}

static void fill(ulong ticket)
{
    struct coop_inbound *place = &net_device.inbound[ticket % NET_INBOUND];

    net_device.data[ticket % NET_INBOUND][0] =
        (struct coop_message){coop_message_head(COOP_MESSAGE_ADD, 0, 1), ticket, 10};
    place->messages = 1;
    SET(&place->filled, ticket + 1);
}

TEST(delivery_takes_one_place_after_the_other_and_says_that_it_is_applied)
{
    make_sender(0, 1);
    for (ulong ticket = 0; ticket < 5; ticket++) {
        fill(ticket);
        leader.messages->idle = 3;
        coop_messages_arrive(&leader);
        TEST_EQUAL_U64(leader.messages->ticket, ticket);
        TEST_EQUAL(leader.messages->idle, 0);
        TEST_TRUE(GET(&net_device.inbound[ticket % NET_INBOUND].applied) != ticket + 1);
        coop_delivery_apply(leader.messages, 0);
        TEST_EQUAL_U64(net_device.own[ticket], 10);
        if (ticket > 0) {
            TEST_EQUAL_U64(GET(&net_device.inbound[(ticket - 1) % NET_INBOUND].applied), ticket);
        }
    }
    coop_messages_arrive(&leader);
    TEST_EQUAL_U64(GET(&net_device.inbound[0].applied), 5);
    TEST_EQUAL_U64(GET(&net->counts[COOP_NETWORK_APPLIED]), 5);
    TEST_EQUAL_U64(GET(&net->counts[COOP_NETWORK_BUFFERS]), 5);
    TEST_EQUAL(leader.messages->is_over, 0);
}

TEST(delivery_sleeps_longer_the_longer_nothing_comes)
{
    make_sender(0, 1);
    leader_waits = look_at_sleep;
    for (uint round = 0; round < 12; round++) {
        leader_asked_ns = 0;
        slept = 0;
        coop_messages_arrive(&leader);
        TEST_EQUAL_U64(leader_asked_ns, 50000ul << (round < 8 ? round : 8));
        TEST_EQUAL(slept, 1);
        TEST_EQUAL(GET(&net->deliver_sleeps), 0);
        TEST_EQUAL(leader.messages->is_over, 0);
    }
}

TEST(delivery_ends_when_it_is_told_so_and_nothing_is_left)
{
    make_sender(0, 1);
    fill(0);
    SET(&net->deliver_stop, 1);
    coop_messages_arrive(&leader);
    TEST_EQUAL_U64(leader.messages->ticket, 0); /* first what is there */
    TEST_EQUAL(leader.messages->is_over, 0);
    coop_messages_arrive(&leader);
    TEST_EQUAL(coop_messages_are_over(leader.messages), 1);
    TEST_EQUAL_U64(GET(&net_device.inbound[0].applied), 1);
}

TEST(delivery_does_not_sleep_in_a_stop)
{
    make_sender(0, 1);
    SET(&control->stop, 1);
    leader_asked_ns = 0;
    coop_messages_arrive(&leader);
    TEST_EQUAL_U64(leader_asked_ns, 0);
    TEST_EQUAL(leader.messages->is_over, 0);
}

/* ---- net barriers ---- */

/* The host answers what is published, with a result of its own. */
static void host_answers(void)
{
    ulong entry = GET(&net_device.full[0]);

    if (coop_ring_is_there(entry, 0, NET_PLACES)) {
        SET(&net->meet_result, 77);
        SET(&net->meet_answered, 1);
    }
}

TEST(b15_a_net_barrier_is_published_with_its_kind_and_value_behind_what_was_sent)
{
    for (uint kind = COOP_MEET_BARRIER; kind < COOP_MEET_KINDS; kind++) {
        ulong(*slot)[NET_WIDTH];
        make_sender(0, 1);
        leader.messages->offered = 5;
        leader_waits = host_answers;
        coop_messages_meet(&leader, COOP_OP_MESSAGES_BARRIER + kind);
        slot = net_device.slots[coop_ring_block(GET(&net_device.full[0]))];
        TEST_EQUAL(coop_ring_count(GET(&net_device.full[0])), 1);
        TEST_EQUAL_U64(slot[0][0], coop_message_head(COOP_MESSAGE_MEET, kind, 1));
        TEST_EQUAL_U64(slot[1][0], 1);
        TEST_EQUAL_U64(slot[2][0], kind == COOP_MEET_BARRIER ? 0 : 5);
        TEST_EQUAL_U64(coop_messages_value(leader.messages), 77);
        TEST_EQUAL(coop_messages_are_quiet(leader.messages), 1); /* B16 */
        TEST_EQUAL(leader.has_work, 1);
        TEST_EQUAL(leader.phase, 1); /* the launch's own barrier */
        TEST_EQUAL_U64(GET(&net->meet_members), 0);
        TEST_EQUAL_U64(GET(&net->meet_values[0]), 0);
        TEST_EQUAL_U64(GET(&net->meet_claimed), 1);
        TEST_EQUAL_U64(GET(&net->counts[COOP_NETWORK_SENT]), 0);
    }
}

TEST(a_stop_ends_who_waits_for_other_ranks)
{
    make_sender(0, 1);
    leader_waits = a_stop_is_asked_for;
    coop_messages_meet(&leader, COOP_OP_MESSAGES_SUM);
    TEST_EQUAL(leader.has_work, 0);
}

static void the_net_is_lost(void)
{
    SET(&net->is_lost, 1);
}

TEST(a_lost_net_ends_who_waits_for_other_ranks)
{
    make_sender(0, 1);
    leader_waits = the_net_is_lost;
    coop_messages_meet(&leader, COOP_OP_MESSAGES_SUM);
    TEST_EQUAL(leader.has_work, 0);
    TEST_EQUAL(failed_with(), COOP_FAILURE_MESSAGE_LOST);
}

/* The other one of two work-groups has come for another kind. */
TEST(work_groups_that_meet_for_different_things_fail_the_launch)
{
    struct coop_instance *instance = make_sender(0, 2);

    SET(&net->meet_members, COOP_MEET_MEMBER(COOP_MEET_MAX));
    SET(&instance->counts, GET(&instance->counts) + coop_groups_arrival(0, 0, 1));
    coop_messages_meet(&leader, COOP_OP_MESSAGES_SUM);
    TEST_EQUAL(failed_with(), COOP_FAILURE_MESSAGE_MEETING);
    TEST_EQUAL_U64(GET(&net->full_tickets), 0);
}

/* Of two, the other one has published. */
TEST(b15_who_comes_late_publishes_nothing)
{
    struct coop_instance *instance = make_sender(0, 2);

    SET(&net->meet_claimed, 1);
    SET(&net->meet_members, COOP_MEET_MEMBER(COOP_MEET_SUM));
    SET(&instance->counts, GET(&instance->counts) + coop_groups_arrival(0, 0, 1));
    leader_waits = a_stop_is_asked_for;
    coop_messages_meet(&leader, COOP_OP_MESSAGES_SUM);
    TEST_EQUAL(failed_with(), COOP_FAILURE_NONE);
    TEST_EQUAL_U64(GET(&net->full_tickets), 0);
}

/* ---- launches that use the net ---- */

TEST(each_launch_that_uses_the_net_counts_once_while_it_runs)
{
    make_sender(0, 1);
    memcpy(control->instances[5].args + 8, control->instances[0].args + 8, 8);
    lead_scheduler();
    coop_meet_enter(&table);
    for (uint i = 0; i < 2; i++) { /* a job of one that repeats begins again */
        coop_meet_join(&leader, 0);
        TEST_EQUAL_U64(GET(&net->launches), 1);
    }
    coop_meet_join(&leader, 5);
    TEST_EQUAL_U64(GET(&net->launches), 2);
    coop_meet_leave(&leader, 3);
    TEST_EQUAL_U64(GET(&net->launches), 2);
    coop_meet_leave(&leader, 5);
    coop_meet_leave(&leader, 5);
    TEST_EQUAL_U64(GET(&net->launches), 1);
    net->magic++; /* a kernel has written over it */
    coop_meet_leave(&leader, 0);
    net->magic--;
    TEST_EQUAL_U64(GET(&net->launches), 1);
    coop_meet_leave(&leader, 0);
    TEST_EQUAL_U64(GET(&net->launches), 1);
    leader_net_at = ~0u;
    coop_meet_join(&leader, 2);
    TEST_EQUAL_U64(GET(&net->launches), 1);
}
