#include "host/context/context.h"

#include "coop/library.h"
#include <stdlib.h>

#define USING "using a context"

static void context_release(struct coop_object *object)
{
    struct coop_context_object *context = (struct coop_context_object *)object;

    context->close_parts(context);
    coop_arena_clear(&context->own_arena);
    coop_object_release(context->root != NULL ? &context->root->base : NULL);
    coop_error_record_clear(&context->errors);
    pthread_mutex_destroy(&context->lock);
    pthread_mutex_destroy(&context->graphs);
    pthread_mutex_destroy(&context->imports.turn);
    free(context);
}

static void context_destroy(struct coop_object *object)
{
    struct coop_context_object *context = (struct coop_context_object *)object;

    coop_release_object(&context->release, &context->device, object, context_release);
}

struct coop_context_object *coop_context_make(void (*close_parts)(struct coop_context_object *context))
{
    struct coop_context_object *context = calloc(1, sizeof *context);

    if (context != NULL) {
        coop_object_init(&context->base, COOP_KIND_CONTEXT, context, context_destroy);
        coop_error_record_init(&context->errors);
        coop_arena_init(&context->own_arena);
        context->arena = &context->own_arena;
        context->close_parts = close_parts;
        pthread_mutex_init(&context->lock, NULL);
        pthread_mutex_init(&context->graphs, NULL);
        pthread_mutex_init(&context->imports.turn, NULL);
    }
    return context;
}

/* A context that could not be opened keeps its error record and nothing else, if its parts can be released
 * now; otherwise until its end. */
static void close_halves(struct coop_context_object *context)
{
    if (coop_release_begin(&context->device)) {
        context->close_parts(context);
        coop_release_end(&context->device);
    }
}

void coop_context_settle(struct coop_context_object *context, coop_status status)
{
    context->is_open = status == COOP_OK;
    if (!context->is_open) {
        close_halves(context);
    }
}

int coop_context_add_closer(struct coop_context_object *context, struct coop_context_closer *closer)
{
    int is_open;

    pthread_mutex_lock(&context->lock);
    is_open = !context->is_closing;
    if (is_open) {
        closer->next = context->closers;
        context->closers = closer;
    }
    pthread_mutex_unlock(&context->lock);
    return is_open;
}

void coop_context_remove_closer(struct coop_context_object *context, const struct coop_context_closer *closer)
{
    struct coop_context_closer **at;

    pthread_mutex_lock(&context->lock);
    at = &context->closers;
    while (*at != NULL && *at != closer) {
        at = &(*at)->next;
    }
    if (*at != NULL) {
        *at = closer->next;
    }
    pthread_mutex_unlock(&context->lock);
}

/* Closes the closers; nothing is added any more. */
static void close_what_is_left(struct coop_context_object *context)
{
    struct coop_context_closer *closer;

    do {
        pthread_mutex_lock(&context->lock);
        closer = context->closers;
        if (closer != NULL) {
            coop_object_keep(closer->object);
        }
        pthread_mutex_unlock(&context->lock);
        if (closer != NULL) {
            struct coop_object *object = closer->object;
            closer->close(object); /* takes it out */
            coop_object_release(object);
        }
    } while (closer != NULL);
}

void coop_context_stop(struct coop_context_object *context)
{
    void (*stop)(struct coop_object * run);
    struct coop_object *run;

    pthread_mutex_lock(&context->lock);
    context->is_closing = 1;
    stop = context->stop_run;
    run = stop != NULL ? context->run : NULL;
    if (run != NULL) {
        coop_object_keep(run);
    }
    pthread_mutex_unlock(&context->lock);
    if (run != NULL) {
        stop(run);
        coop_object_release(run);
    }
    close_what_is_left(context);
}

void coop_context_destroy(coop_context *handle)
{
    struct coop_context_object *context = coop_object_close(handle, COOP_KIND_CONTEXT);

    if (context != NULL) {
        coop_context_stop(context);
        coop_object_close_all(context);
        coop_object_release(&context->base);
    }
}

