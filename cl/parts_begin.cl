/* Parts: what a module may do without, and what then costs it nothing. The core names them only here:
 * parts_begin.cl has what they keep in local memory; parts.cl what they do when a work-group begins, is
 * resized and ends; parts_end.cl the operations that they add, and what they do in the scheduler. Each
 * function that is called there is of a part's own file, with nothing in it where the module does not use
 * the part.
 *
 *     work       work queues (work_begin.cl, work.cl), and teams of several devices (serve.cl)
 *     flow       flow graphs (flow_begin.cl, flow.cl)
 *     messages   messages between ranks (message_begin.cl, message.cl), and net barriers (meet.cl)
 *
 * Stands on: nothing. */
struct coop_work;
struct coop_flow;
struct coop_messages;

/* Work-items move item tasks to their seats (device/seats.clh), unless one thread runs all of them. */
#if defined(COOP_WORK) && COOP_WORK && !COOP_LOOPS && \
    (defined(COOP_WORK_EACH_TASKS) && COOP_WORK_EACH_TASKS > 0)
#define COOP_WORK_SEATS_BY_ITEMS 1
#endif

/* So they move closures between a stock and the free set (device/closure.clh). */
#if defined(COOP_FLOW) && COOP_FLOW && !COOP_LOOPS && (defined(COOP_FLOW_CLOSURES) && COOP_FLOW_CLOSURES > 0)
#define COOP_FLOW_CLOSURES_BY_ITEMS 1
#endif

#if defined(COOP_WORK) && COOP_WORK
#define COOP_PARTS_WORK(member) member
#else
#define COOP_PARTS_WORK(member)
#endif
#if defined(COOP_WORK) && COOP_WORK && COOP_WORK_TEAM
#define COOP_PARTS_TEAM(member) member
#else
#define COOP_PARTS_TEAM(member)
#endif
#if defined(COOP_FLOW) && COOP_FLOW
#define COOP_PARTS_FLOW(member) member
#else
#define COOP_PARTS_FLOW(member)
#endif
#if defined(COOP_MESSAGE) && COOP_MESSAGE
#define COOP_PARTS_MESSAGES(member) member
#else
#define COOP_PARTS_MESSAGES(member)
#endif
#if (defined(COOP_WORK) && COOP_WORK) || (defined(COOP_FLOW) && COOP_FLOW) || \
    (defined(COOP_MESSAGE) && COOP_MESSAGE)
#define COOP_PARTS_LOCALS(member) member
#else
#define COOP_PARTS_LOCALS(member)
#endif

/* Of a work-group: where the parts of the kernel that runs lie in local memory; null where it has none. */
#define COOP_PARTS_OF_GROUP                                    \
    COOP_PARTS_LOCALS(local union coop_module_locals *locals;) \
    COOP_PARTS_WORK(local struct coop_work *work;)             \
    COOP_PARTS_FLOW(local struct coop_flow *flow;)             \
    COOP_PARTS_MESSAGES(local struct coop_messages *messages;)

/* Of the scheduler: the service for the broker of a team (serve.cl), and the entries whose launch uses a net,
 * and runs (meet.cl). */
#define COOP_PARTS_OF_TABLE                          \
    COOP_PARTS_TEAM(struct coop_serve_table serves;) \
    COOP_PARTS_MESSAGES(uint senders;)
