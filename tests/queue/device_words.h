/* OpenCL C's words for the device's work stealing code, compiled as C11: a work-group is a thread, local and
 * global memory are the process's. cl/atomics.clh itself is included, so the orders tested are those of the
 * device. With WORDS_OF_ITEMS a thread runs the steps of its work-items, one after the other. */
#ifndef COOP_TESTS_QUEUE_DEVICE_WORDS_H
#define COOP_TESTS_QUEUE_DEVICE_WORDS_H

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

#include "coop/shared/failure.h"
#include "coop/shared/queue.h"
#include "coop/shared/task.h"

#define COOP_WORK 1
typedef unsigned char uchar;
typedef uint32_t queue_uint;
typedef uint64_t queue_ulong;
typedef uint16_t queue_ushort;
#define uint queue_uint
#define ushort queue_ushort
#define ulong queue_ulong
#define global
#define local
#define private
#define memory_scope_device 0
#define memory_scope_work_group 0
#define COOP_HOST_SCOPE 0

/* The work-item whose part of a step a thread runs. */
#ifdef WORDS_OF_ITEMS
static _Thread_local uint32_t words_item;
#define get_local_id(dimension) (words_item)
#endif

/* A chance for another thread; with WORDS_TICKS there is none. */
static inline void words_yield(void)
{
#ifndef WORDS_TICKS
    sched_yield();
#endif
}

/* Every atomic access is a chance for another thread: without it, threads on few cores hardly interleave. */
static inline void words_point(void)
{
    static _Thread_local uint64_t random;

    random = random * UINT64_C(6364136223846793005) + (uintptr_t)&random + 1;
    if (random >> 59 == 0) {
        words_yield();
    }
}

static inline uint32_t words_load32(_Atomic uint32_t *word, memory_order order)
{
    words_point();
    return atomic_load_explicit(word, order);
}

static inline uint64_t words_load64(_Atomic uint64_t *word, memory_order order)
{
    words_point();
    return atomic_load_explicit(word, order);
}

static inline void words_store32(_Atomic uint32_t *word, uint32_t value, memory_order order)
{
    words_point();
    atomic_store_explicit(word, value, order);
}

static inline void words_store64(_Atomic uint64_t *word, uint64_t value, memory_order order)
{
    words_point();
    atomic_store_explicit(word, value, order);
}

static inline uint32_t words_add32(_Atomic uint32_t *word, uint32_t value, memory_order order)
{
    words_point();
    return atomic_fetch_add_explicit(word, value, order);
}

static inline uint64_t words_add64(_Atomic uint64_t *word, uint64_t value, memory_order order)
{
    words_point();
    return atomic_fetch_add_explicit(word, value, order);
}

static inline uint32_t words_or32(_Atomic uint32_t *word, uint32_t value, memory_order order)
{
    words_point();
    return atomic_fetch_or_explicit(word, value, order);
}

static inline uint64_t words_or64(_Atomic uint64_t *word, uint64_t value, memory_order order)
{
    words_point();
    return atomic_fetch_or_explicit(word, value, order);
}

static inline uint64_t words_and64(_Atomic uint64_t *word, uint64_t value, memory_order order)
{
    words_point();
    return atomic_fetch_and_explicit(word, value, order);
}

static inline uint32_t words_exchange32(_Atomic uint32_t *word, uint32_t value, memory_order order)
{
    words_point();
    return atomic_exchange_explicit(word, value, order);
}

static inline int words_replace32(_Atomic uint32_t *word, uint32_t *expected, uint32_t desired,
                                  memory_order yes, memory_order no)
{
    words_point();
    return atomic_compare_exchange_strong_explicit(word, expected, desired, yes, no);
}

static inline int words_replace64(_Atomic uint64_t *word, uint64_t *expected, uint64_t desired,
                                  memory_order yes, memory_order no)
{
    words_point();
    return atomic_compare_exchange_strong_explicit(word, expected, desired, yes, no);
}

#define WORDS_OF(word, f) _Generic((word), _Atomic uint32_t * : f##32, _Atomic uint64_t * : f##64)

#undef atomic_load_explicit
#undef atomic_store_explicit
#undef atomic_fetch_add_explicit
#undef atomic_fetch_or_explicit
#undef atomic_fetch_and_explicit
#undef atomic_exchange_explicit
#undef atomic_compare_exchange_strong_explicit
#define atomic_load_explicit(word, order, scope) WORDS_OF(word, words_load)(word, order)
#define atomic_store_explicit(word, value, order, scope) WORDS_OF(word, words_store)(word, value, order)
#define atomic_fetch_add_explicit(word, value, order, scope) WORDS_OF(word, words_add)(word, value, order)
#define atomic_fetch_or_explicit(word, value, order, scope) WORDS_OF(word, words_or)(word, value, order)
#define atomic_fetch_and_explicit(word, value, order, scope) words_and64(word, value, order)
#define atomic_exchange_explicit(word, value, order, scope) words_exchange32(word, value, order)
#define atomic_compare_exchange_strong_explicit(word, expected, desired, yes, no, scope) \
    WORDS_OF(word, words_replace)(word, expected, desired, yes, no)

#include "cl/atomics.clh"

struct coop_backoff {
    uint rounds;
};

/* Each look at the counter is later than the ones before; with WORDS_TICKS the test has one of its own. */
#ifdef WORDS_TICKS
static uint64_t words_ticks(void);
#else
static inline uint64_t words_ticks(void)
{
    static _Atomic uint64_t ticks;

    return atomic_fetch_add(&ticks, 1000) + 1000;
}
#endif

static inline uint64_t coop_ticks(void)
{
    return words_ticks();
}

static inline void coop_relax(struct coop_backoff *backoff)
{
    backoff->rounds++;
    words_yield();
}

/* Device functions are not all used by every test, nor all their parameters by every choice. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#ifdef WORDS_OF_ITEMS
#include "coop/device/each.clh"
#else
#include "coop/device/member.clh"
#endif
#pragma GCC diagnostic pop

#endif
