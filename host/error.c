#include "host/error.h"

#include "host/opencl.h"
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

coop_status coop_error_set(struct coop_error_record *record, coop_status status, const char *doing,
                           const char *message, ...)
{
    va_list arguments;

    pthread_mutex_lock(&record->lock);
    record->last.status = status;
    record->last.opencl_code = 0;
    snprintf(record->last.doing, sizeof record->last.doing, "%s", doing);
    va_start(arguments, message);
    vsnprintf(record->last.message, sizeof record->last.message, message, arguments);
    va_end(arguments);
    free(record->last.details);
    record->last.details = NULL;
    pthread_mutex_unlock(&record->lock);
    return status;
}

coop_status coop_error_opencl(struct coop_error_record *record, int code, const char *call, const char *doing)
{
    int is_memory = code == CL_OUT_OF_HOST_MEMORY || code == CL_OUT_OF_RESOURCES ||
                    code == CL_MEM_OBJECT_ALLOCATION_FAILURE;
    coop_status status = is_memory ? COOP_OUT_OF_MEMORY : COOP_OPENCL_FAILED;

    coop_error_set(record, status, doing, "%s failed with %s (%d) while %s", call,
                   coop_opencl_code_name(code), code, doing);
    pthread_mutex_lock(&record->lock);
    record->last.opencl_code = code;
    pthread_mutex_unlock(&record->lock);
    return status;
}

void coop_error_details(struct coop_error_record *record, const char *details)
{
    char *copy = strdup(details);

    pthread_mutex_lock(&record->lock);
    free(record->last.details);
    record->last.details = copy;
    pthread_mutex_unlock(&record->lock);
}

void coop_error_clear(struct coop_error *error)
{
    free(error->details);
    error->details = NULL;
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
        CODE(CL_BUILD_PROGRAM_FAILURE);
        CODE(CL_INVALID_VALUE);
        CODE(CL_INVALID_PLATFORM);
        CODE(CL_INVALID_DEVICE);
        CODE(CL_INVALID_CONTEXT);
        CODE(CL_INVALID_QUEUE_PROPERTIES);
        CODE(CL_INVALID_COMMAND_QUEUE);
        CODE(CL_INVALID_BUILD_OPTIONS);
        CODE(CL_INVALID_PROGRAM);
        CODE(CL_INVALID_PROGRAM_EXECUTABLE);
        CODE(CL_INVALID_KERNEL_NAME);
        CODE(CL_INVALID_KERNEL);
        CODE(CL_INVALID_ARG_INDEX);
        CODE(CL_INVALID_ARG_VALUE);
        CODE(CL_INVALID_KERNEL_ARGS);
        CODE(CL_INVALID_WORK_GROUP_SIZE);
        CODE(CL_INVALID_WORK_ITEM_SIZE);
        CODE(CL_INVALID_EVENT);
        CODE(CL_INVALID_OPERATION);
    case -1001:
        return "CL_PLATFORM_NOT_FOUND_KHR";
    default:
        return "an unknown code";
    }
}
