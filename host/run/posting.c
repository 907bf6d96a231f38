#include "host/run/posting.h"

#include "host/run/addresses.h"
#include "host/run/local_parameters.h"
#include "host/run/scheduling.h"

#define DOING COOP_DOING_POSTING

static coop_status refuse(struct coop_run_object *run, const char *message)
{
    return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, DOING, "%s", message);
}

static coop_status find_kernel(struct coop_run_object *run, const struct coop_kernel_id *id,
                               int is_cooperative, struct coop_posting *posting)
{
    struct coop_error_record *errors = &run->context->errors;
    const struct coop_kernel_report *kernel;
    uint32_t index;

    if (id == NULL || id->name == NULL) {
        return coop_error_null(errors, DOING, id == NULL ? "kernel" : "kernel->name");
    }
    index = coop_signature_find(&run->module->signature, id->name);
    if (index == run->module->signature.kernel_count) {
        return coop_error_set(errors, COOP_UNKNOWN_KERNEL, DOING, "the module has no kernel named %s",
                              id->name);
    }
    kernel = &run->module->signature.kernels[index];
    if (kernel->is_cooperative != is_cooperative) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, DOING, "%s is a %s kernel; launch it with %s",
                              id->name, is_cooperative ? "regular" : "cooperative",
                              is_cooperative ? "coop_launch_regular" : "coop_launch_cooperative");
    }
    if (kernel->args_bytes != posting->args_bytes ||
        (id->args_hash != 0 && id->args_hash != kernel->args_hash)) {
        return coop_error_set(
            errors, COOP_SIGNATURE_MISMATCH, DOING,
            "%s's parameters are not those of the module (%zu bytes given, %u expected); compile the "
            "program with the header that coopc wrote together with the module",
            id->name, posting->args_bytes, kernel->args_bytes);
    }
    if (posting->args == NULL && posting->args_bytes > 0) {
        return coop_error_null(errors, DOING, "args");
    }
    posting->kernel = kernel;
    posting->record.kernel_index = index;
    posting->record.args_bytes = kernel->args_bytes;
    posting->record.transmit_bytes = kernel->transmit_bytes;
    posting->record.flags = (kernel->is_cooperative ? COOP_INSTANCE_COOPERATIVE : 0u) |
                            (kernel->shrinks ? COOP_INSTANCE_SHRINKS : 0u) |
                            (kernel->grows ? COOP_INSTANCE_GROWS : 0u) |
                            (kernel->kill_any ? COOP_INSTANCE_KILLS_ANY : 0u) |
                            (kernel->may_kill_all ? COOP_INSTANCE_MAY_KILL_ALL : 0u) |
                            (kernel->never_meets ? COOP_INSTANCE_NEVER_MEETS : 0u);
    return COOP_OK;
}

/* The launches that this one comes after. */
static coop_status read_after(struct coop_run_object *run, const struct coop_launch_options *options,
                              struct coop_posting *posting)
{
    for (uint32_t i = 0; i < COOP_LAUNCH_AFTER_MAX; i++) {
        struct coop_launch_object *launch;
        if (options->after[i] == NULL) {
            continue;
        }
        launch = coop_object_get(options->after[i], COOP_KIND_LAUNCH);
        if (launch == NULL) {
            return coop_error_set(
                &run->context->errors, COOP_INVALID_HANDLE, DOING,
                "after[%u] is no live launch; destroy a launch behind those that come after "
                "it are posted",
                i);
        }
        posting->after[posting->after_count++] = launch;
        if (launch->run != run) {
            return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, DOING,
                                  "after[%u] is a launch of another run; wait for it before this one is "
                                  "launched",
                                  i);
        }
    }
    return COOP_OK;
}

void coop_posting_clear(struct coop_posting *posting)
{
    for (uint32_t i = 0; i < posting->after_count; i++) {
        coop_object_release(&posting->after[i]->base);
    }
    posting->after_count = 0;
}

static coop_status read_options(struct coop_run_object *run, const struct coop_launch_options *options,
                                struct coop_posting *posting)
{
    static const struct coop_launch_options defaults = {0};
    uint32_t workers = run->control.slot_count - 1;
    coop_status status;

    options = options != NULL ? options : &defaults;
    if (options->groups > workers) {
        return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, DOING,
                              "%u work-groups are more than the %u workers of the run", options->groups,
                              workers);
    }
    if (options->timeout_ns == UINT64_MAX) {
        return coop_error_endless(&run->context->errors, DOING, "timeout_ns");
    }
    posting->record.groups_wanted = options->groups != 0 ? options->groups : workers;
    posting->record.priority = options->priority;
    posting->record.kills_max = options->resizing == COOP_RESIZING_PLAIN ? 1 : UINT32_MAX;
    posting->deadline = coop_deadline_in(options->timeout_ns);
    status = coop_scheduling_read(run, options, DOING, &posting->record);
    return status == COOP_OK ? read_after(run, options, posting) : status;
}