struct coop_context_object *coop_context_get(coop_context *handle)
{
    struct coop_context_object *context = coop_object_get(handle, COOP_KIND_CONTEXT);

    if (context == NULL) {
        coop_error_handle(handle, USING, "context");
    } else if (!context->is_open) {
        coop_error_set(&context->errors, COOP_INVALID_HANDLE, USING,
                       "the context was never opened: its creation failed");
        coop_object_release(&context->base);
        context = NULL;
    }
    return context;
}

void *coop_context_hand_out(struct coop_context_object *context, struct coop_object *object,
                            const char *doing, coop_status *status)
{
    void *handle = coop_object_open(object);
    int is_closing;

    if (handle == NULL) {
        *status = coop_error_out_of_memory(&context->errors, doing);
        return NULL;
    }
    pthread_mutex_lock(&context->lock);
    is_closing = context->is_closing;
    pthread_mutex_unlock(&context->lock);
    if (is_closing) { /* the destroy may have closed the handle already, or have looked before it was there */
        coop_object_release(coop_object_close(handle, object->kind));
        *status = coop_error_set(&context->errors, COOP_INVALID_HANDLE, doing,
                                 "the context was destroyed meanwhile");
        return NULL;
    }
    *status = COOP_OK;
    return handle;
}

coop_status coop_context_error(coop_context *handle, struct coop_error *error)
{
    struct coop_context_object *context = coop_object_get(handle, COOP_KIND_CONTEXT);

    if (error == NULL) {
        coop_object_release(context != NULL ? &context->base : NULL);
        return coop_error_null(NULL, USING, "error");
    }
    if (context == NULL) {
        coop_error_handle(handle, USING, "context");
        coop_error_copy(NULL, error);
        return COOP_INVALID_HANDLE;
    }
    coop_error_copy(&context->errors, error);
    coop_object_release(&context->base);
    return COOP_OK;
}

coop_status coop_context_fail(coop_context *handle, coop_status status, const char *doing,
                              const char *message)
{
    static const char recording[] = "recording a failure";
    struct coop_context_object *context = coop_object_get(handle, COOP_KIND_CONTEXT);
    struct coop_error_record *errors = context != NULL ? &context->errors : NULL;

    if (doing == NULL || message == NULL) {
        status = coop_error_null(errors, recording, doing == NULL ? "doing" : "message");
    } else if (status == COOP_OK) {
        status = coop_error_set(errors, COOP_INVALID_ARGUMENT, recording, "status is COOP_OK");
    } else {
        coop_error_set(errors, status, doing, "%s", message);
    }
    coop_object_release(context != NULL ? &context->base : NULL);
    return status;
}

coop_status coop_context_device(coop_context *handle, struct coop_device_report *report)
{
    struct coop_context_object *context = coop_object_get(handle, COOP_KIND_CONTEXT);
    coop_status status = COOP_OK;

    if (context == NULL) {
        return coop_error_handle(handle, USING, "context");
    }
    if (context->device.id == NULL) {
        status = coop_error_set(NULL, COOP_INVALID_HANDLE, USING,
                                "the context has no device: its creation failed before one was chosen");
    } else if (report == NULL) {
        status = coop_error_null(&context->errors, USING, "report");
    } else {
        *report = context->device.report;
    }
    coop_object_release(&context->base);
    return status;
}

coop_status coop_context_reached(struct coop_context_object *context, coop_status status, const char *doing)
{
    const char *call;
    int code;

    if (status == COOP_OK) {
        return COOP_OK;
    }
    call = coop_transport_failure(context->transport, &code);
    if (status != COOP_OPENCL_FAILED || call == NULL) {
        return coop_error_set(&context->errors, status, doing, "the host has no memory left for it");
    }
    return coop_error_set_code(&context->errors, COOP_OPENCL_FAILED, code, doing,
                               "the device's memory cannot be reached any more: %s failed with %s (%d); "
                               "destroy the context and create another one",
                               call, coop_opencl_code_name(code), code);
}
