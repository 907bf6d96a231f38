/* Launches by name: arguments are checked against what the module says of each parameter, and packed. */
#include "coop/argument.h"

#include "host/run/packing.h"
#include "host/run/posting.h"
#include <stdio.h>
#include <string.h>

#define DOING COOP_DOING_POSTING
#define HASH_OF_NOTHING UINT64_C(0xcbf29ce484222325) /* args_hash of a kernel without parameters */

/* The kernel's parameter, counted from 0; NULL behind the last. */
static const struct coop_parameter *parameter_at(const struct coop_packing *packing, uint32_t number)
{
    const struct coop_signature *signature = &packing->run->module->signature;

    for (uint32_t i = 0; i < signature->parameter_count; i++) {
        if (signature->parameters[i].kernel == packing->index && number-- == 0) {
            return &signature->parameters[i];
        }
    }
    return NULL;
}

/* "global float *v, float by", as far as there is room. */
static const char *declare(const struct coop_packing *packing, char *text, size_t capacity)
{
    const struct coop_parameter *parameter;
    size_t used = 0;

    snprintf(text, capacity, "none");
    for (uint32_t i = 0; (parameter = parameter_at(packing, i)) != NULL && used < capacity; i++) {
        size_t length = strlen(parameter->source_type);
        int is_pointer = length > 0 && parameter->source_type[length - 1] == '*';
        used += (size_t)snprintf(text + used, capacity - used, "%s%s%s%s", i > 0 ? ", " : "",
                                 parameter->source_type, is_pointer ? "" : " ", parameter->name);
    }
    if (used >= capacity) {
        memcpy(text + capacity - sizeof "...", "...", sizeof "...");
    }
    return text;
}

/* What is wrong with the arguments as a whole, and what they are to be. */
static coop_status refuse_all(const struct coop_packing *packing, const char *wrong)
{
    char declared[512];

    return coop_error_set(&packing->run->context->errors, COOP_SIGNATURE_MISMATCH, DOING,
                          "%s; the parameters of %s are: %s", wrong, packing->kernel->name,
                          declare(packing, declared, sizeof declared));
}

/* The argument of that name; NULL: none. */
static const struct coop_argument *find_argument(const struct coop_packing *packing, const char *name)
{
    for (size_t i = 0; i < packing->count; i++) {
        if (strcmp(packing->arguments[i].name, name) == 0) {
            return &packing->arguments[i];
        }
    }
    return NULL;
}

/* Each argument is one parameter's, and no other argument is. */
static coop_status check_names(const struct coop_packing *packing)
{
    char wrong[256];

    for (size_t i = 0; i < packing->count; i++) {
        const char *name = packing->arguments[i].name;
        const struct coop_parameter *parameter;
        uint32_t number = 0;
        if (name == NULL) {
            snprintf(wrong, sizeof wrong, "arguments[%zu].name", i);
            return coop_error_null(&packing->run->context->errors, DOING, wrong);
        }
        while ((parameter = parameter_at(packing, number)) != NULL && strcmp(parameter->name, name) != 0) {
            number++;
        }
        if (parameter == NULL) {
            snprintf(wrong, sizeof wrong, "%s has no parameter `%.100s`", packing->kernel->name, name);
            return refuse_all(packing, wrong);
        }
        if (find_argument(packing, name) != &packing->arguments[i]) {
            snprintf(wrong, sizeof wrong, "the argument `%.100s` stands there twice", name);
            return refuse_all(packing, wrong);
        }
    }
    return COOP_OK;
}

/* Names the parameters without an argument. */
static coop_status refuse_missing(const struct coop_packing *packing)
{
    const struct coop_parameter *parameter;
    char wrong[320];
    size_t used = 0;
    unsigned missing = 0;

    for (uint32_t i = 0; (parameter = parameter_at(packing, i)) != NULL; i++) {
        if (find_argument(packing, parameter->name) == NULL && used < sizeof wrong) {
            used += (size_t)snprintf(wrong + used, sizeof wrong - used, "%s`%s`",
                                     missing++ > 0 ? ", " : "no argument is given for ", parameter->name);
        }
    }
    return refuse_all(packing, wrong);
}

