/* Plays a flow graph to its end against an adversary, and graphs to play with. */
#ifndef COOP_TESTS_BOUNDS_ADVERSARY_H
#define COOP_TESTS_BOUNDS_ADVERSARY_H

#include "tests/bounds/flowsim.h"

enum sim_end { SIM_DONE, SIM_FULL, SIM_STUCK, SIM_BROKEN };

struct sim_game {
    uint64_t seed;
    unsigned flaws;
    int pushed_at_sources; /* else anywhere */
    int ends;              /* work-groups end and begin meanwhile */
    int64_t budget;        /* items that may come beside the pushed ones */
};

struct sim_result {
    enum sim_end end;
    const char *wrong;
    int own_refusals;
    int last_resorts; /* times that nothing could begin but on a shallower level */
    int most_used[SIM_CHANNELS];
    int64_t batches;
};

/* What each may be is random; `graph` has channels, groups, items and edges. */
struct sim_result sim_play(const struct sim_graph *graph, const struct sim_game *game);

/* Components, ranks and `levels` (0, or as given for channels on a cycle) from the edges. */
void sim_rank(struct sim_graph *graph, int levels, unsigned flaws);

/* The blocks that are enough by the rule of shared/channel.h, without the pushed ones. */
int sim_rule(const struct sim_graph *graph, int channel);

#endif
