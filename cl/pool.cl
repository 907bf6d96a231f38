/* The pool word on the device: the pure steps of shared/pool.h, performed by compare-exchange.
 *
 * Stands on: shared/pool.h, atomics.clh, relax.clh. Callers: leaders of work-groups of the instance.
 * The exchange acquires and releases: arrivals publish what their work-groups wrote, and the one who completes the
 * barrier, or the instance, has acquired them all, because every change of the word is a read-modify-write. */

enum coop_pool_action {
    COOP_POOL_ARRIVE_PLAIN,
    COOP_POOL_ARRIVE_RESIZING,
    COOP_POOL_REQUEST,
    COOP_POOL_RETURN
};

static struct coop_pool_step coop_pool_next(ulong word, uint action, uint kills_max)
{
    switch (action) {
    case COOP_POOL_ARRIVE_PLAIN:
        return coop_pool_arrive(word, COOP_POOL_AT_PLAIN_BARRIER, kills_max);
    case COOP_POOL_ARRIVE_RESIZING:
        return coop_pool_arrive(word, COOP_POOL_AT_RESIZING_BARRIER, kills_max);
    case COOP_POOL_REQUEST:
        return coop_pool_request_fork(word);
    default:
        return coop_pool_return(word);
    }
}

/* All but an offer, which may have something to write in between (resize.cl).
 * at_ns  NULL, or out: the clock just before the exchange that succeeded, for a trace */
static struct coop_pool_step coop_pool_perform(global coop_word64 *pool, uint action, uint kills_max,
                                               private ulong *at_ns)
{
    ulong word = coop_load64_relaxed(pool); /* the exchange below decides */
    struct coop_pool_step step;

    do {
        step = coop_pool_next(word, action, kills_max);
        if (step.event == COOP_POOL_NOTHING || step.event == COOP_POOL_BARRIER_CLASHES) {
            return step;
        }
        if (at_ns != 0) {
            *at_ns = coop_clock_ns();
        }
    } while (!coop_replace64_acquire_release(pool, &word, step.word));
    return step;
}
