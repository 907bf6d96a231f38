/* The ways of coop-net barriers: what one turn of each does. All ranks call; the program has initialised
 * MPI. */
#ifndef TOOLS_NET_BARRIERS_WAYS_H
#define TOOLS_NET_BARRIERS_WAYS_H

#include "tools/net/rank.h"
#include "tools/report/table.h"

#define BARRIERS_BLOCK 1024u /* elements of the table at each rank */
#define BARRIERS_WAYS 6u

struct barriers {
    struct rank_options options;
    const char *device;
    enum report_form form;
    uint64_t messages; /* of a rank in a round */
    uint64_t rounds;
    uint64_t pairs;
    int has_json;
    int has_csv;

    struct tool_error error;
    struct rank rank;
    struct rank_result result; /* which rank, of how many */
    struct rank_part part;
    coop_buffer *wrong;
    uint64_t rounds_sent; /* in which this rank has sent, over all sides */
};

/* A way through the rounds. */
struct barriers_way {
    const char *name;
    int (*go)(struct barriers *); /* 0; -1 with a message */
};

/* The first one is what the others are compared with. */
extern const struct barriers_way barriers_ways[BARRIERS_WAYS];

/* Starts the run of their kernels, on a net that is open. */
int barriers_start(struct barriers *barriers);

/* Behind all turns: every message of every round has come, and no net barrier had another sum. 0; -1 with a
 * message. */
int barriers_verify(struct barriers *barriers);

#endif
