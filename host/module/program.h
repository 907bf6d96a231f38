/* The program of a module: the device runtime around the module's text, built by the device compiler. */
#ifndef COOP_HOST_PROGRAM_H
#define COOP_HOST_PROGRAM_H

#include "host/context/context.h"

struct coop_program_source {
    const char *text; /* of the module */
    size_t text_bytes;
    const char *module_options; /* " -cl-..." or "" */
    const char *user_options;   /* may be NULL */
    uint32_t vars_bytes;        /* of a work-item, across steps */
    int checks_addresses;       /* accesses, too: cl/address.cl */
    int is_in_steps;            /* in which more can be said than in the structured form */
    uint32_t registers;         /* asked for; 0: none */
    int is_limited;             /* then by the driver's own number */
    const char *dump_dir;       /* NULL: the environment's; "": none */
    const char *name;           /* of its first kernel, or "" */
};

/* Builds before + text + after; writes them into the directory for dumps, if there is one.
 * program    NULL, or of the same source and not built rightly yet: it is built again. Out: to be
 *            released also when the build has failed. NULL when there is none.
 * registers  out: the limit that the library has set; 0: none */
coop_status coop_program_build(struct coop_context_object *context, const struct coop_program_source *source,
                               cl_program *program, uint32_t *registers);

#endif
