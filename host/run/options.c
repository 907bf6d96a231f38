#include "host/run/options.h"

#include "host/module/registers.h"

#include <stdlib.h>

#define DEFAULT_LOCAL_ITEMS 64
#define DEFAULT_START_NS ((uint64_t)120 * 1000000000)
#define DEFAULT_STOP_NS ((uint64_t)30 * 1000000000)
#define STALL_VARIABLE "COOP_STALL_AFTER"
#define SECONDS_MAX 1000000000u

/* "2", "0.5": seconds in decimal digits, whatever the locale; false for anything else. */
static int parse_seconds(const char *text, uint64_t *ns)
{
    uint64_t seconds = 0;
    uint64_t unit = 1000000000;
    const char *at = text;

    for (; *at >= '0' && *at <= '9' && seconds <= SECONDS_MAX; at++) {
        seconds = 10 * seconds + (uint64_t)(*at - '0');
    }
    *ns = seconds * 1000000000;
    if (at > text && *at == '.') {
        for (at++; *at >= '0' && *at <= '9'; at++) {
            unit /= 10;
            *ns += unit * (uint64_t)(*at - '0');
        }
    }
    return at > text && *at == '\0' && seconds <= SECONDS_MAX;
}

/* The time after which a launch is stalled; 0: none ever is. */
static coop_status find_stall(struct coop_error_record *errors, const char *doing, uint64_t *stall_after_ns)
{
    const char *text = getenv(STALL_VARIABLE);

    if (*stall_after_ns == COOP_STALL_NEVER) {
        *stall_after_ns = 0;
    } else if (*stall_after_ns == 0 && text != NULL && text[0] != '\0' &&
               !parse_seconds(text, stall_after_ns)) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, doing,
                              STALL_VARIABLE
                              " is \"%s\", and should be a number of seconds, like 5 or 0.5, or 0 "
                              "for no watchdog",
                              text);
    }
    return COOP_OK;
}

coop_status coop_run_options_fill(struct coop_error_record *errors, const struct coop_run_options *options,
                                  const char *doing, struct coop_run_options *filled)
{
    static const struct coop_run_options none = {0};

    *filled = options != NULL ? *options : none;
    filled->local_items = filled->local_items != 0 ? filled->local_items : DEFAULT_LOCAL_ITEMS;
    filled->timeout_ns = filled->timeout_ns != 0 ? filled->timeout_ns : DEFAULT_START_NS;
    filled->stop_timeout_ns = filled->stop_timeout_ns != 0 ? filled->stop_timeout_ns : DEFAULT_STOP_NS;
    if (filled->timeout_ns == UINT64_MAX || filled->stop_timeout_ns == UINT64_MAX) {
        return coop_error_endless(errors, doing,
                                  filled->timeout_ns == UINT64_MAX ? "timeout_ns" : "stop_timeout_ns");
    }
    if (filled->policy != COOP_POLICY_BY_TIME && filled->policy != COOP_POLICY_FIRST_COME) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, doing,
                              "%d is no policy; enum coop_policy has them", (int)filled->policy);
    }
    if (filled->keep_ns > (uint64_t)1 << 48) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, doing, "keep_ns is at most 2^48 ns, three days");
    }
    return find_stall(errors, doing, &filled->stall_after_ns);
}

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

/* How many work-groups the device holds, as far as is known.
 * items  the most that one of the megakernel's can have: a compute unit has registers for so many */
static uint32_t count_places(const struct coop_run_object *run, size_t items)
{
    const struct coop_device_traits *traits = run->context->device.traits;
    uint32_t units = run->context->device.report.compute_units;

    if (traits->holds_group_per_unit) {
        return units;
    }
    if (traits->registers_items == 0) {
        return 0;
    }
    return coop_registers_groups(traits, units, run->local_items,
                                 run->registers != 0 ? traits->registers_per_unit / run->registers : items);
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
    run->groups_most = count_places(run, items);
    status = check_local_memory(run, local_bytes);
    return status == COOP_OK ? check_work_items(run, items) : status;
}
