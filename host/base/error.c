#include "host/base/error.h"

#include "host/base/opencl.h"
#include "host/base/process.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void coop_error_record_init(struct coop_error_record *record)
{
    pthread_mutex_init(&record->lock, NULL);
    memset(&record->last, 0, sizeof record->last);
}

void coop_error_record_clear(struct coop_error_record *record)
{
    free(record->last.details);
    pthread_mutex_destroy(&record->lock);
}

/* The last failure of this thread. Its details belong to `details_key`, which frees them when the thread
 * ends; without a key there are none. */
static _Thread_local struct coop_error own;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t details_key;
static int has_key;

static void make_key(void)
{
    has_key = pthread_key_create(&details_key, free) == 0;
}

/* A library that is unloaded leaves no key behind, whose destructor would be gone. */
__attribute__((destructor)) static void forget_key(void)
{
    if (has_key) {
        free(pthread_getspecific(details_key));
        own.details = NULL;
        pthread_key_delete(details_key);
    }
}

static void keep_details(const char *details)
{
    char *copy = NULL;

    pthread_once(&once, make_key);
    if (has_key) {
        copy = details != NULL && details[0] != '\0' ? strdup(details) : NULL;
        free(pthread_getspecific(details_key));
        if (pthread_setspecific(details_key, copy) != 0) {
            pthread_setspecific(details_key, NULL);
            free(copy);
            copy = NULL;
        }
    }
    own.details = copy;
}

/* Status, message and details change together, so that no failure of another thread gets these details. */
__attribute__((format(printf, 3, 0))) static coop_status set(struct coop_error_record *record,
                                                             const struct coop_error_case *what,
                                                             const char *message, va_list arguments)
{
    char *details = record != NULL && what->details != NULL ? strdup(what->details) : NULL;

    own.status = what->status;
    own.opencl_code = what->code;
    snprintf(own.doing, sizeof own.doing, "%s", what->doing);
    vsnprintf(own.message, sizeof own.message, message, arguments);
    keep_details(what->details);
    if (record != NULL) {
        pthread_mutex_lock(&record->lock);
        free(record->last.details);
        record->last = own;
        record->last.details = details;
        pthread_mutex_unlock(&record->lock);
    }
    return what->status;
}

coop_status coop_error_set(struct coop_error_record *record, coop_status status, const char *doing,
                           const char *message, ...)
{
    struct coop_error_case what = {.status = status, .doing = doing};
    va_list arguments;

    va_start(arguments, message);
    set(record, &what, message, arguments);
    va_end(arguments);
    return status;
}

coop_status coop_error_set_code(struct coop_error_record *record, coop_status status, int code,
                                const char *doing, const char *message, ...)
{
    struct coop_error_case what = {.status = status, .code = code, .doing = doing};
    va_list arguments;

    va_start(arguments, message);
    set(record, &what, message, arguments);
    va_end(arguments);
    return status;
}

coop_status coop_error_set_case(struct coop_error_record *record, const struct coop_error_case *what,
                                const char *message, ...)
{
    va_list arguments;

    va_start(arguments, message);
    set(record, what, message, arguments);
    va_end(arguments);
    return what->status;
}

coop_status coop_error_opencl(struct coop_error_record *record, int code, const char *call, const char *doing)
{
    int is_memory = code == CL_OUT_OF_HOST_MEMORY || code == CL_OUT_OF_RESOURCES ||
                    code == CL_MEM_OBJECT_ALLOCATION_FAILURE;

    return coop_error_set_code(record, is_memory ? COOP_OUT_OF_MEMORY : COOP_OPENCL_FAILED, code, doing,
                               "%s failed with %s (%d) while %s", call, coop_opencl_code_name(code), code,
                               doing);
}

coop_status coop_error_null(struct coop_error_record *record, const char *doing, const char *what)
{
    return coop_error_set(record, COOP_INVALID_ARGUMENT, doing, "%s is NULL", what);
}

coop_status coop_error_endless(struct coop_error_record *record, const char *doing, const char *what)
{
    return coop_error_set(record, COOP_INVALID_ARGUMENT, doing,
                          "%s is UINT64_MAX: a wait without end is refused; give a deadline", what);
}

coop_status coop_error_handle(const void *handle, const char *doing, const char *noun)
{
    if (coop_process_is_fork()) {
        return coop_error_set(NULL, COOP_INVALID_HANDLE, doing, COOP_PROCESS_FORKED);
    }
    return coop_error_set(NULL, COOP_INVALID_HANDLE, doing,
                          handle == NULL ? "the %s is NULL: none was made, or making it failed"
                                         : "the %s was destroyed, alone or with its context, or never made",
                          noun);
}

coop_status coop_error_out_of_memory(struct coop_error_record *record, const char *doing)
{
    return coop_error_set(record, COOP_OUT_OF_MEMORY, doing, "the host has no memory left for %s", doing);
}

