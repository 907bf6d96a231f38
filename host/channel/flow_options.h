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

#endif
