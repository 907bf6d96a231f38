/* Launches that come after others: the scheduler lets them wait until these have ended, without the host.
 *
 * Stands on: table.cl, failure.cl. Caller: the scheduler. Protocol: docs/protocol.md#after.
 *   C6  of the entries that a posting names, those are waited for that are held when the posting is taken
 *       (C4): what the others had has ended.
 *   C7  a launch starts only when all that it comes after have completed, and nothing has failed up to their
 *       last steps.
 *   C8  of the launches that are held, the one that was posted first waits for none: what a posting names was
 *       posted before it. */

/* A posting has been taken, and is not held yet. */
static inline void coop_after_take_posting(local struct coop_group *coop, uint index)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    uint left = table->after[index] & coop->scheduler.held;

    table->after[index] = left;
    if (left != 0) {
        table->blocked |= 1u << index;
        table->entries[index].phase = COOP_POLICY_ABSENT;
    }
}

/* Some wait, and the instance of an entry has completed. The poll has acquired its last step, before which
 * its work-items would have raised a failure (W2): a failure that is not seen here is of nothing that has
 * ended. */
COOP_SMALL static void coop_after_release(local struct coop_group *coop, uint ended)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;

    if (coop_must_drain(coop->control)) {
        return; /* the next poll sees it, too */
    }
    for (uint left = table->blocked; left != 0; left &= left - 1u) {
        uint i = coop_table_first(left);
        global struct coop_instance_stats *stats = &coop->control->instances[i].stats;
        uint after = table->after[i] & ~(1u << ended);
        if (after == 0) { /* it was the last one, since what waits for none is not blocked */
            table->blocked &= ~(1u << i);
            table->entries[i].phase = COOP_POLICY_WAITING;
            stats->after_ns = coop_clock_ns() - stats->seen_ns;
        }
        table->after[i] = after;
    }
}

/* The instance of an entry has ended. */
static inline void coop_after_note_end(local struct coop_group *coop, uint index, uint is_cut_short)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;

    if (is_cut_short) {
        coop->control->instances[index].stats.after_left = table->after[index];
    } else if (table->blocked != 0) {
        coop_after_release(coop, index);
    }
}
