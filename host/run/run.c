#include "host/run/run.h"

#include <stdlib.h>

static void release_leases(struct coop_run_leases *leases)
{
    for (uint32_t i = 0; i < COOP_JOINS_MAX; i++) {
        if (leases->queues[i].mark != NULL) {
            clReleaseEvent(leases->queues[i].mark);
        }
        for (uint32_t j = 0; j < leases->queues[i].comer_count; j++) {
            if (leases->queues[i].comers[j] != NULL) {
                clReleaseEvent(leases->queues[i].comers[j]);
            }
        }
        free(leases->queues[i].comers);
        if (leases->queues[i].queue != NULL) {
            clReleaseCommandQueue(leases->queues[i].queue);
        }
    }
    if (leases->mark != NULL) {
        clReleaseMemObject(leases->mark);
    }
    if (leases->kernel != NULL) {
        clReleaseKernel(leases->kernel);
    }
}

static void run_release(struct coop_object *object)
{
    struct coop_run_object *run = (struct coop_run_object *)object;

    if (run->event != NULL) {
        clReleaseEvent(run->event);
    }
    release_leases(&run->leases);
    if (run->kernel != NULL) {
        clReleaseKernel(run->kernel);
    }
    for (uint32_t i = 0; i < run->import_count; i++) {
        clReleaseMemObject(run->imports[i]);
    }
    free(run->launches);
    free(run->fault.details);
    coop_watch_clear(&run->watch);
    coop_event_clear(&run->loop_event);
    pthread_cond_destroy(&run->ends.changed);
    pthread_mutex_destroy(&run->leases.turn);
    pthread_mutex_destroy(&run->lock);
    pthread_mutex_destroy(&run->turn);
    pthread_mutex_destroy(&run->looks);
    coop_object_release(&run->module->base);
    coop_object_release(&run->context->base);
    free(run);
}

static void run_destroy(struct coop_object *object)
{
    struct coop_run_object *run = (struct coop_run_object *)object;

    const uint64_t mine[] = {run->trace_at, run->bounds_at, run->vars_at};

    for (size_t i = 0; i < sizeof mine / sizeof *mine; i++) {
        if (mine[i] != 0 && run->state == COOP_RUN_ENDED) {
            coop_arena_give(run->context->arena, mine[i]);
        }
    }
    coop_release_object(&run->release, &run->context->device, object, run_release);
}

struct coop_run_object *coop_run_object_create(struct coop_module_object *module)
{
    struct coop_run_object *run = calloc(1, sizeof *run);

    if (run == NULL) {
        return NULL;
    }
    coop_object_init(&run->base, COOP_KIND_RUN, module->context, run_destroy);
    pthread_mutex_init(&run->looks, NULL);
    pthread_mutex_init(&run->turn, NULL);
    pthread_mutex_init(&run->lock, NULL);
    pthread_mutex_init(&run->leases.turn, NULL);
    pthread_cond_init(&run->ends.changed, NULL);
    coop_event_init(&run->loop_event);
    run->module = module;
    run->context = module->context;
    coop_object_keep(&run->context->base);
    run->control.transport = run->context->transport;
    run->state = COOP_RUN_STARTING;
    run->next_sequence = 1;
    return run;
}

static void launch_destroy(struct coop_object *object)
{
    struct coop_launch_object *launch = (struct coop_launch_object *)object;

    coop_object_release(&launch->run->base);
    free(launch->after);
    free(launch);
}

int coop_run_is_stopping(struct coop_run_object *run)
{
    int is_stopping;

    pthread_mutex_lock(&run->lock);
    is_stopping = run->is_stopping;
    pthread_mutex_unlock(&run->lock);
    return is_stopping;
}

struct coop_launch_object *coop_launch_object_create(struct coop_run_object *run, coop_launch **handle)
{
    struct coop_launch_object *launch = calloc(1, sizeof *launch);

    if (launch == NULL) {
        return NULL;
    }
    coop_object_init(&launch->base, COOP_KIND_LAUNCH, run->context, launch_destroy);
    coop_object_keep(&run->base);
    launch->run = run;
    *handle = coop_object_open(&launch->base);
    if (*handle == NULL) {
        coop_object_release(&launch->base);
        return NULL;
    }
    return launch;
}
