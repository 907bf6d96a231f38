/* The METIS format: a line "vertices edges [fmt [weights]]", then a line per vertex with its neighbours,
 * numbered from 1.
 *
 * fmt is up to three digits: vertex sizes, vertex weights, edge weights. Sizes and weights of vertices are
 * passed over, those of edges wherever nobody wants them. Lines that begin with % are comments, empty lines
 * are vertices without neighbours. Source: METIS 5.1 manual, section 4.1.1. */
#include "reader.h"
#include "readers.h"

#include <string.h>

#define FORM "a METIS file begins with \"vertices edges\""
#define NO_WEIGHT "the line ends where fmt promises a weight; correct fmt or the line"

struct metis_header {
    uint64_t vertices;
    uint64_t edges;
    uint64_t numbers_before; /* on a vertex's line, in front of its neighbours */
    int has_edge_weights;
    int wants_weights;
};

static int skip_comments(struct input *input)
{
    int byte = input_peek(input);

    while (byte == '%') {
        input_skip_line(input);
        byte = input_peek(input);
    }
    return byte;
}

/* The optional fields fmt and ncon. */
static int take_header_format(struct input *input, struct metis_header *header, struct graph_error *error)
{
    uint64_t format = 0;
    uint64_t weights = 1;
    int has_sizes, has_weights;

    if (input_skip_blanks(input) != '\n' && input_peek(input) != INPUT_END) {
        if (input_take_number(input, &format) != INPUT_NUMBER || format > 111 || format % 10 > 1 ||
            format / 10 % 10 > 1) {
            return graph_fail_at(error, input, "fmt is not three digits of 0 and 1; correct the header");
        }
    }
    if (input_skip_blanks(input) != '\n' && input_peek(input) != INPUT_END) {
        if (input_take_number(input, &weights) != INPUT_NUMBER || weights > 1000) {
            return graph_fail_at(error, input,
                                 "the number of vertex weights is not 0..1000; correct the header");
        }
    }
    if (input_skip_blanks(input) != '\n' && input_peek(input) != INPUT_END) {
        return graph_fail_at(error, input, "the header has more than four fields; is it a METIS file?");
    }
    has_sizes = format / 100 == 1;
    has_weights = format / 10 % 10 == 1;
    header->numbers_before = (has_sizes ? 1u : 0u) + (has_weights ? weights : 0u);
    header->has_edge_weights = format % 10 == 1;
    input_skip_line(input);
    return 0;
}

static int take_header(struct input *input, struct metis_header *header, struct graph_error *error)
{
    if (skip_comments(input) == INPUT_END) {
        return graph_fail_at(error, input, "the file ends before its header; get the file again");
    }
    if (graph_take_promise(input, "vertices", FORM, GRAPH_VERTICES_MAX, &header->vertices, error) != 0 ||
        graph_take_promise(input, "edges", FORM, GRAPH_ARCS_MAX / 2, &header->edges, error) != 0) {
        return -1;
    }
    if (header->vertices == 0) {
        return graph_fail_at(error, input, "the header promises 0 vertices; a graph has at least one");
    }
    return take_header_format(input, header, error);
}

/* A number that is read and dropped: a size or a weight. */
static int skip_weight(struct input *input, struct graph_error *error)
{
    char word[32];
    uint64_t ignored;
    int byte = input_skip_blanks(input);

    if (byte == '\n' || byte == INPUT_END) {
        return graph_fail_at(error, input, NO_WEIGHT);
    }
    if (input_take_number(input, &ignored) == INPUT_NUMBER) {
        return 0;
    }
    input_take_word(input, word, sizeof word);
    return graph_fail_at(error, input, "\"%s\" is not a weight; weights are whole numbers from 0", word);
}

static int take_edge_weight(struct input *input, struct arc_list *arcs, struct graph_error *error)
{
    uint32_t weight;
    int byte = input_skip_blanks(input);

    if (byte == '\n' || byte == INPUT_END) {
        return graph_fail_at(error, input, NO_WEIGHT);
    }
    if (graph_take_weight(input, &weight, error) != 0) {
        return -1;
    }
    return word_list_push(&arcs->weights, weight) == 0 ? 0 : graph_fail_memory(error, input);
}

static int take_neighbours(struct input *input, const struct metis_header *header, uint32_t vertex,
                           struct arc_list *arcs, struct graph_error *error)
{
    int byte = input_skip_blanks(input);
    uint32_t head = 0;

    while (byte != '\n' && byte != INPUT_END) {
        if (graph_take_vertex(input, header->vertices, "", &head, error) != 0) {
            return -1;
        }
        if (arc_list_count(arcs) == 2 * header->edges) {
            return graph_fail_at(
                error, input,
                "there are more than the %llu edges that the header promises; correct the header",
                (unsigned long long)header->edges);
        }
        if (arc_list_push(arcs, vertex, head) != 0) {
            return graph_fail_memory(error, input);
        }
        if (header->has_edge_weights &&
            (header->wants_weights ? take_edge_weight(input, arcs, error) : skip_weight(input, error)) != 0) {
            return -1;
        }
        byte = input_skip_blanks(input);
    }
    return 0;
}

static int take_vertices(struct input *input, const struct metis_header *header, struct arc_list *arcs,
                         struct graph_error *error)
{
    uint64_t vertex, i;

    for (vertex = 0; vertex < header->vertices; vertex++) {
        if (skip_comments(input) == INPUT_END) {
            return graph_fail_at(error, input,
                                 "the file ends after %llu of %llu vertices; it is truncated, get it again",
                                 (unsigned long long)vertex, (unsigned long long)header->vertices);
        }
        for (i = 0; i < header->numbers_before; i++) {
            if (skip_weight(input, error) != 0) {
                return -1;
            }
        }
        if (take_neighbours(input, header, (uint32_t)vertex, arcs, error) != 0) {
            return -1;
        }
        if (input_peek(input) == '\n') {
            input_take(input);
        }
    }
    if (arc_list_count(arcs) != 2 * header->edges) {
        return graph_fail_at(
            error, input,
            "the lists name %llu neighbours, and %llu edges make %llu; the file is truncated or the "
            "header wrong",
            (unsigned long long)arc_list_count(arcs), (unsigned long long)header->edges,
            (unsigned long long)(2 * header->edges));
    }
    return 0;
}

/* Blank lines and comments may follow the last vertex, and nothing else. */
static int check_end(struct input *input, const struct metis_header *header, struct graph_error *error)
{
    int byte = input_skip_blanks(input);

    while (byte == '\n' || byte == '%') {
        if (byte == '%') {
            input_skip_line(input);
        } else {
            input_take(input);
        }
        byte = input_skip_blanks(input);
    }
    if (byte != INPUT_END) {
        return graph_fail_at(error, input,
                             "there are more than the %llu vertices that the header promises; "
                             "correct the header",
                             (unsigned long long)header->vertices);
    }
    return 0;
}

int graph_read_metis(struct input *input, const struct graph_reading *reading, struct graph *graph,
                     struct graph_error *error)
{
    struct metis_header header;
    struct arc_list arcs;

    memset(&header, 0, sizeof header);
    memset(&arcs, 0, sizeof arcs);
    header.wants_weights = reading->wants_weights;
    if (take_header(input, &header, error) != 0 || take_vertices(input, &header, &arcs, error) != 0 ||
        check_end(input, &header, error) != 0) {
        arc_list_clear(&arcs);
        return -1;
    }
    return arc_list_to_graph(&arcs, header.vertices, reading->direction, graph, error);
}
