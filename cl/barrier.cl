/* The two global barriers: one body. They differ in what the step of the group-count word does at completion
 * (S5, S6).
 *
 * Stands on: resize.cl. Callers: leaders of cooperative work-groups, after a work-group barrier that orders
 * the other work-items' memory accesses before the arrival. */

/* Polls that acquire by themselves. With these a work-group goes on as soon as the barrier is open. But on
 * GPUs an acquire empties a cache, and a work-group that waits for long would take the cache from those that
 * work. So later polls are relaxed, and the last one is repeated with acquire. */
#define COOP_BARRIER_SOON COOP_BACKOFF_SPINS

/* A bit in what a wait returns: the work-group must drain. When a wait returns this bit alone, the barrier is
 * not open. No phase grows so large. */
#define COOP_BARRIER_DRAINS (1ul << 63)

/* Waits for the barrier that follows phase `coop->phase`, and returns the phase word, or what it will be. The
 * completer of a barrier of several work-groups does not check whether it must drain. Each waiting work-group
 * checks at least once, and leaves even if the barrier is open, so that the next barrier does not complete
 * without it. A joining work-group can wait here before the barrier at which it began is released: the phase
 * that it then reads is older than its own, and means nothing to it.
 * Test: unit.groups_interleaving.sees_a_joiner_that_goes_on_at_an_older_phase.
 * Only after a while does the slot show the host that the work-group waits: most barriers open at once. */
