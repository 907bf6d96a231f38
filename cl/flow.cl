/* Flow graphs in the megakernel: where a work-group's part of one lies, and what it does when the work-group
 * begins or ends.
 *
 * Stands on: device/flow_member.clh, instance.cl's step of the group-count word. Callers: leaders of
 * cooperative work-groups. The module says which kernels have a flow graph, and where: coop_module_flow_at
 * and coop_module_flow (docs/module.md). A work-group gives up all that it holds before it ends, which cannot
 * fail (K5, K7); so, unlike with a work queue, no end is declined, but for a round in which all work-items
 * give closures back. */
#if defined(COOP_FLOW) && COOP_FLOW

/* ---- the trace ---- */

static ulong coop_flow_now(local struct coop_flow *flow)
{
    return flow->traced ? coop_clock_ns() : 0ul;
}

COOP_SELDOM static void coop_flow_write_event(local struct coop_flow *flow, uint kind, uint value,
                                              ulong word)
{
    local struct coop_group *coop = (local struct coop_group *)flow->traced;

    coop_trace_write(coop, kind, coop_clock_ns(), coop_trace_subject(coop->sequence, flow->group, value),
                     word);
}

/* What the trace says of the graph, by the first leader that comes. */
static void coop_flow_tell(local struct coop_flow *flow, uint work_items)
{
    /* Relaxed: the first one wins, and nothing is published by that. */
    if (!coop_replace_relaxed(&flow->graph->told, 0u, 1u)) {
        return;
    }
    for (uint i = 0; i < flow->order.channel_count; i++) {
        global const struct coop_channel *record = coop_flow_record(flow, i);
        uint is_by_group = (record->flags & COOP_CHANNEL_BY_GROUP) != 0;
        COOP_FLOW_TRACE(flow, CHANNEL, i | is_by_group << 8 | work_items << 16,
                        record->first_blocks | record->pushed << 24);
        for (uint part = 0; part < COOP_CHANNEL_NAME_BYTES / 8u; part++) {
            ulong letters = 0;
            for (uint letter = 8; letter-- > 0;) {
                letters = letters << 8 | (uchar)record->name[part * 8u + letter];
            }
            COOP_FLOW_TRACE(flow, NAME, i | part << 8, letters);
        }
    }
    if (flow->graph->closure_count > 0) {
        COOP_FLOW_TRACE(flow, CLOSURES, flow->graph->closure_count - flow->graph->root_count,
                        COOP_TRACE_FLOW_WORD(0u, 0u, flow->graph->roots_given));
    }
}

/* ---- beginnings and ends ---- */

/* Closures are what the graph is short of. */
static void coop_flow_say_closures(local struct coop_group *coop, global struct coop_failure_record *failure)
{
    global struct coop_flowgraph *graph = coop->flow->graph;

    failure->begin = coop_load64_relaxed(&graph->free_closures);
    failure->end = (graph->closure_count - graph->root_count) | (ulong)graph->closure_bound << 32;
    failure->bytes = 0;
    for (uint i = 0; i < coop->flow->order.channel_count; i++) {
        uint deepest = coop->flow->channels[i].tally[COOP_FLOW_DEEPEST];
        failure->bytes = failure->bytes > deepest ? failure->bytes : deepest;
    }
}

static void coop_flow_say_blocks(local struct coop_group *coop, global struct coop_failure_record *failure,
                                 uint channel)
{
    global struct coop_channel *record = coop_flow_record(coop->flow, channel);

    failure->begin = coop_load64_relaxed(&record->free_blocks);
    failure->end = record->block_count | (ulong)record->bound << 32;
    failure->bytes = coop->flow->channels[channel].tally[COOP_FLOW_DEEPEST];
}

/* As coop_fail; the record also says where the graph is, whose channels have names. When it is full: all
 * blocks of the channel or all closures, what the rule asks for, those that are free, and the deepest level
 * that this work-group has run. When an item emitted too much: the batch's channel, items and level. */
COOP_SMALL static void coop_flow_fail_launch(local struct coop_group *coop, uint kind, uint detail)
{
    global struct coop_failure_record *failure = &coop->control->failure;

    if (!coop_failure_begin(coop, kind)) {
        return;
    }
    failure->detail = detail;
    failure->at = (ulong)((global uchar *)coop->flow->graph - coop->arena);
    if (kind == COOP_FAILURE_FLOW_FULL && detail - 1u == COOP_FLOW_SHORT_OF_CLOSURES) {
        coop_flow_say_closures(coop, failure);
    } else if (kind == COOP_FAILURE_FLOW_FULL) {
        coop_flow_say_blocks(coop, failure, detail - 1u);
    } else {
        failure->begin = coop->flow->channel + 1u;
        failure->end = coop->flow->count;
        failure->bytes = coop->flow->level;
    }
    coop_failure_publish(coop);
}

