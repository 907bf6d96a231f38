/* Edge lists as SNAP gives them: a line "tail head" or "tail head weight" for each arc, blanks or tabs
 * between the fields, comments behind # or %.
 *
 * A vertex is what a line names. Its identifier is any whole number of 64 bits; vertices are numbered from 0
 * in the order of their identifiers, so those of a file that names each of 0..n-1 keep their numbers.
 * Source: the files of the Stanford Network Analysis Project. */
#include "id_table.h"
#include "reader.h"
#include "readers.h"

#include <stdlib.h>
#include <string.h>

#define FORM "a line reads \"tail head\" or \"tail head weight\""

struct edges {
    struct arc_list arcs; /* ends as the table numbers them */
    struct id_table table;
    int wants_weights;
    int has_weights; /* a line had one */
};

static int take_end(struct input *input, struct edges *edges, uint32_t *end, struct graph_error *error)
{
    char found[FIELD_BYTES];
    uint64_t id = 0;
    int byte = input_skip_blanks(input);
    enum input_number kind;

    if (byte == '\n' || byte == INPUT_END) {
        return graph_fail_at(error, input, "the line is cut short; " FORM);
    }
    kind = graph_take_field(input, &id, found);
    if (kind == INPUT_TOO_BIG) {
        return graph_fail_at(error, input, "a number does not fit 64 bits; correct the line");
    }
    if (kind != INPUT_NUMBER) {
        return graph_fail_at(error, input, "\"%s\" is not a vertex; " FORM ", in whole numbers from 0",
                             found);
    }
    return id_table_number(&edges->table, id, end) == 0 ? 0 : graph_fail_memory(error, input);
}

static int take_arc(struct input *input, struct edges *edges, struct graph_error *error)
{
    uint32_t tail, head;
    uint32_t weight = 1;

    if (take_end(input, edges, &tail, error) != 0 || take_end(input, edges, &head, error) != 0) {
        return -1;
    }
    if (arc_list_count(&edges->arcs) == GRAPH_ARCS_MAX) {
        return graph_fail_at(error, input,
                             "there are more than %llu arcs, which do not fit; take a smaller graph",
                             (unsigned long long)GRAPH_ARCS_MAX);
    }
    if (arc_list_push(&edges->arcs, tail, head) != 0) {
        return graph_fail_memory(error, input);
    }
    if (graph_take_optional_weight(input, edges->wants_weights, &weight, &edges->has_weights, error) != 0) {
        return -1;
    }
    if (edges->wants_weights && word_list_push(&edges->arcs.weights, weight) != 0) {
        return graph_fail_memory(error, input);
    }
    return graph_take_line_end(input, error);
}

static int take_lines(struct input *input, struct edges *edges, struct graph_error *error)
{
    int byte;

    while ((byte = input_skip_blanks(input)) != INPUT_END) {
        if (byte == '\n' || byte == '#' || byte == '%') {
            input_skip_line(input);
        } else if (take_arc(input, edges, error) != 0) {
            return -1;
        }
    }
    if (edges->table.count == 0) {
        return graph_fail_at(error, input, "the file ends before its first edge; " FORM);
    }
    return 0;
}

/* Gives the ends their numbers; the identifiers go to the graph unless they are these numbers. */
static int number_vertices(struct edges *edges, struct graph_error *error)
{
    uint32_t *ranks = graph_allocate((uint64_t)edges->table.count * sizeof *ranks, "the graph", error);
    size_t i;

    if (ranks == NULL) {
        return -1;
    }
    if (id_table_sort(&edges->table, ranks) != 0) {
        free(ranks);
        return graph_fail(error, "memory is exhausted; take a smaller graph");
    }
    for (i = 0; i < edges->arcs.ends.count; i++) {
        edges->arcs.ends.items[i] = ranks[edges->arcs.ends.items[i]];
    }
    free(ranks);
    return 0;
}

int graph_read_edges(struct input *input, const struct graph_reading *reading, struct graph *graph,
                     struct graph_error *error)
{
    struct edges edges;
    int status;

    memset(&edges, 0, sizeof edges);
    edges.wants_weights = reading->wants_weights;
    if (take_lines(input, &edges, error) != 0 || number_vertices(&edges, error) != 0) {
        arc_list_clear(&edges.arcs);
        id_table_clear(&edges.table);
        return -1;
    }
    if (!edges.has_weights) {
        word_list_clear(&edges.arcs.weights);
    }
    status = arc_list_to_graph(&edges.arcs, edges.table.count, reading->direction, graph, error);
    /* Sorted and distinct: the last is count - 1 when, and only when, each is its own number. */
    if (status == 0 && edges.table.ids[edges.table.count - 1] != edges.table.count - 1) {
        graph->ids = edges.table.ids;
        edges.table.ids = NULL;
    }
    id_table_clear(&edges.table);
    return status;
}

int graph_begins_edges(const unsigned char *bytes, size_t count)
{
    return count > 0 && bytes[0] == '#';
}
