/* The broker's thread of a team of several domains, and how it reaches them.
 *
 * Stands on: team_object.h, broker.h, control/control.h. The caller has the team's lock, or is the only one,
 * where not said otherwise. */
#ifndef COOP_HOST_BROKER_THREAD_H
#define COOP_HOST_BROKER_THREAD_H

#include "host/team/team_object.h"

/* Takes the memory that the broker needs, once; a failure is recorded. */
coop_status coop_broker_make(struct coop_team_object *team, const struct coop_team_options *options);

/* Starts it anew with `stock_left` first tasks at team->stock. COOP_OUT_OF_MEMORY, recorded, when there is no
 * thread to be had. */
coop_status coop_broker_start(struct coop_team_object *team, uint64_t stock_left);

/* Ends the thread, if there is one. Blocks for a pass at most. */
void coop_broker_end(struct coop_team_object *team);

/* Tells all domains that the team has failed. Any thread, without the team's lock. */
void coop_broker_give_up(struct coop_team_object *team, uint32_t domain);

/* The broker's state. Any thread. */
enum coop_broker_state coop_broker_ask(struct coop_team_object *team);

#endif
