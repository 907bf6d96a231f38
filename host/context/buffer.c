#include "coop/buffer.h"

#include "coop/library.h"
#include "host/context/buffer.h"
#include "host/context/import_access.h"
#include <stdlib.h>
#include <string.h>

#define CREATING "creating a buffer"
#define ACCESSING "accessing a buffer"
#define FILL_BYTES ((uint64_t)1 << 20)

/* What an import has of OpenCL. Nobody else has a reference to the object. */
static void release_import(struct coop_object *object)
{
    struct coop_buffer_object *buffer = (struct coop_buffer_object *)object;
    struct coop_context_object *context = buffer->context;

    if (buffer->import->memory != NULL) {
        clReleaseMemObject(buffer->import->memory);
    }
    free(buffer->import);
    free(buffer);
    coop_object_release(&context->base);
}

/* Frees the copies that the host still has. */
static void clear_mappings(struct coop_buffer_object *buffer)
{
    while (buffer->mappings != NULL) {
        struct coop_mapping *mapping = buffer->mappings;
        buffer->mappings = mapping->next;
        free(mapping->copy);
        free(mapping);
    }
}

static void buffer_destroy(struct coop_object *object)
{
    struct coop_buffer_object *buffer = (struct coop_buffer_object *)object;

    clear_mappings(buffer);
    if (buffer->import != NULL) {
        coop_import_forget(buffer->context, buffer->import);
        coop_release_object(&buffer->release, &buffer->context->device, object, release_import);
        return;
    }
    coop_arena_give(buffer->context->arena, buffer->offset);
    coop_object_release(&buffer->context->base);
    free(buffer);
}

coop_status coop_buffer_hand_out(struct coop_context_object *context, struct coop_buffer_object *buffer,
                                 const char *doing, coop_buffer **handle)
{
    coop_status status;

    coop_object_init(&buffer->base, COOP_KIND_BUFFER, context, buffer_destroy);
    coop_object_keep(&context->base);
    buffer->context = context;
    *handle = coop_context_hand_out(context, &buffer->base, doing, &status);
    coop_object_release(&buffer->base);
    return status;
}

coop_status coop_buffer_create_of(struct coop_context_object *context, uint64_t offset, uint64_t bytes,
                                  coop_buffer **handle)
{
    struct coop_buffer_object *buffer = calloc(1, sizeof *buffer);

    if (buffer == NULL) {
        coop_arena_give(context->arena, offset);
        return coop_error_out_of_memory(&context->errors, CREATING);
    }
    buffer->offset = offset;
    buffer->bytes = bytes;
    return coop_buffer_hand_out(context, buffer, CREATING, handle);
}

static coop_status take(struct coop_context_object *context, uint64_t bytes, coop_buffer **handle)
{
    uint64_t largest = bytes;
    uint64_t offset;

    if (handle == NULL) {
        return coop_error_null(&context->errors, CREATING, "buffer");
    }
    if (bytes == 0) {
        return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, CREATING,
                              "a buffer has at least 1 byte");
    }
    offset = coop_arena_take(context->arena, bytes, &largest);
    if (offset == 0) {
        if (largest >= bytes) {
            return coop_error_out_of_memory(&context->errors, CREATING);
        }
        return coop_error_set(
            &context->errors, COOP_OUT_OF_MEMORY, CREATING,
            "%llu bytes do not fit: the largest free piece of the context's memory has %llu; ask for "
            "more when creating the context (memory_bytes, at most %llu on this device)",
            (unsigned long long)bytes, (unsigned long long)largest,
            (unsigned long long)context->device.report.memory_bytes_max);
    }
    return coop_buffer_create_of(context, offset, bytes, handle);
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

struct coop_buffer_object *coop_buffer_get(coop_buffer *handle, const char *doing)
{
    struct coop_buffer_object *buffer = coop_object_get(handle, COOP_KIND_BUFFER);

    if (buffer == NULL) {
        coop_error_handle(handle, doing, "buffer");
    }
    return buffer;
}

coop_address coop_buffer_address(coop_buffer *handle)
{
    struct coop_buffer_object *buffer = coop_buffer_get(handle, ACCESSING);
    coop_address address = buffer != NULL ? buffer->offset : 0;

    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return address;
}

uint64_t coop_buffer_bytes(coop_buffer *handle)
{
    struct coop_buffer_object *buffer = coop_buffer_get(handle, ACCESSING);
    uint64_t bytes = buffer != NULL ? buffer->bytes : 0;

    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return bytes;
}

struct coop_context_object *coop_buffer_context(coop_buffer *handle)
{
    struct coop_buffer_object *buffer = coop_buffer_get(handle, ACCESSING);
    struct coop_context_object *context = buffer != NULL ? buffer->context : NULL;

