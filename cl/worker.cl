/* A worker's step between two states: performs the operation that the step function asked for.
 *
 * Stands on: barrier.cl, resize.cl, instance.cl, lease.cl, parts_end.cl. Callers: leaders of slots above
 * 0. */

#define COOP_WORKER_CHAIN_MAX 8u /* primitives that a leader performs behind another one, at most */

static void coop_worker_take_up(local struct coop_group *coop)
{
    if (!coop_slot_wait_by_leader(coop)) {
        coop_slot_leave_by_leader(coop);
        return;
    }
    coop_instance_enter_by_leader(coop);
    if (coop->flags & COOP_INSTANCE_LEAVES) {
        coop_lease_leave_by_leader(coop);
    } else if (coop->has_work && !(coop->flags & COOP_INSTANCE_COOPERATIVE) &&
        !coop_instance_next_logical_group(coop)) {
        coop_instance_return_by_leader(coop);
    }
}

/* The work-group has reached the end of its kernel, or of a logical work-group of a regular one: draws the
 * next logical one. One of an elastic kernel (S9a) may end there, which is put off as its return is. */
COOP_SMALL static void coop_worker_return(local struct coop_group *coop)
{
    if (coop->pending != COOP_OP_RETURN) {
        if (coop->flags & COOP_INSTANCE_COOPERATIVE) {
            coop_parts_leave(coop);
        } else {
            coop->logical_groups_done++;
            if (!coop_resize_is_due(coop) && coop_instance_next_logical_group(coop)) {
                return;
            }
        }
        if (coop_group_puts_off(coop, COOP_OP_RETURN)) {
            return;
        }
    }
    if (coop_draw_is_elastic(coop) && /* what was asked for may be gone, or another work-group's by now */
        ((coop_resize_is_due(coop) && coop_resize_between_by_leader(coop)) ||
         coop_instance_next_logical_group(coop))) {
        return;
    }
    coop_instance_return_by_leader(coop);
}

/* Any global barrier. Most are passed instead (coop_worker_pass), so one copy of the way of all does. */
COOP_SELDOM static void coop_worker_barrier(local struct coop_group *coop, int resizes)
{
    coop_barrier_by_leader(coop, resizes, coop_trace_has_barriers(coop));
}

COOP_PERFORMS void coop_worker_perform(local struct coop_group *coop, uint op)
{
    coop->op = op;
    /* A global barrier shows the operation only once it waits: its arrival would otherwise wait for the
     * store. */
    if (!coop_op_is_global_barrier(op)) {
        coop_slot_show(coop, op, coop->op_state);
    }
    coop_parts_look(coop, op);
    switch (op) {
    case COOP_OP_RETURN:
        coop_worker_return(coop);
        break;
    case COOP_OP_OFFER_KILL:
        coop_resize_offer_kill_by_leader(coop);
        break;
    case COOP_OP_REQUEST_FORK:
        coop_resize_request_fork_by_leader(coop);
        break;
    case COOP_OP_GLOBAL_BARRIER:
    case COOP_OP_RESIZING_BARRIER:
        coop_worker_barrier(coop, op == COOP_OP_RESIZING_BARRIER);
        break;
    default:
        coop_parts_perform(coop, op);
        break;
    }
}

/* Has the step asked for a global barrier of several work-groups that no trace records? These are the most
 * frequent operations. */
static inline int coop_worker_passes(local struct coop_group *coop, uint next)
{
    return coop_op_is_global_barrier(COOP_NEXT_OP(next)) && coop->passes;
}

/* Not inlined, so that the non-resizing barrier's way needs no register for it. */
COOP_SELDOM static void coop_worker_pass_resizing(local struct coop_group *coop)
{
    coop_barrier_by_leader(coop, 1, 0);
}

/* The shortest way through such a barrier: only the parts of coop_worker_by_leader that it needs. */
static inline void coop_worker_pass(local struct coop_group *coop, uint next)
{
    uint op = COOP_NEXT_OP(next);

    coop->op = op;
    coop->op_state = coop->stepped_state;
    coop->begins = 0;
    coop->state = COOP_NEXT_STATE(next);
    coop->steps++;
    if (COOP_IS_LIKELY(op == COOP_OP_GLOBAL_BARRIER)) {
        coop_barrier_by_leader(coop, 0, 0);
    } else {
        coop_worker_pass_resizing(coop);
    }
}

/* The primitive behind `op`, where the state behind it holds nothing else: no work-item has anything to do
 * there, so it needs no round. The caller performs it; `state` is the one behind it already. COOP_OP_NONE:
 * there is none. */
