#include "host/module/module.h"

#include "host/module/registers.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VECTOR_BYTES_MAX 128u
#define LOADING "loading a module"
#define DESCRIBING "describing a kernel"
#define LIKELY_ITEMS 256u

static void module_release(struct coop_object *object)
{
    struct coop_module_object *module = (struct coop_module_object *)object;

    coop_forms_clear(&module->forms);
    coop_signature_clear(&module->signature);
    coop_object_release(&module->context->base);
    free(module);
}

static void module_destroy(struct coop_object *object)
{
    struct coop_module_object *module = (struct coop_module_object *)object;

    coop_release_object(&module->release, &module->context->device, object, module_release);
}

/* Keeps what a build needs. False when memory is exhausted. */
static int keep_source(struct coop_module_object *module, const char *text, size_t text_bytes,
                       const struct coop_module_options *options)
{
    const char *build_options = options != NULL ? options->build_options : NULL;
    const char *dump_dir = options != NULL ? options->dump_dir : NULL;
    struct coop_forms *forms = &module->forms;

    forms->context = module->context;
    forms->module_options = module->signature.options;
    /* As a union of all kernels' has it, which is as aligned as their largest vector. */
    forms->vars_bytes = (module->signature.vars_bytes / VECTOR_BYTES_MAX + 1) * VECTOR_BYTES_MAX;
    forms->name = module->signature.kernel_count != 0 ? module->signature.kernels[0].name : "";
    forms->registers = options != NULL ? options->registers : 0;
    forms->text = malloc(text_bytes + 1);
    forms->text_bytes = text_bytes;
    forms->user_options = build_options != NULL ? strdup(build_options) : NULL;
    forms->dump_dir = dump_dir != NULL ? strdup(dump_dir) : NULL;
    if (forms->text == NULL || (build_options != NULL && forms->user_options == NULL) ||
        (dump_dir != NULL && forms->dump_dir == NULL)) {
        return 0;
    }
    memcpy(forms->text, text, text_bytes);
    return 1;
}

/* The form that a run will most probably need; of the local size nothing is known yet. */
static coop_status build_likely(struct coop_module_object *module)
{
    uint32_t workers = module->context->worker_groups;
    struct coop_form_need need = {.groups = workers != 0 ? workers + 1 : 0, .local_items = LIKELY_ITEMS};
    const char *check = getenv("COOP_CHECK");
    const struct coop_built *built;

    (void)coop_form_check(&need, check != NULL ? check : ""); /* what is unknown, the run refuses */
    return coop_form_build(&module->forms, coop_form_likely(&module->forms, &need), &built);
}

coop_status coop_module_create(coop_context *context_handle, const char *text, size_t text_bytes,
                               const struct coop_module_options *options, coop_module **handle)
{
    struct coop_context_object *context = coop_context_get(context_handle);
    struct coop_module_object *module;
    coop_status status;

    if (handle != NULL) {
        *handle = NULL;
    }
    if (context == NULL) {
        return COOP_INVALID_HANDLE;
    }
    module = handle != NULL && text != NULL ? calloc(1, sizeof *module) : NULL;
    if (module == NULL) {
        status = handle == NULL || text == NULL
                     ? coop_error_null(&context->errors, LOADING, text == NULL ? "text" : "module")
                     : coop_error_out_of_memory(&context->errors, LOADING);
        coop_object_release(&context->base);
        return status;
    }
    coop_object_init(&module->base, COOP_KIND_MODULE, context, module_destroy);
    module->context = context; /* the module takes over the reference */
    module->calls_printf = coop_module_calls(text, text_bytes, "printf");
    status = coop_signature_parse(&context->errors, text, text_bytes, &module->signature);
    if (status == COOP_OK && !keep_source(module, text, text_bytes, options)) {
        status = coop_error_out_of_memory(&context->errors, LOADING);
    }
    if (status == COOP_OK) {
        status = coop_registers_read(&context->errors, &module->forms.registers);
    }
    if (status == COOP_OK) {
        status = build_likely(module);
    }
    if (status == COOP_OK) {
        *handle = coop_context_hand_out(context, &module->base, LOADING, &status);
    }
    coop_object_release(&module->base);
    return status;
}

/* The whole file as text, or NULL with errno set. */
static char *read_file(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t capacity = 0;
    size_t used = 0;

    if (file == NULL) {
        return NULL;
    }
    do {
        if (used == capacity) {
            char *larger = realloc(text, capacity = 2 * capacity + 65536);
            if (larger == NULL) {
                free(text);
                fclose(file);
                errno = ENOMEM;
                return NULL;
            }
            text = larger;
        }
        used += fread(text + used, 1, capacity - used, file);
    } while (used == capacity);
    if (ferror(file)) {
        free(text);
        text = NULL;
        errno = errno != 0 ? errno : EIO;
    }
    fclose(file);
    *bytes = used;
    return text;
}

