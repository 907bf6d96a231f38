#include "host/channel/graph.h"

#include "host/channel/channel_layout.h"
#include "host/context/buffer.h"

#include <stdio.h>

struct coop_context_object *coop_flow_lock(coop_buffer *buffer)
{
    struct coop_context_object *context = coop_buffer_context(buffer);

    if (context != NULL) {
        pthread_mutex_lock(&context->graphs);
    }
    return context;
}

void coop_flow_unlock(struct coop_context_object *locked)
{
    if (locked != NULL) {
        pthread_mutex_unlock(&locked->graphs);
        coop_object_release(&locked->base);
    }
}

coop_status coop_flow_read_head(coop_buffer *buffer, uint64_t offset, const char *doing,
                                struct coop_flowgraph *head)
{
    coop_status status = coop_buffer_read(buffer, offset, head, sizeof *head);

    if (status != COOP_OK) {
        return status;
    }
    if (head->magic != COOP_FLOWGRAPH_MAGIC || head->version != COOP_FLOWGRAPH_VERSION) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing,
                                  "there is no flow graph; make it with coop_flow_init");
    }
    if (!coop_flow_head_is_whole(head) || head->bytes > coop_buffer_bytes(buffer) - offset) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing,
                                  "the flow graph's head is damaged: a kernel wrote over it; make the graph "
                                  "anew with coop_flow_init");
    }
    return COOP_OK;
}

static int read_graph(const struct coop_flow_seen *graph, uint64_t at, void *to, uint64_t bytes)
{
    return graph->transport->methods->read(graph->transport, graph->at + at, to, bytes) == COOP_OK;
}

struct coop_flow_seen coop_flow_see(struct coop_transport *transport, uint64_t arena_before, uint64_t at)
{
    struct coop_flow_seen graph = {.transport = transport, .at = at - arena_before};

    graph.is_there = at != 0 && read_graph(&graph, 0, &graph.head, sizeof graph.head) &&
                     graph.head.magic == COOP_FLOWGRAPH_MAGIC && coop_flow_head_is_whole(&graph.head);
    return graph;
}

struct coop_flow_name coop_flow_name_channel(const struct coop_flow_seen *graph, uint32_t tag)
{
    struct coop_flow_name name;
    struct coop_channel record;

    snprintf(name.text, sizeof name.text, "channel %u", tag);
    if (graph->is_there && tag >= 1 && tag <= graph->head.channel_count &&
        read_graph(graph, graph->head.channels_at + (tag - 1) * sizeof record, &record, sizeof record)) {
        snprintf(name.text, sizeof name.text, "channel %.23s", record.name);
    }
    return name;
}

uint32_t coop_flow_most_of(const struct coop_flow_seen *graph, uint32_t from, uint32_t to)
{
    struct coop_flow_edge edge;

    for (uint32_t i = 0; graph->is_there && i < graph->head.edge_count; i++) {
        if (!read_graph(graph, graph->head.edges_at + i * sizeof edge, &edge, sizeof edge)) {
            return 0;
        }
        if (edge.from + 1 == from && edge.to + 1 == to) {
            return edge.most;
        }
    }
    return 0;
}
