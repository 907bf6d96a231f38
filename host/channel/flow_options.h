/* What makes no sense of a flow graph's options, before anything is computed of them. Knows nothing of
 * devices, as channel_layout.h. */
#ifndef COOP_HOST_FLOW_OPTIONS_H
#define COOP_HOST_FLOW_OPTIONS_H

#include "coop/channel.h"

#include <stddef.h>

#define COOP_FLOW_BLOCK_ITEMS 256u /* of a block, unless the channel says */

/* A channel's name, or its tag written into `number`, which has 16 characters. */
const char *coop_flow_name_of(const struct coop_flow_options *options, uint32_t channel, char *number);

/* Returns 0, with a message in `wrong`, when a number is out of its range, or something is missing. */
int coop_flow_options_check(const struct coop_flow_options *options, char *wrong, size_t bytes);

/* The shape of a flow graph: which channels lie on common cycles, and in what order they stand. Knows nothing
 * of devices, as channel_layout.h. */

/* What is computed of the graph before its channels are laid out. */
struct coop_flow_shape {
    const struct coop_flow_options *options;
    uint32_t reach[COOP_FLOW_CHANNELS_MAX]; /* a bit for each channel that items of this one can lead to */
    uint32_t key[COOP_FLOW_CHANNELS_MAX];   /* the order of the components */
};

/* Channels and edges have been checked; the options are kept. */
void coop_flow_shape_find(struct coop_flow_shape *shape, const struct coop_flow_options *options);

/* Returns 0, with a message that spells the cycle out, when one has a channel without levels. */
int coop_flow_shape_check(const struct coop_flow_shape *shape, char *wrong, size_t bytes);

/* Of two channels: whether each leads to the other; the same, or one is the other. */
int coop_flow_are_on_a_cycle(const struct coop_flow_shape *shape, uint32_t a, uint32_t b);
int coop_flow_are_a_component(const struct coop_flow_shape *shape, uint32_t a, uint32_t b);

enum coop_flow_direction coop_flow_direction_of(const struct coop_flow_shape *shape, uint32_t from,
                                                uint32_t to);

#endif
