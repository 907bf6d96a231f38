/* What a graph has of OpenCL: queues, programs, memory objects. */
#ifndef COOP_HOST_GRAPH_GRAPH_DEVICE_H
#define COOP_HOST_GRAPH_GRAPH_DEVICE_H

#include "host/graph/graph_form.h"

/* Opens a queue for each device and builds the text; half of it is left for coop_graph_devices_close. */
coop_status coop_graph_devices_open(struct coop_graph_object *graph,
                                    const struct coop_graph_options *options);
void coop_graph_devices_close(struct coop_graph_object *graph);

/* Builds a text for the devices of a domain.
 * more  options, may be NULL. */
coop_status coop_graph_build(struct coop_graph_object *graph, uint32_t domain, const char *text,
                             const char *more, cl_program *program);

/* Releases what an item has of OpenCL. */
void coop_graph_item_close(const struct coop_graph_item *item);

/* What cells.cl needs of a tensor. */
coop_status coop_graph_tensor_open(struct coop_graph_object *graph, struct coop_graph_tensor *tensor);
void coop_graph_tensor_close(const struct coop_graph_tensor *tensor);

/* A memory object of a domain with a copy of `bytes` bytes. NULL, and recorded, on failure. */
cl_mem coop_graph_constant(struct coop_graph_object *graph, uint32_t domain, const void *from, size_t bytes);

/* One of each domain; those that were made before a failure are the caller's, too. */
coop_status coop_graph_constants(struct coop_graph_object *graph, const void *from, size_t bytes,
                                 cl_mem *memory);

/* Lends the memory of all blocks, and takes memory for borders between devices: all that a step needs. On
 * failure nothing is left but what was lent, which the tensors keep. */
coop_status coop_graph_take_memory(struct coop_graph_object *graph);

/* Gives back what that has taken, if anything, while nothing of the graph is under way. */
void coop_graph_drop_memory(struct coop_graph_object *graph);

/* Releases the events of the tasks of the step that is given. */
void coop_graph_forget_events(struct coop_graph_object *graph);

/* COOP_BUSY where a device would not run kernels now. */
coop_status coop_graph_check_devices(struct coop_graph_object *graph);

#endif
