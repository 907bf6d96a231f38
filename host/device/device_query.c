/* The device's answers to OpenCL's queries. */
#include "host/device/device_query.h"

#include "coop/shared/limits.h"
#include "host/device/cache.h"
#include "host/device/threads.h"
#include "host/transport/transports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Notes the first query that failed. An older OpenCL answers CL_INVALID_VALUE to a query that it does not
 * know. */
static int is_answered(struct coop_device *device, int code, const char *query)
{
    if (code != CL_SUCCESS && code != CL_INVALID_VALUE && device->failed_query == NULL) {
        device->failed_query = query;
        device->failed_code = code;
    }
    return code == CL_SUCCESS;
}

static void get_text(struct coop_device *device, cl_device_info what, const char *query, char *to,
                     size_t capacity)
{
    memset(to, 0, capacity);
    is_answered(device, clGetDeviceInfo(device->id, what, capacity - 1, to, NULL), query);
}

static void get_platform_text(struct coop_device *device, cl_platform_info what, const char *query, char *to,
                              size_t capacity)
{
    memset(to, 0, capacity);
    is_answered(device, clGetPlatformInfo(device->platform, what, capacity - 1, to, NULL), query);
}

static uint64_t get_number(struct coop_device *device, cl_device_info what, const char *query)
{
    uint64_t number = 0; /* little-endian devices answer with 4 or 8 bytes */

    is_answered(device, clGetDeviceInfo(device->id, what, sizeof number, &number, NULL), query);
    return number;
}

#define QUERY(what) (what), "clGetDeviceInfo(" #what ")"
#define PLATFORM_QUERY(what) (what), "clGetPlatformInfo(" #what ")"

/* "OpenCL C 3.0": the newest version that the device's compiler supports. The compiler names an older one
 * first. */
static int get_opencl_c(struct coop_device *device, char *to, size_t capacity)
{
    cl_name_version versions[16];
    size_t bytes = 0;
    cl_version newest = 0;
    int code =
        clGetDeviceInfo(device->id, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof versions, versions, &bytes);

    if (!is_answered(device, code, "clGetDeviceInfo(CL_DEVICE_OPENCL_C_ALL_VERSIONS)")) {
        get_text(device, QUERY(CL_DEVICE_OPENCL_C_VERSION), to, capacity);
        return strstr(to, "OpenCL C 3") != NULL;
    }
    for (size_t i = 0; i < bytes / sizeof *versions; i++) {
        newest = versions[i].version > newest ? versions[i].version : newest;
    }
    snprintf(to, capacity, "OpenCL C %u.%u", CL_VERSION_MAJOR(newest), CL_VERSION_MINOR(newest));
    return CL_VERSION_MAJOR(newest) >= 3;
}

/* The list of extensions, to be freed; NULL when the device does not give it. */
static char *get_extensions(struct coop_device *device)
{
    static const char query[] = "clGetDeviceInfo(CL_DEVICE_EXTENSIONS)";
    size_t bytes = 0;
    char *all;

    if (!is_answered(device, clGetDeviceInfo(device->id, CL_DEVICE_EXTENSIONS, 0, NULL, &bytes), query)) {
        return NULL;
    }
    all = calloc(1, bytes + 1);
    if (all == NULL) {
        is_answered(device, CL_OUT_OF_HOST_MEMORY, query);
        return NULL;
    }
    if (!is_answered(device, clGetDeviceInfo(device->id, CL_DEVICE_EXTENSIONS, bytes, all, NULL), query)) {
        free(all);
        return NULL;
    }
    return all;
}

void coop_device_query_platform(struct coop_device *device)
{
    struct coop_device_report *report = &device->report;
    const struct coop_device_environment *wanted;

    get_platform_text(device, PLATFORM_QUERY(CL_PLATFORM_NAME), report->platform_name,
                      sizeof report->platform_name);
    get_platform_text(device, PLATFORM_QUERY(CL_PLATFORM_VERSION), report->platform_version,
                      sizeof report->platform_version);
    device->traits = coop_device_traits_find(report->platform_name, report->platform_version);
    for (wanted = device->traits->environment; wanted->name != NULL; wanted++) {
        setenv(wanted->name, wanted->value, 0);
    }
}

static enum coop_device_kind kind_of(cl_device_type type)
{
    return (type & CL_DEVICE_TYPE_GPU) != 0   ? COOP_KIND_GPU
           : (type & CL_DEVICE_TYPE_CPU) != 0 ? COOP_KIND_CPU
                                              : COOP_KIND_OTHER;
}

