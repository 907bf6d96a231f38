/* Launches that repeat, as the scheduler takes part in them: it launches their next jobs by the device's
 * clock, counts those that are missed, and waits no longer than until the next one is due. Between two jobs
 * the entry is RESTING: the poll passes it over, and the plan does not see it.
 *
 * Stands on: shared/repeat.h, table.cl, round.cl, series.cl, serve.cl, posting.cl. Caller: the scheduler.
 * Protocol: docs/protocol.md#repeat. The host posts no such launch where the device has no clock.
 *   V7  a job begins only when all work-groups of the one before have returned, and the poll has seen it:
 *       what they wrote is visible to it, and its words are nobody's but the scheduler's.
 *   V8  the launch ends between two jobs: a job that has been launched is carried out. */

/* The figures of a new launch, whose first job has been launched. */
static void coop_repeat_begin(global struct coop_instance *instance, uint sequence)
{
    coop_store64_relaxed(&instance->repeat.launched, 1ul);
    coop_store64_relaxed(&instance->repeat.missed, 0ul);
    coop_store64_relaxed(&instance->repeat.overdue, 0ul);
    coop_store64_relaxed(&instance->repeat.late_ns, 0ul);
    coop_store64_relaxed(&instance->repeat.most_late_ns, 0ul);
    /* Publishes that they are not the last launch's; pairs with the host's load */
    coop_store_release(&instance->repeat_of, sequence);
}

/* Only the scheduler writes the figures: it reads what it has written. */
static inline void coop_repeat_add(global coop_word64 *figure, ulong more)
{
    if (more != 0) {
        coop_store64_relaxed(figure, coop_load64_relaxed(figure) + more);
    }
}

/* Whether the host has told it to end. Relaxed: it is a number, and a later one rings again (X1). */
static inline int coop_repeat_is_to_end(local struct coop_group *coop, uint index)
{
    return coop_load_relaxed(&coop->control->instances[index].repeat_end) ==
           coop->scheduler.table->entries[index].sequence;
}

/* A job has completed: what became of it, and when the next one is due (V5, V6). */
static void coop_repeat_note_job(local struct coop_group *coop, uint index)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    global struct coop_instance *instance = &coop->control->instances[index];
    global struct coop_instance_stats *stats = &instance->stats;
    ulong due_ns = table->due_ns[index] + stats->after_ns; /* the first job may have come after others */
    ulong ended_ns = coop_load64_relaxed(&stats->last_return_ns);
    ulong late_ns = coop_series_between_ns(due_ns, stats->started_ns);
    ulong deadline_ns = instance->launch.deadline_ns;
    struct coop_repeat_step step = coop_repeat_behind(due_ns, instance->launch.period_ns, ended_ns);

    coop_repeat_add(&instance->repeat.missed, step.missed);
    coop_repeat_add(&instance->repeat.overdue, deadline_ns != 0 && ended_ns > due_ns + deadline_ns);
    coop_store64_relaxed(&instance->repeat.late_ns, late_ns);
    if (late_ns > coop_load64_relaxed(&instance->repeat.most_late_ns)) {
        coop_store64_relaxed(&instance->repeat.most_late_ns, late_ns);
    }
    table->due_ns[index] = step.due_ns;
}

/* All work-groups of a job have returned, as the poll has found it (V7). */
COOP_SMALL static void coop_repeat_rest(local struct coop_group *coop, uint index)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    uint sequence = table->entries[index].sequence;

    coop_series_note_end(coop, index, 0u);
    coop_repeat_note_job(coop, index);
    coop_trace_by_leader(coop, COOP_TRACE_RESTED, coop_trace_now(coop), coop_trace_subject(sequence, 0u, 0u),
                         table->counts[index]);
    coop_scheduler_forget(&table->entries[index]);
    table->series_of[index] = COOP_SERIES_MAX; /* until the next job it belongs to none */
    table->resting |= 1u << index;
    coop_store_relaxed(&coop->control->instances[index].state, COOP_INSTANCE_RESTING);
}

/* The next job's time has come. It has its place behind the launches that are there. */
static void coop_repeat_launch(local struct coop_group *coop, uint index, ulong now_ns)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    local struct coop_policy_entry *entry = &table->entries[index];
    global struct coop_instance *instance = &coop->control->instances[index];
    struct coop_repeat_step step = coop_repeat_at(table->due_ns[index], instance->launch.period_ns, now_ns);

    coop_posting_begin_job(instance);
    table->counts[index] = 0;
    table->resting &= ~(1u << index);
    entry->phase = COOP_POLICY_WAITING;
    entry->wanted = instance->launch.groups_wanted;
    entry->least = instance->launch.groups_least;
    coop_posting_enter_job(coop, index, step.due_ns);
    table->due_ns[index] = step.due_ns;
    entry->behind = entry->behind != 0 ? entry->behind : coop->scheduler.next_sequence - 1u;
    coop_repeat_add(&instance->repeat.launched, 1ul);
    coop_repeat_add(&instance->repeat.missed, step.missed);
}

/* How long the scheduler may wait before a job is due; at most `most_ns`. */
static ulong coop_repeat_wait_ns(local struct coop_group *coop, ulong most_ns)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    ulong now_ns = table->resting != 0 ? coop_clock_ns() : 0;

    for (uint left = table->resting; left != 0; left &= left - 1u) {
        ulong left_ns = coop_series_between_ns(now_ns, table->due_ns[coop_table_first(left)]);
        most_ns = left_ns < most_ns ? left_ns : most_ns;
    }
    return most_ns;
}
