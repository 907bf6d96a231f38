/* Handlers' device code as C11 threads: work-items that send calls of one to three rows at once, delivery
 * work-groups that run them, one at a time or at once, and send in turn, and a host that carries them round.
 * B12 and B13 of shared/message.h. seed=, rounds=, steps= repeat or size a run. */
#include "tests/queue/device_words.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define COOP_MESSAGE 1
#ifndef COOP_HANDLERS
#define COOP_HANDLERS 1
#endif
#define COOP_MESSAGE_LOCAL direct

#include "tests/message/backoff.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "coop/device/handler.clh"
#pragma GCC diagnostic pop

enum {
    GROUPS = 3,
    ITEMS = 3,
    SLOTS = 6,
    PLACES = 8,
    WIDTH = 7,
    INBOUND = 2,
    INBOUND_ROWS = 5,
    DELIVERIES = 2,
    DELIVERY_ITEMS = 2
};
enum { HOPS_MOST = 3, ROWS_MOST = 100000 };

struct group {
    struct coop_messages out;
    pthread_barrier_t barrier;
};

/* What the tested code lies in. */
static struct memory {
    struct coop_network net;
    coop_u64 slots[SLOTS][COOP_MESSAGE_COLUMNS][WIDTH];
    coop_word64 free[PLACES];
    coop_word64 full[PLACES];
    struct coop_inbound inbound[INBOUND];
    struct coop_message data[INBOUND][INBOUND_ROWS];
    coop_word64 own[1];
} * memory;

static struct group groups[GROUPS];
static coop_word32 over;
static coop_word64 wanted; /* calls that handlers are to run, those that they send in turn among them */
static uint steps;

/* What handlers of a kind write: plain, since they run one at a time. */
static struct {
    ulong calls;
    ulong sum; /* of the numbers */
    ulong of_rows[COOP_CALL_ROWS_MAX + 1];
} handled;

/* Those that run at once. */
static struct {
    coop_word64 calls;
    coop_word64 sum;
    coop_word64 of_rows[COOP_CALL_ROWS_MAX + 1];
} handled_at_once;

static struct delivery {
    struct coop_messages in;
    pthread_barrier_t barrier;
    uint event; /* the leader's word between two barriers */
} deliveries[DELIVERIES];

static int coop_messages_must_end(local struct coop_messages *out)
{
    return coop_local_load(&out->fault) != COOP_FAILURE_NONE;
}

/* ---- calls ---- */

/* Handlers r and COOP_HANDLER_PARALLEL + r have r rows, whose words follow from the first: its number, and
 * how often it is sent on. Of a module's kinds the hops say which. */
static ulong word_of(ulong first, uint i)
{
    return i == 0 ? first : first * 2654435761u + i;
}

static int send_call(struct coop_messages *out, uint rows, ulong first, int may_wait)
{
    coop_task_word words[COOP_CALL_WORDS];
    uint is_at_once = COOP_HANDLERS != COOP_HANDLERS_IN_TURN &&
                      (COOP_HANDLERS == COOP_HANDLERS_AT_ONCE || (first & 0xff) % 2 == 0);
    uint handler = rows + (is_at_once ? COOP_HANDLER_PARALLEL : 0u);

    for (uint i = 0; i < COOP_CALL_WORDS; i++) {
        words[i] = word_of(first, i);
    }
    return may_wait ? (coop_message_call(out, rows % 2, handler, rows, words), 1)
                    : coop_message_try_call(out, rows % 2, handler, rows, words);
}

static void coop_module_handle(local struct coop_messages *in, uint handler, const coop_task_word *words)
{
    uint hops = (uint)words[0] & 0xff;
    uint rows = handler > COOP_HANDLER_PARALLEL ? handler - COOP_HANDLER_PARALLEL : handler;

    TEST_TRUE(rows >= 1 && rows <= COOP_CALL_ROWS_MAX);
    for (uint i = 0; i < 2 * rows; i++) {
        TEST_EQUAL_U64(words[i], word_of(words[0], i));
    }
    if (handler > COOP_HANDLER_PARALLEL) {
        coop_add64_relaxed(&handled_at_once.calls, 1);
        coop_add64_relaxed(&handled_at_once.sum, words[0] >> 8);
        coop_add64_relaxed(&handled_at_once.of_rows[rows], 1);
    } else {
        handled.calls++;
        handled.sum += words[0] >> 8;
        handled.of_rows[rows]++;
    }
    if (hops > 0) {
        send_call(in, rows % COOP_CALL_ROWS_MAX + 1, words[0] - 1, 1);
    }
}

/* ---- threads ---- */

