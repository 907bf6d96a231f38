#include "apps_inputs.h"

#include "tools/file/bytes.h"

#include <stdio.h>
#include <string.h>

/* Real graphs, when they are there: roads, a mesh, packages, people, and one vertex of a quarter of a million
 * arcs. */
static const char *const data[] = {"graphs/usa-road-ny.gr", "graphs/copter2.graph",
                                   "graphs/debian12-depends.gr", "graphs/soc-Slashdot0902.gr",
                                   "graphs/lp1.graph"};

static int add(struct apps_inputs *inputs, struct graph_choice choice, struct tool_error *error)
{
    if (inputs->count == APPS_INPUTS_MAX) {
        return tool_fail(error, "at most %d graphs at once", APPS_INPUTS_MAX);
    }
    inputs->items[inputs->count++] = choice;
    return 0;
}

static int add_file(struct apps_inputs *inputs, const char *name, struct tool_error *error)
{
    char *path = inputs->count < APPS_INPUTS_MAX ? inputs->paths[inputs->count] : NULL;

    if (strncmp(name, "data:", 5) != 0 || path == NULL) {
        return add(inputs, (struct graph_choice){.file = name}, error);
    }
    if (!data_find(name + 5, path, APPS_PATH_BYTES)) {
        return tool_fail(error, "COOP_DATA_DIR names no directory that has %s", name + 5);
    }
    return add(inputs, (struct graph_choice){.file = path}, error);
}

static int add_defaults(struct apps_inputs *inputs, struct tool_error *error)
{
    unsigned i;

    if (add(inputs, (struct graph_choice){.grid = "1000x1000"}, error) != 0 ||
        add(inputs, (struct graph_choice){.rmat = "16"}, error) != 0 ||
        add(inputs, (struct graph_choice){.circuit = "default"}, error) != 0) {
        return -1;
    }
    for (i = 0; i < sizeof data / sizeof *data; i++) {
        char *path = inputs->paths[inputs->count];

        if (data_find(data[i], path, APPS_PATH_BYTES) &&
            add(inputs, (struct graph_choice){.file = path}, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int apps_inputs_choose(const struct bench_options *options, struct apps_inputs *inputs,
                       struct tool_error *error)
{
    unsigned i;
    int status = 0;

    memset(inputs, 0, sizeof *inputs);
    for (i = 0; i < options->graphs.count && status == 0; i++) {
        status = add_file(inputs, options->graphs.items[i], error);
    }
    for (i = 0; i < options->grids.count && status == 0; i++) {
        status = add(inputs, (struct graph_choice){.grid = options->grids.items[i]}, error);
    }
    for (i = 0; i < options->rmats.count && status == 0; i++) {
        status = add(inputs, (struct graph_choice){.rmat = options->rmats.items[i]}, error);
    }
    for (i = 0; i < options->circuits.count && status == 0; i++) {
        status = add(inputs, (struct graph_choice){.circuit = options->circuits.items[i]}, error);
    }
    return status == 0 && inputs->count == 0 ? add_defaults(inputs, error) : status;
}
