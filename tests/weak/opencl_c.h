/* OpenCL C as C11, as far as the device runtime and generated modules of scalar code go: a work-group of one
 * work-item, whose local memory is the thread's own. Included before cl/before.cl. */
#ifndef COOP_TESTS_WEAK_OPENCL_C_H
#define COOP_TESTS_WEAK_OPENCL_C_H

#include "weak.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define global
#define local
#define constant const
#define private
#define kernel

#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define barrier(fences) ((void)(fences))
#define clz(value) ((ulong)__builtin_clzl(value))
#define popcount(value) __builtin_popcountl(value)

enum memory_scope { memory_scope_device };

/* A function: cl/workitem.cl makes it a macro for a while. */
static inline size_t get_local_id(uint dimension)
{
    (void)dimension;
    return 0;
}

/* OpenCL C's have a scope, C11's not. */
#undef atomic_load_explicit
#undef atomic_store_explicit
#undef atomic_exchange_explicit
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or_explicit
#undef atomic_fetch_and_explicit
#undef atomic_compare_exchange_strong_explicit
#ifdef __clang__
#define atomic_load_explicit(object, order, scope) __c11_atomic_load(object, order)
#define atomic_store_explicit(object, value, order, scope) __c11_atomic_store(object, value, order)
#define atomic_exchange_explicit(object, value, order, scope) __c11_atomic_exchange(object, value, order)
#define atomic_fetch_add_explicit(object, value, order, scope) __c11_atomic_fetch_add(object, value, order)
#define atomic_fetch_or_explicit(object, value, order, scope) __c11_atomic_fetch_or(object, value, order)
#define atomic_fetch_and_explicit(object, value, order, scope) __c11_atomic_fetch_and(object, value, order)
#define atomic_compare_exchange_strong_explicit(object, expected, value, success, failure, scope) \
    __c11_atomic_compare_exchange_strong(object, expected, value, success, failure)
#else
#define atomic_load_explicit(object, order, scope) __atomic_load_n(object, order)
#define atomic_store_explicit(object, value, order, scope) __atomic_store_n(object, value, order)
#define atomic_exchange_explicit(object, value, order, scope) __atomic_exchange_n(object, value, order)
#define atomic_fetch_add_explicit(object, value, order, scope) __atomic_fetch_add(object, value, order)
#define atomic_fetch_or_explicit(object, value, order, scope) __atomic_fetch_or(object, value, order)
#define atomic_fetch_and_explicit(object, value, order, scope) __atomic_fetch_and(object, value, order)
#define atomic_compare_exchange_strong_explicit(object, expected, value, success, failure, scope) \
    __atomic_compare_exchange_n(object, expected, value, 0, success, failure)
#endif

/* cl/relax.clh and cl/slot.cl: the system calls are the engine's, the clock counts steps, sleeps come early,
 * so that wakes are tried. With WEAK_POLLS the device has neither sleep nor clock, and no
 * heartbeat: a poll that comes too early is not made good by a later one. */
#ifndef WEAK_POLLS
#define COOP_HOST_SYSTEM_CALLS 1
#else
#define COOP_YIELDS_BEFORE_SLEEP (1u << 29)
#endif
#define COOP_SYSTEM_CALLS_ARE_GIVEN 1
#define COOP_SPINS_PER_YIELD 1u
#define COOP_SLOT_YIELDS 2u
long coop_system_call(long number, long first, long second, long third, long fourth);

#endif
