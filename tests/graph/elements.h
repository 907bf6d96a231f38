/* The elements of these tests: one without holes, and one with scalars, vectors, arrays and holes. */
#ifndef TESTS_GRAPH_ELEMENTS_H
#define TESTS_GRAPH_ELEMENTS_H

struct flow {
    float density;
    float momentum[2];
    float energy;
};
coop_elements(flow);

struct mixed {
    uchar tag;
    float4 position;
    short counts[3];
    ulong key;
    char3 small[2];
    int level;
};
coop_elements(mixed);

#endif
