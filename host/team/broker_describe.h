/* What the broker has under way, as text for people; and its counts.
 *
 * Stands on: team_object.h, base/out.h. Any thread, without the broker's lock. */
#ifndef COOP_HOST_BROKER_DESCRIBE_H
#define COOP_HOST_BROKER_DESCRIBE_H

#include "host/base/out.h"
#include "host/team/team_object.h"

/* A line for each domain: its tasks, its words, whose turn it is. Nothing where there is one domain. */
void coop_broker_describe(struct coop_team_object *team, struct coop_out *out);

/* Says why the broker has failed; returns the number of the domain. */
uint32_t coop_broker_describe_loss(struct coop_team_object *team, struct coop_out *out);

#endif