static inline uint coop_worker_chain(local struct coop_group *coop, uint op)
{
    uint next = COOP_NEXT(COOP_OP_NONE, 0);

#ifdef COOP_MODULE_CHAIN
    if (!coop_op_may_chain(op) || !coop->has_work) {
        return COOP_OP_NONE;
    }
    next = coop_module_chain(coop->kernel_index, coop->state);
    if (COOP_NEXT_OP(next) == COOP_OP_NONE || coop_must_drain(coop->control)) {
        return COOP_OP_NONE;
    }
    coop->op_state = coop->state;
    coop->state = COOP_NEXT_STATE(next);
    coop->steps++;
#endif
    return COOP_NEXT_OP(next);
}

/* Performs `op` and what is chained to it. Not for ever, since a kernel may be a circle of such states. One
 * place performs all, since that is much code. */
static inline void coop_worker_perform_chain(local struct coop_group *coop, uint op)
{
    for (uint i = 0; op != COOP_OP_NONE; i++) {
        coop_worker_perform(coop, op);
        op = i < COOP_WORKER_CHAIN_MAX ? coop_worker_chain(coop, op) : COOP_OP_NONE;
    }
}

/* A work-group looks whether it must drain at one in COOP_WORKER_LOOK of its own barriers and logical
 * work-groups. On a GPU a look takes a trip to memory, and some kernels do less than that between two; on a
 * processor it is a load from a cache, and what is between two may take long. */
static inline int coop_worker_need_not_drain(local struct coop_group *coop)
{
#if COOP_HAS_PTX
    return coop->steps % COOP_WORKER_LOOK != 0;
#else
    return !coop_must_drain(coop->control);
#endif
}

/* Has the step ended at a barrier of the work-group at which the leader has nothing else to do? */
static inline int coop_worker_goes_on(local struct coop_group *coop, uint next)
{
    return COOP_NEXT_OP(next) == COOP_OP_BARRIER && coop_worker_need_not_drain(coop);
}

/* The two barriers of the loop serve as the barrier. */
static inline void coop_worker_go_on(local struct coop_group *coop, uint next)
{
    coop->begins = 0;
    coop->state = COOP_NEXT_STATE(next);
    coop->steps++;
    coop_slot_show(coop, COOP_OP_NONE, coop->state);
}

/* Has a logical work-group ended, and is the next one drawn already? */
static inline int coop_worker_advances(local struct coop_group *coop)
{
    return coop->drawn < coop->drawn_end && COOP_NEXT_OP(coop->next) == COOP_OP_RETURN && coop->has_work &&
           coop_worker_need_not_drain(coop);
}

static inline void coop_worker_advance(local struct coop_group *coop)
{
    coop->steps++;
    coop->logical_groups_done++;
    coop_instance_next_logical_group(coop);
    coop_slot_show(coop, COOP_OP_NONE, coop->state);
}

/* Not inlined, as the leader's round of the scheduler. */
__attribute__((noinline)) static void coop_worker_by_leader(local struct coop_group *coop)
{
    int was_put_off = coop->pending != COOP_OP_NONE; /* put off in the round before (W2) */
    uint op = was_put_off ? coop->pending : COOP_NEXT_OP(coop->next);
    int is_met; /* by other work-groups, at a global barrier */

    if (!COOP_LOOPS && coop_worker_advances(coop)) { /* on a GPU one way more in the main loop is slower */
        coop_worker_advance(coop);
        return;
    }
    if (!was_put_off) { /* otherwise the work-group is where it was */
        coop->op = op;
        coop->op_state = coop->stepped_state;
    }
    /* At a global barrier the waiting work-groups check this beside their polls, which costs the barrier no
     * time (coop_barrier_wait_open). */
    is_met = coop->has_work && coop_op_is_global_barrier(op) && coop->groups[0] > 1;
    if (!is_met && coop_must_drain(coop->control)) {
        coop_slot_leave_by_leader(coop);
        return;
    }
    if (was_put_off) {
        coop->has_work = 1;
    } else if (!coop->has_work) {
        coop_worker_take_up(coop);
        return;
    } else {
        coop->begins = 0;
        coop->state = COOP_NEXT_STATE(coop->next);
        coop->steps++;
    }
    if (op != COOP_OP_BARRIER && op != COOP_OP_NONE) { /* the two barriers of the loop serve as the barrier */
        coop_worker_perform_chain(coop, op);
        coop->pending = was_put_off ? COOP_OP_NONE : coop->pending;
    }
    coop_slot_show(coop, COOP_OP_NONE, coop->state);
}
