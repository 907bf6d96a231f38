/* What has become of a batch on the table. */
#ifndef COOP_TESTS_BOUNDS_FLOWSIM_SETTLE_H
#define COOP_TESTS_BOUNDS_FLOWSIM_SETTLE_H

#include "tests/bounds/flowsim.h"

/* The level at which the items that a batch emits lie. */
int sim_level_of(const struct sim_world *world, int from, int level, int to);

/* What the work-group's batch, if it has one, has emitted and kept goes into its lists. */
void sim_settle(struct sim_world *world, int group);

#endif
