/* Buffers that every domain has at the same address. */
#include "coop/team.h"
#include "host/context/buffer.h"
#include "host/context/devices.h"
#include <stdlib.h>

#define CREATING "creating a team's buffer"
#define ACCESSING "accessing a team's buffer"

struct team_buffer {
    struct coop_object base;
    struct coop_devices_object *devices; /* a reference */
    enum coop_team_content content;
    coop_buffer *parts[COOP_DEVICES_MAX]; /* of each domain */
};

static void team_buffer_destroy(struct coop_object *object)
{
    struct team_buffer *buffer = (struct team_buffer *)object;

    for (uint32_t i = 0; i < buffer->devices->domain_count; i++) {
        coop_buffer_destroy(buffer->parts[i]);
    }
    coop_object_release(&buffer->devices->base);
    free(buffer);
}

/* The first device of a domain. */
static struct coop_context_object *context_of(const struct coop_devices_object *devices, uint32_t domain)
{
    uint32_t i = 0;

    while (devices->domains[i] != domain) {
        i++;
    }
    return devices->contexts[i];
}

/* The lowest address from `from` on at which the bytes are free in all domains; 0 when there is none. */
static uint64_t find_address(const struct coop_devices_object *devices, uint64_t from, uint64_t bytes)
{
    uint64_t at = from;
    uint32_t agree = 0;

    for (uint32_t i = 0; agree < devices->domain_count; i = (i + 1) % devices->domain_count) {
        uint64_t fit = coop_arena_fit(context_of(devices, i)->arena, at, bytes);
        if (fit == 0) {
            return 0;
        }
        agree = fit == at ? agree + 1 : 1;
        at = fit;
    }
    return at;
}

/* Takes the piece in all arenas; on failure in none. */
static int take_all(const struct coop_devices_object *devices, uint64_t at, uint64_t bytes)
{
    for (uint32_t i = 0; i < devices->domain_count; i++) {
        if (!coop_arena_take_at(context_of(devices, i)->arena, at, bytes)) {
            while (i-- > 0) {
                coop_arena_give(context_of(devices, i)->arena, at);
            }
            return 0;
        }
    }
    return 1;
}

static coop_status take_parts(struct team_buffer *buffer, uint64_t bytes)
{
    const struct coop_devices_object *devices = buffer->devices;
    struct coop_error_record *errors = &devices->contexts[0]->errors;
    uint64_t at = find_address(devices, 1, bytes);
    coop_status status = COOP_OK;

    if (bytes == 0) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, CREATING, "a buffer has at least 1 byte");
    }
    if (at == 0) {
        return coop_error_set(
            errors, COOP_OUT_OF_MEMORY, CREATING,
            "no address has %llu free bytes in all %u domains; ask for more when opening the "
            "devices (memory_bytes)",
            (unsigned long long)bytes, devices->domain_count);
    }
    if (!take_all(devices, at, bytes)) { /* another thread has taken some of it meanwhile, or memory is out */
        return coop_error_out_of_memory(errors, CREATING);
    }
    for (uint32_t i = 0; i < devices->domain_count; i++) {
        if (status == COOP_OK) {
            status = coop_buffer_create_of(context_of(devices, i), at, bytes, &buffer->parts[i]);
        } else {
            coop_arena_give(context_of(devices, i)->arena, at);
        }
    }
    return status;
}

coop_status coop_team_buffer_create(coop_devices *devices_handle, uint64_t bytes,
                                    enum coop_team_content content, coop_team_buffer **handle)
{
    struct coop_devices_object *devices = coop_devices_get(devices_handle, CREATING);
    struct coop_error_record *errors = devices != NULL ? &devices->contexts[0]->errors : NULL;
    struct team_buffer *buffer;
    coop_status status;

