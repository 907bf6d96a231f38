#include "host/context/import.h"

#include "host/base/clock.h"
#include "host/base/device_text.h"
#include "host/context/kept.h"
#include "host/context/side.h"
#include "host/device/exclusive.h"
#include <string.h>

#define FINDING "finding the place of imported memory"

coop_status coop_import_begin(struct coop_context_object *context, const char *doing)
{
    coop_status status = COOP_OK;

    if (coop_exclusive_is_taken(&context->device)) {
        coop_kept_poll(); /* a run that was given up may have left */
    }
    pthread_mutex_lock(&context->imports.turn);
    pthread_mutex_lock(&context->lock);
    if (context->is_closing) {
        status = coop_error_set(&context->errors, COOP_INVALID_HANDLE, doing,
                                "the context was destroyed meanwhile");
    } else if (context->run != NULL || context->keeps_arena) {
        status = coop_error_set(
            &context->errors, COOP_BUSY, doing, "%s",
            context->keeps_arena ? "a run of the context was given up and may still use its memory; create "
                                   "another context"
                                 : "the context has a live run, which has its memory from its start to its "
                                   "end; stop the run first");
    } else if (!coop_exclusive_take(&context->device, &context->imports)) {
        status = coop_exclusive_refuse(&context->errors, &context->device, doing);
    } else {
        context->is_importing = 1;
    }
    pthread_mutex_unlock(&context->lock);
    if (status != COOP_OK) {
        pthread_mutex_unlock(&context->imports.turn);
    }
    return status;
}

void coop_import_end(struct coop_context_object *context)
{
    pthread_mutex_lock(&context->lock);
    context->is_importing = 0;
    coop_exclusive_give(&context->imports);
    pthread_mutex_unlock(&context->lock);
    pthread_mutex_unlock(&context->imports.turn);
}

/* The queue for copies and the kernel, when they are first needed. What a failed call has left is used by the
 * next one. */
static coop_status prepare(struct coop_context_object *context)
{
    struct coop_imports *imports = &context->imports;
    const char *text = coop_device_text_place;
    cl_int code = CL_SUCCESS;

    if (imports->queue == NULL) {
        imports->queue = clCreateCommandQueueWithProperties(context->opencl, context->device.id, NULL, &code);
    }
    if (imports->queue == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateCommandQueueWithProperties", FINDING);
    }
    if (imports->kernel != NULL) {
        return COOP_OK;
    }
    if (imports->program == NULL) {
        imports->program = clCreateProgramWithSource(context->opencl, 1, &text, NULL, &code);
    }
    if (imports->program == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateProgramWithSource", FINDING);
    }
    code = clBuildProgram(imports->program, 1, &context->device.id, "-cl-std=CL3.0", NULL, NULL);
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, "clBuildProgram", FINDING);
    }
    imports->kernel = clCreateKernel(imports->program, "coop_place", &code);
    return imports->kernel != NULL ? COOP_OK
                                   : coop_error_opencl(&context->errors, code, "clCreateKernel", FINDING);
}

static coop_status set_memory(struct coop_context_object *context, cl_kernel kernel, cl_uint index,
                              const struct coop_import *import)
{
    cl_int code = import->memory != NULL ? clSetKernelArg(kernel, index, sizeof(cl_mem), &import->memory)
                                         : clSetKernelArgSVMPointer(kernel, index, import->svm);

    return code == CL_SUCCESS
               ? COOP_OK
               : coop_error_opencl(&context->errors, code,
                                   import->memory != NULL ? "clSetKernelArg" : "clSetKernelArgSVMPointer",
                                   FINDING);
}

