#include "host/run/join_queues.h"

#include "coop/shared/lease.h"
#include "host/context/import.h"
#include "host/run/turn.h"

#define DOING "beginning a lease"

/* With fewer free queues than that a lease takes all work-groups that it can have. */
#define COOP_JOINS_SCARCE 4

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
    status = coop_imports_bind(context, leases->kernel, 1, imports, &import_count);
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
        CL_QUEUE_PROPERTIES, coop_joins_come_one_by_one(run) ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, 0};
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
        if (i > 0 && coop_joins_come_one_by_one(run)) {
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
    if (coop_joins_count_queues(&run->leases) > 0) {
        return COOP_OK;
    }
    status = make_kernel(run);
    return status == COOP_OK ? make_queues(run) : status;
}

/* A queue that is free, as far as is known; whether there is one. The run's lock is held. */
static int take_queue(struct coop_run_object *run, uint32_t *taken)
{
    for (uint32_t i = 0; i < coop_joins_count_queues(&run->leases); i++) {
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

    if (coop_control_read_joins(&run->control, away, ended, coop_joins_count_queues(&run->leases)) !=
        COOP_OK) {
        return;
    }
    for (uint32_t i = 0; i < coop_joins_count_queues(&run->leases); i++) {
        struct coop_join_queue *queue = &run->leases.queues[i];
        int have_come = coop_away_come(away[i]) == queue->turns_sent;
        if (!queue->is_free && !queue->is_taken && have_come &&
            (coop_joins_come_one_by_one(run) || ended[i] == coop_joins_count_sent(queue)) &&
            coop_control_begin_turn(&run->control, i, queue->turn + 1) == COOP_OK) {
            queue->turn++;
            queue->is_free = 1;
        }
    }
}

coop_status coop_joins_open(struct coop_run_object *run)
{
    coop_status status;

    if (coop_joins_count_queues(&run->leases) > 0) {
        return COOP_OK;
    }
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
    /* A run that takes none: posting says why. */
    has_queue = run->state != COOP_RUN_LIVE || run->is_stopping || take_queue(run, queue);
    pthread_mutex_unlock(&run->lock);
    return has_queue;
}

/* Whether few queues are free, as far as is known, and some are busy with those that came by them. The run's
 * lock is held. */
static int are_scarce(const struct coop_run_object *run)
{
    uint32_t free_ones = 0;
    uint32_t busy = 0;

    for (uint32_t i = 0; i < coop_joins_count_queues(&run->leases); i++) {
        const struct coop_join_queue *queue = &run->leases.queues[i];
        free_ones += (uint32_t)queue->is_free;
        busy += !queue->is_free && !queue->is_taken;
    }
    return free_ones < COOP_JOINS_SCARCE && busy > 0;
}

int coop_joins_are_scarce(struct coop_run_object *run)
{
    int are;

    if (coop_joins_come_one_by_one(run)) {
        return 0;
    }
    coop_turn_post(run);
    if (run->state == COOP_RUN_LIVE && are_scarce(run)) {
        free_queues(run);
    }
    are = are_scarce(run);
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
    for (uint32_t i = 0; i < coop_joins_count_queues(&run->leases); i++) {
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
    if (coop_joins_count_queues(leases) > 0 && leases->queues[launch->lease_queue].is_taken) {
        leases->queues[launch->lease_queue].is_taken = 0;
    }
}
