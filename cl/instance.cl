/* Instances as a work-group sees them: its frame, its index space, and its end.
 *
 * Stands on: draw.cl, slot.cl, groups.cl, trace.cl, parts.cl. Protocol:
 * docs/protocol.md#instance.
 *   I1  after the step of the group-count word by which it ends, a work-group touches nothing of the
 *       instance, except to complete a barrier at which all the others still wait. */

static void coop_instance_set_num_groups(local struct coop_group *coop, uint num_groups)
{
    coop->groups[0] = num_groups;
    coop->passes = num_groups > 1 && !coop_trace_has_barriers(coop) && !coop_parts_see_barriers(coop);
    coop->global_items[0] = (ulong)num_groups * coop->local_items[0];
}

static void coop_instance_enter_cooperative(local struct coop_group *coop,
                                            global const struct coop_frame *frame)
{
    coop->dimensions = 1;
    coop->drawn = 0;
    coop->drawn_end = 0;
    for (uint i = 0; i < 3; i++) {
        coop->local_items[i] = i == 0 ? coop->items : 1;
        coop->edge_items[i] = coop->local_items[i];
        coop->groups[i] = 1;
        coop->group_at[i] = 0;
        coop->global_items[i] = 1;
        coop->global_offset[i] = 0;
    }
    coop->group_at[0] = frame->group_id;
    coop_instance_set_num_groups(coop, frame->num_groups);
    coop->active_items = coop->local_items[0];
}

static void coop_instance_enter_regular(local struct coop_group *coop,
                                        global const struct coop_launch_record *launch,
                                        global const struct coop_frame *frame)
{
    coop->dimensions = launch->dimensions;
    coop_draw_begin(coop, frame->num_groups, frame->group_id);
    for (uint i = 0; i < 3; i++) {
        coop->local_items[i] = launch->local_items[i];
        coop->groups[i] = launch->logical_groups[i];
        coop->global_items[i] = launch->global_items[i];
        coop->global_offset[i] = launch->global_offset[i];
    }
}

/* The neighbour: no division. */
static void coop_instance_advance_logical_group(local struct coop_group *coop)
{
    for (uint i = 0; i < 3; i++) {
        if (++coop->group_at[i] < coop->groups[i]) {
            return;
        }
        coop->group_at[i] = 0;
    }
}

static void coop_instance_begin_logical_group(local struct coop_group *coop)
{
#if COOP_STRUCTURED
    coop->begun = (uint)(coop->drawn_end - coop->drawn);
#endif
    coop->drawn++;
    coop->active_items = 1;
    for (uint i = 0; i < 3; i++) {
        ulong left = coop->global_items[i] - coop->group_at[i] * coop->local_items[i];
        coop->edge_items[i] = left < coop->local_items[i] ? (uint)left : coop->local_items[i];
        coop->active_items *= coop->edge_items[i];
    }
    coop->state = 0;
    coop->begins = 1;
}

/* Begins the next logical work-group of a regular kernel; false when there is none left. */
static int coop_instance_next_logical_group(local struct coop_group *coop)
{
    if (!COOP_STRUCTURED && coop->drawn < coop->drawn_end) {
        coop_instance_advance_logical_group(coop);
    } else if (coop->drawn < coop->drawn_end || coop_draw(coop)) {
        coop_draw_place(coop, coop->drawn, coop->group_at);
    } else {
        return 0;
    }
    coop_instance_begin_logical_group(coop);
    return 1;
}

static void coop_instance_take_args(local struct coop_group *coop,
                                    global const struct coop_instance *instance)
{
#if COOP_ARGS_ARE_COPIED
    coop_copy_in(coop->args, instance->args, instance->launch.args_bytes);
#else
    coop->args = instance->args;
#endif
}

/* Takes up the frame of the work-group's slot. */
static void coop_instance_enter_by_leader(local struct coop_group *coop)
{
    global struct coop_slot *slot = coop_slot_at(coop->control, coop->slot);
    global struct coop_frame *frame = &slot->frame;
    global struct coop_instance *instance = &coop->control->instances[frame->instance % COOP_INSTANCES_MAX];

    coop->instance_index = frame->instance;
    coop->instance = instance;
    coop_instance_take_args(coop, instance);
    coop->kernel_index = instance->launch.kernel_index;
    coop->sequence = instance->launch.sequence;
    coop->flags = instance->launch.flags;
    coop->kills_max = instance->launch.kills_max;
    coop->transmit_bytes = instance->launch.transmit_bytes;
    coop->phase = frame->phase;
    coop->logical_groups_done = 0;
    coop->has_work = 1;
    coop->begins = 1;
    coop->state = frame->state;
    coop->op_state = frame->state; /* with the work-group: of what fails before the first step */
    coop->group_at[0] = frame->group_id;
    coop_copy_in(coop->transmit_in, frame->transmit, coop->transmit_bytes);
    coop_store_relaxed(&slot->instance, frame->instance);
    coop_store_relaxed(&slot->group_id, frame->group_id);
    coop_slot_show(coop, COOP_OP_NONE, frame->state);
    coop_parts_enter(coop);
    if (coop->flags & COOP_INSTANCE_COOPERATIVE) {
        coop_instance_enter_cooperative(coop, frame);
        coop_parts_enter_cooperative(coop);
    } else {
        coop_instance_enter_regular(coop, &instance->launch, frame);
    }
    coop_trace_by_leader(coop, COOP_TRACE_GROUP_BEGINS, coop_trace_now(coop),
                         coop_trace_subject(coop->sequence, frame->group_id, frame->num_groups),
                         frame->phase);
    if (frame->instance >= COOP_INSTANCES_MAX ||
        (coop->kernel_index >= coop->control->setup.kernel_count && !(coop->flags & COOP_INSTANCE_LEAVES))) {
        coop->has_work = 0;
        coop_fail(coop, COOP_FAILURE_BAD_FRAME, frame->instance);
    }
}

/* Notes that a work-group is about to end; the latest time counts. The step of the group-count word publishes
 * it. */
static void coop_instance_note_end(global struct coop_instance *instance)
{
    coop_max64_relaxed(&instance->stats.last_return_ns, coop_clock_ns());
}

/* The work-group has reached the end of its kernel, or of all the logical groups that it could draw. */
COOP_SMALL static void coop_instance_return_by_leader(local struct coop_group *coop)
{
    struct coop_groups_step step;
    ulong at_ns = 0;

    coop_instance_note_end(coop->instance);
    step = coop_groups_perform_return(&coop->instance->counts, coop->phase,
                                    coop_trace_is_on(coop) ? &at_ns : 0);
    if (step.event == COOP_GROUPS_STUCK) {
        coop_fail(coop, COOP_FAILURE_BARRIER_MISMATCH, coop_groups_arrived(step.word, coop->phase));
    }
    coop_trace_by_leader(
        coop, COOP_TRACE_GROUP_RETURNS, at_ns,
        coop_trace_subject(coop->sequence,
                           coop_load_relaxed(&coop_slot_at(coop->control, coop->slot)->group_id),
                           coop->logical_groups_done),
        step.word);
    coop_slot_give_by_leader(coop);
}
