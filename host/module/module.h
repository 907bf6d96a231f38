/* The module behind its handle: its signature table and the built program. */
#ifndef COOP_HOST_MODULE_H
#define COOP_HOST_MODULE_H

#include "coop/module.h"
#include "host/context/context.h"

#define COOP_MODULE_OPTIONS_BYTES 2048

/* Where in the user's source the operation stands that ends a state. */
struct coop_state_place {
    uint32_t kernel;
    uint32_t state;
    uint32_t line; /* of the operation at which a step that begins here ends; 0: it may be several, or none */
    uint32_t begins; /* line of the first thing that it does; 0: it does nothing */
    char file[128];
};

struct coop_module_object {
    struct coop_object base;
    struct coop_context_object *context;
    cl_program program;
    char options[COOP_MODULE_OPTIONS_BYTES]; /* the module's own, for the device compiler */
    uint32_t kernel_count;
    struct coop_kernel_report *kernels;
    uint32_t place_count;
    struct coop_state_place *places;
    int calls_printf;
    int lacks_memory; /* while the header is read: what stopped it was not its text */
};

/* Reads the `//coop` lines (docs/module.md). The message of a refusal names the line. */
coop_status coop_module_parse(struct coop_module_object *module, const char *text, size_t text_bytes);

/* Does the text call a function of that name? Comments and literals do not count, macros are not followed. */
int coop_module_calls(const char *text, size_t text_bytes, const char *name);

/* Builds before + text + after into module->program. */
coop_status coop_program_build(struct coop_module_object *module, const char *text, size_t text_bytes,
                               const char *build_options);

/* Where a state is; NULL when the module does not say. */
const struct coop_state_place *coop_module_state(const struct coop_module_object *module, uint32_t kernel,
                                                 uint32_t state);

/* The same for its operation: NULL also when that is not known. */
const struct coop_state_place *coop_module_place(const struct coop_module_object *module, uint32_t kernel,
                                                 uint32_t state);

/* The index of a kernel; kernel_count when there is none of that name. */
uint32_t coop_module_find(const struct coop_module_object *module, const char *name);

#endif
