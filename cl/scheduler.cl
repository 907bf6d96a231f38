/* The scheduler: the leader of slot 0. Looks at the instance table, plans (shared/policy.h), and carries the plan out.
 *
 * Stands on: shared/policy.h, ids.cl, suspend.cl, slot.cl, pool.cl, mailbox.cl. Protocol: docs/protocol.md#scheduler.
 *   C1  only the scheduler takes slots out of the free set, so that what it has counted it can take.
 *   C2  an instance is DONE only after its pool word is complete and its reserved slots are free again.
 *   C3  it sleeps only when nothing has rung since it began to look (X2).
 *   C4  postings are taken in the order of their sequence numbers: the plan never sees one without those before it. */

/* What the scheduler works on in a round; it lies where workers have their kernels' local variables (entry.cl). */
struct coop_scheduler_table {
    struct coop_policy_entry entries[COOP_INSTANCES_MAX];
    struct coop_free_ids ids;
};

static void coop_scheduler_look_at(global struct coop_instance *instance, uint state,
                                   local struct coop_policy_entry *entry)
{
    ulong pool = coop_load64_acquire(&instance->pool); /* acquires the parked frame, too */
    int is_running = state == COOP_INSTANCE_RUNNING;

    entry->is_suspended = is_running && (pool & COOP_POOL_SUSPENDED) != 0;
    entry->phase = is_running && !entry->is_suspended ? COOP_POLICY_RUNNING : COOP_POLICY_WAITING;
    entry->is_cooperative = (instance->launch.flags & COOP_INSTANCE_COOPERATIVE) != 0;
    entry->can_shrink = (instance->launch.flags & COOP_INSTANCE_SHRINKS) != 0;
    entry->can_grow = (instance->launch.flags & COOP_INSTANCE_GROWS) != 0;
    entry->wanted = instance->launch.groups_wanted;
    entry->active = is_running ? coop_pool_get(pool, COOP_POOL_ACTIVE) : 0;
    entry->returned = is_running ? coop_pool_get(pool, COOP_POOL_RETURNED) : 0;
    entry->priority = instance->launch.priority;
    entry->sequence = instance->launch.sequence;
    entry->may_kill_all = (instance->launch.flags & COOP_INSTANCE_MAY_KILL_ALL) != 0;
    entry->behind = entry->is_suspended ? instance->suspended_behind : 0;
    entry->start = 0;
    entry->target = 0;
    entry->need = 0;
    entry->is_displaced = 0;
}

/* Trap (slots promised to an instance that has ended were lost): all that is still in the reserved set goes back to the
 * free set before the instance is DONE (C2). Nobody takes from the set any more, since a taker is a work-group
 * of the instance that has not ended. Test: device.scheduler.grants_of_an_ended_instance_come_back. */
COOP_SELDOM static void coop_scheduler_finish(local struct coop_group *coop, global struct coop_instance *instance,
                                              uint index, uint is_cut_short)
{
    global struct coop_control *control = coop->control;
    global struct coop_instance_stats *stats = &instance->stats;
    uint slot_count = coop_load_relaxed(&control->slot_count);
    ulong pool = coop_load64_acquire(&instance->pool); /* acquires what every ended work-group wrote */
    uint slot = is_cut_short ? COOP_NO_SLOT : coop_slotset_take(&instance->reserved, slot_count);
    uint begun = stats->groups_at_start + coop_load_relaxed(&stats->forks) + coop_load_relaxed(&stats->barrier_forks);

    while (slot != COOP_NO_SLOT) {
        coop_slotset_add(&control->free, slot);
        slot = coop_slotset_take(&instance->reserved, slot_count);
    }
    /* Those that began and are not active any more were killed, one way or the other. */
    stats->kills = begun + stats->resumptions - coop_pool_get(pool, COOP_POOL_ACTIVE) -
                   coop_load_relaxed(&stats->barrier_kills);
    if (instance->suspended_behind != 0) {
        stats->suspended_ns += coop_clock_ns() - instance->suspended_since_ns;
    }
    if (begun > 0) {
        stats->barriers = coop_release_generation(coop_load64_relaxed(&instance->release)) -
                          coop->scheduler.first_generation[index];
    }
    stats->ended_ns = coop_clock_ns();
    stats->was_cut_short = is_cut_short;
    coop_trace_by_leader(coop, COOP_TRACE_COMPLETED, coop_trace_now(coop),
                         coop_trace_subject(instance->launch.sequence, 0u, is_cut_short), pool);
    coop_store_release(&instance->state, COOP_INSTANCE_DONE); /* publishes stats; pairs with the host's load */
    coop_notify_host(control);
}

