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

/* The number of work-groups that arrived, once no more are let in. */
static uint coop_discovery_close(global struct coop_control *control)
{
    ulong asked = coop_clock_ns();
    ulong deadline = asked + control->setup.discovery_ns;
    ulong settle_ns = control->setup.settle_ns != 0 ? control->setup.settle_ns : control->setup.discovery_ns;
    ulong settled = asked + settle_ns;
    uint wanted = control->setup.groups_wanted;
    struct coop_backoff backoff = coop_backoff_init();
    uint arrived = coop_load_relaxed(&control->arrivals);
    uint long_rounds = 0;
    uint seen;

    while (arrived < wanted && coop_load_relaxed(&control->stop) == 0) {
        if (COOP_HAS_CLOCK) {
            ulong now = coop_clock_ns();
            if (now - asked > COOP_STOPPED_NS) { /* nobody could arrive meanwhile */
                deadline += now - asked;
                settled += now - asked;
            }
            asked = now;
        }
        if (COOP_HAS_CLOCK ? asked > deadline || asked > settled : ++long_rounds > 20000000u) {
            break;
        }
        coop_relax(&backoff);
        seen = arrived;
        arrived = coop_load_relaxed(&control->arrivals);
        settled = arrived != seen ? asked + settle_ns : settled;
    }
    /* The last value before it is the count */
    arrived = coop_or_relaxed(&control->arrivals, COOP_ARRIVALS_CLOSED);
    return arrived < wanted ? arrived : wanted;
}

/* X3: the host has seen the run, or everybody leaves. The host does not believe either before it is told. */
static void coop_discovery_greet(global struct coop_control *control)
{
    struct coop_backoff backoff = coop_backoff_init();
    ulong asked = coop_clock_ns();
    ulong deadline = asked + control->setup.discovery_ns;
    uint long_rounds = 0;

    while (coop_load_acquire(&control->host_bell) == 0 && coop_load_relaxed(&control->stop) == 0) {
        if (COOP_HAS_CLOCK) {
            ulong now = coop_clock_ns();
            deadline += now - asked > COOP_STOPPED_NS ? now - asked : 0ul; /* the host was stopped, too */
            asked = now;
        }
        if (COOP_HAS_CLOCK ? asked > deadline : ++long_rounds > 20000000u) {
            coop_store_relaxed(&control->stop, 1u);
            break;
        }
        coop_relax(&backoff);
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
