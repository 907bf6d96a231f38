#include "host/run/joins.h"

#include "coop/shared/lease.h"
#include "host/context/import.h"
#include "host/run/turn.h"

#define DOING "beginning a lease"

/* With fewer free queues than that a lease takes all work-groups that it can have. */
#define COOP_JOINS_SCARCE 4

/* Pairs with the store in make_queues: the queues are there. */
static uint32_t count_queues(const struct coop_run_leases *leases)
{
    return atomic_load_explicit(&leases->queue_count, memory_order_acquire);
}

static uint32_t count_sent_by(const struct coop_join_queue *queue)
{
    return atomic_load_explicit(&queue->sent, memory_order_relaxed);
}

/* Each that comes is a command of its own; then one queue is enough (H10). */
static int comes_one_by_one(const struct coop_run_object *run)
{
    return run->context->device.traits->kernels_are_threads;
}

/* The megakernel once more, with the arguments that it has in the run but for the one that says who comes. */
static coop_status make_kernel(struct coop_run_object *run)
{
    struct coop_context_object *context = run->context;
    struct coop_run_leases *leases = &run->leases;
    cl_mem imports[COOP_IMPORTS_MAX];
    uint32_t import_count = 0;
    coop_status status;
    cl_int code;
    int reached;

    if (leases->kernel == NULL) { /* what an earlier call has made stays, here and below */
        leases->kernel = clCreateKernel(run->program, "coop_megakernel", &code);
    }
    if (leases->kernel == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateKernel", DOING);
    }
    code = context->transport->methods->set_argument(context->transport, leases->kernel, 0);
    if (coop_transport_failure(context->transport, &reached) != NULL) {
        return coop_context_reached(context, COOP_OPENCL_FAILED, DOING);
    }
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, context->transport->methods->argument_call, DOING);
    }
    /* The run has a reference to each already. */
    status = coop_imports_bind(context, leases->kernel, imports, &import_count);
    for (uint32_t i = 0; i < import_count; i++) {
        clReleaseMemObject(imports[i]);
    }
    return status;
}

static coop_status make_queues(struct coop_run_object *run)
{
    struct coop_context_object *context = run->context;
    struct coop_run_leases *leases = &run->leases;
    cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, comes_one_by_one(run) ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, 0};
    uint32_t ended[COOP_JOINS_MAX];
    cl_int code;

    if (leases->mark == NULL) {
        leases->mark = clCreateBuffer(context->opencl, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, &code);
    }
    if (leases->mark == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateBuffer", DOING);
    }
    for (uint32_t i = 0; i < COOP_JOINS_MAX; i++) {
        struct coop_join_queue *queue = &leases->queues[i];
        if (queue->queue != NULL) {
            continue;
        }
        if (i > 0 && comes_one_by_one(run)) {
            queue->queue = leases->queues[0].queue;
            clRetainCommandQueue(queue->queue);
        } else {
            queue->queue =
                clCreateCommandQueueWithProperties(context->opencl, context->device.id, properties, &code);
        }
        if (queue->queue == NULL) {
            return coop_error_opencl(&context->errors, code, "clCreateCommandQueueWithProperties", DOING);
        }
        queue->is_free = 1;
    }
    if (coop_control_read_joins(&run->control, NULL, ended, COOP_JOINS_MAX) != COOP_OK) {
        return coop_context_reached(context, COOP_OPENCL_FAILED, DOING);
    }
    for (uint32_t i = 0; i < COOP_JOINS_MAX; i++) { /* of the runs before */
        atomic_store_explicit(&leases->queues[i].sent, ended[i], memory_order_relaxed);
    }
    atomic_store_explicit(&leases->queue_count, COOP_JOINS_MAX, memory_order_release);
    return COOP_OK;
}

static coop_status make_all(struct coop_run_object *run)
{
    coop_status status;

    if (!run->context->device.traits->runs_leases) {
        return coop_error_set(&run->context->errors, COOP_DEVICE_UNFIT, DOING,
                              "it is not known that work-groups which have left %s (%s) can come back while "
                              "others run; leases are known to work with PoCL and NVIDIA's driver",
                              run->context->device.report.device_name,
                              run->context->device.report.platform_name);
    }
    if (count_queues(&run->leases) > 0) {
        return COOP_OK;
    }
    status = make_kernel(run);
    return status == COOP_OK ? make_queues(run) : status;
}

/* A queue that is free, as far as is known; whether there is one. The run's lock is held. */
static int take_queue(struct coop_run_object *run, uint32_t *taken)
{
    for (uint32_t i = 0; i < count_queues(&run->leases); i++) {
        struct coop_join_queue *queue = &run->leases.queues[i];
        if (queue->is_free) {
            queue->is_free = 0;
            queue->is_taken = 1;
            queue->turns_sent = 0;
            *taken = i;
            return 1;
        }
    }
    return 0;
}

/* Frees the queues by which all have come and, where one kernel would wait for the other, have ended (H10).
 * The run's lock is held. */
