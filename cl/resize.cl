/* Growing and shrinking: request_fork, offer_kill, and what a resizing barrier does to M.
 *
 * Stands on: groups.cl, slot.cl, instance.cl. Invariants P1..P7 in shared/groups.h, S3, S4, S6 in
 * docs/protocol.md. In an instance whose ids have gaps, a joining work-group has the id that goes with its
 * slot, and no other work-group has that id (S1a; U1 of ids.cl). */

/* Gives frames to the `count` newest of `active` work-groups, which begin at `state` after `phase` barriers.
 * Their slots come from the instance's reserved set. The caller's step of the group-count word has claimed
 * that many (P6), so the slots are there, if not at once: a caller that loses some to another taker finds
 * enough others further on.
 *
 * Trap (a joining work-group runs through a barrier): a joining work-group must not read its phase from the
 * phase word, which may still be the old one when the frame is published. The frame holds the phase (R2), so
 * that frames and phase word may become visible in any order. Test:
 * device.resize.joiner_waits_at_its_first_barrier. */
COOP_SMALL static void coop_resize_begin_groups(local struct coop_group *coop, ulong phase, uint state,
                                                uint active, uint count)
{
    uint words = coop_slotset_words(coop_load_relaxed(&coop->control->slot_count));
    uint group_id = active - count;
    struct coop_backoff backoff = coop_backoff_init();
    struct coop_frame_values values;

    values.phase = phase;
    values.instance = coop->instance_index;
    values.state = state;
    values.num_groups = active;
    for (uint i = 0; group_id < active; i++) {
        ulong taken;
        if (i == words) { /* polls all of them again */
            if (coop_must_drain(coop->control)) {
                return;
            }
            coop_relax(&backoff);
            i = 0;
        }
        for (taken = coop_slotset_take(&coop->instance->reserved, i, active - group_id); taken != 0;
             taken &= taken - 1ul) {
            uint slot = coop_slotset_slot(i, taken);
            values.group_id = coop->flags & COOP_INSTANCE_KILLS_ANY
                                  ? coop_slot_at(coop->control, slot)->promised_id
                                  : group_id;
            coop_slot_assign(coop, slot, values, coop->transmit_bytes);
            group_id++;
        }
    }
}

/* Takes the grant, if there is one: the joining work-groups begin at `state`. The caller is work-group
 * `group_id`. Returns M. */
static uint coop_resize_take_grant(local struct coop_group *coop, uint group_id, uint state)
{
    ulong at_ns = 0;
    struct coop_groups_step step =
        coop_groups_perform_request(&coop->instance->counts, coop_trace_is_on(coop) ? &at_ns : 0);
    uint active = coop_groups_get(step.word, COOP_GROUPS_ACTIVE);

    if (step.event != COOP_GROUPS_NOTHING) {
        coop_add_relaxed(&coop->instance->stats.forks, step.forked);
        coop_trace_by_leader(coop, COOP_TRACE_FORKED, at_ns,
                             coop_trace_subject(coop->sequence, group_id, step.forked), step.word);
        coop_resize_begin_groups(coop, coop->phase, state, active, step.forked);
    }
    return active;
}

static void coop_resize_request_fork_by_leader(local struct coop_group *coop)
{
    coop_instance_set_num_groups(coop,
                                 coop_resize_take_grant(coop, (uint)coop->group_at[0], coop->state));
}

/* `step`, taken at `at_ns`, has completed the barrier at which all active work-groups wait, and holds the new
 * M. Gives frames to the joining work-groups, and then tells the waiting ones. Its last access to the
 * instance on behalf of the barrier is the release store of the phase word, which it returns.
 *
 * Trap (a killed work-group believes that it lives): phase and M are in one word, and a work-group counts
 * only the phase that follows its own (R3). Test: unit.groups.late_reader_knows_it_was_killed,
 * device.resize.*. */
COOP_SMALL static ulong coop_resize_complete_barrier(local struct coop_group *coop,
                                                     struct coop_groups_step step, uint barrier_kills,
                                                     ulong at_ns)
{
    global struct coop_instance *instance = coop->instance;
    uint active = coop_groups_get(step.word, COOP_GROUPS_ACTIVE);
    ulong phase = coop->phase + 1;
    ulong phase_word = coop_phase_make(phase, active) | (step.resizes ? COOP_PHASE_RESIZING : 0ul);

    if (barrier_kills > 0 || step.forked > 0) {
        coop_trace_by_leader(coop, COOP_TRACE_RESIZED, at_ns,
                             coop_trace_subject(coop->sequence, (uint)coop->group_at[0], active), step.word);
    }
    if (step.forked > 0) {
        coop_add_relaxed(&instance->stats.barrier_forks, step.forked);
        /* The work-group's own values are not needed any more */
        coop_copy_in(coop->transmit_out, instance->transmit, coop->transmit_bytes);
        coop_resize_begin_groups(coop, phase, instance->resume_state, active, step.forked);
    }
    if (barrier_kills > 0) {
        coop_add_relaxed(&instance->stats.barrier_kills, barrier_kills);
        /* Before any of them can know that it has ended */
        coop_add_relaxed(&instance->leaving, barrier_kills);
    }
    /* Publishes M, and everything that any work-group wrote before the barrier; pairs with the load in
     * coop_barrier_wait. */
    coop_store64_release(&instance->phase_word, phase_word);
    return phase_word;
}

/* Leaves the frame with which the scheduler resumes the instance. No other work-group runs, and none can
 * begin except through this one, so no other work-group touches the fields. */
