/* Messages in the megakernel: where a work-group's part of a net lies, what it does when the work-group
 * begins or ends, and the primitives of messages.
 *
 * Stands on: device/delivery.clh, instance.cl's step of the group-count word. Callers: leaders of cooperative
 * work-groups. The module says which kernels have a net, and where: coop_module_messages_at and
 * coop_module_messages (docs/module.md). A work-group publishes its open slot before it ends, which never
 * waits (B4, B10). Where the scheduler ends it at offer_kill, it waits until its messages are applied
 * (B11). */
#if defined(COOP_MESSAGE) && COOP_MESSAGE

/* How long coop_messages_quiet waits before it returns, and coop_messages_arrive without a sleep. */
#define COOP_MESSAGES_QUIET_YIELDS 32u
#define COOP_MESSAGES_ARRIVE_YIELDS 8u

/* Delivery sleeps longer the longer nothing comes: a host that reaches the device by copies cannot wake
 * it. */
#define COOP_MESSAGES_SLEEP_NS 50000ul
#define COOP_MESSAGES_SLEEPS_MAX 8u /* doublings: 12.8 ms */

/* As coop_fail; the record also says which element of which array, of how many, and which rank this is. */
static void coop_messages_fail_launch(local struct coop_group *coop, uint kind)
{
    global struct coop_failure_record *failure = &coop->control->failure;
    local struct coop_messages *out = coop->messages;
    global struct coop_network *net = out->net;
    uint array = out->fault_array;

    if (!coop_failure_begin(coop, kind)) {
        return;
    }
    failure->detail = array;
    failure->at = out->fault_index;
    failure->begin = array < COOP_MESSAGE_ARRAYS_MAX ? net->arrays[array].elements : 0ul;
    failure->end = out->rank;
    if (kind == COOP_FAILURE_MESSAGE_FULL) {
        failure->begin = net->slot_count;
        failure->at = net->wait_ns;
    } else if (kind == COOP_FAILURE_MESSAGE_DAMAGED) {
        failure->begin = array < COOP_MESSAGE_ARRAYS_MAX ? net->arrays[array].own_count : 0ul;
    }
    coop_failure_publish(coop);
}

/* Fails the launch for what its last step has found wrong, or for a net that the host has given up. */
static void coop_messages_check(local struct coop_group *coop)
{
    local struct coop_messages *out = coop->messages;
    uint fault = coop_local_load(&out->fault);

    if (fault == COOP_FAILURE_NONE && coop_load_relaxed(&out->net->is_lost) != 0) { /* seen late is enough */
        fault = COOP_FAILURE_MESSAGE_LOST;
    }
    if (fault != COOP_FAILURE_NONE) {
        coop_messages_fail_launch(coop, fault);
    }
}

static void coop_messages_enter(local struct coop_group *coop)
{
    uint at = coop_module_messages_at(coop->kernel_index);
    local struct coop_messages *out;
    ulong address;
    uint misfit;

    coop->messages = (local struct coop_messages *)0;
    if (at == ~0u) {
        return;
    }
    out = coop_module_messages(coop->kernel_index, coop->locals);
    address = *(COOP_ARGS_SPACE const ulong *)(coop->args + at);
    /* All occupants but the scheduler may be work-groups of kernels. */
    misfit = coop_messages_open_by_leader(out, COOP_POINTER(coop, global struct coop_network *, address),
                                          coop_load_relaxed(&coop->control->slot_count) - 1u, coop->items);
    if (misfit != 0) {
        coop_fail(coop, COOP_FAILURE_MESSAGE_NET, misfit);
        coop->has_work = 0;
        return;
    }
    out->coop = coop;
    coop->messages = out;
}

/* It publishes at global barriers, and so takes no shorter way through them. */
static inline int coop_messages_are_used(local struct coop_group *coop)
{
    return coop->messages != (local struct coop_messages *)0;
}

/* At each operation: a slot that has been open for long leaves, and at a global barrier any, since the
 * work-group may wait there for those that wait for its messages. */
static void coop_messages_look(local struct coop_group *coop, uint op)
{
    local struct coop_messages *out = coop->messages;
    ulong now;

    if (!out) {
        return;
    }
    coop_messages_check(coop);
    if (!coop_messages_have_slot(out)) {
        return;
    }
    now = coop_clock_ns();
    if (coop_op_is_global_barrier(op) ||
        (out->opened_ns != 0 && (!COOP_HAS_CLOCK || now - out->opened_ns > out->net->timeout_ns))) {
        coop_messages_flush_by_leader(out);
    } else if (out->opened_ns == 0) {
        out->opened_ns = COOP_HAS_CLOCK ? now : 1ul;
    }
}

static void coop_messages_flush(local struct coop_group *coop)
{
    if (coop->messages) {
        coop_messages_flush_by_leader(coop->messages);
    }
}

/* Waits a little until all that the work-group has sent is applied (B7). */
static void coop_messages_quiet(local struct coop_group *coop)
{
    local struct coop_messages *out = coop->messages;
    struct coop_backoff backoff = coop_backoff_init();

    if (!out) {
        return;
    }
    coop_messages_flush_by_leader(out);
    for (;;) {
        out->is_quiet = coop_messages_are_applied(out);
        if (out->is_quiet || coop_backoff_is_long(backoff, COOP_MESSAGES_QUIET_YIELDS) ||
            coop_must_drain(coop->control)) {
            break;
        }
        coop_relax(&backoff);
    }
    coop_messages_check(coop);
}

/* Sleeps until the host rings, at most for a time that grows with the rounds in vain. `bell` was read before
 * the last look at what has arrived. The count of sleepers is a hint to the host: a wake that it does not
 * make costs the rest of the sleep. */
