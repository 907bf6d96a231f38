/* Buffers, as seen by other files of the library. */
#ifndef COOP_HOST_BUFFER_H
#define COOP_HOST_BUFFER_H

#include "coop/buffer.h"
#include "host/context/context.h"

/* The buffer's context, with a reference for the caller; NULL for a handle that is not live. */
struct coop_context_object *coop_buffer_context(coop_buffer *handle);

#endif
