/* What a failure of a work queue (coop/workqueue.clh) says beside its kind. */
#ifndef COOP_HOST_WORKQUEUE_WORK_FAILURE_H
#define COOP_HOST_WORKQUEUE_WORK_FAILURE_H

#include "coop/shared/failure.h"

#include <stddef.h>

/* Writes at most `capacity` bytes, the last one 0. The failure is one of COOP_FAILURE_WORK_.... */
void coop_work_failure_say(const struct coop_failure_record *failure, char *to, size_t capacity);

#endif
