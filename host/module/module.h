/* The module behind its handle: its signature and the built program. */
#ifndef COOP_HOST_MODULE_H
#define COOP_HOST_MODULE_H

#include "host/context/context.h"
#include "host/module/signature.h"

struct coop_module_object {
    struct coop_object base;
    struct coop_context_object *context;
    struct coop_release release;
    cl_program program;
    struct coop_signature signature;
    int calls_printf;
};

#endif
