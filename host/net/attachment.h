/* An attachment: a net's part of the device's memory, the traffic over it, and the launch that applies what
 * arrives; from coop_net_attach until the net's end.
 *
 * Threads: the exchange's thread makes the steps; all else is under the net's collective call.
 *
 *   E9  The memory outlives the last step, and the launch. */
#ifndef COOP_HOST_NET_ATTACHMENT_H
#define COOP_HOST_NET_ATTACHMENT_H

#include "host/net/call.h"
#include "host/net/traffic.h"

struct coop_net_attachment;

/* Makes this rank's part, and launches coop_deliver on the run; the failure is recorded.
 * attachment  out; NULL on failure. coop_net_attachment_end is due. */
coop_status coop_net_attachment_create(struct coop_net_object *net, coop_run *run,
                                       const struct coop_run_report *report,
                                       struct coop_net_attachment **attachment);

/* What the exchange's thread is to do; it takes a reference. */
struct coop_exchange_work *coop_net_attachment_work(struct coop_net_attachment *attachment);

/* The kernels' parameter. */
coop_address coop_net_attachment_address(const struct coop_net_attachment *attachment);

/* Writes the entry of array `number`. */
coop_status coop_net_attachment_array(struct coop_net_attachment *attachment, uint32_t number,
                                      const struct coop_network_array *array);

struct coop_traffic *coop_net_attachment_traffic(struct coop_net_attachment *attachment);

/* Ends the launch, behind the last step, and gives the memory back. Blocks at most until the deadline; what
 * has not ended by then stays until the context's end. NULL is accepted. */
void coop_net_attachment_end(struct coop_net_attachment *attachment, struct coop_deadline *deadline);

#endif
