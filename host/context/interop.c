#include "coop/interop.h"

#include "host/context/buffer.h"
#include "host/context/kept.h"
#include "host/device/exclusive.h"
#include <stdlib.h>

#define IMPORTING "importing memory"
#define LENDING "making a memory object of a buffer"
#define ASKING "asking whether ordinary kernels run"

static coop_status refuse(struct coop_context_object *context, const char *why)
{
    return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, IMPORTING, "%s", why);
}

/* Imports it, and gives it a handle. The import's reference to its memory object is released after a failure,
 * too. */
static coop_status import(struct coop_context_object *context, const struct coop_import *what,
                          coop_buffer **handle)
{
    struct coop_buffer_object *buffer = calloc(1, sizeof *buffer);
    struct coop_import *import = malloc(sizeof *import);
    coop_status status;

    if (buffer == NULL || import == NULL) {
        status = coop_error_out_of_memory(&context->errors, IMPORTING);
    } else {
        *import = *what;
        status = coop_import_open(context, import, IMPORTING);
    }
    if (status == COOP_OK) {
        buffer->import = import;
        buffer->offset = import->address;
        buffer->bytes = import->bytes;
        return coop_buffer_hand_out(context, buffer, IMPORTING, handle);
    }
    if (what->memory != NULL) {
        clReleaseMemObject(what->memory);
    }
    free(import);
    free(buffer);
    return status;
}

/* The bytes of a memory object that can be imported. */
static coop_status check_memory(struct coop_context_object *context, cl_mem memory, uint64_t *bytes)
{
    cl_mem_object_type type = 0;
    cl_context opencl = NULL;
    cl_mem_flags flags = 0;
    size_t size = 0;
    cl_int code = clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof type, &type, NULL);

    if (code == CL_SUCCESS) {
        code = clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof opencl, (void *)&opencl, NULL);
    }
    if (code == CL_SUCCESS) {
        code = clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof size, &size, NULL);
    }
    if (code == CL_SUCCESS) {
        code = clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    }
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, "clGetMemObjectInfo", IMPORTING);
    }
    *bytes = size;
    if (type != CL_MEM_OBJECT_BUFFER) {
        return refuse(context,
                      "the memory object is no buffer, but an image or a pipe, of which kernels have no "
                      "address");
    }
    if (opencl != context->opencl) {
        return refuse(context,
                      "the memory object belongs to another cl_context than the one that the context "
                      "was created on (opencl_context)");
    }
    return (flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) == 0
               ? COOP_OK
               : refuse(context,
                        "kernels may only read the memory object, or only write it (CL_MEM_READ_ONLY, "
                        "CL_MEM_WRITE_ONLY); create it with CL_MEM_READ_WRITE");
}

static coop_status import_memory(struct coop_context_object *context, cl_mem memory, coop_buffer **handle)
{
    struct coop_import what = {.memory = memory};
    coop_status status = check_memory(context, memory, &what.bytes);
    cl_int code;

    if (status != COOP_OK) {
        return status;
    }
    code = clRetainMemObject(memory);
    return code == CL_SUCCESS ? import(context, &what, handle)
                              : coop_error_opencl(&context->errors, code, "clRetainMemObject", IMPORTING);
}

static coop_status import_shared(struct coop_context_object *context, const struct coop_import *what,
                                 coop_buffer **handle)
{
    uint64_t has = context->device.report.svm_capabilities;
    uint64_t needs = what->is_fine ? CL_DEVICE_SVM_FINE_GRAIN_BUFFER : CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;

    if (what->bytes == 0) {
        return refuse(context, "bytes is 0: a buffer has at least 1 byte");
    }
    if ((has & needs) == 0) {
        return coop_error_set(&context->errors, COOP_DEVICE_UNFIT, IMPORTING,
                              "%s has no %s-grained shared virtual memory; import a cl_mem",
                              context->device.report.device_name, what->is_fine ? "fine" : "coarse");
    }
    return import(context, what, handle);
}

/* The context of an import, with a reference; NULL: *status says why. */
static struct coop_context_object *get(coop_context *context_handle, const void *what, const char *noun,
                                       coop_buffer **handle, coop_status *status)
{
    struct coop_context_object *context = coop_context_get(context_handle);

    if (handle != NULL) {
        *handle = NULL;
    }
    *status = COOP_INVALID_HANDLE;
    if (context == NULL) {
        return NULL;
    }
    *status = COOP_OK;
    if (handle == NULL || what == NULL) {
        *status = coop_error_null(&context->errors, IMPORTING, handle == NULL ? "buffer" : noun);
    } else if (!context->is_adopted) {
        *status =
            refuse(context, "the context has a cl_context of its own, to which nothing of the program's "
                            "belongs; create it on the program's (opencl_context)");
    }
    if (*status != COOP_OK) {
        coop_object_release(&context->base);
    }
    return *status == COOP_OK ? context : NULL;
}

coop_status coop_buffer_import(coop_context *context_handle, struct _cl_mem *memory, coop_buffer **handle)
{
    coop_status status;
    struct coop_context_object *context = get(context_handle, memory, "memory", handle, &status);

    if (context != NULL) {
        status = import_memory(context, memory, handle);
        coop_object_release(&context->base);
    }
    return status;
}

