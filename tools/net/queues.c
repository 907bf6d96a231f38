#include "tools/net/queues.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define QUEUE_BYTES 65536u /* as the buffers of messages have, unless --buffer is given */
#define RANKS 64u          /* for which a context has room that is made before MPI says how many */

/* The ranks that are, or may be. */
static uint32_t planned_ranks(void)
{
    int is_initialised = 0;
    int ranks = (int)RANKS;

    MPI_Initialized(&is_initialised);
    if (is_initialised) {
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    }
    return (uint32_t)ranks;
}

uint32_t queues_room(const struct rank_options *options, uint32_t item_bytes, uint32_t least)
{
    uint64_t bytes = options->buffer_bytes != 0 ? options->buffer_bytes : QUEUE_BYTES;
    uint32_t room = (uint32_t)(bytes / item_bytes);

    return room > least ? room : least;
}

uint64_t queues_bytes(const struct rank_options *options, uint32_t item_bytes, uint32_t least)
{
    return (uint64_t)2 * planned_ranks() * item_bytes * queues_room(options, item_bytes, least);
}

/* Nonzero where MPI's counts cannot say how long all queues are. The same at all ranks; so no count of an
 * exchange, and no sum, passes INT_MAX. */
static int refuse(const struct queues *self, uint64_t bytes)
{
    if (bytes > INT_MAX) {
        return tool_fail(
            self->rank->error,
            "queues of %u items of %u bytes for %u ranks are more than the 2147483647 bytes that "
            "MPI's counts can say; take a smaller --buffer, or a graph whose vertices have fewer arcs",
            self->room, self->item_bytes, self->ranks);
    }
    return 0;
}

int queues_make(struct queues *self, struct rank *rank, uint32_t item_bytes, uint32_t least)
{
    uint64_t bytes;

    memset(self, 0, sizeof *self);
    self->rank = rank;
    self->ranks = rank->report.ranks;
    self->item_bytes = item_bytes;
    self->room = queues_room(rank->options, item_bytes, least);
    bytes = (uint64_t)self->room * item_bytes * self->ranks;
    if (refuse(self, bytes) != 0) {
        return -1;
    }
    self->out = malloc(bytes);
    self->in = malloc(bytes);
    self->counts = malloc((size_t)self->ranks * 8 * sizeof *self->counts);
    if (self->out == NULL || self->in == NULL || self->counts == NULL) {
        return tool_fail(rank->error, "the host has no memory left");
    }
    return rank_buffer(rank, NULL, sizeof(uint32_t), &self->next) != 0 ||
                   rank_buffer(rank, NULL, self->ranks * sizeof(uint32_t), &self->lengths) != 0 ||
                   rank_buffer(rank, NULL, bytes, &self->items) != 0
               ? -1
               : rank_buffer(rank, NULL, bytes, &self->arrived);
}

void queues_clear(struct queues *self)
{
    free(self->out);
    free(self->in);
    free(self->counts);
    memset(self, 0, sizeof *self);
}

int queues_draw_again(struct queues *self)
{
    return rank_check(self->rank, coop_buffer_fill(self->next, 0, 0, sizeof(uint32_t)));
}

int queues_empty(struct queues *self)
{
    return queues_draw_again(self) != 0
               ? -1
               : rank_check(self->rank,
                            coop_buffer_fill(self->lengths, 0, 0, self->ranks * sizeof(uint32_t)));
}

/* Takes the queues from the device. to, out_at: out, the bytes for each rank, and where they begin. */
static int take(const struct queues *self, int *to, int *out_at)
{
    if (rank_check(self->rank, coop_buffer_read(self->lengths, 0, to, self->ranks * sizeof *to)) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < self->ranks; i++) {
        to[i] *= (int)self->item_bytes;
        out_at[i] = i > 0 ? out_at[i - 1] + to[i - 1] : 0;
        if (to[i] > 0 &&
            rank_check(self->rank, coop_buffer_read(self->items, (uint64_t)i * self->room * self->item_bytes,
                                                    self->out + out_at[i], (uint64_t)to[i])) != 0) {
            return -1;
        }
    }
    return 0;
}

int queues_exchange(struct queues *self, int *goes_on, uint32_t *received)
{
    const uint32_t ranks = self->ranks;
    int *to = self->counts;
    int *from = to + ranks;
    int *out_at = from + ranks;
    int *in_at = out_at + ranks;
    int *told = in_at + ranks; /* to each rank how many bytes come, and whether more will */
    int *heard = told + 2 * ranks;
    int sum = 0;

    if (take(self, to, out_at) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < ranks; i++) {
        told[2 * i] = to[i];
        told[2 * i + 1] = *goes_on;
    }
    if (MPI_Alltoall(told, 2, MPI_INT, heard, 2, MPI_INT, MPI_COMM_WORLD) != MPI_SUCCESS) {
        return tool_fail(self->rank->error, "MPI_Alltoall has failed");
    }
    for (uint32_t i = 0; i < ranks; i++) {
        from[i] = heard[2 * i];
        *goes_on |= heard[2 * i + 1];
        in_at[i] = sum;
        sum += from[i];
    }
    if (MPI_Alltoallv(self->out, to, out_at, MPI_BYTE, self->in, from, in_at, MPI_BYTE, MPI_COMM_WORLD) !=
        MPI_SUCCESS) {
        return tool_fail(self->rank->error, "MPI_Alltoallv has failed");
    }
    *received = (uint32_t)sum / self->item_bytes;
    return sum == 0 ? 0
                    : rank_check(self->rank, coop_buffer_write(self->arrived, 0, self->in, (uint64_t)sum));
}
