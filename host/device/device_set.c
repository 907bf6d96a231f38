#include "host/device/device_set.h"

#include "coop/shared/limits.h"
#include "host/base/process.h"
#include "host/device/cache.h"
#include "host/device/device_query.h"
#include "host/device/threads.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DOING "looking for OpenCL devices"

static coop_status add_platform(struct coop_error_record *record, struct coop_device_set *set,
                                cl_platform_id platform, uint32_t platform_index)
{
    cl_device_id ids[32];
    cl_uint count = 0;
    cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 32, ids, &count);
    struct coop_device common = {.platform = platform, .report = {.platform_index = platform_index}};
    struct coop_device *larger;

    if (code != CL_SUCCESS || count == 0) { /* another platform may serve */
        coop_device_query_platform(&common);
        set->silent = common.traits;
        snprintf(set->silent_name, sizeof set->silent_name, "%s", common.report.platform_name);
        set->failed_code = code != CL_SUCCESS && code != CL_DEVICE_NOT_FOUND ? code : set->failed_code;
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
        coop_device_judge(device);
        set->count++;
    }
    return COOP_OK;
}

coop_status coop_device_check_workers(struct coop_error_record *record, uint32_t worker_groups,
                                      const char *doing)
{
    if (worker_groups > COOP_SLOTS_MAX - 3) {
        return coop_error_set(record, COOP_INVALID_ARGUMENT, doing,
                              "%u worker work-groups are more than the %u that a run can have", worker_groups,
                              COOP_SLOTS_MAX - 3);
    }
    return COOP_OK;
}

/* Of a driver that does not even show its platform: writes that its cache is at fault; false where none
 * is. */
static int explain_silence(char *why, size_t capacity)
{
    const struct coop_device_traits *traits;
    char cache[400];

    for (uint32_t i = 0; (traits = coop_device_traits_get(i)) != NULL; i++) {
        if (coop_cache_is_unusable(traits, cache, sizeof cache)) {
            snprintf(why, capacity,
                     "no OpenCL driver answers. %s would not: %s; if no driver is installed, on Debian `apt "
                     "install pocl-opencl-icd` adds the CPU",
                     traits->platform, cache);
            return 1;
        }
    }
    return 0;
}

/* Writes why there is no device at all, as far as the environment shows it; false when it does not. */
static int explain_none(const struct coop_device_set *set, char *why, size_t capacity)
{
    const struct {
        const char *name, *value;
    } loader[] = {{"OCL_ICD_VENDORS", getenv("OCL_ICD_VENDORS")},
                  {"OCL_ICD_FILENAMES", getenv("OCL_ICD_FILENAMES")},
                  {"OPENCL_VENDOR_PATH", getenv("OPENCL_VENDOR_PATH")}};
    const char *selecting = set->silent != NULL ? set->silent->selecting_variable : NULL;
    char cache[400];

    if (set->silent != NULL && coop_cache_is_unusable(set->silent, cache, sizeof cache)) {
        snprintf(why, capacity, "%s has no device: %s", set->silent_name, cache);
        return 1;
    }
    if (set->silent == NULL && explain_silence(why, capacity)) {
        return 1;
    }
    if (selecting != NULL && getenv(selecting) != NULL) {
        snprintf(why, capacity, "%s has no device: %s is \"%.200s\", which selects none; unset it",
                 set->silent_name, selecting, getenv(selecting));
        return 1;
    }
    for (size_t i = 0; i < sizeof loader / sizeof *loader; i++) {
        if (set->silent == NULL && loader[i].value != NULL) {
            snprintf(
                why, capacity,
                "no OpenCL driver is found: %s is \"%.200s\", where the OpenCL loader looks for drivers; "
                "unset it, or install a driver there",
                loader[i].name, loader[i].value);
            return 1;
        }
    }
    return 0;
}

/* Drivers and the loader start up in the first calls of a process, and not all of them let several threads
 * do so at once (PoCL 3.1: SIGSEGV, or no device is there. Test: faults.first). Nothing else is locked
 * while this is held but error records. */
static pthread_mutex_t start_up = PTHREAD_MUTEX_INITIALIZER;

static coop_status find(struct coop_error_record *record, uint32_t worker_groups, struct coop_device_set *set)
{
    const struct coop_device_traits *traits;
    cl_platform_id platforms[32];
    char why[800];
    cl_uint count = 0;
    cl_int code;

    memset(set, 0, sizeof *set);
    for (uint32_t i = 0; (traits = coop_device_traits_get(i)) != NULL; i++) {
        if (traits->units_variable != NULL) {
            coop_units_ask(traits, worker_groups);
        }
        coop_cache_make_private(traits);
    }
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
    if (set->count == 0 && set->failed_code != CL_SUCCESS && explain_none(set, why, sizeof why)) {
        return coop_error_set_code(record, COOP_OPENCL_FAILED, set->failed_code, DOING,
                                   "clGetDeviceIDs failed with %s (%d); %s",
                                   coop_opencl_code_name(set->failed_code), set->failed_code, why);
    }
    if (set->count == 0 && set->failed_code != CL_SUCCESS) {
        return coop_error_opencl(record, set->failed_code, "clGetDeviceIDs", DOING);
    }
    return COOP_OK;
}

