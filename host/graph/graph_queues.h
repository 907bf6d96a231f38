/* What a graph on queues has of OpenCL: queues, programs, memory objects. */
#ifndef COOP_HOST_GRAPH_GRAPH_QUEUES_H
#define COOP_HOST_GRAPH_GRAPH_QUEUES_H

#include "host/graph/graph_form.h"

/* As the operations of graph_executor.h. The memory of all blocks is lent, and the tensors keep that. */
coop_status coop_graph_queues_open(struct coop_graph_object *graph, const struct coop_graph_options *options);
void coop_graph_queues_close(struct coop_graph_object *graph);
coop_status coop_graph_queues_check(struct coop_graph_object *graph);
coop_status coop_graph_queues_take_memory(struct coop_graph_object *graph);
void coop_graph_queues_drop_memory(struct coop_graph_object *graph);

/* Builds a text for the devices of a domain.
 * more  options, may be NULL. */
coop_status coop_graph_build(struct coop_graph_object *graph, uint32_t domain, const char *text,
                             const char *more, cl_program *program);

/* A memory object of a domain with a copy of `bytes` bytes. NULL, and recorded, on failure. */
cl_mem coop_graph_constant(struct coop_graph_object *graph, uint32_t domain, const void *from, size_t bytes);

/* One of each domain; those that were made before a failure are the caller's, too. */
coop_status coop_graph_constants(struct coop_graph_object *graph, const void *from, size_t bytes,
                                 cl_mem *memory);

/* Releases the events of the tasks of the step that is given. */
void coop_graph_forget_events(struct coop_graph_object *graph);

#endif
