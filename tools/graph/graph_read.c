/* Graphs: the entrance for files. */
#include "reader.h"

#include <string.h>

static int path_ends_with(const char *path, size_t length, const char *ending)
{
    size_t ending_length = strlen(ending);

    return length > ending_length && memcmp(path + length - ending_length, ending, ending_length) == 0;
}

enum format { FORMAT_METIS, FORMAT_DIMACS };

static enum format guess_format(struct input *input)
{
    size_t length = strlen(input->path);
    int first;

    if (path_ends_with(input->path, length, ".gz") || path_ends_with(input->path, length, ".xz")) {
        length -= 3;
    }
    if (path_ends_with(input->path, length, ".gr")) {
        return FORMAT_DIMACS;
    }
    if (path_ends_with(input->path, length, ".graph")) {
        return FORMAT_METIS;
    }
    first = input_peek(input);
    return first == 'c' || first == 'p' ? FORMAT_DIMACS : FORMAT_METIS;
}

int graph_read(const char *path, const struct graph_reading *reading, struct graph *graph,
               struct graph_error *error)
{
    struct input input;
    int status;

    memset(graph, 0, sizeof *graph);
    if (input_open(&input, path, error) != 0) {
        return -1;
    }
    if (input_peek(&input) == INPUT_END && !input.is_broken) {
        status = graph_fail(error, "%s is empty; check that it was written completely", path);
    } else if (guess_format(&input) == FORMAT_DIMACS) {
        status = graph_read_dimacs(&input, reading, graph, error);
    } else {
        status = graph_read_metis(&input, reading, graph, error);
    }
    /* What a reader says of a file whose compression broke off would blame the wrong thing. */
    if (input.is_broken) {
        graph_clear(graph);
        status = graph_fail_at(error, &input, "%s; get the file again", input.reason);
    }
    input_close(&input);
    return status;
}