static coop_status refuse_local_size(struct coop_run_object *run, const struct coop_kernel_report *kernel,
                                     const uint64_t items[3], uint32_t dimensions)
{
    const uint32_t *required = kernel->local_items;
    uint32_t least = required[2] > 1 ? 3 : required[1] > 1 ? 2 : 1;

    return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, DOING,
                          "%s is written for work-groups of %u x %u x %u work-items (reqd_work_group_size), "
                          "not of %llu x %llu x %llu; launch it with %s",
                          kernel->name, required[0], required[1], required[2], (unsigned long long)items[0],
                          (unsigned long long)items[1], (unsigned long long)items[2],
                          dimensions >= least ? "these, or leave local_items 0"
                          : least == 3        ? "3 dimensions"
                                              : "2 dimensions or 3");
}

/* The work-items of a work-group in each dimension. */
static coop_status read_local_size(struct coop_run_object *run, const struct coop_ndrange *ndrange,
                                   const struct coop_kernel_report *kernel, struct coop_launch_record *record)
{
    const uint32_t *required = kernel->local_items;
    int is_required = required[0] != 0;
    uint64_t locals[3];
    uint64_t items = 1;

    for (uint32_t i = 0; i < 3; i++) {
        int is_used = i < record->dimensions;
        locals[i] = is_used && ndrange->local_items[i] != 0 ? ndrange->local_items[i]
                    : is_used && is_required                ? required[i]
                    : i == 0                                ? run->local_items
                                                            : 1;
    }
    for (uint32_t i = 0; i < 3 && is_required; i++) {
        if (locals[i] != required[i]) {
            return refuse_local_size(run, kernel, locals, record->dimensions);
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (locals[i] > run->range_items_max || (items *= locals[i]) > run->range_items_max) {
            return coop_error_set(
                &run->context->errors, COOP_INVALID_ARGUMENT, DOING,
                "the local size is more than the %u work-items that the run has room for; start the run with "
                "a larger one%s",
                run->range_items_max,
                is_required ? ": the kernel requires its own (reqd_work_group_size)"
                            : ", or launch with a smaller one");
        }
        record->local_items[i] = (uint32_t)locals[i];
    }
    return COOP_OK;
}

/* The index space, as cl/instance.cl walks it. */
static coop_status read_ndrange(struct coop_run_object *run, const struct coop_ndrange *ndrange,
                                struct coop_posting *posting)
{
    struct coop_launch_record *record = &posting->record;
    uint64_t groups = 1;
    coop_status status;

    record->dimensions = ndrange->dimensions != 0 ? ndrange->dimensions : 1;
    if (record->dimensions > 3) {
        return refuse(run, "an index space has 1, 2 or 3 dimensions");
    }
    status = read_local_size(run, ndrange, posting->kernel, record);
    if (status != COOP_OK) {
        return status;
    }
    for (uint32_t i = 0; i < 3; i++) {
        int is_used = i < record->dimensions;
        uint64_t global = is_used ? ndrange->global_items[i] : 1;
        if (global == 0) {
            return refuse(run, "an index space has at least one work-item in each dimension");
        }
        record->global_items[i] = global;
        record->global_offset[i] = is_used ? ndrange->global_offset[i] : 0;
        record->logical_groups[i] = (global - 1) / record->local_items[i] + 1;
        if (record->logical_groups[i] > (UINT64_MAX >> 1) / groups) {
            return refuse(run, "the index space has too many work-groups to count");
        }
        groups *= record->logical_groups[i];
    }
    record->logical_groups_total = groups;
    return COOP_OK;
}

coop_status coop_posting_prepare_lease(struct coop_run_object *run, const struct coop_launch_options *options,
                                       struct coop_posting *posting)
{
    static const struct coop_kernel_report lease = {.name = COOP_LEASE_NAME};

    if (options != NULL && (options->elastic != 0 || options->repeats != 0)) {
        return refuse(run, "a lease is neither elastic nor repeated by the device: the program enqueues its "
                           "commands each time; leave elastic and repeats 0");
    }
    posting->kernel = &lease;
    posting->record.kernel_index = run->module->signature.kernel_count;
    posting->record.flags = COOP_INSTANCE_LEAVES;
    posting->record.dimensions = 1;
    for (uint32_t i = 0; i < 3; i++) {
        posting->record.local_items[i] = 1;
    }
    return read_options(run, options, posting);
}

coop_status coop_posting_prepare(struct coop_run_object *run, const struct coop_kernel_id *kernel,
                                 const struct coop_ndrange *ndrange,
                                 const struct coop_launch_options *options, struct coop_posting *posting)
{
    coop_status status = find_kernel(run, kernel, ndrange == NULL, posting);

    if (status == COOP_OK) {
        status = coop_addresses_check(run, posting->record.kernel_index, posting->args, &posting->bounds);
    }
    if (status == COOP_OK) {
        status = coop_local_parameters_check(run, posting->record.kernel_index, posting->args);
    }
    if (status == COOP_OK) {
        status = read_options(run, options, posting);
    }
    if (status == COOP_OK && ndrange != NULL) {
        status = read_ndrange(run, ndrange, posting);
    }
    return status;
}
