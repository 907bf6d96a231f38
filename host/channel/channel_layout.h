/* The layout of a flow graph: which channels it has, in what order they are run, how many blocks they need.
 * Knows nothing of devices, so that tests can make one in ordinary memory. */
#ifndef COOP_HOST_CHANNEL_LAYOUT_H
#define COOP_HOST_CHANNEL_LAYOUT_H

#include "coop/channel.h"

#define COOP_FLOW_EDGES_MAX (COOP_FLOW_CHANNELS_MAX * COOP_FLOW_CHANNELS_MAX)

/* A graph as coop_flow_init writes it, without what counts up. */
struct coop_flow_plan {
    struct coop_flowgraph head;
    struct coop_channel channels[COOP_FLOW_CHANNELS_MAX];
    struct coop_flow_edge edges[COOP_FLOW_EDGES_MAX];
    char wrong[320]; /* why the options are invalid */
};

/* Plans a graph. Returns 0, with plan->wrong written, when the options are invalid. */
int coop_flow_plan(const struct coop_flow_options *options, struct coop_flow_plan *plan);

/* The blocks that hold `items` items, of any number. */
uint64_t coop_flow_blocks_for(uint64_t items, uint32_t block_items);

/* The words of channel `channel`'s free set: word `word` with all blocks free but the spares, which are the
 * first blocks, one for each work-group of a channel that keeps. */
uint64_t coop_flow_free_word(const struct coop_flow_plan *plan, uint32_t channel, uint32_t word);

/* How many of a channel's blocks are spares. */
uint32_t coop_flow_spares(const struct coop_flow_plan *plan, uint32_t channel);

/* Checks whether a head that was read back can be one of coop_flow_plan's, so that its numbers may be
 * computed with; the same for a channel's record. */
int coop_flow_head_is_whole(const struct coop_flowgraph *head);
int coop_flow_channel_is_whole(const struct coop_flowgraph *head, const struct coop_channel *channel);

#endif
