#include "host/channel/graph.h"

#include "host/context/buffer.h"
#include <stddef.h>

#define ROOTING "making a root closure"
#define RESULTING "reading a task's result"

static uint64_t closure_at(uint64_t offset, const struct coop_flowgraph *head, uint32_t closure)
{
    return offset + head->closures_at + (uint64_t)(closure - 1) * head->closure_bytes;
}

static coop_status give_root(coop_buffer *buffer, uint64_t offset, struct coop_up *up)
{
    struct coop_closure closure = {.pending = {1}, .up = {COOP_NO_CLOSURE, 0}};
    struct coop_flowgraph head;
    coop_status status;

    *up = closure.up;
    status = coop_flow_read_head(buffer, offset, ROOTING, &head);
    if (status == COOP_OK && head.roots_given >= head.root_count) {
        status = coop_buffer_refuse(buffer, COOP_OUT_OF_MEMORY, ROOTING,
                                    "all roots are given already; make the graph with more (roots)");
    }
    if (status == COOP_OK) {
        status = coop_buffer_write(buffer, closure_at(offset, &head, head.roots_given + 1), &closure,
                                   sizeof closure);
    }
    if (status == COOP_OK) {
        uint32_t roots_given = head.roots_given + 1;
        struct coop_up given = {roots_given, (uint32_t)sizeof closure};
        status = coop_buffer_write(buffer, offset + offsetof(struct coop_flowgraph, roots_given),
                                   &roots_given, sizeof roots_given);
        *up = status == COOP_OK ? given : *up;
    }
    return status;
}

coop_status coop_flow_root(coop_buffer *buffer, uint64_t offset, struct coop_up *up)
{
    struct coop_context_object *locked;
    coop_status status;

    if (up == NULL) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, ROOTING, "up is NULL");
    }
    locked = coop_flow_lock(buffer);
    status = give_root(buffer, offset, up);
    coop_flow_unlock(locked);
    return status;
}

static coop_status read_closure(coop_buffer *buffer, uint64_t offset, struct coop_up up, size_t bytes,
                                struct coop_flowgraph *head)
{
    struct coop_closure closure;
    coop_status status = coop_flow_read_head(buffer, offset, RESULTING, head);

    if (status != COOP_OK) {
        return status;
    }
    if (up.closure == COOP_NO_CLOSURE || up.closure > head->roots_given) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, RESULTING,
                                  "there is no such root; coop_flow_root makes one");
    }
    if (up.at < sizeof closure || up.at > head->closure_bytes || bytes > head->closure_bytes - up.at) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, RESULTING,
                                  "the result has more bytes than a closure behind its head (closure_bytes)");
    }
    status = coop_buffer_read(buffer, closure_at(offset, head, up.closure), &closure, sizeof closure);
    if (status != COOP_OK || closure.pending.only_through_accessors == 0) {
        return status;
    }
    return coop_buffer_refuse(
        buffer, COOP_BUSY, RESULTING,
        closure.pending.only_through_accessors == 1
            ? "the task has not returned: nobody has pushed it, or the launch has ended early"
            : "more than one task has returned to the root; each takes its own from coop_flow_root");
}

coop_status coop_flow_result(coop_buffer *buffer, uint64_t offset, struct coop_up up, void *value,
                             size_t bytes)
{
    struct coop_flowgraph head;
    coop_status status;

    if (value == NULL && bytes > 0) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, RESULTING, "value is NULL");
    }
    status = read_closure(buffer, offset, up, bytes, &head);
    if (status == COOP_OK && bytes > 0) {
        status = coop_buffer_read(buffer, closure_at(offset, &head, up.closure) + up.at, value, bytes);
    }
    return status;
}
