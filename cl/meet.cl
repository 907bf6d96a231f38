/* Net barriers in the megakernel: the launch's own barrier, then the host's answer; and how many launches use
 * a net.
 *
 * Stands on: device/meet.clh, message.cl, barrier.cl, table.cl. Callers: leaders of cooperative work-groups;
 * the scheduler's leader where its name is in front. */
#if defined(COOP_MESSAGE) && COOP_MESSAGE

_Static_assert(COOP_OP_MESSAGES_SUM - COOP_OP_MESSAGES_BARRIER == COOP_MEET_SUM,
               "as the kinds follow each other");
_Static_assert(COOP_OP_MESSAGES_MAX - COOP_OP_MESSAGES_BARRIER == COOP_MEET_MAX,
               "as the kinds follow each other");

/* Waits for the other ranks: as long as they take, since nobody else waits for this launch. The host sees who
 * will never come, and says that the net is lost. */
static void coop_messages_await_ranks(local struct coop_group *coop, ulong round)
{
    struct coop_backoff backoff = coop_backoff_init();

    coop_slot_show(coop, coop->op, coop->op_state);
    while (!coop_meet_is_answered(coop->messages, round)) {
        if (coop_backoff_is_at_step(backoff)) {
            coop_messages_check(coop);
            if (coop_must_drain(coop->control)) {
                coop_barrier_abandon(coop);
                return;
            }
        }
        coop_relax(&backoff);
    }
}

COOP_SELDOM static void coop_messages_meet(local struct coop_group *coop, uint op)
{
    local struct coop_messages *out = coop->messages;
    uint kind = op - COOP_OP_MESSAGES_BARRIER;
    ulong round;

    if (!out) {
        return;
    }
    round = coop_meet_come_by_leader(out, kind);
    coop_barrier_by_leader(coop, 0, coop_trace_has_barriers(coop));
    if (!coop->has_work) {
        return;
    }
    coop_meet_publish_by_leader(out, kind, round, (uint)coop->groups[0]);
    coop_messages_await_ranks(coop, round);
}

/* The net of a launch, or null: as its work-groups find it. */
static global struct coop_network *coop_meet_find_net(local struct coop_group *coop, uint index)
{
    global struct coop_instance *instance = &coop->control->instances[index];
    uint at = coop_module_messages_at(instance->launch.kernel_index);
    global struct coop_network *net;

    if (at == ~0u) {
        return (global struct coop_network *)0;
    }
    net = COOP_POINTER(coop, global struct coop_network *, *(global const ulong *)(instance->args + at));
    return coop_network_misfit(net, 0u) == 0 ? net : (global struct coop_network *)0;
}

/* The scheduler begins. */
static inline void coop_meet_enter(local struct coop_scheduler_table *table)
{
    table->senders = 0;
}

/* The scheduler: a launch has begun, or a job of one that repeats. */
static void coop_meet_join(local struct coop_group *coop, uint index)
{
    global struct coop_network *net = coop_meet_find_net(coop, index);

    if (net && !(coop->scheduler.table->senders >> index & 1u)) {
        coop->scheduler.table->senders |= 1u << index;
        coop_add64_relaxed(&net->launches, 1ul); /* for a deadline: seen late is enough */
    }
}

/* The scheduler: a launch has ended; the net is there until the host has heard so. */
static void coop_meet_leave(local struct coop_group *coop, uint index)
{
    global struct coop_network *net;

    if (!(coop->scheduler.table->senders >> index & 1u)) {
        return;
    }
    coop->scheduler.table->senders &= ~(1u << index);
    net = coop_meet_find_net(coop, index);
    if (net) { /* a kernel may have written over it */
        coop_add64_relaxed(&net->launches, 0ul - 1ul);
    }
}

#else

static inline void coop_messages_meet(local struct coop_group *coop, uint op)
{
}

static inline void coop_meet_enter(local struct coop_scheduler_table *table)
{
}

static inline void coop_meet_join(local struct coop_group *coop, uint index)
{
}

static inline void coop_meet_leave(local struct coop_group *coop, uint index)
{
}

#endif