static void free_queues(struct coop_run_object *run)
{
    uint64_t away[COOP_JOINS_MAX];
    uint32_t ended[COOP_JOINS_MAX];

    if (coop_control_read_joins(&run->control, away, ended, count_queues(&run->leases)) != COOP_OK) {
        return;
    }
    for (uint32_t i = 0; i < count_queues(&run->leases); i++) {
        struct coop_join_queue *queue = &run->leases.queues[i];
        int have_come = coop_away_come(away[i]) == queue->turns_sent;
        if (!queue->is_free && !queue->is_taken && have_come &&
            (comes_one_by_one(run) || ended[i] == count_sent_by(queue)) &&
            coop_control_begin_turn(&run->control, i, queue->turn + 1) == COOP_OK) {
            queue->turn++;
            queue->is_free = 1;
        }
    }
}

coop_status coop_joins_open(struct coop_run_object *run)
{
    coop_status status;

    pthread_mutex_lock(&run->leases.turn);
    status = make_all(run);
    pthread_mutex_unlock(&run->leases.turn);
    return status;
}

int coop_joins_take(struct coop_run_object *run, int looks, uint32_t *queue)
{
    int has_queue;

    *queue = 0;
    coop_turn_post(run);
    if (looks && run->state == COOP_RUN_LIVE) {
        free_queues(run);
    }
    has_queue = run->state != COOP_RUN_LIVE || take_queue(run, queue); /* of another, posting says why not */
    pthread_mutex_unlock(&run->lock);
    return has_queue;
}

/* Queues that are free, as far as is known. The run's lock is held. */
static uint32_t count_free(const struct coop_run_object *run)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < count_queues(&run->leases); i++) {
        count += (uint32_t)run->leases.queues[i].is_free;
    }
    return count;
}

int coop_joins_are_scarce(struct coop_run_object *run)
{
    int are;

    if (comes_one_by_one(run)) {
        return 0;
    }
    coop_turn_post(run);
    if (run->state == COOP_RUN_LIVE && count_free(run) < COOP_JOINS_SCARCE) {
        free_queues(run);
    }
    are = count_free(run) < COOP_JOINS_SCARCE;
    pthread_mutex_unlock(&run->lock);
    return are;
}

void coop_joins_give_back(struct coop_run_object *run, uint32_t queue)
{
    pthread_mutex_lock(&run->lock);
    run->leases.queues[queue].is_taken = 0;
    run->leases.queues[queue].is_free = 1;
    pthread_mutex_unlock(&run->lock);
}

uint32_t coop_joins_taken(struct coop_run_object *run)
{
    uint32_t taken = 0;

    pthread_mutex_lock(&run->lock);
    for (uint32_t i = 0; i < count_queues(&run->leases); i++) {
        taken += (uint32_t)run->leases.queues[i].is_taken;
    }
    pthread_mutex_unlock(&run->lock);
    return taken;
}

void coop_joins_forget(struct coop_launch_object *launch)
{
    struct coop_run_leases *leases = &launch->run->leases;

    if (launch->lease_groups == 0) {
        return;
    }
    if (count_queues(leases) > 0 && leases->queues[launch->lease_queue].is_taken) {
        leases->queues[launch->lease_queue].is_taken = 0;
    }
    if (launch->lease_mark != NULL) {
        clReleaseEvent(launch->lease_mark);
        launch->lease_mark = NULL;
    }
}

/* So many were not sent after all. */
static void uncount(struct coop_launch_object *launch, uint32_t groups)
{
    struct coop_join_queue *queue = &launch->run->leases.queues[launch->lease_queue];

    if (groups > 0) {
        pthread_mutex_lock(&launch->run->lock);
        atomic_fetch_sub_explicit(&queue->sent, groups, memory_order_relaxed);
        queue->turns_sent -= groups;
        pthread_mutex_unlock(&launch->run->lock);
    }
}

/* Enqueues the work-groups that are to come, behind `mark` where that is not NULL. What the driver does not
 * take is not counted as sent. The turn is held. */
static cl_int send(struct coop_launch_object *launch, cl_event mark, const char **call)
{
    struct coop_run_object *run = launch->run;
    cl_command_queue queue = run->leases.queues[launch->lease_queue].queue;
    uint32_t commands = comes_one_by_one(run) ? launch->lease_groups : 1;
    size_t local = run->context->device.runs_loops ? 1 : run->local_items;
    size_t global = local * (launch->lease_groups / commands);
    cl_ulong join =
        COOP_LEASE_JOIN(launch->index, launch->lease_queue, run->leases.queues[launch->lease_queue].turn);
    cl_int code = clSetKernelArg(run->leases.kernel, 1, sizeof join, &join);

    uint32_t taken = 0;

    *call = "clSetKernelArg";
    while (taken < commands && code == CL_SUCCESS) {
        *call = "clEnqueueNDRangeKernel";
        code = clEnqueueNDRangeKernel(queue, run->leases.kernel, 1, NULL, &global, &local, mark != NULL,
                                      mark != NULL ? &mark : NULL, NULL);
        taken += code == CL_SUCCESS;
    }
    uncount(launch, (commands - taken) * (launch->lease_groups / commands));
    if (code == CL_SUCCESS) {
        *call = "clFlush";
        code = clFlush(queue);
    }
    return code;
}

