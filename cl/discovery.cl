/* Discovery: which work-groups are resident at once, found by an experiment instead of a computation (IWB;
 * Sorensen et al., OOPSLA 2016). Source of the rendezvous: decision 0004.
 *
 * Stands on: atomics.clh, relax.clh, group.cl. Callers: every leader, before anything else.
 *   D1  slot numbers are 0 .. slot_count-1, each given once; the first to arrive is the scheduler and has 0.
 *       Roles never follow from get_group_id, since a driver may start groups in any order, and may start
 *       late ones only after the early ones have ended. On a GPU the numbers go round the compute units, as
 *       far as a driver starts all that it is given at once: a launch of fewer work-groups than there are has
 *       the lowest numbers, and those that arrive one after the other are on one compute unit.
 *   D2  a work-group that draws a ticket after the poll is closed leaves at once, and touches nothing.
 *   D3  slot_count, once above 0, never changes, and by then all workers are in the free set. A worker reads
 *       slot_count only after it has got a frame, which publishes it, or acquires it. */

/* A leader that reads the clock all the time sees a step of this size only if the whole process was
 * stopped. */
#define COOP_STOPPED_NS 1000000000ul

/* Without a clock, so many polls are long enough. */
#define COOP_DISCOVERY_POLLS 20000000u

/* Of a work-group: its rank among those on its compute unit, and its order among those of that rank. */
struct coop_discovery_place {
    uint rank;
    uint order;
};

/* A wait with a limit. It does not count time in which the process was stopped: no work-group could arrive
 * then, and the host was stopped, too. */
struct coop_discovery_wait {
    struct coop_backoff backoff;
    ulong asked;     /* the clock's time at the last poll */
    ulong waited_ns; /* without the time in which the process was stopped */
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

/* Closes the poll, and returns the number of work-groups that arrived. */
static uint coop_discovery_close(global struct coop_control *control)
{
    ulong discovery_ns = control->setup.discovery_ns;
    ulong settle_ns = control->setup.settle_ns != 0 ? control->setup.settle_ns : discovery_ns;
    ulong settled_ns = settle_ns; /* when the wait ends, if no work-group arrives until then */
    uint wanted = control->setup.groups_wanted;
    struct coop_discovery_wait wait = coop_discovery_wait_init();
    uint arrived = coop_load_relaxed(&control->arrivals);

    while (arrived < wanted && coop_load_relaxed(&control->stop) == 0 &&
           coop_discovery_waits(&wait, settled_ns < discovery_ns ? settled_ns : discovery_ns)) {
        uint seen = arrived;
        arrived = coop_load_relaxed(&control->arrivals);
        settled_ns = arrived != seen ? wait.waited_ns + settle_ns : settled_ns;
    }
    /* The value before this step is the count */
    arrived = coop_or_relaxed(&control->arrivals, COOP_ARRIVALS_CLOSED);
    return arrived < wanted ? arrived : wanted;
}

/* X3: waits until the host has seen the run; else all work-groups leave. The host relies on neither before
 * the device tells it. */
static void coop_discovery_greet(global struct coop_control *control)
{
    struct coop_discovery_wait wait = coop_discovery_wait_init();

    /* Relaxed: the ring says only that the host has seen the run. */
    while (coop_load_relaxed(&control->host_doorbell) == 0 && coop_load_relaxed(&control->stop) == 0) {
        if (!coop_discovery_waits(&wait, control->setup.discovery_ns)) {
            coop_store_relaxed(&control->stop, 1u);
            break;
        }
    }
    coop_notify_host(control); /* publishes the outcome */
}

/* The compute unit that the work-group is on; COOP_UNITS_MAX where that is not known. */
static inline uint coop_unit(void)
{
    uint unit = COOP_UNITS_MAX;

#if COOP_HAS_PTX
    __asm__ volatile("mov.u32 %0, %%smid;" : "=r"(unit));
#endif
    return unit;
}

/* Counts the work-group on its compute unit, before it draws its ticket. Where a count is out of bounds, not
 * all are counted, and nobody has a number by it. */
static struct coop_discovery_place coop_discovery_count(global struct coop_control *control, uint unit)
{
    struct coop_discovery_place place = {COOP_RANKS_MAX, 0};

