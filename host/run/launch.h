/* Posting what has been prepared (posting.h). */
#ifndef COOP_HOST_LAUNCH_H
#define COOP_HOST_LAUNCH_H

#include "host/run/posting.h"

/* Posts it as soon as the device's table has room, and makes its handle; records why not. */
coop_status coop_launch_post(struct coop_run_object *run, struct coop_posting *posting, coop_launch **handle);

#endif
