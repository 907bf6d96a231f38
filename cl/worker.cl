/* A worker's step between two states: performs what the step function asked for.
 *
 * Stands on: barrier.cl, resize.cl, instance.cl. Callers: leaders of slots above 0. */

/* The logical work-group of a regular kernel has ended, or a frame has just been taken up: draws the next one. */
static void coop_worker_next_logical_group(local struct coop_group *coop)
{
    if (!coop_instance_next_logical_group(coop)) {
        coop_instance_return_by_leader(coop);
    }
}

static void coop_worker_take_up(local struct coop_group *coop)
{
    if (!coop_slot_wait_by_leader(coop)) {
        coop_slot_leave_by_leader(coop);
        return;
    }
    coop_instance_enter_by_leader(coop);
    if (coop->has_work && !(coop->flags & COOP_INSTANCE_COOPERATIVE)) {
        coop_worker_next_logical_group(coop);
    }
}

static void coop_worker_return(local struct coop_group *coop)
{
    if (coop->flags & COOP_INSTANCE_COOPERATIVE) {
        coop_work_leave(coop);
        coop_instance_return_by_leader(coop);
    } else {
        coop->logical_groups_done++;
        coop_worker_next_logical_group(coop);
    }
}

/* Not inlined, as the scheduler. */
__attribute__((noinline)) static void coop_worker_by_leader(local struct coop_group *coop)
{
    uint op = COOP_NEXT_OP(coop->next);

    /* At a global barrier those who wait look, beside what they wait for, and cost it no time (coop_barrier_wait). */
    if (!(coop->has_work && coop_barrier_is(op) && coop->groups[0] > 1) && coop_must_drain(coop->control)) {
        coop_slot_leave_by_leader(coop);
        return;
    }
    if (!coop->has_work) {
        coop_worker_take_up(coop);
        return;
    }
    coop->begins = 0;
    coop->state = COOP_NEXT_STATE(coop->next);
    coop->steps++;
    if (op == COOP_OP_BARRIER || op == COOP_OP_NONE) {
        coop_slot_show(coop, COOP_OP_NONE, coop->state);
        return; /* the two barriers of the loop are the barrier */
    }
    if (!coop_barrier_is(op)) { /* which shows it when it waits: its arrival would wait for the store */
        coop_slot_show(coop, op, coop->stepped_state);
    }
    switch (op) {
    case COOP_OP_RETURN:
        coop_worker_return(coop);
        break;
    case COOP_OP_OFFER_KILL:
        coop_resize_offer_kill_by_leader(coop);
        break;
    case COOP_OP_WORK_NEXT:
        coop_work_next(coop);
        break;
    case COOP_OP_REQUEST_FORK:
        coop_resize_request_fork_by_leader(coop);
        break;
    default:
        coop_barrier_by_leader(coop, op == COOP_OP_RESIZING_BARRIER);
        break;
    }
    coop_slot_show(coop, COOP_OP_NONE, coop->state);
}
