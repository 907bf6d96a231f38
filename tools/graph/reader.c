#include "reader.h"

#include <stdarg.h>
#include <stdio.h>

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
        return graph_fail_at(error, input,
                             "the header promises %llu %s, and at most %llu fit; take a smaller graph",
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

#define NO_WEIGHT(found) "\"" found "\" is not a weight; weights are whole numbers from 0"

int graph_take_weight(struct input *input, uint32_t *weight, struct graph_error *error)
{
    uint64_t value = 0;
    char word[32];
    enum input_number kind = input_take_number(input, &value);

    if (kind == INPUT_TOO_BIG || (kind == INPUT_NUMBER && value > GRAPH_WEIGHT_MAX)) {
        return graph_fail_at(error, input, "a weight is above %llu, the largest that fits; correct the line",
                             (unsigned long long)GRAPH_WEIGHT_MAX);
    }
    if (kind == INPUT_NUMBER && input_peek(input) > ' ') {
        input_take_word(input, word, sizeof word);
        return graph_fail_at(error, input, NO_WEIGHT("%llu%s"), (unsigned long long)value, word);
    }
    if (kind != INPUT_NUMBER) {
        input_take_word(input, word, sizeof word);
        return graph_fail_at(error, input, NO_WEIGHT("%s"), word);
    }
    *weight = (uint32_t)value;
    return 0;
}
