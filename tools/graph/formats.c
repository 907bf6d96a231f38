#include "formats.h"

#include "codings.h"
#include "readers.h"
#include "writers.h"

#include <string.h>

static const struct graph_format formats[] = {
    {"dimacs", ".gr", graph_begins_dimacs, graph_read_dimacs, graph_write_dimacs},
    {"edges", ".el .snap", graph_begins_edges, graph_read_edges, graph_write_edges},
    {"matrix", ".mtx", graph_begins_matrix, graph_read_matrix, graph_write_matrix},
    {"metis", ".graph .metis", NULL, graph_read_metis, graph_write_metis},
};
#define FORMATS (sizeof formats / sizeof *formats)

const char graph_format_names[] = "dimacs, edges, matrix or metis";

const struct graph_format *graph_format_named(const char *name)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            return &formats[i];
        }
    }
    return NULL;
}

static int path_ends_with(const char *path, size_t length, const char *ending, size_t ending_length)
{
    return length > ending_length && memcmp(path + length - ending_length, ending, ending_length) == 0;
}

const struct graph_format *graph_format_of_path(const char *path)
{
    size_t length = coding_base_length(path);

    for (size_t i = 0; i < FORMATS; i++) {
        const char *ending = formats[i].endings;

        while (*ending != '\0') {
            size_t ending_length = strcspn(ending, " ");

            if (path_ends_with(path, length, ending, ending_length)) {
                return &formats[i];
            }
            ending += ending_length;
            ending += strspn(ending, " ");
        }
    }
    return NULL;
}

const struct graph_format *graph_format_of(const struct input *input)
{
    const struct graph_format *format = graph_format_of_path(input->path);
    size_t count = (size_t)(input->end - input->next);

    for (size_t i = 0; i < FORMATS && format == NULL; i++) {
        if (formats[i].is_begun_by != NULL && formats[i].is_begun_by(input->next, count)) {
            format = &formats[i];
        }
    }
    if (format != NULL) {
        return format;
    }
    /* Two numbers on the first line: an edge, or METIS's header. */
    return path_ends_with(input->path, coding_base_length(input->path), ".txt", 4)
               ? graph_format_named("edges")
               : graph_format_named("metis");
}
