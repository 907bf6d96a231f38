/* Net barriers' device code as C11 threads: work-groups of one work-item that come to one after the other,
 * and a host that answers for all ranks. B14 to B16 of shared/message.h: each is published once, with the sum
 * or the maximum of its own values, and behind the answer plain words of the others are there. steps= sizes a
 * run. */
#include "tests/queue/device_words.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define COOP_MESSAGE 1
#define COOP_MESSAGE_LOCAL through

#include "tests/message/backoff.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "coop/device/meet.clh"
#pragma GCC diagnostic pop

enum { GROUPS = 3, SLOTS = 4, PLACES = 4, WIDTH = 3 };

/* What the tested code lies in. */
static struct memory {
    struct coop_network net;
    coop_u64 slots[SLOTS][COOP_MESSAGE_COLUMNS][WIDTH];
    coop_word64 free[PLACES];
    coop_word64 full[PLACES];
    coop_u64 seen[2][GROUPS]; /* plain: of each work-group, by the net barrier's number modulo 2 */
    coop_u64 others[2];       /* plain: what other ranks have done; the host's */
} * memory;

static struct coop_messages groups[GROUPS];
static pthread_barrier_t own_barrier; /* of the launch */
static ulong steps;
static ulong published; /* the host's alone */

static int coop_messages_must_end(local struct coop_messages *out)
{
    return coop_local_load(&out->fault) != COOP_FAILURE_NONE;
}

static ulong value_of(ulong number, uint group)
{
    return number * 2654435761u + group * 97u;
}

static ulong result_of(ulong number)
{
    ulong result = 0;

    for (uint i = 0; i < GROUPS && number % COOP_MEET_KINDS != COOP_MEET_BARRIER; i++) {
        result = coop_meet_combine((uint)(number % COOP_MEET_KINDS), result, value_of(number, i));
    }
    return result;
}

static void *run_group(void *argument)
{
    uint at = (uint)(size_t)argument;
    struct coop_messages *out = &groups[at];

    for (ulong number = 1; number <= steps; number++) {
        uint kind = (uint)(number % COOP_MEET_KINDS);
        ulong round;
        memory->seen[number % 2][at] = number;
        out->offered = value_of(number, at);
        round = coop_meet_come_by_leader(out, kind);
        TEST_EQUAL_U64(round, number - 1);
        pthread_barrier_wait(&own_barrier);
        coop_meet_publish_by_leader(out, kind, round, GROUPS);
        while (!coop_meet_is_answered(out, round)) {
            sched_yield();
        }
        TEST_EQUAL_U64(coop_messages_value(out), result_of(number));
        TEST_EQUAL_U64(memory->others[number % 2], number);
        for (uint i = 0; i < GROUPS; i++) {
            TEST_EQUAL_U64(memory->seen[number % 2][i], number);
        }
    }
    return NULL;
}

/* Takes the next published slot, answers it, and gives the slot back. */
static void answer(ulong ticket)
{
    ulong entry;
    uint slot;

    while (!coop_ring_is_there(entry = coop_load64_acquire(&memory->full[ticket % PLACES]), ticket, PLACES)) {
        sched_yield();
    }
    slot = coop_ring_block(entry);
    TEST_EQUAL(coop_ring_count(entry), 1);
    TEST_EQUAL(coop_message_operation(memory->slots[slot][0][0]), COOP_MESSAGE_MEET);
    TEST_EQUAL(coop_message_array(memory->slots[slot][0][0]), (ticket + 1) % COOP_MEET_KINDS);
    TEST_EQUAL_U64(memory->slots[slot][1][0], ticket + 1);
    TEST_EQUAL_U64(memory->slots[slot][2][0], result_of(ticket + 1));
    published++;
    memory->others[(ticket + 1) % 2] = ticket + 1;
    coop_store64_relaxed(&memory->net.meet_result, memory->slots[slot][2][0]);
    coop_store64_release(&memory->free[(SLOTS + ticket) % PLACES],
                         coop_ring_entry(SLOTS + ticket, PLACES, slot, 0, 0));
    coop_store64_release(&memory->net.meet_answered, ticket + 1);
}

static void lay_out(void)
{
    struct coop_network *net;

    memory = aligned_alloc(128, (sizeof *memory + 127) / 128 * 128);
    memset(memory, 0, sizeof *memory);
    net = &memory->net;
    net->magic = COOP_NETWORK_MAGIC;
    net->version = COOP_NETWORK_VERSION;
    net->ranks = 1;
    net->slot_count = SLOTS;
    net->width = WIDTH;
    net->places = PLACES;
    net->slots_at = offsetof(struct memory, slots);
    net->free_at = offsetof(struct memory, free);
    net->full_at = offsetof(struct memory, full);
    for (uint i = 0; i < SLOTS; i++) {
        coop_store64_relaxed(&memory->free[i], coop_ring_entry(i, PLACES, i, 0, 0));
    }
    for (uint i = 0; i < GROUPS; i++) {
        TEST_EQUAL(coop_messages_open_by_leader(&groups[i], net, GROUPS, 1), 0);
    }
    published = 0;
}

TEST(each_net_barrier_is_published_once_with_its_own_values)
{
    pthread_t threads[GROUPS];

    steps = test_option("steps", 1500);
    lay_out();
    pthread_barrier_init(&own_barrier, NULL, GROUPS);
    for (uint i = 0; i < GROUPS; i++) {
        pthread_create(&threads[i], NULL, run_group, (void *)(size_t)i);
    }
    for (ulong ticket = 0; ticket < steps; ticket++) {
        answer(ticket);
    }
    for (uint i = 0; i < GROUPS; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_barrier_destroy(&own_barrier);
    TEST_EQUAL_U64(published, steps);
    TEST_EQUAL_U64(coop_load64_relaxed(&memory->net.full_tickets), steps);
    TEST_EQUAL_U64(coop_load64_relaxed(&memory->net.counts[COOP_NETWORK_SENT]), 0); /* they are no messages */
    free(memory);
}

/* One has come for a sum, the other for a maximum: the launch is told so, and nothing is published. */
TEST(work_groups_that_come_for_different_things_are_refused)
{
    ulong round;

    lay_out();
    coop_meet_come_by_leader(&groups[0], COOP_MEET_SUM);
    round = coop_meet_come_by_leader(&groups[1], COOP_MEET_MAX);
    coop_meet_publish_by_leader(&groups[1], COOP_MEET_MAX, round, 2);
    TEST_EQUAL(coop_local_load(&groups[1].fault), COOP_FAILURE_MESSAGE_MEETING);
    TEST_EQUAL(groups[1].fault_array, 2);
    TEST_EQUAL_U64(groups[1].fault_index, COOP_MEET_MEMBER(COOP_MEET_SUM) + COOP_MEET_MEMBER(COOP_MEET_MAX));
    TEST_EQUAL_U64(coop_load64_relaxed(&memory->net.full_tickets), 0);
    free(memory);
}
