#include "host/run_object.h"

#include <stdio.h>

#define FAILURE_SENTENCE(name, number, sentence) [number] = sentence,
static const char *const sentences[] = {COOP_FAILURE_LIST(FAILURE_SENTENCE)};

/* The kernel of a launch that may have ended long ago: known only from the table. */
static const char *kernel_name(struct coop_run_object *run, uint32_t sequence)
{
    struct coop_transport *transport = run->context->transport;

    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        struct coop_launch_record record;
        transport->methods->read(transport, coop_instance_at(i) + offsetof(struct coop_instance, launch), &record,
                                 sizeof record);
        if (sequence != 0 && record.sequence == sequence && record.kernel_index < run->module->kernel_count) {
            return run->module->kernels[record.kernel_index].name;
        }
    }
    return "?";
}

void coop_failure_take(struct coop_run_object *run)
{
    struct coop_transport *transport = run->context->transport;

    /* Pairs with the store in coop_fail. */
    if (run->failure.is_complete.only_through_accessors == 0 &&
        transport->methods->load(transport, COOP_AT(failure.is_complete)) != 0) {
        transport->methods->read(transport, COOP_AT(failure), &run->failure, sizeof run->failure);
        snprintf(run->failed_kernel, sizeof run->failed_kernel, "%s", kernel_name(run, run->failure.launch));
    }
}

coop_status coop_failure_report(struct coop_run_object *run, const char *doing)
{
    struct coop_failure_record failure;
    uint32_t kind;

    pthread_mutex_lock(&run->lock);
    if (run->phase == COOP_RUN_LIVE) {
        coop_failure_take(run);
    }
    failure = run->failure;
    pthread_mutex_unlock(&run->lock);
    if (failure.is_complete.only_through_accessors == 0) {
        return COOP_OK;
    }
    kind = failure.kind.only_through_accessors;
    return coop_error_set(&run->context->errors, COOP_KERNEL_FAILED, doing,
                          "kernel %s (launch %u), work-group %u, after state %u: %s", run->failed_kernel,
                          failure.launch, failure.group_id, failure.state,
                          kind < COOP_FAILURE_COUNT ? sentences[kind] : "an unknown failure");
}
