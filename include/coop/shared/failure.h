/* What can go wrong on the device. The first work-group that fails wins the failure word; then all of them
 * drain. */
#ifndef COOP_SHARED_FAILURE_H
#define COOP_SHARED_FAILURE_H

#include "coop/shared/types.h"

/* X(name, number, message). The host builds its diagnostic from the message and the detail. */
#define COOP_FAILURE_LIST(X)                                                                                \
    X(NONE, 0, "no failure")                                                                                \
    X(DIVERGED, 1,                                                                                          \
      "work-items of one work-group went different ways before a barrier or a primitive; these must be "    \
      "reached by all work-items of the work-group or by none")                                             \
    X(BARRIER_MISMATCH, 2,                                                                                  \
      "some work-groups of a cooperative kernel returned while others wait at a global barrier; a global "  \
      "barrier must be reached by all active work-groups or by none")                                       \
    X(BARRIER_KINDS, 3,                                                                                     \
      "work-groups of one cooperative kernel met at different kinds of barrier; global_barrier and "        \
      "resizing_global_barrier must be reached by all active work-groups alike")                            \
    X(BAD_FRAME, 4,                                                                                         \
      "a frame names an instance or a state that does not exist; the control block is damaged")             \
    X(WORK_QUEUE, 5,                                                                                        \
      "the kernel's work queue is none that it can use; make it with coop_workqueue_init, with as many "    \
      "work-groups as may run and with the kernel's COOP_WORK_TASK_BYTES")                                  \
    X(WORK_TAG, 6,                                                                                          \
      "a work queue holds a task whose tag the kernel does not know; name all its tasks in coop_tasks and " \
      "in coop_work_run")                                                                                   \
    X(WORK_FULL, 7,                                                                                         \
      "a work queue is full; give it more overflow_tasks or outbox_tasks, or run tasks that "               \
      "coop_try_push_... refuses at once")                                                                  \
    X(WORK_RIGHTS, 8, "a task used data in a way to which its descriptor gives no right")                   \
    X(ADDRESS, 9, "an access to memory lies outside its buffer")                                            \
    X(FLOW_FULL, 10,                                                                                        \
      "a flow graph is full: no batch runs, and none of the waiting items finds room for what it may emit") \
    X(FLOW_BOUND, 11,                                                                                       \
      "an item emitted more into a channel than the edge to it declares as `most`, or there is no edge")    \
    X(FLOW_CHANNEL, 12, "a kernel used a channel of its flow graph in a way for which it is not made")      \
    X(FLOW_GRAPH, 13,                                                                                       \
      "the kernel's flow graph is none that it can use; make it with coop_flow_init, with as many "         \
      "work-groups as may run, and with the kernel's channels")                                             \
    X(MESSAGE_NET, 14,                                                                                      \
      "the kernel's net is none that it can use; attach the run to a net with coop_net_attach, and give "   \
      "the kernel coop_net_address")                                                                        \
    X(MESSAGE_INDEX, 15, "a message names an element that there is not")                                    \
    X(MESSAGE_FULL, 16,                                                                                     \
      "a message found no free slot for too long: the host does not empty the queue of messages")           \
    X(MESSAGE_LOST, 17, "the net that the kernel sends to or receives from has failed")                     \
    X(MESSAGE_DAMAGED, 18,                                                                                  \
      "a message has arrived that names an element that this rank does not have; memory is damaged")        \
    X(MESSAGE_RANK, 19, "a handler is called at a rank that there is not")                                  \
    X(MESSAGE_CALL, 20,                                                                                     \
      "a message has arrived that calls a handler that this module does not have; memory is damaged")       \
    X(MESSAGE_MEETING, 21,                                                                                  \
      "a net barrier was not reached by all active work-groups of one launch alike; a net has one launch "  \
      "at its net barriers at a time, and all its work-groups call the same primitive")

#define COOP_FAILURE_ENUM(name, number, message) COOP_FAILURE_##name = number,
enum coop_failure { COOP_FAILURE_LIST(COOP_FAILURE_ENUM) COOP_FAILURE_COUNT };
#undef COOP_FAILURE_ENUM

/* Why a work queue does not fit, in the detail of COOP_FAILURE_WORK_QUEUE: one of these, and a number that
 * the work queue holds. */
enum coop_work_misfit {
    COOP_WORK_FITS,
    COOP_WORK_NO_QUEUE,     /* the memory holds none, or one of another version */
    COOP_WORK_OTHER_TASKS,  /* with the bytes of its tasks */
    COOP_WORK_FEWER_GROUPS, /* with the number of work-groups that it was made for */
    COOP_WORK_SMALL_BOX     /* with the tasks that a box between domains holds: a share has more */
};
#define COOP_WORK_MISFIT(what, number) ((coop_u32)(what) << 24 | (number))

/* Writer: the winner, which moves `kind` from NONE, once. Readers: every leader, the host. `detail` is
 * written by the winner before `is_complete`. It is the number of work-groups at the barrier
 * (BARRIER_MISMATCH), a COOP_WORK_MISFIT (WORK_QUEUE), the task's tag (WORK_TAG, WORK_FULL; there 0 when a
 * work-group cannot end), enum coop_data_rights (WORK_RIGHTS), or the line of the access (ADDRESS, as are the
 * members behind it). Of FLOW_FULL, FLOW_BOUND and FLOW_CHANNEL it is the channel's tag, below enum
 * coop_flow_misuse; `at` is the graph, and what follows is in cl/flow.cl. */
struct coop_failure_record {
    coop_word32 kind; /* enum coop_failure */
    coop_word32 is_complete;
    coop_u32 launch;   /* sequence number of the instance, 0 when none */
    coop_u32 group_id; /* work-group of the instance */
    coop_u32 slot;
    coop_u32 state; /* state of the step function that ended in the failing operation */
    coop_u32 detail;
    coop_u32 file;    /* its number in the module's header */
    coop_u64 at;      /* what was to be read or written: offset in device memory */
    coop_u64 begin;   /* of the buffer */
    coop_u64 end;     /* of the buffer */
    coop_u32 pointer; /* which of the kernel's parameters that are addresses leads to the buffer */
    coop_u32 bytes;   /* of the access */
};
COOP_SIZE_IS(struct coop_failure_record, COOP_LINE_BYTES);

#endif
