/* The part of a flow graph's plan that its closures take. Knows nothing of devices, as channel_layout.h. */
#ifndef COOP_HOST_CHANNEL_CLOSURE_LAYOUT_H
#define COOP_HOST_CHANNEL_CLOSURE_LAYOUT_H

#include "coop/channel.h"

#include <stddef.h>

/* Checks what the options say of closures. Returns 0, with `wrong` written, when they contradict themselves.
 */
int coop_closures_check(const struct coop_flow_options *options, char *wrong, size_t bytes);

/* Writes how many closures there are, how large, and what the rule asks for. Returns 0, with `wrong` written,
 * when that is too few or too many. */
int coop_closures_plan(const struct coop_flow_options *options, struct coop_flowgraph *head, char *wrong,
                       size_t bytes);

/* Blocks that the items of a channel may take beside those of other channels: where each item is a closure,
 * there are no more items than closures. */
uint64_t coop_closures_blocks(const struct coop_flow_options *options, const struct coop_flowgraph *head,
                              uint32_t channel);

/* Bytes of all closures, and of the one that stands for none: a module with closures writes to it what it
 * would write to any, also where the graph has none. */
uint64_t coop_closures_bytes(const struct coop_flowgraph *head);

/* Word `word` of the free set: all closures but the host's. */
uint64_t coop_closures_free_word(const struct coop_flowgraph *head, uint32_t word);

#endif
