/* The scheduler: slot 0. Its work-items poll the instance table (round.cl). Then its leader makes the plan
 * (shared/policy.h) and carries it out, except for the frames of kernels that start: it lists these for the
 * work-items.
 *
 * Stands on: shared/policy.h, table.cl, ids.cl, suspend.cl, round.cl, series.cl, serve.cl, after.cl,
 * posting.cl, repeat.cl, groups.cl, mailbox.cl.
 * Protocol: docs/protocol.md#scheduler.
 *   C1  only the scheduler takes slots out of the free set, so that it can take as many as it has counted.
 *   C2  an instance is DONE only after its group-count word is complete and its reserved slots are free
 *       again.
 *   C3  it sleeps only when no ring has come since before the poll (X2).
 *   C4  it takes postings in the order of their sequence numbers: the plan never sees one without those
 *       before it.
 *   C5  it does not wait before the work-items have carried out its list. */

static void coop_scheduler_enter_by_leader(local struct coop_group *coop,
                                           local struct coop_scheduler_table *table)
{
    coop->scheduler.table = table;
    coop->scheduler.slot_count = coop_load_relaxed(&coop->control->slot_count);
    coop->scheduler.local_items = COOP_LOOPS ? 1 : coop->control->setup.local_items;
    coop->scheduler.held = 0;
    coop->scheduler.next_sequence = 1;
    coop->scheduler.is_missing = 0;
    coop->scheduler.doorbells = coop_read_doorbells(coop->control);
    coop_local_store(&table->posted, 0u);
    coop_local_store(&table->complete, 0u);
    coop_series_enter(table);
    coop_parts_enter_table(table);
    table->blocked = 0;
    table->resting = 0;
    table->start_count = 0;
}

/* The statistics are final: all that work-groups add to them has been acquired. */
static void coop_scheduler_seal(global struct coop_instance_stats *stats, uint sequence)
{
    ulong words[COOP_STATS_WORDS];

    words[0] = stats->seen_ns;
    words[1] = stats->started_ns;
    words[2] = stats->ended_ns;
    words[3] = coop_load64_relaxed(&stats->last_return_ns);
    words[4] = stats->kills | (ulong)coop_load_relaxed(&stats->barrier_kills) << 32;
    words[5] = coop_load_relaxed(&stats->forks) | (ulong)coop_load_relaxed(&stats->barrier_forks) << 32;
    words[6] = stats->groups_at_start | (ulong)stats->was_cut_short << 32;
    words[7] = stats->barriers;
    words[8] = stats->suspended_ns;
    words[9] = stats->suspensions | (ulong)stats->resumptions << 32;
    words[10] = stats->groups_wanted | (ulong)stats->ahead_us << 32;
    words[11] = stats->after_ns;
    words[12] = stats->after_left;
    stats->seal = coop_stats_seal(words, sequence);
}

/* Trap (slots promised to an instance that has ended were lost): every slot that is still in the reserved set
 * goes back to the free set before the instance is DONE (C2). No work-group takes from the set any more,
 * since only work-groups of the instance that have not ended do. Returns how many slots went back.
 * Test: device.scheduler.grants_of_an_ended_instance_come_back. */
