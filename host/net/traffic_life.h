/* The part of a step that knows who lives: notes, silence, and the end. */
#ifndef COOP_HOST_NET_TRAFFIC_LIFE_H
#define COOP_HOST_NET_TRAFFIC_LIFE_H

#include "host/net/traffic_state.h"

coop_status coop_traffic_note(struct coop_traffic_step *step);
coop_status coop_traffic_listen_for_silence(struct coop_traffic_step *step);

/* That this rank gives up, and why: to the other ranks; to the device, too. */
void coop_traffic_tell_others(struct coop_traffic_step *step, coop_status status);
void coop_traffic_say_abort(struct coop_traffic_step *step, coop_status status);

#endif
