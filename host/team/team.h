/* Teams, as seen by other files of this folder. */
#ifndef COOP_HOST_TEAM_H
#define COOP_HOST_TEAM_H

#include "host/team/team_object.h"

/* The team with a reference; NULL, and recorded, when the handle is not live. */
struct coop_team_object *coop_team_get(coop_team *handle, const char *doing);

#endif
