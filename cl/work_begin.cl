/* What a module's text needs of work queues beside device/: the one keyword of coop/workqueue.clh that does
 * nothing in the megakernel, since a work-group's part of a work queue begins with its frame (work.cl), also
 * when the work-group begins behind the call; and the looks of a work-group that runs on.
 *
 * Stands on: device/run_on.clh, group.cl, failure.cl. */
#if defined(COOP_WORK) && COOP_WORK

static inline void coop_work_begin(local struct coop_work *work, global struct coop_workqueue *queue)
{
}

/* Relaxed: as coop_must_drain, a look at requests, on which the primitives of the loop act (Q9). Any kill or
 * grant calls the work-group, also one that another work-group may take before. */
static uint coop_work_others_by_leader(local struct coop_work *work)
{
    local struct coop_group *coop = work->coop;
    ulong counts = coop_load64_relaxed(&coop->instance->counts);

    coop->steps++;
    coop_slot_show(coop, COOP_OP_NONE, coop->state);
    if (coop_groups_get(counts, COOP_GROUPS_REQUEST) > 0 || coop_must_drain(coop->control)) {
        return 0;
    }
#if COOP_WORK_TEAM
    return coop_team_members(work, coop_groups_get(counts, COOP_GROUPS_ACTIVE));
#else
    return coop_groups_get(counts, COOP_GROUPS_ACTIVE);
#endif
}

#if COOP_WORK_TEAM
/* What the scheduler says of hunger to the broker has changed (X1). */
static void coop_work_call_scheduler_by_leader(local struct coop_work *work)
{
    coop_ring_doorbell(work->coop->control);
}
#endif

#endif