static ulong coop_barrier_wait(local struct coop_group *coop)
{
    global coop_word64 *word = &coop->instance->phase_word;
    ulong phase = coop->phase;
    struct coop_backoff backoff = coop_backoff_init();
    ulong drains = 0;

    for (;;) {
        int is_soon = backoff.rounds < COOP_BARRIER_SOON;
        int looks = coop_backoff_is_at_step(backoff);
        int leaves = looks && coop_must_drain(coop->control);
        /* Pairs with coop_resize_complete_barrier. */
        ulong phase_word = is_soon ? coop_load64_acquire(word) : coop_load64_relaxed(word);

        drains |= leaves ? COOP_BARRIER_DRAINS : 0ul;
        if (coop_phase_number(phase_word) > phase) {
            return (is_soon ? phase_word : coop_load64_acquire(word)) | drains;
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

/* The phase word tells what has become of the barrier: the completer has taken back the arrivals, or the
 * barrier may end the work-group. If it lives on, it also waits until the group-count word shows the arrivals
 * complete: where the barrier leaves M as it is, the completer's store of the phase word does not release. */
COOP_SELDOM static ulong coop_barrier_wait_late(local struct coop_group *coop)
{
    ulong phase = coop->phase;
    ulong phase_word = coop_barrier_wait(coop);

    coop_slot_show(coop, COOP_OP_NONE, coop->state);
    if (coop_phase_survives(phase_word & ~COOP_BARRIER_DRAINS, phase, (uint)coop->group_at[0])) {
        while (coop_groups_completed(coop_load64_acquire(&coop->instance->counts), phase) == 0) {
            coop_spin();
        }
    }
    return phase_word;
}

/* Has the barrier opened, by the group-count word: P10 to P12. */
static inline uint coop_barrier_completed(ulong word, ulong phase, int resizes)
{
    return resizes ? coop_groups_completed_resizing(word, phase) : coop_groups_completed(word, phase);
}

/* What the phase word will be after the barrier, by a group-count word that shows the barrier complete with
 * M = `active`. */
static inline ulong coop_barrier_opened(local struct coop_group *coop, ulong phase, ulong word,
                                        uint active)
{
    if (COOP_IS_SELDOM(active == COOP_GROUPS_SEE_PHASE_WORD)) {
        return coop_barrier_wait_late(coop);
    }
    return coop_phase_make(phase + 1, active) |
           (coop_groups_resizes(word, phase) ? COOP_PHASE_RESIZING : 0ul);
}

/* As coop_barrier_wait_open, for a wait that is not a short one. */
COOP_SELDOM static ulong coop_barrier_wait_long(local struct coop_group *coop, int resizes)
{
    global coop_word64 *at = &coop->instance->counts;
    ulong phase = coop->phase;
    struct coop_backoff backoff = coop_backoff_init();

    coop_slot_show(coop, coop->op, coop->op_state);
    backoff.rounds = COOP_BARRIER_SOON - 1u; /* on the back-off's first step: so many polls were made */
    coop_relax(&backoff);
    for (;;) {
        int looks = coop_backoff_is_at_step(backoff);
        ulong drains = looks && coop_must_drain(coop->control) ? COOP_BARRIER_DRAINS : 0ul;
        ulong word = coop_load64_relaxed(at);
        uint active = coop_barrier_completed(word, phase, resizes);

        if (active != 0) {
            coop_load64_acquire(at);
            coop_slot_show(coop, COOP_OP_NONE, coop->state);
            return coop_barrier_opened(coop, phase, word, active) | drains;
        }
        if (drains) {
            return drains;
        }
        coop_relax(&backoff);
    }
}

/* As coop_barrier_wait, where the last arrival opens the barrier: at a non-resizing one, and at a resizing
 * one that leaves M as it is. A waiting work-group polls the group-count word. So it need not wait until the
 * completer has seen what its addition found, nor for a fence of the completer's. Everything that any
 * work-group wrote before the barrier is visible with the word: all changes of the word are
 * read-modify-writes, and each arrival releases. If the group-count word cannot say that the work-group lives
 * on, it waits for the phase word. `word` is what the work-group's arrival left: the one that came first
 * checks at once whether it must drain; the others check only when they wait for long. */
static inline ulong coop_barrier_wait_open(local struct coop_group *coop, global coop_word64 *at, ulong phase,
                                           ulong word, int resizes)
{
    ulong drains = 0;

    if (coop_groups_arrived(word, phase) == 1) {
        drains = coop_must_drain(coop->control) ? COOP_BARRIER_DRAINS : 0ul;
    }
    for (uint looks = 0; looks < COOP_BARRIER_SOON; looks++) {
        uint active;

        word = coop_load64_acquire(at);
        active = coop_barrier_completed(word, phase, resizes);
        if (COOP_IS_LIKELY(active != 0)) {
            return coop_barrier_opened(coop, phase, word, active) | drains;
        }
        coop_spin();
    }
    return coop_barrier_wait_long(coop, resizes) | drains;
}

/* Work-group 0's values for the joining work-groups of this barrier, and where they begin. Every arrival
 * releases; the completer of the barrier acquires what this one releases. */
static void coop_barrier_deposit(local struct coop_group *coop)
{
    coop_copy_out(coop->instance->transmit, coop->transmit_out, coop->transmit_bytes);
    coop->instance->resume_state = coop->state;
}

/* The barrier has ended the work-group, which knows so now: its loads of the group-count word are over, which
 * the addition publishes (P12). */
static void coop_barrier_end(local struct coop_group *coop)
{
    coop_add_release(&coop->instance->leaving, 0u - 1u);
    coop_slot_give_by_leader(coop);
}

static inline void coop_barrier_after(local struct coop_group *coop, ulong phase_word, int resizes,
                                      int is_traced)
{
    uint active = coop_phase_active(phase_word);
    int survives = !resizes || coop_phase_survives(phase_word, coop->phase, (uint)coop->group_at[0]);

    if (!survives || is_traced) {
        coop_trace_by_leader(coop, survives ? COOP_TRACE_PASSED : COOP_TRACE_GROUP_RESIZED_AWAY,
                             coop_trace_now(coop),
                             coop_trace_subject(coop->sequence, (uint)coop->group_at[0], active), phase_word);
    }
    if (!survives) {
        coop_barrier_end(coop);
        return;
    }
    coop->phase = coop_phase_number(phase_word);
    if (resizes) {
        coop_parts_take_over(coop);
    }
    if (coop->groups[0] != active) {
        /* This work-group goes back to work, and does not wait again for a while. */
        if (coop->groups[0] > active) {
            coop_let_leave((uint)coop->groups[0] - active);
        }
        coop_instance_set_num_groups(coop, active);
    }
    /* A barrier leaves one work-group at least. Where the last one may be killed, too, it makes an offer of
     * its own afterwards. */
    if (resizes && active == 1 && (coop->flags & COOP_INSTANCE_MAY_KILL_ALL)) {
        coop_resize_offer_kill_by_leader(coop);
    }
}

/* The barrier will never complete: the work-group runs no step beyond it, and leaves in its next round. */
static void coop_barrier_abandon(local struct coop_group *coop)
{
    coop->has_work = 0;
}

/* Other work-groups are at the other kind of barrier. */
COOP_SELDOM static void coop_barrier_clash(local struct coop_group *coop)
{
    coop_fail(coop, COOP_FAILURE_BARRIER_KINDS, 0u);
    coop_barrier_abandon(coop);
}

/* The arrival shows that the barrier never completes for the work-group: a failure of the program (S7). */
COOP_SELDOM static void coop_barrier_refuse(local struct coop_group *coop, int clashes, uint arrived)
{
    if (clashes) {
        coop_barrier_clash(coop);
        return;
    }
    coop_fail(coop, COOP_FAILURE_BARRIER_MISMATCH, arrived);
    coop_barrier_abandon(coop);
}

/* The work-group is the last to arrive, its arrival left `word`, and the barrier leaves M unchanged: so the
 * barrier is complete, and the arrivals are taken back after the release. Relaxed: a reader of the arrivals
 * learns from either value that the barrier is complete; and the addition, as a read-modify-write, hands on
 * what those before it have released. A work-group that waits polls the group-count word; only if it comes
 * late, or if the barrier may end it, does it read the phase word. */
static ulong coop_barrier_complete_as_it_is(local struct coop_group *coop, ulong word, int resizes)
{
    global struct coop_instance *instance = coop->instance;
    ulong phase_word = coop_phase_make(coop->phase + 1, coop_groups_get(word, COOP_GROUPS_ACTIVE));
    ulong forgetting = coop_groups_forgetting(word, coop->phase);

    phase_word |= resizes ? COOP_PHASE_RESIZING : 0ul;
    coop_store64_relaxed(&instance->phase_word, phase_word);
    if (resizes && COOP_IS_SELDOM((word & COOP_GROUPS_LEAVING) != 0)) {
        /* Pairs with coop_barrier_end. */
        uint leaving = coop_load_acquire(&instance->leaving);
        forgetting = coop_groups_forgetting_leaving(word, coop->phase, leaving);
    }
    coop_add64_relaxed(&instance->counts, forgetting);
    return phase_word;
}

static inline ulong coop_barrier_complete(local struct coop_group *coop, ulong word, int resizes,
                                          int is_traced)
{
    struct coop_groups_step step;
    ulong at_ns = 0;

    if (!resizes ||
        coop_groups_keeps_active(coop_groups_complete_barrier(word, coop->phase, coop->kills_max))) {
        return coop_barrier_complete_as_it_is(coop, word, resizes);
    }
    step = coop_groups_perform_completion(&coop->instance->counts, word, coop->phase, coop->kills_max,
                                        coop_trace_is_on(coop) ? &at_ns : 0);
    if (step.killed + step.forked == 0 && is_traced) {
        coop_trace_by_leader(coop, COOP_TRACE_BARRIER, at_ns,
                             coop_trace_subject(coop->sequence, (uint)coop->group_at[0],
                                                coop_groups_get(step.word, COOP_GROUPS_ACTIVE)),
                             step.word);
    }
    /* The completer uses the word that it stores, and does not read it back (R2) */
    return coop_resize_complete_barrier(coop, step, step.killed, at_ns);
}

/* `resizes` and `is_traced` are constants where speed matters. */
static inline void coop_barrier_by_leader(local struct coop_group *coop, int resizes, int is_traced)
{
    global coop_word64 *counts = &coop->instance->counts;
    ulong phase = coop->phase;
    uint group_id = (uint)coop->group_at[0];
    struct coop_groups_step step;
    ulong phase_word;
    ulong at_ns = 0;

    if (resizes && group_id == 0) {
        coop_barrier_deposit(coop);
    } else if (resizes) {
        coop_parts_hand_over(coop);
    }
    step = coop_groups_perform_arrival(counts, phase, resizes, group_id, is_traced ? &at_ns : 0);
    /* Now: the next arrival would wait for a store behind the barrier. */
    coop_slot_show(coop, COOP_OP_NONE, coop->state);
    if (is_traced) {
        coop_trace_by_leader(coop, COOP_TRACE_ARRIVED, at_ns,
                             coop_trace_subject(coop->sequence, group_id, resizes ? 2u : 1u), step.word);
    }
    if (COOP_IS_LIKELY(step.event == COOP_GROUPS_DONE)) {
        phase_word = coop_barrier_wait_open(coop, counts, phase, step.word, resizes);
        if (COOP_IS_SELDOM(phase_word == COOP_BARRIER_DRAINS)) {
            coop_barrier_abandon(coop);
            return;
        }
        if (COOP_IS_SELDOM(coop_phase_clashes(phase_word & ~COOP_BARRIER_DRAINS, phase, resizes))) {
            coop_barrier_clash(coop);
            return;
        }
    } else if (step.event == COOP_GROUPS_FULL) {
        phase_word = coop_barrier_complete(coop, step.word, resizes, is_traced);
    } else {
        coop_barrier_refuse(coop, step.event == COOP_GROUPS_BARRIER_CLASHES,
                            coop_groups_arrived(step.word, phase));
        return;
    }
    coop_barrier_after(coop, phase_word & ~COOP_BARRIER_DRAINS, resizes, is_traced);
    if (COOP_IS_SELDOM((phase_word & COOP_BARRIER_DRAINS) != 0)) {
        coop_barrier_abandon(coop);
    }
}
