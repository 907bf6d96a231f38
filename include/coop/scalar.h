/* Scalars that live on devices: a number that kernels of a graph (graph.h) read, and that a reduction or
 * another kernel has written, without the host between. Library coop::graph; user's manual: docs/tensors.md.
 *
 *     coop_scalar_create(devices, &(struct coop_scalar_options){.type = COOP_DOUBLE, .name = "fastest"},
 *                        &fastest);
 *     coop_graph_then_reduce(graph, "fastest", speeds, "speed", COOP_MAX, fastest);
 *     …
 *     coop_scalar_read(fastest, &value);
 *
 * In a kernel it is the parameter coop_scalar(double, fastest), or coop_scalar_out where it is written, and
 * its value coop_value(fastest): coop/tensor.clh.
 *
 * Threads, handles and errors: coop.h. */
#ifndef COOP_SCALAR_H
#define COOP_SCALAR_H

#include "coop/devices.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_scalar coop_scalar;

enum coop_scalar_type {
    COOP_INT = 1,
    COOP_UINT = 2,
    COOP_LONG = 3,
    COOP_ULONG = 4,
    COOP_FLOAT = 5,
    COOP_DOUBLE = 6
};

struct coop_scalar_options {
    enum coop_scalar_type type; /* needed */
    const char *name;           /* for messages, at most 40 bytes; NULL: "scalar" */
};

/* Takes memory for a scalar on each of the devices. It has no value yet.
 * devices  in one domain; must outlive the scalar.
 * options  read during the call.
 * scalar   out; NULL on failure.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  no such type, or a name that is too long.
 * COOP_DEVICE_UNFIT      doubles, which a device has not.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_scalar_create(coop_devices *devices, const struct coop_scalar_options *options,
                                        coop_scalar **scalar);

/* No graph that uses it may be running. NULL is accepted. */
COOP_API void coop_scalar_destroy(coop_scalar *scalar);

/* Copy the value from or to the host: 4 bytes, or 8 for long, ulong and double. Not while a graph runs that
 * uses it, except in a function of the host's that the graph calls.
 * Blocks  for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  of a read: nobody has set it yet.
 * COOP_INVALID_HANDLE, COOP_OPENCL_FAILED */
COOP_API coop_status coop_scalar_write(coop_scalar *scalar, const void *from);
COOP_API coop_status coop_scalar_read(coop_scalar *scalar, void *to);

#ifdef __cplusplus
}
#endif
#endif
