#include "tools/net/bench_rivals.h"

#include "tools/net/bench_ranks.h"
#include "tools/net/gups_place.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define ROUND_BYTES 65536u /* of the buffer for one destination */

/* ---- everything at once ---- */

/* Sorts all updates by destination, and exchanges them with one MPI_Alltoallv. */
struct whole {
    uint64_t *out;
    uint64_t *in;
    int *counts; /* to each rank, from each, where each begins in `out` and in `in` */
};

static int exchange_whole(const struct bench_ranks *ranks, uint64_t first, uint64_t updates,
                          uint64_t elements, struct whole *whole)
{
    int *to = whole->counts;
    int *from = to + ranks->count;
    int *out_at = from + ranks->count;
    int *in_at = out_at + ranks->count;
    int total = 0;

    for (uint64_t i = 0; i < updates; i++) {
        to[gups_place(first + i, elements) / ranks->block]++;
    }
    if (MPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD) != MPI_SUCCESS) {
        return -1;
    }
    for (int rank = 0; rank < ranks->count; rank++) {
        out_at[rank] = rank > 0 ? out_at[rank - 1] + to[rank - 1] : 0;
        in_at[rank] = total;
        total += from[rank];
    }
    whole->out = malloc((updates + 1) * sizeof *whole->out);
    whole->in = malloc(((size_t)total + 1) * sizeof *whole->in);
    if (whole->out == NULL || whole->in == NULL) {
        return -1;
    }
    memset(to, 0, (size_t)ranks->count * sizeof *to);
    for (uint64_t i = 0; i < updates; i++) {
        uint64_t place = gups_place(first + i, elements);
        uint64_t owner = place / ranks->block;
        whole->out[out_at[owner] + to[owner]++] = place - owner * ranks->block;
    }
    return MPI_Alltoallv(whole->out, to, out_at, MPI_UINT64_T, whole->in, from, in_at, MPI_UINT64_T,
                         MPI_COMM_WORLD) == MPI_SUCCESS
               ? total
               : -1;
}

static int update_whole(uint64_t first, uint64_t updates, uint64_t elements, uint64_t *part)
{
    const struct bench_ranks ranks = bench_ranks_of(elements);
    struct whole whole = {.counts = calloc(4 * (size_t)ranks.count, sizeof *whole.counts)};
    int received = whole.counts != NULL ? exchange_whole(&ranks, first, updates, elements, &whole) : -1;

    for (int i = 0; i < received; i++) {
        part[whole.in[i]]++;
    }
    free(whole.counts);
    free(whole.out);
    free(whole.in);
    return received < 0 ? -1 : 0;
}

/* ---- buffers in rounds ---- */

/* Fills a buffer of fixed size for each destination until one is full, exchanges all, applies what came, and
 * goes on, until nobody has more. Source: exstack of Maley and DeVinney, "Conveyors for streaming
 * many-to-many communication" (IA3, 2019). */
struct stacks {
    uint64_t *out; /* for each rank its count and places */
    uint64_t *in;
    uint64_t words; /* of each */
};

static uint64_t fill(const struct bench_ranks *ranks, struct stacks *stacks, uint64_t number, uint64_t end,
                     uint64_t elements)
{
    for (int rank = 0; rank < ranks->count; rank++) {
        stacks->out[(uint64_t)rank * stacks->words] = 0;
    }
    for (; number < end; number++) {
        uint64_t place = gups_place(number, elements);
        uint64_t *stack = stacks->out + place / ranks->block * stacks->words;
        if (stack[0] + 1 == stacks->words) {
            break;
        }
        stack[++stack[0]] = place % ranks->block;
    }
    return number;
}

static int update_rounds(uint64_t first, uint64_t updates, uint64_t elements, uint64_t *part)
{
    const struct bench_ranks ranks = bench_ranks_of(elements);
    struct stacks stacks = {.words = ROUND_BYTES / 8};
    const uint64_t end = first + updates;
    int others_go_on = 1;
    int status = 0;

    stacks.out = malloc(2 * (size_t)ranks.count * ROUND_BYTES);
    status = stacks.out != NULL ? 0 : -1;
    stacks.in = status == 0 ? stacks.out + (uint64_t)ranks.count * stacks.words : NULL;
    while (status == 0 && others_go_on) {
        int goes_on;
        first = fill(&ranks, &stacks, first, end, elements);
        goes_on = first < end;
        if (MPI_Alltoall(stacks.out, (int)stacks.words, MPI_UINT64_T, stacks.in, (int)stacks.words,
                         MPI_UINT64_T, MPI_COMM_WORLD) != MPI_SUCCESS ||
            MPI_Allreduce(&goes_on, &others_go_on, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD) != MPI_SUCCESS) {
            status = -1;
        }
        for (int rank = 0; status == 0 && rank < ranks.count; rank++) {
            const uint64_t *stack = stacks.in + (uint64_t)rank * stacks.words;
            for (uint64_t i = 1; i <= stack[0]; i++) {
                part[stack[i]]++;
            }
        }
    }
    free(stacks.out);
    return status;
}

/* ---- one call an update ---- */

/* MPI_SUCCESS, or an error where otherwise the program would end. */
static int open_window(uint64_t *part, uint64_t count, MPI_Win *window)
{
    int code;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    code = MPI_Win_create(part, (MPI_Aint)(count * sizeof *part), sizeof *part, MPI_INFO_NULL, MPI_COMM_WORLD,
                          window);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    return code;
}

/* Open MPI 4.1 has no window for one rank, and over tcp none for programs whose threads call MPI at once. */
static int has_window(void)
{
    uint64_t element = 0;
    MPI_Win window;
    int has = open_window(&element, 1, &window) == MPI_SUCCESS;

    if (has) {
        MPI_Win_free(&window);
    }
    return has;
}

static int update_accumulate(uint64_t first, uint64_t updates, uint64_t elements, uint64_t *part)
{
    const struct bench_ranks ranks = bench_ranks_of(elements);
    const uint64_t one = 1;
    int code;
    MPI_Win window;

    code = open_window(part, ranks.block, &window);
    if (code != MPI_SUCCESS) {
        return -1;
    }
    code = MPI_Win_fence(0, window);
    for (uint64_t i = 0; code == MPI_SUCCESS && i < updates; i++) {
        uint64_t place = gups_place(first + i, elements);
        code = MPI_Accumulate(&one, 1, MPI_UINT64_T, (int)(place / ranks.block),
                              (MPI_Aint)(place % ranks.block), 1, MPI_UINT64_T, MPI_SUM, window);
    }
    if (code == MPI_SUCCESS) {
        code = MPI_Win_fence(0, window);
    }
    MPI_Win_free(&window);
    return code == MPI_SUCCESS ? 0 : -1;
}

const struct bench_rival bench_rivals[] = {{"alltoallv", NULL, update_whole},
                                           {"rounds", NULL, update_rounds},
                                           {"accumulate", has_window, update_accumulate},
                                           {"isend", NULL, bench_isend},
                                           {0}};

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
