/* The part of the scheduler's round that all work-items of slot 0 take. While workers run a step of their
 * kernels, these work-items assign the frames that the leader has listed, and poll the instance table and the
 * free set for the leader. Each access takes a GPU as long as a hundred instructions, so they make many at
 * once.
 *
 * Stands on: table.cl, ids.cl, slot.cl. Callers: all work-items of slot 0, between two rounds of the leader,
 * and the leader when it drains. No work-item waits for another. Protocol: docs/protocol.md#scheduler. */

/* Gives frames to those of the slots first, first + stride, ... that the leader has taken. Each frame
 * publishes what the leader has stored for the instances that start: the barrier has ordered that before. */
static void coop_scheduler_assign(local struct coop_group *coop, uint first, uint stride)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    uint slot_count = coop->scheduler.slot_count;

    for (uint slot = first; slot < slot_count; slot += stride) {
        ulong word = table->taken[slot / 64u];
        ulong below = (1ul << (slot % 64u)) - 1ul;
        local const struct coop_scheduler_start *start = table->starts;
        struct coop_frame_values values;
        uint rank;
        if (!(word >> (slot % 64u) & 1ul)) {
            continue;
        }
        rank = table->ranks[slot / 64u] + (uint)popcount(word & below);
        while (rank >= start->first + start->groups) {
            start++;
        }
        values.phase = table->first_phase[start->instance];
        values.instance = start->instance;
        values.group_id = rank - start->first;
        values.state = 0;
        values.num_groups = start->groups;
        coop_ids_promise(coop, slot, start->instance, values.group_id);
        coop_slot_assign(coop, slot, values, 0u);
    }
}

/* The limit of a cooperative instance: that of its launch, or what the kernel has use for (S11). Relaxed: a
 * wish is a number, and a later one rings again (X1). */
static inline uint coop_scheduler_limit(global struct coop_instance *instance)
{
    uint limit = instance->launch.groups_wanted;
    uint wish = coop_load_relaxed(&instance->groups_wished);

    wish = wish > 0 ? wish : 1;
    return wish < limit ? wish : limit;
}

static void coop_scheduler_poll_at_held(local struct coop_scheduler_table *table, uint index, ulong counts,
                                        uint state, global struct coop_instance *instance)
{
    local struct coop_policy_entry *entry = &table->entries[index];
    int is_running = state == COOP_INSTANCE_RUNNING;

    table->counts[index] = counts;
    entry->is_suspended = is_running && (counts & COOP_GROUPS_SUSPENDED) != 0;
    entry->phase = is_running && !entry->is_suspended ? COOP_POLICY_RUNNING
                   : table->after[index] != 0         ? COOP_POLICY_ABSENT
                                                      : COOP_POLICY_WAITING;
    entry->active = is_running ? coop_groups_get(counts, COOP_GROUPS_ACTIVE) : 0;
    entry->returned = is_running ? coop_groups_get(counts, COOP_GROUPS_RETURNED) : 0;
    if (entry->is_cooperative) {
        entry->behind = entry->is_suspended ? instance->suspended_behind : 0;
    }
    entry->wanted = entry->is_cooperative ? coop_scheduler_limit(instance) : entry->wanted;
    if (entry->phase == COOP_POLICY_RUNNING && entry->returned == entry->active) {
        coop_local_or(&table->complete, 1u << index);
    }
}

/* Reads once what stays unchanged until the instance is done. The entry counts from when the leader has taken
 * the posting (C4). */
static void coop_scheduler_poll_at_posting(local struct coop_scheduler_table *table, uint index,
                                           global struct coop_instance *instance)
{
    local struct coop_policy_entry *entry = &table->entries[index];
    uint flags = instance->launch.flags;

    /* R1: the phase goes on from the instance that used this entry before, since that one may have late
     * readers. */
    table->first_phase[index] = coop_phase_number(coop_load64_relaxed(&instance->phase_word));
    table->flags[index] = flags;
    table->after[index] = instance->launch.after;
    entry->is_cooperative = (flags & COOP_INSTANCE_COOPERATIVE) != 0;
    entry->can_shrink = (flags & COOP_INSTANCE_SHRINKS) != 0;
    entry->can_grow = (flags & COOP_INSTANCE_GROWS) != 0;
    entry->may_kill_all = (flags & COOP_INSTANCE_MAY_KILL_ALL) != 0;
    entry->wanted = instance->launch.groups_wanted;
    entry->least = instance->launch.groups_least;
    entry->weight = instance->launch.weight;
    entry->priority = instance->launch.priority;
    entry->sequence = instance->launch.sequence;
    coop_local_or(&table->posted, 1u << index);
}

static inline void coop_scheduler_forget(local struct coop_policy_entry *entry)
{
    entry->phase = COOP_POLICY_ABSENT;
    entry->is_cooperative = 0;
    entry->can_shrink = 0; /* of an expected job (series.cl) */
    entry->is_suspended = 0;
    entry->wanted = 0;
    entry->active = 0;
    entry->returned = 0;
    entry->behind = 0;
    entry->least = 0;
    entry->weight = 0;
    entry->due_ns = 0;
    entry->start = 0;
    entry->target = 0;
    entry->need = 0;
    entry->is_displaced = 0;
}

static void coop_scheduler_poll_at(local struct coop_group *coop, uint index)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    global struct coop_instance *instance = &coop->control->instances[index];
    uint state;

    if (coop->scheduler.held >> index & 1u) {
        ulong counts;
        state = coop_load_relaxed(&instance->state); /* only the scheduler writes it here */
        /* Acquires what ended work-groups wrote, and the parked frame */
        counts = coop_load64_acquire(&instance->counts);
        if (state == COOP_INSTANCE_QUEUED || state == COOP_INSTANCE_RUNNING) {
            coop_scheduler_poll_at_held(table, index, counts, state, instance);
        } else { /* damaged, for the host to see */
            coop_scheduler_forget(&table->entries[index]);
        }
        return;
    }
    coop_scheduler_forget(&table->entries[index]);
    if (coop_load_acquire(&instance->state) == COOP_INSTANCE_POSTED) { /* pairs with the host's post */
        coop_scheduler_poll_at_posting(table, index, instance);
    }
}

/* Polls the entries and words `first`, `first + stride`, ...; the words from the other end, so that other
 * work-items poll them. The leader has read the doorbells before (X2). */
COOP_SMALL static void coop_scheduler_poll(local struct coop_group *coop, uint first, uint stride)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    uint words = coop_slotset_words(coop->scheduler.slot_count);
    uint count = coop_rounds(COOP_INSTANCES_MAX);

    if (first == stride / 2) {
        table->must_drain = (uint)coop_must_drain(coop->control);
    }
    for (uint i = stride - 1u - first; i < words; i += stride) {
        /* Acquires what the owners did with their slots before they gave them back (L3); pairs with
         * coop_slotset_add. */
        table->free[i] = coop_load64_acquire(&coop->control->free.words[i]);
    }
    for (uint i = first; i < count; i += stride) {
        coop_scheduler_poll_at(coop, i);
    }
}

/* Not inlined, as the leader's round. */
__attribute__((noinline)) COOP_SMALL static void coop_scheduler_by_item(local struct coop_group *coop,
                                                                        uint item)
{
    if (coop->scheduler.table->start_count > 0) {
        coop_scheduler_assign(coop, item, coop->scheduler.local_items);
    }
    coop_scheduler_poll(coop, item, coop->scheduler.local_items);
}
