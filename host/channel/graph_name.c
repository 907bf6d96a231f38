#include "host/channel/graph_name.h"

#include "host/channel/channel_layout.h"
#include <stdio.h>

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
