/* The cells of coop-bench graph, for kernels and host. */
#ifndef LAB_BENCH_GRAPH_NODES_H
#define LAB_BENCH_GRAPH_NODES_H

struct probe {
    unsigned int value;
};
coop_elements(probe);

/* And those of saxpy beside libraries. */
struct real {
    float value;
};
coop_elements(real);

#endif
