/* The two words by which host and device get each other's attention. What they have to say is in the
 * instance table; a ring says only "look again".
 *
 * Stands on: atomics.clh, relax.clh. Protocol: docs/protocol.md#mailbox; the host's half:
 * host/transport/svm.c.
 *   X1  whoever changes what the scheduler waits for rings the doorbell after the change.
 *   X2  the scheduler sleeps only on the doorbell's value that it read before it looked at everything, and
 *       only after it has said so in `scheduler_sleeps`. The two accesses of each side are sequentially
 *       consistent, so a ringer that sees no sleeper has rung before the scheduler's last look at the
 *       doorbell.
 *   X3  a host that reaches the device by copies (setup.rings_by_copy) rings by a word of its own, and cannot
 *       wake: the scheduler then watches that word, too, and naps instead of sleeping. Such a host rings once
 *       as soon as it has seen the run: where it does not, copies do not reach a running kernel, and the
 *       scheduler tells everybody to leave. */

static void coop_ring_doorbell(global struct coop_control *control)
{
    if (!COOP_HAS_SLEEP) { /* nobody sleeps, and X1 asks for no more than that the change comes first */
        coop_add_release(&control->doorbell, 1u);
        return;
    }
    coop_add_ordered(&control->doorbell, 1u);
    if (coop_load_ordered(&control->scheduler_sleeps) != 0) {
        coop_wake(&control->doorbell);
    }
}

/* The same the other way round: the host waits for a launch or for the run. */
static void coop_notify_host(global struct coop_control *control)
{
    if (!COOP_HAS_SLEEP) {
        coop_add_release(&control->completions, 1u);
        return;
    }
    coop_add_ordered(&control->completions, 1u);
    if (coop_load_ordered(&control->host_sleeps) != 0) {
        coop_wake(&control->completions);
    }
}

#define COOP_SCHEDULER_YIELDS 4u
#define COOP_HEARTBEAT_NS 20000000ul

/* What the two doorbells showed. */
struct coop_doorbells {
    uint device;
    uint host;
};

static struct coop_doorbells coop_read_doorbells(global struct coop_control *control)
{
    struct coop_doorbells doorbells;

    doorbells.device = coop_load_acquire(&control->doorbell);
    doorbells.host = control->setup.rings_by_copy != 0 ? coop_load_acquire(&control->host_doorbell) : 0;
    return doorbells;
}

/* Has anybody back-off step since the doorbells were read? Then reads again the one that has changed: the
 * other one says what it said. Both are asked for before either answers, and relaxed: a ring that is not seen
 * yet is seen the next time. */
static int coop_doorbells_have_rung(global struct coop_control *control,
                                    local struct coop_doorbells *doorbells)
{
    uint host =
        control->setup.rings_by_copy != 0 ? coop_load_relaxed(&control->host_doorbell) : doorbells->host;
    uint device = coop_load_relaxed(&control->doorbell);

    if (device == doorbells->device && host == doorbells->host) {
        return 0;
    }
    if (device != doorbells->device) {
        /* The ordered load is the one before a sleep */
        doorbells->device = coop_load_acquire(&control->doorbell);
    }
    if (host != doorbells->host) {
        doorbells->host = coop_load_acquire(&control->host_doorbell);
    }
    return 1;
}

/* Where nobody can sleep: is it time for a round though nobody has rung? */
static inline int coop_heartbeat_is_due(struct coop_backoff backoff, ulong since_ns)
{
    if (!coop_backoff_is_at_step(backoff)) {
        return 0;
    }
    return COOP_HAS_CLOCK ? coop_clock_ns() - since_ns >= COOP_HEARTBEAT_NS
                          : coop_backoff_is_long(backoff, COOP_YIELDS_BEFORE_SLEEP);
}

/* Waits until somebody rings after `doorbells` were read, or for a heartbeat's time; reads them again. */
static void coop_wait_for_doorbell(global struct coop_control *control,
                                   local struct coop_doorbells *doorbells)
{
    struct coop_backoff backoff = coop_backoff_init();
    int can_sleep = COOP_HAS_SLEEP && control->setup.rings_by_copy == 0;
    ulong since_ns = can_sleep ? 0ul : coop_clock_ns();

    while (!coop_doorbells_have_rung(control, doorbells)) {
        if (can_sleep && coop_backoff_is_long(backoff, COOP_SCHEDULER_YIELDS)) {
            uint seen = doorbells->device;
            coop_store_ordered(&control->scheduler_sleeps, 1u);
            if (coop_load_ordered(&control->doorbell) == seen) {
                coop_sleep_on(&control->doorbell, seen, COOP_HEARTBEAT_NS);
            }
            coop_store_relaxed(&control->scheduler_sleeps, 0u);
            coop_doorbells_have_rung(control, doorbells);
            return;
        }
        coop_relax(&backoff);
        if (!can_sleep && coop_heartbeat_is_due(backoff, since_ns)) {
            return;
        }
    }
}