static coop_status pack_all(struct coop_packing *packing)
{
    const struct coop_parameter *parameter = parameter_at(packing, 0);
    coop_status status;

    if (parameter == NULL && packing->kernel->args_hash != HASH_OF_NOTHING) {
        return coop_error_set(&packing->run->context->errors, COOP_SIGNATURE_MISMATCH, DOING,
                              "the module does not say what the parameters of %s are; translate it again "
                              "with the coopc of this library",
                              packing->kernel->name);
    }
    status = check_names(packing);
    for (uint32_t i = 0; status == COOP_OK && (parameter = parameter_at(packing, i)) != NULL; i++) {
        const struct coop_argument *argument = find_argument(packing, parameter->name);
        status = argument != NULL ? coop_packing_put(packing, parameter, argument) : refuse_missing(packing);
    }
    return status;
}

static coop_status refuse_kernel(struct coop_run_object *run, const char *name)
{
    const struct coop_signature *signature = &run->module->signature;
    char names[512];
    size_t used = 0;

    for (uint32_t i = 0; i < signature->kernel_count && used < sizeof names; i++) {
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 signature->kernels[i].name);
    }
    if (used >= sizeof names) {
        memcpy(names + sizeof names - sizeof "...", "...", sizeof "...");
    }
    return coop_error_set(&run->context->errors, COOP_UNKNOWN_KERNEL, DOING,
                          "the module has no kernel named %.128s; it has %s", name, names);
}

/* Looks up the kernel, and packs. */
static coop_status prepare(struct coop_packing *packing, const char *name, const struct coop_ndrange *ndrange)
{
    struct coop_run_object *run = packing->run;
    struct coop_error_record *errors = &run->context->errors;

    if (name == NULL) {
        return coop_error_null(errors, DOING, "kernel");
    }
    if (packing->arguments == NULL && packing->count > 0) {
        return coop_error_null(errors, DOING, "arguments");
    }
    packing->index = coop_signature_find(&run->module->signature, name);
    if (packing->index == run->module->signature.kernel_count) {
        return refuse_kernel(run, name);
    }
    packing->kernel = &run->module->signature.kernels[packing->index];
    if (packing->kernel->is_cooperative != (ndrange == NULL)) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, DOING,
                              ndrange == NULL
                                  ? "%s is a regular kernel, and ndrange, its index space, is NULL"
                                  : "%s is a cooperative kernel, which has no index space; give "
                                    "NULL as ndrange",
                              name);
    }
    return pack_all(packing);
}

coop_status coop_launch_named(coop_run *run_handle, const char *kernel, const struct coop_argument *arguments,
                              size_t count, const struct coop_ndrange *ndrange,
                              const struct coop_launch_options *options, coop_launch **launch)
{
    struct coop_packing packing = {.arguments = arguments, .count = count};
    struct coop_kernel_id id = {.name = kernel};
    coop_status status;

    if (launch != NULL) {
        *launch = NULL;
    }
    packing.run = coop_object_get(run_handle, COOP_KIND_RUN);
    if (packing.run == NULL) {
        return coop_error_handle(run_handle, DOING, "run");
    }
    status = prepare(&packing, kernel, ndrange);
    if (status == COOP_OK) {
        size_t bytes = packing.kernel->args_bytes;
        id.args_hash = packing.kernel->args_hash;
        status = ndrange == NULL
                     ? coop_launch_cooperative(run_handle, &id, packing.packed, bytes, options, launch)
                     : coop_launch_regular(run_handle, &id, packing.packed, bytes, ndrange, options, launch);
    }
    coop_object_release(&packing.run->base);
    return status;
}