/* Takes a posting: from here on the entry's words are those of the new instance, whatever the previous one left there. */
static void coop_scheduler_take_posting(local struct coop_group *coop, global struct coop_instance *instance)
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
    instance->suspended_behind = 0;
    coop_store64_relaxed(&stats->last_return_ns, 0ul);
    coop_store_relaxed(&stats->barrier_kills, 0u);
    coop_store_relaxed(&stats->forks, 0u);
    coop_store_relaxed(&stats->barrier_forks, 0u);
    coop_store64_relaxed(&instance->pool, 0ul);
    coop_store64_relaxed(&instance->next_logical_group, 0ul);
    coop_store_relaxed(&instance->state, COOP_INSTANCE_QUEUED); /* only the scheduler reads it until DONE */
    coop_trace_by_leader(coop, COOP_TRACE_SEEN, coop_trace_now(coop),
                         coop_trace_subject(instance->launch.sequence, 0u, instance->launch.groups_wanted), 0ul);
}

#define COOP_LOOKS_AT_ONCE 8u

/* Which entries are posted, as a bit each. The inner loop does nothing else, so that its loads can be under way at once. */
static uint coop_scheduler_find_postings(global struct coop_control *control)
{
    uint count = coop_rounds(COOP_INSTANCES_MAX);
    uint posted = 0;

    _Static_assert(COOP_INSTANCES_MAX <= 32, "an entry is a bit of a word");
    _Static_assert(COOP_INSTANCES_MAX % COOP_LOOKS_AT_ONCE == 0, "the inner loop is a whole one");
    for (uint i = 0; i < count; i += COOP_LOOKS_AT_ONCE) {
        for (uint j = i; j < i + COOP_LOOKS_AT_ONCE; j++) { /* relaxed: who finds one acquires it */
            posted |= (uint)(coop_load_relaxed(&control->instances[j].state) == COOP_INSTANCE_POSTED) << j;
        }
    }
    return posted;
}

/* Takes what is posted, in order (C4). The table is read entry by entry while the host posts: a posting can be seen without an
 * earlier one in an entry that was read before. Seeing it acquires the earlier one, which the next pass then finds.
 * Test: threads.turns.unused_grants_by_chance. */
COOP_SELDOM static void coop_scheduler_take_postings(local struct coop_group *coop)
{
    uint left;
    uint passes = 0; /* that took nothing; the second shows that the entry is damaged */

    do {
        uint posted = coop_scheduler_find_postings(coop->control);
        left = 0;
        passes++;
        while (posted != 0) {
            uint i = 63u - (uint)clz((ulong)(posted & (0u - posted)));
            global struct coop_instance *instance = &coop->control->instances[i];
            posted &= posted - 1u;
            coop_load_acquire(&instance->state); /* pairs with the host's post */
            if (instance->launch.sequence == coop->scheduler.next_sequence) {
                coop_scheduler_take_posting(coop, instance);
                coop->scheduler.next_sequence++;
                coop->scheduler.held |= 1u << i;
                passes = 0;
            } else {
                left++;
            }
        }
    } while (left > 0 && passes < 2);
}

