#include "host/run/report.h"

#include "host/run/failure.h"
#include "host/run/reap.h"
#include "host/run/turn.h"
#include "host/watch/describe.h"
#include <stdlib.h>
#include <string.h>

#define REPORTING "describing a run"

/* The reason why the host gave the run up; false when it did not. */
static int report_fault(struct coop_run_object *run, const char *doing, coop_status *status)
{
    pthread_mutex_lock(&run->lock);
    *status = run->fault.status;
    if (*status != COOP_OK) { /* from then on the two texts exist and do not change */
        struct coop_error_case what = {.status = *status, .doing = doing, .details = run->fault.details};
        coop_error_set_case(&run->context->errors, &what, "%s", run->fault.text);
    }
    pthread_mutex_unlock(&run->lock);
    return *status != COOP_OK;
}

coop_status coop_run_end_report(struct coop_run_object *run, const char *doing)
{
    coop_status status = coop_failure_report(run, doing);
    int code;

    if (status != COOP_OK) {
        return status;
    }
    if (report_fault(run, doing, &status)) {
        return status;
    }
    pthread_mutex_lock(&run->lock);
    code = run->end_code;
    pthread_mutex_unlock(&run->lock);
    if (code == 0) {
        return COOP_OK;
    }
    return coop_error_set_code(&run->context->errors, COOP_OPENCL_FAILED, code, doing,
                               "the driver ended the megakernel with %s (%d); what had not completed is lost",
                               coop_opencl_code_name(code), code);
}

coop_status coop_run_report_unknown(struct coop_run_object *run, int code, const char *doing)
{
    int ignored;

    return coop_transport_failure(run->context->transport, &ignored) != NULL
               ? coop_context_reached(run->context, COOP_OPENCL_FAILED, doing)
               : coop_error_opencl(&run->context->errors, code, "clGetEventInfo", doing);
}

/* The state of the run as text; cut at capacity. */
static void describe(struct coop_run_object *run, char *text, size_t capacity)
{
    struct coop_out out = {text, capacity, 0};

    if (capacity > 0) {
        text[0] = '\0';
    }
    coop_turn_look(run);
    if (coop_run_has_control(run)) {
        coop_describe_run(&out, &run->watch);
    } else {
        coop_say(&out, "the run has ended\n");
    }
    coop_turn_looked(run);
}

coop_status coop_run_timed_out(struct coop_run_object *run, const char *doing, const char *what)
{
    size_t capacity = 16384;
    char *text = malloc(capacity);
    struct coop_error_case timed_out = {.status = COOP_TIMED_OUT, .doing = doing, .details = text};

    if (text != NULL) {
        describe(run, text, capacity);
    }
    coop_error_set_case(&run->context->errors, &timed_out, "%s; the details show what every work-group does",
                        what);
    free(text);
    return COOP_TIMED_OUT;
}

coop_status coop_run_report(coop_run *handle, struct coop_run_report *report)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);

    if (run == NULL) {
        return coop_error_handle(handle, REPORTING, "run");
    }
    if (report == NULL) {
        coop_status status = coop_error_null(&run->context->errors, REPORTING, "report");
        coop_object_release(&run->base);
        return status;
    }
    coop_run_reap(run);
    memset(report, 0, sizeof *report);
    report->worker_groups = run->control.slot_count - 1;
    report->local_items = run->local_items;
    report->range_items_max = run->range_items_max;
    report->control_bytes = run->control_bytes;
    report->registers = run->registers;
    report->groups_most = run->groups_most;
    coop_turn_look(run);
    report->is_live = run->state == COOP_RUN_LIVE;
    if (report->is_live) {
        report->has_clock = coop_control_has_clock(&run->control) != 0;
        report->heartbeat = coop_control_heartbeat(&run->control);
    }
    coop_turn_looked(run);
    coop_object_release(&run->base);
    return COOP_OK;
}

coop_status coop_run_describe(coop_run *handle, char *text, size_t capacity)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);

    coop_status status = COOP_OK;

    if (run == NULL) {
        return coop_error_handle(handle, REPORTING, "run");
    }
    if (text == NULL && capacity > 0) {
        status = coop_error_null(&run->context->errors, REPORTING, "text");
    } else {
        describe(run, text, capacity);
    }
    coop_object_release(&run->base);
    return status;
}

coop_status coop_run_module_hash(coop_run *handle, uint64_t *hash)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);
    coop_status status = COOP_OK;

    if (run == NULL) {
        return coop_error_handle(handle, REPORTING, "run");
    }
    if (hash == NULL) {
        status = coop_error_null(&run->context->errors, REPORTING, "hash");
    } else {
        *hash = coop_forms_hash(&run->module->forms);
    }
    coop_object_release(&run->base);
    return status;
}
