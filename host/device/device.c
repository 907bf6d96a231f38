#include "host/device/device.h"

#include "coop/shared/limits.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define DOING "looking for OpenCL devices"

/* PoCL reads its thread count at the first device query of the process. The scheduler takes one work-group
 * beside the workers, and one compute unit must stay free: with all taken, no other command on the device
 * runs, not even the compilation of a kernel. */
static void raise_pocl_compute_units(uint32_t worker_groups)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t workers = worker_groups != 0 ? worker_groups : (uint32_t)(cores > 2 ? cores : 2);
    char text[16];

    snprintf(text, sizeof text, "%u", workers + 2);
    if (getenv("POCL_CPU_MAX_CU_COUNT") == NULL && getenv("POCL_MAX_COMPUTE_UNITS") == NULL) {
        setenv("POCL_MAX_PTHREAD_COUNT", text, 0);
    }
}

const char *coop_device_transport_wish(const char *wish)
{
    if (wish == NULL || wish[0] == '\0') {
        wish = getenv("COOP_TRANSPORT");
    }
    return wish != NULL ? wish : "";
}

/* Says whether the device can serve, and if not, which capability is missing. */
static void judge(struct coop_device *device)
{
    struct coop_device_report *report = &device->report;
    int is_threaded_pocl = device->is_pocl && strstr(report->platform_version, "OpenMP") == NULL &&
                           strstr(report->platform_version, "TBB") == NULL;
    const char *why = NULL;

    report->transport =
        report->has_svm_atomics && strcmp(coop_device_transport_wish(NULL), "copy") != 0 ? "svm" : "copy";
    if (device->failed_query != NULL) {
        snprintf(report->reason, sizeof report->reason, "it does not answer: %s failed with %s (%d)",
                 device->failed_query, coop_opencl_code_name(device->failed_code), device->failed_code);
        return;
    }
    if (!device->has_opencl_c_3) {
        why = "its compiler does not take OpenCL C 3.0";
    } else if (!report->has_atomics_64) {
        why = "it has no 64-bit atomics (cl_khr_int64_base_atomics, cl_khr_int64_extended_atomics)";
    } else if (device->is_nvidia && device->nvidia_capability < 7) {
        why =
            "its multiprocessors know neither acquire nor release, and do not schedule the threads of a warp "
            "independently (compute capability 7.0 and later do)";
    } else if (!device->is_nvidia && !report->has_device_scope) {
        why = "its atomics reach no further than a work-group: they lack device scope "
              "(CL_DEVICE_ATOMIC_SCOPE_DEVICE)";
    } else if (!device->is_nvidia && !report->has_acquire_release) {
        why = "its atomics are relaxed: they lack acquire and release order (CL_DEVICE_ATOMIC_ORDER_ACQ_REL)";
    } else if (device->is_pocl && !is_threaded_pocl) {
        why = "this build of PoCL runs kernels through OpenMP or TBB, where a waiting kernel blocks every "
              "other "
              "command; use its 'cpu' (pthread) driver";
    } else if (device->is_pocl && report->compute_units < 3) {
        why = "PoCL has fewer than 3 compute units: a scheduler, a worker and one left free are needed; set "
              "POCL_MAX_PTHREAD_COUNT to at least 3 before the process starts";
    }
    report->can_serve = why == NULL;
    snprintf(report->reason, sizeof report->reason, "%s", why != NULL ? why : "");
    if (why != NULL) {
        return;
    }
    /* PoCL holds as many work-groups as it has compute units; elsewhere a run discovers the number. */
    report->worker_groups_max = device->is_pocl ? report->compute_units - 2 : 0;
    if (report->worker_groups_max > COOP_SLOTS_MAX - 1) {
        report->worker_groups_max = COOP_SLOTS_MAX - 1;
    }
#if defined(__linux__) && defined(__x86_64__)
    device->sleeps_through_host = device->is_pocl;
#endif
    if (device->is_pocl && !device->sleeps_through_host) {
        snprintf(
            report->reason, sizeof report->reason,
            "waiting work-groups cannot yield or sleep on this processor: expect them to burn their cores");
    }
}

static coop_status add_platform(struct coop_error_record *record, struct coop_device_set *set,
                                cl_platform_id platform, uint32_t platform_index)
{
    cl_device_id ids[32];
    cl_uint count = 0;
    cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 32, ids, &count);
    struct coop_device common = {.platform = platform, .report = {.platform_index = platform_index}};
    struct coop_device *larger;

    if (code != CL_SUCCESS && code != CL_DEVICE_NOT_FOUND) {
        set->failed_code = code; /* another platform may serve */
        return COOP_OK;
    }
    if (code == CL_DEVICE_NOT_FOUND || count == 0) {
        return COOP_OK;
    }
    count = count < 32 ? count : 32;
    larger = realloc(set->devices, (set->count + count) * sizeof *larger);
    if (larger == NULL) {
        return coop_error_out_of_memory(record, DOING);
    }
    set->devices = larger;
    coop_device_query_platform(&common);
    for (cl_uint i = 0; i < count; i++) {
        struct coop_device *device = &set->devices[set->count];
        *device = common;
        device->id = ids[i];
        device->report.index = set->count;
        device->report.device_index = i;
        coop_device_query(device);
        judge(device);
        set->count++;
    }
    return COOP_OK;
}

