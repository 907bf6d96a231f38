#include "host/module/form.h"

#include "host/module/program.h"
#include "host/module/registers.h"
#include <stdlib.h>
#include <string.h>

#define ASKING "asking for a megakernel's registers"

static int is_free(const struct coop_forms *forms)
{
    const struct coop_device_traits *traits = forms->context->device.traits;

    return coop_registers_are_free(traits, forms->registers, forms->module_options) &&
           coop_registers_are_free(traits, forms->registers, forms->user_options);
}

static enum coop_registers_fit fit(const struct coop_forms *forms, const struct coop_form_need *need)
{
    const struct coop_device *device = &forms->context->device;

    return !is_free(forms) ? COOP_REGISTERS_FIT
                           : coop_registers_fit(device->traits, device->report.compute_units, need->groups,
                                                need->local_items);
}

int coop_form_check(struct coop_form_need *need, const char *check)
{
    need->checks_addresses = strcmp(check, "addresses") == 0;
    need->checks_divergence = strcmp(check, "divergence") == 0;
    return check[0] == '\0' || need->checks_addresses || need->checks_divergence;
}

enum coop_form coop_form_likely(const struct coop_forms *forms, const struct coop_form_need *need)
{
    if (need->checks_addresses) {
        return COOP_FORM_CHECKED;
    }
    if (need->checks_divergence && forms->context->device.runs_structured) {
        return COOP_FORM_STEPS; /* the other forms of devices find it as they are */
    }
    return fit(forms, need) == COOP_REGISTERS_FIT_NOT ? COOP_FORM_LIMITED : COOP_FORM_FREE;
}

/* Whether there is a program already: files that show the build are written during the first build alone,
 * since later ones are a run's. */
static int has_another(const struct coop_forms *forms, enum coop_form form)
{
    for (int i = 0; i < COOP_FORM_COUNT; i++) {
        if (i != (int)form && forms->built[i].program != NULL) {
            return 1;
        }
    }
    return 0;
}

coop_status coop_form_build(struct coop_forms *forms, enum coop_form form, const struct coop_built **built)
{
    struct coop_built *mine = &forms->built[form];
    struct coop_program_source source = {.text = forms->text,
                                         .text_bytes = forms->text_bytes,
                                         .module_options = forms->module_options,
                                         .user_options = forms->user_options,
                                         .vars_bytes = forms->vars_bytes,
                                         .checks_addresses = form == COOP_FORM_CHECKED,
                                         .is_in_steps = form == COOP_FORM_CHECKED || form == COOP_FORM_STEPS,
                                         .registers = forms->registers,
                                         .is_limited = form != COOP_FORM_FREE,
                                         .dump_dir = has_another(forms, form) ? "" : forms->dump_dir,
                                         .name = forms->name};
    coop_status status = COOP_OK;

    if (!mine->is_right) {
        status = coop_program_build(forms->context, &source, &mine->program, &mine->registers);
        mine->is_right = status == COOP_OK;
    }
    *built = mine;
    return status;
}

/* How many work-items of the form a compute unit has registers for. The kernel stays with the form: to
 * release it would be a wait on some drivers. */
static coop_status ask_items(struct coop_forms *forms, struct coop_built *built)
{
    struct coop_context_object *context = forms->context;
    cl_int code = CL_SUCCESS;

    if (built->items != 0) {
        return COOP_OK;
    }
    if (built->kernel == NULL) {
        built->kernel = clCreateKernel(built->program, "coop_megakernel", &code);
    }
    if (built->kernel == NULL) {
        return coop_error_opencl(&context->errors, code, "clCreateKernel", ASKING);
    }
    code = clGetKernelWorkGroupInfo(built->kernel, context->device.id, CL_KERNEL_WORK_GROUP_SIZE,
                                    sizeof built->items, &built->items, NULL);
    return code == CL_SUCCESS ? COOP_OK
                              : coop_error_opencl(&context->errors, code, "clGetKernelWorkGroupInfo", ASKING);
}

coop_status coop_form_choose(struct coop_forms *forms, const struct coop_form_need *need,
                             const struct coop_built **built)
{
    const struct coop_device *device = &forms->context->device;
    enum coop_form form = coop_form_likely(forms, need);
    coop_status status = coop_form_build(forms, form, built);

    if (status != COOP_OK || form != COOP_FORM_FREE || fit(forms, need) != COOP_REGISTERS_DEPEND) {
        return status;
    }
    status = ask_items(forms, &forms->built[form]);
    if (status == COOP_OK && !coop_registers_hold(device->traits, device->report.compute_units, need->groups,
                                                  need->local_items, forms->built[form].items)) {
        status = coop_form_build(forms, COOP_FORM_LIMITED, built);
    }
    return status;
}

void coop_forms_clear(struct coop_forms *forms)
{
    for (int i = 0; i < COOP_FORM_COUNT; i++) {
        if (forms->built[i].kernel != NULL) {
            clReleaseKernel(forms->built[i].kernel);
        }
        if (forms->built[i].program != NULL) {
            clReleaseProgram(forms->built[i].program);
        }
    }
    free(forms->text);
    free(forms->user_options);
    free(forms->dump_dir);
}

uint64_t coop_forms_hash(const struct coop_forms *forms)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325); /* FNV-1a's first value, and its prime below */

    for (size_t i = 0; i < forms->text_bytes; i++) {
        sum = (sum ^ (unsigned char)forms->text[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}
