#include "bfs.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "Usage: coop-app bfs GRAPH [OPTION …]\n"
    "\n"
    "Finds every vertex's distance from a source by a level-synchronous search on an OpenCL device, as a\n"
    "cooperative kernel that shrinks and grows around other work.\n"
    "\n"
    "GRAPH is one of\n"
    "  --graph FILE          METIS .graph or DIMACS .gr, plain, .gz or .xz\n"
    "  --grid WxH            5-point grid; vertex y*W+x\n"
    "  --rmat SCALE[,EDGEFACTOR[,SEED]]\n"
    "                        R-MAT graph of 2^SCALE vertices (default edge factor 16, seed 1)\n"
    "  --undirected          read a .gr file's arcs as edges, without loops and duplicates (default)\n"
    "  --directed            read a .gr file's arcs as they are\n"
    "\n"
    "The search\n"
    "  --source V            vertex to begin at, from 0 (default 0)\n"
    "  --hub-arcs N          vertices of more arcs are expanded by all work-items (default 64)\n"
    "  --groups N            worker work-groups (default 4, or the number of processors if that is more)\n"
    "  --local L             work-items of a work-group (default 64)\n"
    "  --repeat N            search at least N times (default 1)\n"
    "  --min-seconds S       search again until S seconds have passed (default 1 with frames, else 0)\n"
    "  --verify              compare every search with a sequential one\n"
    "  --output FILE         write the levels: raw little-endian int32, -1 where unreached\n"
    "  --plain               run the same source as an ordinary OpenCL kernel\n"
    "  --device D            number, platform:device, or part of a name (default: COOP_DEVICE, else the "
    "first)\n"
    "  --timeout S           give up on a launch after S seconds (default 120)\n"
    "  --stall-after S       give up on a run in which a launch makes no step for S seconds (default: "
    "never)\n"
    "\n" APP_USAGE_FRAMES "  --seed S              of the frames' numbers (default 1)\n"
    "\n" APP_USAGE_RESULTS "\n" APP_USAGE_EXIT;

static int check(struct bfs_options *options, struct tool_error *error)
{
    if (graph_choice_check(&options->graph, error) != 0 || app_options_check(&options->app, error) != 0) {
        return -1;
    }
    if (options->plain && (app_has_frames(&options->app) || app_has_trace(&options->app))) {
        return tool_fail(error, "--plain has nothing beside it: no --frames, --trace or --timeline");
    }
    return 0;
}

int bfs_options_parse(struct bfs_options *options, int count, char **arguments, struct tool_error *error)
{
    const struct option table[] = {APP_OPTION_ROWS(&options->app),
                                   {"--graph", OPTION_TEXT, &options->graph.file, 0, 0},
                                   {"--grid", OPTION_TEXT, &options->graph.grid, 0, 0},
                                   {"--rmat", OPTION_TEXT, &options->graph.rmat, 0, 0},
                                   {"--directed", OPTION_FLAG, &options->graph.is_directed, 0, 0},
                                   {"--undirected", OPTION_FLAG, &options->graph.is_undirected, 0, 0},
                                   {"--source", OPTION_NUMBER, &options->source, 0, GRAPH_VERTICES_MAX - 1},
                                   {"--hub-arcs", OPTION_NUMBER, &options->hub_arcs, 1, UINT32_MAX},
                                   {"--output", OPTION_TEXT, &options->output, 0, 0},
                                   {"--plain", OPTION_FLAG, &options->plain, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    memset(options, 0, sizeof *options);
    app_options_default(&options->app);
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    if (options->app.help) {
        fputs(usage, stdout);
        return 1;
    }
    return check(options, error);
}