/* Reads the whole table; finishes what is complete. */
static void coop_scheduler_look(local struct coop_group *coop, uint count)
{
    local struct coop_policy_entry *entries = coop->scheduler.entries;
    uint suspended = 0;

    coop_scheduler_take_postings(coop);
    for (uint i = 0; i < count; i++) {
        global struct coop_instance *instance = &coop->control->instances[i];
        uint state;

        entries[i].phase = COOP_POLICY_ABSENT;
        entries[i].is_cooperative = 0;
        entries[i].start = 0;
        entries[i].target = 0;
        entries[i].wanted = 0;
        if (!(coop->scheduler.held >> i & 1u)) {
            continue; /* posted just now: it has rung the bell, the next round takes it */
        }
        state = coop_load_relaxed(&instance->state); /* the scheduler's own */
        if (state != COOP_INSTANCE_QUEUED && state != COOP_INSTANCE_RUNNING) {
            continue; /* damaged, for the host to see */
        }
        coop_scheduler_look_at(instance, state, &entries[i]);
        if (entries[i].phase == COOP_POLICY_RUNNING && entries[i].returned == entries[i].active) {
            coop_scheduler_finish(coop, instance, i, 0u);
            coop->scheduler.held &= ~(1u << i);
            entries[i].phase = COOP_POLICY_ABSENT;
        }
        suspended += entries[i].phase == COOP_POLICY_WAITING && entries[i].is_suspended;
    }
    if (suspended > 0) {
        coop_suspend_note(coop, entries, count);
    }
}

static void coop_scheduler_start(local struct coop_group *coop, uint index, uint groups)
{
    global struct coop_instance *instance = &coop->control->instances[index];
    ulong may_suspend = instance->launch.flags & COOP_INSTANCE_MAY_KILL_ALL ? COOP_POOL_MAY_SUSPEND : 0ul;
    ulong release = coop_load64_relaxed(&instance->release);
    struct coop_frame_values values;

    /* R1: the generation goes on from the instance that used this entry before, for the sake of its late readers. */
    values.generation = coop_release_generation(release);
    values.instance = index;
    values.state = 0;
    values.num_groups = groups;
    coop->scheduler.first_generation[index] = values.generation;
    instance->stats.groups_at_start = groups;
    coop_store64_relaxed(&instance->pool, coop_pool_launched(groups) | may_suspend); /* the frames publish it */
    coop_store_relaxed(&instance->state, COOP_INSTANCE_RUNNING);
    instance->stats.started_ns = coop_clock_ns();
    coop_trace_by_leader(coop, COOP_TRACE_STARTED, coop_trace_now(coop),
                         coop_trace_subject(instance->launch.sequence, 0u, groups), values.generation);
    for (uint i = 0; i < groups; i++) {
        values.group_id = i;
        coop_slot_assign(coop, coop_ids_take_slot(coop, instance, i), values, 0u);
    }
}

static void coop_scheduler_trace_target(local struct coop_group *coop, global struct coop_instance *instance,
                                        uint target, ulong word, ulong at_ns)
{
    uint kills = coop_pool_kill_wanted(word);
    uint grant = coop_pool_fork_granted(word);

    coop_trace_by_leader(coop, grant > 0 ? COOP_TRACE_FORK_GRANTED : COOP_TRACE_KILL_WANTED, at_ns,
                         coop_trace_subject(instance->launch.sequence, target, grant > 0 ? grant : kills), word);
}

/* Moves the pool word of a running instance towards `target`. Slots enter the reserved set before a larger grant is
 * published and leave it after a smaller one is, so that it always covers the grant (P6). Returns how many slots came back
 * to the free set. */
