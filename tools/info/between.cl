/* The trial of two devices: each runs this in one work-item, at the same time. Every wait is bounded, and the
 * next parts are left out where one was too long. Opened together, the two are one device to
 * memory_scope_device (docs/teams.md). */
#include "coop/kernel.clh"
#include "between_words.h"

/* Waits until the word is at least `wanted`; 0 after `most` looks. */
static int between_waits(global atomic_uint *word, uint wanted, ulong most)
{
    for (ulong i = 0; i < most; i++) {
        if (atomic_load_explicit(word, memory_order_acquire, memory_scope_device) >= wanted) {
            return 1;
        }
    }
    return 0;
}

static void between_adds(global atomic_uint *words, uint rounds)
{
    for (uint i = 0; i < rounds; i++) {
        atomic_fetch_add_explicit(&words[BETWEEN_SUM], 1u, memory_order_relaxed, memory_scope_device);
    }
}

/* Hands a payload back and forth; device 0 begins. */
static int between_messages(global atomic_uint *words, global uint *plain, uint me, uint rounds, ulong most)
{
    for (uint i = 0; i < rounds; i++) {
        uint turn = 2u * i + me;
        if (!between_waits(&words[BETWEEN_TURN], turn, most)) {
            return 0;
        }
        if (plain[BETWEEN_PAYLOAD] != turn) {
            atomic_fetch_add_explicit(&words[BETWEEN_STALE], 1u, memory_order_relaxed, memory_scope_device);
        }
        plain[BETWEEN_PAYLOAD] = turn + 1u;
        atomic_store_explicit(&words[BETWEEN_TURN], turn + 1u, memory_order_release, memory_scope_device);
    }
    return between_waits(&words[BETWEEN_TURN], 2u * rounds, most);
}

/* A lock by compare-exchange around an addition that is not atomic. */
static int between_locks(global atomic_uint *words, global uint *plain, uint rounds, ulong most)
{
    for (uint i = 0; i < rounds; i++) {
        ulong looks = 0;
        uint open = 0;
        while (!atomic_compare_exchange_strong_explicit(&words[BETWEEN_LOCK], &open, 1u, memory_order_acquire,
                                                        memory_order_relaxed, memory_scope_device)) {
            open = 0;
            if (++looks > most) {
                return 0;
            }
        }
        plain[BETWEEN_COUNTER] += 1u;
        atomic_store_explicit(&words[BETWEEN_LOCK], 0u, memory_order_release, memory_scope_device);
    }
    return 1;
}

kernel void between(global atomic_uint *words, global uint *plain, uint me, uint rounds, ulong most)
{
    uint gave_up = 0;

    atomic_fetch_add_explicit(&words[BETWEEN_ARRIVED], 1u, memory_order_acq_rel, memory_scope_device);
    if (!between_waits(&words[BETWEEN_ARRIVED], 2u, most)) {
        gave_up = 1u;
    }
    if (gave_up == 0) {
        between_adds(words, rounds);
        gave_up = between_messages(words, plain, me, rounds, most) ? 0u : 2u;
    }
    if (gave_up == 0) {
        gave_up = between_locks(words, plain, rounds, most) ? 0u : 4u;
    }
    if (gave_up == 0 && me == 0) {
        if (between_waits(&words[BETWEEN_FLAG], 1u, most)) {
            atomic_store_explicit(&words[BETWEEN_SEEN], 1u, memory_order_release, memory_scope_device);
        } else {
            gave_up = 8u;
        }
    } else if (gave_up == 0) {
        between_waits(&words[BETWEEN_FLAG], 1u, (ulong)rounds); /* the other one spins meanwhile */
        atomic_store_explicit(&words[BETWEEN_FLAG], 1u, memory_order_release, memory_scope_device);
    }
    if (gave_up != 0) {
        atomic_fetch_add_explicit(&words[BETWEEN_GAVE_UP], gave_up << (8u * me), memory_order_relaxed,
                                  memory_scope_device);
    }
}
