#include "host/channel/graph.h"

#include "host/channel/channel_layout.h"
#include "host/context/buffer.h"

struct coop_context_object *coop_flow_lock(coop_buffer *buffer)
{
    struct coop_context_object *context = coop_buffer_context(buffer);

    if (context != NULL) {
        pthread_mutex_lock(&context->graphs);
    }
    return context;
}

void coop_flow_unlock(struct coop_context_object *locked)
{
    if (locked != NULL) {
        pthread_mutex_unlock(&locked->graphs);
        coop_object_release(&locked->base);
    }
}

coop_status coop_flow_read_head(coop_buffer *buffer, uint64_t offset, const char *doing,
                                struct coop_flowgraph *head)
{
    coop_status status = coop_buffer_read(buffer, offset, head, sizeof *head);

    if (status != COOP_OK) {
        return status;
    }
    if (head->magic != COOP_FLOWGRAPH_MAGIC || head->version != COOP_FLOWGRAPH_VERSION) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing,
                                  "there is no flow graph; make it with coop_flow_init");
    }
    if (!coop_flow_head_is_whole(head) || head->bytes > coop_buffer_bytes(buffer) - offset) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing,
                                  "the flow graph's head is damaged: a kernel wrote over it; make the graph "
                                  "anew with coop_flow_init");
    }
    return COOP_OK;
}
