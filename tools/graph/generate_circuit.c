#include "arc_list.h"
#include "generate.h"
#include "tools/random/random.h"

#include <string.h>

#define STRIDE 5                             /* of the coarse mesh on the fine one */
#define BLOCK_VERTICES (STRIDE * STRIDE + 1) /* of both meshes in one cell of the coarse one */
#define MISSING_ONE_IN 8                     /* of the fine mesh's vertical wires */

/* The root of the number, rounded to the nearest whole one. */
static uint64_t nearest_root(uint64_t number)
{
    uint64_t root = 0;
    uint64_t bit;

    for (bit = (uint64_t)1 << 31; bit > 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= number) {
            root += bit;
        }
    }
    return number - root * root > root ? root + 1 : root;
}

static int fine_wires(uint32_t side, uint64_t seed, struct arc_list *arcs)
{
    int status = 0;
    uint32_t x, y;

    for (y = 0; y < side && status == 0; y++) {
        for (x = 0; x < side; x++) {
            uint32_t vertex = y * side + x;

            if (x + 1 < side) {
                status |= arc_list_push(arcs, vertex, vertex + 1);
            }
            if (y + 1 < side && (x == 0 || random_below(&seed, MISSING_ONE_IN) != 0)) {
                status |= arc_list_push(arcs, vertex, vertex + side);
            }
        }
    }
    return status;
}

static int coarse_wires(uint32_t side, struct arc_list *arcs)
{
    uint32_t fine_side = side * STRIDE;
    uint32_t first = fine_side * fine_side;
    int status = 0;
    uint32_t x, y;

    for (y = 0; y < side && status == 0; y++) {
        for (x = 0; x < side; x++) {
            uint32_t vertex = first + y * side + x;

            status |=
                arc_list_push(arcs, vertex, (y * STRIDE + STRIDE / 2) * fine_side + x * STRIDE + STRIDE / 2);
            if (x + 1 < side) {
                status |= arc_list_push(arcs, vertex, vertex + 1);
            }
            if (y + 1 < side) {
                status |= arc_list_push(arcs, vertex, vertex + side);
            }
        }
    }
    return status;
}

int graph_circuit(uint64_t vertex_count, uint64_t seed, struct graph *graph, struct graph_error *error)
{
    struct arc_list arcs;
    uint64_t side;

    memset(graph, 0, sizeof *graph);
    memset(&arcs, 0, sizeof arcs);
    if (vertex_count < 1 || vertex_count > GRAPH_ARCS_MAX / 4) {
        return graph_fail(error,
                          "a circuit of %llu vertices does not have 1..%llu of them; change the number",
                          (unsigned long long)vertex_count, (unsigned long long)(GRAPH_ARCS_MAX / 4));
    }
    side = nearest_root(vertex_count / BLOCK_VERTICES);
    side = side > 0 ? side : 1;
    if (fine_wires((uint32_t)side * STRIDE, seed, &arcs) != 0 || coarse_wires((uint32_t)side, &arcs) != 0) {
        arc_list_clear(&arcs);
        return graph_fail(error, "memory is exhausted; take a smaller circuit");
    }
    return arc_list_to_graph(&arcs, side * side * BLOCK_VERTICES, GRAPH_UNDIRECTED, graph, error);
}
