/* Barriers among the work-groups of an ordinary kernel, all of which must be resident at once: coop-bench
 * barrier compares them with the megakernel's.
 *
 * Stands on: the runtime's accessors and its way to wait (cl/atomics.clh, cl/relax.clh), which the build puts
 * in front, and barriers.h.
 *
 *   B1  counters only grow: barrier g is complete when all of a counter's members have come g times.
 *   B2  the work-group that completes a counter goes on to the next level; the one that completes the root
 *       publishes g in `passed`, unless all poll the root of a single level.
 *   B3  each addition acquires and releases, so that the one that completes the root has acquired what every
 *       arrival released; pairs with the loads of `passed`, or of the root: all its changes are
 *       read-modify-writes.
 */

/* Counters, each with a line of its own. */
struct barrier_line {
    coop_word64 word;
    ulong pad[15];
};

struct barrier_state {
    struct barrier_line root;
    struct barrier_line passed;
    struct barrier_line gives_up;
    struct barrier_line leaves[]; /* of a hierarchical arrival: one for `fanout` work-groups */
};

/* Whether the arrival completes barrier `round`. */
static int barrier_arrives(global struct barrier_state *state, uint fanout, uint group, uint groups,
                           ulong round)
{
    uint members = groups;

    if (fanout > 0) {
        uint leaf = group / fanout;
        uint in_leaf = min(fanout, groups - leaf * fanout);

        members = (groups + fanout - 1) / fanout;
        if (coop_add64_acquire_release(&state->leaves[leaf].word, 1ul) + 1ul != in_leaf * round) {
            return 0;
        }
    }
    return coop_add64_acquire_release(&state->root.word, 1ul) + 1ul == members * round;
}

/* How a work-group waits, in bits. */
#define BARRIER_POLLS_RELAXED 1u /* without order; one load acquires at the end */
#define BARRIER_NEVER_NAPS 2u    /* without the runtime's back-off */
#define BARRIER_POLLS_ARRIVALS \
    4u /* all poll the root's counter, which the last arrival completes; `passed` is not used */

static ulong barrier_poll(global coop_word64 *word, uint wait)
{
    return wait & BARRIER_POLLS_RELAXED ? coop_load64_relaxed(word) : coop_load64_acquire(word);
}

/* Waits until `word` is at least `value`. */
static void barrier_wait(global struct barrier_state *state, global coop_word64 *word, ulong value, uint wait,
                         uint polls_max)
{
    struct coop_backoff backoff = coop_backoff_init();
    uint polls = 0;

    while (barrier_poll(word, wait) < value) {
        polls++;
        if (polls == polls_max || (polls % 64u == 0 && coop_load64_relaxed(&state->gives_up.word) != 0)) {
            coop_store64_relaxed(&state->gives_up.word, 1ul);
            return;
        }
        if (!(wait & BARRIER_NEVER_NAPS)) {
            coop_relax(&backoff);
        }
    }
    if (wait & BARRIER_POLLS_RELAXED) {
        coop_load64_acquire(word);
    }
}

__attribute__((noinline)) static void barrier_by_leader(global struct barrier_state *state, uint fanout,
                                                        uint wait, uint polls_max, ulong round)
{
    uint groups = (uint)get_num_groups(0);
    int completes = barrier_arrives(state, fanout, (uint)get_group_id(0), groups, round);

    if (wait & BARRIER_POLLS_ARRIVALS) {
        if (!completes) {
            barrier_wait(state, &state->root.word, groups * round, wait, polls_max);
        }
    } else if (completes) {
        coop_store64_release(&state->passed.word, round);
    } else {
        barrier_wait(state, &state->passed.word, round, wait, polls_max);
    }
}

/* After polls_max polls in vain a work-group raises `gives_up`, and all leave their barriers without
 * waiting. */
kernel void plain_barriers(global struct barrier_state *state, global uint *words, global atomic_uint *wrong,
                           uint rounds, uint check_every, uint fanout, uint wait, uint polls_max)
{
    for (uint round = 1; round <= rounds; round++) {
        barriers_write(words, round, check_every);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
            barrier_by_leader(state, fanout, wait, polls_max, round);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        barriers_read(words, wrong, round, check_every);
    }
}
