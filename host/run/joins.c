#include "host/run/joins.h"

#include "coop/shared/lease.h"
#include "host/base/clock.h"
#include "host/run/turn.h"
#include <stdlib.h>

/* The run's lock is held. */
static void add_sent(struct coop_join_queue *queue, uint32_t groups)
{
    atomic_fetch_add_explicit(&queue->sent, groups, memory_order_relaxed);
    queue->turns_sent += groups;
}

static void count(struct coop_run_object *run, struct coop_join_queue *queue, uint32_t groups)
{
    pthread_mutex_lock(&run->lock);
    add_sent(queue, groups);
    pthread_mutex_unlock(&run->lock);
}

/* So many were not sent after all. */
static void uncount(struct coop_run_object *run, struct coop_join_queue *queue, uint32_t groups)
{
    if (groups > 0) {
        pthread_mutex_lock(&run->lock);
        atomic_fetch_sub_explicit(&queue->sent, groups, memory_order_relaxed);
        queue->turns_sent -= groups;
        pthread_mutex_unlock(&run->lock);
    }
}

/* Quirk (PoCL 3.1): where a command has failed, and others wait for it whose events nobody has, the driver
 * uses a lock that it has destroyed, and ends the process. So these events are held until the mark is
 * complete. No memory: they are not held.
 * Test: device.lease.work_groups_come_back_when_a_leases_commands_fail. */
static void hold_comers(struct coop_join_queue *queue, uint32_t commands)
{
    queue->comers = calloc(commands, sizeof *queue->comers);
    queue->comer_count = queue->comers != NULL ? commands : 0;
}

/* The queue's mark is complete, has failed, or was that of a turn that is over. The turn is held. */
static void release_mark(struct coop_join_queue *queue, cl_event mark)
{
    for (uint32_t i = 0; i < queue->comer_count; i++) {
        if (queue->comers[i] != NULL) {
            clReleaseEvent(queue->comers[i]);
        }
    }
    free(queue->comers);
    queue->comers = NULL;
    queue->comer_count = 0;
    if (mark != NULL) {
        clReleaseEvent(mark);
    }
}

/* Enqueues the work-groups of the queue's turn, behind `mark` where that is not NULL. What the driver does
 * not take is not counted as sent. The turn is held. */
static cl_int send(struct coop_run_object *run, uint32_t number, cl_event mark, const char **call)
{
    struct coop_join_queue *queue = &run->leases.queues[number];
    uint32_t groups = queue->turns_sent;
    uint32_t commands = coop_joins_come_one_by_one(run) ? groups : 1;
    size_t local = run->context->device.runs_loops ? 1 : run->local_items;
    size_t global = local * (groups / commands);
    cl_ulong join = COOP_LEASE_JOIN(queue->entry, number, queue->turn);
    cl_int code = clSetKernelArg(run->leases.kernel, 1, sizeof join, &join);
    uint32_t taken = 0;

    *call = "clSetKernelArg";
    while (taken < commands && code == CL_SUCCESS) {
        *call = "clEnqueueNDRangeKernel";
        code = clEnqueueNDRangeKernel(queue->queue, run->leases.kernel, 1, NULL, &global, &local,
                                      mark != NULL, mark != NULL ? &mark : NULL,
                                      taken < queue->comer_count ? &queue->comers[taken] : NULL);
        taken += code == CL_SUCCESS;
    }
    uncount(run, queue, (commands - taken) * (groups / commands));
    if (code == CL_SUCCESS) {
        *call = "clFlush";
        code = clFlush(queue->queue);
    }
    return code;
}