static uint coop_scheduler_retarget(local struct coop_group *coop, global struct coop_instance *instance, uint target)
{
    int has_gaps = (instance->launch.flags & COOP_INSTANCE_KILLS_ANY) != 0;
    uint slot_count = coop_load_relaxed(&coop->control->slot_count);
    uint added = 0;
    uint surplus = 0;
    ulong word = coop_load64_relaxed(&instance->pool);
    ulong next;
    ulong at_ns = 0;
    local struct coop_free_ids *ids = coop->scheduler.ids;

    if (has_gaps) {
        coop_ids_find(coop, instance, ids);
    }
    for (;;) {
        uint granted = coop_pool_fork_granted(word);
        uint room = coop_slotset_count(&coop->control->free, slot_count);
        uint grant;
        room = has_gaps && ids->count < room ? ids->count : room;
        next = coop_pool_retarget(word, target, room + added);
        grant = coop_pool_fork_granted(next);
        while (granted + added < grant) {
            uint id = has_gaps ? coop_ids_take(ids) : 0;
            coop_slotset_add(&instance->reserved, coop_ids_take_slot(coop, instance, id));
            added++;
        }
        if (next != word) {
            at_ns = coop_trace_now(coop);
        }
        if (next == word || coop_replace64_acquire_release(&instance->pool, &word, next)) {
            surplus = granted + added - grant;
            break;
        }
    }
    for (uint i = 0; i < surplus; i++) {
        coop_slotset_add(&coop->control->free, coop_slotset_take(&instance->reserved, slot_count));
    }
    if (next != word) {
        coop_scheduler_trace_target(coop, instance, target, next, at_ns);
    }
    return surplus;
}

/* Stop or failure: waits for all workers, then ends every launch that has not completed. */
static void coop_scheduler_drain(local struct coop_group *coop)
{
    uint count = coop_rounds(COOP_INSTANCES_MAX);
    global struct coop_control *control = coop->control;
    struct coop_backoff backoff = coop_backoff_init();
    uint workers = coop_load_relaxed(&control->slot_count) - 1;

    while (coop_load_acquire(&control->exited) < workers) { /* pairs with coop_slot_leave_by_leader */
        coop_add64_relaxed(&control->heartbeat, 1ul);
        for (uint i = 1; COOP_HAS_SLEEP && i <= workers && coop_backoff_is_at_rung(backoff); i++) {
            if (coop_load_relaxed(&coop_slot_at(control, i)->word) == COOP_SLOT_ASLEEP) {
                coop_wake(&coop_slot_at(control, i)->word);
            }
        }
        coop_relax(&backoff);
    }
    /* What is still posted after this the host answers itself: its figures would be those of the instance before. */
    coop_scheduler_take_postings(coop);
    for (uint i = 0; i < count; i++) {
        uint state = coop_load_relaxed(&control->instances[i].state); /* QUEUED and RUNNING are the scheduler's own */
        if (state == COOP_INSTANCE_QUEUED || state == COOP_INSTANCE_RUNNING) {
            coop_scheduler_finish(coop, &control->instances[i], i, 1u);
        }
    }
    coop->runs = 0;
    coop_notify_host(control);
}

/* One round. Not inlined: the device compiler copies what stands around a barrier, and builds less than half as long
 * without it. */
__attribute__((noinline)) static void coop_scheduler_by_leader(local struct coop_group *coop)
{
    global struct coop_control *control = coop->control;
    local struct coop_policy_entry *entries = coop->scheduler.entries;
    uint count = coop_rounds(COOP_INSTANCES_MAX);
    uint slot_count = coop_load_relaxed(&control->slot_count);
    struct coop_bells bells = coop_read_bells(control);
    uint came_back = 0;

    coop_add64_relaxed(&control->heartbeat, 1ul);
    if (coop_must_drain(control)) {
        coop_scheduler_drain(coop);
        return;
    }
    coop_scheduler_look(coop, count);
    coop_policy_plan(entries, count, slot_count - 1,
                     coop_slotset_count(&control->free, slot_count));
    for (uint i = 0; i < count; i++) {
        if (entries[i].phase == COOP_POLICY_WAITING && entries[i].start > 0) {
            if (entries[i].is_suspended) {
                coop_suspend_resume(coop, i);
            } else {
                coop_scheduler_start(coop, i, entries[i].start);
            }
        }
    }
    for (uint i = 0; i < count; i++) {
        /* What has just started, too: it may hold more than its target where others wait behind it. */
        if (entries[i].is_cooperative && (entries[i].phase == COOP_POLICY_RUNNING || entries[i].start > 0)) {
            came_back += coop_scheduler_retarget(coop, &control->instances[i], entries[i].target);
        }
    }
    if (came_back == 0) { /* nobody rings for slots that the scheduler itself has freed after it planned */
        coop_wait_for_bell(control, bells);
    }
}
