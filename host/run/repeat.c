#include "host/run/repeat.h"

#include "coop/repeat.h"
#include "host/run/reap.h"
#include "host/run/turn.h"

#define ENDING "ending a launch that repeats"
#define REPORTING "reporting on a launch that repeats"

coop_status coop_repeat_find_clock(struct coop_run_object *run, const char *doing)
{
    int has_clock;
    int ignored;

    coop_turn_post(run);
    /* A run that has ended takes no launch: posting says so. */
    has_clock = run->state != COOP_RUN_LIVE || coop_control_has_clock(&run->control) != 0;
    pthread_mutex_unlock(&run->lock);
    if (has_clock) {
        return COOP_OK;
    }
    if (coop_transport_failure(run->context->transport, &ignored) != NULL) {
        return coop_context_reached(run->context, COOP_OPENCL_FAILED, doing);
    }
    return coop_error_set(&run->context->errors, COOP_DEVICE_UNFIT, doing,
                          "the device has no clock that kernels can read, so its scheduler cannot repeat a "
                          "launch; launch each job from the host");
}

/* The launch behind a handle, with a reference, if it repeats. Errors are recorded. */
static coop_status take(coop_launch *handle, const char *doing, struct coop_launch_object **launch)
{
    *launch = coop_object_get(handle, COOP_KIND_LAUNCH);
    if (*launch == NULL) {
        return coop_error_handle(handle, doing, "launch");
    }
    if (!(*launch)->repeats) {
        coop_status status =
            coop_error_set(&(*launch)->run->context->errors, COOP_INVALID_ARGUMENT, doing,
                           "the launch does not repeat; launch it with coop_launch_options.repeats");
        coop_object_release(&(*launch)->base);
        return status;
    }
    return COOP_OK;
}

coop_status coop_repeat_stop(coop_launch *handle)
{
    struct coop_launch_object *launch;
    coop_status status = take(handle, ENDING, &launch);
    struct coop_run_object *run;
    int ignored;

    if (status != COOP_OK) {
        return status;
    }
    run = launch->run;
    coop_turn_post(run);
    if (!launch->is_done && coop_run_has_control(run)) {
        coop_control_end_repeat(&run->control, launch->index, launch->sequence);
    }
    pthread_mutex_unlock(&run->lock);
    if (coop_transport_failure(run->context->transport, &ignored) != NULL) {
        status = coop_context_reached(run->context, COOP_OPENCL_FAILED, ENDING);
    }
    coop_object_release(&launch->base);
    return status;
}

/* The run's lock is held. False when the device cannot be reached, or could not when the launch ended. */
static int read_figures(struct coop_launch_object *launch, struct coop_repeat_figures *figures)
{
    struct coop_run_object *run = launch->run;

    if (launch->is_done) {
        *figures = launch->figures;
        return launch->has_figures;
    }
    return coop_run_has_control(run) &&
           coop_control_read_repeat(&run->control, launch->index, figures) == COOP_OK;
}

static void fill(const struct coop_repeat_figures *from, struct coop_repeat_report *report)
{
    report->launched = from->launched.only_through_accessors;
    report->missed = from->missed.only_through_accessors;
    report->overdue = from->overdue.only_through_accessors;
    report->late_ns = from->late_ns.only_through_accessors;
    report->most_late_ns = from->most_late_ns.only_through_accessors;
}

coop_status coop_repeat_report(coop_launch *handle, struct coop_repeat_report *report)
{
    struct coop_repeat_figures figures = {0};
    struct coop_launch_object *launch;
    coop_status status = take(handle, REPORTING, &launch);
    struct coop_run_object *run;
    int has_figures;

    if (status != COOP_OK) {
        return status;
    }
    run = launch->run;
    if (report == NULL) {
        status = coop_error_null(&run->context->errors, REPORTING, "report");
        coop_object_release(&launch->base);
        return status;
    }
    *report = (struct coop_repeat_report){0};
    coop_run_reap(run); /* what has ended keeps its figures */
    coop_turn_look(run);
    has_figures = read_figures(launch, &figures);
    coop_turn_looked(run);
    fill(&figures, report);
    if (!has_figures) {
        status = coop_context_reached(run->context, COOP_OPENCL_FAILED, REPORTING);
    }
    coop_object_release(&launch->base);
    return status;
}