COOP_SMALL static uint coop_scheduler_finish(local struct coop_group *coop, uint index, uint is_cut_short)
{
    global struct coop_control *control = coop->control;
    local struct coop_scheduler_table *table = coop->scheduler.table;
    local struct coop_policy_entry *entry = &table->entries[index];
    global struct coop_instance *instance = &control->instances[index];
    global struct coop_instance_stats *stats = &instance->stats;
    ulong counts = table->counts[index]; /* the poll has acquired what every ended work-group wrote */
    uint begun =
        stats->groups_at_start + coop_load_relaxed(&stats->forks) + coop_load_relaxed(&stats->barrier_forks);
    uint sequence = entry->sequence;
    uint came_back = 0;

    if (!is_cut_short && coop_policy_follows(entry)) { /* nothing is granted to others */
        came_back = coop_slotset_move(&instance->reserved, &control->free, coop->scheduler.slot_count,
                                      coop->scheduler.slot_count);
    }
    /* Each work-group that began and is not active any more was killed, at an offer or at a barrier. */
    stats->kills = begun + stats->resumptions - coop_groups_get(counts, COOP_GROUPS_ACTIVE) -
                   coop_load_relaxed(&stats->barrier_kills);
    if (instance->suspended_behind != 0) {
        stats->suspended_ns += coop_clock_ns() - instance->suspended_since_ns;
    }
    if (begun > 0) {
        stats->barriers =
            coop_phase_number(coop_load64_relaxed(&instance->phase_word)) - table->first_phase[index];
    }
    stats->ended_ns = coop_clock_ns();
    stats->was_cut_short = is_cut_short;
    coop_series_note_end(coop, index, is_cut_short);
    coop_after_note_end(coop, index, is_cut_short);
    coop_trace_by_leader(coop, COOP_TRACE_COMPLETED, coop_trace_now(coop),
                         coop_trace_subject(entry->sequence, 0u, is_cut_short), counts);
    coop->scheduler.held &= ~(1u << index);
    coop_scheduler_forget(entry);
    coop_scheduler_seal(stats, sequence);
    coop_parts_note_end(coop, index);
    /* Publishes stats; pairs with the host's load */
    coop_store_release(&instance->state, COOP_INSTANCE_DONE);
    coop_notify_host(control);
    return came_back;
}

/* Takes a posting. */
static void coop_scheduler_take_posting(local struct coop_group *coop, uint index)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    global struct coop_instance *instance = &coop->control->instances[index];

    coop_posting_begin_job(instance);
    table->counts[index] = 0;
    table->entries[index].phase = COOP_POLICY_WAITING;
    coop_after_take_posting(coop, index);
    coop_posting_enter_job(coop, index, instance->stats.seen_ns);
    if (table->flags[index] & COOP_INSTANCE_REPEATS) {
        coop_repeat_begin(instance, table->entries[index].sequence);
        table->due_ns[index] = instance->stats.seen_ns; /* whatever a series before it has expected (V5) */
    }
    coop->scheduler.held |= 1u << index;
    coop->scheduler.next_sequence++;
    coop_trace_by_leader(coop, COOP_TRACE_SEEN, coop_trace_now(coop),
                         coop_trace_subject(table->entries[index].sequence, 0u, table->entries[index].wanted),
                         0ul);
}

/* Takes the postings in order (C4). The work-items read the entries one by one while the host posts, so they
 * can see a posting and miss an earlier one. The reader of the later posting has acquired the earlier one, so
 * the next poll finds it; if it does not, the entry is damaged. Returns whether that poll must follow at
 * once. Test: threads.turns.unused_grants_by_chance. */
COOP_SMALL static uint coop_scheduler_take_postings(local struct coop_group *coop)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    uint posted = coop_local_load(&table->posted);
    uint was_missing = coop->scheduler.is_missing;
    uint taken = 1;

    coop_local_store(&table->posted, 0u);
    while (posted != 0 && taken != 0) {
        taken = 0;
        for (uint left = posted; left != 0; left &= left - 1u) {
            uint i = coop_table_first(left);
            if (table->entries[i].sequence == coop->scheduler.next_sequence) {
                coop_scheduler_take_posting(coop, i);
                posted &= ~(1u << i);
                taken = 1;
            }
        }
    }
    for (uint left = posted; left != 0; left &= left - 1u) {
        coop_scheduler_forget(&table->entries[coop_table_first(left)]);
    }
    coop->scheduler.is_missing = posted != 0;
    return posted != 0 && !was_missing;
}

/* Finishes the instances that the poll has found complete; returns how many slots came back to the free
 * set. */
static uint coop_scheduler_finish_complete(local struct coop_group *coop)
{
    uint complete = coop_local_load(&coop->scheduler.table->complete);
    uint came_back = 0;

    coop_local_store(&coop->scheduler.table->complete, 0u);
    for (; complete != 0; complete &= complete - 1u) {
        uint i = coop_table_first(complete);
        if (coop->scheduler.table->flags[i] & COOP_INSTANCE_REPEATS) {
            coop_repeat_rest(coop, i);
        } else {
            came_back += coop_scheduler_finish(coop, i, 0u);
        }
    }
    return came_back;
}

