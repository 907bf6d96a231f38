/* The failure word: the first failure wins, and then all work-groups drain.
 *
 * Stands on: mailbox.cl, group.cl. Any work-item may call coop_fail_at, leaders coop_failure_begin and
 * coop_fail.
 *   F1  the work-item that moves `kind` from NONE writes the record, once; the host reads it after
 *       `is_complete`. */

/* Whether the caller is the one that writes the record. */
static inline int coop_failure_take(local struct coop_group *coop, uint kind)
{
    /* Relaxed: one of them wins, and nothing is published by that (F1). */
    return coop_replace_relaxed(&coop->control->failure.kind, COOP_FAILURE_NONE, kind);
}

/* Once it is written. */
static inline void coop_failure_publish(local struct coop_group *coop)
{
    global struct coop_failure_record *failure = &coop->control->failure;

    failure->slot = coop->slot;
    coop_store_release(&failure->is_complete, 1u); /* publishes the record; pairs with the host's load */
    coop_ring_doorbell(coop->control);
}

/* For the step that has ended, whatever the leader does meanwhile. */
COOP_SELDOM static void coop_fail_at(local struct coop_group *coop, uint state, uint kind, uint detail)
{
    global struct coop_failure_record *failure = &coop->control->failure;

    if (coop_failure_take(coop, kind)) {
        failure->detail = detail;
        failure->launch = coop->stepped_sequence;
        failure->group_id = coop->stepped_group;
        failure->state = state;
        coop_failure_publish(coop);
    }
}

#if COOP_LOOPS
/* What the work-group's step answers; `other` differs when a work-item ended it elsewhere (W2). */
static inline uint coop_item_agree(local struct coop_group *coop, uint next, uint other)
{
    if (COOP_IS_SELDOM(next != other)) {
        coop->stepped_sequence = coop->sequence;
        coop->stepped_group = (uint)coop->group_at[0];
        coop_fail_at(coop, coop->state, COOP_FAILURE_DIVERGED, other);
    }
    return next;
}
#endif

/* For what the leader performs, which may be the beginning of a work-group, before its first step. Whether
 * the caller is the one that writes the rest of the record, and publishes it. */
COOP_SELDOM static int coop_failure_begin(local struct coop_group *coop, uint kind)
{
    global struct coop_failure_record *failure = &coop->control->failure;

    if (!coop_failure_take(coop, kind)) {
        return 0;
    }
    failure->launch = coop->sequence;
    failure->group_id = (uint)coop->group_at[0];
    failure->state = coop->op_state;
    return 1;
}

static void coop_fail(local struct coop_group *coop, uint kind, uint detail)
{
    global struct coop_failure_record *failure = &coop->control->failure;

    if (coop_failure_begin(coop, kind)) {
        failure->detail = detail;
        coop_failure_publish(coop);
    }
}

/* Must this work-group leave instead of doing what it was about to do? Relaxed: it is a request, and the
 * work-group may act on it a little later. Both words are loaded at once, so that the two loads take the time
 * of one. */
static inline int coop_must_drain(global struct coop_control *control)
{
    uint stop = coop_load_relaxed(&control->stop);
    uint kind = coop_load_relaxed(&control->failure.kind);

    return (stop | (kind ^ COOP_FAILURE_NONE)) != 0;
}
