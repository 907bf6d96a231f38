/* The eventfd of a run, by which an event loop learns that something has ended. The run's lock is held,
 * except where a function says otherwise. */
#ifndef COOP_HOST_EVENT_H
#define COOP_HOST_EVENT_H

#include "coop/status.h"

struct coop_event {
    int fd; /* -1: nobody has asked for it */
};

void coop_event_init(struct coop_event *event);  /* without the lock */
void coop_event_clear(struct coop_event *event); /* without the lock */

/* Makes the eventfd if there is none, and gives a descriptor of it to the caller. COOP_IO_FAILED: errno says
 * why, and *call names the call. */
coop_status coop_event_give(struct coop_event *event, int *fd, const char **call);

/* Adds 1, if anybody has asked for it. */
void coop_event_add(const struct coop_event *event);

#endif