/* Of the launches that rest: launches the next jobs of those whose time has come, and finishes those that are
 * to repeat no more. */
COOP_SMALL static void coop_scheduler_repeat(local struct coop_group *coop)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    ulong now_ns = coop_clock_ns();

    for (uint left = table->resting; left != 0; left &= left - 1u) {
        uint i = coop_table_first(left);
        if (coop_repeat_is_to_end(coop, i)) {
            table->resting &= ~(1u << i);
            coop_scheduler_finish(coop, i, 0u);
        } else if (now_ns >= table->due_ns[i]) {
            coop_repeat_launch(coop, i, now_ns);
        }
    }
}

/* Starts an instance that has waited, with `groups` work-groups: takes their slots, and lists them for the
 * work-items. Their frames publish what is stored here (C5). */
static void coop_scheduler_start(local struct coop_group *coop, uint index, uint groups)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    global struct coop_instance *instance = &coop->control->instances[index];
    local struct coop_scheduler_start *start = &table->starts[table->start_count];
    uint flags = table->flags[index];
    uint claiming = COOP_INSTANCE_KILLS_ANY | COOP_INSTANCE_NEVER_MEETS;
    ulong for_good = (flags & COOP_INSTANCE_MAY_KILL_ALL ? COOP_GROUPS_MAY_SUSPEND : 0ul) |
                     ((flags & claiming) == claiming ? COOP_GROUPS_CLAIMS : 0ul);
    uint words = coop_slotset_words(coop->scheduler.slot_count);

    instance->stats.groups_at_start = groups;
    /* The frames publish it. The load pairs with coop_barrier_end. */
    coop_store64_relaxed(&instance->counts, coop_groups_with_leaving(coop_groups_launched(groups) | for_good,
                                                                     coop_load_acquire(&instance->leaving)));
    if (coop_draw_has_ranks(flags)) {
        coop_store64_relaxed(&instance->next_logical_group, groups);
    }
    coop_store_relaxed(&instance->state, COOP_INSTANCE_RUNNING);
    instance->stats.started_ns = coop_clock_ns();
    coop_series_note_start(coop, index);
    coop_parts_note_start(coop, index);
    coop_trace_by_leader(coop, COOP_TRACE_STARTED, coop_trace_now(coop),
                         coop_trace_subject(table->entries[index].sequence, 0u, groups),
                         table->first_phase[index]);
    start->instance = index;
    start->first = table->start_count > 0 ? start[-1].first + start[-1].groups : 0;
    start->groups = groups;
    table->start_count++;
    /* The lowest slots first, here as in every take, so that the order of slots is that of starts. Of a lease
     * the highest, which are also those that kernels give up first: so that those leave which came last, and
     * their queues are free again (H10). The order of slots then gives some of them to other starts. */
    for (uint i = 0; i < words && groups > 0; i++) {
        uint at = flags & COOP_INSTANCE_LEAVES ? words - 1u - i : i;
        ulong taken = flags & COOP_INSTANCE_LEAVES ? coop_table_take_highest(coop, at, groups)
                                                   : coop_table_take(coop, at, groups);
        table->taken[at] |= taken;
        groups -= (uint)popcount(taken);
    }
}

/* The list begins anew: the work-items have carried it out. */
static void coop_scheduler_begin_list(local struct coop_group *coop)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    uint words = coop_slotset_words(coop->scheduler.slot_count);

    table->free_count = 0;
    table->start_count = 0;
    for (uint i = 0; i < words; i++) {
        table->free_count += (uint)popcount(table->free[i]);
        table->taken[i] = 0;
    }
}

