/* The two words by which host and device get each other's attention. What they have to say stands in the instance
 * table; a ring says only "look again".
 *
 * Stands on: atomics.clh, relax.clh. Protocol: docs/protocol.md#mailbox; the host's half: host/mailbox_svm.c.
 *   X1  whoever changes what the scheduler waits for rings the bell after the change.
 *   X2  the scheduler sleeps only on the bell's value that it read before it looked at everything, and only after
 *       it has said so in `scheduler_sleeps`. The two accesses of each side are sequentially consistent, so a
 *       ringer that sees no sleeper has rung before the scheduler's last look at the bell. */

static void coop_ring_bell(global struct coop_control *control)
{
    coop_add_ordered(&control->bell, 1u);
    if (coop_load_ordered(&control->scheduler_sleeps) != 0) {
        coop_wake(&control->bell);
    }
}

/* The same the other way round: the host waits for a launch or for the run. */
static void coop_notify_host(global struct coop_control *control)
{
    coop_add_ordered(&control->notice, 1u);
    if (coop_load_ordered(&control->host_sleeps) != 0) {
        coop_wake(&control->notice);
    }
}

#define COOP_SCHEDULER_YIELDS 4u
#define COOP_HEARTBEAT_NS 20000000ul

/* Waits until the bell no longer shows `seen`, or for a heartbeat's time. */
static void coop_wait_for_bell(global struct coop_control *control, uint seen)
{
    struct coop_backoff backoff = coop_backoff_init();

    while (coop_load_acquire(&control->bell) == seen) {
        if (COOP_HAS_SLEEP && coop_backoff_is_long(backoff, COOP_SCHEDULER_YIELDS)) {
            coop_store_ordered(&control->scheduler_sleeps, 1u);
            if (coop_load_ordered(&control->bell) == seen) {
                coop_sleep_on(&control->bell, seen, COOP_HEARTBEAT_NS);
            }
            coop_store_relaxed(&control->scheduler_sleeps, 0u);
            return;
        }
        coop_relax(&backoff);
        if (!COOP_HAS_SLEEP && coop_backoff_is_long(backoff, COOP_YIELDS_BEFORE_SLEEP)) {
            return; /* for the heartbeat */
        }
    }
}
