/* Trace events: shared/trace.h.
 *
 * Stands on: atomics.clh, relax.clh, group.cl. Callers: leaders. An event belongs to the leader that drew its
 * number from the cursor. Without a trace each call is a load from local memory and a branch, and does not
 * read the clock. */

static inline int coop_trace_is_on(local const struct coop_group *coop)
{
    return coop->trace_capacity != 0;
}

static inline int coop_trace_has_barriers(local const struct coop_group *coop)
{
    return coop_trace_is_on(coop) && coop->trace_barriers != 0;
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

/* word  the group-count word or the phase word, as the kind has it */
COOP_SELDOM static void coop_trace_write(local struct coop_group *coop, uint kind, ulong at_ns,
                                         struct coop_trace_subject what, ulong word)
{
    global struct coop_control *control = coop->control;
    ulong number = coop_add64_relaxed(&control->trace_cursor, 1ul);

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
