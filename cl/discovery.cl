/* Discovery: which work-groups are resident at once, found by asking instead of computing (IWB; Sorensen et
 * al., OOPSLA 2016). Source of the rendezvous: decision 0004.
 *
 * Stands on: atomics.clh, relax.clh, group.cl. Callers: every leader, first of all.
 *   D1  slot numbers are arrival tickets: 0 .. slot_count-1, each given once. Roles never follow from
 *       get_group_id, since a driver may start groups in any order, and the late ones only after the early
 *       ones have ended.
 *   D2  whoever draws a ticket after the poll is closed leaves at once, having touched nothing.
 *   D3  slot_count, once above 0, never changes, and by then all workers are in the free set. A worker reads
 *       it only after it has got a frame, which publishes it. */

/* Who looks at the clock all the time finds so much gone by at once only if the whole process was stopped. */
#define COOP_STOPPED_NS 1000000000ul

/* Where there is no clock, so many polls are long enough. */
#define COOP_DISCOVERY_POLLS 20000000u

/* A wait with an end. While the process was stopped no time passes: nobody could arrive, and the host was
 * stopped, too. */
struct coop_discovery_wait {
    struct coop_backoff backoff;
    ulong asked;     /* the clock's time at the last poll */
    ulong waited_ns; /* without the stops */
    uint polls;
};

static inline struct coop_discovery_wait coop_discovery_wait_init(void)
{
    struct coop_discovery_wait wait;

    wait.backoff = coop_backoff_init();
    wait.asked = coop_clock_ns();
    wait.waited_ns = 0;
    wait.polls = 0;
    return wait;
}

/* Waits a moment, or returns 0 when `limit_ns` are over. */
static int coop_discovery_waits(private struct coop_discovery_wait *wait, ulong limit_ns)
{
    if (COOP_HAS_CLOCK) {
        ulong now = coop_clock_ns();
        wait->waited_ns += now - wait->asked > COOP_STOPPED_NS ? 0ul : now - wait->asked;
        wait->asked = now;
    }
    if (COOP_HAS_CLOCK ? wait->waited_ns > limit_ns : ++wait->polls > COOP_DISCOVERY_POLLS) {
        return 0;
    }
    coop_relax(&wait->backoff);
    return 1;
}

/* The number of work-groups that arrived, once no more are let in. */
static uint coop_discovery_close(global struct coop_control *control)
{
    ulong discovery_ns = control->setup.discovery_ns;
    ulong settle_ns = control->setup.settle_ns != 0 ? control->setup.settle_ns : discovery_ns;
    ulong settled_ns = settle_ns; /* of the wait, if nobody comes until then */
    uint wanted = control->setup.groups_wanted;
    struct coop_discovery_wait wait = coop_discovery_wait_init();
    uint arrived = coop_load_relaxed(&control->arrivals);

    while (arrived < wanted && coop_load_relaxed(&control->stop) == 0 &&
           coop_discovery_waits(&wait, settled_ns < discovery_ns ? settled_ns : discovery_ns)) {
        uint seen = arrived;
        arrived = coop_load_relaxed(&control->arrivals);
        settled_ns = arrived != seen ? wait.waited_ns + settle_ns : settled_ns;
    }
    /* The last value before it is the count */
    arrived = coop_or_relaxed(&control->arrivals, COOP_ARRIVALS_CLOSED);
    return arrived < wanted ? arrived : wanted;
}

/* X3: the host has seen the run, or everybody leaves. The host does not believe either before it is told. */
static void coop_discovery_greet(global struct coop_control *control)
{
    struct coop_discovery_wait wait = coop_discovery_wait_init();

    while (coop_load_acquire(&control->host_doorbell) == 0 && coop_load_relaxed(&control->stop) == 0) {
        if (!coop_discovery_waits(&wait, control->setup.discovery_ns)) {
            coop_store_relaxed(&control->stop, 1u);
            break;
        }
    }
    coop_notify_host(control); /* publishes what came of it */
}

static void coop_discovery_enter_by_leader(local struct coop_group *coop, global struct coop_control *control)
{
    /* D1: tickets are unique; nothing is published by it */
    uint ticket = coop_add_relaxed(&control->arrivals, 1u);

    coop->control = control;
    coop->arena = (global uchar *)control;
    coop->slot = ticket;
    coop->has_work = 0;
    coop->begins = 0;
    coop->steps = 0;
    coop->op = COOP_OP_NONE;
    coop->op_state = 0;
    coop->pending = COOP_OP_NONE;
    coop->stepped_sequence = 0;
    coop->stepped_group = 0;
    coop->stepped_state = 0;
    coop->next = COOP_NEXT(COOP_OP_NONE, 0);
    coop->items = control->setup.local_items;
    coop->trace_capacity = control->setup.trace_capacity;
    coop->trace_barriers = control->setup.trace_barriers;
    coop->runs = !(ticket & COOP_ARRIVALS_CLOSED) && ticket < control->setup.groups_wanted;
    if (!coop->runs) {
        return;
    }
    coop->doing = &coop_slot_at(control, ticket)->doing;
    if (ticket == 0) {
        uint count = coop_discovery_close(control);
        for (uint slot = 1; slot < count; slot++) {
            /* The owner has arrived: it looks at its slot's word, or will */
            coop_slotset_add(&control->free, slot);
        }
        control->has_clock = COOP_HAS_CLOCK;
        coop_store_release(&control->slot_count, count); /* publishes has_clock; pairs with the host's load */
        coop_notify_host(control);
        if (control->setup.rings_by_copy != 0) {
            coop_discovery_greet(control);
        }
    }
}
