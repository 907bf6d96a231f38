/* A kernel's parameter, as an `argument` line of the module's header says it (docs/module.md). */
#ifndef COOP_HOST_PARAMETER_H
#define COOP_HOST_PARAMETER_H

#include "coop/argument.h"

struct coop_parameter {
    uint32_t kernel;
    uint32_t offset; /* in the packed arguments */
    enum coop_parameter_kind kind;
    enum coop_type type; /* of a value, or of what the pointer leads to */
    uint32_t lanes;      /* at least 1 */
    uint32_t bytes;      /* of the same; 0 where it is not known, as of void */
    char name[128];
    char source_type[128]; /* as the source has it, cut where it is longer */
};

/* Reads what the line says of a parameter, all but its kernel. False when it is damaged, or does not lie in
 * the packed arguments. */
int coop_parameter_read(const char *line, uint32_t args_bytes, struct coop_parameter *parameter);

/* Bytes of one lane; 0 for a struct. */
uint32_t coop_type_bytes(enum coop_type type);

/* "uint32_t"; "struct" for COOP_TYPE_BYTES. */
const char *coop_type_name(enum coop_type type);

#endif
