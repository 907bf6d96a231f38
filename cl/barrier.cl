/* The two global barriers: one body, told apart by what the pool word's step does at completion (S5, S6).
 *
 * Stands on: resize.cl. Callers: leaders of cooperative work-groups, after a work-group barrier that orders
 * the other work-items' memory accesses before the arrival. */

/* Looks that acquire by themselves. They go on as soon as the barrier is open; but where an acquire empties a
 * cache, as on GPUs, who waits for long would take it from those who work: later looks are relaxed, and the
 * last one is repeated with acquire. */
#define COOP_BARRIER_SOON COOP_LADDER_SPINS

/* Beside what a wait returns: the work-group must drain. Alone: and the barrier is not open. No generation
 * comes so far. */
#define COOP_BARRIER_DRAINS (1ul << 63)

/* Waits for the barrier that follows generation `coop->generation`, and returns the release word, or what it
 * will be. Who completes a barrier of several does not look whether it must drain. Those who wait look at
 * least once, and leave even if the barrier is open, so that the next one does not complete without them. A
 * newcomer can be here before the barrier that it began at is released: what it then sees is older than its
 * own generation, and says nothing.
 * Test: unit.pool_interleaving.sees_a_newcomer_that_goes_on_at_an_older_generation.
 * The host is shown that the work-group waits once it does so for a while: most barriers open at once, and
 * the next arrival would wait for the store. */
static ulong coop_barrier_wait(local struct coop_group *coop)
{
    global coop_word64 *word = &coop->instance->release;
    ulong generation = coop->generation;
    struct coop_backoff backoff = coop_backoff_init();
    ulong drains = 0;

    for (;;) {
        int is_soon = backoff.rounds < COOP_BARRIER_SOON;
        int looks = coop_backoff_is_at_rung(backoff);
        int leaves = looks && coop_must_drain(coop->control);
        /* Pairs with coop_resize_complete_barrier. */
        ulong release = is_soon ? coop_load64_acquire(word) : coop_load64_relaxed(word);

        drains |= leaves ? COOP_BARRIER_DRAINS : 0ul;
        if (coop_release_generation(release) > generation) {
            return (is_soon ? release : coop_load64_acquire(word)) | drains;
        }
        if (leaves) {
            return drains;
        }
        if (backoff.rounds == COOP_BARRIER_SOON) {
            coop_slot_show(coop, coop->op, coop->op_state);
        }
        coop_relax(&backoff);
    }
}

/* The arrivals at the plain barrier have been taken back, so that M stands in the release word alone. */
COOP_SELDOM static ulong coop_barrier_wait_late(local struct coop_group *coop)
{
    return coop_barrier_wait(coop);
}

/* What the release word will say of the plain barrier, by a pool word that shows it complete with M =
 * `active`. */
static inline ulong coop_barrier_opened(local struct coop_group *coop, ulong generation, ulong word,
                                        uint active)
{
    if (COOP_IS_SELDOM(active == COOP_POOL_TAKEN_BACK)) {
        return coop_barrier_wait_late(coop);
    }
    return coop_release_make(generation + 1, active) |
           (coop_pool_resizes(word, generation) ? COOP_RELEASE_RESIZING : 0ul);
}

/* As coop_barrier_wait_plain, of a wait that is not a short one. */
COOP_SELDOM static ulong coop_barrier_wait_long(local struct coop_group *coop)
{
    global coop_word64 *at = &coop->instance->pool;
    ulong generation = coop->generation;
    struct coop_backoff backoff = coop_backoff_init();

    coop_slot_show(coop, coop->op, coop->op_state);
    backoff.rounds = COOP_BARRIER_SOON - 1u; /* on the ladder's first rung: so many looks have been made */
    coop_relax(&backoff);
    for (;;) {
        int looks = coop_backoff_is_at_rung(backoff);
        ulong drains = looks && coop_must_drain(coop->control) ? COOP_BARRIER_DRAINS : 0ul;
        ulong word = coop_load64_relaxed(at);
        uint active = coop_pool_completed(word, generation);

        if (active != 0) {
            coop_load64_acquire(at);
            return coop_barrier_opened(coop, generation, word, active) | drains;
        }
        if (drains) {
            return drains;
        }
        coop_relax(&backoff);
    }
}

