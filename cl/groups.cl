/* The pool word on the device: the pure steps of shared/groups.h, performed.
 *
 * Stands on: shared/groups.h, atomics.clh, relax.clh. Callers: leaders of work-groups of the instance.
 * An arrival and a return are one addition each, so that n of them cost n accesses, however many come at
 * once; by compare-exchange they would cost about n * n / 2. Both release what the work-group wrote. Who
 * fills the word by its arrival, or sees the instance complete, acquires it all, because every change of the
 * word is a read-modify-write. */

/* at_ns  NULL, or out: the clock just before the step, for a trace; of a step that is repeated, before the
 *        last try */
static inline void coop_pool_note_time(private ulong *at_ns)
{
    if (at_ns != 0) {
        *at_ns = coop_clock_ns();
    }
}

/* Acquires, too: with this step a barrier that leaves M as it is is complete. */
static struct coop_pool_step coop_pool_perform_arrival(global coop_word64 *pool, ulong generation,
                                                       int resizes, uint group_id, private ulong *at_ns)
{
    coop_pool_note_time(at_ns);
    return coop_pool_arrive(
        coop_add64_acquire_release(pool, coop_pool_arrival(generation, resizes, group_id)), generation,
        resizes, group_id);
}

/* For the one whose arrival filled the word (P3), where the barrier is to change M: `word` is what it left,
 * and only the scheduler's wishes can have changed it. */
static struct coop_pool_step coop_pool_perform_completion(global coop_word64 *pool, ulong word,
                                                          ulong generation, uint kills_max,
                                                          private ulong *at_ns)
{
    struct coop_pool_step step;

    do {
        step = coop_pool_complete_barrier(word, generation, kills_max);
        coop_pool_note_time(at_ns);
    } while (!coop_replace64_acquire(pool, &word, step.word));
    return step;
}

static struct coop_pool_step coop_pool_perform_return(global coop_word64 *pool, ulong generation,
                                                      private ulong *at_ns)
{
    coop_pool_note_time(at_ns);
    return coop_pool_return(coop_add64_release(pool, coop_pool_one(COOP_POOL_RETURNED)), generation);
}

/* A look, and an exchange if there is a grant. */
static struct coop_pool_step coop_pool_perform_request(global coop_word64 *pool, private ulong *at_ns)
{
    ulong word = coop_load64_relaxed(pool); /* the exchange below decides */
    struct coop_pool_step step;

    do {
        step = coop_pool_request_fork(word);
        if (step.event == COOP_POOL_NOTHING) {
            return step;
        }
        coop_pool_note_time(at_ns);
    } while (!coop_replace64_acquire_release(pool, &word, step.word));
    return step;
}
