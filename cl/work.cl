/* Work queues in the megakernel: where a work-group's part of one lies, and what it does when the work-group
 * begins or ends.
 *
 * Stands on: device/member.clh, instance.cl's step of the group-count word. Callers: leaders of cooperative
 * work-groups. The module says which kernels have a work queue, and where: coop_module_work_at and
 * coop_module_work (docs/module.md).
 *   Q8  a work-group ends only when nothing is left in its local queue and outbox; until then it declines
 *       (offer_kill), or tries again (other ends). So no kernel can forget it. A fault of the set ends this:
 *       then no task is run any more. */
#if defined(COOP_WORK) && COOP_WORK

#if COOP_WORK_TEAM
/* The service for the broker (serve.cl). */
struct coop_serve_table {
    uint joined; /* a bit for each entry whose launch is of a team of several domains */
    uint served; /* ... and whose domain this scheduler serves */
    /* Of each entry that is in `joined` */
    global struct coop_workqueue *sets[COOP_INSTANCES_MAX];
    global struct coop_member *members[COOP_INSTANCES_MAX];
    struct coop_serve serve;
};
#endif

/* How long a work-group that must end waits for capacity; after that the queue counts as full. */
#define COOP_WORK_FLUSH_YIELDS 4000u

static void coop_work_enter(local struct coop_group *coop)
{
    uint at = coop_module_work_at(coop->kernel_index);
    uint group = (uint)coop->group_at[0];
    ulong address;
    uint misfit;

    coop->work = (local struct coop_work *)0;
    if (at == ~0u) {
        return;
    }
    coop->work = coop_module_work(coop->kernel_index, coop->locals);
    address = *(COOP_ARGS_SPACE const ulong *)(coop->args + at);
#if COOP_WORK_TEAM
    group = coop_team_number(COOP_POINTER(coop, global struct coop_workqueue *, address),
                             coop->control->setup.member, group);
#endif
    misfit = coop_work_open_by_leader(coop->work, COOP_POINTER(coop, global struct coop_workqueue *, address),
                                      coop->arena, group, coop->items);
#if COOP_WORK_TEAM
    if (misfit == 0) {
        coop_team_open(coop->work, coop->control->setup.member);
    }
#endif
    coop->work->coop = coop;
    if (misfit != 0) {
        coop_fail(coop, COOP_FAILURE_WORK_QUEUE, misfit);
        coop->has_work = 0;
    }
}

/* A hint, for sharing. */
static uint coop_work_members(local struct coop_group *coop)
{
    uint members = coop_groups_get(coop_load64_relaxed(&coop->instance->counts), COOP_GROUPS_ACTIVE);

#if COOP_WORK_TEAM
    return coop_team_members(coop->work, members);
#else
    return members;
#endif
}

/* As coop_fail; the record also says how large the queue is. */
COOP_SMALL static void coop_work_fail_launch(local struct coop_group *coop, uint kind, uint detail)
{
    global struct coop_failure_record *failure = &coop->control->failure;

    if (coop_failure_begin(coop, kind)) {
        failure->detail = detail;
        failure->begin = coop->work->set->overflow_tasks;
        failure->end = coop->work->set->outbox_tasks;
        coop_failure_publish(coop);
    }
}

/* Fails the launch for what the step has found wrong; returns whether there was anything. */
static int coop_work_fails(local struct coop_group *coop)
{
    uint fault = coop_local_load(&coop->work->fault);

    if (fault == COOP_FAILURE_NONE) {
        return 0;
    }
    coop_work_has_fault(coop->work); /* tells the work-groups of other devices */
    coop_work_fail_launch(coop, fault, coop->work->fault_detail);
    return 1;
}

static void coop_work_next(local struct coop_group *coop)
{
    coop_work_next_by_leader(coop->work, coop_work_members(coop));
    coop_work_fails(coop);
}

/* May the work-group end at offer_kill? Only if the scheduler would end it now, it has given up all it holds,
 * and its last step had no fault. */
static int coop_work_may_be_killed(local struct coop_group *coop)
{
    ulong counts = coop_load64_relaxed(&coop->instance->counts); /* a request may also be seen later (S3) */

    if (!coop->work) {
        return 1;
    }
    if (!coop_claims_may_kill(counts, coop->phase, coop_group_kill_id(coop)) ||
        !coop_work_flush_by_leader(coop->work) || coop_work_fails(coop)) {
        return 0;
    }
    coop_work_close_by_leader(coop->work);
    return 1;
}

/* The work-group does not end after all. */
static void coop_work_stays(local struct coop_group *coop)
{
    if (coop->work) {
        coop_work_reopen_by_leader(coop->work);
    }
}

/* The work-group ends, or may end, and cannot decline. */
COOP_SMALL static void coop_work_leave(local struct coop_group *coop)
{
    struct coop_backoff backoff = coop_backoff_init();

    if (!coop->work) {
        return;
    }
    while (!coop_work_flush_by_leader(coop->work)) {
        if (coop_work_has_fault(coop->work)) { /* nobody makes room, or runs what is held: it is lost */
            coop_work_flush_delta(coop->work);
            coop_work_flush_counts(coop->work);
            break;
        }
        if (coop_backoff_is_long(backoff, COOP_WORK_FLUSH_YIELDS)) {
            coop_work_fail_launch(coop, COOP_FAILURE_WORK_FULL, 0u);
        }
        coop_slot_show(coop, COOP_NEXT_OP(coop->next), coop->stepped_state);
        if (coop_must_drain(coop->control)) {
            return;
        }
        coop_relax(&backoff);
    }
    coop_work_fails(coop);
    coop_work_close_by_leader(coop->work);
}

#else

static inline void coop_work_enter(local struct coop_group *coop)
{
}

static inline void coop_work_next(local struct coop_group *coop)
{
}

static inline int coop_work_may_be_killed(local struct coop_group *coop)
{
    return 1;
}

static inline void coop_work_stays(local struct coop_group *coop)
{
}

static inline void coop_work_leave(local struct coop_group *coop)
{
}

#endif

#if COOP_WORK_SEATS_BY_ITEMS
static inline int coop_work_prepares(local struct coop_group *coop)
{
    return (coop->flags & COOP_INSTANCE_COOPERATIVE) && coop->work && coop->work->seats.coming > 0;
}

static inline void coop_work_prepare(local struct coop_group *coop, uint item)
{
    if (coop_work_prepares(coop)) {
        coop_work_seat(coop->work, item, coop->items);
    }
}

static inline void coop_work_prepared(local struct coop_group *coop)
{
    if (coop_work_prepares(coop)) {
        coop->work->seats.coming = 0;
    }
}
#else
static inline int coop_work_prepares(local struct coop_group *coop)
{
    return 0;
}

static inline void coop_work_prepare(local struct coop_group *coop, uint item)
{
}

static inline void coop_work_prepared(local struct coop_group *coop)
{
}
#endif
