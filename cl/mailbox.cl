/* The two words by which host and device get each other's attention. The messages themselves are in the
 * instance table; a ring says only "poll again".
 *
 * Stands on: atomics.clh, relax.clh. Protocol: docs/protocol.md#mailbox; the host's half:
 * host/transport/svm.c.
 *   X1  each writer of what the scheduler waits for rings the doorbell after the change.
 *   X2  the scheduler sleeps only on the doorbell's value that it read before it polled everything else, and
 *       only after it has said so in `scheduler_sleeps`. The two accesses of each side are sequentially
 *       consistent, so a ringer that sees no sleeper has rung before the scheduler's last poll of the
 *       doorbell.
 *   X3  a host that reaches the device by copies (setup.rings_by_copy) rings by a word of its own, and cannot
 *       wake a sleeper: the scheduler then polls that word, too, and naps instead of sleeping. Such a host
 *       rings once as soon as it has seen the run. When that ring does not come, copies do not reach a
 *       running kernel, and the scheduler tells all work-groups to leave. */

static void coop_ring_doorbell(global struct coop_control *control)
{
    if (!COOP_HAS_SLEEP) { /* the scheduler never sleeps, and X1 requires only that the change comes first */
        coop_add_release(&control->doorbell, 1u);
        return;
    }
    coop_add_ordered(&control->doorbell, 1u);
    if (coop_load_ordered(&control->scheduler_sleeps) != 0) {
        coop_wake(&control->doorbell);
    }
}

/* The same in the other direction: the host waits for a launch or for the run. */
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

/* Has a doorbell rung since the doorbells were read? If so, reads again the one that has changed; the other
 * one still has its value. Both loads are issued before either returns, and they are relaxed: a ring that
 * this poll does not see, the next poll sees. */
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
        /* The load before a sleep is the ordered one */
        doorbells->device = coop_load_acquire(&control->doorbell);
    }
    if (host != doorbells->host) {
        doorbells->host = coop_load_acquire(&control->host_doorbell);
    }
    return 1;
}

/* Where the scheduler cannot sleep: is it time for a round without a ring? */
static inline int coop_heartbeat_is_due(struct coop_backoff backoff, ulong since_ns, ulong most_ns)
{
    if (!coop_backoff_is_at_step(backoff)) {
        return 0;
    }
    return COOP_HAS_CLOCK ? coop_clock_ns() - since_ns >= most_ns
                          : coop_backoff_is_long(backoff, COOP_YIELDS_BEFORE_SLEEP);
}

/* Waits until a ring comes after `doorbells` were read, or for most_ns, at most a heartbeat's time; reads
 * them again. */
static void coop_wait_for_doorbell(global struct coop_control *control,
                                   local struct coop_doorbells *doorbells, ulong most_ns)
{
    struct coop_backoff backoff = coop_backoff_init();
    int can_sleep = COOP_HAS_SLEEP && control->setup.rings_by_copy == 0;
    ulong since_ns = can_sleep ? 0ul : coop_clock_ns();

    while (!coop_doorbells_have_rung(control, doorbells)) {
        if (can_sleep && coop_backoff_is_long(backoff, COOP_SCHEDULER_YIELDS)) {
            uint seen = doorbells->device;
            coop_store_ordered(&control->scheduler_sleeps, 1u);
            if (coop_load_ordered(&control->doorbell) == seen) {
                coop_sleep_on(&control->doorbell, seen, most_ns);
            }
            coop_store_relaxed(&control->scheduler_sleeps, 0u);
            coop_doorbells_have_rung(control, doorbells);
            return;
        }
        coop_relax(&backoff);
        if (!can_sleep && coop_heartbeat_is_due(backoff, since_ns, most_ns)) {
            return;
        }
    }
}