static void *run_item(void *argument)
{
    uint at = (uint)(size_t)argument;
    struct group *group = &groups[at / ITEMS];
    uint64_t random = test_seed() + at;

    for (uint step = 0; step < steps; step++) {
        uint count = (uint)test_random_below(&random, 4);
        for (uint i = 0; i < count; i++) {
            uint rows = 1 + (uint)test_random_below(&random, 3);
            uint hops = (uint)test_random_below(&random, HOPS_MOST + 1);
            int may_wait = test_random_below(&random, 3) > 0;
            if (send_call(&group->out, rows, (ulong)1 << 8 | hops, may_wait)) {
                coop_add64_relaxed(&wanted, hops + 1);
            }
        }
        pthread_barrier_wait(&group->barrier);
        if (at % ITEMS == 0 && (step + 1 == steps || test_random_below(&random, 3) == 0)) {
            coop_messages_flush_by_leader(&group->out);
        }
        pthread_barrier_wait(&group->barrier);
    }
    if (at % ITEMS == 0) {
        while (!coop_messages_are_applied(&group->out)) {
            sched_yield();
        }
        coop_add_release(&over, 1);
    }
    return NULL;
}

/* A work-item of delivery: its leader takes a place and ends it, between the steps of all. */
static void *deliver(void *argument)
{
    uint at = (uint)(size_t)argument;
    struct delivery *delivery = &deliveries[at / DELIVERY_ITEMS];
    struct coop_messages *in = &delivery->in;
    uint item = at % DELIVERY_ITEMS;

    for (;;) {
        if (item == 0) {
            int stops = coop_delivery_is_told_to_stop(in);
            delivery->event = coop_delivery_take_by_leader(in);
            in->is_over = delivery->event == COOP_RING_EMPTY && stops;
        }
        pthread_barrier_wait(&delivery->barrier);
        if (coop_messages_are_over(in)) {
            break;
        }
        coop_delivery_apply(in, item);
        pthread_barrier_wait(&delivery->barrier);
        if (item == 0 && delivery->event == COOP_RING_GOT) {
            coop_delivery_end_by_leader(in);
        } else if (item == 0) {
            sched_yield();
        }
    }
    TEST_EQUAL(coop_local_load(&in->fault), COOP_FAILURE_NONE);
    return NULL;
}

/* ---- the host ---- */

static struct {
    struct coop_message rows[ROWS_MOST];
    uint first;
    uint end;
    ulong consumed;
    ulong freed;
    ulong filled;
    ulong applied;
    ulong in_places; /* rows that inbound places have had */
    ulong rows_of[INBOUND];
    ulong rows_applied;
    ulong snapshot_ticket;
    ulong snapshot_rows;
    ulong skipped;
} host;

static void give_free(uint slot)
{
    coop_store64_release(&memory->free[host.freed % PLACES], coop_ring_entry(host.freed, PLACES, slot, 0, 0));
    host.freed++;
}

/* Takes the rows of a slot; those of a call follow each other (B12). */
static void take_rows(const ulong *words, uint count)
{
    uint left = 0;

    for (uint i = 0; i < count; i++) {
        struct coop_message row = {words[i], words[WIDTH + i], words[2 * WIDTH + i]};
        uint operation = coop_message_operation(row.head);
        if (operation == COOP_MESSAGE_CALL) {
            TEST_EQUAL(left, 0);
            left = coop_call_row(row.head);
        }
        if (operation == COOP_MESSAGE_SKIP) {
            TEST_EQUAL(left, 0);
            host.skipped++;
            continue;
        }
        TEST_TRUE(operation == COOP_MESSAGE_CALL || operation == COOP_MESSAGE_MORE);
        TEST_TRUE(left > 0);
        left--;
        TEST_TRUE(host.end < ROWS_MOST);
        host.rows[host.end++] = row;
    }
    TEST_EQUAL(left, 0);
}

static int consume(void)
{
    ulong entry = coop_load64_acquire(&memory->full[host.consumed % PLACES]);
    ulong *words;

    if (!coop_ring_is_there(entry, host.consumed, PLACES)) {
        return 0;
    }
    words = &memory->slots[coop_ring_block(entry)][0][0];
    host.consumed++;
    take_rows(words, coop_ring_count(entry));
    memset(words, 0, sizeof memory->slots[0]); /* what is published without being written again is found */
    give_free(coop_ring_block(entry));
    return 1;
}

static void see_applied(void)
{
    while (host.applied < host.filled &&
           coop_load64_acquire(&memory->inbound[host.applied % INBOUND].applied) == host.applied + 1) {
        host.rows_applied += host.rows_of[host.applied % INBOUND];
        host.applied++;
    }
}

