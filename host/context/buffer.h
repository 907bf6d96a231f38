/* Buffers as other files of the library see them. */
#ifndef COOP_HOST_BUFFER_H
#define COOP_HOST_BUFFER_H

#include "coop/buffer.h"
#include "host/context/context.h"

/* The context that a buffer belongs to, with a reference for the caller; NULL for a handle that is not
 * live. */
struct coop_context_object *coop_buffer_context(coop_buffer *handle);

#endif
