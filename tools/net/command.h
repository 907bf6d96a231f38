/* What a command line of coop-net says, the same for all ranks; and what an application is. */
#ifndef TOOLS_NET_COMMAND_H
#define TOOLS_NET_COMMAND_H

#include "tools/graph/graph_choice.h"
#include "tools/graph/graph_order.h"
#include "tools/net/kmeans_points.h"
#include "tools/net/mer_reads.h"
#include "tools/net/rank.h"
#include "tools/net/style.h"
#include "tools/report/json.h"
#include "tools/report/table.h"

struct net_application;

struct net_command {
    const struct net_application *application;
    struct rank_options rank;
    uint64_t ranks; /* 0: MPI's */
    const char *device;
    const char *style_name; /* NULL: the first of the application's */
    const struct net_style *style;
    enum report_form form;
    int has_json;
    int has_csv;

    /* gups */
    uint64_t updates;  /* of each rank */
    uint64_t elements; /* of all ranks; 0: 65536 for each */
    int is_through;    /* messages to the own rank take the way of all others */

    /* Graphs. */
    struct graph_choice choice;
    struct graph graph;
    struct graph sends; /* along whose arcs vertices send; may share the memory of `graph` */
    int owns_sends;
    struct graph sends_back; /* its transpose */

    uint64_t iterations_max; /* pagerank, kmeans */

    /* color */
    const char *order_name;
    struct graph_order order;

    /* sssp */
    uint64_t source;
    uint64_t delta; /* 0: by the weights */

    /* kmeans */
    struct kmeans_points points;
    const char *points_file; /* NULL: from the seed */
    uint64_t point_count;
    uint64_t dimensions;
    uint64_t clusters;
    int combines;

    /* mer */
    struct mer_reads reads;
    struct option_texts read_files;
    const char *genome; /* "LETTERS[,COVERAGE[,SEED]]" */
    uint64_t read_letters;
    uint64_t piece_letters;
    uint64_t table; /* places of each rank; 0: by the reads */
    int has_neighbours;
    const char *handlers; /* NULL: sequential */
    int has_parallel_handlers;

    /* Of some applications. */
    uint64_t seed;
    const char *output; /* NULL: none */
    int verifies;
};

struct net_application {
    const char *name;
    const char *wrong;              /* "%llu elements": what rank_result.wrong_elements counts */
    const struct net_style *styles; /* the first one is that without --style */
    unsigned style_count;
    int verifies_if_asked; /* compares with the sequential program where command.verifies; else always */
    void (*rows)(struct net_command *command, struct option *table);
    /* Behind the options, with a style, once for all ranks of the process; may be NULL. */
    int (*prepare)(struct net_command *command, struct tool_error *error);
    /* Of a context, for its part of the arrays and its own buffers. */
    uint64_t (*bytes)(const struct net_command *command);
    /* This rank's part, from a net that is open to the counts; all ranks call. */
    int (*work)(struct rank *rank, const struct net_command *command, struct rank_result *result);
    /* Of what was done: as the members of an object; as lines for people. */
    void (*members)(const struct net_command *command, const struct rank_result *result, struct json *json);
    void (*print)(const struct net_command *command, const struct rank_result *result);
};

/* Frees what `prepare` has made. */
void net_command_clear(struct net_command *command);

extern const struct net_application net_gups;
extern const struct net_application net_pagerank;
extern const struct net_application net_color;
extern const struct net_application net_kmeans;
extern const struct net_application net_mer;
extern const struct net_application net_sssp;

#endif
