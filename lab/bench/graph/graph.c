/* What tensors and graphs cost, part by part. */
#include "graph_parts.h"

#include <string.h>

static const struct {
    const char *name;
    int (*run)(const struct bench_options *options, struct tool_error *error);
} parts[] = {{"accessors", graph_accessors},
             {"nodes", graph_nodes},
             {"steps", graph_steps},
             {"devices", graph_devices},
             {"saxpy", graph_saxpy}};

int bench_graph(const struct bench_options *options, struct tool_error *error)
{
    int is_wrong = 0;

    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        int status = 0;

        if (options->only == NULL || strcmp(options->only, parts[i].name) == 0) {
            status = parts[i].run(options, error);
        }
        if (status < 0) {
            return -1;
        }
        is_wrong |= status;
    }
    return is_wrong;
}
