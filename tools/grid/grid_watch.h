/* How the command line asks for pictures of a graph, and what it is told then.
 *
 *     const struct option table[] = {…, GRID_WATCH_OPTIONS(&options->watch), …};
 *     fputs(GRID_WATCH_USAGE, stdout);
 *     … (struct coop_graph_options){.timeline_commands = grid_watch_commands(&options->watch)} …
 *     status = grid_watch_write(&options->watch, graph);       after coop_graph_wait */
#ifndef TOOLS_GRID_WATCH_H
#define TOOLS_GRID_WATCH_H

#include <coop/graph_write.h>

struct grid_watch {
    const char *dot; /* a path; NULL: none */
    const char *timeline;
    uint64_t commands; /* 0: 512 */
    int is_quiet;      /* no line is printed: the report is of another form */
};

#define GRID_WATCH_OPTIONS(watch)                                                                       \
    {"--dot", OPTION_TEXT, &(watch)->dot, 0, 0}, {"--timeline", OPTION_TEXT, &(watch)->timeline, 0, 0}, \
    {                                                                                                   \
        "--timeline-commands", OPTION_NUMBER, &(watch)->commands, 1, COOP_GRAPH_TIMELINE_MAX            \
    }

#define GRID_WATCH_USAGE                                                                           \
    "  --dot FILE            the graph of a step, for Graphviz\n"                                  \
    "  --timeline FILE       the last commands over time: a picture (SVG), or of a FILE.json for " \
    "Perfetto;\n"                                                                                  \
    "                        and which part of the copies' time had a kernel beside it\n"          \
    "  --timeline-commands N that many (default 512)\n"

/* For coop_graph_options. */
uint32_t grid_watch_commands(const struct grid_watch *watch);

/* Writes what is asked for, after the graph has run, and prints a line of the timeline. */
coop_status grid_watch_write(const struct grid_watch *watch, coop_graph *graph);

#endif
