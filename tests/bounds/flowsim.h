/* A flow graph on a table: what a leader does between two batches, a step at a time, with counts and block
 * numbers in place of items. An adversary (adversary.c) says who steps, what items emit and keep, who ends.
 *
 * Blocks are followed one by one, so that a block in two places or in none shows (K1), and each item is
 * counted when it comes and when it is run (K2). The rules are those of decision 0038: `flaws` leaves
 * one of them out, for the tests that say why it is there. */
#ifndef COOP_TESTS_BOUNDS_FLOWSIM_H
#define COOP_TESTS_BOUNDS_FLOWSIM_H

#include <stdint.h>

enum { SIM_CHANNELS = 16, SIM_LEVELS = 6, SIM_GROUPS = 5, SIM_BLOCKS = 900, SIM_NONE = -1 };

/* Rules that a test can leave out. */
enum sim_flaw {
    SIM_LOOKS_ONLY_WITHOUT_BLOCKS = 1, /* who is refused does not look into rings and chains */
    SIM_KEEPS_ITS_STOCK = 2,           /* who is refused keeps its stock */
    SIM_RANKS_APART = 4,               /* the channels of a component have different ranks */
    SIM_GOES_ON =
        8, /* what is shallower or farther from the sinks is tried behind a refused recursive channel */
    SIM_RESTS_ARE_OPEN = 16,      /* a rest of few items is no whole block for the choice */
    SIM_RESTS_STAY = 32,          /* kept items that go into the spare leave the rest where it is */
    SIM_ALL_OR_NOTHING = 64,      /* a batch is never of fewer items than its block */
    SIM_SHARES_WHEN_REFUSED = 128 /* who was refused puts into rings what it has just taken out of them */
};

struct sim_channel {
    int items; /* places of a block */
    int least;
    int blocks;
    int levels; /* 0: on no cycle */
    int rank;
    int component;
    int keeps;
    int batch; /* items that a batch takes at most */
    int pushed;
};

struct sim_graph {
    int channels;
    int groups; /* the launch's limit */
    int stock;  /* blocks that a work-group takes beyond its need */
    struct sim_channel channel[SIM_CHANNELS];
    int most[SIM_CHANNELS][SIM_CHANNELS];
};

enum sim_place { SIM_FREE, SIM_STOCK, SIM_LEASE, SIM_LIST, SIM_RING, SIM_CHAIN, SIM_SPARE, SIM_RUN };

struct sim_block {
    enum sim_place place;
    int holder; /* work-group or chain */
    int level;
    int count;
    int next;
};

/* Blocks behind `next`, the newest, or in a ring the oldest, first. */
struct sim_row {
    int first, last, count;
};

struct sim_side {
    int is_there;
    int is_refused; /* its last step found something and could begin nothing */
    int is_idle;    /* its last step found nothing */
    struct sim_row full[SIM_CHANNELS][SIM_LEVELS];
    int open[SIM_CHANNELS][SIM_LEVELS];
    struct sim_row stock[SIM_CHANNELS], lease[SIM_CHANNELS];
    int held; /* blocks in lists */
    /* The batch; `channel` is SIM_NONE without one. */
    int channel, level, count, block;
};

struct sim_world {
    const struct sim_graph *graph;
    unsigned flaws;
    struct sim_block block[SIM_CHANNELS][SIM_BLOCKS];
    struct sim_row free[SIM_CHANNELS], ring[SIM_CHANNELS];
    struct sim_row chain[SIM_GROUPS * 2][SIM_CHANNELS];
    int chain_blocks[SIM_GROUPS * 2];
    int spare[SIM_GROUPS][SIM_CHANNELS];
    struct sim_side side[SIM_GROUPS];
    int64_t outstanding, batches;
    int64_t came, ran; /* items */
    const char *wrong;
    int most_used[SIM_CHANNELS];
    int is_last_resort; /* nothing runs, and all are refused: shallower levels are tried, too */
    int own_refusals;   /* admissions refused for want of the channel's own component's blocks */
    /* What the adversary says. */
    int (*emits)(struct sim_world *world, int from, int to, int level, int most);
    int (*keeps)(struct sim_world *world, int channel, int most);
    int (*shares)(struct sim_world *world, int channel);
    uint64_t random;
    int64_t budget;
};

/* A world with the pushed items in the rings. */
void sim_begin(struct sim_world *world, const struct sim_graph *graph, unsigned flaws);

/* coop_flow_next of a work-group: settles its batch, shares, begins the next one. 1: a batch has begun. */
int sim_next(struct sim_world *world, int group);

/* An offer that ends the work-group, and a fork that begins it. */
void sim_end(struct sim_world *world, int group);
void sim_fork(struct sim_world *world, int group);

/* Can anything begin, anywhere? By looking at every block; all stocks are back and nothing runs. */
int sim_can_go_on(const struct sim_world *world);

/* NULL, or what is wrong with the places of the blocks (K1). */
const char *sim_check(const struct sim_world *world);

#endif
