/* coop-net barriers: what a round costs whose end all ranks wait for, by a net barrier within a kernel and
 * by a launch for each round; in turns within one MPI program. */
#ifndef TOOLS_NET_BARRIERS_H
#define TOOLS_NET_BARRIERS_H

/* arguments[2] … are options. Returns what main returns. */
int barriers_main(int count, char **arguments);

#endif