static void fill(void)
{
    ulong index = host.filled % INBOUND;
    struct coop_inbound *place = &memory->inbound[index];
    uint count = 0;
    uint calls = 0;

    if (host.first == host.end || host.filled - host.applied == INBOUND) {
        return;
    }
    while (host.first < host.end && count + coop_call_row(host.rows[host.first].head) <= INBOUND_ROWS) {
        uint rows = coop_call_row(host.rows[host.first].head);
        memcpy(&memory->data[index][count], &host.rows[host.first], rows * sizeof host.rows[0]);
        host.first += rows;
        count += rows;
        calls++;
    }
    place->messages = count;
    place->calls = calls;
    host.rows_of[index] = count;
    host.in_places += count;
    coop_store64_release(&place->filled, host.filled + 1);
    host.filled++;
}

static void tell_quiet(void)
{
    if (host.rows_applied >= host.snapshot_rows) {
        coop_store64_release(&memory->net.quiet_ticket, host.snapshot_ticket);
        host.snapshot_ticket = host.consumed;
        host.snapshot_rows = host.end;
    }
}

/* Until all work-groups are quiet, and nothing is under way: by B13 what handlers have sent is in `full` when
 * their place is seen applied. */
static void *be_host(void *none)
{
    (void)none;
    for (;;) {
        int is_over = coop_load_acquire(&over) == GROUPS;
        see_applied();
        if (!consume() && is_over && host.first == host.end && host.applied == host.filled) {
            break;
        }
        fill();
        tell_quiet();
        sched_yield();
    }
    coop_store_release(&memory->net.deliver_stop, 1u);
    return NULL;
}

/* ---- a run ---- */

static ulong distance(const void *place)
{
    return (ulong)((const unsigned char *)place - (const unsigned char *)&memory->net);
}

static void lay_out(void)
{
    struct coop_network *net = &memory->net;

    memset(memory, 0, sizeof *memory);
    memset(&host, 0, sizeof host);
    memset(&handled, 0, sizeof handled);
    memset(&handled_at_once, 0, sizeof handled_at_once);
    coop_store_relaxed(&over, 0);
    memset(&wanted, 0, sizeof wanted);
    net->magic = COOP_NETWORK_MAGIC;
    net->version = COOP_NETWORK_VERSION;
    net->ranks = 2;
    net->slot_count = SLOTS;
    net->width = WIDTH;
    net->places = PLACES;
    net->inbound_places = INBOUND;
    net->inbound_bytes = sizeof memory->data[0];
    net->wait_ns = ~0ul;
    net->slots_at = distance(memory->slots);
    net->free_at = distance(memory->free);
    net->full_at = distance(memory->full);
    net->inbound_at = distance(memory->inbound);
    net->inbound_data_at = distance(memory->data);
    net->arrays[0] = (struct coop_network_array){
        .elements = 2, .block = 1, .own_at = distance(memory->own), .own_count = 1, .element_bytes = 8};
    for (uint slot = 0; slot < SLOTS; slot++) {
        give_free(slot);
    }
}

static void run_threads(void)
{
    pthread_t threads[GROUPS * ITEMS + DELIVERIES * DELIVERY_ITEMS + 1];
    uint count = 0;

    for (uint i = 0; i < GROUPS; i++) {
        pthread_barrier_init(&groups[i].barrier, NULL, ITEMS);
        TEST_EQUAL(coop_messages_open_by_leader(&groups[i].out, &memory->net, GROUPS + DELIVERIES, ITEMS), 0);
    }
    for (uint i = 0; i < DELIVERIES; i++) {
        pthread_barrier_init(&deliveries[i].barrier, NULL, DELIVERY_ITEMS);
        TEST_EQUAL(coop_messages_open_by_leader(&deliveries[i].in, &memory->net, GROUPS + DELIVERIES,
                                                DELIVERY_ITEMS),
                   0);
    }
    for (uint i = 0; i < GROUPS * ITEMS; i++) {
        pthread_create(&threads[count++], NULL, run_item, (void *)(size_t)i);
    }
    for (uint i = 0; i < DELIVERIES * DELIVERY_ITEMS; i++) {
        pthread_create(&threads[count++], NULL, deliver, (void *)(size_t)i);
    }
    pthread_create(&threads[count++], NULL, be_host, NULL);
    while (count > 0) {
        pthread_join(threads[--count], NULL);
    }
    for (uint i = 0; i < GROUPS; i++) {
        pthread_barrier_destroy(&groups[i].barrier);
    }
    for (uint i = 0; i < DELIVERIES; i++) {
        pthread_barrier_destroy(&deliveries[i].barrier);
    }
}

static ulong counted(enum coop_network_count which)
{
    return coop_load64_relaxed(&memory->net.counts[which]);
}

static ulong at_once(coop_word64 *word)
{
    return coop_load64_relaxed(word);
}

