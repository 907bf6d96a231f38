/* The DIMACS shortest-path format: comments "c ...", one line "p sp vertices arcs", arcs "a tail head
 * weight" with vertices numbered from 1. An arc without a weight weighs 1. Source: 9th DIMACS Implementation
 * Challenge, file formats. */
#include "reader.h"

#include <string.h>

#define FORM "it reads \"p sp vertices arcs\""

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

static int expect_line_end(struct input *input, struct graph_error *error)
{
    char word[32];
    int byte = input_skip_blanks(input);

    if (byte == INPUT_END) {
        return 0;
    }
    if (byte == '\n') {
        input_take(input);
        return 0;
    }
    input_take_word(input, word, sizeof word);
    return graph_fail_at(error, input, "\"%s\" stands behind the end of the line's fields; correct the line",
                         word);
}

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
    return expect_line_end(input, error);
}

static int take_arc_end(struct input *input, const struct dimacs_header *header, uint32_t *end,
                        struct graph_error *error)
{
    char word[32];
    uint64_t value = 0;
    int byte = input_skip_blanks(input);

    if (byte == '\n' || byte == INPUT_END) {
        return graph_fail_at(error, input, "the arc is cut short; it reads \"a tail head weight\"");
    }
    switch (input_take_number(input, &value)) {
    case INPUT_NUMBER:
        break;
    case INPUT_TOO_BIG:
        return graph_fail_at(error, input, "a number does not fit 64 bits; correct the line");
    case INPUT_NEGATIVE:
    case INPUT_NO_NUMBER:
        input_take_word(input, word, sizeof word);
        return graph_fail_at(error, input, "\"%s\" is not a vertex; vertices are numbers from 1 to %llu",
                             word, (unsigned long long)header->vertices);
    }
    if (value < 1 || value > header->vertices) {
        return graph_fail_at(error, input, "vertex %llu is not in 1..%llu; correct the line",
                             (unsigned long long)value, (unsigned long long)header->vertices);
    }
    *end = (uint32_t)value - 1;
    return 0;
}

/* A weight that nobody wants may be missing, negative or fractional. */
static int skip_arc_weight(struct input *input, struct graph_error *error)
{
    char word[32];
    int byte = input_skip_blanks(input);

    if (byte != '\n' && byte != INPUT_END) {
        if (byte != '-' && (byte < '0' || byte > '9')) {
            input_take_word(input, word, sizeof word);
            return graph_fail_at(error, input, "\"%s\" is not a weight; an arc reads \"a tail head weight\"",
                                 word);
        }
        input_take_word(input, word, sizeof word);
    }
    return expect_line_end(input, error);
}

static int take_arc_weight(struct input *input, struct dimacs *dimacs, struct graph_error *error)
{
    uint32_t weight = 1;
    int byte = input_skip_blanks(input);

    if (byte != '\n' && byte != INPUT_END) {
        if (graph_take_weight(input, &weight, error) != 0) {
            return -1;
        }
        dimacs->has_weights = 1;
    }
    if (word_list_push(&dimacs->arcs.weights, weight) != 0) {
        return graph_fail_memory(error, input);
    }
    return expect_line_end(input, error);
}

static int take_arc(struct input *input, struct dimacs *dimacs, struct graph_error *error)
{
    const struct dimacs_header *header = &dimacs->header;
    uint32_t tail, head;

    if (!header->is_known) {
        return graph_fail_at(error, input,
                             "an arc stands before the header; the header reads \"p sp vertices arcs\"");
    }
    if (arc_list_count(&dimacs->arcs) == header->arcs) {
        return graph_fail_at(error, input,
                             "there are more than the %llu arcs that the header promises; correct the header",
                             (unsigned long long)header->arcs);
    }
    if (take_arc_end(input, header, &tail, error) != 0 || take_arc_end(input, header, &head, error) != 0) {
        return -1;
    }
    if (arc_list_push(&dimacs->arcs, tail, head) != 0) {
        return graph_fail_memory(error, input);
    }
    return dimacs->wants_weights ? take_arc_weight(input, dimacs, error) : skip_arc_weight(input, error);
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
    return 0;
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
