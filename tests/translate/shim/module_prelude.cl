/* Stands in for cl/ before the module: the names of docs/module.md. */
#include "coop/index.clh"
#include "coop/shared/op.h"
#include "group.h"

/* None is left in the code: it ends the test (driver.c). */
void shim_item_barrier(void);
#define barrier(flags) shim_item_barrier()
#define work_group_barrier(...) shim_item_barrier()
#define sub_group_barrier(...) shim_item_barrier()

/* The forms of docs/module.md: 0 flat, 1 loops, 2 structured. */
#ifndef SHIM_FORM
#define SHIM_FORM 0
#endif
#define COOP_ARGS_SPACE global
#define COOP_LOOPS (SHIM_FORM == 1)
#define COOP_STRUCTURED (SHIM_FORM == 2)
#define COOP_GROUP_PARAMETER local struct coop_group *coop
#define COOP_GROUP_ARGUMENT coop
#define COOP_GROUP_SPACE local struct coop_group
#define COOP_GROUP_VALUES coop
#define COOP_ROUND_OF_STATES
#define COOP_NEXT(op, state) (((uint)(op) << 24) | (uint)(state))
#define COOP_SPACE(space, member) ((space)->member)
#define coop_pointer(arena, offset) ((offset) == 0 ? (global uchar *)0 : (arena) + (offset))

/* The form with loops, as cl/item.cl has it. Work-items that coopc says may run in any order run backwards,
 * and each must end the step as the first one, or as coopc says. */
#if COOP_LOOPS
void shim_parted(void);
#define SHIM_AT_COOP_APART(items, i) ((items)-1 - (i))
#define SHIM_AT_COOP_IN_TURN(items, i) (i)
#define SHIM_EACH_ITEM(coop, how, call)                                                              \
    uint items = (uint)((coop)->local_items[0] * (coop)->local_items[1] * (coop)->local_items[2]); \
    for (uint i = 0; i < items; ++i) {                                                               \
        struct { uint linear; } item = {SHIM_AT_##how(items, i)};                                    \
        (coop)->item = item.linear;                                                                  \
        uint ended = (call);                                                                         \
        next = i == 0 && next == 0 ? ended : next;                                                   \
        if (ended != next) { shim_parted(); }                                                        \
    }
#define COOP_STEP_ALIKE(coop, how, end, call)                 \
    {                                                         \
        uint next = (end);                                    \
        SHIM_EACH_ITEM(coop, how, call) return next;          \
    }
#define COOP_STEP(coop, how, call)                            \
    {                                                         \
        uint next = 0;                                        \
        SHIM_EACH_ITEM(coop, how, call) return next;          \
    }

static inline int coop_item_all(local const struct coop_group *coop, const uint3 size)
{
    return coop->local_items[0] == size.x && coop->local_items[1] == size.y && coop->local_items[2] == size.z;
}
#else
/* The work-item is the group's. */
#define COOP_FLAT(coop, call) \
    {                         \
        return (call);        \
    }
#endif

#if COOP_STRUCTURED
#define COOP_STEPS_PARAMETER , private union coop_module_vars *steps
#define COOP_STEPS_ARGUMENT , steps
#define COOP_STEPS_OF(vars) steps
/* A work-item is a fiber, and a logical work-group a step (driver.c). */
void shim_barrier(void);
#define coop_item_barrier() shim_barrier()
#define coop_item_may_meet(coop) 1
#define COOP_WHOLE(coop, share, width, height, depth, call) \
    {                                                       \
        (call);                                             \
        return COOP_NEXT(COOP_OP_RETURN, 0);                \
    }
#define coop_item_meet(coop, met) (++*(met), shim_barrier(), 1)
#else
#define COOP_STEPS_PARAMETER
#define COOP_STEPS_ARGUMENT
#define COOP_STEPS_OF(vars) vars
#endif

static inline size_t shim_local_id(local struct coop_group *coop, uint dimension)
{
    size_t item = coop->item;

    for (uint i = 0; i < dimension && i < 3; ++i) {
        item /= coop->local_items[i];
    }
    return dimension < 3 ? item % coop->local_items[dimension] : 0;
}

/* Functions, as in the runtime: an argument is evaluated once and converted to an unsigned number. */
static inline size_t shim_of(local const unsigned long *values, uint dimension)
{
    return values[dimension];
}

static inline size_t shim_global_size(local struct coop_group *coop, uint dimension)
{
    return coop->groups[dimension] * coop->local_items[dimension];
}

static inline size_t shim_global_id(local struct coop_group *coop, uint dimension)
{
    return coop->group[dimension] * coop->local_items[dimension] + shim_local_id(coop, dimension);
}

static inline size_t shim_nothing(uint dimension)
{
    (void)dimension;
    return 0;
}

#define get_work_dim() (coop->dimensions)
#define get_local_id(d) shim_local_id(coop, (d))
#define get_local_size(d) shim_of(coop->local_items, (d))
#define get_enqueued_local_size(d) shim_of(coop->local_items, (d))
#define get_group_id(d) shim_of(coop->group, (d))
#define get_num_groups(d) shim_of(coop->groups, (d))
#define get_global_offset(d) shim_nothing(d)
#define get_global_size(d) shim_global_size(coop, (d))
#define get_global_id(d) shim_global_id(coop, (d))
#define get_global_linear_id() \
    ((get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0))
#define get_local_linear_id() ((size_t)coop->item)
#define want_groups(groups) ((void)coop->item, (void)(groups))

#define COOP_COLLECTIVES 1
#include "coop/device/collective.clh"

#include "coop/device/checked.clh"
#include "coop/shared/bounds.h"

#if defined(COOP_CHECK_ADDRESSES) && COOP_CHECK_ADDRESSES
/* A kernel of a test has two buffers (world.h), and its accesses are right: a wrong one ends the test. */
void shim_wrong_access(uint line);

static ulong coop_address_check(local struct coop_group *coop, ulong place, ulong pointers, ulong base,
                                ulong at, ulong bytes)
{
    ulong arena = (ulong)coop->arena;
    struct coop_bounds_access access = {pointers, base != 0 ? base - arena : 0, at - arena, bytes};
    struct coop_bounds_finding finding = coop_bounds_begin();

    for (uint i = 0; i < 2; i++) {
        ulong begin = ((global const ulong *)coop->args)[i];

        finding = coop_bounds_look(finding, access, i, begin, begin + 512 * sizeof(int));
    }
    if (coop_bounds_judge(finding, access) != COOP_BOUNDS_MAX) {
        shim_wrong_access((uint)place);
    }
    return at;
}
#endif

#include "atomics.h"
