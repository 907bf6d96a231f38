#include "coop/kernel.clh"
/* The paper's Fig. 4 with the index functions called in front of the loop: right for a fixed number of work-groups only. */
typedef struct {
    int size;
    uint node;
} nodes;
void process_node(global uint *g, global nodes *node, global nodes *found, int level) { g[node->node] = level + found->size; }
coop_kernel void graph_traversal(global uint *g, global nodes *n0, global nodes *n1)
{
    transmit int level = 0;
    transmit global nodes *in_nodes = n0;
    transmit global nodes *out_nodes = n1;
    int tid = get_global_id(0);
    int stride = get_global_size(0);
    while (in_nodes->size > 0) {
        for (int i = tid; i < in_nodes->size; i += stride)
            process_node(g, &in_nodes[i], out_nodes, level);
        global nodes *other = in_nodes;
        in_nodes = out_nodes;
        out_nodes = other;
        resizing_global_barrier();
        if (get_global_id(0) == 0)
            out_nodes->size = 0;
        level++;
        resizing_global_barrier();
    }
}
