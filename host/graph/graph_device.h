/* What a graph has of OpenCL: queues, programs, memory objects. */
#ifndef COOP_HOST_GRAPH_GRAPH_DEVICE_H
#define COOP_HOST_GRAPH_GRAPH_DEVICE_H

#include "host/graph/graph_form.h"

/* Opens a queue for each device and builds the text; half of it is left for coop_graph_devices_close. */
coop_status coop_graph_devices_open(struct coop_graph_object *graph,
                                    const struct coop_graph_options *options);
void coop_graph_devices_close(struct coop_graph_object *graph);

/* Builds a text for the devices.
 * more  options, may be NULL. */
coop_status coop_graph_build(struct coop_graph_object *graph, const char *text, const char *more,
                             cl_program *program);

/* What cells.cl needs of a tensor. */
coop_status coop_graph_tensor_open(struct coop_graph_object *graph, struct coop_graph_tensor *tensor);

/* A memory object with a copy of `bytes` bytes. NULL, and recorded, on failure. */
cl_mem coop_graph_constant(struct coop_graph_object *graph, const void *from, size_t bytes);

/* Lends the memory of all blocks, and takes memory for borders between devices: all that a step needs. On
 * failure nothing is left but what was lent, which the tensors keep. */
coop_status coop_graph_take_memory(struct coop_graph_object *graph);

/* COOP_BUSY where a device would not run kernels now. */
coop_status coop_graph_check_devices(struct coop_graph_object *graph);

#endif
