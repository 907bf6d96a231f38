#include "host/graph/graph_fail.h"

#include "coop/library.h"
#include <stdarg.h>
#include <stdio.h>

coop_status coop_graph_fail(const struct coop_graph_object *graph, coop_status status, const char *doing,
                            const char *message, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, message);
    vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    return coop_context_fail(graph != NULL ? graph->context : NULL, status, doing, text);
}

coop_status coop_graph_no_memory(const struct coop_graph_object *graph, const char *doing)
{
    return coop_graph_fail(graph, COOP_OUT_OF_MEMORY, doing, "the host has no memory left for a graph");
}

struct coop_graph_object *coop_graph_get(coop_graph *handle, const char *doing)
{
    struct coop_graph_object *graph = coop_object_get(handle, COOP_KIND_GRAPH);

    if (graph == NULL) {
        (void)coop_graph_fail(NULL, COOP_INVALID_HANDLE, doing,
                              handle == NULL ? "the graph is NULL: none was made, or making it failed"
                                             : "the graph was destroyed, or never made");
    }
    return graph;
}

coop_status coop_graph_reached(const struct coop_graph_object *graph, cl_int code, const char *doing,
                               const char *call)
{
    if (code == CL_SUCCESS) {
        return COOP_OK;
    }
    return coop_graph_fail(graph,
                           code == CL_OUT_OF_HOST_MEMORY || code == CL_MEM_OBJECT_ALLOCATION_FAILURE
                               ? COOP_OUT_OF_MEMORY
                               : COOP_OPENCL_FAILED,
                           doing, "%s failed with %d", call, (int)code);
}
