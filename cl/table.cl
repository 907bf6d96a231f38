/* The scheduler's table in local memory, and the free slots as it counts and takes them.
 *
 * Stands on: shared/policy.h, shared/series.h, slotset.cl, slot.cl. Caller: the scheduler. Protocol:
 * docs/protocol.md#scheduler.
 *   W3  outside the barriers a work-item of slot 0 writes only the entries and words of the table that are
 *       its own, and reads what the leader has left there; the leader reads and writes the whole table
 *       between the barriers.
 *   C1  only the scheduler takes slots out of the free set: each slot that the poll has found there stays
 *       there until the scheduler takes it, from the set and from its copy.
 *   C5  a slot is listed for one start at most, and gets its frame in the step that follows; the scheduler
 *       does not wait before. */

/* The ids of an instance that no slot outside the free set has (ids.cl). */
struct coop_free_ids {
    ulong words[COOP_SLOTSET_WORDS];
    uint count;
};

/* Listed by the leader: the work-groups `first` .. `first + groups - 1` of those that begin in the next
 * step. */
struct coop_scheduler_start {
    uint instance;
    uint first;
    uint groups;
};

/* The table lies where workers have their kernels' local variables (entry.cl). */
struct coop_scheduler_table {
    /* Behind the instances, the expected jobs of the series; the leader's (series.cl) */
    struct coop_policy_entry entries[COOP_INSTANCES_MAX + COOP_SERIES_MAX];
    struct coop_series series[COOP_SERIES_MAX];
    struct coop_free_ids ids;
    /* For each entry that is held or posted: the group-count word that the poll read, and what the entry was
     * posted with. */
    ulong counts[COOP_INSTANCES_MAX];
    ulong first_phase[COOP_INSTANCES_MAX];
    uint flags[COOP_INSTANCES_MAX];
    /* Entries that an entry waits for: as the host has posted it, then the leader's (after.cl) */
    uint after[COOP_INSTANCES_MAX];
    uint blocked; /* entries that wait for others, a bit each; the leader's */
    uint
        resting; /* entries whose launch repeats and has no job now; the leader's, then in due_ns: the next */
    uint series_of[COOP_INSTANCES_MAX]; /* the leader's, as due_ns; COOP_SERIES_MAX: none */
    ulong due_ns[COOP_INSTANCES_MAX];   /* when the job was due, or the next one is (repeat.cl) */
    ulong expected_at_ns; /* when the leader looked which jobs to expect; 0: no series is without jobs */
    uint held_count;      /* free slots that the plan leaves to expected jobs */
    ulong held_told;      /* COOP_HELD, as the host can read it */
    coop_word32 posted;   /* a bit for each entry that the poll has found posted */
    coop_word32 complete; /* ... and running, with all its work-groups returned */
    uint must_drain;
    uint free_count; /* of the slots in `free`; the leader's */
    ulong free[COOP_SLOTSET_WORDS];
    /* The starts: the i-th slot of `taken` is for the i-th work-group. */
    ulong taken[COOP_SLOTSET_WORDS];
    uint ranks[COOP_SLOTSET_WORDS]; /* slots of `taken` in the words before */
    struct coop_scheduler_start starts[COOP_INSTANCES_MAX];
    uint start_count;
    COOP_PARTS_OF_TABLE
};

/* The lowest entry of a set of entries that is not empty. */
static inline uint coop_table_first(uint set)
{
    return 63u - (uint)clz((ulong)(set & (0u - set)));
}

/* Takes these slots out of word `i` of the free set, and returns them. Relaxed: the poll has acquired what
 * their owners did (L3), and only the scheduler takes slots (C1), so it need not wait for the result. */
static ulong coop_table_take_these(local struct coop_group *coop, uint i, ulong taken)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;

    if (taken != 0) {
        table->free[i] &= ~taken;
        table->free_count -= (uint)popcount(taken);
        coop_and64_relaxed(&coop->control->free.words[i], ~taken);
    }
    return taken;
}

/* Takes up to `count` slots of word `i`, the lowest first. */
static ulong coop_table_take(local struct coop_group *coop, uint i, uint count)
{
    return coop_table_take_these(coop, i, coop_slotset_lowest(coop->scheduler.table->free[i], count));
}

/* The same, the highest first. */
static ulong coop_table_take_highest(local struct coop_group *coop, uint i, uint count)
{
    ulong word = coop->scheduler.table->free[i];
    uint others = (uint)popcount(word) > count ? (uint)popcount(word) - count : 0;

    return coop_table_take_these(coop, i, word & ~coop_slotset_lowest(word, others));
}

/* Takes one slot; the caller has counted at least one. */
static uint coop_table_take_one(local struct coop_group *coop)
{
    uint i = 0;

    while (i < COOP_SLOTSET_WORDS - 1u && coop->scheduler.table->free[i] == 0) {
        i++;
    }
    return coop_slotset_slot(i, coop_table_take(coop, i, 1u));
}
