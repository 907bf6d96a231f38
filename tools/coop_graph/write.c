#include "write.h"

#include "tools/graph/codings.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

const struct graph_format *write_format(const char *name, const char *output, struct tool_error *error)
{
    const struct graph_format *format =
        name != NULL ? graph_format_named(name) : graph_format_of_path(output);

    if (coding_base_length(output) != strlen(output)) {
        tool_fail(error, "%s is the name of a compressed file; write to - and compress that", output);
        return NULL;
    }
    if (name != NULL && format == NULL) {
        tool_fail(error, "--format wants %s, not \"%s\"", graph_format_names, name);
    } else if (format == NULL) {
        tool_fail(error, "the ending of %s tells no format; give --format %s", output, graph_format_names);
    }
    return format;
}

static FILE *open_output(const char *output, struct tool_error *error)
{
    FILE *file = strcmp(output, "-") == 0 ? stdout : fopen(output, "w");

    if (file == NULL) {
        tool_fail(error, "%s cannot be written: %s", output, strerror(errno));
    }
    return file;
}

static int close_output(FILE *file, const char *output, struct tool_error *error)
{
    int has_failed = fflush(file) != 0 || ferror(file) != 0;
    int code = errno;

    if (file != stdout && fclose(file) != 0 && !has_failed) {
        has_failed = 1;
        code = errno;
    }
    return has_failed ? tool_fail(error, "%s cannot be written: %s", output, strerror(code)) : 0;
}

int write_graph(const char *output, const struct graph_format *format, const struct graph *graph,
                int is_undirected, struct tool_error *error)
{
    struct graph_error graph_error;
    FILE *file = open_output(output, error);
    int status;

    if (file == NULL) {
        return -1;
    }
    status = format->write(file, graph, is_undirected, &graph_error);
    if (close_output(file, output, error) != 0) {
        return -1;
    }
    return status == 0 ? 0 : tool_fail(error, "%s", graph_error.text);
}

int write_ids(const char *output, const struct graph *graph, struct tool_error *error)
{
    FILE *file = open_output(output, error);
    uint32_t vertex;

    if (file == NULL) {
        return -1;
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        fprintf(file, "%" PRIu64 "\n", graph->ids != NULL ? graph->ids[vertex] : vertex);
    }
    return close_output(file, output, error);
}