coop_status coop_module_load(coop_context *context_handle, const char *path,
                             const struct coop_module_options *options, coop_module **handle)
{
    struct coop_context_object *context = coop_context_get(context_handle);
    size_t bytes = 0;
    coop_status status;
    char *text;

    if (handle != NULL) {
        *handle = NULL;
    }
    if (context == NULL) {
        return COOP_INVALID_HANDLE;
    }
    text = path != NULL ? read_file(path, &bytes) : NULL;
    if (path == NULL) {
        status = coop_error_null(&context->errors, LOADING, "path");
    } else if (text == NULL && errno == ENOMEM) {
        status = coop_error_out_of_memory(&context->errors, LOADING);
    } else if (text == NULL) {
        status = coop_error_set(&context->errors, COOP_IO_FAILED, LOADING, "%s cannot be read: %s", path,
                                strerror(errno));
    } else {
        status = coop_module_create(context_handle, text, bytes, options, handle);
    }
    free(text);
    coop_object_release(&context->base);
    return status;
}

void coop_module_destroy(coop_module *handle)
{
    coop_object_release(coop_object_close(handle, COOP_KIND_MODULE));
}

/* The kernel's parameter of that index; NULL when there is none. */
static const struct coop_parameter *find_parameter(const struct coop_signature *signature, uint32_t kernel,
                                                   uint32_t index)
{
    for (uint32_t i = 0; i < signature->parameter_count; ++i) {
        if (signature->parameters[i].kernel == kernel && index-- == 0) {
            return &signature->parameters[i];
        }
    }
    return NULL;
}

static coop_status report_parameter(struct coop_module_object *module, uint32_t kernel, uint32_t index,
                                    struct coop_parameter_report *report)
{
    const struct coop_parameter *parameter = find_parameter(&module->signature, kernel, index);

    if (kernel >= module->signature.kernel_count) {
        return coop_error_set(&module->context->errors, COOP_UNKNOWN_KERNEL, DESCRIBING,
                              "the module has no kernel %u; it has %u, from 0 on", kernel,
                              module->signature.kernel_count);
    }
    if (parameter == NULL) {
        return coop_error_set(&module->context->errors, COOP_INVALID_ARGUMENT, DESCRIBING,
                              "the kernel %s has no parameter %u", module->signature.kernels[kernel].name,
                              index);
    }
    memset(report, 0, sizeof *report);
    snprintf(report->name, sizeof report->name, "%s", parameter->name);
    snprintf(report->type, sizeof report->type, "%s", parameter->source_type);
    report->kind = parameter->kind;
    report->offset = parameter->offset;
    report->bytes = parameter->kind == COOP_PARAMETER_VALUE ? parameter->bytes : 8;
    return COOP_OK;
}

coop_status coop_module_parameter(coop_module *handle, uint32_t kernel, uint32_t index,
                                  struct coop_parameter_report *report)
{
    struct coop_module_object *module = coop_object_get(handle, COOP_KIND_MODULE);
    coop_status status;

    if (module == NULL) {
        return coop_error_handle(handle, DESCRIBING, "module");
    }
    status = report != NULL ? report_parameter(module, kernel, index, report)
                            : coop_error_null(&module->context->errors, DESCRIBING, "report");
    coop_object_release(&module->base);
    return status;
}

coop_status coop_module_kernel(coop_module *handle, uint32_t index, struct coop_kernel_report *report)
{
    struct coop_module_object *module = coop_object_get(handle, COOP_KIND_MODULE);
    coop_status status = COOP_OK;

    if (module == NULL) {
        return coop_error_handle(handle, DESCRIBING, "module");
    }
    if (report == NULL) {
        status = coop_error_null(&module->context->errors, DESCRIBING, "report");
    } else if (index >= module->signature.kernel_count) {
        status = coop_error_set(&module->context->errors, COOP_UNKNOWN_KERNEL, DESCRIBING,
                                "the module has no kernel %u; it has %u, from 0 on", index,
                                module->signature.kernel_count);
    } else {
        *report = module->signature.kernels[index];
    }
    coop_object_release(&module->base);
    return status;
}

coop_status coop_module_hash(coop_module *handle, uint64_t *hash)
{
    struct coop_module_object *module = coop_object_get(handle, COOP_KIND_MODULE);
    coop_status status = COOP_OK;

    if (module == NULL) {
        return coop_error_handle(handle, DESCRIBING, "module");
    }
    if (hash == NULL) {
        status = coop_error_null(&module->context->errors, DESCRIBING, "hash");
    } else {
        *hash = coop_forms_hash(&module->forms);
    }
    coop_object_release(&module->base);
    return status;
}
