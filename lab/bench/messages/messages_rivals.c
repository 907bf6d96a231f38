#include "messages_rivals.h"

#include "tools/measure/clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 64, PLACES_FEWEST = 4, PRODUCERS_MAX = 64, SPINS = 64 };

struct ring {
    uint64_t places; /* a power of two */
    uint64_t words;  /* of a message */
    uint64_t count;
    uint64_t *payload;
    _Atomic uint64_t *turns; /* of many to many: whose turn each place is */
    uint64_t *taken;         /* what the consumer has copied; messages of a ring's size */
    _Alignas(LINE_BYTES) _Atomic uint64_t written;
    _Alignas(LINE_BYTES) _Atomic uint64_t read;
};

static void fill(uint64_t *place, uint64_t words, uint64_t number)
{
    for (uint64_t i = 0; i < words; i++) {
        place[i] = number + i;
    }
}

static uint64_t *place_of(const struct ring *ring, uint64_t number)
{
    return ring->payload + (number & (ring->places - 1)) * ring->words;
}

/* Waits for another thread of the same machine, which may have fewer processors than threads. */
static void rest(unsigned *spins)
{
    if (++*spins % SPINS == 0) {
        sched_yield();
    }
}

/* ---- one to one ---- */

static void *produce_for_one(void *argument)
{
    struct ring *ring = argument;
    uint64_t read = 0;
    unsigned spins = 0;

    for (uint64_t number = 0; number < ring->count; number++) {
        while (number - read == ring->places) {
            /* Acquires that the place is read; pairs with the consumer's store. */
            read = atomic_load_explicit(&ring->read, memory_order_acquire);
            if (number - read == ring->places) {
                rest(&spins);
            }
        }
        fill(place_of(ring, number), ring->words, number);
        /* Publishes the message; pairs with the consumer's load. */
        atomic_store_explicit(&ring->written, number + 1, memory_order_release);
    }
    return NULL;
}

static uint64_t consume_from_one(struct ring *ring)
{
    uint64_t sum = 0;
    uint64_t written = 0;
    unsigned spins = 0;

    for (uint64_t number = 0; number < ring->count; number++) {
        uint64_t *to = ring->taken + (number & (ring->places - 1)) * ring->words;
        while (number == written) {
            written = atomic_load_explicit(&ring->written, memory_order_acquire);
            if (number == written) {
                rest(&spins);
            }
        }
        memcpy(to, place_of(ring, number), ring->words * 8);
        sum += to[0];
        atomic_store_explicit(&ring->read, number + 1, memory_order_release);
    }
    return sum;
}

/* ---- many to many ---- */

static void *produce_for_many(void *argument)
{
    struct ring *ring = argument;
    unsigned spins = 0;

    for (;;) {
        /* Relaxed: the place's turn orders its words. */
        uint64_t number = atomic_fetch_add_explicit(&ring->written, 1, memory_order_relaxed);
        _Atomic uint64_t *turn = &ring->turns[number & (ring->places - 1)];
        if (number >= ring->count) {
            return NULL;
        }
        /* Acquires that the place is read; pairs with the consumer's store. */
        while (atomic_load_explicit(turn, memory_order_acquire) != number) {
            rest(&spins);
        }
        fill(place_of(ring, number), ring->words, number);
        /* Publishes the message; pairs with the consumer's load. */
        atomic_store_explicit(turn, number + 1, memory_order_release);
    }
}

/* One of the consumers that there might be: it draws its turn as they would. */
static uint64_t consume_from_many(struct ring *ring)
{
    uint64_t sum = 0;
    unsigned spins = 0;

    for (;;) {
        uint64_t number = atomic_fetch_add_explicit(&ring->read, 1, memory_order_relaxed);
        _Atomic uint64_t *turn = &ring->turns[number & (ring->places - 1)];
        uint64_t *to = ring->taken + (number & (ring->places - 1)) * ring->words;
        if (number >= ring->count) {
            return sum;
        }
        while (atomic_load_explicit(turn, memory_order_acquire) != number + 1) {
            rest(&spins);
        }
        memcpy(to, place_of(ring, number), ring->words * 8);
        sum += to[0];
        atomic_store_explicit(turn, number + ring->places, memory_order_release);
    }
}

/* ---- no queue ---- */

/* The places hold their numbers before: who writes a word of a message just before it copies the message pays
 * for the wait between a narrow store and a wide load. */
static uint64_t copy_all(struct ring *ring)
{
    uint64_t sum = 0;

    for (uint64_t number = 0; number < ring->count; number++) {
        uint64_t *to = ring->taken + (number & (ring->places - 1)) * ring->words;
        memcpy(to, place_of(ring, number), ring->words * 8);
        sum += to[0] + (number & ~(ring->places - 1));
    }
    return sum;
}

static int run_threads(struct ring *ring, enum messages_rival rival, uint32_t producers, uint64_t *sum,
                       struct tool_error *error)
{
    pthread_t threads[PRODUCERS_MAX];
    uint32_t begun = 0;
    uint32_t wanted = rival == RIVAL_ONE_TO_ONE ? 1 : producers < PRODUCERS_MAX ? producers : PRODUCERS_MAX;

    while (begun < wanted &&
           pthread_create(&threads[begun], NULL,
                          rival == RIVAL_ONE_TO_ONE ? produce_for_one : produce_for_many, ring) == 0) {
        begun++;
    }
    if (begun > 0) { /* one alone sends all, too */
        *sum = rival == RIVAL_ONE_TO_ONE ? consume_from_one(ring) : consume_from_many(ring);
    }
    for (uint32_t i = 0; i < begun; i++) {
        pthread_join(threads[i], NULL);
    }
    return begun == wanted ? 0 : tool_fail(error, "a thread cannot be started");
}

static int measure(struct ring *ring, enum messages_rival rival, uint32_t producers,
                   struct messages_rival_times *times, struct tool_error *error)
{
    uint64_t begin_ns = clock_now_ns();
    uint64_t begin_cpu_ns = clock_process_ns();
    int status = 0;

    if (rival == RIVAL_MEMCPY) {
        times->sum = copy_all(ring);
    } else {
        status = run_threads(ring, rival, producers, &times->sum, error);
    }
    times->wall_ns = (double)(clock_now_ns() - begin_ns);
    times->cpu_ns = (double)(clock_process_ns() - begin_cpu_ns);
    return status;
}

int messages_rival_run(enum messages_rival rival, uint32_t bytes, uint64_t count, uint64_t ring_bytes,
                       uint32_t producers, struct messages_rival_times *times, struct tool_error *error)
{
    struct ring ring = {.places = PLACES_FEWEST, .words = bytes / 8, .count = count};
    int status;

    while (ring.places * 2 * bytes <= ring_bytes) {
        ring.places *= 2;
    }
    ring.payload = malloc(ring.places * bytes);
    ring.taken = malloc(ring.places * bytes);
    ring.turns = calloc(ring.places, sizeof *ring.turns);
    if (ring.payload == NULL || ring.taken == NULL || ring.turns == NULL) {
        status = tool_fail(error, "the host has no memory left");
    } else {
        memset(ring.payload, 1, ring.places * bytes); /* so that the pages are there */
        memset(ring.taken, 1, ring.places * bytes);
        for (uint64_t i = 0; i < ring.places; i++) {
            ring.turns[i] = i;
            place_of(&ring, i)[0] = i;
        }
        status = measure(&ring, rival, producers, times, error);
    }
    free(ring.payload);
    free(ring.taken);
    free(ring.turns);
    return status;
}
