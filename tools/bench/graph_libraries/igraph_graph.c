/* igraph 0.10: one thread. */
#include "graph_library.h"

#include <igraph.h>
#include <stdlib.h>
#include <string.h>

static int put_edges(const struct graph *graph, igraph_vector_int_t *edges)
{
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            if (graph->arcs[arc] > (int32_t)vertex &&
                (igraph_vector_int_push_back(edges, vertex) != IGRAPH_SUCCESS ||
                 igraph_vector_int_push_back(edges, graph->arcs[arc]) != IGRAPH_SUCCESS)) {
                return -1;
            }
        }
    }
    return 0;
}

static void *load(const struct graph *graph)
{
    igraph_t *loaded = malloc(sizeof *loaded);
    igraph_vector_int_t edges;

    igraph_set_error_handler(igraph_error_handler_ignore);
    if (loaded == NULL || igraph_vector_int_init(&edges, 0) != IGRAPH_SUCCESS) {
        free(loaded);
        return NULL;
    }
    if (put_edges(graph, &edges) != 0 ||
        igraph_create(loaded, &edges, graph->vertex_count, IGRAPH_UNDIRECTED) != IGRAPH_SUCCESS) {
        free(loaded);
        loaded = NULL;
    }
    igraph_vector_int_destroy(&edges);
    return loaded;
}

static void unload(void *loaded)
{
    if (loaded != NULL) {
        igraph_destroy(loaded);
        free(loaded);
    }
}

static int search(void *loaded, uint32_t *words, void (*begin)(void *), void (*end)(void *), void *clock)
{
    igraph_vector_int_t levels;
    igraph_integer_t i;
    igraph_error_t code;

    if (igraph_vector_int_init(&levels, 0) != IGRAPH_SUCCESS) {
        return -1;
    }
    begin(clock);
    code =
        igraph_bfs(loaded, 0, NULL, IGRAPH_ALL, 0, NULL, NULL, NULL, NULL, NULL, NULL, &levels, NULL, NULL);
    end(clock);
    for (i = 0; i < igraph_vector_int_size(&levels); i++) {
        igraph_integer_t level = VECTOR(levels)[i];

        words[i] = level >= 0 ? (uint32_t)level : UINT32_MAX;
    }
    igraph_vector_int_destroy(&levels);
    return code == IGRAPH_SUCCESS ? 0 : -1;
}

/* A component's first vertex in order names it. */
static int name(const igraph_vector_int_t *members, igraph_integer_t count, uint32_t *words)
{
    uint32_t *names = malloc(((size_t)count + 1) * sizeof *names);
    igraph_integer_t i;

    if (names == NULL) {
        return -1;
    }
    memset(names, 0xff, (size_t)count * sizeof *names);
    for (i = 0; i < igraph_vector_int_size(members); i++) {
        uint32_t *place = &names[VECTOR(*members)[i]];

        *place = *place == UINT32_MAX ? (uint32_t)i : *place;
        words[i] = *place;
    }
    free(names);
    return 0;
}

static int label(void *loaded, uint32_t *words, void (*begin)(void *), void (*end)(void *), void *clock)
{
    igraph_vector_int_t members;
    igraph_integer_t count = 0;
    igraph_error_t code;
    int status;

    if (igraph_vector_int_init(&members, 0) != IGRAPH_SUCCESS) {
        return -1;
    }
    begin(clock);
    code = igraph_connected_components(loaded, &members, NULL, &count, IGRAPH_WEAK);
    end(clock);
    status = code == IGRAPH_SUCCESS ? name(&members, count, words) : -1;
    igraph_vector_int_destroy(&members);
    return status;
}

const struct graph_library graph_library_igraph[2] = {
    {GRAPH_LIBRARY_IGRAPH, "igraph", "bfs", load, search, unload},
    {GRAPH_LIBRARY_IGRAPH, "igraph", "components", load, label, unload}};
