#include "host/module/program.h"

#include "host/base/device_text.h"
#include "host/device/cache.h"
#include "host/module/build_log.h"
#include "host/module/registers.h"
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

/* Records a build that failed, together with the log, which is empty where the compiler has not seen the
 * text. */
static coop_status refuse(struct coop_context_object *context, cl_program program, const struct text *text,
                          int code)
{
    char *log = get_placed_log(context, program, text);
    struct coop_error_case what = {COOP_BUILD_FAILED, code, DOING, log};
    const struct coop_device_report *device = &context->device.report;
    unsigned long long taken;
    unsigned long long most;
    char cache[400];
    coop_status status;

    if (coop_cache_is_unusable(context->device.traits, cache, sizeof cache)) {
        status =
            coop_error_set_case(&context->errors, &what,
                                "the device compiler of %s cannot keep its files: %s (clBuildProgram failed "
                                "with %s (%d))",
                                device->device_name, cache, coop_opencl_code_name(code), code);
    } else if (log != NULL && coop_build_log_local_memory(log, &taken, &most)) {
        status = coop_error_set_case(
            &context->errors, &what,
            "not enough local memory: a work-group of the megakernel takes %llu bytes, and the compiler of "
            "%s allows %llu; the module's kernels share one place for their local variables: make the "
            "largest smaller, or build that kernel into a module of its own",
            taken, device->device_name, most);
    } else if (code == CL_BUILD_PROGRAM_FAILURE || code == CL_INVALID_BUILD_OPTIONS) {
        status = coop_error_set_case(
            &context->errors, &what,
            "the device compiler refused the program: clBuildProgram failed with %s (%d); its log, "
            "in the details, names the kernels' own files and lines",
            coop_opencl_code_name(code), code);
    } else {
        status = coop_error_opencl(&context->errors, code, "clBuildProgram", DOING);
    }
    free(log);
    return status;
}

/* What the compiler gets. */
static coop_status dump_input(struct coop_dump *dump, struct coop_error_record *errors,
                              const struct text *text, const char *options)
{
    const char *parts[] = {options, "\n"};
    size_t lengths[] = {strlen(options), 1};
    coop_status status = coop_dump_write(dump, errors, ".cl", text->parts, text->lengths, 3);

    return status == COOP_OK ? coop_dump_write(dump, errors, ".options", parts, lengths, 2) : status;
}

/* What it says, in its own words: "<kernel>:N" is line N of the dumped text. */
static coop_status dump_log(struct coop_dump *dump, struct coop_context_object *context, cl_program program)
{
    char *log = dump->path != NULL ? get_log(context, program) : NULL;
    const char *part = log != NULL ? log : "";
    size_t length = strlen(part);
    coop_status status = coop_dump_write(dump, &context->errors, ".log", &part, &length, 1);

    free(log);
    return status;
}

/* The program of the text, built, and what the compiler says dumped. */
static coop_status build(struct coop_context_object *context, struct text *text, const char *options,
                         struct coop_dump *dump, cl_program *program)
{
    coop_status status;
    cl_int code;

    if (*program == NULL) {
        *program = clCreateProgramWithSource(context->opencl, 3, text->parts, text->lengths, &code);
    }
    if (*program == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateProgramWithSource", DOING);
    }
    code = clBuildProgram(*program, 1, &context->device.id, options, NULL, NULL);
    status = dump_log(dump, context, *program);
    return code == CL_SUCCESS ? status : refuse(context, *program, text, code);
}

coop_status coop_program_build(struct coop_context_object *context, const struct coop_program_source *source,
                               cl_program *program, uint32_t *registers)
{
    struct text all = {{coop_device_text_before, source->text, coop_device_text_after},
                       {strlen(coop_device_text_before), source->text_bytes, strlen(coop_device_text_after)}};
    char options[2 * COOP_MODULE_OPTIONS_BYTES];
    char limit[COOP_REGISTERS_OPTION_BYTES];
    char size[64] = "";
    char form[80] = "";
    struct coop_dump dump;
    coop_status status;
    int length;

    if (context->member_count > 0 && context->device.traits->confuses_sizes) {
        snprintf(size, sizeof size, " -DCOOP_DEVICE_GROUPS=%u", context->worker_groups); /* nobody reads it */
    }
    if (context->device.runs_loops) {
        snprintf(form, sizeof form, " -DCOOP_LOOPS=1 -DCOOP_LOOPS_VARS_BYTES=%u", source->vars_bytes);
    } else if (context->device.runs_structured && !source->is_in_steps) {
        snprintf(form, sizeof form, " -DCOOP_STRUCTURED=1");
    }
    length = snprintf(options, sizeof options, "-cl-std=CL3.0 -DCOOP_HOST_SYSTEM_CALLS=%d%s%s%s%s%s%s%s %s",
                      context->device.sleeps_through_host,
                      context->device.traits->merges_private_variables ? " -DCOOP_VARS_ARE_MEMORY=0" : "",
                      form, context->member_count > 0 ? " -DCOOP_WORK_TEAM=1" : "", size,
                      context->is_adopted ? " -DCOOP_IMPORTS=1" : "",
                      source->checks_addresses ? " -DCOOP_CHECK_ADDRESSES=1" : "", source->module_options,
                      source->user_options != NULL ? source->user_options : "");
    if (length > 0 && (size_t)length < sizeof options) {
        *registers = coop_registers_option(context->device.traits, source->registers, source->is_limited,
                                           options, limit);
        length += snprintf(options + length, sizeof options - (size_t)length, "%s", limit);
    }
    if (length < 0 || (size_t)length >= sizeof options) {
        return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, DOING,
                              "the build options are too long");
    }
    status = coop_dump_init(&dump, &context->errors, source->dump_dir, source->name);
    if (status == COOP_OK) {
        status = dump_input(&dump, &context->errors, &all, options);
    }
    if (status == COOP_OK) {
        status = build(context, &all, options, &dump, program);
    }
    coop_dump_clear(&dump);
    return status;
}