    if (context != NULL) {
        coop_object_keep(&context->base);
        coop_object_release(&buffer->base);
    }
    return context;
}

coop_status coop_buffer_refuse(coop_buffer *handle, coop_status status, const char *doing, const char *why)
{
    struct coop_context_object *context = coop_buffer_context(handle);

    if (context == NULL) {
        return COOP_INVALID_HANDLE;
    }
    coop_error_set(&context->errors, status, doing, "%s", why);
    coop_object_release(&context->base);
    return status;
}

struct coop_buffer_object *coop_buffer_get_range(coop_buffer *handle, uint64_t offset, uint64_t bytes,
                                                 const char *doing, coop_status *status)
{
    struct coop_buffer_object *buffer = coop_buffer_get(handle, doing);

    *status = buffer != NULL ? COOP_OK : COOP_INVALID_HANDLE;
    if (buffer != NULL && (offset > buffer->bytes || bytes > buffer->bytes - offset)) {
        *status = coop_error_set(&buffer->context->errors, COOP_INVALID_ARGUMENT, doing,
                                 "bytes %llu to %llu lie outside the buffer, which has %llu",
                                 (unsigned long long)offset, (unsigned long long)(offset + bytes),
                                 (unsigned long long)buffer->bytes);
        coop_object_release(&buffer->base);
        buffer = NULL;
    }
    return buffer;
}

/* Where the transport of the context has it. */
static uint64_t place(const struct coop_buffer_object *buffer, uint64_t offset)
{
    return buffer->offset + offset - buffer->context->control_at;
}

/* The outcome of a write to the arena, recorded. Where ordinary commands may use the buffers, on other
 * queues, a write that comes back has ended. */
static coop_status finish_write(struct coop_context_object *context, coop_status status)
{
    int has_views;

    pthread_mutex_lock(&context->lock);
    has_views = context->has_views;
    pthread_mutex_unlock(&context->lock);
    if (status == COOP_OK && has_views) {
        status = context->transport->methods->settle(context->transport);
    }
    return coop_context_reached(context, status, ACCESSING);
}

coop_status coop_buffer_object_write(struct coop_buffer_object *buffer, uint64_t offset, const void *from,
                                     uint64_t bytes)
{
    struct coop_transport *transport = buffer->context->transport;

    return buffer->import != NULL
               ? coop_import_write(buffer->context, buffer->import, offset, from, bytes)
               : finish_write(buffer->context,
                              transport->methods->write(transport, place(buffer, offset), from, bytes));
}

coop_status coop_buffer_object_read(struct coop_buffer_object *buffer, uint64_t offset, void *to,
                                    uint64_t bytes)
{
    struct coop_transport *transport = buffer->context->transport;

    return buffer->import != NULL
               ? coop_import_read(buffer->context, buffer->import, offset, to, bytes)
               : coop_context_reached(buffer->context,
                                      transport->methods->read(transport, place(buffer, offset), to, bytes),
                                      ACCESSING);
}

coop_status coop_buffer_write(coop_buffer *handle, uint64_t offset, const void *from, uint64_t bytes)
{
    coop_status status;
    struct coop_buffer_object *buffer = coop_buffer_get_range(handle, offset, bytes, ACCESSING, &status);

    if (buffer != NULL && bytes > 0) {
        status = from != NULL ? coop_buffer_object_write(buffer, offset, from, bytes)
                              : coop_error_null(&buffer->context->errors, ACCESSING, "from");
    }
    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return status;
}

coop_status coop_buffer_read(coop_buffer *handle, uint64_t offset, void *to, uint64_t bytes)
{
    coop_status status;
    struct coop_buffer_object *buffer = coop_buffer_get_range(handle, offset, bytes, ACCESSING, &status);

    if (buffer != NULL && bytes > 0) {
        status = to != NULL ? coop_buffer_object_read(buffer, offset, to, bytes)
                            : coop_error_null(&buffer->context->errors, ACCESSING, "to");
    }
    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return status;
}

/* An import is filled piece by piece: a fill would be a kernel on some drivers (G4). */
static coop_status fill_import(struct coop_buffer_object *buffer, uint64_t offset, unsigned char value,
                               uint64_t bytes)
{
    uint64_t piece = bytes < FILL_BYTES ? bytes : FILL_BYTES;
    unsigned char *pattern = malloc(piece + 1);
    coop_status status = COOP_OK;

    if (pattern == NULL) {
        return coop_error_out_of_memory(&buffer->context->errors, ACCESSING);
    }
    memset(pattern, value, piece);
    for (uint64_t done = 0; done < bytes && status == COOP_OK; done += piece) {
        status = coop_import_write(buffer->context, buffer->import, offset + done, pattern,
                                   bytes - done < piece ? bytes - done : piece);
    }
    free(pattern);
    return status;
}

