/* The edges of the flow graph that tasks run on. */
#ifndef COOPC_TASK_EDGE_H
#define COOPC_TASK_EDGE_H

#include "coopc/task/task.h"

/* One run of an item of channel `from` emits at most `most` items into channel `to`. */
struct task_edge {
    size_t from;
    size_t to;
    size_t most;
    bool is_spawn; /* otherwise a return, whose item the last child emits */
};

struct edges {
    LIST(struct task_edge) list;
};

struct edges edges_of(const struct tasks *tasks);

#endif
