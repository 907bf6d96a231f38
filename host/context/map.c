/* Mapped pieces of buffers: the memory itself where the host has it, else a copy that goes back when it is
 * unmapped. */
#include "host/context/buffer.h"

#include <stdlib.h>

#define MAPPING "mapping a buffer"
#define UNMAPPING "unmapping a buffer"

/* Where the host has it; NULL where it has it not. */
static void *find_memory(const struct coop_buffer_object *buffer, uint64_t offset)
{
    struct coop_transport *transport = buffer->context->transport;

    if (buffer->import == NULL) {
        return transport->methods->map(transport, buffer->offset + offset - buffer->context->control_at);
    }
    return buffer->import->is_fine ? (char *)buffer->import->svm + offset : NULL;
}

static coop_status map(struct coop_buffer_object *buffer, struct coop_mapping *mapping, int is_read)
{
    coop_status status = COOP_OK;

    mapping->at = find_memory(buffer, mapping->offset);
    if (mapping->at == NULL) {
        mapping->copy = malloc(mapping->bytes);
        mapping->at = mapping->copy;
    }
    if (mapping->at == NULL) {
        return coop_error_out_of_memory(&buffer->context->errors, MAPPING);
    }
    if (mapping->copy != NULL && is_read) {
        status = coop_buffer_object_read(buffer, mapping->offset, mapping->copy, mapping->bytes);
    }
    if (status == COOP_OK) {
        pthread_mutex_lock(&buffer->context->lock);
        mapping->next = buffer->mappings;
        buffer->mappings = mapping;
        pthread_mutex_unlock(&buffer->context->lock);
    }
    return status;
}

coop_status coop_buffer_map(coop_buffer *handle, uint64_t offset, uint64_t bytes, unsigned access,
                            void **pointer)
{
    struct coop_buffer_object *buffer;
    struct coop_mapping *mapping;
    coop_status status;

    if (pointer != NULL) {
        *pointer = NULL;
    }
    buffer = coop_buffer_get_range(handle, offset, bytes, MAPPING, &status);
    if (buffer == NULL) {
        return status;
    }
    mapping = calloc(1, sizeof *mapping);
    if (pointer == NULL) {
        status = coop_error_null(&buffer->context->errors, MAPPING, "pointer");
    } else if (bytes == 0) {
        status = coop_error_set(&buffer->context->errors, COOP_INVALID_ARGUMENT, MAPPING,
                                "bytes is 0: there is nothing to map");
    } else if (access == 0 || (access & ~(unsigned)(COOP_MAP_READ | COOP_MAP_WRITE)) != 0) {
        status = coop_error_set(&buffer->context->errors, COOP_INVALID_ARGUMENT, MAPPING,
                                "access is %u: it is COOP_MAP_READ, COOP_MAP_WRITE or their sum", access);
    } else if (mapping == NULL) {
        status = coop_error_out_of_memory(&buffer->context->errors, MAPPING);
    } else {
        mapping->offset = offset;
        mapping->bytes = bytes;
        mapping->is_written = (access & COOP_MAP_WRITE) != 0;
        status = map(buffer, mapping, (access & COOP_MAP_READ) != 0);
    }
    if (status == COOP_OK) {
        *pointer = mapping->at;
    } else if (mapping != NULL) {
        free(mapping->copy);
        free(mapping);
    }
    coop_object_release(&buffer->base);
    return status;
}

/* Takes the last mapping with this pointer out of the buffer's list; NULL when there is none. */
static struct coop_mapping *take(struct coop_buffer_object *buffer, const void *pointer)
{
    struct coop_mapping **link = &buffer->mappings;
    struct coop_mapping *mapping;

    pthread_mutex_lock(&buffer->context->lock);
    while (*link != NULL && (*link)->at != pointer) {
        link = &(*link)->next;
    }
    mapping = *link;
    if (mapping != NULL) {
        *link = mapping->next;
    }
    pthread_mutex_unlock(&buffer->context->lock);
    return mapping;
}

/* Puts one back that could not be written, so that the call can be repeated. */
static void put_back(struct coop_buffer_object *buffer, struct coop_mapping *mapping)
{
    pthread_mutex_lock(&buffer->context->lock);
    mapping->next = buffer->mappings;
    buffer->mappings = mapping;
    pthread_mutex_unlock(&buffer->context->lock);
}

coop_status coop_buffer_unmap(coop_buffer *handle, void *pointer)
{
    struct coop_buffer_object *buffer = coop_buffer_get(handle, UNMAPPING);
    struct coop_mapping *mapping;
    coop_status status = COOP_OK;

    if (buffer == NULL) {
        return COOP_INVALID_HANDLE;
    }
    mapping = take(buffer, pointer);
    if (pointer == NULL) {
        status = coop_error_null(&buffer->context->errors, UNMAPPING, "pointer");
    } else if (mapping == NULL) {
        status = coop_error_set(&buffer->context->errors, COOP_INVALID_ARGUMENT, UNMAPPING,
                                "no piece of the buffer is mapped at this pointer; pass what "
                                "coop_buffer_map has given, once for each call");
    } else {
        if (mapping->copy != NULL && mapping->is_written) {
            status = coop_buffer_object_write(buffer, mapping->offset, mapping->copy, mapping->bytes);
        }
        if (status == COOP_OK) {
            free(mapping->copy);
            free(mapping);
        } else {
            put_back(buffer, mapping);
        }
    }
    coop_object_release(&buffer->base);
    return status;
}
