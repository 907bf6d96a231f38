/* coop-net bench: gups in several ways, in turns within one MPI program. */
#ifndef TOOLS_NET_BENCH_H
#define TOOLS_NET_BENCH_H

/* arguments[2] … are options. Returns what main returns. */
int bench_main(int count, char **arguments);

#endif
