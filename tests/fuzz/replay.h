/* The interpreter of a program, driven by the records of a launch: each life of a work-group is run from its
 * beginning, and every record that it made must be the one that the semantics (docs/design.md, S1 to S6) ask
 * for. */
#ifndef COOP_TESTS_FUZZ_REPLAY_H
#define COOP_TESTS_FUZZ_REPLAY_H

#include "program.h"

#include "coop/coop.h"

enum {
    RECORD_WORDS = 5,
    LOG_HEAD = 16 + LANES_MAX,
    EVENTS_MAX = 60000,
    LIVES_MAX = 8192,
    NUMBERS_MAX = 40000
};

struct record {
    uint32_t tag, groups, who, number, value;
};

/* What a launch left behind. */
struct evidence {
    const struct program *program;
    const uint32_t *log;
    uint32_t room; /* records of a work-item */
    uint32_t items;
    uint32_t limit; /* N */
    uint32_t p0, p1;
    struct coop_launch_stats stats;
};

/* Per primitive of a program, over all its launches. */
struct coverage {
    uint32_t reached[NODES_MAX];
    uint32_t began[NODES_MAX]; /* joining work-groups */
    uint32_t ended[NODES_MAX];
    uint32_t records, lives, truncated;
};

/* 1 when everything is as it must be; otherwise 0 and a message. */
int replay(const struct evidence *evidence, struct coverage *coverage, char *message, unsigned capacity);

#endif
