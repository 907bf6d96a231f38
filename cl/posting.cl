/* What the words of an entry are when a job begins: of a posting that has been taken, or of the next job of a
 * launch that repeats.
 *
 * Stands on: table.cl, series.cl, after.cl. Caller: the scheduler. Protocol: docs/protocol.md#instance. */

/* From here on the entry's words are those of the new job, whatever the one before it left there. */
static void coop_posting_begin_job(global struct coop_instance *instance)
{
    global struct coop_instance_stats *stats = &instance->stats;

    stats->seen_ns = coop_clock_ns();
    stats->started_ns = 0;
    stats->ended_ns = 0;
    stats->kills = 0;
    stats->groups_at_start = 0;
    stats->was_cut_short = 0;
    stats->barriers = 0;
    stats->suspended_ns = 0;
    stats->suspensions = 0;
    stats->resumptions = 0;
    stats->ahead_us = 0;
    stats->after_ns = 0;
    stats->after_left = 0;
    instance->suspended_behind = 0;
    coop_store64_relaxed(&stats->last_return_ns, 0ul);
    coop_store_relaxed(&stats->barrier_kills, 0u);
    coop_store_relaxed(&stats->forks, 0u);
    coop_store_relaxed(&stats->barrier_forks, 0u);
    coop_store_relaxed(&instance->groups_wished, ~0u);
    coop_store64_relaxed(&instance->counts, 0ul);
    coop_store64_relaxed(&instance->next_logical_group, 0ul);
    coop_store_relaxed(&instance->state, COOP_INSTANCE_QUEUED); /* only the scheduler reads it until DONE */
}

/* The job waits to start.
 * came_ns  as coop_series_take_job */
static void coop_posting_enter_job(local struct coop_group *coop, uint index, ulong came_ns)
{
    local struct coop_policy_entry *entry = &coop->scheduler.table->entries[index];
    global struct coop_instance *instance = &coop->control->instances[index];

    coop_series_take_job(coop, index, came_ns);
    instance->stats.groups_wanted = entry->wanted;
    if (!entry->is_cooperative) {
        coop_store_relaxed(&instance->groups_wished, entry->wanted);
    }
}