static coop_status set_arguments(struct coop_context_object *context, const struct coop_import *import,
                                 uint64_t at)
{
    const struct coop_transport_methods *methods = context->transport->methods;
    cl_kernel kernel = context->imports.kernel;
    cl_ulong place = at;
    cl_int code = methods->set_argument(context->transport, kernel, 0);
    coop_status status;

    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, methods->argument_call, FINDING);
    }
    status = set_memory(context, kernel, 1, import);
    if (status != COOP_OK) {
        return status;
    }
    code = clSetKernelArg(kernel, 2, sizeof place, &place);
    return code == CL_SUCCESS ? COOP_OK
                              : coop_error_opencl(&context->errors, code, "clSetKernelArg", FINDING);
}

/* Asks the device for the import's address, with 8 bytes of the arena for the answer. */
static coop_status ask_address(struct coop_context_object *context, const struct coop_import *import,
                               uint64_t *address)
{
    struct coop_transport *transport = context->transport;
    struct coop_side_command command = {.queue = context->imports.queue, .call = "clEnqueueNDRangeKernel"};
    uint64_t at = coop_arena_take(context->arena, sizeof *address, NULL);
    const size_t one = 1;
    int is_stuck = 0;
    coop_status status;

    if (at == 0) {
        return coop_error_set(&context->errors, COOP_OUT_OF_MEMORY, FINDING,
                              "the context's memory has no 8 bytes left; ask for more when creating the "
                              "context (memory_bytes)");
    }
    status = set_arguments(context, import, at);
    if (status == COOP_OK) {
        command.code = clEnqueueNDRangeKernel(command.queue, context->imports.kernel, 1, NULL, &one, &one, 0,
                                              NULL, &command.event);
        status = coop_side_finish(context, &command, FINDING, &is_stuck);
    }
    if (status == COOP_OK) {
        status = transport->methods->read(transport, at - context->control_at, address, sizeof *address);
        coop_context_reached(context, status, FINDING);
    }
    if (!is_stuck) {
        coop_arena_give(context->arena, at);
    }
    return status;
}

/* A free place of the table; COOP_IMPORTS_MAX: there is none. The context's lock is held. */
static uint32_t find_place(const struct coop_context_object *context, const struct coop_import *import)
{
    uint32_t i = 0;

    while (i < COOP_IMPORTS_MAX && context->imports.table[i] != import) {
        i++;
    }
    return i;
}

coop_status coop_import_open(struct coop_context_object *context, struct coop_import *import,
                             const char *doing)
{
    coop_status status = coop_import_begin(context, doing);
    uint32_t place;

    if (status != COOP_OK) {
        return status;
    }
    status = prepare(context);
    if (status == COOP_OK) {
        status = ask_address(context, import, &import->address);
    }
    if (status == COOP_OK) {
        pthread_mutex_lock(&context->lock);
        place = find_place(context, NULL);
        if (place < COOP_IMPORTS_MAX) {
            context->imports.table[place] = import;
        }
        pthread_mutex_unlock(&context->lock);
        if (place == COOP_IMPORTS_MAX) {
            status = coop_error_set(&context->errors, COOP_OUT_OF_MEMORY, doing,
                                    "a context has at most %u imports at one time; destroy one, or make one "
                                    "memory object of several",
                                    COOP_IMPORTS_MAX);
        }
    }
    coop_import_end(context);
    return status;
}

void coop_import_forget(struct coop_context_object *context, const struct coop_import *import)
{
    uint32_t place;

    pthread_mutex_lock(&context->lock);
    place = find_place(context, import);
    if (place < COOP_IMPORTS_MAX) {
        context->imports.table[place] = NULL;
    }
    pthread_mutex_unlock(&context->lock);
}

uint64_t coop_import_find(struct coop_context_object *context, uint64_t address, uint64_t *bytes)
{
    uint64_t begin = 0;

    *bytes = 0;
    pthread_mutex_lock(&context->lock);
    for (uint32_t i = 0; i < COOP_IMPORTS_MAX && begin == 0; i++) {
        const struct coop_import *import = context->imports.table[i];
        if (import != NULL && address - import->address < import->bytes) {
            begin = import->address;
            *bytes = import->bytes;
        }
    }
    pthread_mutex_unlock(&context->lock);
    return begin;
}

