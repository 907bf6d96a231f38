#include "reader.h"

#include <stdarg.h>
#include <stdio.h>

/* 2^22 vertices take 16 MB, which every machine has. */
#define PLAUSIBLE_VERTICES ((uint64_t)1 << 22)
#define PLAUSIBLE_VERTICES_FOR_AN_ARC 64u

int graph_fail_at(struct graph_error *error, const struct input *input, const char *format, ...)
{
    va_list arguments;
    int length =
        snprintf(error->text, sizeof error->text, "%s:%llu: ", input->path, (unsigned long long)input->line);

    if (length < 0 || (size_t)length >= sizeof error->text) {
        length = 0;
    }
    va_start(arguments, format);
    vsnprintf(error->text + length, sizeof error->text - (size_t)length, format, arguments);
    va_end(arguments);
    return -1;
}

int graph_fail_memory(struct graph_error *error, const struct input *input)
{
    return graph_fail_at(error, input, "memory is exhausted; take a smaller graph");
}

int graph_take_promise(struct input *input, const char *what, const char *form, uint64_t largest,
                       uint64_t *value, struct graph_error *error)
{
    input_skip_blanks(input);
    switch (input_take_number(input, value)) {
    case INPUT_NUMBER:
        if (*value <= largest) {
            return 0;
        }
        return graph_fail_at(
            error, input,
            "the header promises %llu %s, and at most %llu fit, since kernels count in 32 bits; "
            "take a smaller graph",
            (unsigned long long)*value, what, (unsigned long long)largest);
    case INPUT_NEGATIVE:
        return graph_fail_at(error, input, "the number of %s is negative; correct the header", what);
    case INPUT_TOO_BIG:
        return graph_fail_at(error, input, "the number of %s does not fit 64 bits; correct the header", what);
    case INPUT_NO_NUMBER:
        break;
    }
    return graph_fail_at(error, input, "the header has no number of %s; %s", what, form);
}

enum input_number graph_take_field(struct input *input, uint64_t *value, char found[FIELD_BYTES])
{
    enum input_number kind = input_take_number(input, value);
    int length = 0;

    if (kind == INPUT_TOO_BIG || (kind == INPUT_NUMBER && input_peek(input) <= ' ')) {
        return kind;
    }
    if (kind == INPUT_NUMBER) {
        length = snprintf(found, FIELD_BYTES, "%llu", (unsigned long long)*value);
    }
    input_take_word(input, found + length, FIELD_BYTES - (size_t)length);
    return INPUT_NO_NUMBER;
}

int graph_take_weight(struct input *input, uint32_t *weight, struct graph_error *error)
{
    char found[FIELD_BYTES];
    uint64_t value = 0;
    enum input_number kind = graph_take_field(input, &value, found);

    if (kind == INPUT_TOO_BIG || (kind == INPUT_NUMBER && value > GRAPH_WEIGHT_MAX)) {
        return graph_fail_at(error, input, "a weight is above %llu, the largest that fits; correct the line",
                             (unsigned long long)GRAPH_WEIGHT_MAX);
    }
    if (kind != INPUT_NUMBER) {
        return graph_fail_at(error, input, "\"%s\" is not a weight; weights are whole numbers from 0", found);
    }
    *weight = (uint32_t)value;
    return 0;
}

int graph_take_optional_weight(struct input *input, int is_wanted, uint32_t *weight, int *has_weight,
                               struct graph_error *error)
{
    char word[32];
    int byte = input_skip_blanks(input);

    if (byte == '\n' || byte == INPUT_END) {
        return 0;
    }
    *has_weight = 1;
    if (is_wanted) {
        return graph_take_weight(input, weight, error);
    }
    input_take_word(input, word, sizeof word);
    if (word[0] != '-' && (word[0] < '0' || word[0] > '9')) {
        return graph_fail_at(error, input, "\"%s\" is not a weight; an arc reads \"tail head weight\"", word);
    }
    return 0;
}

int graph_take_line_end(struct input *input, struct graph_error *error)
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

int graph_take_vertex(struct input *input, uint64_t vertices, const char *cut_short, uint32_t *vertex,
                      struct graph_error *error)
{
    char found[FIELD_BYTES];
    uint64_t value = 0;
    int byte = input_skip_blanks(input);
    enum input_number kind;

    if (byte == '\n' || byte == INPUT_END) {
        return graph_fail_at(error, input, "%s", cut_short);
    }
    kind = graph_take_field(input, &value, found);
    if (kind == INPUT_TOO_BIG) {
        return graph_fail_at(error, input, "a number does not fit 64 bits; correct the line");
    }
    if (kind != INPUT_NUMBER) {
        return graph_fail_at(error, input, "\"%s\" is not a vertex; vertices are numbers from 1 to %llu",
                             found, (unsigned long long)vertices);
    }
    if (value < 1 || value > vertices) {
        return graph_fail_at(error, input, "vertex %llu is not in 1..%llu; correct the line",
                             (unsigned long long)value, (unsigned long long)vertices);
    }
    *vertex = (uint32_t)value - 1;
    return 0;
}

int graph_check_promise(struct input *input, uint64_t vertices, uint64_t arcs, struct graph_error *error)
{
    if (vertices <= PLAUSIBLE_VERTICES || vertices / PLAUSIBLE_VERTICES_FOR_AN_ARC <= arcs) {
        return 0;
    }
    return graph_fail_at(
        error, input,
        "the header promises %llu vertices for %llu arcs, so that more than %u of %u have none; "
        "correct the header, or number the vertices that have arcs anew",
        (unsigned long long)vertices, (unsigned long long)arcs, PLAUSIBLE_VERTICES_FOR_AN_ARC - 2,
        PLAUSIBLE_VERTICES_FOR_AN_ARC);
}
