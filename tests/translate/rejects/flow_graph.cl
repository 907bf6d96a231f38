#include "coop/kernel.clh"
#include "coop/channel.clh"

coop_kernel void no_side(global struct coop_flowgraph *graph)
{
    coop_flow_next(0);
    offer_kill();
}

coop_kernel void not_local(global struct coop_flowgraph *graph)
{
    struct coop_flow flow;
    offer_kill();
}

coop_kernel void no_graph(global uint *x)
{
    local struct coop_flow flow;
    coop_flow_next(&flow);
    offer_kill();
}

coop_kernel void never_begun(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;
    coop_flow_next(&flow);
    offer_kill();
}

coop_kernel void two_graphs(global struct coop_flowgraph *graph, global struct coop_flowgraph *other)
{
    local struct coop_flow flow;
    coop_flow_begin(&flow, graph);
    coop_flow_next(&flow);
    offer_kill();
}

coop_kernel void changed(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;
    coop_flow_begin(&flow, graph);
    coop_flow_next(&flow);
    offer_kill();
    graph = 0;
}

kernel void regular(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;
    coop_flow_begin(&flow, graph);
}

struct holder {
    struct coop_flow flow;
    int more;
};

coop_kernel void of_a_struct(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;
    local struct holder holder;
    coop_flow_begin(&flow, graph);
    coop_flow_begin(&holder.flow, graph);
    coop_flow_next(&holder.flow);
    offer_kill();
}

coop_kernel void of_an_array(global struct coop_flowgraph *graph, int which)
{
    local struct coop_flow flow;
    coop_flow_begin(&flow, graph + which);
    coop_flow_next(&flow);
    offer_kill();
}

coop_kernel void of_a_parameter(global struct coop_flowgraph *graph, local struct coop_flow *other)
{
    local struct coop_flow flow;
    coop_flow_begin(&flow, graph);
    coop_flow_begin(other, graph);
    coop_flow_next(other);
    offer_kill();
}

coop_kernel void by_address(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;
    global struct coop_flowgraph **where = &graph;
    coop_flow_begin(&flow, graph);
    coop_flow_next(&flow);
    offer_kill();
    *where = 0;
}

#define BEGIN(side) coop_flow_begin(&(side), (graph))
coop_kernel void is_right(global struct coop_flowgraph *const graph)
{
    local struct coop_flow flow;
    BEGIN(flow);
    coop_flow_next((&flow));
    offer_kill();
}