coop_status coop_device_set_find(struct coop_error_record *record, uint32_t worker_groups,
                                 struct coop_device_set *set)
{
    cl_platform_id platforms[32];
    cl_uint count = 0;
    cl_int code;

    memset(set, 0, sizeof *set);
    raise_pocl_compute_units(worker_groups);
    code = clGetPlatformIDs(32, platforms, &count);
    if (code == -1001 || (code == CL_SUCCESS && count == 0)) {
        return COOP_OK; /* no driver is installed: no devices */
    }
    if (code != CL_SUCCESS) {
        return coop_error_opencl(record, code, "clGetPlatformIDs", DOING);
    }
    count = count < 32 ? count : 32;
    for (cl_uint i = 0; i < count; i++) {
        coop_status status = add_platform(record, set, platforms[i], i);
        if (status != COOP_OK) {
            coop_device_set_clear(set);
            return status;
        }
    }
    if (set->count == 0 && set->failed_code != CL_SUCCESS) {
        return coop_error_opencl(record, set->failed_code, "clGetDeviceIDs", DOING);
    }
    return COOP_OK;
}

void coop_device_set_clear(struct coop_device_set *set)
{
    free(set->devices);
    set->devices = NULL;
    set->count = 0;
}

static int matches(const struct coop_device_report *report, const char *wish)
{
    unsigned platform_index;
    unsigned index;
    int used = 0;

    if (sscanf(wish, "%u:%u%n", &platform_index, &index, &used) == 2 && wish[used] == '\0') {
        return report->platform_index == platform_index && report->device_index == index;
    }
    if (sscanf(wish, "%u%n", &index, &used) == 1 && wish[used] == '\0') {
        return report->index == index;
    }
    return strcasestr(report->platform_name, wish) != NULL || strcasestr(report->device_name, wish) != NULL;
}

static void list_names(const struct coop_device_set *set, char *to, size_t capacity)
{
    size_t used = 0;

    to[0] = '\0';
    for (uint32_t i = 0; i < set->count && used < capacity; i++) {
        used += (size_t)snprintf(to + used, capacity - used, "%s%u: %s (%s)", i > 0 ? "; " : "", i,
                                 set->devices[i].report.device_name, set->devices[i].report.platform_name);
    }
}

/* What can be done about a device that cannot serve. */
static void say_remedy(const struct coop_device_set *set, char *to, size_t capacity)
{
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->devices[i].report.can_serve) {
            snprintf(to, capacity, "COOP_DEVICE=%u would take %s, which can", i,
                     set->devices[i].report.device_name);
            return;
        }
    }
    snprintf(to, capacity,
             "coop-info says the same of every device here; on Debian, `apt install pocl-opencl-icd` adds "
             "the CPU");
}

coop_status coop_device_choose(struct coop_error_record *record, const struct coop_device_set *set,
                               const char *wish, const struct coop_device **chosen)
{
    const struct coop_device *unfit = NULL;
    char names[600];

    if (wish == NULL || wish[0] == '\0') {
        wish = getenv("COOP_DEVICE");
    }
    if (set->count == 0) {
        return coop_error_set(
            record, COOP_NO_DEVICE, DOING,
            "no OpenCL device is installed; on Debian, `apt install pocl-opencl-icd` adds the CPU");
    }
    for (uint32_t i = 0; i < set->count; i++) {
        const struct coop_device *device = &set->devices[i];
        if (wish != NULL && wish[0] != '\0' && !matches(&device->report, wish)) {
            continue;
        }
        if (device->report.can_serve) {
            *chosen = device;
            return COOP_OK;
        }
        unfit = unfit != NULL ? unfit : device;
    }
    if (unfit != NULL) {
        *chosen = unfit;
        say_remedy(set, names, sizeof names);
        return coop_error_set_code(record, COOP_DEVICE_UNFIT, unfit->failed_code, DOING,
                                   "%s (%s) cannot serve: %s; %s", unfit->report.device_name,
                                   unfit->report.platform_name, unfit->report.reason, names);
    }
    list_names(set, names, sizeof names);
    if (set->failed_code != CL_SUCCESS) {
        return coop_error_set_code(
            record, COOP_NO_DEVICE, set->failed_code, DOING,
            "no OpenCL device matches \"%s\"; there are: %s; and a platform that does not list its own: "
            "clGetDeviceIDs failed with %s (%d)",
            wish, names, coop_opencl_code_name(set->failed_code), set->failed_code);
    }
    return coop_error_set(record, COOP_NO_DEVICE, DOING, "no OpenCL device matches \"%s\"; there are: %s",
                          wish, names);
}

coop_status coop_device_list(uint32_t worker_groups, struct coop_device_report *reports, uint32_t capacity,
                             uint32_t *count)
{
    struct coop_error_record record;
    struct coop_device_set set;
    coop_status status;

    coop_error_record_init(&record);
    *count = 0;
    status = coop_device_set_find(&record, worker_groups, &set);
    if (status == COOP_OK) {
        for (uint32_t i = 0; i < set.count && i < capacity; i++) {
            reports[i] = set.devices[i].report;
        }
        *count = set.count;
        coop_device_set_clear(&set);
    }
    coop_error_record_clear(&record);
    return status;
}
