/* A team's first tasks: in which order they are, and where they lie when the launches begin.
 *
 * Stands on: team_object.h, domain.h. The caller has the team's lock. */
#ifndef COOP_HOST_FIRST_H
#define COOP_HOST_FIRST_H

#include "host/team/team_object.h"

/* Puts the tasks that prefer a processor to the front, and those that prefer a GPU to the back. */
coop_status coop_first_sort(struct coop_team_object *team);

/* Writes them: into the queues, to where work-groups draw them, or to where the broker deals them from. */
coop_status coop_first_deal(struct coop_team_object *team);

#endif
