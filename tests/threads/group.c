#include "group.h"

#include "schedule.h"
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct group {
    struct threads_range *range;
    unsigned char *local_memory;
    uint32_t number;
    _Atomic uint32_t arrived; /* at the work-group barrier */
    _Atomic uint32_t phase;
    _Atomic uint32_t ended;
};

struct item {
    struct group *group;
    uint32_t number;
};

struct threads_range {
    const struct threads_module *module;
    void *argument;
    unsigned long join;
    uint32_t groups;
    uint32_t items;
    _Atomic uint32_t begun;
    _Atomic uint32_t ended;
    _Atomic uint32_t holders; /* work-groups that have not ended, and the caller of threads_range_start */
    struct group *group;
    struct item *item;
};

static struct threads_module *modules;
static __thread struct item *current;

void threads_module_add(struct threads_module *module)
{
    module->next = modules;
    modules = module;
}

const struct threads_module *threads_module_find(const char *text, size_t bytes)
{
    const struct threads_module *module = modules;

    while (module != NULL && (*module->text_bytes != bytes || memcmp(module->text, text, bytes) != 0)) {
        module = module->next;
    }
    return module;
}

static void give_back(struct threads_range *range)
{
    if (atomic_fetch_sub_explicit(&range->holders, 1, memory_order_acq_rel) == 1) {
        free(range->group);
        free(range->item);
        free(range);
    }
}

static int start_group(struct threads_range *range, uint32_t number);

static void end_group(struct group *group)
{
    struct threads_range *range = group->range;
    uint32_t next;

    free(group->local_memory);
    next = atomic_fetch_add_explicit(&range->begun, 1, memory_order_relaxed);
    if (next < range->groups) {
        start_group(range, next);
    }
    atomic_fetch_add_explicit(&range->ended, 1, memory_order_release);
    give_back(range);
}

static void *item_main(void *argument)
{
    struct item *item = argument;
    struct group *group = item->group;
    uint32_t items = group->range->items;
    char name[16];

    snprintf(name, sizeof name, "group %u.%u", group->number % 1000, item->number);
    pthread_setname_np(pthread_self(), name); /* for debuggers */
    current = item;
    group->range->module->kernel(group->range->argument, group->range->join);
    current = NULL;
    if (atomic_fetch_add_explicit(&group->ended, 1, memory_order_acq_rel) + 1 == items) {
        end_group(group);
    }
    return NULL;
}

static int start_group(struct threads_range *range, uint32_t number)
{
    struct group *group = &range->group[number];
    size_t bytes = range->module->local_bytes();

    group->range = range;
    group->number = number;
    group->local_memory = aligned_alloc(128, (bytes + 127) / 128 * 128);
    memset(group->local_memory, 0xa5, bytes); /* a device's local memory holds anything */
    for (uint32_t i = 0; i < range->items; i++) {
        struct item *item = &range->item[(size_t)number * range->items + i];
        item->group = group;
        item->number = i;
        if (threads_start(item_main, item, range->items == 1 ? "work-group" : "work-item of work-group",
                          number) != 0) {
            return -1;
        }
    }
    return 0;
}

struct threads_range *threads_range_start(const struct threads_module *module, void *argument,
                                          unsigned long join, uint32_t groups, uint32_t items,
                                          uint32_t resident)
{
    struct threads_range *range = calloc(1, sizeof *range);

    resident = resident == 0 || resident > groups ? groups : resident;
    range->module = module;
    range->argument = argument;
    range->join = join;
    range->groups = groups;
    range->items = items;
    range->group = calloc(groups, sizeof *range->group);
    range->item = calloc((size_t)groups * items, sizeof *range->item);
    atomic_init(&range->begun, resident);
    atomic_init(&range->holders, groups + 1);
    for (uint32_t i = 0; i < resident; i++) {
        if (start_group(range, i) != 0) {
            return NULL;
        }
    }
    return range;
}

