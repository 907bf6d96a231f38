/* The device runtime as C of one thread, for tests that must know what has happened before what: the files of
 * cl/ around a module of one kernel, a device in plain memory, and a look at each atomic access before it
 * takes place, at which a test can also act for the other work-groups and for the host.
 *
 * What depends on the order of several threads' steps is for tests/threads, what depends on memory orders for
 * tests/weak. */
#ifndef COOP_TESTS_UNIT_LEADER_H
#define COOP_TESTS_UNIT_LEADER_H

#include "coop/shared/control.h"
#include "coop/shared/groups.h"
#include "test.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define global
#define local
#define constant const
#define private
#define kernel static

enum { LEADER_LOADS, LEADER_STORES, LEADER_UPDATES };

/* NULL, or called before each atomic access; `value` is what a store is about to write. */
static void (*leader_access)(int access, const volatile void *word, ulong value);

/* NULL, or called whenever the device yields, naps or sleeps. */
static void (*leader_waits)(void);

/* The device's clock, which moves only when the device waits, by `leader_wait_ns`. */
static ulong leader_now_ns, leader_wait_ns;

/* By how much each reading of the clock moves it, too. */
static ulong leader_read_ns;

/* How often the device has waited; a test whose leader waits without end ends nevertheless. */
static ulong leader_wait_count;
#define LEADER_WAITS_MOST 10000000ul

/* How long it has asked to sleep at most, the last time. */
static ulong leader_asked_ns;

/* Threads that sleep in the operating system, and what a wake has left of them. */
static uint leader_sleepers;

static uint leader_barriers,
    leader_fences; /* the work-group's barriers, and the fences that all of them had */

static inline void leader_before(int access, const volatile void *word, ulong value)
{
    void (*hook)(int access, const volatile void *word, ulong value) = leader_access;

    leader_access = NULL; /* what the hook does itself is not looked at */
    if (hook != NULL) {
        hook(access, word, value);
        leader_access = hook;
    }
}

/* OpenCL's have a scope, C11's do not. */
#undef atomic_load_explicit
#undef atomic_store_explicit
#undef atomic_exchange_explicit
#undef atomic_fetch_add_explicit
#undef atomic_fetch_or_explicit
#undef atomic_fetch_and_explicit
#undef atomic_compare_exchange_strong_explicit
#ifdef __clang__
#define LEADER_ATOMIC(name) __c11_atomic_##name
#define LEADER_REPLACE(object, expected, value) \
    __c11_atomic_compare_exchange_strong(object, expected, value, memory_order_seq_cst, memory_order_seq_cst)
#else
#define LEADER_ATOMIC(name) __atomic_##name
#define LEADER_REPLACE(object, expected, value) \
    __atomic_compare_exchange_n(object, expected, value, 0, memory_order_seq_cst, memory_order_seq_cst)
#endif
#define LEADER_UPDATE(name, object, value) \
    (leader_before(LEADER_UPDATES, object, value), LEADER_ATOMIC(name)(object, value, memory_order_seq_cst))
#define atomic_load_explicit(object, order, scope) (leader_before(LEADER_LOADS, object, 0), *(object))
#define atomic_store_explicit(object, value, order, scope) \
    (leader_before(LEADER_STORES, object, value), (void)(*(object) = (value)))
#ifdef __clang__
#define atomic_exchange_explicit(object, value, order, scope) LEADER_UPDATE(exchange, object, value)
#else
#define atomic_exchange_explicit(object, value, order, scope) LEADER_UPDATE(exchange_n, object, value)
#endif
#define atomic_fetch_add_explicit(object, value, order, scope) LEADER_UPDATE(fetch_add, object, value)
#define atomic_fetch_max_explicit(object, value, order, scope) \
    (leader_before(LEADER_UPDATES, object, value), *(object) = *(object) > (value) ? *(object) : (value))
#define atomic_fetch_min_explicit(object, value, order, scope) \
    (leader_before(LEADER_UPDATES, object, value), *(object) = *(object) < (value) ? *(object) : (value))
#define atomic_fetch_or_explicit(object, value, order, scope) LEADER_UPDATE(fetch_or, object, value)
#define atomic_fetch_and_explicit(object, value, order, scope) LEADER_UPDATE(fetch_and, object, value)
#define atomic_compare_exchange_strong_explicit(object, expected, value, success, failure, scope) \
    (leader_before(LEADER_UPDATES, object, value), LEADER_REPLACE(object, expected, value))

enum memory_scope { memory_scope_device };
#define CLK_LOCAL_MEM_FENCE 1u
#define CLK_GLOBAL_MEM_FENCE 2u
#ifndef LEADER_HAS_ITEMS /* a test that has a thread for each work-item has its own */
#define barrier(fences) ((void)(leader_barriers++, leader_fences &= (fences)))
#endif
#define clz(value) ((ulong)__builtin_clzl(value))
#define popcount(value) __builtin_popcountl(value)

#ifndef LEADER_HAS_ITEMS
static inline size_t get_local_id(uint dimension)
{
    (void)dimension;
    return 0;
}
#endif

#define COOP_HOST_SYSTEM_CALLS 1
#define COOP_SYSTEM_CALLS_ARE_GIVEN 1
static long coop_system_call(long number, long first, long second, long third, long fourth);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wkeyword-macro" /* the switch of modules */
#endif
#include "leader_before.h"

union coop_module_vars {
    uint coop_none;
};
union coop_module_locals {
    uint coop_none;
#ifdef COOP_WORK
    struct coop_work work;
#endif
#ifdef COOP_MESSAGE
    struct coop_messages messages;
#endif
};

