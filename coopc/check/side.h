/* The calls that the runtime takes part in, and the objects that they are given. */
#ifndef COOPC_CHECK_SIDE_H
#define COOPC_CHECK_SIDE_H

#include "coopc/diag/errors.h"
#include "coopc/model/kernel.h"

/* A work-group's side of a work queue or flow graph. The runtime finds both by the kernel's index: the object
 * in local memory and the launched parameter. */
struct side {
    const struct variable *object;
    const struct variable *shared; /* the parameter */
    const char *begin;             /* the functions' names: begin(&object, shared), next(&object) */
    const char *next;
    enum error error;
};

/* Refuses calls in the kernel that are given anything else. */
void check_side(const struct kernel *kernel, const struct side *side);

#endif
