#include "tools/net/bench_isend.h"

#include "tools/net/bench_ranks.h"
#include "tools/net/gups_place.h"
#include <mpi.h>
#include <stdlib.h>

#define SENDS 1024u      /* at most so many are under way */
#define RECEIVES 256u    /* and so many are posted */
#define SENDS_A_LOOK 64u /* between two looks at what has come */

enum { UPDATE, END }; /* tags: a place at the receiver; how many updates there were for it */

struct isend {
    uint64_t *part;
    uint64_t places[SENDS];
    MPI_Request sends[SENDS];
    uint64_t sent; /* all of them; the next one takes the oldest's place */
    uint64_t arrived_places[RECEIVES];
    MPI_Request receives[RECEIVES];
    uint64_t applied;
    uint64_t announced; /* by the ends that have come */
    int ends;
    int is_failed;
};

static void note(struct isend *self, int code)
{
    self->is_failed |= code != MPI_SUCCESS;
}

static void post(struct isend *self, int at)
{
    note(self, MPI_Irecv(&self->arrived_places[at], 1, MPI_UINT64_T, MPI_ANY_SOURCE, MPI_ANY_TAG,
                         MPI_COMM_WORLD, &self->receives[at]));
}

/* Applies what has come. */
static void look(struct isend *self)
{
    MPI_Status statuses[RECEIVES];
    int done[RECEIVES];
    int count = 0;

    note(self, MPI_Testsome(RECEIVES, self->receives, &count, done, statuses));
    for (int i = 0; !self->is_failed && i < count; i++) {
        uint64_t value = self->arrived_places[done[i]];
        if (statuses[i].MPI_TAG == END) {
            self->announced += value;
            self->ends++;
        } else {
            self->part[value]++;
            self->applied++;
        }
        post(self, done[i]);
    }
}

/* The place of the oldest message is free behind this, and what comes meanwhile is applied. */
static void wait_for_room(struct isend *self)
{
    int is_done = 0;

    while (!is_done && !self->is_failed) {
        note(self, MPI_Test(&self->sends[self->sent % SENDS], &is_done, MPI_STATUS_IGNORE));
        if (!is_done) {
            look(self);
        }
    }
}

static void send(struct isend *self, int to, int tag, uint64_t value)
{
    uint64_t at = self->sent % SENDS;

    wait_for_room(self);
    self->places[at] = value;
    note(self, MPI_Isend(&self->places[at], 1, MPI_UINT64_T, to, tag, MPI_COMM_WORLD, &self->sends[at]));
    if (++self->sent % SENDS_A_LOOK == 0) {
        look(self);
    }
}

static void send_all(struct isend *self, const struct bench_ranks *ranks, uint64_t first, uint64_t updates,
                     uint64_t elements, uint64_t *counts)
{
    for (uint64_t i = 0; i < updates && !self->is_failed; i++) {
        uint64_t place = gups_place(first + i, elements);
        int owner = (int)(place / ranks->block);
        if (owner == ranks->rank) {
            self->part[place % ranks->block]++;
        } else {
            counts[owner]++;
            send(self, owner, UPDATE, place % ranks->block);
        }
    }
    for (int to = 0; to < ranks->count && !self->is_failed; to++) {
        if (to != ranks->rank) {
            send(self, to, END, counts[to]);
        }
    }
}

/* Behind this nothing is under way to this rank, nor from it. */
static void finish(struct isend *self, const struct bench_ranks *ranks)
{
    while (!self->is_failed && (self->ends < ranks->count - 1 || self->applied < self->announced)) {
        look(self);
    }
    note(self, MPI_Waitall(SENDS, self->sends, MPI_STATUSES_IGNORE));
    for (unsigned i = 0; i < RECEIVES && !self->is_failed; i++) {
        note(self, MPI_Cancel(&self->receives[i]));
        note(self, MPI_Wait(&self->receives[i], MPI_STATUS_IGNORE));
    }
}

int bench_isend(uint64_t first, uint64_t updates, uint64_t elements, uint64_t *part)
{
    const struct bench_ranks ranks = bench_ranks_of(elements);
    struct isend *self = calloc(1, sizeof *self);
    uint64_t *counts = calloc((size_t)ranks.count, sizeof *counts);
    int status = -1;

    if (self != NULL && counts != NULL) {
        self->part = part;
        for (unsigned i = 0; i < SENDS; i++) {
            self->sends[i] = MPI_REQUEST_NULL;
        }
        for (unsigned i = 0; i < RECEIVES; i++) {
            post(self, (int)i);
        }
        send_all(self, &ranks, first, updates, elements, counts);
        finish(self, &ranks);
        status = self->is_failed ? -1 : 0;
    }
    free(counts);
    free(self);
    return status;
}
