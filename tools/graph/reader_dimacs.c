/* The DIMACS shortest-path format: comments "c ...", one line "p sp vertices arcs", arcs "a tail head
 * weight" with vertices numbered from 1. An arc without a weight weighs 1. Source: 9th DIMACS Implementation
 * Challenge, file formats. */
#include "reader.h"
#include "readers.h"

#include <string.h>

#define FORM "it reads \"p sp vertices arcs\""
#define CUT_SHORT "the arc is cut short; it reads \"a tail head weight\""

struct dimacs_header {
    uint64_t vertices;
    uint64_t arcs;
    int is_known;
};

struct dimacs {
    struct dimacs_header header;
    struct arc_list arcs;
    int wants_weights;
    int has_weights; /* an arc had one */
};

static int take_header(struct input *input, struct dimacs_header *header, struct graph_error *error)
{
    char word[32];

    if (header->is_known) {
        return graph_fail_at(error, input,
                             "this is a second header; a file has one line \"p sp vertices arcs\"");
    }
    input_skip_blanks(input);
    input_take_word(input, word, sizeof word);
    if (strcmp(word, "sp") != 0) {
        return graph_fail_at(
            error, input, "the problem is \"%s\", not \"sp\"; the header reads \"p sp vertices arcs\"", word);
    }
    if (graph_take_promise(input, "vertices", FORM, GRAPH_VERTICES_MAX, &header->vertices, error) != 0 ||
        graph_take_promise(input, "arcs", FORM, GRAPH_ARCS_MAX, &header->arcs, error) != 0) {
        return -1;
    }
    if (header->vertices == 0) {
        return graph_fail_at(error, input, "the header promises 0 vertices; a graph has at least one");
    }
    header->is_known = 1;
    return graph_take_line_end(input, error);
}

static int take_arc(struct input *input, struct dimacs *dimacs, struct graph_error *error)
{
    const struct dimacs_header *header = &dimacs->header;
    uint32_t tail, head;
    uint32_t weight = 1;

    if (!header->is_known) {
        return graph_fail_at(error, input,
                             "an arc stands before the header; the header reads \"p sp vertices arcs\"");
    }
    if (arc_list_count(&dimacs->arcs) == header->arcs) {
        return graph_fail_at(error, input,
                             "there are more than the %llu arcs that the header promises; correct the header",
                             (unsigned long long)header->arcs);
    }
    if (graph_take_vertex(input, header->vertices, CUT_SHORT, &tail, error) != 0 ||
        graph_take_vertex(input, header->vertices, CUT_SHORT, &head, error) != 0 ||
        graph_take_optional_weight(input, dimacs->wants_weights, &weight, &dimacs->has_weights, error) != 0) {
        return -1;
    }
    if (arc_list_push(&dimacs->arcs, tail, head) != 0 ||
        (dimacs->wants_weights && word_list_push(&dimacs->arcs.weights, weight) != 0)) {
        return graph_fail_memory(error, input);
    }
    return graph_take_line_end(input, error);
}

static int take_line(struct input *input, struct dimacs *dimacs, struct graph_error *error)
{
    char word[32];
    int kind = input_skip_blanks(input);
    int after;

    if (kind == '\n' || kind == 'c') {
        input_skip_line(input);
        return 0;
    }
    if (kind == 'a' || kind == 'p') {
        input_take(input);
        after = input_peek(input);
        if (after == ' ' || after == '\t') {
            return kind == 'a' ? take_arc(input, dimacs, error) : take_header(input, &dimacs->header, error);
        }
    }
    input_take_word(input, word, sizeof word);
    return graph_fail_at(error, input, "a line begins neither with c, p nor a (\"%s\"); is it a DIMACS file?",
                         word);
}

static int take_lines(struct input *input, struct dimacs *dimacs, struct graph_error *error)
{
    while (input_skip_blanks(input) != INPUT_END) {
        if (take_line(input, dimacs, error) != 0) {
            return -1;
        }
    }
    if (!dimacs->header.is_known) {
        return graph_fail_at(error, input,
                             "the file ends before its header; the header reads \"p sp vertices arcs\"");
    }
    if (arc_list_count(&dimacs->arcs) != dimacs->header.arcs) {
        return graph_fail_at(
            error, input, "the file ends after %llu of %llu arcs; it is truncated, get it again",
            (unsigned long long)arc_list_count(&dimacs->arcs), (unsigned long long)dimacs->header.arcs);
    }
    return graph_check_promise(input, dimacs->header.vertices, dimacs->header.arcs, error);
}

int graph_read_dimacs(struct input *input, const struct graph_reading *reading, struct graph *graph,
                      struct graph_error *error)
{
    struct dimacs dimacs;

    memset(&dimacs, 0, sizeof dimacs);
    dimacs.wants_weights = reading->wants_weights;
    if (take_lines(input, &dimacs, error) != 0) {
        arc_list_clear(&dimacs.arcs);
        return -1;
    }
    if (!dimacs.has_weights) {
        word_list_clear(&dimacs.arcs.weights);
    }
    return arc_list_to_graph(&dimacs.arcs, dimacs.header.vertices, reading->direction, graph, error);
}

int graph_begins_dimacs(const unsigned char *bytes, size_t count)
{
    return count > 0 && (bytes[0] == 'c' || bytes[0] == 'p');
}
