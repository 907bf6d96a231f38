/* igraph 0.10: one thread. */
#include "graph_library.h"
#include "judge.h"

#include <igraph.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char graph_library_name[] = "igraph";

struct loaded {
    const struct graph_library_input *input;
    igraph_t graph;
    igraph_vector_t weights; /* of the edges */
};

unsigned graph_library_threads(void)
{
    return 1;
}

/* Each edge once, and its weight. */
static int put_edges(const struct graph *graph, igraph_vector_int_t *edges, igraph_vector_t *weights)
{
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t weight = graph->weights != NULL ? graph->weights[arc] : 1;

            if (graph->arcs[arc] > (int32_t)vertex &&
                (igraph_vector_int_push_back(edges, vertex) != IGRAPH_SUCCESS ||
                 igraph_vector_int_push_back(edges, graph->arcs[arc]) != IGRAPH_SUCCESS ||
                 igraph_vector_push_back(weights, weight) != IGRAPH_SUCCESS)) {
                return -1;
            }
        }
    }
    return 0;
}

static void *load(const struct graph_library_input *input)
{
    struct loaded *loaded = calloc(1, sizeof *loaded);
    igraph_vector_int_t edges;
    int status = -1;

    igraph_set_error_handler(igraph_error_handler_ignore);
    if (loaded == NULL || igraph_vector_int_init(&edges, 0) != IGRAPH_SUCCESS) {
        free(loaded);
        return NULL;
    }
    loaded->input = input;
    if (igraph_vector_init(&loaded->weights, 0) == IGRAPH_SUCCESS) {
        status = put_edges(input->graph, &edges, &loaded->weights) == 0 &&
                         igraph_create(&loaded->graph, &edges, input->graph->vertex_count,
                                       IGRAPH_UNDIRECTED) == IGRAPH_SUCCESS
                     ? 0
                     : -1;
        if (status != 0) {
            igraph_vector_destroy(&loaded->weights);
        }
    }
    igraph_vector_int_destroy(&edges);
    if (status != 0) {
        free(loaded);
        return NULL;
    }
    return loaded;
}

static void unload(void *from)
{
    struct loaded *loaded = from;

    if (loaded != NULL) {
        igraph_destroy(&loaded->graph);
        igraph_vector_destroy(&loaded->weights);
        free(loaded);
    }
}

static enum graph_library_outcome outcome_of(igraph_error_t code)
{
    return code == IGRAPH_SUCCESS ? GRAPH_LIBRARY_SOLVED : GRAPH_LIBRARY_FAILED;
}