/* Shows the host what the work-group runs. Relaxed, as coop_slot_show: the host only reads the words. */
static void coop_flow_show(local struct coop_group *coop)
{
    local struct coop_flow *flow = coop->flow;
    ulong batch = 0;

    if (flow && flow->outcome == COOP_FLOW_BATCH) {
        batch = COOP_SLOT_BATCH(flow->channel + 1u, flow->level, flow->count);
    }
    coop_store64_relaxed(&coop_slot_at(coop->control, coop->slot)->batch, batch);
}

static void coop_flow_enter(local struct coop_group *coop)
{
    uint at = coop_module_flow_at(coop->kernel_index);
    ulong address;
    uint misfit;

    coop->flow = (local struct coop_flow *)0;
    coop_flow_show(coop); /* what ran in the slot before is over */
    if (at == ~0u) {
        return;
    }
    coop->flow = coop_module_flow(coop->kernel_index, coop->locals);
    address = *(COOP_ARGS_SPACE const ulong *)(coop->args + at);
    misfit = coop_flow_open_by_leader(coop->flow, COOP_POINTER(coop, global struct coop_flowgraph *, address),
                                      (uint)coop->group_at[0], coop->items == 1);
    coop_store64_relaxed(&coop_slot_at(coop->control, coop->slot)->flow_at,
                         (ulong)((global uchar *)coop->flow->graph - coop->arena));
    if (misfit != 0) {
        coop->flow = (local struct coop_flow *)0;
        coop_fail(coop, COOP_FAILURE_FLOW_GRAPH, misfit);
        coop->has_work = 0;
    } else if (coop_trace_has_flow(coop)) {
        coop->flow->traced = coop;
        coop_flow_tell(coop->flow, coop->items);
    }
}

static void coop_flow_check(local struct coop_group *coop)
{
    uint fault = coop_local_load(&coop->flow->fault);

    if (fault != COOP_FAILURE_NONE) {
        coop_flow_fail_launch(coop, fault, coop->flow->fault_detail);
    }
}

static void coop_flow_next(local struct coop_group *coop)
{
    if (!coop->flow) {
        return;
    }
    /* The number of work-groups is a hint, for sharing. */
    coop_flow_next_by_leader(coop->flow, coop_groups_get(coop_load64_relaxed(&coop->instance->counts),
                                                         COOP_GROUPS_ACTIVE));
    coop_flow_show(coop);
    coop_flow_check(coop);
}

/* May the work-group end at offer_kill? Only if the scheduler would end it now; then it has given up all it
 * holds, or gives its closures back first, and may at the next one. */
static int coop_flow_may_be_killed(local struct coop_group *coop)
{
    ulong counts = coop_load64_relaxed(&coop->instance->counts); /* a request may also be seen later (S3) */

    if (!coop->flow) {
        return 1;
    }
    if (!coop_claims_may_kill(counts, coop->phase, coop_group_kill_id(coop))) {
        coop->flow->ending = COOP_FLOW_STAYS;
        return 0;
    }
    if (coop_flow_begin_to_end(coop->flow)) {
        return 0;
    }
    coop_flow_flush_by_leader(coop->flow);
    coop_flow_check(coop);
    return 1;
}

/* The work-group does not end after all. */
static void coop_flow_stays(local struct coop_group *coop)
{
    if (coop->flow) {
        coop_flow_reopen_by_leader(coop->flow);
    }
}

/* The work-group ends, or may end. */
static void coop_flow_leave(local struct coop_group *coop)
{
    if (coop->flow) {
        coop_flow_flush_by_leader(coop->flow);
        coop_flow_check(coop);
    }
}

#else

static inline void coop_flow_enter(local struct coop_group *coop)
{
}

static inline void coop_flow_next(local struct coop_group *coop)
{
}

static inline int coop_flow_may_be_killed(local struct coop_group *coop)
{
    return 1;
}

static inline void coop_flow_stays(local struct coop_group *coop)
{
}

static inline void coop_flow_leave(local struct coop_group *coop)
{
}

#endif

#if COOP_FLOW_CLOSURES_BY_ITEMS
static inline int coop_flow_prepares(local struct coop_group *coop)
{
    return (coop->flags & COOP_INSTANCE_COOPERATIVE) && coop->flow && coop_closures_are_to_move(coop->flow);
}

static inline void coop_flow_prepare(local struct coop_group *coop, uint item)
{
    if (coop_flow_prepares(coop)) {
        coop_closures_move(coop->flow, item, coop->items);
    }
}

static inline void coop_flow_prepared(local struct coop_group *coop)
{
    if (coop_flow_prepares(coop)) {
        coop_closures_moved(coop->flow);
    }
}
#else
static inline int coop_flow_prepares(local struct coop_group *coop)
{
    return 0;
}

static inline void coop_flow_prepare(local struct coop_group *coop, uint item)
{
}

static inline void coop_flow_prepared(local struct coop_group *coop)
{
}
#endif
