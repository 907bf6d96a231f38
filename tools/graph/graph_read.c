/* Graphs: the entrance for files. */
#include "formats.h"
#include "reader.h"

#include <string.h>

/* What is said by those who know no file. */
static void name_file(const char *path, struct graph_error *error)
{
    struct graph_error unnamed = *error;

    if (strncmp(error->text, path, strlen(path)) != 0) {
        graph_fail(error, "%s: %.400s", path, unnamed.text);
    }
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
    input.raw.progress = reading->progress;
    if (input_peek(&input) == INPUT_END) {
        status = graph_fail(error, "%s is empty; check that it was written completely", path);
    } else {
        status = graph_format_of(&input)->read(&input, reading, graph, error);
    }
    /* What a reader says of a file whose compression broke off would blame the wrong thing. */
    if (input.raw.is_broken) {
        graph_clear(graph);
        status = graph_fail_at(error, &input, "%s; get the file again", input.raw.reason);
    }
    if (status != 0) {
        name_file(path, error);
    }
    input_close(&input);
    return status;
}
