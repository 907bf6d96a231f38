/* The megakernel: one loop for every role.
 *
 * Stands on: everything. Every PoCL from 3.1 to 7.1 and NVIDIA compile this form right (decision 0001): one
 * loop with one exit, barriers only at its top level, the same code for all roles, the leader's step a
 * function without barriers, and everything that decides control flow read from local memory after a barrier.
 *
 *   W1  the leader writes local state only between the two barriers, and the others read it only outside
 *       them; for `next` and `stepped_...` it is the other way round. In a step of the structured form it
 *       also writes what no other reads there, and `next_drawn` (draw.cl).
 *   W2  when a work-item's step ended elsewhere than the leader's, the work-item raises a failure, so that
 *       nothing hangs, and does so before its work-group returns or ends at an offer
 *       (coop_group_puts_off). */
union coop_role_memory {
    union coop_module_locals locals;    /* of a worker */
    struct coop_scheduler_table table; /* of the scheduler, which runs no kernel */
};

struct coop_local_memory {
    struct coop_group group;
    union coop_role_memory role;
    ulong slack;
};

/* Quirk (PoCL 3.1, LLVM 15): the address of a kernel's local variable is a constant to the optimiser, which
 * puts it into functions that it does not inline; PoCL then replaces the variable by an argument in the
 * kernel only, and crashes on the uses that are left. An offset that only the host knows keeps the address a
 * value.
 * Test: every device test. */
#ifndef COOP_LOCAL_ADDRESS /* a build that is no device has its own (tests/threads) */
#define COOP_LOCAL_ADDRESS(type, member, control) \
    ((local type *)((local uchar *)&(member) + (control)->setup.local_offset))
#endif

/* The caller's variables: at an offset that only the host knows, too, where they are memory. */
#if COOP_VARS_ARE_MEMORY
#define COOP_VARS_ADDRESS(vars, control) \
    ((private union coop_module_vars *)((private uchar *)&(vars) + (control)->setup.local_offset))
#else
#define COOP_VARS_ADDRESS(vars, control) (&(vars))
#endif

/* Memory that the caller has imported: arguments, so that the driver keeps it in its place and within reach
 * while the kernel runs. Kernels find it by address (coop_pointer). There are COOP_IMPORTS_MAX, of
 * host/context/context.h. */
#if defined(COOP_IMPORTS) && COOP_IMPORTS
#define COOP_IMPORTED                                                                                 \
    , global uchar *import_0, global uchar *import_1, global uchar *import_2, global uchar *import_3, \
        global uchar *import_4, global uchar *import_5, global uchar *import_6, global uchar *import_7
#else
#define COOP_IMPORTED
#endif

#if COOP_LOOPS
#define COOP_ENTRY_BARRIER() ((void)0)
#define COOP_ENTRY_VARS(vars, control) (vars)
#define COOP_ENTRY_RUNS(has_work, item, active_items) ((has_work) != 0)
#else
#define COOP_ENTRY_BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define COOP_ENTRY_VARS(vars, control) COOP_VARS_ADDRESS(vars, control)
#define COOP_ENTRY_RUNS(has_work, item, active_items) ((has_work) != 0 && (item) < (active_items))
#endif

/* Where the work-items of a worker keep what lives across steps. Where one thread runs them all it is memory
 * that the host has reserved, an array for each worker, which that thread touches first. */
#if COOP_LOOPS
_Static_assert(sizeof(union coop_module_vars) <= COOP_LOOPS_VARS_BYTES, "the module's vars_bytes are enough");

static inline private union coop_module_vars *coop_entry_vars(local const struct coop_group *coop)
{
    global uchar *all = (global uchar *)coop->control + coop->control->setup.vars_at;

    return (private union coop_module_vars *)(ulong)(all +
                                                     (ulong)coop->slot * coop->control->setup.vars_bytes);
}
#endif

/* Quirk (PoCL 6.0, LLVM 18): PoCL puts values of a kernel itself into memory, for its barriers, and has a
 * pass of LLVM's look at that which ends the process where it finds something to do twice. Where the loop has
 * no barriers, it is no part of the kernel.
 * Test: device.team. */
