/* What of a net lies where in the device's memory. Pure. */
#ifndef COOP_HOST_NET_ATTACHMENT_PLAN_H
#define COOP_HOST_NET_ATTACHMENT_PLAN_H

#include "coop/net.h"
#include "coop/shared/message.h"

/* What the plan goes by. */
struct coop_net_need {
    uint32_t rank;
    uint32_t ranks;
    uint32_t worker_groups; /* of the run */
    uint32_t local_items;
    int by_copies; /* the host reaches the device by copies */
};

/* The options with their defaults in place. NULL, or what is wrong with them: a clause. */
const char *coop_net_options_complete(struct coop_net_options *options);

/* Fills all but the arrays. False when `queue_bytes` has no room for more slots than the run has work-groups:
 * *least_bytes would have. */
int coop_net_plan(const struct coop_net_need *need, const struct coop_net_options *options,
                  struct coop_network *network, uint64_t *least_bytes);

#endif
