/* The host's end of the device's queue of messages (coop/shared/message.h), without a net: it lays the queue
 * out, and takes what work-groups have published as fast as it can, copies it, and gives the slots back.
 * Threads: all calls from one. */
#ifndef LAB_BENCH_MESSAGES_QUEUE_H
#define LAB_BENCH_MESSAGES_QUEUE_H

#include "tools/session/session.h"

#include <coop/shared/message.h>
#include <stdint.h>

struct messages_shape {
    uint32_t words;      /* of a message */
    uint32_t width;      /* messages of a slot */
    uint32_t open_slots; /* that work-groups may hold at once, at most */
    uint64_t bytes;      /* of all slots, unless that is too few slots */
    uint64_t elements;   /* of an array whose upper half is another rank's; 0: there is none */
    uint32_t sum_row;    /* the word of each message that is added up */
};

struct messages_queue {
    struct session *session;
    coop_buffer *net;
    coop_buffer *payload;
    struct coop_network head;
    struct messages_shape shape;
    int reads_rows; /* of a slot that is not whole, only what is written: each read is a copy in memory */
    uint32_t batch;
    uint64_t *entries;
    uint64_t *back;
    uint64_t *staging;
    uint64_t consumed; /* slots */
    uint64_t freed;
    uint64_t messages;
    uint64_t sum;
};

/* The most that any of `count` shapes takes of the device's memory. */
uint64_t messages_queue_bytes(const struct messages_shape *shapes, unsigned count);

/* Makes buffers that are large enough for all these shapes. On failure, too, it is to be closed. */
int messages_queue_open(struct messages_queue *queue, struct session *session,
                        const struct messages_shape *shapes, unsigned count, struct tool_error *error);
void messages_queue_close(struct messages_queue *queue);

/* An empty queue of that shape. No launch may use it. */
int messages_queue_reset(struct messages_queue *queue, const struct messages_shape *shape,
                         struct tool_error *error);

/* Takes messages until there have been `messages` of them since the reset; -1, with a message, when they have
 * not come by the deadline. */
int messages_queue_drain(struct messages_queue *queue, uint64_t messages, uint64_t deadline_ns,
                         struct tool_error *error);

#endif