/* Starts and resumes what the plan has chosen; returns how many. */
static uint coop_scheduler_start_planned(local struct coop_group *coop, uint count)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    uint words = coop_slotset_words(coop->scheduler.slot_count);
    uint started = 0;
    uint rank = 0;

    for (uint i = 0; i < count; i++) {
        local struct coop_policy_entry *entry = &table->entries[i];
        if (entry->phase == COOP_POLICY_WAITING && entry->start > 0) {
            started++;
            if (entry->is_suspended) {
                coop_suspend_resume(coop, i);
            } else {
                coop_scheduler_start(coop, i, entry->start);
            }
        }
    }
    for (uint i = 0; i < words && table->start_count > 0; i++) {
        table->ranks[i] = rank;
        rank += (uint)popcount(table->taken[i]);
    }
    return started;
}

static void coop_scheduler_trace_target(local struct coop_group *coop, uint index, uint target, ulong word,
                                        ulong at_ns)
{
    uint kills = coop_groups_kill_wanted(word);
    uint grant = coop_groups_fork_granted(word);

    coop_trace_by_leader(
        coop, grant > 0 ? COOP_TRACE_FORK_GRANTED : COOP_TRACE_KILL_WANTED, at_ns,
        coop_trace_subject(coop->scheduler.table->entries[index].sequence, target, grant > 0 ? grant : kills),
        word);
}

/* Moves `count` free slots to the reserved set of an instance, each with an id where its ids have gaps. */
static void coop_scheduler_reserve(local struct coop_group *coop, uint index, uint count)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    int has_gaps = (table->flags[index] & COOP_INSTANCE_KILLS_ANY) != 0;
    uint words = coop_slotset_words(coop->scheduler.slot_count);

    for (uint i = 0; i < words && count > 0; i++) {
        ulong taken = coop_table_take(coop, i, count);
        for (ulong left = taken; left != 0; left &= left - 1ul) {
            coop_ids_promise(coop, coop_slotset_slot(i, left), index,
                             has_gaps ? coop_ids_take(&table->ids) : 0);
        }
        if (taken != 0) {
            coop_or64_release(&coop->control->instances[index].reserved.words[i], taken);
            count -= (uint)popcount(taken);
        }
    }
}

/* Moves the group-count word of a running instance towards `target`. Slots enter the reserved set before a
 * larger grant is published, and leave it after a smaller grant is, so that the set always covers the grant
 * (P6). Returns how many slots came back to the free set, and one more if a request had to stand for the
 * moment (P11, M2): no ring tells when that moment is over. */
static uint coop_scheduler_retarget(local struct coop_group *coop, uint index, uint target)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    global struct coop_instance *instance = &coop->control->instances[index];
    int has_gaps = (table->flags[index] & COOP_INSTANCE_KILLS_ANY) != 0;
    int has_ids = 0;
    uint added = 0;
    uint surplus = 0;
    ulong word = table->counts[index]; /* as the poll saw it; the exchange decides */
    ulong next;
    ulong at_ns = 0;
    uint stands;

    for (;;) {
        uint granted = coop_groups_fork_granted(word);
        uint room = table->free_count > table->held_count ? table->free_count - table->held_count : 0;
        uint grant;
        next = coop_claims_retarget(word, target, room + added);
        grant = coop_groups_fork_granted(next);
        if (has_gaps && granted + added < grant) { /* the grant also takes ids */
            if (!has_ids) {
                coop_ids_find(coop, index, &table->ids);
                has_ids = 1;
            }
            room = table->ids.count < room ? table->ids.count : room;
            next = coop_claims_retarget(word, target, room + added);
            grant = coop_groups_fork_granted(next);
        }
        if (granted + added < grant) {
            coop_scheduler_reserve(coop, index, grant - granted - added);
            added = grant - granted;
        }
        if (next != word) {
            at_ns = coop_trace_now(coop);
        }
        if (next == word || coop_replace64_acquire_release(&instance->counts, &word, next)) {
            surplus = granted + added - grant;
            break;
        }
    }
    stands = (next == word && coop_groups_request_stands(word)) || coop_claims_stand(next, target);
    if (surplus > 0) {
        coop_slotset_move(&instance->reserved, &coop->control->free, coop->scheduler.slot_count, surplus);
    }
    if (next != word) {
        coop_scheduler_trace_target(coop, index, target, next, at_ns);
    }
    return surplus + stands;
}