coop_status coop_buffer_import_svm(coop_context *context_handle, void *pointer, uint64_t bytes,
                                   uint64_t flags, coop_buffer **handle)
{
    const struct coop_import what = {
        .svm = pointer, .bytes = bytes, .is_fine = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0};
    coop_status status;
    struct coop_context_object *context = get(context_handle, pointer, "pointer", handle, &status);

    if (context != NULL) {
        status = import_shared(context, &what, handle);
        coop_object_release(&context->base);
    }
    return status;
}

enum presence { NO_RUN, LIVE_RUN, KEPT_RUN };

/* The context's run now; one that was given up may have left since. */
static enum presence ask_run(struct coop_context_object *context)
{
    enum presence is;

    coop_kept_poll();
    pthread_mutex_lock(&context->lock);
    is = context->run == NULL ? NO_RUN : context->keeps_arena ? KEPT_RUN : LIVE_RUN;
    pthread_mutex_unlock(&context->lock);
    return is;
}

/* COOP_BUSY, and recorded, where an ordinary kernel would wait for a run. */
static coop_status check_enqueue(struct coop_context_object *context, const char *doing)
{
    enum presence run = ask_run(context);

    if (run != LIVE_RUN && coop_exclusive_is_taken(&context->device)) {
        return coop_exclusive_refuse(&context->errors, &context->device, doing);
    }
    if (run == KEPT_RUN && !context->device.traits->kernels_are_threads) {
        return coop_error_set(&context->errors, COOP_BUSY, doing,
                              "a run of the context was given up and has not left the device, and %s may run "
                              "no other kernel until it does",
                              context->device.report.device_name);
    }
    if (run == LIVE_RUN && !context->device.traits->kernels_are_threads) {
        return coop_error_set(
            &context->errors, COOP_BUSY, doing,
            "the context has a live run, and on %s a kernel may find no room beside it: a wait for one "
            "could be one for ever; begin a lease for it (coop/lease.h), launch it into the run as a "
            "regular one, or stop the run first",
            context->device.report.device_name);
    }
    return COOP_OK;
}

coop_status coop_context_check_enqueue(coop_context *handle)
{
    struct coop_context_object *context = coop_context_get(handle);
    coop_status status;

    if (context == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = check_enqueue(context, ASKING);
    coop_object_release(&context->base);
    return status;
}

/* Whether ordinary kernels may use the buffer's memory now. */
static coop_status check_lending(const struct coop_buffer_object *buffer)
{
    struct coop_context_object *context = buffer->context;
    int is_object = buffer->import != NULL ? !buffer->import->is_fine : context->transport->has_objects;
    enum presence run = ask_run(context);

    if (is_object && run != NO_RUN) {
        return coop_error_set(
            &context->errors, COOP_BUSY, LENDING, "%s",
            run == KEPT_RUN
                ? "a run of the context was given up and may still use the memory of the buffer; "
                  "create another context"
                : "the context has a live run, which has the memory of the buffer from its "
                  "start to its end, and no two kernels may use one at a time; stop the run first");
    }
    return check_enqueue(context, LENDING);
}

/* From now on each write to a buffer has ended when it comes back, as those before have now. */
static coop_status settle(struct coop_context_object *context)
{
    pthread_mutex_lock(&context->lock);
    context->has_views = 1;
    pthread_mutex_unlock(&context->lock);
    return coop_context_reached(context, context->transport->methods->settle(context->transport), LENDING);
}

static coop_status lend(const struct coop_buffer_object *buffer, cl_mem *memory)
{
    struct coop_context_object *context = buffer->context;
    struct coop_transport *transport = context->transport;
    const char *call = "clRetainMemObject";
    cl_int code = CL_SUCCESS;

    if (buffer->import != NULL && buffer->import->memory != NULL) {
        code = clRetainMemObject(buffer->import->memory);
        *memory = code == CL_SUCCESS ? buffer->import->memory : NULL;
    } else if (buffer->import != NULL) {
        call = "clCreateBuffer";
        *memory = clCreateBuffer(context->opencl, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, buffer->bytes,
                                 buffer->import->svm, &code);
    } else {
        call = transport->methods->view_call;
        *memory =
            transport->methods->view(transport, buffer->offset - context->control_at, buffer->bytes, &code);
    }
    return *memory != NULL ? COOP_OK : coop_error_opencl(&context->errors, code, call, LENDING);
}

coop_status coop_buffer_as_cl_mem(coop_buffer *handle, struct _cl_mem **memory)
{
    struct coop_buffer_object *buffer = coop_buffer_get(handle, LENDING);
    coop_status status;

    if (memory != NULL) {
        *memory = NULL;
    }
    if (buffer == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status =
        memory != NULL ? check_lending(buffer) : coop_error_null(&buffer->context->errors, LENDING, "memory");
    if (status == COOP_OK) {
        status = settle(buffer->context);
    }
    if (status == COOP_OK) {
        status = lend(buffer, memory);
    }
    coop_object_release(&buffer->base);
    return status;
}
