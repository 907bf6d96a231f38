#include "host/context/device_list.h"

#include "host/device/device_query.h"
#include "host/device/device_set.h"
#include "host/transport/transports.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DOING "opening devices"

enum { NAME_BYTES = 64, NUMBER_BYTES = 16 };

/* Item `index` of a list with commas; false where there is none, or it does not fit. */
static int read_item(const char *list, uint32_t index, char *to, size_t capacity)
{
    const char *end;

    for (; index > 0; index--) {
        list = strchr(list, ',');
        if (list == NULL) {
            return 0;
        }
        list++;
    }
    end = strchr(list, ',');
    end = end != NULL ? end : list + strlen(list);
    if ((size_t)(end - list) >= capacity || end == list) {
        return 0;
    }
    memcpy(to, list, (size_t)(end - list));
    to[end - list] = '\0';
    return 1;
}

static uint32_t count_items(const char *list)
{
    uint32_t count = 1;

    for (; *list != '\0'; list++) {
        count += *list == ',';
    }
    return count;
}

/* So many workers for each device, unless they are given. */
static uint32_t default_groups(uint32_t count)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores > (long)count ? (uint32_t)cores / count : 1;
}

static coop_status read_groups(const char *groups, struct coop_device_list *list)
{
    uint32_t given = groups != NULL && groups[0] != '\0' ? count_items(groups) : 0;
    char text[NUMBER_BYTES];

    if (given > 1 && given != list->count) {
        return coop_error_set(NULL, COOP_INVALID_ARGUMENT, DOING,
                              "groups is \"%.80s\", which has %u numbers for %u devices; give one for each, "
                              "or one for all",
                              groups, given, list->count);
    }
    for (uint32_t i = 0; i < list->count; i++) {
        char *end = text;
        unsigned long number = 0;
        list->groups[i] = default_groups(list->count);
        if (given == 0) {
            continue;
        }
        errno = 0;
        if (read_item(groups, given > 1 ? i : 0, text, sizeof text) && text[0] >= '0' && text[0] <= '9') {
            number = strtoul(text, &end, 10);
        }
        if (number == 0 || *end != '\0' || errno != 0 || number > UINT32_MAX) {
            return coop_error_set(
                NULL, COOP_INVALID_ARGUMENT, DOING,
                "groups is \"%.80s\": the worker work-groups of a device are a number from 1 "
                "on, separated by commas",
                groups);
        }
        if (coop_device_check_workers(NULL, (uint32_t)number, DOING) != COOP_OK) {
            return COOP_INVALID_ARGUMENT;
        }
        list->groups[i] = (uint32_t)number;
    }
    return COOP_OK;
}

static coop_status read_domains(const char *domains, struct coop_device_list *list)
{
    int is_separate = domains != NULL && strcmp(domains, "separate") == 0;
    char text[NUMBER_BYTES];

    list->is_automatic = domains != NULL && strcmp(domains, "automatic") == 0 && !list->are_parts;
    if (domains == NULL || domains[0] == '\0' || strcmp(domains, "automatic") == 0) {
        for (uint32_t i = 0; i < list->count && list->is_automatic; i++) {
            list->domains[i] = i; /* until the devices are known */
        }
        return COOP_OK;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t before = i > 0 ? list->domains[i - 1] : 0;
        uint32_t number = i;
        if (!is_separate) {
            int is_number = read_item(domains, i, text, sizeof text) && text[0] >= '0' && text[0] <= '9' &&
                            text[1] == '\0' && count_items(domains) == list->count;
            number = is_number ? (uint32_t)(text[0] - '0') : UINT32_MAX;
        }
        if (number < before || number > before + 1 || (i == 0 && number != 0)) {
            return coop_error_set(
                NULL, COOP_INVALID_ARGUMENT, DOING,
                "domains is \"%.80s\"; give \"separate\", \"automatic\", or the number of the domain of each "
                "of %u devices, from 0 on and in order, as \"0,0,1\"",
                domains, list->count);
        }
        list->domains[i] = number;
    }
    return COOP_OK;
}

