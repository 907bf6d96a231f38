/* gups by one MPI_Isend for each update. */
#ifndef TOOLS_NET_BENCH_ISEND_H
#define TOOLS_NET_BENCH_ISEND_H

#include <stdint.h>

/* As struct bench_rival has it. Own updates are done at once. */
int bench_isend(uint64_t first, uint64_t updates, uint64_t elements, uint64_t *part);

#endif
