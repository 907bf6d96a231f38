/* Names for descriptions: launches by name, work-groups by place. */
#ifndef COOP_HOST_DESCRIBE_NAME_H
#define COOP_HOST_DESCRIBE_NAME_H

#include "host/base/out.h"
#include "host/watch/watch.h"

/* "launch 3, kernel bfs" */
void coop_describe_name(struct coop_out *out, const struct coop_watch *watch, uint32_t index);

/* "2 work-groups for the next job of kernel decode", where the scheduler holds some */
void coop_describe_held(struct coop_out *out, const struct coop_watch *watch);

/* The place of the work-group of a slot: "waits at global_barrier, bfs.cl:41". */
void coop_describe_place(struct coop_out *out, const struct coop_watch *watch, uint32_t slot);

#endif
