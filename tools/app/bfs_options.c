#include "bfs.h"

#include "options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define GROUPS_MAX 2045
#define LOCAL_ITEMS_MAX 1024

/* Frames need time to happen: a search of a small graph ends before the first one. */
#define MIN_SECONDS_WITH_FRAMES 1.0

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
    "\n"
    "Frames: a regular kernel, launched every P ms, that takes E ms when it has all work-groups\n"
    "  --frames KIND         none (default), light (P 70, E 3), medium (40, 3) or heavy (40, 10)\n"
    "  --frame-groups K      work-groups of a frame: one, quarter, half (default), most, or a number\n"
    "  --seed S              of the frames' numbers (default 1)\n"
    "\n"
    "Results\n"
    "  --trace FILE          who ran where and when, for ui.perfetto.dev or chrome://tracing\n"
    "  --timeline FILE.svg   the same as a picture\n"
    "  --json                one JSON object instead of text\n"
    "\n"
    "Exit status: 0 all is right, 1 a result is wrong or something failed, 2 the command line makes no "
    "sense.\n";

static uint64_t default_groups(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    return processors > 4 && processors <= GROUPS_MAX ? (uint64_t)processors : 4;
}

static int check(struct bfs_options *options, struct tool_error *error)
{
    int has_frames = strcmp(options->frames, "none") != 0;

    if (graph_choice_check(&options->graph, error) != 0) {
        return -1;
    }
    if (has_frames && frame_profile_find(options->frames) == NULL) {
        return tool_fail(error, "--frames wants none, light, medium or heavy, not \"%s\"", options->frames);
    }
    if (frame_groups_parse(options->frame_groups, (uint32_t)options->groups) == 0) {
        return tool_fail(
            error, "--frame-groups wants one, quarter, half, most or a number from 1 to %llu, not \"%s\"",
            (unsigned long long)options->groups, options->frame_groups);
    }
    if (options->plain && (has_frames || options->trace != NULL || options->timeline != NULL)) {
        return tool_fail(error, "--plain has nothing beside it: no --frames, --trace or --timeline");
    }
    if (options->min_seconds <= 0 && has_frames) {
        options->min_seconds = MIN_SECONDS_WITH_FRAMES;
    }
    return 0;
}

int bfs_options_parse(struct bfs_options *options, int count, char **arguments, struct tool_error *error)
{
    const struct option table[] = {{"--graph", OPTION_TEXT, &options->graph.file, 0, 0},
                                   {"--grid", OPTION_TEXT, &options->graph.grid, 0, 0},
                                   {"--rmat", OPTION_TEXT, &options->graph.rmat, 0, 0},
                                   {"--directed", OPTION_FLAG, &options->graph.is_directed, 0, 0},
                                   {"--undirected", OPTION_FLAG, &options->graph.is_undirected, 0, 0},
                                   {"--source", OPTION_NUMBER, &options->source, 0, GRAPH_VERTICES_MAX - 1},
                                   {"--groups", OPTION_NUMBER, &options->groups, 1, GROUPS_MAX},
                                   {"--local", OPTION_NUMBER, &options->local_items, 1, LOCAL_ITEMS_MAX},
                                   {"--repeat", OPTION_NUMBER, &options->repeat, 1, 1000000000},
                                   {"--min-seconds", OPTION_SECONDS, &options->min_seconds, 0, 0},
                                   {"--verify", OPTION_FLAG, &options->verify, 0, 0},
                                   {"--output", OPTION_TEXT, &options->output, 0, 0},
                                   {"--plain", OPTION_FLAG, &options->plain, 0, 0},
                                   {"--device", OPTION_TEXT, &options->device, 0, 0},
                                   {"--timeout", OPTION_SECONDS, &options->timeout_s, 0, 0},
                                   {"--stall-after", OPTION_SECONDS, &options->stall_after_s, 0, 0},
                                   {"--frames", OPTION_TEXT, &options->frames, 0, 0},
                                   {"--frame-groups", OPTION_TEXT, &options->frame_groups, 0, 0},
                                   {"--seed", OPTION_NUMBER, &options->seed, 0, UINT64_MAX},
                                   {"--trace", OPTION_TEXT, &options->trace, 0, 0},
                                   {"--timeline", OPTION_TEXT, &options->timeline, 0, 0},
                                   {"--json", OPTION_FLAG, &options->json, 0, 0},
                                   {"--help", OPTION_FLAG, &options->help, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    memset(options, 0, sizeof *options);
    options->frames = "none";
    options->frame_groups = "half";
    options->groups = default_groups();
    options->local_items = 64;
    options->repeat = 1;
    options->seed = 1;
    options->timeout_s = 120;
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    if (options->help) {
        fputs(usage, stdout);
        return 1;
    }
    return check(options, error);
}