/* As coop_barrier_wait, at a plain barrier, whose last arrival opens it: who waits looks at the pool word,
 * and need not wait until the completer has seen what its addition found, and for a fence of its own. What
 * everybody wrote before the barrier comes with it: all changes of the word are read-modify-writes, and each
 * arrival releases. One of those who wait looks at once whether it must drain: the one that came first, whose
 * arrival left `word`; the others only when they wait for long. */
static inline ulong coop_barrier_wait_plain(local struct coop_group *coop, global coop_word64 *at,
                                            ulong generation, ulong word)
{
    ulong drains = 0;

    if (coop_pool_arrived(word, generation) == 1) {
        drains = coop_must_drain(coop->control) ? COOP_BARRIER_DRAINS : 0ul;
    }
    for (uint looks = 0; looks < COOP_BARRIER_SOON; looks++) {
        uint active;

        word = coop_load64_acquire(at);
        active = coop_pool_completed(word, generation);
        if (COOP_IS_LIKELY(active != 0)) {
            return coop_barrier_opened(coop, generation, word, active) | drains;
        }
        coop_spin();
    }
    return coop_barrier_wait_long(coop) | drains;
}

/* Work-group 0's values for the newcomers of this barrier, and where they begin. Every arrival releases;
 * whoever completes the barrier acquires this one's. */
static void coop_barrier_deposit(local struct coop_group *coop)
{
    coop_copy_out(coop->instance->transmit, coop->transmit_out, coop->transmit_bytes);
    coop->instance->resume_state = coop->state;
}

