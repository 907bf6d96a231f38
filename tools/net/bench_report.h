/* coop-net bench: what is printed. */
#ifndef TOOLS_NET_BENCH_REPORT_H
#define TOOLS_NET_BENCH_REPORT_H

#include "tools/net/bench_side.h"

/* The tables "setup" and "sides", as the command's form has it. */
void bench_print(struct bench *bench);

#endif
