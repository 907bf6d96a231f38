/* Opening a context: the choice of a device, and what may stand in the way. */
#include "host/context/open.h"

#include "host/base/process.h"
#include "host/context/adopt.h"
#include "host/context/kept.h"
#include "host/context/parts.h"
#include "host/device/device_set.h"
#include "host/device/exclusive.h"
#include "host/device/threads.h"
#include "host/transport/transports.h"
#include <stdio.h>

#define DOING "opening a device"

static coop_status find_device(struct coop_context_object *context,
                               const struct coop_context_options *options)
{
    struct coop_device_set set;
    const struct coop_device *device = NULL;
    coop_status status = coop_device_set_find(&context->errors, options->worker_groups, &set);

    if (status != COOP_OK) {
        return status;
    }
    status = coop_device_choose(&context->errors, &set, options->device, &device);
    if (device != NULL) {
        context->device = *device;
    }
    coop_device_set_clear(&set);
    return status;
}

static coop_status check_worker_groups(struct coop_context_object *context, uint32_t worker_groups)
{
    const struct coop_device_traits *traits = context->device.traits;
    uint32_t most = context->device.report.worker_groups_max;
    char remedy[420] = "ask for fewer";

    if (most == 0 || worker_groups <= most) {
        return COOP_OK;
    }
    if (coop_units_were_counted(traits, context->device.report.compute_units)) {
        coop_units_explain(traits, context->device.report.compute_units, worker_groups, remedy,
                           sizeof remedy);
    } else if (traits->units_variable != NULL) {
        snprintf(remedy, sizeof remedy,
                 "ask for them before any other OpenCL call of the process, or set %s to at least %u in the "
                 "environment",
                 traits->units_variable, worker_groups + 1 + traits->spare_units);
    }
    return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, DOING,
                          "%u worker work-groups were asked for, but %s holds only %u at once; %s",
                          worker_groups, context->device.report.device_name, most, remedy);
}

static coop_status choose_transport(struct coop_context_object *context, const char *requested)
{
    struct coop_device_report *report = &context->device.report;
    const struct coop_transport_kind *kind;
    char names[100];

    requested = coop_transport_requested(requested);
    if (requested[0] == '\0') {
        return COOP_OK;
    }
    kind = coop_transport_find(requested);
    if (kind == NULL) {
        coop_transport_names(names, sizeof names);
        return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, DOING,
                              "there is no transport \"%s\"; there are %s", requested, names);
    }
    if (!kind->serves(report)) {
        return coop_error_set(&context->errors, COOP_DEVICE_UNFIT, DOING,
                              "%s has no %s, which the transport \"%s\" stands "
                              "on; leave the choice to the library, or ask for \"%s\"",
                              report->device_name, kind->stands_on, kind->name,
                              coop_transport_suited(report, NULL)->name);
    }
    report->transport = kind->name;
    return COOP_OK;
}

coop_status coop_open_choose(struct coop_context_object *context, const char *transport)
{
    coop_status status = choose_transport(context, transport);

    if (status == COOP_OK && coop_exclusive_is_taken(&context->device)) {
        coop_kept_poll();
    }
    return status == COOP_OK && coop_exclusive_is_taken(&context->device)
               ? coop_exclusive_refuse(&context->errors, &context->device, DOING)
               : status;
}

static coop_status open_context(struct coop_context_object *context,
                                const struct coop_context_options *options)
{
    struct coop_parts_plan parts = {.devices = &context->device.id, .device_count = 1};
    coop_status status;

    context->worker_groups = options->worker_groups;
    status = coop_device_check_workers(&context->errors, options->worker_groups, DOING);

    if (status == COOP_OK) {
        status = coop_adopt_is_wanted(options) ? coop_adopt(context, options) : find_device(context, options);
    }
    if (status == COOP_OK) {
        status = check_worker_groups(context, options->worker_groups);
    }
    if (status == COOP_OK) {
        status = coop_open_choose(context, options->transport);
    }
    if (status != COOP_OK) {
        return status;
    }
    coop_parts_measure(context);
    parts.control_bytes = context->control_bytes;
    parts.memory_bytes = options->memory_bytes;
    return coop_parts_open(context, &parts);
}

coop_status coop_context_create(const struct coop_context_options *options, coop_context **handle)
{
    static const struct coop_context_options defaults = {0};
    struct coop_context_object *context;
    coop_status status;

    if (handle == NULL) {
        return coop_error_null(NULL, DOING, "context");
    }
    *handle = NULL;
    if (coop_process_is_fork()) { /* there is no context to ask, nor a table for its handle */
        return coop_error_set(NULL, COOP_NO_DEVICE, DOING, COOP_PROCESS_FORKED);
    }
    context = coop_context_make(coop_parts_close);
    if (context == NULL) {
        return coop_error_out_of_memory(NULL, DOING);
    }
    status = open_context(context, options != NULL ? options : &defaults);
    coop_context_settle(context, status);
    *handle = coop_object_open(&context->base);
    coop_object_release(&context->base);
    return *handle != NULL ? status : coop_error_out_of_memory(NULL, DOING);
}
