#include "host/run/destroy.h"

#include "host/run/ends.h"
#include "host/run/options.h"
#include "host/run/stop.h"

void coop_run_stop_or_keep(struct coop_object *object)
{
    struct coop_run_object *run = (struct coop_run_object *)object;
    uint64_t timeout_ns = run->stop_timeout_ns;

    pthread_mutex_lock(&run->lock);
    if ((run->fault.status != COOP_OK || run->stop_has_failed) && timeout_ns > COOP_RUN_GIVEN_UP_STOP_NS) {
        timeout_ns = COOP_RUN_GIVEN_UP_STOP_NS;
    }
    pthread_mutex_unlock(&run->lock);
    pthread_mutex_lock(&run->context->lock);
    timeout_ns = run->context->keeps_arena ? 1 : timeout_ns;
    pthread_mutex_unlock(&run->context->lock);
    if (coop_run_stop_within(run, timeout_ns) != COOP_OK) {
        coop_run_leak(run);
    }
    coop_ends_close(object);
}

void coop_run_destroy(coop_run *handle)
{
    struct coop_run_object *run = coop_object_close(handle, COOP_KIND_RUN);

    if (run != NULL) {
        coop_run_stop_or_keep(&run->base);
        coop_object_release(&run->base);
    }
}
