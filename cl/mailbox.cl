/* The two words by which host and device get each other's attention. What they have to say stands in the
 * instance table; a ring says only "look again".
 *
 * Stands on: atomics.clh, relax.clh. Protocol: docs/protocol.md#mailbox; the host's half:
 * host/transport/svm.c.
 *   X1  whoever changes what the scheduler waits for rings the bell after the change.
 *   X2  the scheduler sleeps only on the bell's value that it read before it looked at everything, and only
 *       after it has said so in `scheduler_sleeps`. The two accesses of each side are sequentially
 *       consistent, so a ringer that sees no sleeper has rung before the scheduler's last look at the bell.
 *   X3  a host that reaches the device by copies (setup.rings_by_copy) rings by a word of its own, and cannot
 *       wake: the scheduler then watches that word, too, and naps instead of sleeping. Such a host rings once
 *       as soon as it has seen the run: where it does not, copies do not reach a running kernel, and the
 *       scheduler tells everybody to leave. */

static void coop_ring_bell(global struct coop_control *control)
{
    if (!COOP_HAS_SLEEP) { /* nobody sleeps, and X1 asks for no more than that the change comes first */
        coop_add_release(&control->bell, 1u);
        return;
    }
    coop_add_ordered(&control->bell, 1u);
    if (coop_load_ordered(&control->scheduler_sleeps) != 0) {
        coop_wake(&control->bell);
    }
}

/* The same the other way round: the host waits for a launch or for the run. */
static void coop_notify_host(global struct coop_control *control)
{
    if (!COOP_HAS_SLEEP) {
        coop_add_release(&control->notice, 1u);
        return;
    }
    coop_add_ordered(&control->notice, 1u);
    if (coop_load_ordered(&control->host_sleeps) != 0) {
        coop_wake(&control->notice);
    }
}

#define COOP_SCHEDULER_YIELDS 4u
#define COOP_HEARTBEAT_NS 20000000ul

/* What the two bells showed. */
struct coop_bells {
    uint device;
    uint host;
};

static struct coop_bells coop_read_bells(global struct coop_control *control)
{
    struct coop_bells bells;

    bells.device = coop_load_acquire(&control->bell);
    bells.host = control->setup.rings_by_copy != 0 ? coop_load_acquire(&control->host_bell) : 0;
    return bells;
}

/* Has anybody rung since the bells were read? Then reads again the one that has changed: the other one says
 * what it said. Both are asked for before either answers, and relaxed: a ring that is not seen yet is seen
 * the next time. */
static int coop_bells_have_rung(global struct coop_control *control, local struct coop_bells *bells)
{
    uint host = control->setup.rings_by_copy != 0 ? coop_load_relaxed(&control->host_bell) : bells->host;
    uint device = coop_load_relaxed(&control->bell);

    if (device == bells->device && host == bells->host) {
        return 0;
    }
    if (device != bells->device) {
        bells->device = coop_load_acquire(&control->bell); /* the ordered load is the one before a sleep */
    }
    if (host != bells->host) {
        bells->host = coop_load_acquire(&control->host_bell);
    }
    return 1;
}

/* Where nobody can sleep: is it time for a round though nobody has rung? */
static inline int coop_heartbeat_is_due(struct coop_backoff backoff, ulong since_ns)
{
    if (!coop_backoff_is_at_rung(backoff)) {
        return 0;
    }
    return COOP_HAS_CLOCK ? coop_clock_ns() - since_ns >= COOP_HEARTBEAT_NS
                          : coop_backoff_is_long(backoff, COOP_YIELDS_BEFORE_SLEEP);
}

/* Waits until somebody rings after `bells` were read, or for a heartbeat's time; reads them again. */
static void coop_wait_for_bell(global struct coop_control *control, local struct coop_bells *bells)
{
    struct coop_backoff backoff = coop_backoff_init();
    int can_sleep = COOP_HAS_SLEEP && control->setup.rings_by_copy == 0;
    ulong since_ns = can_sleep ? 0ul : coop_clock_ns();

    while (!coop_bells_have_rung(control, bells)) {
        if (can_sleep && coop_backoff_is_long(backoff, COOP_SCHEDULER_YIELDS)) {
            uint seen = bells->device;
            coop_store_ordered(&control->scheduler_sleeps, 1u);
            if (coop_load_ordered(&control->bell) == seen) {
                coop_sleep_on(&control->bell, seen, COOP_HEARTBEAT_NS);
            }
            coop_store_relaxed(&control->scheduler_sleeps, 0u);
            coop_bells_have_rung(control, bells);
            return;
        }
        coop_relax(&backoff);
        if (!can_sleep && coop_heartbeat_is_due(backoff, since_ns)) {
            return;
        }
    }
}