static enum graph_library_outcome search(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct loaded *loaded = from;
    igraph_vector_int_t levels;
    igraph_integer_t i;
    igraph_error_t code;

    if (igraph_vector_int_init(&levels, 0) != IGRAPH_SUCCESS) {
        return GRAPH_LIBRARY_FAILED;
    }
    stopwatch_begin(watch);
    code = igraph_bfs(&loaded->graph, 0, NULL, IGRAPH_ALL, 0, NULL, NULL, NULL, NULL, NULL, NULL, &levels,
                      NULL, NULL);
    stopwatch_end(watch);
    for (i = 0; i < igraph_vector_int_size(&levels); i++) {
        igraph_integer_t level = VECTOR(levels)[i];

        words[i] = level >= 0 ? (uint32_t)level : UINT32_MAX;
    }
    igraph_vector_int_destroy(&levels);
    return outcome_of(code);
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

static enum graph_library_outcome label(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct loaded *loaded = from;
    igraph_vector_int_t members;
    igraph_integer_t count = 0;
    igraph_error_t code;
    int status;

    if (igraph_vector_int_init(&members, 0) != IGRAPH_SUCCESS) {
        return GRAPH_LIBRARY_FAILED;
    }
    stopwatch_begin(watch);
    code = igraph_connected_components(&loaded->graph, &members, NULL, &count, IGRAPH_WEAK);
    stopwatch_end(watch);
    status = code == IGRAPH_SUCCESS ? name(&members, count, words) : -1;
    igraph_vector_int_destroy(&members);
    return status == 0 ? GRAPH_LIBRARY_SOLVED : GRAPH_LIBRARY_FAILED;
}

/* In an order of igraph's own: the vertex of most coloured neighbours is the next. */
static enum graph_library_outcome color(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct loaded *loaded = from;
    igraph_vector_int_t colors;
    igraph_integer_t i;
    igraph_error_t code;

    if (igraph_vector_int_init(&colors, 0) != IGRAPH_SUCCESS) {
        return GRAPH_LIBRARY_FAILED;
    }
    stopwatch_begin(watch);
    code = igraph_vertex_coloring_greedy(&loaded->graph, &colors, IGRAPH_COLORING_GREEDY_COLORED_NEIGHBORS);
    stopwatch_end(watch);
    for (i = 0; i < igraph_vector_int_size(&colors); i++) {
        words[i] = (uint32_t)VECTOR(colors)[i];
    }
    igraph_vector_int_destroy(&colors);
    return outcome_of(code);
}

static enum graph_library_outcome find_paths(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct loaded *loaded = from;
    igraph_matrix_t distances;
    igraph_integer_t i;
    igraph_error_t code;

    if (igraph_matrix_init(&distances, 0, 0) != IGRAPH_SUCCESS) {
        return GRAPH_LIBRARY_FAILED;
    }
    stopwatch_begin(watch);
    code = igraph_distances_dijkstra(&loaded->graph, &distances, igraph_vss_1(0), igraph_vss_all(),
                                     &loaded->weights, IGRAPH_ALL);
    stopwatch_end(watch);
    for (i = 0; code == IGRAPH_SUCCESS && i < igraph_matrix_ncol(&distances); i++) {
        igraph_real_t distance = MATRIX(distances, 0, i);

        words[i] = isfinite(distance) ? (uint32_t)distance : UINT32_MAX;
    }
    igraph_matrix_destroy(&distances);
    return outcome_of(code);
}

static void put_floats(const igraph_vector_t *values, double factor, uint32_t *words)
{
    igraph_integer_t i;

    for (i = 0; i < igraph_vector_size(values); i++) {
        float value = (float)(factor * VECTOR(*values)[i]);

        memcpy(&words[i], &value, sizeof value);
    }
}

/* By PRPACK, which igraph recommends. */
static enum graph_library_outcome rank(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct loaded *loaded = from;
    igraph_vector_t ranks;
    igraph_error_t code;

    if (igraph_vector_init(&ranks, 0) != IGRAPH_SUCCESS) {
        return GRAPH_LIBRARY_FAILED;
    }
    stopwatch_begin(watch);
    code = igraph_pagerank(&loaded->graph, IGRAPH_PAGERANK_ALGO_PRPACK, &ranks, NULL, igraph_vss_all(), 0,
                           loaded->input->damping, NULL, NULL);
    stopwatch_end(watch);
    put_floats(&ranks, 1, words);
    igraph_vector_destroy(&ranks);
    return outcome_of(code);
}

/* igraph halves the sums of an undirected graph, whose paths it takes to be there from both ends. Its numbers
 * of paths are doubles. */
static enum graph_library_outcome depend(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct loaded *loaded = from;
    const struct graph_library_input *input = loaded->input;
    igraph_vector_int_t sources;
    igraph_vector_t sums;
    igraph_integer_t i;
    igraph_error_t code = IGRAPH_ENOMEM;
    enum graph_library_outcome outcome = GRAPH_LIBRARY_FAILED;

    if (igraph_vector_int_init(&sources, input->source_count) != IGRAPH_SUCCESS) {
        return GRAPH_LIBRARY_FAILED;
    }
    for (i = 0; i < input->source_count; i++) {
        VECTOR(sources)[i] = input->sources[i];
    }
    if (igraph_vector_init(&sums, 0) == IGRAPH_SUCCESS) {
        stopwatch_begin(watch);
        code = igraph_betweenness_subset(&loaded->graph, &sums, igraph_vss_all(), 0,
                                         igraph_vss_vector(&sources), igraph_vss_all(), NULL);
        stopwatch_end(watch);
        outcome = outcome_of(code);
        for (i = 0; i < igraph_vector_size(&sums); i++) {
            outcome = isfinite(VECTOR(sums)[i]) ? outcome : GRAPH_LIBRARY_EXCEEDED;
        }
        put_floats(&sums, 2, words);
        igraph_vector_destroy(&sums);
    }
    igraph_vector_int_destroy(&sources);
    return outcome;
}

static enum graph_library_outcome count_triangles(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct loaded *loaded = from;
    igraph_vector_t counts;
    igraph_integer_t i;
    igraph_error_t code;

    if (igraph_vector_init(&counts, 0) != IGRAPH_SUCCESS) {
        return GRAPH_LIBRARY_FAILED;
    }
    stopwatch_begin(watch);
    code = igraph_adjacent_triangles(&loaded->graph, &counts, igraph_vss_all());
    stopwatch_end(watch);
    for (i = 0; i < igraph_vector_size(&counts); i++) {
        words[i] = (uint32_t)VECTOR(counts)[i];
    }
    igraph_vector_destroy(&counts);
    return outcome_of(code);
}

const struct graph_library_way graph_library_ways[] = {{"bfs", load, search, unload, NULL},
                                                       {"components", load, label, unload, NULL},
                                                       {"color", load, color, unload, judge_proper},
                                                       {"sssp-topology", load, find_paths, unload, NULL},
                                                       {"sssp-worklist", load, find_paths, unload, NULL},
                                                       {"pagerank", load, rank, unload, judge_ranks},
                                                       {"bc", load, depend, unload, NULL},
                                                       {"triangles", load, count_triangles, unload, NULL}};
const unsigned graph_library_way_count = sizeof graph_library_ways / sizeof *graph_library_ways;
