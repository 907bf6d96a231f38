#include "host/run/resources.h"

#define CHECKING "starting a run"

static const struct coop_kernel_report *largest_kernel(const struct coop_signature *signature)
{
    const struct coop_kernel_report *largest = &signature->kernels[0];

    for (uint32_t i = 1; i < signature->kernel_count; i++) {
        const struct coop_kernel_report *kernel = &signature->kernels[i];
        largest = kernel->local_bytes > largest->local_bytes ? kernel : largest;
    }
    return largest;
}

/* Quirk (PoCL 5.0, 6.0): the driver's answer leaves out the kernel's own local variables, so what the module
 * says counts, too. */
static coop_status check_local_memory(struct coop_run_object *run, cl_ulong answer)
{
    const struct coop_device_report *device = &run->context->device.report;
    const struct coop_kernel_report *largest = largest_kernel(&run->module->signature);
    int is_whole = answer >= largest->local_bytes;
    cl_ulong bytes = is_whole ? answer : largest->local_bytes;

    if (bytes <= device->local_bytes) {
        return COOP_OK;
    }
    return coop_error_set(
        &run->context->errors, COOP_DEVICE_UNFIT, CHECKING,
        "not enough local memory: a work-group of the megakernel takes %s%llu bytes, and %s has %llu; "
        "the module's kernels share one place for their local variables, where the largest, %s, "
        "takes %u: make those smaller, or build that kernel into a module of its own",
        is_whole ? "" : "more than ", (unsigned long long)bytes, device->device_name,
        (unsigned long long)device->local_bytes, largest->name, largest->local_bytes);
}

static coop_status check_work_items(struct coop_run_object *run, size_t items)
{
    if (run->local_items <= items || run->context->device.runs_loops) {
        return COOP_OK;
    }
    return coop_error_set(
        &run->context->errors, COOP_INVALID_ARGUMENT, CHECKING,
        "%u work-items are more than a work-group of this megakernel can have on %s (%llu: its "
        "registers and local memory decide); ask for fewer (local_items)",
        run->local_items, run->context->device.report.device_name, (unsigned long long)items);
}

coop_status coop_run_check_resources(struct coop_run_object *run)
{
    static const char call[] = "clGetKernelWorkGroupInfo";
    cl_device_id device = run->context->device.id;
    cl_ulong local_bytes = 0;
    size_t items = 0;
    cl_int code = clGetKernelWorkGroupInfo(run->kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local_bytes,
                                           &local_bytes, NULL);
    coop_status status;

    if (code == CL_SUCCESS) {
        code = clGetKernelWorkGroupInfo(run->kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof items, &items,
                                        NULL);
    }
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&run->context->errors, code, call, CHECKING);
    }
    status = check_local_memory(run, local_bytes);
    return status == COOP_OK ? check_work_items(run, items) : status;
}
