#include "host/context/devices.h"

#include "host/base/process.h"
#include "host/context/device_list.h"
#include "host/context/open.h"
#include "host/context/parts.h"
#include "host/transport/transports.h"
#include <stdlib.h>

#define DOING "opening devices"
#define USING "using devices"

static void devices_destroy(struct coop_object *object)
{
    struct coop_devices_object *devices = (struct coop_devices_object *)object;

    for (uint32_t i = devices->count; i > 0; i--) {
        coop_object_release(&devices->contexts[i - 1]->base);
    }
    free(devices);
}

/* The place of device `i` among those of its domain, whose first one is device i less that. */
static uint32_t find_member(const uint32_t *domains, uint32_t i)
{
    uint32_t member = 0;

    while (member < i && domains[i - member - 1] == domains[i]) {
        member++;
    }
    return member;
}

static uint32_t count_members(const uint32_t *domains, uint32_t count, uint32_t domain)
{
    uint32_t members = 0;

    for (uint32_t i = 0; i < count; i++) {
        members += domains[i] == domain;
    }
    return members;
}

/* A context of each device, which is not open yet. From here on a part of a device is its context's. */
static coop_status make_contexts(const struct coop_device_list *list, struct coop_devices_object *devices)
{
    for (uint32_t i = 0; i < list->count; i++) {
        struct coop_context_object *context = coop_context_make(coop_parts_close);
        if (context == NULL) {
            for (uint32_t k = i; k < list->count && list->are_parts; k++) {
                clReleaseDevice(list->devices[k].id);
            }
            return coop_error_out_of_memory(NULL, DOING);
        }
        context->device = list->devices[i];
        context->device.report.worker_groups_max = list->groups[i]; /* the threads are shared out */
        context->sub_device = list->are_parts ? list->devices[i].id : NULL;
        context->worker_groups = list->groups[i];
        context->member = find_member(list->domains, i);
        context->member_count = count_members(list->domains, list->count, list->domains[i]);
        if (context->member > 0) {
            context->root = devices->contexts[i - context->member];
            coop_object_keep(&context->root->base);
        }
        devices->domains[i] = list->domains[i];
        devices->domain_count = list->domains[i] + 1;
        devices->groups[i] = list->groups[i];
        devices->contexts[i] = context;
        devices->count = i + 1;
    }
    return COOP_OK;
}

/* What several devices share, the transport must let them share. */
static coop_status choose_transport(struct coop_context_object *context)
{
    coop_status status = coop_open_choose(context, NULL);

    if (status == COOP_OK && context->member_count > 1 &&
        !coop_transport_find(context->device.report.transport)->is_shared) {
        status =
            coop_error_set(&context->errors, COOP_DEVICE_UNFIT, DOING,
                           "the transport \"%s\" does not let devices share memory; unset COOP_TRANSPORT, or "
                           "give each a domain of its own (domains)",
                           context->device.report.transport);
    }
    return status;
}

/* The devices of a domain from `first` on. Control blocks, one behind the other; then the first context, and
 * the others beside it. */
static coop_status open_domain(struct coop_devices_object *devices, uint32_t first, uint64_t memory_bytes)
{
    uint32_t count = devices->contexts[first]->member_count;
    cl_device_id ids[COOP_DEVICES_MAX];
    struct coop_parts_plan plan = {.devices = ids, .device_count = count, .memory_bytes = memory_bytes};
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < count && status == COOP_OK; i++) {
        struct coop_context_object *context = devices->contexts[first + i];
        status = choose_transport(context);
        coop_parts_measure(context);
        context->control_at = plan.control_bytes;
        plan.control_bytes += context->control_bytes;
        ids[i] = context->device.id;
    }
    for (uint32_t i = 0; i < count && status == COOP_OK; i++) {
        status = coop_parts_open(devices->contexts[first + i], &plan);
        coop_context_settle(devices->contexts[first + i], status);
    }
    return status;
}

static coop_status open_contexts(struct coop_devices_object *devices, uint64_t memory_bytes)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < devices->count && status == COOP_OK; i++) {
        if (devices->contexts[i]->member == 0) {
            status = open_domain(devices, i, memory_bytes);
        }
    }
    return status;
}

