#include "host/run/enqueue.h"

#include "host/context/import.h"
#include "host/run/options.h"

#define STARTING "starting a run"
#define DISCOVERY_NS ((uint64_t)10 * 1000000000)

/* What a slot's array begins at a multiple of: a line, so that two threads do not write to one. */
#define VARS_ALIGNMENT ((uint64_t)COOP_LINE_BYTES)

/* Of the context's memory, for what work-items keep across steps where that is more than a run must have. */
#define VARS_SHARE 64

static int has_regular_kernel(const struct coop_signature *signature)
{
    uint32_t i = 0;

    while (i < signature->kernel_count && signature->kernels[i].is_cooperative) {
        i++;
    }
    return i < signature->kernel_count;
}

uint32_t coop_run_range_items_max(const struct coop_run_object *run)
{
    const struct coop_memory *memory = &run->context->arena->memory;
    uint64_t room =
        (memory->end - memory->begin) / VARS_SHARE / run->control.slot_count / run->module->forms.vars_bytes;
    uint64_t most = run->context->device.report.local_items_max;

    if (!run->context->device.runs_loops || !has_regular_kernel(&run->module->signature) ||
        room <= run->local_items) {
        return run->local_items;
    }
    return (uint32_t)(most < room ? most : room);
}

uint64_t coop_run_vars_bytes(const struct coop_run_object *run)
{
    uint64_t bytes = (uint64_t)run->module->forms.vars_bytes * run->range_items_max;

    return run->context->device.runs_loops ? (bytes + VARS_ALIGNMENT - 1) / VARS_ALIGNMENT * VARS_ALIGNMENT
                                           : 0;
}

coop_status coop_run_write_control(struct coop_run_object *run, int is_exact)
{
    const struct coop_device_traits *traits = run->context->device.traits;
    struct coop_control_setup *setup = &run->control.setup;

    run->control_bytes = coop_control_bytes(run->control.slot_count);
    setup->local_items = run->local_items;
    setup->kernel_count = run->module->signature.kernel_count;
    setup->trace_capacity = run->trace_capacity;
    setup->trace_at = run->trace_at != 0 ? run->trace_at - run->context->control_at : 0;
    setup->vars_bytes = (uint32_t)coop_run_vars_bytes(run);
    setup->vars_at = run->vars_at != 0 ? run->vars_at - run->context->control_at : 0;
    setup->arena_before = run->context->control_at;
    setup->member = run->context->member;
    setup->trace_barriers = run->trace_barriers;
    setup->trace_flow = run->trace_flow != 0;
    setup->discovery_ns = DISCOVERY_NS;
    setup->settle_ns = is_exact ? traits->settle_exact_ns : traits->settle_ns;
    run->completions_before = coop_control_completions(&run->control);
    return coop_context_reached(run->context, coop_control_write(&run->control), STARTING);
}

coop_status coop_run_enqueue(struct coop_run_object *run)
{
    struct coop_context_object *context = run->context;
    size_t local = context->device.runs_loops ? 1 : run->local_items;
    size_t global = local * run->control.slot_count;
    const cl_ulong nobody = 0; /* comes for a lease */
    coop_status status;
    cl_int code;
    int reached;

    run->kernel = clCreateKernel(run->program, "coop_megakernel", &code);
    if (run->kernel == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateKernel", STARTING);
    }
    status = coop_run_check_resources(run);
    if (status != COOP_OK) {
        return status;
    }
    code = context->transport->methods->set_argument(context->transport, run->kernel, 0);
    if (coop_transport_failure(context->transport, &reached) != NULL) {
        return coop_context_reached(context, COOP_OPENCL_FAILED, STARTING);
    }
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, context->transport->methods->argument_call,
                                 STARTING);
    }
    code = clSetKernelArg(run->kernel, 1, sizeof nobody, &nobody);
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, "clSetKernelArg", STARTING);
    }
    status = coop_imports_bind(context, run->kernel, 0, run->imports, &run->import_count);
    if (status != COOP_OK) {
        return status;
    }
    code =
        clEnqueueNDRangeKernel(context->queue, run->kernel, 1, NULL, &global, &local, 0, NULL, &run->event);
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, "clEnqueueNDRangeKernel", STARTING);
    }
    code = clFlush(context->queue);
    return code == CL_SUCCESS ? COOP_OK : coop_error_opencl(&context->errors, code, "clFlush", STARTING);
}
