#include "plain_device.h"

#include <coop/coop.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLATFORMS_MAX 16
#define DEVICES_MAX 64

/* PoCL runs as many work-groups at once as it has threads; a kernel that waits needs all of its own and one
 * for the driver's other work. 0 work-groups: as many as there are processors. Quirk: PoCL 3.1 miscompiles
 * barriers at local size 1 unless told the method. */
static void prepare_pocl(uint32_t groups, uint32_t local_items)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    char count[16];

    if (groups == 0) {
        groups = processors > 0 ? (uint32_t)processors : 4;
    }
    snprintf(count, sizeof count, "%u", groups + 2);
    setenv("POCL_MAX_PTHREAD_COUNT", count, 0);
    if (local_items == 1) {
        setenv("POCL_WORK_GROUP_METHOD", "loopvec", 0);
    }
}

static int name_contains(const char *name, const char *part)
{
    size_t length = strlen(part);
    size_t i;

    for (; *name != '\0'; name++) {
        for (i = 0; i < length && tolower((unsigned char)name[i]) == tolower((unsigned char)part[i]); i++) {
        }
        if (i == length) {
            return 1;
        }
    }
    return 0;
}

static int is_number(const char *text)
{
    return *text != '\0' && strspn(text, "0123456789") == strlen(text);
}

static int matches(const char *wanted, unsigned index, unsigned platform, unsigned device,
                   const char *platform_name, const struct plain_device *candidate)
{
    unsigned wanted_platform, wanted_device;
    char rest;

    if (wanted == NULL || *wanted == '\0') {
        return candidate->svm != 0;
    }
    if (is_number(wanted)) {
        return strtoul(wanted, NULL, 10) == index;
    }
    if (sscanf(wanted, "%u:%u%c", &wanted_platform, &wanted_device, &rest) == 2) {
        return wanted_platform == platform && wanted_device == device;
    }
    return name_contains(platform_name, wanted) || name_contains(candidate->name, wanted);
}

static void describe(cl_device_id id, const char *platform_name, struct plain_device *device)
{
    memset(device, 0, sizeof *device);
    device->id = id;
    device->is_pocl = strcmp(platform_name, "Portable Computing Language") == 0;
    clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof device->name - 1, device->name, NULL);
    clGetDeviceInfo(id, CL_DEVICE_SVM_CAPABILITIES, sizeof device->svm, &device->svm, NULL);
    clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof device->compute_units, &device->compute_units,
                    NULL);
    clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof device->local_items_max,
                    &device->local_items_max, NULL);
}

/* The library's report of all devices. */
struct reports {
    struct coop_device_report items[DEVICES_MAX];
    uint32_t count;
};

static int serves(const struct reports *reports, unsigned platform, unsigned device)
{
    uint32_t i;

    for (i = 0; i < reports->count && i < DEVICES_MAX; i++) {
        if (reports->items[i].platform_index == platform && reports->items[i].device_index == device) {
            return reports->items[i].can_serve;
        }
    }
    return 0;
}

/* Of those that match, a context takes the first that serves. */
static int find(const char *wanted, const struct reports *reports, struct plain_device *device)
{
    cl_platform_id platforms[PLATFORMS_MAX];
    cl_device_id devices[DEVICES_MAX];
    cl_uint platform_count = 0;
    cl_uint device_count;
    cl_uint p, d;
    unsigned index = 0;
    int is_found = 0;
    char platform_name[128];

    if (clGetPlatformIDs(PLATFORMS_MAX, platforms, &platform_count) != CL_SUCCESS) {
        return 0;
    }
    for (p = 0; p < platform_count && p < PLATFORMS_MAX; p++) {
        memset(platform_name, 0, sizeof platform_name);
        clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof platform_name - 1, platform_name, NULL);
        device_count = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, DEVICES_MAX, devices, &device_count) !=
            CL_SUCCESS) {
            continue;
        }
        for (d = 0; d < device_count && d < DEVICES_MAX; d++, index++) {
            struct plain_device candidate;

            describe(devices[d], platform_name, &candidate);
            if (!matches(wanted, index, p, d, platform_name, &candidate)) {
                continue;
            }
            candidate.index = index;
            candidate.index_in_platform = d;
            if (!is_found || serves(reports, p, d)) {
                *device = candidate;
                is_found = 1;
            }
            if (serves(reports, p, d)) {
                return 1;
            }
        }
    }
    return is_found;
}

int plain_device_choose(const char *wanted, uint32_t groups, uint32_t local_items,
                        struct plain_device *device, struct tool_error *error)
{
    static struct reports reports;

    if (wanted == NULL || *wanted == '\0') {
        wanted = getenv("COOP_DEVICE");
    }
    prepare_pocl(groups, local_items);
    if (coop_device_list(groups, reports.items, DEVICES_MAX, &reports.count) != COOP_OK ||
        !find(wanted, &reports, device)) {
        return tool_fail(error, "no OpenCL device matches \"%s\"; coop-info lists the devices",
                         wanted != NULL ? wanted : "");
    }
    if (device->svm == 0) {
        return tool_fail(
            error, "%s has no shared virtual memory, which the plain kernel needs; take another --device",
            device->name);
    }
    if (local_items > device->local_items_max) {
        return tool_fail(error,
                         "%s runs at most %zu work-items in a work-group, not %u; take a smaller --local",
                         device->name, device->local_items_max, local_items);
    }
    return 0;
}

int plain_device_holds(const struct plain_device *device, uint32_t groups, struct tool_error *error)
{
    if (!device->is_pocl || groups <= device->compute_units) {
        return 0;
    }
    return tool_fail(
        error,
        "%s has %u threads, and the plain kernel needs one for each of its %u work-groups, which wait "
        "for each other; take fewer --groups, another --device, or set POCL_MAX_PTHREAD_COUNT to at "
        "least %u",
        device->name, device->compute_units, groups, groups + 1);
}
