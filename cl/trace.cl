/* Trace events: shared/trace.h.
 *
 * Stands on: atomics.clh, relax.clh. Callers: leaders. An event belongs to whoever drew its number from the cursor. */
static void coop_trace_by_leader(global struct coop_control *control, uint kind, uint slot, uint4 what)
{
    uint capacity = control->setup.trace_capacity;
    ulong number;

    if (capacity == 0) {
        return;
    }
    number = coop_add64_relaxed(&control->trace_cursor, 1ul);
    if (number < capacity) {
        global struct coop_trace_event *event =
            (global struct coop_trace_event *)((global uchar *)control + control->setup.trace_at) + number;
        event->time_ns = coop_clock_ns();
        event->launch = what.x;
        event->group_id = what.y;
        event->value = what.z;
        event->slot = (ushort)slot;
        event->kind = (ushort)kind;
    }
}
