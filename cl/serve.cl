/* The scheduler's service for the broker of a team of several domains: which launches are of such a team,
 * and when its turn comes (device/serve.clh has what it does).
 *
 * Stands on: device/serve.clh, table.cl, mailbox.cl. Callers: the scheduler's leader; in the step all its
 * work-items. Protocol: docs/protocol/queue.md#domains. In a domain of several devices one scheduler serves
 * at a time: the word `server` in the member record says which (A2).
 * A module without work queues, and a program of a device that is in no team, has none of this. */
#if defined(COOP_WORK) && COOP_WORK && COOP_WORK_TEAM

/* The set of an entry's launch, if it is of a domain that has others in its team; else null. */
static global struct coop_workqueue *coop_serve_find_set(local struct coop_group *coop, uint index)
{
    global struct coop_instance *instance = &coop->control->instances[index];
    uint at = coop_module_work_at(instance->launch.kernel_index);
    global struct coop_workqueue *set;

    if (at == ~0u || !(instance->launch.flags & COOP_INSTANCE_COOPERATIVE)) {
        return (global struct coop_workqueue *)0;
    }
    set = COOP_POINTER(coop, global struct coop_workqueue *, *(global const ulong *)(instance->args + at));
    return set && set->magic == COOP_WORKQUEUE_MAGIC && coop_team_member_of(set)
               ? set
               : (global struct coop_workqueue *)0;
}

/* The scheduler is the one that serves, or becomes it. */
static int coop_serve_is_server(local struct coop_group *coop, uint index)
{
    local struct coop_serve_table *serves = &coop->scheduler.table->serves;
    global struct coop_member *member = serves->members[index];

    if (serves->served >> index & 1u) {
        return 1;
    }
    if (!coop_replace_relaxed(&member->server, 0u, coop->control->setup.member + 1u)) {
        return 0;
    }
    /* Acquires what the server before wrote; pairs with coop_serve_leave, whose release the exchange
     * continues. */
    coop_load_acquire(&member->server);
    serves->served |= 1u << index;
    /* Relaxed, as below: it says only that requests will be answered; the notice makes it visible. */
    coop_store64_relaxed(&member->ready, COOP_MEMBER_READY);
    coop_notify_host(coop->control);
    return 1;
}

/* A launch has begun. */
static void coop_serve_join(local struct coop_group *coop, uint index)
{
    local struct coop_serve_table *serves = &coop->scheduler.table->serves;
    global struct coop_workqueue *set = coop_serve_find_set(coop, index);

    if (set) {
        serves->joined |= 1u << index;
        serves->sets[index] = set;
        serves->members[index] = coop_team_member_of(set);
        coop_add_relaxed(&serves->members[index]->present, 1u);
        coop_serve_is_server(coop, index);
    }
}

/* A launch has ended: the last one of the domain says so. */
static void coop_serve_leave(local struct coop_group *coop, uint index)
{
    local struct coop_serve_table *serves = &coop->scheduler.table->serves;
    global struct coop_member *member;

    if (!(serves->joined >> index & 1u)) {
        return;
    }
    member = serves->members[index];
    if (coop_add_relaxed(&member->present, ~0u) == 1u) {
        coop_store64_relaxed(&member->ready, COOP_MEMBER_ENDED);
    }
    if (serves->served >> index & 1u) {
        /* Publishes the scheduler's words to the next server; pairs with coop_serve_is_server. */
        coop_store_release(&member->server, 0u);
    }
    serves->joined &= ~(1u << index);
    serves->served &= ~(1u << index);
}

/* The leader's part of a round: begins what the broker asks for; returns whether the next round must follow
 * at once. `counts` of the table says how many work-groups there are. */
COOP_SELDOM static uint coop_serve_round(local struct coop_group *coop)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    uint begun = 0;

    for (uint left = table->serves.joined; left != 0; left &= left - 1u) {
        uint index = coop_table_first(left);
        uint groups = coop_groups_get(table->counts[index], COOP_GROUPS_ACTIVE);
        global struct coop_member *member = table->serves.members[index];
        uint is_news;
        if (!coop_serve_is_server(coop, index)) {
            continue;
        }
        is_news = coop_serve_say_room_by_leader(table->serves.sets[index], member);
        is_news |= coop_serve_say_hunger_by_leader(member, groups);
        if (is_news) {
            coop_notify_host(coop->control);
        }
        begun = begun ||
                coop_serve_begin_by_leader(&table->serves.serve, table->serves.sets[index], member);
    }
    return begun;
}

/* Ends what has been begun; before anything else in the leader's round. */
static void coop_serve_settle(local struct coop_group *coop)
{
    local struct coop_serve *serve = &coop->scheduler.table->serves.serve;

    if (serve->doing != COOP_SERVE_NOTHING) {
        coop_serve_end_by_leader(serve);
        coop_notify_host(coop->control);
    }
}

static void coop_serve_enter(local struct coop_scheduler_table *table)
{
    table->serves.joined = 0;
    table->serves.served = 0;
    table->serves.serve.doing = COOP_SERVE_NOTHING;
}

/* The work-items' part of a round. */
COOP_SELDOM static void coop_serve_step(local struct coop_group *coop, uint item)
{
    local struct coop_serve *serve = &coop->scheduler.table->serves.serve;

    if (serve->doing != COOP_SERVE_NOTHING) {
        coop_serve_by_item(serve, item, coop->scheduler.local_items);
    }
}

#else

static inline void coop_serve_join(local struct coop_group *coop, uint index)
{
}

static inline void coop_serve_leave(local struct coop_group *coop, uint index)
{
}

static inline uint coop_serve_round(local struct coop_group *coop)
{
    return 0;
}

static inline void coop_serve_settle(local struct coop_group *coop)
{
}

static inline void coop_serve_enter(local struct coop_scheduler_table *table)
{
}

static inline void coop_serve_step(local struct coop_group *coop, uint item)
{
}

#endif
