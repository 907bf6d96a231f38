/* Two ranks whose work-groups, delivery work-groups and net's threads are threads: every message is applied
 * once, slots are used again only when they have been read (D7), delivery goes on while senders wait (D9),
 * and a work-group that is told that its slots are quiet sees what they have done. */
#include "host/net/traffic.h"

#include "device_part.h"
#include "test.h"
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#define RANKS 2u
#define SENDERS 2u      /* of each rank */
#define SLOTS_SENT 150u /* by each sender */
#define WIDTH 8u
#define ELEMENTS 64u
#define BUFFER_ROWS 20u

static const char hosts[RANKS][64] = {"a", "b"};

/* A wire between two threads: what is sent is there at once. */
struct pipe_letter {
    struct pipe_letter *next;
    uint32_t bytes;
};

struct pipe {
    pthread_mutex_t lock;
    struct pipe_letter *first;
    struct pipe_letter *last;
};

struct pipe_wire {
    struct coop_wire wire;
    struct pipe *to;
    struct pipe *from;
    struct pipe_letter *held[64];
    uint32_t numbers[1024];
    uint32_t number_count;
};

struct rank {
    struct pipe_wire wire;
    struct device_part part;
    struct coop_traffic traffic;
    pthread_t thread;
    pthread_t delivery;
    pthread_t senders[SENDERS];
    uint32_t rank;
    int status;
};

static struct pipe pipes[RANKS]; /* to each rank */
static struct rank ranks[RANKS];
static atomic_int is_over;
static atomic_ullong wanted[ELEMENTS];

static coop_status pipe_listen(struct coop_wire *wire, uint32_t bytes, uint32_t places)
{
    (void)wire;
    (void)bytes;
    (void)places;
    return COOP_OK;
}

static coop_status pipe_send(struct coop_wire *base, uint32_t to, const void *from, uint32_t bytes,
                             uint32_t number)
{
    struct pipe_wire *wire = (struct pipe_wire *)base;
    struct pipe_letter *letter = malloc(sizeof *letter + bytes);

    (void)to;
    *letter = (struct pipe_letter){NULL, bytes};
    memcpy(letter + 1, from, bytes);
    pthread_mutex_lock(&wire->to->lock);
    *(wire->to->last != NULL ? &wire->to->last->next : &wire->to->first) = letter;
    wire->to->last = letter;
    pthread_mutex_unlock(&wire->to->lock);
    wire->numbers[wire->number_count++] = number;
    return COOP_OK;
}

static coop_status pipe_sent(struct coop_wire *base, uint32_t *number)
{
    struct pipe_wire *wire = (struct pipe_wire *)base;

    *number = wire->number_count > 0 ? wire->numbers[--wire->number_count] : COOP_WIRE_NONE;
    return COOP_OK;
}

static coop_status pipe_receive(struct coop_wire *base, struct coop_wire_parcel *parcel)
{
    struct pipe_wire *wire = (struct pipe_wire *)base;
    struct pipe_letter *letter;
    uint32_t place = 0;

    while (wire->held[place] != NULL) {
        place++;
    }
    pthread_mutex_lock(&wire->from->lock);
    letter = wire->from->first;
    if (letter != NULL) {
        wire->from->first = letter->next;
        wire->from->last = letter->next != NULL ? wire->from->last : NULL;
    }
    pthread_mutex_unlock(&wire->from->lock);
    *parcel = (struct coop_wire_parcel){0};
    if (letter != NULL) {
        wire->held[place] = letter;
        *parcel = (struct coop_wire_parcel){letter + 1, letter->bytes, 1 - base->rank, place, 0};
    }
    return COOP_OK;
}

static coop_status pipe_give(struct coop_wire *base, uint32_t place)
{
    struct pipe_wire *wire = (struct pipe_wire *)base;

    free(wire->held[place]);
    wire->held[place] = NULL;
    return COOP_OK;
}

static void *carry(void *argument)
{
    struct rank *rank = argument;
    char failure[COOP_NET_FAILURE_BYTES] = "";

    for (uint64_t now_ns = 0; !atomic_load(&is_over) && rank->status == COOP_OK; now_ns += 1000) {
        uint64_t nap_ns;
        rank->status = coop_traffic_step(&rank->traffic, &rank->wire.wire, now_ns, &nap_ns, failure);
        if (nap_ns > 0) {
            sched_yield();
        }
    }
    return NULL;
}