    if (unit < COOP_UNITS_MAX) {
        place.rank = coop_add_relaxed(&control->units[unit], 1u);
    }
    if (place.rank < COOP_RANKS_MAX) {
        global coop_word32 *ranks = &control->ranks[place.rank];

        place.order = coop_add_release(ranks, 1u);
    }
    return place;
}

static inline uint coop_discovery_by_rank(global const struct coop_control *control,
                                          struct coop_discovery_place place)
{
    return control->rank_begins[place.rank] + place.order;
}

/* For the scheduler, behind the poll: where the numbers of each rank begin, if those that have been counted
 * are these `count`. Otherwise the numbers are the tickets. */
static void coop_discovery_number_by_rank(global struct coop_control *control,
                                          struct coop_discovery_place own, uint count)
{
    uint sum = 0;

    for (uint i = 0; i < COOP_RANKS_MAX; i++) {
        global coop_word32 *ranks = &control->ranks[i];

        control->rank_begins[i] = sum;
        sum += coop_load_acquire(ranks); /* pairs with the count */
    }
    control->is_by_rank = sum == count && own.rank < COOP_RANKS_MAX;
    if (control->is_by_rank) {
        control->scheduler_place = coop_discovery_by_rank(control, own);
    }
}

/* Of a worker. The one that would have the scheduler's number has that which the scheduler would have. */
static inline uint coop_discovery_number(global const struct coop_control *control, uint ticket,
                                         struct coop_discovery_place place)
{
    uint number = control->is_by_rank ? coop_discovery_by_rank(control, place) : ticket;

    return number == 0 ? control->scheduler_place : number;
}

/* Of a worker: writes its slot down for its compute unit, so that one that comes there for a lease (lease.cl)
 * can have it. Relaxed: who reads it looks whether the slot is away. */
static void coop_discovery_note_slot(global struct coop_control *control, uint unit, uint rank, uint slot)
{
    if (unit < COOP_UNITS_MAX && rank < COOP_UNIT_SLOTS) {
        coop_add64_relaxed(&control->unit_slots[unit][rank / 4u], (ulong)slot << rank % 4u * 16u);
    }
}

/* Waits for the end of the poll, which comes whatever happens. */
static void coop_discovery_wait_for_end(global struct coop_control *control)
{
    struct coop_backoff backoff = coop_backoff_init();

    while (coop_load_acquire(&control->slot_count) == 0) { /* pairs with the scheduler's store */
        coop_relax(&backoff);
    }
}

/* D1: tickets are unique. Only the counts are published by them. */
static inline uint coop_discovery_draw(global struct coop_control *control)
{
#if COOP_HAS_PTX
    return coop_add_release(&control->arrivals, 1u);
#else
    return coop_add_relaxed(&control->arrivals, 1u);
#endif
}

static void coop_discovery_begin(local struct coop_group *coop, global struct coop_control *control)
{
    coop->control = control;
    coop->arena = (global uchar *)control - control->setup.arena_before;
    coop->slot = COOP_NO_SLOT;
    coop->join = 0;
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
    coop->trace_flow = control->setup.trace_flow;
}

static void coop_discovery_enter_by_leader(local struct coop_group *coop, global struct coop_control *control)
{
#if COOP_HAS_PTX
    uint unit = coop_unit();
    struct coop_discovery_place place = coop_discovery_count(control, unit);
#endif
    uint ticket = coop_discovery_draw(control);

    coop_discovery_begin(coop, control);
    coop->slot = ticket;
    coop->runs = !(ticket & COOP_ARRIVALS_CLOSED) && ticket < control->setup.groups_wanted;
    if (!coop->runs) {
        return;
    }
#if COOP_HAS_PTX
    if (ticket != 0) {
        coop_discovery_wait_for_end(control);
        coop->slot = coop_discovery_number(control, ticket, place);
        coop_discovery_note_slot(control, unit, place.rank, coop->slot);
    }
#endif
    coop->doing = &coop_slot_at(control, coop->slot)->doing;
    if (ticket == 0) {
        uint count = coop_discovery_close(control);
#if COOP_HAS_PTX
        coop_load_acquire(&control->arrivals); /* what those have counted that have drawn tickets */
        coop_discovery_number_by_rank(control, place, count);
#endif
        for (uint slot = 1; slot < count; slot++) {
            /* The owner has arrived: it polls its slot's word, or soon will */
            coop_slotset_add(&control->free, slot);
        }
        control->has_clock = COOP_HAS_CLOCK;
        coop_store_release(&control->slot_count, count); /* publishes what is above; the host loads it, too */
        coop_notify_host(control);
        if (control->setup.rings_by_copy != 0) {
            coop_discovery_greet(control);
        }
    }
}
