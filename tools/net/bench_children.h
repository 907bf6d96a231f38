/* coop-net bench: rivals that are programs of their own. */
#ifndef TOOLS_NET_BENCH_CHILDREN_H
#define TOOLS_NET_BENCH_CHILDREN_H

#include "tools/net/bench_side.h"

/* Those of an application; the last one has no name. */
const struct bench_child *bench_children_of(const struct net_application *application);

#endif
