/* The module behind its handle: its signature and its program. */
#ifndef COOP_HOST_MODULE_H
#define COOP_HOST_MODULE_H

#include "host/context/context.h"
#include "host/module/form.h"
#include "host/module/signature.h"

struct coop_module_object {
    struct coop_object base;
    struct coop_context_object *context;
    struct coop_release release;
    struct coop_forms forms;
    struct coop_signature signature;
    int calls_printf;
};

#endif