    if (handle != NULL) {
        *handle = NULL;
    }
    if (devices == NULL) {
        return COOP_INVALID_HANDLE;
    }
    buffer = handle != NULL && (uint32_t)content <= COOP_TEAM_OWN ? calloc(1, sizeof *buffer) : NULL;
    if (buffer == NULL) {
        status = handle == NULL ? coop_error_null(errors, CREATING, "buffer")
                 : (uint32_t)content > COOP_TEAM_OWN
                     ? coop_error_set(errors, COOP_INVALID_ARGUMENT, CREATING,
                                      "content is COOP_TEAM_REPLICATED or COOP_TEAM_OWN")
                     : coop_error_out_of_memory(errors, CREATING);
        coop_object_release(&devices->base);
        return status;
    }
    coop_object_init(&buffer->base, COOP_KIND_TEAM_BUFFER, devices, team_buffer_destroy);
    buffer->devices = devices;
    buffer->content = content;
    status = take_parts(buffer, bytes);
    if (status == COOP_OK) {
        *handle = coop_object_open(&buffer->base);
        status = *handle != NULL ? COOP_OK : coop_error_out_of_memory(errors, CREATING);
    }
    coop_object_release(&buffer->base);
    return status;
}

void coop_team_buffer_destroy(coop_team_buffer *handle)
{
    coop_object_release(coop_object_close(handle, COOP_KIND_TEAM_BUFFER));
}

static struct team_buffer *get(coop_team_buffer *handle)
{
    struct team_buffer *buffer = coop_object_get(handle, COOP_KIND_TEAM_BUFFER);

    if (buffer == NULL) {
        coop_error_handle(handle, ACCESSING, "team's buffer");
    }
    return buffer;
}

coop_address coop_team_buffer_address(coop_team_buffer *handle)
{
    struct team_buffer *buffer = get(handle);
    coop_address address = buffer != NULL ? coop_buffer_address(buffer->parts[0]) : 0;

    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return address;
}

/* The buffer with a reference, and its domains first .. end − 1, which an access of `device` means; else
 * NULL, and *status says why. */
static struct team_buffer *get_domains(coop_team_buffer *handle, uint32_t device, int writes, uint32_t *first,
                                       uint32_t *end, coop_status *status)
{
    struct team_buffer *buffer = get(handle);
    int is_all = device == UINT32_MAX;
    const char *wrong = NULL;

    *status = COOP_INVALID_HANDLE;
    if (buffer == NULL) {
        return NULL;
    }
    if (!is_all && device >= buffer->devices->count) {
        wrong = "there is no device of that number";
    } else if (writes && buffer->content == COOP_TEAM_REPLICATED && !is_all) {
        wrong = "a replicated buffer is the same in all domains; write all of them (UINT32_MAX)";
    } else if (!writes && buffer->content == COOP_TEAM_OWN && is_all && buffer->devices->domain_count > 1) {
        wrong = "each domain has its own content; read them one by one, by the number of a device";
    }
    if (wrong != NULL) {
        *status = coop_error_set(&buffer->devices->contexts[0]->errors, COOP_INVALID_ARGUMENT, ACCESSING,
                                 "%s", wrong);
        coop_object_release(&buffer->base);
        return NULL;
    }
    *first = is_all ? 0 : buffer->devices->domains[device];
    *end = is_all && writes ? buffer->devices->domain_count : *first + 1;
    *status = COOP_OK;
    return buffer;
}

coop_status coop_team_buffer_write(coop_team_buffer *handle, uint32_t device, uint64_t offset,
                                   const void *from, uint64_t bytes)
{
    uint32_t first;
    uint32_t end;
    coop_status status;
    struct team_buffer *buffer = get_domains(handle, device, 1, &first, &end, &status);

    for (uint32_t i = first; buffer != NULL && i < end && status == COOP_OK; i++) {
        status = coop_buffer_write(buffer->parts[i], offset, from, bytes);
    }
    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return status;
}

coop_status coop_team_buffer_fill(coop_team_buffer *handle, uint32_t device, uint64_t offset,
                                  unsigned char value, uint64_t bytes)
{
    uint32_t first;
    uint32_t end;
    coop_status status;
    struct team_buffer *buffer = get_domains(handle, device, 1, &first, &end, &status);

    for (uint32_t i = first; buffer != NULL && i < end && status == COOP_OK; i++) {
        status = coop_buffer_fill(buffer->parts[i], offset, value, bytes);
    }
    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return status;
}

coop_status coop_team_buffer_read(coop_team_buffer *handle, uint32_t device, uint64_t offset, void *to,
                                  uint64_t bytes)
{
    uint32_t first;
    uint32_t end;
    coop_status status;
    struct team_buffer *buffer = get_domains(handle, device, 0, &first, &end, &status);

    if (buffer != NULL) {
        status = coop_buffer_read(buffer->parts[first], offset, to, bytes);
        coop_object_release(&buffer->base);
    }
    return status;
}
