/* mer by jellyfish, which counts pieces of reads on one host. */
#ifndef TOOLS_NET_BENCH_JELLYFISH_H
#define TOOLS_NET_BENCH_JELLYFISH_H

#include "tools/net/command.h"

int bench_jellyfish_is_there(int ranks);

/* As struct bench_child has it, with a thread for each rank. The time is what jellyfish says of its counting,
 * which reads the file; the CPU time is that of the whole program. */
int bench_jellyfish_run(const struct net_command *command, int ranks, struct rank_result *result,
                        struct tool_error *error);

#endif
