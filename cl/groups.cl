/* The group-count word on the device: the pure steps of shared/groups.h and shared/claim.h, performed.
 *
 * Stands on: shared/groups.h, shared/claim.h, atomics.clh, relax.clh. Callers: leaders of work-groups of the
 * instance. An arrival and a return are one addition each, and a claimed kill is two, so that n of them cost
 * about n accesses, however many come at once; by compare-exchange they would cost about n * n / 2. They
 * release what the work-group wrote. The work-group whose arrival fills the word, or which sees the instance
 * complete, acquires all of it, because every change of the word is a read-modify-write. */

/* at_ns  NULL, or out: the clock just before the step, for a trace; before the last try of a step that is
 *        repeated */
static inline void coop_groups_note_time(private ulong *at_ns)
{
    if (at_ns != 0) {
        *at_ns = coop_clock_ns();
    }
}

/* Acquires, too: this step can complete a barrier that leaves M unchanged. */
static struct coop_groups_step coop_groups_perform_arrival(global coop_word64 *counts, ulong phase,
                                                       int resizes, uint group_id, private ulong *at_ns)
{
    coop_groups_note_time(at_ns);
    return coop_groups_arrive(
        coop_add64_acquire_release(counts, coop_groups_arrival(phase, resizes, group_id)), phase,
        resizes, group_id);
}

/* The caller's arrival has filled the word (P3), and the barrier is to change M. `word` is what that arrival
 * left; only the scheduler's requests can have changed it since. */
static struct coop_groups_step coop_groups_perform_completion(global coop_word64 *counts, ulong word,
                                                          ulong phase, uint kills_max,
                                                          private ulong *at_ns)
{
    struct coop_groups_step step;

    do {
        step = coop_groups_complete_barrier(word, phase, kills_max);
        coop_groups_note_time(at_ns);
    } while (!coop_replace64_acquire(counts, &word, step.word));
    return step;
}

static struct coop_groups_step coop_groups_perform_return(global coop_word64 *counts, ulong phase,
                                                      private ulong *at_ns)
{
    coop_groups_note_time(at_ns);
    return coop_groups_return(coop_add64_release(counts, coop_groups_one(COOP_GROUPS_RETURNED)), phase);
}

/* Claims a kill; true when it is granted (M1). Otherwise the claim is taken back. Relaxed: the settlement
 * releases what the work-group wrote, and the value that is found decides. */
static int coop_groups_perform_claim(global coop_word64 *counts, ulong phase)
{
    ulong one = coop_claims_one(phase);

    if (coop_claims_grant(coop_add64_relaxed(counts, one), phase)) {
        return 1;
    }
    coop_add64_relaxed(counts, 0ul - one);
    return 0;
}

static struct coop_groups_step coop_groups_perform_settlement(global coop_word64 *counts, ulong phase,
                                                              private ulong *at_ns)
{
    coop_groups_note_time(at_ns);
    return coop_claims_settle(coop_add64_release(counts, 0ul - coop_claims_settling(phase)), phase);
}

/* Polls the word, and exchanges it if there is a grant. */
static struct coop_groups_step coop_groups_perform_request(global coop_word64 *counts, private ulong *at_ns)
{
    ulong word = coop_load64_relaxed(counts); /* the exchange below decides */
    struct coop_groups_step step;

    do {
        step = coop_groups_request_fork(word);
        if (step.event == COOP_GROUPS_NOTHING) {
            return step;
        }
        coop_groups_note_time(at_ns);
    } while (!coop_replace64_acquire_release(counts, &word, step.word));
    return step;
}
