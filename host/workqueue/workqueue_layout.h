/* The layout of a work queue. Knows nothing of devices, so that tests can make one in ordinary memory. */
#ifndef COOP_HOST_WORKQUEUE_LAYOUT_H
#define COOP_HOST_WORKQUEUE_LAYOUT_H

#include "coop/workqueue.h"

/* The head of an empty work queue with these options. Returns NULL, or a message that says which option is
 * wrong. */
const char *coop_workqueue_layout(const struct coop_workqueue_options *options, struct coop_workqueue *head);

/* Checks whether a head that was read back can be one of coop_workqueue_layout's, so that its numbers may be
 * computed with. */
int coop_workqueue_is_whole(const struct coop_workqueue *head);

/* The first task of queue `queue`'s equal share of `count` tasks. */
uint64_t coop_workqueue_share(const struct coop_workqueue *head, uint64_t count, uint32_t queue);

#endif
