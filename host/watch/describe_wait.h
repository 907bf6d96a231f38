/* Messages that say which launch waits for what, for a description and for a stalled run. */
#ifndef COOP_HOST_DESCRIBE_WAIT_H
#define COOP_HOST_DESCRIBE_WAIT_H

#include "host/base/out.h"
#include "host/watch/watch.h"

/* Writes what the launch of an entry waits for, as of the watch's last poll. */
void coop_describe_wait(struct coop_out *out, const struct coop_watch *watch, uint32_t index);

#endif
