/* What parts (parts_begin.cl) do when a work-group begins to work for an instance, is resized and ends.
 *
 * Stands on: work.cl, flow.cl, message.cl. Callers: leaders, and work-items where it says so. */

/* The module's local variables, among which the parts lie. */
static inline void coop_parts_begin(local struct coop_group *coop, local union coop_module_locals *locals)
{
    COOP_PARTS_LOCALS(coop->locals = locals;)
}

/* Has a part something to do at each global barrier? */
static inline int coop_parts_see_barriers(local struct coop_group *coop)
{
    return coop_messages_are_used(coop);
}

/* The frame has been read; the index space has not. */
static inline void coop_parts_enter(local struct coop_group *coop)
{
    coop_messages_enter(coop);
}

/* The index space of a cooperative kernel has been read, too. */
static inline void coop_parts_enter_cooperative(local struct coop_group *coop)
{
    coop_work_enter(coop);
    coop_flow_enter(coop);
}

/* A cooperative kernel returns. */
static inline void coop_parts_leave(local struct coop_group *coop)
{
    coop_work_leave(coop);
    coop_flow_leave(coop);
    coop_messages_leave(coop);
}

/* Is there something for all work-items to do before the next step? All of them see the same. */
static inline int coop_parts_prepare_steps(local struct coop_group *coop)
{
    return coop_work_prepares(coop) || coop_flow_prepares(coop);
}

/* A work-item's part of that. */
static inline void coop_parts_prepare(local struct coop_group *coop, uint item)
{
    if (item < coop->items) {
        coop_work_prepare(coop, item);
        coop_flow_prepare(coop, item);
    }
}

/* All have done it. */
static inline void coop_parts_prepared(local struct coop_group *coop)
{
    coop_work_prepared(coop);
    coop_flow_prepared(coop);
}

/* At offer_kill: may the work-group end there? */
static inline int coop_parts_may_be_killed(local struct coop_group *coop)
{
    return coop_messages_may_be_killed(coop) && coop_work_may_be_killed(coop) &&
           coop_flow_may_be_killed(coop);
}

/* It could have ended, and has not. */
static inline void coop_parts_stay(local struct coop_group *coop)
{
    coop_work_stays(coop);
    coop_flow_stays(coop);
}

/* It arrives at a resizing barrier, at which it may end. */
static inline void coop_parts_hand_over(local struct coop_group *coop)
{
    coop_work_leave(coop);
    coop_flow_leave(coop);
    coop_messages_hand_over(coop);
}

/* It goes on behind a resizing barrier. Work-group 0 could not have ended there. */
static inline void coop_parts_take_over(local struct coop_group *coop)
{
    if (coop->group_at[0] != 0) {
        coop_parts_stay(coop);
    }
    coop_messages_take_over(coop);
}