static coop_status open_handles(struct coop_devices_object *devices)
{
    for (uint32_t i = 0; i < devices->count; i++) {
        devices->handles[i] = coop_object_open(&devices->contexts[i]->base);
        if (devices->handles[i] == NULL) {
            for (uint32_t k = 0; k < i; k++) {
                coop_context_destroy(devices->handles[k]);
            }
            return coop_error_out_of_memory(NULL, DOING);
        }
    }
    return COOP_OK;
}

coop_status coop_devices_open(const struct coop_devices_options *options, coop_devices **handle)
{
    static const struct coop_devices_options defaults = {0};
    struct coop_devices_object *devices;
    struct coop_device_list *list;
    coop_status status;

    if (handle == NULL) {
        return coop_error_null(NULL, DOING, "devices");
    }
    *handle = NULL;
    options = options != NULL ? options : &defaults;
    if (coop_process_is_fork()) {
        return coop_error_set(NULL, COOP_NO_DEVICE, DOING, COOP_PROCESS_FORKED);
    }
    devices = calloc(1, sizeof *devices);
    list = calloc(1, sizeof *list);
    if (devices == NULL || list == NULL) {
        free(devices);
        free(list);
        return coop_error_out_of_memory(NULL, DOING);
    }
    coop_object_init(&devices->base, COOP_KIND_DEVICES, devices, devices_destroy);
    status = coop_device_list_find(options, list);
    if (status == COOP_OK) {
        status = make_contexts(list, devices);
    }
    free(list);
    if (status == COOP_OK) {
        status = open_contexts(devices, options->memory_bytes);
    }
    if (status == COOP_OK) {
        status = open_handles(devices);
    }
    if (status == COOP_OK) {
        *handle = coop_object_open(&devices->base);
        if (*handle == NULL) {
            for (uint32_t i = 0; i < devices->count; i++) {
                coop_context_destroy(devices->handles[i]);
            }
            status = coop_error_out_of_memory(NULL, DOING);
        }
    }
    coop_object_release(&devices->base);
    return status;
}

void coop_devices_close(coop_devices *handle)
{
    struct coop_devices_object *devices = coop_object_close(handle, COOP_KIND_DEVICES);

    if (devices == NULL) {
        return;
    }
    for (uint32_t i = 0; i < devices->count; i++) { /* all runs, before anything is released */
        coop_context_stop(devices->contexts[i]);
    }
    coop_object_close_all(devices); /* teams, whose brokers reach the contexts' memory */
    for (uint32_t i = devices->count; i > 0; i--) {
        coop_context_destroy(devices->handles[i - 1]);
    }
    coop_object_release(&devices->base);
}

struct coop_devices_object *coop_devices_get(coop_devices *handle, const char *doing)
{
    struct coop_devices_object *devices = coop_object_get(handle, COOP_KIND_DEVICES);

    if (devices == NULL) {
        coop_error_handle(handle, doing, "set of devices");
    }
    return devices;
}

uint32_t coop_devices_count(coop_devices *handle)
{
    struct coop_devices_object *devices = coop_devices_get(handle, USING);
    uint32_t count = devices != NULL ? devices->count : 0;

    coop_object_release(devices != NULL ? &devices->base : NULL);
    return count;
}

uint32_t coop_devices_domain(coop_devices *handle, uint32_t index)
{
    struct coop_devices_object *devices = coop_devices_get(handle, USING);
    uint32_t domain = devices != NULL && index < devices->count ? devices->domains[index] : 0;

    coop_object_release(devices != NULL ? &devices->base : NULL);
    return domain;
}

coop_context *coop_devices_context(coop_devices *handle, uint32_t index)
{
    struct coop_devices_object *devices = coop_devices_get(handle, USING);
    coop_context *context = devices != NULL && index < devices->count ? devices->handles[index] : NULL;

    if (devices != NULL && context == NULL) {
        coop_error_set(NULL, COOP_INVALID_ARGUMENT, USING, "there is no device of number %u", index);
    }
    coop_object_release(devices != NULL ? &devices->base : NULL);
    return context;
}

uint32_t coop_devices_groups(coop_devices *handle, uint32_t index)
{
    struct coop_devices_object *devices = coop_devices_get(handle, USING);
    uint32_t groups = devices != NULL && index < devices->count ? devices->groups[index] : 0;

    coop_object_release(devices != NULL ? &devices->base : NULL);
    return groups;
}
