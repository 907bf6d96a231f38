/* The program of a module: the device runtime around the module's text, built by the device compiler. */
#ifndef COOP_HOST_PROGRAM_H
#define COOP_HOST_PROGRAM_H

#include "host/context/context.h"

struct coop_program_source {
    const char *text; /* of the module */
    size_t text_bytes;
    const char *module_options; /* " -cl-..." or "" */
    const char *user_options;   /* may be NULL */
    int checks_addresses;       /* accesses, too: cl/address.cl */
    uint32_t registers;         /* as coop_module_options */
    const char *dump_dir;       /* NULL: the environment's; "": none */
    const char *name;           /* of its first kernel, or "" */
};

/* Builds before + text + after; writes them into the directory for dumps, if there is one.
 * program  out; to be released also when the build has failed. NULL when there is none. */
coop_status coop_program_build(struct coop_context_object *context, const struct coop_program_source *source,
                               cl_program *program);

#endif
