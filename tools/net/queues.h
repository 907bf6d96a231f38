/* Queues of the coprocessor style: a kernel without messages fills one for each rank, and the host exchanges
 * them by MPI when it has ended. The ranks are MPI's. */
#ifndef TOOLS_NET_QUEUES_H
#define TOOLS_NET_QUEUES_H

#include "tools/net/rank.h"

struct queues {
    struct rank *rank;
    uint32_t ranks;
    uint32_t item_bytes;
    uint32_t room;        /* of a queue, in items */
    coop_buffer *lengths; /* of each, in items: 32 bits */
    coop_buffer *items;   /* the queues, one behind the other */
    coop_buffer *arrived; /* items from all ranks, without gaps */
    coop_buffer *next;    /* a word for kernels that draw chunks */
    uint8_t *out;         /* on the host, without gaps */
    uint8_t *in;
    int *counts;
};

/* Items of a queue of options->buffer_bytes, or 65536; not fewer than `least`. */
uint32_t queues_room(const struct rank_options *options, uint32_t item_bytes, uint32_t least);

/* What the queues of all ranks take of a context: of MPI's where it is initialised, otherwise of 64. */
uint64_t queues_bytes(const struct rank_options *options, uint32_t item_bytes, uint32_t least);

/* least  the same at all ranks. Queues of more than 2147483647 bytes in all are refused, alike at all ranks.
 * Cleared, also behind a failure, with queues_clear; the buffers are the context's. */
int queues_make(struct queues *self, struct rank *rank, uint32_t item_bytes, uint32_t least);
void queues_clear(struct queues *self);

/* Before a kernel that fills: all lengths and the word `next` become 0. */
int queues_empty(struct queues *self);

/* Before a kernel that applies what has arrived: `next` becomes 0. */
int queues_draw_again(struct queues *self);

/* Gives each rank its queue of all ranks. Collective.
 * goes_on   in: whether this rank has more to send; out: whether any has.
 * received  out: items that have arrived. */
int queues_exchange(struct queues *self, int *goes_on, uint32_t *received);

#endif