coop_status coop_buffer_fill(coop_buffer *handle, uint64_t offset, unsigned char value, uint64_t bytes)
{
    coop_status status;
    struct coop_buffer_object *buffer = coop_buffer_get_range(handle, offset, bytes, ACCESSING, &status);

    if (buffer != NULL && buffer->import != NULL) {
        status = fill_import(buffer, offset, value, bytes);
    } else if (buffer != NULL) {
        struct coop_transport *transport = buffer->context->transport;
        status = finish_write(buffer->context,
                              transport->methods->fill(transport, place(buffer, offset), value, bytes));
    }
    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return status;
}

/* As coop_buffer_get_range, of memory that the host shares with running kernels. */
static struct coop_buffer_object *get_shared(coop_buffer *handle, uint64_t offset, uint64_t bytes,
                                             coop_status *status)
{
    struct coop_buffer_object *buffer = coop_buffer_get_range(handle, offset, bytes, ACCESSING, status);

    if (buffer != NULL && buffer->import != NULL) {
        *status =
            coop_error_set(&buffer->context->errors, COOP_INVALID_ARGUMENT, ACCESSING,
                           "imported memory has no words that the host shares with running kernels; use "
                           "a buffer of coop_buffer_create");
        coop_object_release(&buffer->base);
        buffer = NULL;
    }
    return buffer;
}

/* The buffer with a reference if the words lie within it; otherwise NULL, and *status says why. */
static struct coop_buffer_object *get_words(coop_buffer *handle, uint64_t offset, const uint64_t *words,
                                            uint32_t count, coop_status *status)
{
    struct coop_buffer_object *buffer = get_shared(handle, offset, count * sizeof *words, status);

    if (buffer != NULL && (offset % sizeof *words != 0 || (words == NULL && count > 0))) {
        *status = words == NULL && count > 0
                      ? coop_error_null(&buffer->context->errors, ACCESSING, "words")
                      : coop_error_set(&buffer->context->errors, COOP_INVALID_ARGUMENT, ACCESSING,
                                       "words of 8 bytes begin at a multiple of 8, and not at %llu",
                                       (unsigned long long)offset);
        coop_object_release(&buffer->base);
        buffer = NULL;
    }
    return buffer;
}

/* Words that are read at once. */
enum { LOADED_WORDS = 64 };

coop_status coop_buffer_load_words(coop_buffer *handle, uint64_t offset, uint64_t *words, uint32_t count)
{
    coop_status status;
    struct coop_buffer_object *buffer = get_words(handle, offset, words, count, &status);

    for (uint32_t first = 0; buffer != NULL && status == COOP_OK && first < count; first += LOADED_WORDS) {
        struct coop_transport *transport = buffer->context->transport;
        struct coop_transport_word loaded[LOADED_WORDS];
        uint32_t some = count - first < LOADED_WORDS ? count - first : LOADED_WORDS;
        for (uint32_t i = 0; i < some; i++) {
            loaded[i].offset = place(buffer, offset) + (first + i) * sizeof *words;
            loaded[i].bytes = sizeof *words;
        }
        status = transport->methods->collect(transport, loaded, some);
        for (uint32_t i = 0; status == COOP_OK && i < some; i++) {
            words[first + i] = loaded[i].value;
        }
    }
    if (buffer != NULL) {
        coop_context_reached(buffer->context, status, ACCESSING);
        coop_object_release(&buffer->base);
    }
    return status;
}

coop_status coop_buffer_store_words(coop_buffer *handle, uint64_t offset, const uint64_t *words,
                                    uint32_t count)
{
    coop_status status;
    struct coop_buffer_object *buffer = get_words(handle, offset, words, count, &status);

    if (buffer != NULL && count > 0) {
        struct coop_transport *transport = buffer->context->transport;
        status = finish_write(
            buffer->context, transport->methods->write_words(transport, place(buffer, offset), words, count));
    }
    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return status;
}

coop_status coop_buffer_wake(coop_buffer *handle, uint64_t offset)
{
    coop_status status;
    struct coop_buffer_object *buffer = get_shared(handle, offset, sizeof(uint32_t), &status);

    if (buffer != NULL && offset % sizeof(uint32_t) != 0) {
        status = coop_error_set(&buffer->context->errors, COOP_INVALID_ARGUMENT, ACCESSING,
                                "a word of 4 bytes begins at a multiple of 4, and not at %llu",
                                (unsigned long long)offset);
    } else if (buffer != NULL) {
        buffer->context->transport->methods->wake_word(buffer->context->transport, place(buffer, offset));
    }
    coop_object_release(buffer != NULL ? &buffer->base : NULL);
    return status;
}
