/* The module behind its handle: its signature and the built program. */
#ifndef COOP_HOST_MODULE_H
#define COOP_HOST_MODULE_H

#include "host/context/context.h"
#include "host/module/signature.h"

struct coop_module_object {
    struct coop_object base;
    struct coop_context_object *context;
    struct coop_release release;
    char *text; /* the caller's, for a form that is built later */
    size_t text_bytes;
    char *user_options; /* NULL: none */
    char *dump_dir;     /* NULL: the environment's */
    uint32_t registers; /* as coop_module_options */
    struct coop_built {
        cl_program program; /* also of a build that failed: it is released with the module */
        int is_right;
    } built[2]; /* without checks of addresses, and with them */
    struct coop_signature signature;
    int calls_printf;
};

/* The program in the form that does or does not check addresses, built if it is not yet. Borrowed from the
 * module. The caller has the context for itself, by the claim of a run. Blocks for the device compiler. */
coop_status coop_module_get_program(struct coop_module_object *module, int checks_addresses,
                                    cl_program *program);

#endif