void coop_device_query(struct coop_device *device)
{
    struct coop_device_report *report = &device->report;
    uint64_t scopes;
    char *extensions;

    get_text(device, QUERY(CL_DEVICE_NAME), report->device_name, sizeof report->device_name);
    report->kind = kind_of(get_number(device, QUERY(CL_DEVICE_TYPE)));
    get_text(device, QUERY(CL_DRIVER_VERSION), report->driver_version, sizeof report->driver_version);
    device->has_opencl_c_3 = get_opencl_c(device, report->opencl_c_version, sizeof report->opencl_c_version);
    report->compute_units = (uint32_t)get_number(device, QUERY(CL_DEVICE_MAX_COMPUTE_UNITS));
    report->local_items_max = get_number(device, QUERY(CL_DEVICE_MAX_WORK_GROUP_SIZE));
    if (report->local_items_max > COOP_LOCAL_ITEMS_MAX) {
        report->local_items_max = COOP_LOCAL_ITEMS_MAX;
    }
    report->local_bytes = get_number(device, QUERY(CL_DEVICE_LOCAL_MEM_SIZE));
    report->memory_bytes_max = get_number(device, QUERY(CL_DEVICE_MAX_MEM_ALLOC_SIZE));
    report->svm_capabilities = get_number(device, QUERY(CL_DEVICE_SVM_CAPABILITIES));
    report->has_svm_atomics = (report->svm_capabilities & CL_DEVICE_SVM_ATOMICS) != 0 &&
                              (report->svm_capabilities & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0;
    scopes = get_number(device, QUERY(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES));
    report->has_device_scope = (scopes & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0;
    report->has_acquire_release = (scopes & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) != 0;
    report->has_generic_space = /* OpenCL 2 has it always, and not the question */
        !device->has_opencl_c_3 || get_number(device, QUERY(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT)) != 0;
    if (device->traits->capability_query != 0) {
        device->capability = (int)get_number(device, (cl_device_info)device->traits->capability_query,
                                             "clGetDeviceInfo(the compute capability)");
    }
    if (device->traits->holds_group_per_unit) {
        device->is_part = get_number(device, QUERY(CL_DEVICE_PARENT_DEVICE)) != 0;
    }
    extensions = get_extensions(device);
    report->has_atomics_64 = extensions != NULL && strstr(extensions, "cl_khr_int64_base_atomics") != NULL &&
                             strstr(extensions, "cl_khr_int64_extended_atomics") != NULL;
    free(extensions);
}

/* The least number of compute units that a run needs: a scheduler, a worker and the units that stay free. */
static uint32_t count_units_needed(const struct coop_device_traits *traits)
{
    return traits->holds_group_per_unit ? 2 + traits->spare_units : 0;
}

static void refuse_few_units(struct coop_device *device)
{
    const struct coop_device_traits *traits = device->traits;
    uint32_t needed = count_units_needed(traits);
    char remedy[96] = "";

    if (coop_units_were_counted(traits, device->report.compute_units)) {
        coop_units_explain(traits, device->report.compute_units, 1, device->report.reason,
                           sizeof device->report.reason);
        return;
    }
    if (traits->units_variable != NULL) {
        snprintf(remedy, sizeof remedy, "; set %s to at least %u before the process starts",
                 traits->units_variable, needed);
    }
    snprintf(device->report.reason, sizeof device->report.reason,
             "it has fewer than %u compute units: a scheduler, a worker and %u left free are needed%s",
             needed, traits->spare_units, remedy);
}

/* The capability that the device lacks, as a clause for people; NULL when it lacks none. */
static const char *find_lack(const struct coop_device *device)
{
    const struct coop_device_report *report = &device->report;
    const struct coop_device_traits *traits = device->traits;

    if (!device->has_opencl_c_3) {
        return "its compiler does not take OpenCL C 3.0";
    }
    if (!report->has_atomics_64) {
        return "it has no 64-bit atomics (cl_khr_int64_base_atomics, cl_khr_int64_extended_atomics)";
    }
    if (traits->capability_query != 0 && device->capability < traits->capability_min) {
        return traits->capability_why;
    }
    if (!traits->understates_atomics && !report->has_device_scope) {
        return "its atomics reach no further than a work-group: they lack device scope "
               "(CL_DEVICE_ATOMIC_SCOPE_DEVICE)";
    }
    if (!traits->understates_atomics && !report->has_acquire_release) {
        return "its atomics are relaxed: they lack acquire and release order "
               "(CL_DEVICE_ATOMIC_ORDER_ACQ_REL)";
    }
    return coop_device_traits_refuse(traits, report->platform_version, report->device_name);
}

/* For tests: the form of which every driver takes all kernels right. */
static int is_flat_requested(void)
{
    const char *form = getenv("COOP_FORM");

    return form != NULL && strcmp(form, "flat") == 0;
}

static void say_how(struct coop_device *device)
{
    struct coop_device_report *report = &device->report;
    const struct coop_device_traits *traits = device->traits;

    if (traits->holds_group_per_unit) {
        report->worker_groups_max = report->compute_units - 1 - traits->spare_units;
    }
    if (report->worker_groups_max > COOP_SLOTS_MAX - 1) {
        report->worker_groups_max = COOP_SLOTS_MAX - 1;
    }
#if defined(__linux__) && defined(__x86_64__)
    device->sleeps_through_host = traits->kernels_are_threads;
#endif
    device->runs_loops = traits->runs_group_as_thread && !is_flat_requested();
    device->runs_structured = traits->takes_barriers_anywhere && !is_flat_requested();
    if (traits->kernels_are_threads && !device->sleeps_through_host) {
        snprintf(
            report->reason, sizeof report->reason,
            "waiting work-groups cannot yield or sleep on this processor: expect them to burn their cores");
    }
}

void coop_device_judge(struct coop_device *device)
{
    struct coop_device_report *report = &device->report;
    const char *lack;

    report->transport = coop_transport_suited(report, device->traits->preferred_transport)->name;
    if (device->failed_query != NULL) {
        snprintf(report->reason, sizeof report->reason, "it does not answer: %s failed with %s (%d)",
                 device->failed_query, coop_opencl_code_name(device->failed_code), device->failed_code);
        return;
    }
    if (coop_cache_is_exposed(device->traits, report->reason, sizeof report->reason) ||
        coop_cache_is_unusable(device->traits, report->reason, sizeof report->reason)) {
        return;
    }
    lack = find_lack(device);
    if (lack != NULL) {
        snprintf(report->reason, sizeof report->reason, "%s", lack);
    } else if (report->compute_units < count_units_needed(device->traits)) {
        refuse_few_units(device);
    } else {
        report->can_serve = 1;
        say_how(device);
    }
}