/* The numbers, before any driver is asked for anything. */
static coop_status read_options(const struct coop_devices_options *options, struct coop_device_list *list)
{
    const char *names = options->devices != NULL ? options->devices : "";

    memset(list, 0, sizeof *list);
    list->are_parts = options->split > 1;
    list->count = list->are_parts ? options->split : count_items(names);
    if (list->are_parts && count_items(names) > 1) {
        return coop_error_set(NULL, COOP_INVALID_ARGUMENT, DOING,
                              "devices is \"%.80s\", and split is %u: only one device can be cut; name one",
                              names, options->split);
    }
    if (list->count > COOP_DEVICES_MAX) {
        return coop_error_set(NULL, COOP_INVALID_ARGUMENT, DOING, "%u devices were asked for; at most %u %s",
                              list->count, COOP_DEVICES_MAX, "work together");
    }
    if (read_groups(options->groups, list) != COOP_OK) {
        return COOP_INVALID_ARGUMENT;
    }
    return read_domains(options->domains, list);
}

/* The threads that the work-groups take, where each takes one: the workers', a scheduler's on each device,
 * and `spare` that stay free; of the devices of one platform, or where none is named, of all. The parts of a
 * device have threads of their own, all the same number. */
static uint32_t count_threads(const struct coop_device_list *list, cl_platform_id platform, uint32_t spare)
{
    uint32_t sum = 0;
    uint32_t most = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        int is_counted = list->are_parts || platform == NULL || list->devices[i].platform == platform;
        sum += is_counted ? list->groups[i] + 1 : 0;
        most = list->groups[i] > most ? list->groups[i] : most;
    }
    return list->are_parts ? list->count * (most + 1 + spare) : sum + spare;
}

static coop_status check_threads(const struct coop_device_list *list, const struct coop_device *device)
{
    const struct coop_device_traits *traits = device->traits;
    uint32_t needed = count_threads(list, device->platform, traits->spare_units);
    char remedy[160] = "ask for fewer work-groups";

    if (!traits->holds_group_per_unit || device->report.compute_units >= needed) {
        return COOP_OK;
    }
    if (traits->units_variable != NULL) {
        snprintf(
            remedy, sizeof remedy,
            "open the devices before any other OpenCL call of the process, or set %s to at least %u in the "
            "environment",
            traits->units_variable, needed);
    }
    return coop_error_set(NULL, COOP_INVALID_ARGUMENT, DOING,
                          "the work-groups of %u devices take %u threads together, a scheduler's on each "
                          "included, but %s has %u; %s",
                          list->count, needed, device->report.platform_name, device->report.compute_units,
                          remedy);
}

/* Whether a device can share memory and atomics with those of its domain before it. */
static coop_status check_shares(const struct coop_device_list *list, uint32_t i)
{
    const struct coop_device *device = &list->devices[i];
    const struct coop_device *first = device;
    uint32_t others = 0;

    for (uint32_t k = 0; k < i; k++) {
        if (list->devices[k].id == device->id) {
            return coop_error_set(NULL, COOP_INVALID_ARGUMENT, DOING,
                                  "device %u, %s, is named twice; split cuts one device into parts",
                                  device->report.index, device->report.device_name);
        }
    }
    for (uint32_t k = list->count; k > 0; k--) {
        int is_near = list->domains[k - 1] == list->domains[i];
        others += is_near && k - 1 != i;
        first = is_near && k - 1 < i ? &list->devices[k - 1] : first;
    }
    if (others > 0 && !device->report.has_svm_atomics) {
        return coop_error_set(NULL, COOP_DEVICE_UNFIT, DOING,
                              "device %u, %s, shares no memory with another one: it has no fine-grained SVM "
                              "with atomics; use it alone, or in a domain of its own (domains)",
                              device->report.index, device->report.device_name);
    }
    if (device->platform != first->platform) {
        return coop_error_set(NULL, COOP_DEVICE_UNFIT, DOING,
                              "devices %u and %u share no memory: they are of two platforms, %s and %s; name "
                              "devices of one, or give each a domain of its own (domains)",
                              first->report.index, device->report.index, first->report.platform_name,
                              device->report.platform_name);
    }
    return COOP_OK;
}