static void coop_resize_park(local struct coop_group *coop)
{
    global struct coop_instance *instance = coop->instance;

    coop_copy_out(instance->transmit, coop->transmit_out, coop->transmit_bytes);
    instance->resume_state = coop->state;
    instance->parked_group = (uint)coop->group_at[0];
    instance->parked_phase = coop->phase;
}

/* As coop_groups_perform_request. A step that suspends the instance publishes the parked frame, so the frame
 * is parked before the exchange; only the word that the exchange expects shows whether the step suspends. */
static struct coop_groups_step coop_resize_offer(local struct coop_group *coop, private ulong *at_ns)
{
    ulong word = coop_load64_relaxed(&coop->instance->counts); /* the exchange below decides */
    struct coop_groups_step step;

    do {
        step = coop_groups_offer_kill(word, coop->phase, coop_group_kill_id(coop), coop->kills_max);
        if (step.event == COOP_GROUPS_NOTHING) {
            return step;
        }
        if (coop_group_puts_off(coop, COOP_OP_OFFER_KILL)) {
            step.event = COOP_GROUPS_NOTHING;
            step.word = word;
            return step;
        }
        if (step.event == COOP_GROUPS_SUSPENDS) {
            coop_resize_park(coop);
        }
        coop_groups_note_time(at_ns);
    } while (!coop_replace64_acquire_release(&coop->instance->counts, &word, step.word));
    return step;
}

/* As coop_resize_offer, where kills are claimed: each work-group takes two additions, however many end at
 * once. */
static struct coop_groups_step coop_resize_claim(local struct coop_group *coop, ulong word,
                                                 private ulong *at_ns)
{
    struct coop_groups_step step = coop_groups_unchanged(word);

    if (!coop_claims_grant(word, coop->phase) || coop_group_puts_off(coop, COOP_OP_OFFER_KILL) ||
        !coop_groups_perform_claim(&coop->instance->counts, coop->phase)) {
        return step;
    }
    return coop_groups_perform_settlement(&coop->instance->counts, coop->phase, at_ns);
}

/* Ends the work-group, `group_id`, if the scheduler requests it (S3); the step says whether it does. */
COOP_SMALL static struct coop_groups_step coop_resize_take_offer(local struct coop_group *coop, uint group_id)
{
    struct coop_groups_step step;
    ulong at_ns = 0;
    private ulong *noted_ns = coop_trace_is_on(coop) ? &at_ns : 0;
    ulong word = coop_load64_relaxed(&coop->instance->counts);

    /* The instance can end with this work-group only if others have returned. */
    if (coop_groups_get(word, COOP_GROUPS_RETURNED) > 0) {
        coop_instance_note_end(coop->instance);
    }
    step = coop_claims_apply(word) ? coop_resize_claim(coop, word, noted_ns)
                                   : coop_resize_offer(coop, noted_ns);
    if (step.event == COOP_GROUPS_NOTHING) {
        return step;
    }
    if (!(coop->flags & COOP_INSTANCE_COOPERATIVE)) {
        coop_trace_by_leader(coop, COOP_TRACE_GROUP_RAN, at_ns,
                             coop_trace_subject(coop->sequence, group_id, coop->logical_groups_done), 0ul);
    }
    coop_trace_by_leader(
        coop, COOP_TRACE_GROUP_KILLED, at_ns,
        coop_trace_subject(coop->sequence, group_id, coop_groups_get(step.word, COOP_GROUPS_ACTIVE)),
        step.word);
    /* All the others wait for this work-group, so the instance is still there (I1) */
    if (step.event == COOP_GROUPS_BARRIER) {
        coop_resize_complete_barrier(coop, step, step.killed - 1, coop_trace_now(coop));
    } else if (step.event == COOP_GROUPS_STUCK) {
        coop_fail(coop, COOP_FAILURE_BARRIER_MISMATCH, coop_groups_arrived(step.word, coop->phase));
    }
    coop_slot_give_by_leader(coop);
    return step;
}

COOP_SMALL static void coop_resize_offer_kill_by_leader(local struct coop_group *coop)
{
    struct coop_groups_step step;

    if (!coop_parts_may_be_killed(coop)) {
        coop_instance_set_num_groups(
            coop, coop_groups_get(coop_load64_relaxed(&coop->instance->counts), COOP_GROUPS_ACTIVE));
        return;
    }
    step = coop_resize_take_offer(coop, (uint)coop->group_at[0]);
    if (step.event == COOP_GROUPS_NOTHING) {
        coop_parts_stay(coop);
        coop_instance_set_num_groups(coop, coop_groups_get(step.word, COOP_GROUPS_ACTIVE));
    }
}

/* Is something asked for that a work-group may do between two logical ones? That of an elastic kernel which
 * has nothing drawn (S9a). */
static inline int coop_resize_is_due(local const struct coop_group *coop)
{
    return coop_draw_is_elastic(coop) && coop_draw_is_empty(coop) && coop_draw_is_asked(coop);
}

/* Between two logical work-groups of an elastic kernel: takes a grant, as long as there is something to draw
 * for those that join, or ends the work-group, if the scheduler requests it. True when it has ended. */
static int coop_resize_between_by_leader(local struct coop_group *coop)
{
    global struct coop_instance *instance = coop->instance;
    uint group_id = coop_load_relaxed(&coop_slot_at(coop->control, coop->slot)->group_id);

    if (coop_groups_kill_wanted(coop_load64_relaxed(&instance->counts)) > 0) {
        return coop_resize_take_offer(coop, group_id).event != COOP_GROUPS_NOTHING;
    }
    if (coop_load64_relaxed(&instance->next_logical_group) < instance->launch.logical_groups_total) {
        coop_resize_take_grant(coop, group_id, 0);
    }
    return 0;
}
