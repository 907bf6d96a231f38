#include "write.h"

#include "host/base/replace.h"
#include "tools/graph/codings.h"

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

/* "-" is the standard output, of which the program's end says whether it could be written. */
static int open_output(const char *output, struct coop_replace *replace, struct tool_error *error)
{
    int code = 0;

    if (strcmp(output, "-") == 0) {
        *replace = (struct coop_replace){.file = stdout};
    } else {
        code = coop_replace_open(replace, output);
    }
    return code == 0 ? 0 : tool_fail(error, "%s cannot be written: %s", output, strerror(code));
}

static int close_output(const char *output, struct coop_replace *replace, int is_complete,
                        struct tool_error *error)
{
    int code = replace->file != stdout ? coop_replace_close(replace, is_complete) : 0;

    return code == 0 ? 0 : tool_fail(error, "%s cannot be written: %s", output, strerror(code));
}

int write_graph(const char *output, const struct graph_format *format, const struct graph *graph,
                int is_undirected, struct tool_error *error)
{
    struct graph_error graph_error;
    struct coop_replace replace;
    int status;

    if (open_output(output, &replace, error) != 0) {
        return -1;
    }
    status = format->write(replace.file, graph, is_undirected, &graph_error);
    if (close_output(output, &replace, status == 0, error) != 0) {
        return -1;
    }
    return status == 0 ? 0 : tool_fail(error, "%s", graph_error.text);
}

int write_ids(const char *output, const struct graph *graph, struct tool_error *error)
{
    struct coop_replace replace;
    uint32_t vertex;

    if (open_output(output, &replace, error) != 0) {
        return -1;
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        fprintf(replace.file, "%" PRIu64 "\n", graph->ids != NULL ? graph->ids[vertex] : vertex);
    }
    return close_output(output, &replace, 1, error);
}