int threads_range_has_ended(struct threads_range *range)
{
    threads_point(THREADS_LOADS, &range->ended);
    /* Who sees only some of them ended is told nothing about these. */
    return atomic_load_explicit(&range->ended, memory_order_relaxed) == range->groups &&
           atomic_load_explicit(&range->ended, memory_order_acquire) == range->groups;
}

void threads_range_release(struct threads_range *range)
{
    give_back(range);
}

/* What prelude.clh declares, and the built-in functions of OpenCL C under the names that clang gives them. */

unsigned char *threads_local_memory(void);
unsigned char *threads_local_memory(void)
{
    return current->group->local_memory;
}

static struct timespec *span_of(long address)
{
    return (struct timespec *)(uintptr_t)address;
}

/* The system calls of cl/relax.clh, by the numbers that it uses. */
long coop_system_call(long number, long first, long second, long third, long fourth);
long coop_system_call(long number, long first, long second, long third, long fourth)
{
    enum { SCHED_YIELD = 24, NANOSLEEP = 35, FUTEX = 202, CLOCK_GETTIME = 228 };

    switch (number) {
    case SCHED_YIELD:
        threads_yield();
        return 0;
    case NANOSLEEP:
        return threads_nanosleep(span_of(first), NULL);
    case CLOCK_GETTIME:
        return threads_clock_gettime((clockid_t)first, span_of(second));
    case FUTEX:
        return threads_futex((uint32_t *)(uintptr_t)first, (int)second, (uint32_t)third,
                             (second & FUTEX_CMD_MASK) == FUTEX_WAIT ? span_of(fourth) : NULL);
    default:
        abort();
    }
}

size_t builtin_get_local_id(unsigned dimension) __asm__("_Z12get_local_idj");
size_t builtin_get_local_id(unsigned dimension)
{
    return dimension == 0 ? current->number : 0;
}

size_t builtin_get_local_size(unsigned dimension) __asm__("_Z14get_local_sizej");
size_t builtin_get_local_size(unsigned dimension)
{
    return dimension == 0 ? current->group->range->items : 1;
}

size_t builtin_get_num_groups(unsigned dimension) __asm__("_Z14get_num_groupsj");
size_t builtin_get_num_groups(unsigned dimension)
{
    return dimension == 0 ? current->group->range->groups : 1;
}

void builtin_barrier(unsigned flags) __asm__("_Z7barrierj");
void builtin_barrier(unsigned flags)
{
    struct group *group = current->group;
    uint32_t phase;

    (void)flags;
    if (group->range->items == 1) {
        return;
    }
    phase = atomic_load_explicit(&group->phase, memory_order_relaxed);
    if (atomic_fetch_add_explicit(&group->arrived, 1, memory_order_acq_rel) + 1 == group->range->items) {
        atomic_store_explicit(&group->arrived, 0, memory_order_relaxed);
        atomic_fetch_add_explicit(&group->phase, 1, memory_order_release);
        threads_futex((uint32_t *)&group->phase, FUTEX_WAKE_PRIVATE, INT_MAX, NULL);
        return;
    }
    while (atomic_load_explicit(&group->phase, memory_order_acquire) == phase) {
        threads_futex((uint32_t *)&group->phase, FUTEX_WAIT_PRIVATE, phase, NULL);
    }
}

unsigned long builtin_clz(unsigned long value) __asm__("_Z3clzm");
unsigned long builtin_clz(unsigned long value)
{
    return value == 0 ? 64 : (unsigned long)__builtin_clzl(value);
}

unsigned builtin_clz_of_uint(unsigned value) __asm__("_Z3clzj");
unsigned builtin_clz_of_uint(unsigned value)
{
    return value == 0 ? 32 : (unsigned)__builtin_clz(value);
}

unsigned long builtin_popcount(unsigned long value) __asm__("_Z8popcountm");
unsigned long builtin_popcount(unsigned long value)
{
    return (unsigned long)__builtin_popcountl(value);
}
