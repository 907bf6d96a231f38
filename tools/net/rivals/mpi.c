/* net_mpi UPDATES ELEMENTS PROCESSES NAME, under mpirun: gups by a rival of coop-net bench, in a program
 * whose main thread alone calls MPI, as such programs mostly are: Open MPI then takes other ways than for
 * programs whose threads call at once, as coop::net's may. Prints nanoseconds from a barrier to one behind
 * the last update, those of the processors over all processes, and how many elements are not the sequential
 * ones. */
#include "tools/measure/clock.h"
#include "tools/net/bench_ranks.h"
#include "tools/net/bench_rivals.h"
#include "tools/net/gups_sequential.h"
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 0, FAILED = 1, USAGE = 2 };

enum { TIME, CPU, WRONG, NUMBERS };

static const struct bench_rival *find(const char *name)
{
    for (const struct bench_rival *rival = bench_rivals; rival->name != NULL; rival++) {
        if (strcmp(rival->name, name) == 0) {
            return rival;
        }
    }
    return NULL;
}

/* -1: MPI has failed, or memory is exhausted. */
static int run(const struct bench_rival *rival, uint64_t updates, uint64_t elements,
               uint64_t numbers[NUMBERS])
{
    const struct bench_ranks ranks = bench_ranks_of(elements);
    const uint64_t at = ranks.block * (uint64_t)ranks.rank;
    const uint64_t first = at < elements ? at : elements;
    const uint64_t count = elements - first < ranks.block ? elements - first : ranks.block;
    uint64_t *part = calloc(ranks.block, sizeof *part);
    uint64_t *wanted = gups_sequential((uint64_t)ranks.count * updates, elements, first, count);
    int status = part != NULL && wanted != NULL ? 0 : -1;

    MPI_Barrier(MPI_COMM_WORLD);
    numbers[TIME] = clock_now_ns();
    numbers[CPU] = clock_process_ns();
    if (status == 0) {
        status = rival->update((uint64_t)ranks.rank * updates, updates, elements, part);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    numbers[TIME] = clock_now_ns() - numbers[TIME];
    numbers[CPU] = clock_process_ns() - numbers[CPU];
    for (uint64_t i = 0; status == 0 && i < count; i++) {
        numbers[WRONG] += part[i] != wanted[i];
    }
    free(part);
    free(wanted);
    return status;
}

int main(int count, char **arguments)
{
    uint64_t updates = count == 5 ? strtoull(arguments[1], NULL, 10) : 0;
    uint64_t elements = count == 5 ? strtoull(arguments[2], NULL, 10) : 0;
    uint64_t wanted = count == 5 ? strtoull(arguments[3], NULL, 10) : 0;
    const struct bench_rival *rival = count == 5 ? find(arguments[4]) : NULL;
    uint64_t numbers[NUMBERS] = {0};
    int rank;
    int ranks;

    if (updates == 0 || elements == 0 || rival == NULL) {
        fprintf(
            stderr,
            "net_mpi: wants the numbers of updates of each process, elements and processes, and a rival\n");
        return USAGE;
    }
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if ((uint64_t)ranks != wanted) { /* as under the launcher of another MPI */
        fprintf(stderr, "net_mpi: MPI has %d processes, not %" PRIu64 "\n", ranks, wanted);
        MPI_Abort(MPI_COMM_WORLD, FAILED);
    }
    if (run(rival, updates, elements, numbers) != 0) {
        fprintf(stderr, "net_mpi: MPI has failed, or memory is exhausted\n");
        MPI_Abort(MPI_COMM_WORLD, FAILED);
    }
    MPI_Allreduce(MPI_IN_PLACE, &numbers[TIME], 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &numbers[CPU], 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", numbers[TIME], numbers[CPU], numbers[WRONG]);
    }
    MPI_Finalize();
    return fflush(stdout) == 0 ? DONE : FAILED;
}
