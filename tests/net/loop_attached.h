/* Ranks of a loop with a live run each that is attached to the rank's net. */
#ifndef COOP_TESTS_NET_LOOP_ATTACHED_H
#define COOP_TESTS_NET_LOOP_ATTACHED_H

#include "loop_ranks.h"

struct attached {
    coop_module *module;
    coop_run *run;
};

/* Starts a run of the module on `groups` work-groups, delivery's among them, and attaches it. */
int attach_run(struct rank *rank, const char *text, size_t bytes, uint32_t local_items, uint32_t groups,
               struct attached *attached);

/* sent = received = applied with every rank; what others have sent here comes through the net itself. */
void check_counts(struct rank *rank);

#endif
