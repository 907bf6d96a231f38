/* Traffic: what a rank's thread does while kernels send messages. It empties the device's queue into the
 * outbox, sends parcels and receives them, writes them to the device, acknowledges what is applied, tells the
 * device what is quiet, and sees that the other ranks live.
 *
 * Stands on: full_slots.h, outbox.h, inbox.h, relay.h, delivery.h, record.h, wire.h. It knows no clock: a
 * step is given the time. Threads: coop_traffic_step from one, that which has opened the wire; the functions
 * that say so from any.
 *
 *   D8   Nothing here waits: a step does what can be done, and returns.
 *   D9   The queue is emptied, and what has arrived is delivered, whether or not anything can be sent (B6).
 *   D10  The device's ticket word is at most coop_outbox_quiet (B7).
 * Source: Orr's thesis, chapter 5, has the aggregator; acknowledgements, quiet and loss are ours. */
#ifndef COOP_HOST_NET_TRAFFIC_H
#define COOP_HOST_NET_TRAFFIC_H

#include "host/net/traffic_state.h"

/* memory   borrowed until coop_traffic_clear.
 * network  as the host has written it there.
 * hosts    of the ranks; read during the call only.
 * COOP_OK, COOP_OUT_OF_MEMORY; coop_traffic_clear is due in both cases. */
coop_status coop_traffic_init(struct coop_traffic *traffic, const struct coop_traffic_options *options,
                              const struct coop_net_memory *memory, const struct coop_network *network,
                              const char (*hosts)[64]);

/* Once the wire is closed, and does not read any more. What never was initialised is all zeros. */
void coop_traffic_clear(struct coop_traffic *traffic);

/* Does what can be done at `now_ns`.
 * nap_ns  out: how long the thread may sleep before the next step; 0: there is more to do.
 * On failure the device and the other ranks have been told, and no step may follow.
 *
 * COOP_OK
 * COOP_PEER_LOST       a rank is silent, or another rank has found so.
 * COOP_NETWORK_FAILED  another rank has given up, a parcel or the queue is damaged, what the wire says.
 * COOP_OUT_OF_MEMORY   the host has none, or what waits has reached its limit and nothing was applied
 *                      for silence_ns.
 * What reading and writing the device's memory says. */
coop_status coop_traffic_step(struct coop_traffic *traffic, struct coop_wire *wire, uint64_t now_ns,
                              uint64_t *nap_ns, char *failure);

/* As a step that fails: tells the device and the other ranks so. */
void coop_traffic_give_up(struct coop_traffic *traffic, struct coop_wire *wire, coop_status status,
                          char *failure);

/* Tells the other ranks, and not the device, that this one goes alone: its run may go on. */
void coop_traffic_leave(struct coop_traffic *traffic, struct coop_wire *wire);

/* From any thread. */
void coop_traffic_ask(struct coop_traffic *traffic, enum coop_traffic_ask ask);
int coop_traffic_is_drained(struct coop_traffic *traffic);
int coop_traffic_has_ended(struct coop_traffic *traffic);
/* Rows that have left for all ranks, and rows from all ranks that are applied here. */
void coop_traffic_total(struct coop_traffic *traffic, uint64_t *left, uint64_t *applied);
/* Memory of parcels, whether they are under way or free, as of the last step. Waits for nobody. */
uint64_t coop_traffic_memory(struct coop_traffic *traffic);
void coop_traffic_count(struct coop_traffic *traffic, uint32_t rank, struct coop_traffic_counts *counts);

#endif
