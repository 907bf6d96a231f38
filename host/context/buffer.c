#include "coop/buffer.h"

#include "host/context/buffer.h"
#include <stdlib.h>

#define CREATING "creating a buffer"
#define ACCESSING "accessing a buffer"

struct buffer {
    struct coop_object base;
    struct coop_context_object *context;
    uint64_t offset;
    uint64_t bytes;
};

static void buffer_destroy(struct coop_object *object)
{
    struct buffer *buffer = (struct buffer *)object;

    pthread_mutex_lock(&buffer->context->lock);
    coop_memory_give(&buffer->context->memory, buffer->offset);
    pthread_mutex_unlock(&buffer->context->lock);
    coop_object_release(&buffer->context->base);
    free(buffer);
}

static coop_status take(struct coop_context_object *context, uint64_t bytes, coop_buffer **handle)
{
    struct buffer *buffer;
    uint64_t largest;
    uint64_t offset;
    coop_status status;

    if (handle == NULL) {
        return coop_error_null(&context->errors, CREATING, "buffer");
    }
    if (bytes == 0) {
        return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, CREATING,
                              "a buffer has at least 1 byte");
    }
    buffer = calloc(1, sizeof *buffer);
    pthread_mutex_lock(&context->lock);
    offset = buffer != NULL ? coop_memory_take(&context->memory, bytes) : 0;
    largest = offset == 0 ? coop_memory_largest(&context->memory) : 0;
    pthread_mutex_unlock(&context->lock);
    if (offset == 0) {
        free(buffer);
        if (buffer == NULL || largest >= bytes) {
            return coop_error_out_of_memory(&context->errors, CREATING);
        }
        return coop_error_set(
            &context->errors, COOP_OUT_OF_MEMORY, CREATING,
            "%llu bytes do not fit: the largest free piece of the context's memory has %llu; ask for "
            "more when creating the context (memory_bytes, at most %llu on this device)",
            (unsigned long long)bytes, (unsigned long long)largest,
            (unsigned long long)context->device.report.memory_bytes_max);
    }
    coop_object_init(&buffer->base, COOP_KIND_BUFFER, context, buffer_destroy);
    coop_object_keep(&context->base);
    buffer->context = context;
    buffer->offset = offset;
    buffer->bytes = bytes;
    *handle = coop_context_hand_out(context, &buffer->base, CREATING, &status);
    coop_object_release(&buffer->base);
    return status;
}

coop_status coop_buffer_create(coop_context *context_handle, uint64_t bytes, coop_buffer **handle)
{
    struct coop_context_object *context = coop_context_get(context_handle);
    coop_status status;

    if (handle != NULL) {
        *handle = NULL;
    }
    if (context == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = take(context, bytes, handle);
    coop_object_release(&context->base);
    return status;
}

void coop_buffer_destroy(coop_buffer *handle)
{
    coop_object_release(coop_object_close(handle, COOP_KIND_BUFFER));
}

/* The buffer with a reference; NULL, and recorded, when the handle is not live. */
static struct buffer *get(coop_buffer *handle)
{
    struct buffer *buffer = coop_object_get(handle, COOP_KIND_BUFFER);

    if (buffer == NULL) {
        coop_error_handle(handle, ACCESSING, "buffer");
    }
    return buffer;
}

coop_address coop_buffer_address(coop_buffer *handle)
{
    struct buffer *buffer = get(handle);
    coop_address address = buffer != NULL ? buffer->offset : 0;

    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return address;
}

uint64_t coop_buffer_bytes(coop_buffer *handle)
{
    struct buffer *buffer = get(handle);
    uint64_t bytes = buffer != NULL ? buffer->bytes : 0;

    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return bytes;
}

struct coop_context_object *coop_buffer_context(coop_buffer *handle)
{
    struct buffer *buffer = get(handle);
    struct coop_context_object *context = buffer != NULL ? buffer->context : NULL;

    if (context != NULL) {
        coop_object_keep(&context->base);
        coop_object_release(&buffer->base);
    }
    return context;
}

/* The buffer with a reference if `bytes` at `offset` lie within it; otherwise NULL, and *status says why. */
static struct buffer *get_range(coop_buffer *handle, uint64_t offset, uint64_t bytes, coop_status *status)
{
    struct buffer *buffer = get(handle);

    *status = buffer != NULL ? COOP_OK : COOP_INVALID_HANDLE;
    if (buffer != NULL && (offset > buffer->bytes || bytes > buffer->bytes - offset)) {
        *status = coop_error_set(&buffer->context->errors, COOP_INVALID_ARGUMENT, ACCESSING,
                                 "bytes %llu to %llu lie outside the buffer, which has %llu",
                                 (unsigned long long)offset, (unsigned long long)(offset + bytes),
                                 (unsigned long long)buffer->bytes);
        coop_object_release(&buffer->base);
        buffer = NULL;
    }
    return buffer;
}

coop_status coop_buffer_write(coop_buffer *handle, uint64_t offset, const void *from, uint64_t bytes)
{
    coop_status status;
    struct buffer *buffer = get_range(handle, offset, bytes, &status);

    if (buffer != NULL && from == NULL && bytes > 0) {
        status = coop_error_null(&buffer->context->errors, ACCESSING, "from");
        coop_object_release(&buffer->base);
    } else if (buffer != NULL) {
        struct coop_transport *transport = buffer->context->transport;
        status = transport->methods->write(transport, buffer->offset + offset, from, bytes);
        coop_context_reached(buffer->context, status, ACCESSING);
        coop_object_release(&buffer->base);
    }
    return status;
}

coop_status coop_buffer_read(coop_buffer *handle, uint64_t offset, void *to, uint64_t bytes)
{
    coop_status status;
    struct buffer *buffer = get_range(handle, offset, bytes, &status);

    if (buffer != NULL && to == NULL && bytes > 0) {
        status = coop_error_null(&buffer->context->errors, ACCESSING, "to");
        coop_object_release(&buffer->base);
    } else if (buffer != NULL) {
        struct coop_transport *transport = buffer->context->transport;
        status = transport->methods->read(transport, buffer->offset + offset, to, bytes);
        coop_context_reached(buffer->context, status, ACCESSING);
        coop_object_release(&buffer->base);
    }
    return status;
}

coop_status coop_buffer_fill(coop_buffer *handle, uint64_t offset, unsigned char value, uint64_t bytes)
{
    coop_status status;
    struct buffer *buffer = get_range(handle, offset, bytes, &status);

    if (buffer != NULL) {
        struct coop_transport *transport = buffer->context->transport;
        status = transport->methods->fill(transport, buffer->offset + offset, value, bytes);
        coop_context_reached(buffer->context, status, ACCESSING);
        coop_object_release(&buffer->base);
    }
    return status;
}
