/* A scalar behind its handle: a value in each device's memory. Device 0's is the one that is written; after
 * it the others get copies. */
#ifndef COOP_HOST_GRAPH_SCALAR_H
#define COOP_HOST_GRAPH_SCALAR_H

#include "coop/buffer.h"
#include "coop/scalar.h"
#include "host/base/object.h"

#define COOP_KIND_SCALAR ((enum coop_kind)(COOP_KIND_OF_GRAPH + 1))

#define COOP_SCALAR_DEVICES_MAX 8u

struct coop_scalar_object {
    struct coop_object base;
    coop_devices *devices; /* borrowed */
    coop_context *context; /* borrowed, the first device's, for errors */
    enum coop_scalar_type type;
    char name[48];
    uint32_t device_count;
    coop_buffer *buffers[COOP_SCALAR_DEVICES_MAX];
    struct _cl_mem *memory[COOP_SCALAR_DEVICES_MAX]; /* the buffers', lent for graphs */
    int is_set;
};

/* The scalar with a reference; NULL, and recorded, when the handle is not live. */
struct coop_scalar_object *coop_scalar_get(coop_scalar *handle, const char *doing);

/* 4 or 8. */
uint32_t coop_scalar_bytes(enum coop_scalar_type type);

/* As OpenCL C has it: "float". */
const char *coop_scalar_type_name(enum coop_scalar_type type);

/* As coop_scalar_read, on an object. */
coop_status coop_scalar_fetch(struct coop_scalar_object *scalar, void *to);

#endif