/* A mark behind all commands of the queue. */
static cl_int put_mark(struct coop_run_object *run, cl_command_queue queue, cl_event *mark, const char **call)
{
    static const cl_uint word = 0; /* copied when the command runs */
    cl_command_queue_properties properties = 0;
    cl_event barrier = NULL;
    cl_int code =
        clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, (void *)&properties, NULL);

    *call = "clGetCommandQueueInfo";
    if (code == CL_SUCCESS && (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0) {
        *call = "clEnqueueBarrierWithWaitList";
        code = clEnqueueBarrierWithWaitList(queue, 0, NULL, &barrier);
    }
    if (code == CL_SUCCESS) { /* no marker: its event, as a kernel's, may wait for the megakernel's */
        *call = "clEnqueueWriteBuffer";
        code = clEnqueueWriteBuffer(queue, run->leases.mark, CL_FALSE, 0, sizeof word, &word, barrier != NULL,
                                    barrier != NULL ? &barrier : NULL, mark);
    }
    if (code == CL_SUCCESS) {
        *call = "clFlush";
        code = clFlush(queue);
    }
    if (barrier != NULL) {
        clReleaseEvent(barrier);
    }
    return code;
}

/* Counts those that are to be sent (H9). COOP_STOPPED: none is. */
static coop_status count_sent(struct coop_launch_object *launch)
{
    struct coop_run_object *run = launch->run;
    coop_status status = COOP_OK;

    coop_turn_post(run);
    if (launch->lease_has_ended || launch->sequence == 0) {
        status = COOP_INVALID_ARGUMENT;
    } else if (run->is_stopping || run->state != COOP_RUN_LIVE || run->leases.are_closed || launch->is_done) {
        status = COOP_STOPPED;
    } else {
        launch->lease_has_ended = 1;
        struct coop_join_queue *queue = &run->leases.queues[launch->lease_queue];
        add_sent(queue, launch->lease_groups);
        queue->entry = launch->index;
        run->control.leases_ended |= 1u << launch->index;
    }
    pthread_mutex_unlock(&run->lock);
    return status;
}

static void uncount_sent(struct coop_launch_object *launch)
{
    uncount(launch->run, &launch->run->leases.queues[launch->lease_queue], launch->lease_groups);
    pthread_mutex_lock(&launch->run->lock);
    launch->run->control.leases_ended &= ~(1u << launch->index);
    launch->lease_has_ended = 0;
    pthread_mutex_unlock(&launch->run->lock);
}

static cl_event take_mark(struct coop_run_object *run, struct coop_join_queue *queue)
{
    cl_event mark;

    pthread_mutex_lock(&run->lock);
    mark = queue->mark;
    queue->mark = NULL;
    queue->failed_ns = 0;
    pthread_mutex_unlock(&run->lock);
    return mark;
}

/* The turn is held. */
static cl_int end(struct coop_launch_object *launch, cl_command_queue queue, const char **call, int *is_sent)
{
    struct coop_run_object *run = launch->run;
    struct coop_join_queue *joins = &run->leases.queues[launch->lease_queue];
    cl_event mark = NULL;
    cl_int code = queue != NULL ? put_mark(run, queue, &mark, call) : CL_SUCCESS;

    *is_sent = code == CL_SUCCESS;
    if (code != CL_SUCCESS) {
        return code;
    }
    release_mark(joins, take_mark(run, joins)); /* of the turn before */
    if (mark != NULL && coop_joins_come_one_by_one(run)) {
        hold_comers(joins, launch->lease_groups);
    }
    code = send(run, launch->lease_queue, mark, call);
    if (code != CL_SUCCESS && mark != NULL &&
        joins->turns_sent == 0) { /* as where the mark has failed by now */
        release_mark(joins, mark);
        mark = NULL;
        count(run, joins, launch->lease_groups);
        code = send(run, launch->lease_queue, NULL, call);
    }
    pthread_mutex_lock(&run->lock);
    joins->mark = mark;
    pthread_mutex_unlock(&run->lock);
    return code;
}

coop_status coop_joins_send(struct coop_launch_object *launch, cl_command_queue queue, cl_int *code,
                            const char **call)
{
    int is_sent = 1;
    coop_status status;

    *code = CL_SUCCESS;
    pthread_mutex_lock(&launch->run->leases.turn);
    status = count_sent(launch);
    if (status == COOP_OK) {
        *code = end(launch, queue, call, &is_sent);
    }
    if (!is_sent) { /* the queue is none of the context's: another call can end the lease */
        uncount_sent(launch);
    }
    pthread_mutex_unlock(&launch->run->leases.turn);
    return status == COOP_OK && *code != CL_SUCCESS ? COOP_OPENCL_FAILED : status;
}