static void coop_delivery_sleep(local struct coop_messages *in, uint bell)
{
    global struct coop_network *net = in->net;
    uint doublings = in->idle < COOP_MESSAGES_SLEEPS_MAX ? in->idle : COOP_MESSAGES_SLEEPS_MAX;

    in->idle++;
    if (COOP_HAS_SLEEP) {
        coop_add_relaxed(&net->deliver_sleeps, 1u);
        coop_sleep_on(&net->inbound_bell, bell, COOP_MESSAGES_SLEEP_NS << doublings);
        coop_add_relaxed(&net->deliver_sleeps, 0u - 1u);
    } else {
        coop_nap(COOP_SLEEP_NS);
    }
}

/* Delivery: ends the taken inbound place, and takes the next one. When there is none, waits a little. */
static void coop_messages_arrive(local struct coop_group *coop)
{
    local struct coop_messages *in = coop->messages;
    struct coop_backoff backoff = coop_backoff_init();

    if (!in) {
        return;
    }
    coop_delivery_end_by_leader(in);
    coop_messages_check(coop);
    for (;;) {
        uint bell = coop_delivery_bell(in);
        int stops = coop_delivery_is_told_to_stop(in);
        uint event = coop_delivery_take_by_leader(in);

        if (event == COOP_RING_GOT) {
            in->idle = 0;
            return;
        }
        if (event == COOP_RING_EMPTY && (stops || coop_must_drain(coop->control))) {
            in->is_over = stops;
            return;
        }
        if (coop_backoff_is_long(backoff, COOP_MESSAGES_ARRIVE_YIELDS)) {
            coop_delivery_sleep(in, bell);
            return;
        }
        coop_relax(&backoff);
    }
}

/* Would the scheduler end the work-group now? */
static inline int coop_messages_kill_is_wanted(local struct coop_group *coop)
{
    ulong counts = coop_load64_relaxed(&coop->instance->counts); /* a request may also be seen later (S3) */

    return coop_claims_may_kill(counts, coop->phase, coop_group_kill_id(coop));
}

/* Waits until all that the work-group has sent is applied (B7): for hosts and delivery alone (B6). False when
 * it may go on: nobody wants it to end any more, it must drain, or it has waited for as long as a send
 * would. */
static int coop_messages_settle(local struct coop_group *coop)
{
    local struct coop_messages *out = coop->messages;
    struct coop_backoff backoff = coop_backoff_init();
    ulong since_ns = 0;

    while (!coop_messages_are_applied(out)) {
        if (coop_backoff_is_at_step(backoff)) {
            coop_messages_check(coop);
            if (coop_must_drain(coop->control) || !coop_messages_kill_is_wanted(coop) ||
                coop_message_is_late(out->net, backoff, &since_ns)) {
                return 0;
            }
        }
        coop_relax(&backoff);
    }
    return 1;
}

/* May the work-group end at offer_kill? Only with no open slot, and when all that it has sent is applied: who
 * goes on, or is resumed later, knows nothing of its messages, and must not call itself quiet before them
 * (B11). It publishes and waits only if the scheduler would end it now. So a work-group that may be killed a
 * moment later keeps its slot, and declines. */
static int coop_messages_may_be_killed(local struct coop_group *coop)
{
    local struct coop_messages *out = coop->messages;

    if (!out || (!coop_messages_have_slot(out) && coop_messages_are_applied(out))) {
        return 1;
    }
    if (!coop_messages_kill_is_wanted(coop)) {
        return 0;
    }
    coop_messages_flush_by_leader(out);
    return coop_messages_settle(coop);
}

/* The work-group ends, or may end. */
static void coop_messages_leave(local struct coop_group *coop)
{
    if (coop->messages) {
        coop_messages_flush_by_leader(coop->messages);
        coop_messages_check(coop);
    }
}

/* In front of a resizing barrier, which may end the work-group: leaves word of its last ticket. Relaxed: the
 * arrival at the barrier releases it (B11). */
static void coop_messages_hand_over(local struct coop_group *coop)
{
    local struct coop_messages *out = coop->messages;

    coop_messages_leave(coop);
    if (out && !coop_messages_are_applied(out)) {
        coop_max64_relaxed(&out->net->barrier_last, coop_messages_last(out));
    }
}

/* Behind a resizing barrier, which has acquired the word: the next quiet is also that of those which it has
 * ended. It may be that of other instances' work-groups, too, which costs no more than a longer wait. */
static void coop_messages_take_over(local struct coop_group *coop)
{
    local struct coop_messages *out = coop->messages;

    if (out) {
        ulong last = coop_load64_relaxed(&out->net->barrier_last);

        out->parts[0].last = last > out->parts[0].last ? last : out->parts[0].last;
    }
}

#else

static inline void coop_messages_enter(local struct coop_group *coop)
{
}

static inline int coop_messages_are_used(local struct coop_group *coop)
{
    return 0;
}

static inline void coop_messages_look(local struct coop_group *coop, uint op)
{
}

static inline void coop_messages_flush(local struct coop_group *coop)
{
}

static inline void coop_messages_quiet(local struct coop_group *coop)
{
}

static inline void coop_messages_arrive(local struct coop_group *coop)
{
}

static inline int coop_messages_may_be_killed(local struct coop_group *coop)
{
    return 1;
}

static inline void coop_messages_leave(local struct coop_group *coop)
{
}

static inline void coop_messages_hand_over(local struct coop_group *coop)
{
}

static inline void coop_messages_take_over(local struct coop_group *coop)
{
}

#endif
