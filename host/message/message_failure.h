/* What a failure of messages (coop/message.clh) says beside its kind. */
#ifndef COOP_HOST_MESSAGE_MESSAGE_FAILURE_H
#define COOP_HOST_MESSAGE_MESSAGE_FAILURE_H

#include <stddef.h>

#include "coop/shared/failure.h"

/* Writes at most `capacity` bytes, the last one 0. The failure is one of COOP_FAILURE_MESSAGE_.... */
void coop_message_failure_say(const struct coop_failure_record *failure, char *to, size_t capacity);

#endif
