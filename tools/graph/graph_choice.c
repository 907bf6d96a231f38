#include "graph_choice.h"

#include "tools/options/options.h"
#include "tools/progress/progress_line.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_EDGE_FACTOR 16
#define DEFAULT_SEED 1
#define DEFAULT_GRID "300x300"

const char graph_choice_usage[] =
    "GRAPH is one of these, or --grid " DEFAULT_GRID "\n"
    "  --graph FILE          METIS .graph or DIMACS .gr, plain, .gz or .xz\n"
    "  --grid WxH            5-point grid; vertex y*W+x\n"
    "  --rmat SCALE[,EDGEFACTOR[,SEED]]\n"
    "                        R-MAT graph of 2^SCALE vertices (default edge factor 16, seed 1)\n"
    "  --undirected          read a file's arcs as edges, without loops and duplicates (default)\n"
    "  --directed            read a file's arcs as they are\n";

static unsigned count_graphs(const struct graph_choice *choice)
{
    return (choice->file != NULL) + (choice->grid != NULL) + (choice->rmat != NULL);
}

void graph_choice_default(struct graph_choice *choice)
{
    if (count_graphs(choice) == 0) {
        choice->grid = DEFAULT_GRID;
    }
}

int graph_choice_check(const struct graph_choice *choice, struct tool_error *error)
{
    uint64_t numbers[3];

    if (count_graphs(choice) != 1) {
        return tool_fail(error,
                         "one graph is wanted: --graph FILE, --grid WxH or --rmat SCALE[,EDGEFACTOR[,SEED]]");
    }
    if (choice->is_directed && choice->is_undirected) {
        return tool_fail(error, "--directed and --undirected exclude each other");
    }
    if (choice->grid != NULL && options_numbers(choice->grid, 'x', numbers, 2) != 2) {
        return tool_fail(error, "--grid wants WIDTHxHEIGHT, as in 1000x1000, not \"%s\"", choice->grid);
    }
    if (choice->rmat != NULL && options_numbers(choice->rmat, ',', numbers, 3) == 0) {
        return tool_fail(error, "--rmat wants SCALE[,EDGEFACTOR[,SEED]], as in 16,16,1, not \"%s\"",
                         choice->rmat);
    }
    return 0;
}

int graph_choice_make(const struct graph_choice *choice, struct graph *graph, struct tool_error *error)
{
    const struct graph_reading reading = {choice->is_directed ? GRAPH_DIRECTED : GRAPH_UNDIRECTED,
                                          choice->wants_weights};
    uint64_t numbers[3] = {0, DEFAULT_EDGE_FACTOR, DEFAULT_SEED};
    struct graph_error graph_error;
    int status;

    progress_line_begin("reading the graph");
    if (choice->file != NULL) {
        status = graph_read(choice->file, &reading, graph, &graph_error);
    } else if (choice->grid != NULL) {
        options_numbers(choice->grid, 'x', numbers, 2);
        status = graph_grid(numbers[0], numbers[1], graph, &graph_error);
    } else {
        options_numbers(choice->rmat, ',', numbers, 3);
        numbers[0] = numbers[0] > UINT32_MAX ? UINT32_MAX : numbers[0];
        numbers[1] = numbers[1] > UINT32_MAX ? UINT32_MAX : numbers[1];
        status = graph_rmat((uint32_t)numbers[0], (uint32_t)numbers[1], numbers[2], graph, &graph_error);
    }
    progress_line_end();
    return status == 0 ? 0 : tool_fail(error, "%s", graph_error.text);
}

void graph_choice_name(const struct graph_choice *choice, char *name, unsigned capacity)
{
    const char *slash;

    if (choice->file != NULL) {
        slash = strrchr(choice->file, '/');
        snprintf(name, capacity, "%s", slash != NULL ? slash + 1 : choice->file);
    } else if (choice->grid != NULL) {
        snprintf(name, capacity, "grid %s", choice->grid);
    } else {
        snprintf(name, capacity, "rmat %s", choice->rmat);
    }
}
