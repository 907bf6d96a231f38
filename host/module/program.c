#include "host/module/program.h"

#include "host/module/build_log.h"
#include "host/module/device_text.h"
#include "host/module/signature.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOING "building the megakernel"

/* The compiler's log, to be freed; NULL when there is none to be had. */
static char *get_log(const struct coop_context_object *context, cl_program program)
{
    cl_device_id device = context->device.id;
    size_t bytes = 0;
    char *log = NULL;

    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes) == CL_SUCCESS) {
        log = calloc(1, bytes + 1);
        if (log != NULL) {
            clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL);
        }
    }
    return log;
}

/* The text of a program, in three parts. */
struct text {
    const char *parts[3];
    size_t lengths[3];
};

/* The log with the user's files and lines, to be freed. */
static char *get_placed_log(const struct coop_context_object *context, cl_program program,
                            const struct text *text)
{
    char *log = get_log(context, program);
    char *placed = log != NULL ? coop_build_log_place(log, text->parts, text->lengths, 3) : NULL;

    if (placed == NULL) {
        return log;
    }
    free(log);
    return placed;
}

/* Records a build that failed, together with the log. */
static coop_status refuse(struct coop_context_object *context, cl_program program, const struct text *text,
                          int code)
{
    struct coop_error_record *errors = &context->errors;
    coop_status status = COOP_BUILD_FAILED;
    char *log = get_placed_log(context, program, text);

    if (code == CL_BUILD_PROGRAM_FAILURE || code == CL_INVALID_BUILD_OPTIONS) {
        coop_error_set_code(
            errors, status, code, DOING,
            "the device compiler refused the program: clBuildProgram failed with %s (%d); its log, "
            "in the details, names the kernels' own files and lines",
            coop_opencl_code_name(code), code);
    } else {
        status =
            coop_error_opencl(errors, code, "clBuildProgram", DOING); /* it never came to judge the text */
    }
    coop_error_details(errors, log != NULL ? log : "");
    free(log);
    return status;
}

coop_status coop_program_build(struct coop_context_object *context, const struct coop_program_source *source,
                               cl_program *program)
{
    struct text all = {{coop_device_text_before, source->text, coop_device_text_after},
                       {strlen(coop_device_text_before), source->text_bytes, strlen(coop_device_text_after)}};
    char options[2 * COOP_MODULE_OPTIONS_BYTES];
    cl_int code;
    int length;

    length = snprintf(options, sizeof options, "-cl-std=CL3.0 -DCOOP_HOST_SYSTEM_CALLS=%d%s %s",
                      context->device.sleeps_through_host, source->module_options,
                      source->user_options != NULL ? source->user_options : "");
    if (length < 0 || (size_t)length >= sizeof options) {
        return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, DOING,
                              "the build options are too long");
    }
    *program = clCreateProgramWithSource(context->opencl, 3, all.parts, all.lengths, &code);
    if (*program == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateProgramWithSource", DOING);
    }
    code = clBuildProgram(*program, 1, &context->device.id, options, NULL, NULL);
    return code == CL_SUCCESS ? COOP_OK : refuse(context, *program, &all, code);
}