#if COOP_LOOPS
#define COOP_ENTRY_LOOP __attribute__((noinline)) static void
#else
#define COOP_ENTRY_LOOP __attribute__((always_inline)) static inline void
#endif

/* What a round depends on. These loads are under way at once. */
#define COOP_ENTRY_LOOK() \
    (runs = (int)coop->runs, has_work = coop->has_work, active_items = coop->active_items)

COOP_ENTRY_LOOP coop_entry_loop(local struct coop_group *coop, local union coop_module_locals *locals,
                                global struct coop_control *control, uint item)
{
#if COOP_LOOPS
    private union coop_module_vars *vars = coop_entry_vars(coop);
#else
    union coop_module_vars vars;
#endif
#if COOP_STRUCTURED
    union coop_module_vars all_steps;
    private union coop_module_vars *steps = &all_steps;
#endif
    uint next = COOP_NEXT(COOP_OP_NONE, 0);
    int ran;
    int prepares;
    int passes;
    int runs;
    uint has_work;
    uint active_items;

    COOP_ENTRY_LOOK();
    while (COOP_IS_LIKELY(runs)) {
        COOP_IS_LOADED(coop->kernel_index);
        COOP_IS_LOADED(coop->state);
        prepares = has_work && coop_parts_prepare_steps(coop);
        ran = COOP_ENTRY_RUNS(has_work, item, active_items) && !prepares;
        if (ran) {
            next = coop_module_step(coop, COOP_ENTRY_VARS(vars, control) COOP_STEPS_ARGUMENT, locals);
        } else if (prepares) {
            coop_parts_prepare(coop, item);
        } else if (coop->slot == 0) {
            coop_scheduler_by_item(coop, item);
            coop_parts_step(coop, item);
        }
        /* This is not in a function, since barriers inside functions make some compilers slow. */
        passes = 0;
        if (ran && item == 0) {
            passes = coop_worker_passes(coop, next);
            coop->next = next;
            coop->stepped_sequence = coop->sequence;
            coop->stepped_group = (uint)coop->group_at[0];
            coop->stepped_state = coop->state;
        }
        COOP_ENTRY_BARRIER();
#if !COOP_LOOPS /* the step has looked itself (coop_item_agree) */
        if (ran && COOP_IS_SELDOM(next != coop->next)) {
            coop_fail_at(coop, coop->stepped_state, COOP_FAILURE_DIVERGED, next);
        }
#endif
        if (item == 0) {
            if (COOP_IS_LIKELY(passes)) {
                coop_worker_pass(coop, next);
            } else if (ran && coop_worker_goes_on(coop, next)) {
                coop_worker_go_on(coop, next);
            } else if (COOP_LOOPS && ran && coop_worker_advances(coop)) {
                coop_worker_advance(coop);
            } else if (prepares) {
                coop_parts_prepared(coop);
            } else if (coop->slot == 0) {
                coop_scheduler_by_leader(coop);
            } else {
                coop_worker_by_leader(coop);
            }
        }
        COOP_ENTRY_BARRIER();
        COOP_ENTRY_LOOK();
    }
}

/* join  0; of those that come for a lease, which one (COOP_LEASE_JOIN) */
kernel void coop_megakernel(global struct coop_control *control, ulong join COOP_IMPORTED)
{
    local struct coop_local_memory memory;
    local struct coop_group *coop = COOP_LOCAL_ADDRESS(struct coop_group, memory.group, control);
    local union coop_module_locals *locals =
        COOP_LOCAL_ADDRESS(union coop_module_locals, memory.role.locals, control);
    uint item = COOP_LOOPS ? 0 : (uint)get_local_id(0);

    if (item == 0) {
        if (join != 0) {
            coop_discovery_begin(coop, control);
            coop_lease_join_by_leader(coop, join, coop_unit());
        } else {
            coop_discovery_enter_by_leader(coop, control);
        }
        if (coop->slot == 0) {
            coop_scheduler_enter_by_leader(coop, (local struct coop_scheduler_table *)locals);
        }
        coop_parts_begin(coop, locals);
    }
#if COOP_LOOPS
    if (!coop->runs) { /* one that has come for a lease and found no place has made its last access (H9) */
        return;
    }
#endif
    COOP_ENTRY_BARRIER();
    coop_entry_loop(coop, locals, control, item);
}
