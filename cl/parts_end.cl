/* The operations that parts (parts_begin.cl) add to the core's, and what parts do in the scheduler.
 *
 * Stands on: work.cl, flow.cl, message.cl, serve.cl, meet.cl. */

/* Before a leader performs an operation, of the core or of a part. */
static inline void coop_parts_look(local struct coop_group *coop, uint op)
{
    coop_messages_look(coop, op);
}

/* Performs an operation of a part's. */
static inline void coop_parts_perform(local struct coop_group *coop, uint op)
{
    switch (op) {
    case COOP_OP_WORK_NEXT:
        coop_work_next(coop);
        break;
    case COOP_OP_FLOW_NEXT:
        coop_flow_next(coop);
        break;
    case COOP_OP_MESSAGES_FLUSH:
        coop_messages_flush(coop);
        break;
    case COOP_OP_MESSAGES_QUIET:
        coop_messages_quiet(coop);
        break;
    case COOP_OP_MESSAGES_ARRIVE:
        coop_messages_arrive(coop);
        break;
    case COOP_OP_MESSAGES_BARRIER:
    case COOP_OP_MESSAGES_SUM:
    case COOP_OP_MESSAGES_MAX:
        coop_messages_meet(coop, op);
        break;
    default:
        break;
    }
}

/* With a flow graph's or messages' code it is so large that it stays one copy, which is a third less for the
 * compiler. */
#if (defined(COOP_FLOW) && COOP_FLOW) || (defined(COOP_MESSAGE) && COOP_MESSAGE)
#define COOP_PERFORMS COOP_SELDOM static
#else
#define COOP_PERFORMS static
#endif

/* The rest is of the scheduler: of its leader, but for the step. */

static inline void coop_parts_enter_table(local struct coop_scheduler_table *table)
{
    coop_serve_enter(table);
    coop_meet_enter(table);
}

static inline void coop_parts_note_start(local struct coop_group *coop, uint index)
{
    coop_serve_join(coop, index);
    coop_meet_join(coop, index);
}

static inline void coop_parts_note_end(local struct coop_group *coop, uint index)
{
    coop_serve_leave(coop, index);
    coop_meet_leave(coop, index);
}

/* Behind a step of all work-items. */
static inline void coop_parts_settle(local struct coop_group *coop)
{
    coop_serve_settle(coop);
}

/* What a round adds to what makes the scheduler go on without a sleep. */
static inline uint coop_parts_round(local struct coop_group *coop)
{
    return coop_serve_round(coop);
}

/* Of each work-item, between the leader's rounds. */
static inline void coop_parts_step(local struct coop_group *coop, uint item)
{
    coop_serve_step(coop, item);
}
