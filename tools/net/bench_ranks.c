#include "tools/net/bench_ranks.h"

#include <mpi.h>

struct bench_ranks bench_ranks_of(uint64_t elements)
{
    struct bench_ranks ranks;

    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.count);
    ranks.block = (elements + (uint64_t)ranks.count - 1) / (uint64_t)ranks.count;
    return ranks;
}