static int can_share(const struct coop_device *one, const struct coop_device *other)
{
    return one->platform == other->platform && one->report.has_svm_atomics && other->report.has_svm_atomics;
}

static coop_status choose_named(const char *names, const struct coop_device_set *set,
                                struct coop_device_list *list)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < list->count && status == COOP_OK; i++) {
        const struct coop_device *device = NULL;
        char name[NAME_BYTES] = "";
        if (names != NULL && names[0] != '\0' && !read_item(names, i, name, sizeof name)) {
            return coop_error_set(NULL, COOP_INVALID_ARGUMENT, DOING,
                                  "devices is \"%.80s\", whose number %u is no name of a device", names,
                                  i + 1);
        }
        status = coop_device_choose(NULL, set, name, &device);
        if (status == COOP_OK) {
            list->devices[i] = *device;
            if (list->is_automatic && i > 0) {
                list->domains[i] = list->domains[i - 1] + !can_share(&list->devices[i - 1], device);
            }
            status = check_shares(list, i);
        }
    }
    for (uint32_t i = 0; i < list->count && status == COOP_OK; i++) {
        status = check_threads(list, &list->devices[i]);
    }
    return status;
}

/* A part is asked on its own, and need not be able to do what the whole device can. */
static coop_status check_part(struct coop_device *part, uint32_t i)
{
    part->report.can_serve = 0; /* the whole one's */
    coop_device_query(part);
    coop_device_judge(part);
    return part->report.can_serve
               ? COOP_OK
               : coop_error_set_code(NULL, COOP_DEVICE_UNFIT, part->failed_code, DOING,
                                     "part %u of %s cannot serve: %s; use the device whole, or cut it into "
                                     "fewer parts (split)",
                                     i, part->report.device_name, part->report.reason);
}

static coop_status cut(const char *name, const struct coop_device_set *set, struct coop_device_list *list)
{
    const struct coop_device *whole = NULL;
    cl_device_id parts[128];
    cl_uint made = 0;
    cl_int code;
    coop_status status = coop_device_choose(NULL, set, name, &whole);

    if (status == COOP_OK) {
        status = check_threads(list, whole);
    }
    if (status != COOP_OK) {
        return status;
    }
    uint32_t units = whole->report.compute_units / list->count;
    cl_device_partition_property how[] = {CL_DEVICE_PARTITION_EQUALLY, (cl_device_partition_property)units,
                                          0};
    code = units > 0 ? clCreateSubDevices(whole->id, how, 128, parts, &made) : CL_INVALID_VALUE;
    if (code != CL_SUCCESS || made < list->count) {
        for (cl_uint i = 0; code == CL_SUCCESS && i < made; i++) {
            clReleaseDevice(parts[i]);
        }
        return coop_error_set_code(NULL, COOP_NO_DEVICE, code, DOING,
                                   "%s, which has %u compute units, cannot be cut into %u parts: "
                                   "clCreateSubDevices failed with %s (%d)",
                                   whole->report.device_name, whole->report.compute_units, list->count,
                                   coop_opencl_code_name(code), code);
    }
    for (cl_uint i = list->count; i < made; i++) {
        clReleaseDevice(parts[i]);
    }
    for (uint32_t i = 0; i < list->count; i++) {
        list->devices[i] = *whole;
        list->devices[i].id = parts[i];
        status = status == COOP_OK ? check_part(&list->devices[i], i) : status;
        status = status == COOP_OK ? check_shares(list, i) : status;
    }
    for (uint32_t i = 0; i < list->count && status != COOP_OK; i++) {
        clReleaseDevice(parts[i]);
    }
    return status;
}

coop_status coop_device_list_find(const struct coop_devices_options *options, struct coop_device_list *list)
{
    struct coop_device_set set;
    coop_status status = read_options(options, list);

    if (status == COOP_OK) {
        /* What is asked for there is beside a scheduler's thread and the spare ones, here one. */
        uint32_t workers = count_threads(list, NULL, 1) - 2;
        status = coop_device_set_find(NULL, workers, &set);
    }
    if (status != COOP_OK) {
        return status;
    }
    status = list->are_parts ? cut(options->devices, &set, list) : choose_named(options->devices, &set, list);
    coop_device_set_clear(&set);
    return status;
}
