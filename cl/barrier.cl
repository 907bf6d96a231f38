/* The two global barriers: one body, told apart by what the pool word's step does at completion (S5, S6).
 *
 * Stands on: resize.cl. Callers: leaders of cooperative work-groups, after a work-group barrier that orders the other
 * work-items' memory accesses before the arrival. */

/* Looks that acquire by themselves. They go on as soon as the barrier is open; but where an acquire empties a cache, as on GPUs,
 * who waits for long would take it from those who work: later looks are relaxed, and the last one is repeated with
 * acquire. */
#define COOP_BARRIER_SOON COOP_LADDER_SPINS

/* Waits for the barrier that follows generation `coop->generation`; 0 when the work-group must drain, and the barrier is not open.
 * Who completes a barrier of several does not look whether it must drain. Those who wait look at least once, and leave
 * even if the barrier is open, so that the next one does not complete without them. A newcomer can be here
 * before the barrier that it began at is released: what it then sees is older than its own generation, and says nothing.
 * Test: unit.pool_interleaving.sees_a_newcomer_that_goes_on_at_an_older_generation. */
static ulong coop_barrier_wait(local struct coop_group *coop, private int *must_drain)
{
    global coop_word64 *word = &coop->instance->release;
    ulong generation = coop->generation;
    struct coop_backoff backoff = coop_backoff_init();

    for (;;) {
        int drains = coop_backoff_is_at_rung(backoff) && coop_must_drain(coop->control);
        int is_soon = backoff.rounds < COOP_BARRIER_SOON;
        /* Pairs with coop_resize_complete_barrier. */
        ulong release = is_soon ? coop_load64_acquire(word) : coop_load64_relaxed(word);

        *must_drain |= drains;
        if (coop_release_generation(release) > generation) {
            return is_soon ? release : coop_load64_acquire(word);
        }
        if (drains) {
            return 0;
        }
        coop_relax(&backoff);
    }
}

static inline int coop_barrier_is(uint op)
{
    return op == COOP_OP_GLOBAL_BARRIER || op == COOP_OP_RESIZING_BARRIER;
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

    if (!survives || coop_trace_has_barriers(coop)) {
        coop_trace_by_leader(coop, survives ? COOP_TRACE_PASSED : COOP_TRACE_GROUP_RESIZED_AWAY,
                             coop_trace_now(coop),
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

/* Others stand at the other kind of barrier. */
static void coop_barrier_clash(local struct coop_group *coop)
{
    coop_fail(coop, COOP_FAILURE_BARRIER_KINDS, 0u);
    coop_barrier_abandon(coop);
}

/* The work-group is the last to arrive, and left `word`: a barrier that leaves M as it is is complete. All wait for the release word;
 * so the arrivals are taken back behind it. Relaxed: nobody looks at them before this one's next step of the word, which comes later
 * in its order of changes (P8); and as a read-modify-write it hands on what those before it have released. */
static ulong coop_barrier_complete(local struct coop_group *coop, ulong word)
{
    global struct coop_instance *instance = coop->instance;
    struct coop_pool_step step = coop_pool_complete_barrier(word, coop->generation, coop->kills_max);
    ulong at_ns = 0;
    uint active;

    if (coop_pool_keeps_active(step)) {
        ulong release = coop_release_make(coop->generation + 1, coop_pool_get(word, COOP_POOL_ACTIVE)) |
                        (step.resizes ? COOP_RELEASE_RESIZING : 0ul);
        coop_store64_release(&instance->release, release); /* as in coop_resize_complete_barrier */
        coop_add64_relaxed(&instance->pool, coop_pool_forgetting(word, step));
        return release;
    }
    step = coop_pool_perform_completion(&instance->pool, word, coop->generation, coop->kills_max,
                                        coop_trace_is_on(coop) ? &at_ns : 0);
    active = coop_pool_get(step.word, COOP_POOL_ACTIVE);
    if (step.killed + step.forked == 0 && coop_trace_has_barriers(coop)) {
        coop_trace_by_leader(coop, COOP_TRACE_BARRIER, at_ns,
                             coop_trace_subject(coop->sequence, (uint)coop->group_at[0], active), step.word);
    }
    return coop_resize_complete_barrier(coop, step, step.killed, at_ns); /* its own word, not read back (R2) */
}

static void coop_barrier_by_leader(local struct coop_group *coop, int resizes)
{
    uint group_id = (uint)coop->group_at[0];
    int is_traced = coop_trace_has_barriers(coop);
    struct coop_pool_step step;
    int must_drain = 0;
    ulong release;
    ulong at_ns = 0;

    if (resizes && group_id == 0) {
        coop_barrier_deposit(coop);
    } else if (resizes) {
        coop_work_leave(coop); /* it may end here */
    }
    step = coop_pool_perform_arrival(&coop->instance->pool, coop->generation, resizes, group_id, is_traced ? &at_ns : 0);
    if (is_traced) {
        coop_trace_by_leader(coop, COOP_TRACE_ARRIVED, at_ns,
                             coop_trace_subject(coop->sequence, group_id, resizes ? 2u : 1u), step.word);
    }
    if (step.event == COOP_POOL_BARRIER_CLASHES) {
        coop_barrier_clash(coop);
        return;
    }
    if (step.event == COOP_POOL_STUCK) {
        coop_fail(coop, COOP_FAILURE_BARRIER_MISMATCH, coop_pool_arrived(step.word, coop->generation));
        coop_barrier_abandon(coop);
        return;
    }
    if (step.event == COOP_POOL_FULL) {
        release = coop_barrier_complete(coop, step.word);
    } else {
        coop_slot_show(coop, resizes ? COOP_OP_RESIZING_BARRIER : COOP_OP_GLOBAL_BARRIER, coop->stepped_state);
        release = coop_barrier_wait(coop, &must_drain);
        if (release == 0) {
            coop_barrier_abandon(coop);
            return;
        }
        if (coop_release_clashes(release, coop->generation, resizes)) {
            coop_barrier_clash(coop);
            return;
        }
    }
    coop_barrier_after(coop, release, resizes);
    if (must_drain) {
        coop_barrier_abandon(coop);
    }
}