coop_status coop_device_set_find(struct coop_error_record *record, uint32_t worker_groups,
                                 struct coop_device_set *set)
{
    coop_status status;

    memset(set, 0, sizeof *set);
    if (coop_process_is_fork()) {
        return coop_error_set(record, COOP_NO_DEVICE, DOING, COOP_PROCESS_FORKED);
    }
    coop_process_enter();
    pthread_mutex_lock(&start_up);
    status = find(record, worker_groups, set);
    pthread_mutex_unlock(&start_up);
    return status;
}

void coop_device_set_clear(struct coop_device_set *set)
{
    free(set->devices);
    set->devices = NULL;
    set->count = 0;
}

/* The decimal number at the start of a text, and what follows it; NULL when there is none. A number that no
 * index can be is UINT64_MAX. */
static const char *read_index(const char *text, uint64_t *index)
{
    size_t digits = strspn(text, "0123456789");

    errno = 0;
    *index = strtoull(text, NULL, 10);
    *index = errno == 0 ? *index : UINT64_MAX;
    return digits > 0 ? text + digits : NULL;
}

static int matches(const struct coop_device_report *report, const char *request)
{
    uint64_t first;
    uint64_t second;
    const char *rest = read_index(request, &first);

    if (rest != NULL && *rest == '\0') {
        return report->index == first;
    }
    rest = rest != NULL && *rest == ':' ? read_index(rest + 1, &second) : NULL;
    if (rest != NULL && *rest == '\0') {
        return report->platform_index == first && report->device_index == second;
    }
    return strcasestr(report->platform_name, request) != NULL ||
           strcasestr(report->device_name, request) != NULL;
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

/* The remedy for a device that cannot serve. */
static void say_remedy(const struct coop_device_set *set, const struct coop_device *unfit, char *to,
                       size_t capacity)
{
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->devices[i].report.can_serve) {
            snprintf(to, capacity, "; COOP_DEVICE=%u would take %s, which can", i,
                     set->devices[i].report.device_name);
            return;
        }
    }
    if (coop_units_were_counted(unfit->traits, unfit->report.compute_units) ||
        coop_cache_is_unusable(unfit->traits, to, capacity)) {
        to[0] = '\0'; /* the reason has the remedy, and another process would see another device */
        return;
    }
    snprintf(to, capacity,
             "; coop-info says the same of every device here; on Debian, `apt install pocl-opencl-icd` adds "
             "the CPU");
}

coop_status coop_device_choose(struct coop_error_record *record, const struct coop_device_set *set,
                               const char *request, const struct coop_device **chosen)
{
    const struct coop_device *unfit = NULL;
    char names[800];

    if (request == NULL || request[0] == '\0') {
        request = getenv("COOP_DEVICE");
    }
    if (set->count == 0) {
        return coop_error_set(record, COOP_NO_DEVICE, DOING, "%s",
                              explain_none(set, names, sizeof names)
                                  ? names
                                  : "no OpenCL device is installed; on Debian, `apt install pocl-opencl-icd` "
                                    "adds the CPU");
    }
    for (uint32_t i = 0; i < set->count; i++) {
        const struct coop_device *device = &set->devices[i];
        if (request != NULL && request[0] != '\0' && !matches(&device->report, request)) {
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
        say_remedy(set, unfit, names, sizeof names);
        return coop_error_set_code(record, COOP_DEVICE_UNFIT, unfit->failed_code, DOING,
                                   "%s (%s) cannot serve: %s%s", unfit->report.device_name,
                                   unfit->report.platform_name, unfit->report.reason, names);
    }
    list_names(set, names, sizeof names);
    if (set->failed_code != CL_SUCCESS) {
        return coop_error_set_code(
            record, COOP_NO_DEVICE, set->failed_code, DOING,
            "no OpenCL device matches \"%s\"; there are: %s; and a platform that does not list its own: "
            "clGetDeviceIDs failed with %s (%d)",
            request, names, coop_opencl_code_name(set->failed_code), set->failed_code);
    }
    return coop_error_set(record, COOP_NO_DEVICE, DOING, "no OpenCL device matches \"%s\"; there are: %s",
                          request, names);
}

coop_status coop_device_list(uint32_t worker_groups, struct coop_device_report *reports, uint32_t capacity,
                             uint32_t *count)
{
    struct coop_device_set set;
    coop_status status;

    if (count == NULL || (reports == NULL && capacity > 0)) {
        return coop_error_null(NULL, DOING, count == NULL ? "count" : "reports");
    }
    *count = 0;
    status = coop_device_check_workers(NULL, worker_groups, DOING);
    if (status == COOP_OK) {
        status = coop_device_set_find(NULL, worker_groups, &set);
    }
    if (status == COOP_OK) {
        for (uint32_t i = 0; i < set.count && i < capacity; i++) {
            reports[i] = set.devices[i].report;
        }
        *count = set.count;
        coop_device_set_clear(&set);
    }
    return status;
}