/* When there is no memory for a caller's copy, the copy has an empty text, which is not freed. */
static char no_details[1];

void coop_error_copy(struct coop_error_record *record, struct coop_error *copy)
{
    char *details = NULL;

    if (record != NULL) {
        pthread_mutex_lock(&record->lock);
    }
    *copy = record != NULL ? record->last : own;
    if (copy->details != NULL) {
        details = strdup(copy->details);
    }
    copy->details = details != NULL ? details : no_details;
    if (record != NULL) {
        pthread_mutex_unlock(&record->lock);
    }
}

void coop_error_clear(struct coop_error *error)
{
    if (error != NULL) {
        if (error->details != no_details) {
            free(error->details);
        }
        error->details = NULL;
    }
}

const struct coop_error *coop_last_error(void)
{
    if (own.details == NULL) {
        own.details = no_details;
    }
    return &own;
}

#define CODE(name) \
    case name:     \
        return #name

const char *coop_opencl_code_name(int code)
{
    switch (code) {
        CODE(CL_DEVICE_NOT_FOUND);
        CODE(CL_DEVICE_NOT_AVAILABLE);
        CODE(CL_COMPILER_NOT_AVAILABLE);
        CODE(CL_MEM_OBJECT_ALLOCATION_FAILURE);
        CODE(CL_OUT_OF_RESOURCES);
        CODE(CL_OUT_OF_HOST_MEMORY);
        CODE(CL_PROFILING_INFO_NOT_AVAILABLE);
        CODE(CL_MEM_COPY_OVERLAP);
        CODE(CL_IMAGE_FORMAT_MISMATCH);
        CODE(CL_IMAGE_FORMAT_NOT_SUPPORTED);
        CODE(CL_BUILD_PROGRAM_FAILURE);
        CODE(CL_MAP_FAILURE);
        CODE(CL_MISALIGNED_SUB_BUFFER_OFFSET);
        CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        CODE(CL_COMPILE_PROGRAM_FAILURE);
        CODE(CL_LINKER_NOT_AVAILABLE);
        CODE(CL_LINK_PROGRAM_FAILURE);
        CODE(CL_DEVICE_PARTITION_FAILED);
        CODE(CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
        CODE(CL_INVALID_VALUE);
        CODE(CL_INVALID_DEVICE_TYPE);
        CODE(CL_INVALID_PLATFORM);
        CODE(CL_INVALID_DEVICE);
        CODE(CL_INVALID_CONTEXT);
        CODE(CL_INVALID_QUEUE_PROPERTIES);
        CODE(CL_INVALID_COMMAND_QUEUE);
        CODE(CL_INVALID_HOST_PTR);
        CODE(CL_INVALID_MEM_OBJECT);
        CODE(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
        CODE(CL_INVALID_IMAGE_SIZE);
        CODE(CL_INVALID_SAMPLER);
        CODE(CL_INVALID_BINARY);
        CODE(CL_INVALID_BUILD_OPTIONS);
        CODE(CL_INVALID_PROGRAM);
        CODE(CL_INVALID_PROGRAM_EXECUTABLE);
        CODE(CL_INVALID_KERNEL_NAME);
        CODE(CL_INVALID_KERNEL_DEFINITION);
        CODE(CL_INVALID_KERNEL);
        CODE(CL_INVALID_ARG_INDEX);
        CODE(CL_INVALID_ARG_VALUE);
        CODE(CL_INVALID_ARG_SIZE);
        CODE(CL_INVALID_KERNEL_ARGS);
        CODE(CL_INVALID_WORK_DIMENSION);
        CODE(CL_INVALID_WORK_GROUP_SIZE);
        CODE(CL_INVALID_WORK_ITEM_SIZE);
        CODE(CL_INVALID_GLOBAL_OFFSET);
        CODE(CL_INVALID_EVENT_WAIT_LIST);
        CODE(CL_INVALID_EVENT);
        CODE(CL_INVALID_OPERATION);
        CODE(CL_INVALID_GL_OBJECT);
        CODE(CL_INVALID_BUFFER_SIZE);
        CODE(CL_INVALID_MIP_LEVEL);
        CODE(CL_INVALID_GLOBAL_WORK_SIZE);
        CODE(CL_INVALID_PROPERTY);
        CODE(CL_INVALID_IMAGE_DESCRIPTOR);
        CODE(CL_INVALID_COMPILER_OPTIONS);
        CODE(CL_INVALID_LINKER_OPTIONS);
        CODE(CL_INVALID_DEVICE_PARTITION_COUNT);
        CODE(CL_INVALID_PIPE_SIZE);
        CODE(CL_INVALID_DEVICE_QUEUE);
        CODE(CL_INVALID_SPEC_ID);
        CODE(CL_MAX_SIZE_RESTRICTION_EXCEEDED);
    case -1001:
        return "CL_PLATFORM_NOT_FOUND_KHR";
    default:
        return "an unknown code";
    }
}
