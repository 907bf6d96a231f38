/* Series of jobs, as the scheduler takes part in them: it enters the expected jobs into the plan, and tells
 * the series what has become of their jobs.
 *
 * Stands on: shared/series.h, shared/policy.h, table.cl, round.cl. Caller: the scheduler. Protocol:
 * docs/protocol.md#series. Where the device has no clock, no launch belongs to a series. */

static void coop_series_enter(local struct coop_scheduler_table *table)
{
    for (uint i = 0; i < COOP_SERIES_MAX; i++) {
        table->series[i].options.period_ns = 0;
        coop_series_begin(&table->series[i]);
    }
    table->held_told = 0; /* as the host has cleared it */
}

static struct coop_series_options coop_series_options_of(global const struct coop_launch_record *launch)
{
    struct coop_series_options options;

    options.period_ns = launch->period_ns;
    options.deadline_ns = launch->deadline_ns;
    options.lead_ns = launch->lead_ns;
    options.kernel_index = launch->kernel_index;
    options.number = launch->series;
    options.priority = launch->priority;
    options.groups = launch->groups_wanted;
    options.is_automatic = (launch->flags & COOP_INSTANCE_AUTOMATIC) != 0;
    options.pad0 = 0;
    return options;
}

/* A job is there: when it is to have ended, which place it has, and how many work-groups it wants.
 * came_ns  when its posting was taken, or, where its launch repeats, when it was due */
COOP_SMALL static void coop_series_take_job(local struct coop_group *coop, uint index, ulong came_ns)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    local struct coop_policy_entry *entry = &table->entries[index];
    global struct coop_instance *instance = &coop->control->instances[index];
    ulong due_ns = came_ns;
    uint place = COOP_SERIES_MAX;

    if (COOP_HAS_CLOCK && instance->launch.period_ns != 0) {
        struct coop_series_options options = coop_series_options_of(&instance->launch);
        place = coop_series_find(table->series, &options, came_ns);
        if (place < COOP_SERIES_MAX) {
            local struct coop_series *one = &table->series[place];
            entry->wanted = coop_series_take(one, &options, came_ns, &due_ns);
            entry->behind = one->held_since_ns != 0 ? one->behind : 0;
        }
    }
    if (COOP_HAS_CLOCK && table->flags[index] & COOP_INSTANCE_BY_TIME) {
        ulong deadline_ns = instance->launch.deadline_ns;
        entry->due_ns = deadline_ns != 0 ? due_ns + deadline_ns : 0;
    }
    table->series_of[index] = place;
    table->due_ns[index] = due_ns;
}

/* The series' place, or NULL. */
static inline local struct coop_series *coop_series_of(local struct coop_group *coop, uint index)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    uint place = table->series_of[index];

    return place < COOP_SERIES_MAX ? &table->series[place] : 0;
}

/* The job starts. */
static void coop_series_note_start(local struct coop_group *coop, uint index)
{
    local struct coop_series *one = coop_series_of(coop, index);
    global struct coop_instance_stats *stats = &coop->control->instances[index].stats;

    if (one != 0) {
        ulong since_ns = one->held_since_ns;
        int was_held = since_ns != 0 && since_ns < stats->seen_ns;
        ulong ahead_us = was_held ? (stats->seen_ns - since_ns) / 1000ul : 0;
        stats->ahead_us = ahead_us < 0xfffffffful ? (uint)ahead_us : ~0u;
        if (stats->after_ns != 0) { /* what was held went to others while it waited for launches */
            one->held_since_ns = 0;
            one->filled_ns = 0;
        }
        one->automatic.had_room = (coop->scheduler.table->flags[index] & COOP_INSTANCE_LEAVES) &&
                                  coop->scheduler.table->free_count > stats->groups_at_start;
        coop_series_start(one, stats->seen_ns + stats->after_ns, stats->started_ns);
    }
}

/* The job has ended, or is cut short. */
COOP_SMALL static void coop_series_note_end(local struct coop_group *coop, uint index, uint is_cut_short)
{
    local struct coop_series *one = coop_series_of(coop, index);
    global struct coop_instance_stats *stats = &coop->control->instances[index].stats;

    if (one != 0) {
        coop_series_end(one, coop->scheduler.table->due_ns[index], stats->started_ns,
                        coop_load64_relaxed(&stats->last_return_ns), stats->groups_at_start, is_cut_short);
    }
}

/* Enters the expected jobs behind the instances; returns how many entries there are then to plan. */
static uint coop_series_expect(local struct coop_group *coop, uint count)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    ulong now_ns = 0; /* read only where a job may be expected */

    for (uint i = 0; i < COOP_SERIES_MAX; i++) {
        local struct coop_series *one = &table->series[i];
        local struct coop_policy_entry *entry = &table->entries[COOP_INSTANCES_MAX + i];
        entry->phase = COOP_POLICY_ABSENT;
        if (one->due_ns == 0 || one->open != 0) {
            continue;
        }
        now_ns = now_ns != 0 ? now_ns : coop_clock_ns();
        if (!coop_series_must_hold(one, now_ns)) {
            one->held_since_ns = 0;
            one->filled_ns = 0;
            continue;
        }
        if (one->held_since_ns == 0) {
            one->held_since_ns = now_ns;
            one->behind = coop->scheduler.next_sequence - 1u;
        }
        coop_scheduler_forget(entry);
        entry->phase = COOP_POLICY_EXPECTED;
        entry->wanted = coop_series_groups(one);
        entry->priority = one->options.priority;
        entry->behind = one->behind;
        entry->sequence = ~0u - i;
        for (; count < COOP_INSTANCES_MAX; count++) {
            table->entries[count].phase = COOP_POLICY_ABSENT;
        }
        count = COOP_INSTANCES_MAX + i + 1u;
    }
    table->expected_at_ns = now_ns;
    return count;
}

/* After the plan: notes which expected jobs have all their work-groups, and how many are held for all. The
 * word for the host is relaxed: it is for people and the watch. */
static void coop_series_note_held(local struct coop_group *coop, uint count)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    uint kernel_index = 0;
    ulong held;

    table->held_count = 0;
    for (uint i = COOP_INSTANCES_MAX; i < count; i++) {
        local struct coop_policy_entry *entry = &table->entries[i];
        local struct coop_series *one = &table->series[i - COOP_INSTANCES_MAX];
        if (entry->phase != COOP_POLICY_EXPECTED) {
            continue;
        }
        if (table->held_count == 0 && entry->start > 0) {
            kernel_index = one->options.kernel_index;
        }
        table->held_count += entry->start;
        if (one->filled_ns == 0 && entry->start == entry->need) {
            one->filled_ns = coop_clock_ns();
        }
    }
    held = COOP_HELD(table->held_count, kernel_index);
    if (held != table->held_told) {
        table->held_told = held;
        coop_store64_relaxed(&coop->control->held, held);
    }
}

/* How long the scheduler may wait before it must look at the series again, by the time at which it has
 * looked: by a later one, what has come due in between would be past. */
static ulong coop_series_wait_ns(local struct coop_group *coop)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    ulong most_ns = COOP_HEARTBEAT_NS;

    for (uint i = 0; i < COOP_SERIES_MAX; i++) {
        if (table->series[i].due_ns != 0) {
            most_ns = coop_series_left_ns(&table->series[i], table->expected_at_ns, most_ns);
        }
    }
    return most_ns;
}