#ifdef COOP_WORK
/* The kernel has no work queue of its own: a test gives it one. */
static uint coop_module_work_at(uint kernel_index)
{
    return ~0u;
}

static struct coop_work *coop_module_work(uint kernel_index, union coop_module_locals *locals)
{
    return &locals->work;
}
#endif

#ifdef COOP_MESSAGE
/* Where the kernel's arguments have its net; ~0u: it has none. */
static uint leader_net_at = ~0u;

static uint coop_module_messages_at(uint kernel_index)
{
    return leader_net_at;
}

static struct coop_messages *coop_module_messages(uint kernel_index, union coop_module_locals *locals)
{
    return &locals->messages;
}
#endif

/* A kernel of plain barriers in one state. */
static uint coop_module_step(struct coop_group *coop, union coop_module_vars *vars COOP_STEPS_PARAMETER,
                             union coop_module_locals *locals)
{
    return COOP_NEXT(COOP_OP_GLOBAL_BARRIER, 1);
}

#include "leader_after.h"
#pragma GCC diagnostic pop

static long coop_system_call(long number, long first, long second, long third, long fourth)
{
    if (number == COOP_SYSTEM_CLOCK_GETTIME) {
        ((long *)second)[0] = (long)(leader_now_ns / 1000000000u);
        ((long *)second)[1] = (long)(leader_now_ns % 1000000000u);
        leader_now_ns += leader_read_ns;
        return 0;
    }
    if (number == COOP_SYSTEM_FUTEX && second == COOP_FUTEX_WAKE_PRIVATE) {
        (void)first;
        leader_sleepers -= third < (long)leader_sleepers ? (uint)third : leader_sleepers;
        return 0;
    }
    if (number == COOP_SYSTEM_FUTEX) {
        leader_asked_ns = (ulong)((const long *)fourth)[0] * 1000000000u + (ulong)((const long *)fourth)[1];
    }
    leader_now_ns += leader_wait_ns;
    if (++leader_wait_count > LEADER_WAITS_MOST) {
        TEST_FAIL("the leader waits without end");
        abort();
    }
    if (leader_waits != NULL) {
        leader_waits();
    }
    return 0;
}

/* Slot 0 is the scheduler's. Three words of slots, the last not full. */
enum { SLOTS = 131, EVENTS = 64 };

static struct device {
    struct coop_control control;
    struct coop_slot slots[SLOTS];
    struct coop_trace_event trace[EVENTS];
} device;
static struct coop_control *const control = &device.control;
static struct coop_group leader;
static struct coop_scheduler_table table;

#define SET(word, value) ((void)(*COOP_ATOM(word) = (value)))
#define GET(word) (*COOP_ATOM(word) + 0)

static inline void make_device(uint groups_wanted, uint trace_capacity)
{
    memset(&device, 0, sizeof device);
    memset(&leader, 0, sizeof leader);
    memset(&table, 0, sizeof table);
    leader_access = NULL;
    leader_waits = NULL;
    leader_now_ns = 5000000000u;
    leader_wait_ns = 1000;
    leader_wait_count = 0;
    leader_read_ns = 0;
    leader_sleepers = 0;
    control->setup.groups_wanted = groups_wanted;
    control->setup.local_items = 1;
    control->setup.kernel_count = 1;
    control->setup.slots_at = offsetof(struct device, slots);
    control->setup.trace_at = offsetof(struct device, trace);
    control->setup.trace_capacity = trace_capacity;
    control->setup.discovery_ns = 1000000000u;
    SET(&control->slot_count, groups_wanted);
}

/* The leader of a worker's work-group. */
static inline void lead(uint slot)
{
    SET(&control->arrivals, slot);
    coop_discovery_enter_by_leader(&leader, control);
}

/* The scheduler's leader, when all have arrived. */
static inline void lead_scheduler(void)
{
    leader.control = control;
    leader.slot = 0;
    leader.trace_capacity = control->setup.trace_capacity;
    leader.runs = 1;
    coop_scheduler_enter_by_leader(&leader, &table);
}

/* Launch `sequence` in an entry. */
static inline struct coop_instance *post(uint index, uint sequence, uint flags, uint groups)
{
    struct coop_instance *instance = &control->instances[index];

    instance->launch.sequence = sequence;
    instance->launch.flags = flags;
    instance->launch.groups_wanted = groups;
    instance->launch.kills_max = UINT_MAX;
    SET(&instance->state, COOP_INSTANCE_POSTED);
    return instance;
}

/* Work-group `group_id` of `groups`, which run launch `sequence` of the entry; the leader is in a slot. */
static inline struct coop_instance *take_up(uint index, uint sequence, uint group_id, uint groups)
{
    struct coop_instance *instance = post(
        index, sequence, COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_SHRINKS | COOP_INSTANCE_GROWS, groups);
    struct coop_frame *frame = &device.slots[leader.slot].frame;

    SET(&instance->state, COOP_INSTANCE_RUNNING);
    SET(&instance->counts, coop_groups_launched(groups));
    frame->instance = index;
    frame->group_id = group_id;
    frame->num_groups = groups;
    SET(&device.slots[leader.slot].word, COOP_SLOT_RUNNING);
    coop_instance_enter_by_leader(&leader);
    return instance;
}

/* A round, without the wait at its end: a ring has come. */
static inline void ring_the_scheduler(void)
{
    SET(&control->doorbell, GET(&control->doorbell) + 1);
    coop_scheduler_by_item(&leader, 0);
    coop_scheduler_by_leader(&leader);
}

static inline uint state_of(uint index)
{
    return GET(&control->instances[index].state);
}

#endif
