/* The graph traversal of the paper on cooperative kernels (Sorensen, Evrard, Donaldson, FSE 2017, Fig. 4), and in front of
 * it what the figure leaves open: types, process_node, swap, reset, and index functions without an argument. The kernel is the
 * figure's but for `coop_kernel void` and for `->` where its pseudo-code reaches through a pointer with a dot. */
#include "coop/kernel.clh"

/* Rows and arcs of a compressed graph, and the nodes' levels, -1 as long as they have none. */
typedef struct {
    uint rows[1025];
    uint arcs[4096];
    atomic_int levels[1024];
} graph;

/* A list: the first element holds its size, element i the i-th node. */
typedef struct {
    int size;
    uint node;
} nodes;

static void process(global graph *g, uint node, global nodes *found, int level)
{
    for (uint arc = g->rows[node]; arc < g->rows[node + 1]; arc++) {
        uint other = g->arcs[arc];
        int none = -1;

        if (atomic_compare_exchange_strong_explicit(&g->levels[other], &none, level + 1, memory_order_relaxed,
                                                    memory_order_relaxed, memory_scope_device)) {
            int place = atomic_fetch_add_explicit((global atomic_int *)&found->size, 1, memory_order_relaxed,
                                                  memory_scope_device);
            found[place].node = other;
        }
    }
}
#define process_node(g, from, found, level) process(g, (from).node, found, level)

static void swap(global nodes **left, global nodes **right)
{
    global nodes *other = *left;

    *left = *right;
    *right = other;
}

static int first_item(void)
{
    return (int)get_global_id(0);
}

static int all_items(void)
{
    return (int)get_global_size(0);
}
#define get_global_id() first_item()
#define get_global_size() all_items()

static void reset(global nodes *list)
{
    if (get_global_id() == 0) {
        list->size = 0;
    }
}

coop_kernel void graph_traversal(global graph *g, global nodes *n0, global nodes *n1)
{
    transmit int level = 0;
    transmit global nodes *in_nodes = n0;
    transmit global nodes *out_nodes = n1;
    while (in_nodes->size > 0) {
        int tid = get_global_id();
        int stride = get_global_size();
        for (int i = tid; i < in_nodes->size; i += stride)
            process_node(g, in_nodes[i], out_nodes, level);
        swap(&in_nodes, &out_nodes);
        resizing_global_barrier();
        reset(out_nodes);
        level++;
        resizing_global_barrier();
    }
}

/* Something else to do, for which the traversal makes room. */
kernel void paint(global uint *pixels, uint colour)
{
    pixels[(first_item())] = colour;
}