/* A mark behind all commands of the queue. */
static cl_int put_mark(struct coop_run_object *run, cl_command_queue queue, cl_event *mark, const char **call)
{
    static const cl_uint word = 0; /* copied when the command runs */
    cl_command_queue_properties properties = 0;
    cl_int code =
        clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, (void *)&properties, NULL);

    *call = "clGetCommandQueueInfo";
    if (code == CL_SUCCESS && (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0) {
        *call = "clEnqueueBarrierWithWaitList";
        code = clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
    }
    if (code == CL_SUCCESS) { /* no marker: its event, as a kernel's, may wait for the megakernel's */
        *call = "clEnqueueWriteBuffer";
        code = clEnqueueWriteBuffer(queue, run->leases.mark, CL_FALSE, 0, sizeof word, &word, 0, NULL, mark);
    }
    if (code == CL_SUCCESS) {
        *call = "clFlush";
        code = clFlush(queue);
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
    } else if (run->is_stopping || run->state != COOP_RUN_LIVE || launch->is_done) {
        launch->lease_has_ended = 1;
        status = COOP_STOPPED;
    } else {
        launch->lease_has_ended = 1;
        struct coop_join_queue *queue = &run->leases.queues[launch->lease_queue];
        atomic_fetch_add_explicit(&queue->sent, launch->lease_groups, memory_order_relaxed);
        queue->turns_sent += launch->lease_groups;
        run->control.leases_ended |= 1u << launch->index;
    }
    pthread_mutex_unlock(&run->lock);
    return status;
}

static void uncount_sent(struct coop_launch_object *launch)
{
    uncount(launch, launch->lease_groups);
    pthread_mutex_lock(&launch->run->lock);
    launch->run->control.leases_ended &= ~(1u << launch->index);
    launch->lease_has_ended = 0;
    pthread_mutex_unlock(&launch->run->lock);
}

/* The turn is held. */
static cl_int end(struct coop_launch_object *launch, cl_command_queue queue, const char **call, int *is_sent)
{
    struct coop_run_object *run = launch->run;
    cl_event mark = NULL;
    cl_int code = queue != NULL ? put_mark(run, queue, &mark, call) : CL_SUCCESS;

    *is_sent = code == CL_SUCCESS;
    if (code == CL_SUCCESS) {
        code = send(launch, mark, call);
    }
    pthread_mutex_lock(&run->lock);
    if (mark != NULL && (launch->is_done || code != CL_SUCCESS)) {
        clReleaseEvent(mark);
    } else {
        launch->lease_mark = mark;
    }
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

/* A lease whose mark has failed, with a reference; NULL: there is none. */
static struct coop_launch_object *find_failed(struct coop_run_object *run)
{
    struct coop_launch_object *found = NULL;

    pthread_mutex_lock(&run->lock);
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX && found == NULL; i++) {
        struct coop_launch_object *launch = run->entries[i];
        cl_int state = CL_QUEUED;
        if (launch != NULL && launch->lease_mark != NULL &&
            clGetEventInfo(launch->lease_mark, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state,
                           NULL) == CL_SUCCESS &&
            state < CL_COMPLETE) {
            clReleaseEvent(launch->lease_mark);
            launch->lease_mark = NULL;
            coop_object_keep(&launch->base);
            found = launch;
        }
    }
    pthread_mutex_unlock(&run->lock);
    return found;
}

void coop_joins_look(struct coop_run_object *run)
{
    struct coop_launch_object *launch;
    const char *call = NULL;

    if (count_queues(&run->leases) == 0 || pthread_mutex_trylock(&run->leases.turn) != 0) {
        return;
    }
    while ((launch = find_failed(run)) != NULL) {
        send(launch, NULL, &call);
        coop_object_release(&launch->base);
    }
    pthread_mutex_unlock(&run->leases.turn);
}

uint32_t coop_joins_count(struct coop_run_object *run)
{
    uint32_t ended[COOP_JOINS_MAX];
    uint32_t queue_count = count_queues(&run->leases);
    uint32_t count = 0;

    if (queue_count == 0 || atomic_load_explicit(&run->leases.have_left, memory_order_relaxed) ||
        coop_control_read_joins(&run->control, NULL, ended, queue_count) != COOP_OK) {
        return 0;
    }
    for (uint32_t i = 0; i < queue_count; i++) {
        count += count_sent_by(&run->leases.queues[i]) - ended[i];
    }
    return count;
}

int coop_joins_have_left(struct coop_run_object *run)
{
    int have_left = coop_joins_count(run) == 0;

    if (have_left) { /* from now on the control block may be another run's */
        atomic_store_explicit(&run->leases.have_left, 1, memory_order_relaxed);
    }
    return have_left;
}
