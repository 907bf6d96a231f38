/* coop-app bfs: what its parts share. */
#ifndef TOOLS_APP_BFS_H
#define TOOLS_APP_BFS_H

#include "frames.h"
#include "graph_choice.h"
#include "samples.h"
#include "tool_error.h"

/* As given on the command line. */
struct bfs_options {
    struct graph_choice graph;
    const char *device;
    const char *output;
    const char *frames;
    const char *frame_groups;
    const char *trace;
    const char *timeline;
    uint64_t source;
    uint64_t groups;
    uint64_t local_items;
    uint64_t repeat;
    uint64_t seed;
    double timeout_s;
    double stall_after_s; /* 0: nothing is called stalled */
    double min_seconds;
    int verify;
    int plain;
    int json;
    int help;
};

/* What was found and measured. */
struct bfs_results {
    char graph_name[256];
    char device_name[128];
    double read_s;
    uint32_t worker_groups;
    uint32_t reached;
    uint32_t level_count;
    uint32_t wrong_searches;  /* of those that --verify compared */
    struct samples search_ms; /* beside frames, if there are any */
    struct samples alone_ms;  /* without them; only measured when there are any */
    uint64_t kills;
    uint64_t forks;
    uint64_t barriers;
    const struct frame_profile *frames; /* NULL: none */
    uint32_t frame_groups;
    uint32_t frame_n;
    struct frame_results frame_results;
    int has_trace;
    uint64_t events_lost;
};

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
