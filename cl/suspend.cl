/* Suspended instances: their last work-group was killed and has left its frame. The scheduler lets them wait
 * and resumes them here (S3b).
 *
 * Stands on: shared/policy.h, table.cl, ids.cl, trace.cl. Caller: the scheduler. Protocol:
 * docs/protocol.md#suspension. */

/* Notes the suspensions that the scheduler sees for the first time: each suspended instance waits behind all
 * that were launched until now (Y1). */
static void coop_suspend_note(local struct coop_group *coop, local struct coop_policy_entry *entries,
                              uint count)
{
    uint latest = 0;

    for (uint i = 0; i < count; i++) {
        latest = entries[i].phase != COOP_POLICY_ABSENT && entries[i].sequence > latest ? entries[i].sequence
                                                                                        : latest;
    }
    for (uint i = 0; i < count; i++) {
        global struct coop_instance *instance = &coop->control->instances[i];
        if (entries[i].phase == COOP_POLICY_WAITING && entries[i].is_suspended && entries[i].behind == 0) {
            entries[i].behind = latest;
            instance->suspended_behind = latest;
            instance->suspended_since_ns = coop_clock_ns();
            instance->stats.suspensions++;
        }
    }
}

/* Resumes a suspended instance, whose words only the scheduler touches, at the statement after the call at
 * which its last work-group was killed. */
static void coop_suspend_resume(local struct coop_group *coop, uint index)
{
    global struct coop_instance *instance = &coop->control->instances[index];
    ulong word = coop_groups_resumed(coop_load64_relaxed(&instance->counts)); /* the poll has acquired it */
    uint transmit_bytes = instance->launch.transmit_bytes;
    ulong at_ns = coop_trace_now(coop);
    uint slot = coop_table_take_one(coop);
    struct coop_frame_values values;

    values.phase = instance->parked_phase;
    values.instance = index;
    values.group_id = instance->parked_group;
    values.state = instance->resume_state;
    values.num_groups = coop_groups_get(word, COOP_GROUPS_ACTIVE);
    coop_copy_in(coop->transmit_out, instance->transmit, transmit_bytes);
    instance->stats.resumptions++;
    instance->stats.suspended_ns += coop_clock_ns() - instance->suspended_since_ns;
    instance->suspended_behind = 0;
    coop_store64_relaxed(&instance->counts, word); /* the frame publishes it */
    coop_trace_by_leader(coop, COOP_TRACE_RESUMED, at_ns,
                         coop_trace_subject(instance->launch.sequence, values.group_id, values.num_groups),
                         word);
    coop_ids_promise(coop, slot, index, values.group_id);
    coop_slot_assign(coop, slot, values, transmit_bytes);
}
