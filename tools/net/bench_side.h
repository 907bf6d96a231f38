/* coop-net bench: ways to do the same, which take turns within one MPI program. */
#ifndef TOOLS_NET_BENCH_SIDE_H
#define TOOLS_NET_BENCH_SIDE_H

#include "tools/measure/samples.h"
#include "tools/net/bench_rivals.h"
#include "tools/net/command.h"

#define BENCH_SIDES_MAX 24u

/* A program of its own, which rank 0 runs in its turn while the other ranks sleep. */
struct bench_child {
    const char *name;
    /* Whether it is there, and does so with that many processes; asked at rank 0. */
    int (*is_there)(int ranks);
    /* result  out: time_ms, cpu_ms, wrong_elements. */
    int (*run)(const struct net_command *command, int ranks, struct rank_result *result,
               struct tool_error *error);
};

/* By messages or in another style, unless it is a rival or a child. */
struct bench_side {
    const char *name;
    uint64_t buffer_bytes;
    uint64_t timeout_us;
    int is_through;
    int has_parallel_handlers;
    const char *style; /* NULL: the first of the application's */
    const struct bench_rival *rival;
    const struct bench_child *child;
    int has_failed; /* the child, when it was run last */
    struct samples time;
    struct samples cpu;
    struct samples time_ratio; /* to the first side in the same turn */
    struct samples cpu_ratio;
    struct samples fill; /* of buffers, by messages */
};

struct bench {
    struct net_command command;
    uint64_t pairs;
    const char *chosen; /* names of sides with commas between them; NULL: all */
    int rank;
    int ranks;
    double scale; /* of a time in milliseconds to what is reported: of an update, or 1 */
    struct bench_side sides[BENCH_SIDES_MAX];
    unsigned side_count;
};

/* All sides, another one first in each turn; each is verified. All ranks call. A child that fails in turn 0
 * is a side no more, and standard error says why. */
int bench_take_turn(struct bench *bench, uint64_t turn, struct tool_error *error);

/* Rank 0's answer at all ranks. They sleep until it comes, so that the processors are free for what rank 0
 * waits for. */
void bench_tell(void *answer, int bytes);

void bench_clear_sides(struct bench *bench);

/* coop-net bench: what is printed. */

/* The tables "setup" and "sides", as the command's form has it. */
void bench_print(struct bench *bench);

#endif
