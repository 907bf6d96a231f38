/* coop-app bfs: what its parts share. */
#ifndef TOOLS_APP_BFS_H
#define TOOLS_APP_BFS_H

#include "tools/graph/graph_choice.h"
#include "tools/runner/app.h"

/* As given on the command line. */
struct bfs_options {
    struct app_options app;
    struct graph_choice graph;
    const char *output;
    uint64_t source;
    uint64_t hub_arcs; /* 0: the default */
    int plain;
};

/* What was found and measured. */
struct bfs_results {
    struct app_results app;
    char graph_name[256];
    double read_s;
    uint32_t reached;
    uint32_t level_count;
};

#define BFS_NOUN ((struct app_noun){"search", "searches"})

/* 0; 1 after --help has been printed; -1 with a sentence. */
int bfs_options_parse(struct bfs_options *options, int count, char **arguments, struct tool_error *error);

/* Both fill `results`, and `levels` with the last search's; `reference` is the sequential search's, or NULL
 * when nothing is to be compared. */
int bfs_run_cooperative(const struct bfs_options *options, const struct graph *graph,
                        const int32_t *reference, int32_t *levels, struct bfs_results *results,
                        struct tool_error *error);
int bfs_run_plain(const struct bfs_options *options, const struct graph *graph, const int32_t *reference,
                  int32_t *levels, struct bfs_results *results, struct tool_error *error);

void bfs_report_for_people(const struct bfs_options *options, const struct graph *graph,
                           struct bfs_results *results);
void bfs_report_json(const struct bfs_options *options, const struct graph *graph,
                     struct bfs_results *results);

/* The command; returns the process's exit code. */
int bfs_command(int count, char **arguments);

#endif