static inline void coop_barrier_after(local struct coop_group *coop, ulong release, int resizes,
                                      int is_traced)
{
    uint active = coop_release_active(release);
    int survives = !resizes || coop_release_survives(release, coop->generation, (uint)coop->group_at[0]);

    if (!survives || is_traced) {
        coop_trace_by_leader(coop, survives ? COOP_TRACE_PASSED : COOP_TRACE_GROUP_RESIZED_AWAY,
                             coop_trace_now(coop),
                             coop_trace_subject(coop->sequence, (uint)coop->group_at[0], active), release);
    }
    if (!survives) {
        coop_slot_give_by_leader(coop);
        return;
    }
    coop->generation = coop_release_generation(release);
    if (resizes && coop->group_at[0] != 0) {
        coop_work_stays(coop);
    }
    /* This one goes back to work, and does not wait again for a while. */
    if (coop->groups[0] > active) {
        coop_let_leave((uint)coop->groups[0] - active);
    }
    coop_instance_set_num_groups(coop, active);
    /* A barrier leaves one work-group at least. Where the last one may be killed, too, an offer of its own
     * follows. */
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
COOP_SELDOM static void coop_barrier_clash(local struct coop_group *coop)
{
    coop_fail(coop, COOP_FAILURE_BARRIER_KINDS, 0u);
    coop_barrier_abandon(coop);
}

/* With its arrival it is clear that the barrier never completes for the work-group: a failure of the program
 * (S7). */
COOP_SELDOM static void coop_barrier_refuse(local struct coop_group *coop, int clashes, uint arrived)
{
    if (clashes) {
        coop_barrier_clash(coop);
        return;
    }
    coop_fail(coop, COOP_FAILURE_BARRIER_MISMATCH, arrived);
    coop_barrier_abandon(coop);
}

/* The work-group is the last to arrive, and left `word`: a barrier that leaves M as it is is complete. So the
 * arrivals are taken back behind the release. Relaxed: whoever looks at them meanwhile learns that the
 * barrier is complete from either value; and as a read-modify-write it hands on what those before it have
 * released. Who waits at a plain barrier looks at the pool word, and asks the release word for M alone, if it
 * comes late; who waits at a resizing one, which may end it, needs the generation, and learns all of it from
 * the release word. */
static ulong coop_barrier_complete_as_it_is(local struct coop_group *coop, ulong word, int resizes)
{
    global struct coop_instance *instance = coop->instance;
    ulong release = coop_release_make(coop->generation + 1, coop_pool_get(word, COOP_POOL_ACTIVE));

    if (resizes) {
        release |= COOP_RELEASE_RESIZING;
        coop_store64_release(&instance->release, release); /* as in coop_resize_complete_barrier */
    } else {
        coop_store64_relaxed(&instance->release, release);
    }
    coop_add64_relaxed(&instance->pool, coop_pool_forgetting(word, coop->generation));
    return release;
}

static inline ulong coop_barrier_complete(local struct coop_group *coop, ulong word, int resizes,
                                          int is_traced)
{
    struct coop_pool_step step;
    ulong at_ns = 0;

    if (!resizes ||
        coop_pool_keeps_active(coop_pool_complete_barrier(word, coop->generation, coop->kills_max))) {
        return coop_barrier_complete_as_it_is(coop, word, resizes);
    }
    step = coop_pool_perform_completion(&coop->instance->pool, word, coop->generation, coop->kills_max,
                                        coop_trace_is_on(coop) ? &at_ns : 0);
    if (step.killed + step.forked == 0 && is_traced) {
        coop_trace_by_leader(coop, COOP_TRACE_BARRIER, at_ns,
                             coop_trace_subject(coop->sequence, (uint)coop->group_at[0],
                                                coop_pool_get(step.word, COOP_POOL_ACTIVE)),
                             step.word);
    }
    /* Its own word, not read back (R2) */
    return coop_resize_complete_barrier(coop, step, step.killed, at_ns);
}

/* `resizes` and `is_traced` are constants where it matters. */
static inline void coop_barrier_by_leader(local struct coop_group *coop, int resizes, int is_traced)
{
    global coop_word64 *pool = &coop->instance->pool;
    ulong generation = coop->generation;
    uint group_id = (uint)coop->group_at[0];
    struct coop_pool_step step;
    ulong release;
    ulong at_ns = 0;

    if (resizes && group_id == 0) {
        coop_barrier_deposit(coop);
    } else if (resizes) {
        coop_work_leave(coop); /* it may end here */
    }
    step = coop_pool_perform_arrival(pool, generation, resizes, group_id, is_traced ? &at_ns : 0);
    if (is_traced) {
        coop_trace_by_leader(coop, COOP_TRACE_ARRIVED, at_ns,
                             coop_trace_subject(coop->sequence, group_id, resizes ? 2u : 1u), step.word);
    }
    if (COOP_IS_LIKELY(step.event == COOP_POOL_DONE)) {
        release =
            resizes ? coop_barrier_wait(coop) : coop_barrier_wait_plain(coop, pool, generation, step.word);
        if (COOP_IS_SELDOM(release == COOP_BARRIER_DRAINS)) {
            coop_barrier_abandon(coop);
            return;
        }
        if (COOP_IS_SELDOM(coop_release_clashes(release & ~COOP_BARRIER_DRAINS, generation, resizes))) {
            coop_barrier_clash(coop);
            return;
        }
    } else if (step.event == COOP_POOL_FULL) {
        release = coop_barrier_complete(coop, step.word, resizes, is_traced);
    } else {
        coop_barrier_refuse(coop, step.event == COOP_POOL_BARRIER_CLASHES,
                            coop_pool_arrived(step.word, generation));
        return;
    }
    coop_barrier_after(coop, release & ~COOP_BARRIER_DRAINS, resizes, is_traced);
    if (COOP_IS_SELDOM((release & COOP_BARRIER_DRAINS) != 0)) {
        coop_barrier_abandon(coop);
    }
}