/* Stop or failure: waits for all workers, then ends every launch that has not completed. */
static void coop_scheduler_drain(local struct coop_group *coop)
{
    global struct coop_control *control = coop->control;
    struct coop_backoff backoff = coop_backoff_init();
    uint workers = coop->scheduler.slot_count - 1;

    /* Pairs with coop_slot_count_out. Signed: one that has come can take 1 off before the one that it
     * replaces has counted itself (L5). */
    while ((int)coop_load_acquire(&control->exited) < (int)workers) {
        coop_add64_relaxed(&control->heartbeat, 1ul);
        for (uint i = 1; COOP_HAS_SLEEP && i <= workers && coop_backoff_is_at_step(backoff); i++) {
            if (coop_load_relaxed(&coop_slot_at(control, i)->word) == COOP_SLOT_ASLEEP) {
                coop_wake(&coop_slot_at(control, i)->word);
            }
        }
        coop_relax(&backoff);
    }
    /* The host itself answers postings that remain after this, since their figures would be those of the
     * previous instance. The second round is for C4. */
    for (uint i = coop_rounds(2u); i > 0; i--) {
        coop_scheduler_poll(coop, 0u, 1u);
        coop_scheduler_take_postings(coop);
    }
    /* A poll may have taken the slot of a killed work-group for free without having seen the kill. */
    coop_suspend_note(coop, coop->scheduler.table->entries, coop_rounds(COOP_INSTANCES_MAX));
    for (uint left = coop->scheduler.held; left != 0; left &= left - 1u) {
        uint i = coop_table_first(left);
        /* QUEUED, RUNNING and RESTING are the scheduler's own */
        uint state = coop_load_relaxed(&control->instances[i].state);
        if (state == COOP_INSTANCE_QUEUED || state == COOP_INSTANCE_RUNNING ||
            state == COOP_INSTANCE_RESTING) {
            coop_scheduler_finish(coop, i, 1u);
        }
    }
    coop->runs = 0;
    coop_notify_host(control);
}

/* One round of the leader, after the work-items' poll. Not inlined: the device compiler copies the code
 * around a barrier, and takes less than half the time to build without this code there. */
__attribute__((noinline)) COOP_SMALL static void coop_scheduler_by_leader(local struct coop_group *coop)
{
    global struct coop_control *control = coop->control;
    local struct coop_scheduler_table *table = coop->scheduler.table;
    local struct coop_policy_entry *entries = table->entries;
    uint goes_on;
    uint count;

    coop_add64_relaxed(&control->heartbeat, 1ul);
    if (table->must_drain) {
        coop_scheduler_drain(coop);
        return;
    }
    coop_parts_settle(coop);
    coop_scheduler_begin_list(coop);
    goes_on = coop_scheduler_take_postings(coop);
    goes_on += coop_scheduler_finish_complete(coop);
    if (table->resting != 0) {
        coop_scheduler_repeat(coop);
    }
    /* There is nothing to plan beyond the last held entry. */
    count = coop->scheduler.held != 0 ? 64u - (uint)clz((ulong)coop->scheduler.held) : 0;
    coop_suspend_note(coop, entries, count);
    count = coop_series_expect(coop, count);
    coop_policy_plan(entries, count, coop->scheduler.slot_count - 1, table->free_count);
    coop_series_note_held(coop, count);
    goes_on += coop_scheduler_start_planned(coop, count);
    for (uint i = 0; i < count; i++) {
        /* An instance that has just started is retargeted in the next round: its slots then say whose they
         * are (U1). */
        if (entries[i].phase == COOP_POLICY_RUNNING && coop_policy_follows(&entries[i])) {
            goes_on += coop_scheduler_retarget(coop, i, entries[i].target);
        }
    }
    goes_on += coop_parts_round(coop);
    /* No ring tells of what the scheduler itself has changed after the poll. In both cases it reads the
     * doorbells before the next poll (X2). */
    if (goes_on == 0) {
        coop_wait_for_doorbell(control, &coop->scheduler.doorbells,
                               coop_repeat_wait_ns(coop, coop_series_wait_ns(coop)));
    } else {
        coop_doorbells_have_rung(control, &coop->scheduler.doorbells);
    }
}
