/* What coopc knows about the user's files: plain data. parse/ and lower/ fill it, check/ and emit/ read. */
#ifndef COOPC_MODEL_H
#define COOPC_MODEL_H

#include "coopc/model/kernel.h"
#include "coopc/model/unit.h"

struct tasks;

struct model {
    LIST(struct unit *) units;
    LIST(struct kernel *) kernels;
    const struct tasks *tasks;  /* NULL: there are none */
    bool has_collectives;       /* written out */
    bool keeps_sub_groups;      /* the device's own are called (--device-sub-groups) */
    const char *host_header;    /* that the host's header includes, or NULL (--host-header) */
    LIST(const char *) options; /* for the device compiler */
    LIST(const char *) defines; /* name or name=value */
    size_t local_room;          /* bytes for the parameters in local memory of a kernel that has some */
    LIST(const char *) files; /* that accesses to memory are in, by the numbers that the module gives them */
};

/* The definition of a function, in whichever file it stands; NULL when no file defines it. */
struct function *find_definition(const struct model *model, const struct function *function);

#endif
