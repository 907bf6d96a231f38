/* What coopc knows about the user's files: plain data. parse/ and lower/ fill it, check/ and emit/ read. */
#ifndef COOPC_MODEL_H
#define COOPC_MODEL_H

#include "coopc/model/kernel.h"
#include "coopc/model/unit.h"

struct model {
    LIST(struct unit *) units;
    LIST(struct kernel *) kernels;
    LIST(const char *) options; /* for the device compiler */
    LIST(const char *) defines; /* name or name=value */
    LIST(const char *) files; /* that accesses to memory are in, by the numbers that the module gives them */
};

/* The definition of a function, in whichever file it stands; NULL when no file defines it. */
struct function *find_definition(const struct model *model, const struct function *function);

#endif