/* Copies of the table's entries, each with a reference to its memory object; *count of them. */
static coop_status keep_all(struct coop_context_object *context, struct coop_import *copies,
                            cl_mem kept[COOP_IMPORTS_MAX], uint32_t *kept_count, uint32_t *count)
{
    cl_int code = CL_SUCCESS;

    *count = 0;
    pthread_mutex_lock(&context->lock);
    for (uint32_t i = 0; i < COOP_IMPORTS_MAX && code == CL_SUCCESS; i++) {
        const struct coop_import *import = context->imports.table[i];
        if (import == NULL) {
            continue;
        }
        if (import->memory != NULL) {
            code = clRetainMemObject(import->memory);
            kept[*kept_count] = import->memory;
            *kept_count += code == CL_SUCCESS;
        }
        copies[(*count)++] = *import;
    }
    pthread_mutex_unlock(&context->lock);
    return code == CL_SUCCESS ? COOP_OK
                              : coop_error_opencl(&context->errors, code, "clRetainMemObject", FINDING);
}

/* Whether the memory is where it was when it was imported. */
static coop_status check_address(struct coop_context_object *context, const struct coop_import *import)
{
    uint64_t address = 0;
    coop_status status = ask_address(context, import, &address);

    if (status == COOP_OK && address != import->address) {
        status = coop_error_set(&context->errors, COOP_OPENCL_FAILED, FINDING,
                                "the driver has moved imported memory of %llu bytes; destroy its buffer and "
                                "import it again",
                                (unsigned long long)import->bytes);
    }
    return status;
}

static coop_status name_shared(struct coop_context_object *context, cl_kernel kernel, void *const *pointers,
                               uint32_t count)
{
    cl_int code;

    if (count == 0) {
        return COOP_OK;
    }
    code = clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, count * sizeof *pointers,
                               (const void *)pointers);
    return code == CL_SUCCESS ? COOP_OK
                              : coop_error_opencl(&context->errors, code, "clSetKernelExecInfo", FINDING);
}

coop_status coop_imports_bind(struct coop_context_object *context, cl_kernel kernel, int is_live,
                              cl_mem kept[COOP_IMPORTS_MAX], uint32_t *kept_count)
{
    struct coop_import copies[COOP_IMPORTS_MAX];
    struct coop_import none = {0};
    void *shared[COOP_IMPORTS_MAX];
    uint32_t shared_count = 0;
    uint32_t count = 0;
    coop_status status;

    if (!context->is_adopted) {
        return COOP_OK;
    }
    status = keep_all(context, copies, kept, kept_count, &count);
    for (uint32_t i = 0; i < count && status == COOP_OK; i++) {
        status = is_live ? COOP_OK : check_address(context, &copies[i]);
        if (copies[i].memory == NULL) {
            shared[shared_count++] = copies[i].svm;
        }
    }
    for (uint32_t i = 0; i < COOP_IMPORTS_MAX && status == COOP_OK; i++) {
        const struct coop_import *import = i < count ? &copies[i] : &none;
        cl_int code =
            clSetKernelArg(kernel, i + 2, sizeof(cl_mem), import->memory != NULL ? &import->memory : NULL);
        if (code != CL_SUCCESS) {
            status = coop_error_opencl(&context->errors, code, "clSetKernelArg", FINDING);
        }
    }
    return status == COOP_OK ? name_shared(context, kernel, shared, shared_count) : status;
}

void coop_imports_close(struct coop_context_object *context)
{
    struct coop_imports *imports = &context->imports;

    if (imports->kernel != NULL && !context->keeps_arena) {
        clReleaseKernel(imports->kernel);
    }
    if (imports->program != NULL && !context->keeps_arena) {
        clReleaseProgram(imports->program);
    }
    if (imports->queue != NULL && !context->keeps_arena) {
        clReleaseCommandQueue(imports->queue);
    }
    imports->kernel = NULL;
    imports->program = NULL;
    imports->queue = NULL;
}
