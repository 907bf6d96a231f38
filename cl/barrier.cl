/* The two global barriers: one body, told apart by what the pool word's step does at completion (S5, S6).
 *
 * Stands on: resize.cl. Callers: leaders of cooperative work-groups, after a work-group barrier that orders the other
 * work-items' memory accesses before the arrival. */

/* Waits for the barrier that follows generation `coop->generation`; 0 when the work-group must drain. A newcomer can be here
 * before the barrier that it began at is released: what it then sees is older than its own generation, and says nothing.
 * Test: unit.pool_interleaving.sees_a_newcomer_that_goes_on_at_an_older_generation. */
static ulong coop_barrier_wait(local struct coop_group *coop)
{
    struct coop_backoff backoff = coop_backoff_init();
    ulong release = coop_load64_acquire(&coop->instance->release);

    while (coop_release_generation(release) <= coop->generation) {
        if (coop_backoff_is_at_rung(backoff) && coop_must_drain(coop->control)) {
            return 0;
        }
        coop_relax(&backoff);
        release = coop_load64_acquire(&coop->instance->release); /* pairs with coop_resize_complete_barrier */
    }
    return release;
}

/* Work-group 0's values for the newcomers of this barrier, and where they begin. Every arrival releases; whoever completes
 * the barrier acquires this one's. */
static void coop_barrier_deposit(local struct coop_group *coop)
{
    global ulong *into = (global ulong *)coop->instance->transmit;

    for (uint i = 0; i < (coop->transmit_bytes + 7u) / 8u; i++) {
        into[i] = coop->transmit_out[i];
    }
    coop->instance->resume_state = coop->state;
}

static void coop_barrier_after(local struct coop_group *coop, ulong release, int resizes)
{
    uint active = coop_release_active(release);
    int survives = !resizes || coop_release_survives(release, coop->generation, (uint)coop->group_at[0]);

    if (!survives || coop_trace_has_barriers(coop->control)) {
        coop_trace_by_leader(coop, survives ? COOP_TRACE_PASSED : COOP_TRACE_GROUP_RESIZED_AWAY,
                             coop_trace_now(coop->control),
                             coop_trace_subject(coop->sequence, (uint)coop->group_at[0], active), release);
    }
    if (!survives) {
        coop_slot_give_by_leader(coop);
        return;
    }
    coop->generation += 1;
    if (resizes && coop->group_at[0] != 0) {
        coop_work_stays(coop);
    }
    /* This one goes back to work, and does not wait again for a while. */
    if (coop->groups[0] > active) {
        coop_let_leave((uint)coop->groups[0] - active);
    }
    coop_instance_set_num_groups(coop, active);
    /* A barrier leaves one work-group at least. Where the last one may be killed, too, an offer of its own follows. */
    if (resizes && active == 1 && (coop->flags & COOP_INSTANCE_MAY_KILL_ALL)) {
        coop_resize_offer_kill_by_leader(coop);
    }
}

/* The barrier will never complete: the work-group runs no step beyond it, and leaves in its next round. */
static void coop_barrier_abandon(local struct coop_group *coop)
{
    coop->has_work = 0;
}

static void coop_barrier_by_leader(local struct coop_group *coop, int resizes)
{
    uint group_id = (uint)coop->group_at[0];
    uint action = resizes ? COOP_POOL_ARRIVE_RESIZING : COOP_POOL_ARRIVE_PLAIN;
    int is_traced = coop_trace_has_barriers(coop->control);
    struct coop_pool_step step;
    ulong release;
    ulong at_ns = 0;

    if (resizes && group_id == 0) {
        coop_barrier_deposit(coop);
    } else if (resizes) {
        coop_work_leave(coop); /* it may end here */
    }
    step = coop_pool_perform(&coop->instance->pool, action, coop->kills_max, is_traced ? &at_ns : 0);
    if (step.event == COOP_POOL_BARRIER_CLASHES) {
        coop_fail(coop, COOP_FAILURE_BARRIER_KINDS, 0u);
        coop_barrier_abandon(coop);
        return;
    }
    if (is_traced) {
        coop_trace_by_leader(coop, COOP_TRACE_ARRIVED, at_ns,
                             coop_trace_subject(coop->sequence, group_id, resizes ? 2u : 1u), step.word);
    }
    if (step.event == COOP_POOL_STUCK) {
        coop_fail(coop, COOP_FAILURE_BARRIER_MISMATCH, coop_pool_get(step.word, COOP_POOL_ARRIVED));
        coop_barrier_abandon(coop);
        return;
    }
    if (step.event == COOP_POOL_BARRIER) {
        uint active = coop_pool_get(step.word, COOP_POOL_ACTIVE);
        coop_resize_complete_barrier(coop, step, step.killed);
        release = coop_release_make(coop->generation + 1, active); /* its own words, not read back (R2) */
    } else {
        release = coop_barrier_wait(coop);
        if (release == 0) {
            coop_barrier_abandon(coop);
            return;
        }
    }
    coop_barrier_after(coop, release, resizes);
}