void coop_joins_abandon(struct coop_launch_object *launch)
{
    const char *call;
    cl_int code;

    if (launch->lease_groups != 0) {
        coop_joins_send(launch, NULL, &code, &call);
    }
}

/* Quirk (NVIDIA 580.159): a command that is enqueued within some 100 us behind one of its queue that has
 * failed is never run, although all events say that they have failed. 61 and 93 us were too soon, 132 to 150
 * were not.
 * Test: device.lease.work_groups_come_back_when_a_leases_commands_fail. */
#define SETTLE_NS 10000000u

/* The state of the queue's mark; CL_QUEUED where nobody knows, or it has failed a moment ago and something is
 * to be sent behind it. The run's lock is held. */
static cl_int look_at_mark(struct coop_join_queue *queue, int is_sent_again)
{
    uint64_t now_ns = coop_clock_now_ns();
    cl_int state = CL_QUEUED;

    if (queue->mark == NULL || clGetEventInfo(queue->mark, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state,
                                              &state, NULL) != CL_SUCCESS) {
        return CL_QUEUED;
    }
    if (state < CL_COMPLETE) {
        queue->failed_ns = queue->failed_ns != 0 ? queue->failed_ns : now_ns;
        return is_sent_again && now_ns - queue->failed_ns < SETTLE_NS ? CL_QUEUED : state;
    }
    return state;
}

/* Forgets the queue's mark if that is complete, or has failed. In that case none has come that was sent
 * behind it; true where they are to be sent again. The turn is held. */
static int settle_mark(struct coop_run_object *run, struct coop_join_queue *queue)
{
    cl_event mark;
    cl_int state;
    int goes_on;

    pthread_mutex_lock(&run->lock);
    mark = queue->mark;
    goes_on = !run->is_stopping && run->state == COOP_RUN_LIVE;
    state = look_at_mark(queue, goes_on);
    if (state <= CL_COMPLETE) {
        queue->mark = NULL;
        queue->failed_ns = 0;
    }
    pthread_mutex_unlock(&run->lock);
    if (state > CL_COMPLETE) {
        return 0;
    }
    release_mark(queue, mark);
    if (state < CL_COMPLETE && !goes_on) {
        uncount(run, queue, queue->turns_sent);
    }
    return state < CL_COMPLETE && goes_on;
}

void coop_joins_look(struct coop_run_object *run, int waits)
{
    const char *call = NULL;

    if (coop_joins_count_queues(&run->leases) == 0) {
        return;
    }
    if (waits) {
        pthread_mutex_lock(&run->leases.turn);
    } else if (pthread_mutex_trylock(&run->leases.turn) != 0) {
        return;
    }
    for (uint32_t i = 0; i < coop_joins_count_queues(&run->leases); i++) {
        if (settle_mark(run, &run->leases.queues[i])) {
            send(run, i, NULL, &call);
        }
    }
    pthread_mutex_unlock(&run->leases.turn);
}

uint32_t coop_joins_count(struct coop_run_object *run)
{
    uint32_t ended[COOP_JOINS_MAX];
    uint32_t queue_count = coop_joins_count_queues(&run->leases);
    uint32_t count = 0;

    if (queue_count == 0 || atomic_load_explicit(&run->leases.have_left, memory_order_relaxed) ||
        coop_control_read_joins(&run->control, NULL, ended, queue_count) != COOP_OK) {
        return 0;
    }
    for (uint32_t i = 0; i < queue_count; i++) {
        count += coop_joins_count_sent(&run->leases.queues[i]) - ended[i];
    }
    return count;
}

int coop_joins_end(struct coop_run_object *run)
{
    int is_over;

    run->leases.are_closed = 1;
    is_over = coop_joins_count(run) == 0;
    if (is_over) { /* from now on the control block may be another run's */
        atomic_store_explicit(&run->leases.have_left, 1, memory_order_relaxed);
    }
    return is_over;
}
