/* The tree of `coop-bench tasks` level by level: fib_levels.cl. */
#ifndef LAB_BENCH_LEVELS_H
#define LAB_BENCH_LEVELS_H

#include "tools/session/session.h"

/* All numbers of the tree have a place. */
#define FIB_LEVELS_TASKS_MAX (1 << 22)

struct levels {
    coop_buffer *made; /* by level */
    coop_buffer *numbers;
    coop_buffer *owners;
    coop_buffer *results;
    coop_buffer *tallies;
    uint64_t made_bytes;
    uint64_t tallies_bytes;
    uint32_t n;
};

/* Bytes of device memory for a tree of so many numbers, and `items` work-items. */
uint64_t levels_bytes(uint64_t tasks, uint64_t items);

/* 0, or -1 with a message; levels_clear releases what there is. */
int levels_make(struct levels *levels, const struct session *session, uint32_t n, uint64_t tasks,
                uint64_t items, struct tool_error *error);

/* Before each launch, which levels_launch makes. */
coop_status levels_reset(const struct levels *levels);
coop_status levels_launch(const struct levels *levels, coop_run *run, coop_launch **launch);

/* What the launch has found: fib(n), and how many numbers it took. */
coop_status levels_answer(const struct levels *levels, uint64_t *value, uint64_t *tasks);

void levels_clear(struct levels *levels);

#endif
