/* Trace events: shared/trace.h.
 *
 * Stands on: atomics.clh, relax.clh, group.cl. Callers: leaders. Invariants: T1 to T3. Without a trace each
 * call is a load from local memory and a branch, and does not read the clock. */

/* What is written for a runtime and for tests without one asks whether there are traces. */
#define COOP_HAS_TRACE 1

static inline int coop_trace_is_on(local const struct coop_group *coop)
{
    return coop->trace_capacity != 0;
}

static inline int coop_trace_has_barriers(local const struct coop_group *coop)
{
    return coop_trace_is_on(coop) && coop->trace_barriers != 0;
}

static inline int coop_trace_has_flow(local const struct coop_group *coop)
{
    return coop_trace_is_on(coop) && coop->trace_flow != 0;
}

/* The time for an event that is written when it happens. */
static inline ulong coop_trace_now(local const struct coop_group *coop)
{
    return coop_trace_is_on(coop) ? coop_clock_ns() : 0ul;
}

/* What an event is about; the fields of struct coop_trace_event. */
struct coop_trace_subject {
    uint launch;
    uint group_id;
    uint value;
};

static inline struct coop_trace_subject coop_trace_subject(uint launch, uint group_id, uint value)
{
    struct coop_trace_subject subject;
    subject.launch = launch;
    subject.group_id = group_id;
    subject.value = value;
    return subject;
}

/* Whether there is room for the event; counts it, if it is of a barrier. Relaxed, as the order of the
 * additions is all that counts (T2). */
static inline int coop_trace_has_room(local const struct coop_group *coop, uint kind)
{
    return ((COOP_TRACE_OF_BARRIERS >> kind) & 1u) == 0 ||
           coop_add64_relaxed(&coop->control->trace_cursors.barriers, 1ul) < coop->trace_barriers;
}

/* word  the group-count word or the phase word, as the kind has it */
COOP_SELDOM static void coop_trace_write(local struct coop_group *coop, uint kind, ulong at_ns,
                                         struct coop_trace_subject what, ulong word)
{
    global struct coop_control *control = coop->control;
    ulong number = coop_trace_has_room(coop, kind) ? coop_add64_relaxed(&control->trace_cursors.events, 1ul)
                                                   : coop->trace_capacity;

    if (number < coop->trace_capacity) {
        global struct coop_trace_event *event =
            (global struct coop_trace_event *)((global uchar *)control + control->setup.trace_at) + number;
        event->time_ns = at_ns;
        event->launch = what.launch;
        event->group_id = what.group_id;
        event->value = what.value;
        event->word = word;
        event->slot = (ushort)coop->slot;
        event->kind = (ushort)kind;
    }
}

static inline void coop_trace_by_leader(local struct coop_group *coop, uint kind, ulong at_ns,
                                        struct coop_trace_subject what, ulong word)
{
    if (coop_trace_is_on(coop)) {
        coop_trace_write(coop, kind, at_ns, what, word);
    }
}