static void *deliver(void *argument)
{
    struct rank *rank = argument;

    while (!atomic_load(&is_over)) {
        if (!device_apply(&rank->part)) {
            sched_yield();
        }
    }
    return NULL;
}

/* Sends, and now and then waits until all is applied that it has sent. */
static void *send_slots(void *argument)
{
    struct rank *rank = argument;
    uint64_t seed = (uint64_t)(uintptr_t)pthread_self();

    for (uint32_t i = 0; i < SLOTS_SENT; i++) {
        uint64_t indices[WIDTH];
        uint64_t values[WIDTH] = {0};
        uint64_t ticket;
        uint32_t count = 1 + (uint32_t)test_random_below(&seed, WIDTH);
        for (uint32_t k = 0; k < count; k++) {
            indices[k] = test_random_below(&seed, ELEMENTS);
            atomic_fetch_add(&wanted[indices[k]], 1);
        }
        while ((ticket = device_publish(&rank->part, indices, values, count)) == UINT64_MAX) {
            sched_yield(); /* for the host alone */
        }
        while ((i % 16 == 0 || i + 1 == SLOTS_SENT) && device_quiet(&rank->part) <= ticket) {
            sched_yield();
        }
    }
    return NULL;
}

static void begin(struct rank *rank, uint32_t number)
{
    static const struct coop_wire_methods methods = {.listen = pipe_listen,
                                                     .send = pipe_send,
                                                     .sent = pipe_sent,
                                                     .receive = pipe_receive,
                                                     .give = pipe_give};
    const struct device_shape shape = {number, RANKS, ELEMENTS, SENDERS + 2, WIDTH, 2, BUFFER_ROWS * 24};
    const struct coop_traffic_options options = {64 + BUFFER_ROWS * 24, 2, 20000, 1 << 20,
                                                 UINT64_MAX / 2,        0, 0};

    rank->rank = number;
    rank->wire.wire = (struct coop_wire){.methods = &methods, .rank = number, .ranks = RANKS};
    rank->wire.to = &pipes[1 - number];
    rank->wire.from = &pipes[number];
    device_part_init(&rank->part, &shape);
    TEST_EQUAL(coop_traffic_init(&rank->traffic, &options, &rank->part.memory, rank->part.network, hosts),
               COOP_OK);
}

TEST(threads_of_two_ranks_lose_nothing)
{
    for (uint32_t i = 0; i < RANKS; i++) {
        pthread_mutex_init(&pipes[i].lock, NULL);
    }
    for (uint32_t i = 0; i < RANKS; i++) {
        begin(&ranks[i], i);
    }
    for (uint32_t i = 0; i < RANKS; i++) {
        pthread_create(&ranks[i].thread, NULL, carry, &ranks[i]);
        pthread_create(&ranks[i].delivery, NULL, deliver, &ranks[i]);
        for (uint32_t k = 0; k < SENDERS; k++) {
            pthread_create(&ranks[i].senders[k], NULL, send_slots, &ranks[i]);
        }
    }
    for (uint32_t i = 0; i < RANKS; i++) {
        for (uint32_t k = 0; k < SENDERS; k++) {
            pthread_join(ranks[i].senders[k], NULL);
        }
    }
    for (uint64_t i = 0; i < ELEMENTS; i++) { /* all senders have been quiet: nothing is under way */
        uint64_t block = ranks[0].part.network->arrays[0].block;
        struct device_part *home = &ranks[coop_message_home(block, RANKS, i)].part;
        TEST_EQUAL_U64(atomic_load(&home->elements[coop_message_place(block, RANKS, i)]),
                       atomic_load(&wanted[i]));
    }
    atomic_store(&is_over, 1);
    for (uint32_t i = 0; i < RANKS; i++) {
        pthread_join(ranks[i].thread, NULL);
        pthread_join(ranks[i].delivery, NULL);
        TEST_EQUAL_TEXT(coop_status_name((coop_status)ranks[i].status), "COOP_OK");
        coop_traffic_clear(&ranks[i].traffic);
        device_part_clear(&ranks[i].part);
    }
    for (uint32_t i = 0; i < RANKS; i++) { /* signs of life that came too late */
        while (pipes[i].first != NULL) {
            struct pipe_letter *next = pipes[i].first->next;
            free(pipes[i].first);
            pipes[i].first = next;
        }
    }
}
