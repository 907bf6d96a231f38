/* The parts of the fuzzer's program: what it was asked for, the device, and the shrinker. */
#ifndef COOP_TESTS_FUZZ_FUZZ_H
#define COOP_TESTS_FUZZ_FUZZ_H

#include "replay.h"

enum { BATCH_MAX = 40 };

/* Exit statuses; also of one kernel. */
enum outcome { SAME = 0, DIFFERS = 1, MISUSED = 2, HANGS = 3, REFUSED = 4, NO_DEVICE = 77 };

struct options {
    uint64_t seed;
    unsigned first, kernels, batch;
    unsigned local_items; /* 0: 1, 8 and 64 by turns */
    unsigned workers, repeat, seconds;
    int shrinks, prints, quiet;
    const char *coopc, *include, *keep, *drop;
    const char *self;
};

struct totals {
    unsigned kernels, launches, differences;
    unsigned fork_points, forks_reached, forks_taken;
    unsigned kill_points, kills_reached, kills_taken;
    uint64_t records, lives, joiners, ended, truncated;
    double translate_s, build_s, run_s;
};

struct session; /* a context */

struct session *session_open(const struct options *options, enum outcome *outcome);
void session_close(struct session *session);

/* Translates, builds and runs the programs; the worst outcome. Says what differs on stdout. */
enum outcome session_run(struct session *session, struct program **programs, unsigned count,
                         unsigned local_items, struct totals *totals);

/* Drops statements of a failing program as long as it fails, each try in a process of its own; prints what is
 * left. */
void shrink(const struct options *options, struct program *program, unsigned local_items);

void drop_nodes(struct program *program, const char *list);
double seconds_now(void);

#endif
