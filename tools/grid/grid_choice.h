/* What applications that are graphs on tensors have in common: where and how a graph is executed, the form of
 * the report, files; their options, and the numbers that each of them reports.
 *
 *     struct grid_choice *choice = &options->choice;
 *     const struct option table[] = {{"--size", …}, GRID_CHOICE_OPTIONS(choice), {NULL, …}};
 *     grid_choice_begin(choice);
 *     … options_parse(table, …) … grid_choice_read(choice, error) …
 *     fputs(GRID_CHOICE_USAGE, stdout);
 *     … grid_choice_devices(choice, bytes) … grid_choice_graph(choice, text) … */
#ifndef TOOLS_GRID_CHOICE_H
#define TOOLS_GRID_CHOICE_H

#include "tools/error/tool_error.h"
#include "tools/report/json.h"

#include <coop/devices.h>
#include <coop/element.h>
#include <coop/graph.h>
#include <coop/graph_write.h>

/* How the command line names what executes a graph. */

/* What --executor names; NULL: queues. 0, or -1 with a message. */
int grid_executor_read(const char *text, enum coop_executor *executor, struct tool_error *error);

/* How the runs of a graph are started for work-groups of tiles; 0: there are none. */
struct coop_run_options grid_executor_run(uint64_t tile);

/* How the command line names layouts. */

/* By enum coop_layout; the first is empty. */
extern const char *const grid_layout_names[COOP_SOA_BLOCK + 1];

/* What --layout names. 0, or -1 with a message. */
int grid_layout_read(const char *text, enum coop_layout *layout, struct tool_error *error);

/* How the command line names overlap. */

/* What --overlap names; NULL: auto. 0, or -1 with a message. */
int grid_overlap_read(const char *text, enum coop_overlap *overlap, struct tool_error *error);

/* How the command line asks for pictures of a graph, and what it is told then.
 *
 *     const struct option table[] = {…, GRID_WATCH_OPTIONS(&options->watch), …};
 *     fputs(GRID_WATCH_USAGE, stdout);
 *     … (struct coop_graph_options){.timeline_commands = grid_watch_commands(&options->watch)} …
 *     status = grid_watch_write(&options->watch, graph);       after coop_graph_wait */

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

struct grid_choice {
    const char *devices;
    const char *domains; /* as coop_devices_options.domains */
    uint64_t split;
    enum coop_layout layout;
    enum coop_executor executor;
    enum coop_overlap overlap;
    uint64_t tile; /* 0: none */
    double timeout_s;
    struct grid_watch watch;
    int verify;
    const char *output;
    const char *picture;
    int json;
    int csv;
    int help;
    const char *cut; /* as it was said, as those that follow */
    const char *layout_name;
    const char *executor_name;
    const char *overlap_name;
};

/* Rows of a table for options_parse. */
#define GRID_CHOICE_OPTIONS(choice)                                                                      \
    {"--cut", OPTION_TEXT, &(choice)->cut, 0, 0}, {"--devices", OPTION_TEXT, &(choice)->devices, 0, 0},  \
        {"--split", OPTION_NUMBER, &(choice)->split, 1, 8},                                              \
        {"--domains", OPTION_TEXT, &(choice)->domains, 0, 0},                                            \
        {"--layout", OPTION_TEXT, &(choice)->layout_name, 0, 0},                                         \
        {"--executor", OPTION_TEXT, &(choice)->executor_name, 0, 0},                                     \
        {"--overlap", OPTION_TEXT, &(choice)->overlap_name, 0, 0},                                       \
        {"--timeout", OPTION_SECONDS, &(choice)->timeout_s, 0, 0}, GRID_WATCH_OPTIONS(&(choice)->watch), \
        {"--verify", OPTION_FLAG, &(choice)->verify, 0, 0},                                              \
        {"--output", OPTION_TEXT, &(choice)->output, 0, 0},                                              \
        {"--picture", OPTION_TEXT, &(choice)->picture, 0, 0},                                            \
        {"--json", OPTION_FLAG, &(choice)->json, 0, 0}, {"--csv", OPTION_FLAG, &(choice)->csv, 0, 0},    \
    {                                                                                                    \
        "--help", OPTION_FLAG, &(choice)->help, 0, 0                                                     \
    }

/* The row of those whose kernels are built for tiles, too. */
#define GRID_CHOICE_TILE(choice)                        \
    {                                                   \
        "--tile", OPTION_NUMBER, &(choice)->tile, 1, 16 \
    }

#define GRID_CHOICE_USAGE                                                                                    \
    "  --devices LIST        numbers or names, with commas between (default: COOP_DEVICE, else the first)\n" \
    "  --split N             cut the one device into N parts, which are the devices\n"                       \
    "  --domains NAME        separate: devices share nothing; or the number of each one's domain, as\n"      \
    "                        0,0,1; or automatic, the default: those are one that can share memory\n"        \
    "  --layout L            aos, soa (default) or block\n"                                                  \
    "  --executor E          queues (default), or runs: each kernel is a launch into a live run\n"           \
    "  --overlap O           auto (default), on or off: inner cells beside the copies of borders\n"          \
    "  --timeout S           give up after S seconds (default 120)\n" GRID_WATCH_USAGE                       \
    "  --verify              compare with the sequential way, bit for bit\n"                                 \
    "  --json, --csv         the numbers as one object, or as lines name,value\n"

#define GRID_CHOICE_TILE_USAGE \
    "  --tile T              work-groups of TxT, 8 or 16, each with a copy of its cells in local memory\n"

/* The defaults. */
void grid_choice_begin(struct grid_choice *choice);

/* What the names mean, after options_parse. 0, or -1 with a message. */
int grid_choice_read(struct grid_choice *choice, struct tool_error *error);

/* --cut, for so many dimensions, 1 where it was not said. 0, or -1 with a message. */
int grid_choice_cut(const struct grid_choice *choice, unsigned dimensions, uint32_t cut[3],
                    struct tool_error *error);

/* Options for devices that hold so many bytes each, and for a graph of a text, whose `run` is borrowed. */
struct coop_devices_options grid_choice_devices(const struct grid_choice *choice, uint64_t memory_bytes);
struct coop_graph_options grid_choice_graph(const struct grid_choice *choice, const char *text,
                                            const struct coop_run_options *run);

/* 0, or -1 with the message of coop's last error. */
int grid_choice_check(coop_status status, struct tool_error *error);

/* A run of a graph, for its report. */
struct grid_course {
    unsigned dimensions;
    uint64_t cells[3];
    uint32_t cut[3];
    uint64_t steps;
    double ms;
};

/* With --json or --csv: an object, open for more members until json_end(json, '}'), which names the
 * application, how it was executed, cells, cut, steps and times. 0 without. */
int grid_choice_report(const struct grid_choice *choice, const char *application,
                       const struct grid_course *course, struct json *json);

#endif
