/* The Matrix Market's coordinate format: the banner "%%MatrixMarket matrix coordinate FIELD SYMMETRY",
 * comments behind %, a line "rows columns entries", a line "row column [value]" for each entry, numbered
 * from 1.
 *
 * An entry in row i and column j is the arc from i to j; symmetric and skew-symmetric files hold one of two
 * opposite entries. Weights: `pattern` has none; the weight of an integer or real entry is its absolute
 * value, rounded to the nearest whole number, halves up, since matrices of circuits have negative entries
 * and a weight is a whole number. Source: Boisvert, Pozo, Remington, The Matrix Market Exchange Formats,
 * NISTIR 5935. */
#include "reader.h"
#include "readers.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BANNER "%%%%MatrixMarket matrix coordinate pattern|integer|real general|symmetric|skew-symmetric"
#define FORM "it reads \"rows columns entries\""
#define NUMBER_CHARACTERS 64

struct matrix {
    struct arc_list arcs;
    uint64_t vertices;
    uint64_t entries;
    int has_values;
    int is_symmetric; /* or skew */
    int adds_opposite;
    int takes_weights;
};

/* The next word of the banner is one of `words`, which a NULL ends: its index, or -1. */
static int take_choice(struct input *input, const char *const *words, char found[NUMBER_CHARACTERS])
{
    int i;

    input_skip_blanks(input);
    input_take_word(input, found, NUMBER_CHARACTERS);
    for (i = 0; words[i] != NULL; i++) {
        if (strcasecmp(found, words[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static int take_banner(struct input *input, struct matrix *matrix, struct graph_error *error)
{
    static const char *const heads[] = {"%%MatrixMarket", NULL};
    static const char *const objects[] = {"matrix", NULL};
    static const char *const formats[] = {"coordinate", "array", NULL};
    static const char *const fields[] = {"pattern", "integer", "real", NULL};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric", NULL};
    char found[NUMBER_CHARACTERS];
    int choice;

    if (take_choice(input, heads, found) < 0 || take_choice(input, objects, found) < 0) {
        return graph_fail_at(error, input, "\"%s\" stands where the banner is due: " BANNER, found);
    }
    choice = take_choice(input, formats, found);
    if (choice == 1) {
        return graph_fail_at(
            error, input,
            "the format is array, which holds every entry of a dense matrix and says of none "
            "that it is no arc; write the matrix as coordinate");
    }
    if (choice < 0) {
        return graph_fail_at(error, input, "the format is \"%s\", not coordinate; the banner: " BANNER,
                             found);
    }
    choice = take_choice(input, fields, found);
    if (choice < 0) {
        return graph_fail_at(error, input,
                             "the entries are \"%s\", not pattern, integer or real, and cannot be weights; "
                             "write them as pattern",
                             found);
    }
    matrix->has_values = choice > 0;
    choice = take_choice(input, symmetries, found);
    if (choice < 0) {
        return graph_fail_at(
            error, input,
            "the symmetry is \"%s\", not general, symmetric or skew-symmetric; write the matrix "
            "as general",
            found);
    }
    matrix->is_symmetric = choice > 0;
    return graph_take_line_end(input, error);
}

static int skip_comments(struct input *input)
{
    int byte = input_skip_blanks(input);

    while (byte == '%' || byte == '\n') {
        input_skip_line(input);
        byte = input_skip_blanks(input);
    }
    return byte;
}

static int take_sizes(struct input *input, struct matrix *matrix, struct graph_error *error)
{
    uint64_t columns = 0;

    if (skip_comments(input) == INPUT_END) {
        return graph_fail_at(error, input, "the file ends before the line of its sizes; " FORM);
    }
    if (graph_take_promise(input, "rows", FORM, GRAPH_VERTICES_MAX, &matrix->vertices, error) != 0 ||
        graph_take_promise(input, "columns", FORM, GRAPH_VERTICES_MAX, &columns, error) != 0 ||
        graph_take_promise(input, "entries", FORM, GRAPH_ARCS_MAX, &matrix->entries, error) != 0) {
        return -1;
    }
    if (matrix->vertices != columns) {
        return graph_fail_at(
            error, input,
            "the matrix has %llu rows and %llu columns; that of a graph is square, a row and a "
            "column for each vertex",
            (unsigned long long)matrix->vertices, (unsigned long long)columns);
    }
    if (matrix->vertices == 0) {
        return graph_fail_at(error, input, "the header promises 0 rows; a graph has at least one vertex");
    }
    return graph_take_line_end(input, error);
}

static int take_value(struct input *input, struct matrix *matrix, uint32_t *weight, struct graph_error *error)
{
    char word[NUMBER_CHARACTERS];
    char *end;
    double value;
    int byte = input_skip_blanks(input);

    if (byte == '\n' || byte == INPUT_END) {
        return graph_fail_at(error, input, "the entry has no value; it reads \"row column value\"");
    }
    input_take_word(input, word, sizeof word);
    value = strtod(word, &end);
    if (end == word || *end != '\0' || strspn(word, "0123456789+-.eE") != strlen(word)) {
        return graph_fail_at(error, input, "\"%s\" is not a value; an entry reads \"row column value\"",
                             word);
    }
    value = floor(fabs(value) + 0.5);
    if (matrix->takes_weights && !(value <= (double)GRAPH_WEIGHT_MAX)) {
        return graph_fail_at(error, input,
                             "\"%s\" as a weight is above %llu, the largest that fits; scale the values",
                             word, (unsigned long long)GRAPH_WEIGHT_MAX);
    }
    *weight = matrix->takes_weights ? (uint32_t)value : 0;
    return 0;
}

static int push(struct matrix *matrix, uint32_t row, uint32_t column, uint32_t weight)
{
    if (arc_list_push(&matrix->arcs, row, column) != 0) {
        return -1;
    }
    return matrix->takes_weights ? word_list_push(&matrix->arcs.weights, weight) : 0;
}

static int take_entry(struct input *input, struct matrix *matrix, struct graph_error *error)
{
    uint32_t row, column;
    uint32_t weight = 0;

    if (graph_take_vertex(input, matrix->vertices, "the entry is cut short; it reads \"row column\"", &row,
                          error) != 0 ||
        graph_take_vertex(input, matrix->vertices, "the entry is cut short; it reads \"row column\"", &column,
                          error) != 0) {
        return -1;
    }
    if (matrix->has_values && take_value(input, matrix, &weight, error) != 0) {
        return -1;
    }
    if (push(matrix, row, column, weight) != 0 ||
        (matrix->adds_opposite && row != column && push(matrix, column, row, weight) != 0)) {
        return graph_fail_memory(error, input);
    }
    return graph_take_line_end(input, error);
}

static int take_entries(struct input *input, struct matrix *matrix, struct graph_error *error)
{
    uint64_t entry;

    for (entry = 0; entry < matrix->entries; entry++) {
        if (skip_comments(input) == INPUT_END) {
            return graph_fail_at(error, input,
                                 "the file ends after %llu of %llu entries; it is truncated, get it again",
                                 (unsigned long long)entry, (unsigned long long)matrix->entries);
        }
        if (take_entry(input, matrix, error) != 0) {
            return -1;
        }
    }
    if (skip_comments(input) != INPUT_END) {
        return graph_fail_at(
            error, input, "there are more than the %llu entries that the header promises; correct the header",
            (unsigned long long)matrix->entries);
    }
    return graph_check_promise(input, matrix->vertices, matrix->entries, error);
}

int graph_read_matrix(struct input *input, const struct graph_reading *reading, struct graph *graph,
                      struct graph_error *error)
{
    struct matrix matrix;

    memset(&matrix, 0, sizeof matrix);
    if (take_banner(input, &matrix, error) != 0 || take_sizes(input, &matrix, error) != 0) {
        return -1;
    }
    matrix.takes_weights = matrix.has_values && reading->wants_weights;
    matrix.adds_opposite = matrix.is_symmetric && reading->direction == GRAPH_DIRECTED;
    if (take_entries(input, &matrix, error) != 0) {
        arc_list_clear(&matrix.arcs);
        return -1;
    }
    return arc_list_to_graph(&matrix.arcs, matrix.vertices, reading->direction, graph, error);
}

int graph_begins_matrix(const unsigned char *bytes, size_t count)
{
    return count >= 14 && strncasecmp((const char *)bytes, "%%MatrixMarket", 14) == 0;
}