TEST(each_call_runs_once_alone_with_its_words)
{
    uint64_t rounds = test_option("rounds", 10);
    ulong skipped = 0;

    steps = (uint)test_option("steps", 40);
    memory = aligned_alloc(128, (sizeof *memory + 127) / 128 * 128);
    for (uint64_t i = 0; i < rounds; i++) {
        lay_out();
        run_threads();
        TEST_EQUAL_U64(handled.calls + at_once(&handled_at_once.calls), coop_load64_relaxed(&wanted));
        TEST_EQUAL_U64(handled.sum + at_once(&handled_at_once.sum), coop_load64_relaxed(&wanted));
        TEST_EQUAL_U64(counted(COOP_NETWORK_CALLS), coop_load64_relaxed(&wanted));
        TEST_TRUE((handled.calls > 0) == ((COOP_HANDLERS & COOP_HANDLERS_IN_TURN) != 0));
        TEST_TRUE((at_once(&handled_at_once.calls) > 0) == ((COOP_HANDLERS & COOP_HANDLERS_AT_ONCE) != 0));
        TEST_EQUAL_U64(counted(COOP_NETWORK_SENT), host.end); /* in rows, without what is skipped */
        TEST_EQUAL_U64(counted(COOP_NETWORK_APPLIED), host.end);
        TEST_EQUAL_U64(counted(COOP_NETWORK_PUBLISHED), host.consumed);
        for (uint rows = 1; rows <= COOP_CALL_ROWS_MAX; rows++) {
            TEST_AT_LEAST(handled.of_rows[rows] + at_once(&handled_at_once.of_rows[rows]), 1);
        }
        skipped += host.skipped;
    }
    TEST_TRUE((skipped > 0) == !COOP_MESSAGE_IS_ALONE);
    free(memory);
}

/* One work-item, no host: what finds no room is refused, and what waits for others still finds its place. */
TEST(a_try_without_room_sends_nothing)
{
    ulong sent = 0;

    memory = aligned_alloc(128, (sizeof *memory + 127) / 128 * 128);
    lay_out();
    TEST_EQUAL(coop_messages_open_by_leader(&groups[0].out, &memory->net, 1, 1), 0);
    while (send_call(&groups[0].out, 2, 1 << 8, 0)) {
        sent++;
    }
    /* A place of each slot is left over. */
    TEST_EQUAL_U64(sent, SLOTS * (COOP_MESSAGE_IS_ALONE ? 1 : WIDTH / 2));
    TEST_EQUAL(send_call(&groups[0].out, 1, 1 << 8, 0), 0);
    TEST_TRUE(consume());
    TEST_EQUAL(send_call(&groups[0].out, 1, 1 << 8, 0), 1);
    coop_messages_flush_by_leader(&groups[0].out);
    while (consume()) {
    }
    TEST_EQUAL_U64(host.end, 2 * sent + 1);
    TEST_EQUAL_U64(counted(COOP_NETWORK_SENT), 2 * sent + 1);
    free(memory);
}

/* A fault, and nothing is sent. */
TEST(a_rank_that_there_is_not_is_refused)
{
    const coop_task_word words[COOP_CALL_WORDS] = {0};

    memory = aligned_alloc(128, (sizeof *memory + 127) / 128 * 128);
    lay_out();
    TEST_EQUAL(coop_messages_open_by_leader(&groups[0].out, &memory->net, 1, 1), 0);
    coop_message_call(&groups[0].out, 2, 1, 1, words);
    TEST_EQUAL(coop_local_load(&groups[0].out.fault), COOP_FAILURE_MESSAGE_RANK);
    TEST_EQUAL(groups[0].out.fault_array, 2);
    TEST_EQUAL_U64(groups[0].out.fault_index, 2);
    coop_messages_flush_by_leader(&groups[0].out);
    TEST_EQUAL_U64(counted(COOP_NETWORK_SENT), 0);
    free(memory);
}

/* The word of 32 bits that counts them between two flushes. */
TEST(messages_to_the_own_rank_are_counted_beyond_the_words_end)
{
    memory = aligned_alloc(128, (sizeof *memory + 127) / 128 * 128);
    lay_out();
    TEST_EQUAL(coop_messages_open_by_leader(&groups[0].out, &memory->net, 1, 1), 0);
    coop_local_store(&groups[0].out.direct, ~0u - 1u); /* as after so many of them */
    for (uint i = 0; i < 5; i++) {
        coop_message_add(&groups[0].out, 0, 0, 1);
    }
    coop_messages_flush_by_leader(&groups[0].out);
    TEST_EQUAL_U64(counted(COOP_NETWORK_DIRECT), (ulong)~0u - 1u + 5u);
    TEST_EQUAL_U64(coop_load64_relaxed(&memory->own[0]), 5);
    free(memory);
}
