/* What a net has of messages: the run that is attached, and the arrays that its kernels name.
 * Failures are recorded. */
#ifndef COOP_HOST_NET_ATTACH_H
#define COOP_HOST_NET_ATTACH_H

#include "host/net/call.h"

/* Enters an array, or takes it out, for the kernels of the run that is attached now or later.
 * number  below COOP_MESSAGE_ARRAYS_MAX.
 * array   own_at: the address of this rank's part.
 *
 * COOP_OK; what writing says. */
coop_status coop_net_enter_array(struct coop_net_object *net, uint32_t number,
                                 const struct coop_network_array *array);

/* Waits until everything is applied that was sent, at all ranks, and ends the traffic. */
coop_status coop_net_drain(struct coop_net_call *call);

/* Gives the attachment's memory back. Blocks at most until the deadline. */
void coop_net_detach(struct coop_net_object *net, struct coop_deadline *deadline);

#endif
