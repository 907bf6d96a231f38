#include "tools/net/gups_coprocessor.h"

#include "gups_coprocessor_kernels.h"
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 1024u
#define QUEUE_BYTES 65536u /* as messages have, unless --buffer is given */

struct coprocessor {
    struct rank *rank;
    const struct net_command *command;
    uint64_t elements;
    uint64_t block;
    uint32_t room; /* of a queue, in updates */
    coop_buffer *table;
    coop_buffer *next;
    coop_buffer *lengths;
    coop_buffer *queues;
    coop_buffer *places; /* that have come */
    uint64_t *out;       /* queues on the host, without gaps */
    uint64_t *in;
    int *counts; /* to each rank, from each, where each begins in `out` and in `in` */
};

static uint64_t bytes_of_queue(const struct net_command *command)
{
    return command->rank.buffer_bytes != 0 ? command->rank.buffer_bytes : QUEUE_BYTES;
}

uint64_t gups_coprocessor_bytes(const struct net_command *command)
{
    return 2 * 64 * bytes_of_queue(command);
}

static int begin(struct coprocessor *self, struct rank_result *result)
{
    struct rank *rank = self->rank;
    const uint64_t queue_bytes = bytes_of_queue(self->command);
    const uint64_t all_bytes = queue_bytes / 8 * 8 * result->ranks;

    self->block = (self->elements + result->ranks - 1) / result->ranks;
    self->room = (uint32_t)(queue_bytes / 8);
    self->out = malloc(all_bytes);
    self->in = malloc(all_bytes);
    self->counts = malloc((size_t)result->ranks * 4 * sizeof *self->counts);
    if (self->out == NULL || self->in == NULL || self->counts == NULL) {
        return tool_fail(rank->error, "the host has no memory left");
    }
    return net_style_start(rank, self->command->style) != 0 ||
                   rank_buffer(rank, NULL, sizeof(uint32_t), &self->next) != 0 ||
                   rank_buffer(rank, NULL, result->ranks * sizeof(uint32_t), &self->lengths) != 0 ||
                   rank_buffer(rank, NULL, all_bytes, &self->queues) != 0
               ? -1
               : rank_buffer(rank, NULL, all_bytes, &self->places);
}

static int fill(const struct coprocessor *self, const struct rank_result *result, uint64_t first,
                uint32_t count)
{
    struct rank *rank = self->rank;
    const struct gups_fill_args args = {.elements = self->elements,
                                        .block = self->block,
                                        .own = result->rank,
                                        .first = first,
                                        .count = count,
                                        .chunk = CHUNK,
                                        .room = self->room,
                                        .next = coop_buffer_address(self->next),
                                        .lengths = coop_buffer_address(self->lengths),
                                        .queues = coop_buffer_address(self->queues),
                                        .table = coop_buffer_address(self->table)};
    const struct coop_launch_options options = {.groups = (uint32_t)self->command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (rank_check(rank, coop_buffer_fill(self->next, 0, 0, sizeof(uint32_t))) != 0 ||
        rank_check(rank, coop_buffer_fill(self->lengths, 0, 0, result->ranks * sizeof(uint32_t))) != 0) {
        return -1;
    }
    posted = gups_fill_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, posted, launch);
}

static int apply(const struct coprocessor *self, uint32_t count)
{
    struct rank *rank = self->rank;
    const struct gups_apply_args args = {.count = count,
                                         .chunk = CHUNK,
                                         .next = coop_buffer_address(self->next),
                                         .places = coop_buffer_address(self->places),
                                         .table = coop_buffer_address(self->table)};
    const struct coop_launch_options options = {.groups = (uint32_t)self->command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (count == 0) {
        return 0;
    }
    if (rank_check(rank, coop_buffer_write(self->places, 0, self->in, count * sizeof(uint64_t))) != 0 ||
        rank_check(rank, coop_buffer_fill(self->next, 0, 0, sizeof(uint32_t))) != 0) {
        return -1;
    }
    posted = gups_apply_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, posted, launch);
}

/* Takes the queues from the device, and gives each rank its own. received: out. */
static int exchange(const struct coprocessor *self, const struct rank_result *result, uint32_t *received)
{
    const int ranks = (int)result->ranks;
    int *to = self->counts;
    int *from = to + ranks;
    int *out_at = from + ranks;
    int *in_at = out_at + ranks;
    int sum = 0;

    if (rank_check(self->rank, coop_buffer_read(self->lengths, 0, to, (uint64_t)ranks * sizeof *to)) != 0) {
        return -1;
    }
    for (int i = 0; i < ranks; i++) {
        out_at[i] = i > 0 ? out_at[i - 1] + to[i - 1] : 0;
        if (to[i] > 0 &&
            rank_check(self->rank, coop_buffer_read(self->queues, (uint64_t)i * self->room * 8,
                                                    self->out + out_at[i], (uint64_t)to[i] * 8)) != 0) {
            return -1;
        }
    }
    if (MPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD) != MPI_SUCCESS) {
        return tool_fail(self->rank->error, "MPI_Alltoall has failed");
    }
    for (int i = 0; i < ranks; i++) {
        in_at[i] = sum;
        sum += from[i];
    }
    *received = (uint32_t)sum;
    return MPI_Alltoallv(self->out, to, out_at, MPI_UINT64_T, self->in, from, in_at, MPI_UINT64_T,
                         MPI_COMM_WORLD) == MPI_SUCCESS
               ? 0
               : tool_fail(self->rank->error, "MPI_Alltoallv has failed");
}

/* As many times as a queue for one rank alone would take all updates: the same at all ranks. */
static int go_all_rounds(const struct coprocessor *self, const struct rank_result *result)
{
    const uint64_t updates = self->command->updates;
    int status = 0;

    for (uint64_t done = 0; status == 0 && done < updates; done += self->room) {
        uint32_t count = (uint32_t)(updates - done < self->room ? updates - done : self->room);
        uint32_t received = 0;
        status = fill(self, result, result->rank * updates + done, count);
        status = status == 0 ? exchange(self, result, &received) : status;
        status = status == 0 ? apply(self, received) : status;
    }
    return status;
}

int gups_coprocessor_update(struct rank *rank, const struct net_command *command, uint64_t elements,
                            coop_buffer *table, struct rank_result *result)
{
    struct coprocessor self = {.rank = rank, .command = command, .elements = elements, .table = table};
    int status = begin(&self, result);

    status = status == 0 ? rank_begin(rank) : status;
    status = status == 0 ? go_all_rounds(&self, result) : status;
    status = status == 0 ? rank_end(rank, result) : status;
    free(self.out);
    free(self.in);
    free(self.counts);
    return status;
}
