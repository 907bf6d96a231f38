/* The simulator's world: what the files of the simulator share (groups_simulator.h). */
#ifndef COOP_TESTS_UNIT_GROUPS_WORLD_H
#define COOP_TESTS_UNIT_GROUPS_WORLD_H

#include "groups_simulator.h"

#include "coop/shared/groups.h"
#include "coop/shared/phase.h"

enum { SLOTS = 8 };

enum stage {
    IDLE,
    OFFERS,
    REQUESTS,
    ARRIVES,
    JUDGES,
    COMPLETES,
    TAKES_SLOT,
    PUBLISHES,
    RELEASES,
    FORGETS,
    WAITS,
    READS_M,
    LEAVES
};

struct frame {
    uint32_t id;
    uint32_t round;
    uint32_t begins_at; /* OFFERS at launch, ARRIVES after a fork, OFFERS of the next round after a barrier */
    uint64_t phase;
};

/* A worker slot and the work-group on it. */
struct worker {
    int is_assigned;
    struct frame frame;
    enum stage stage;
    uint32_t id;
    uint32_t round;
    uint64_t phase;
    int waits_after; /* the phases of giving out frames: go on to the release (1) or to the arrival (0) */
    int leaves_after;
    uint32_t begins_left;
    uint32_t next_id;
    uint32_t taken;
    struct frame joiner;
    uint64_t phase_word; /* to be stored */
    coop_u64 word;       /* that the completing exchange expects */
    coop_u64 forgetting; /* arrivals that are taken back behind the release; 0: they are already */
    uint32_t kills;      /* whom the barrier ends that it completes */
    /* ghost */
    int is_alive;
    uint64_t ghost_phase;
};

enum scheduler_phase { LOOKS, RETARGETS, RESERVES, EXCHANGES, GIVES_BACK, FINISHES };

struct scheduler {
    enum scheduler_phase stage;
    uint32_t target;
    uint32_t granted_before;
    uint32_t added;
    uint32_t surplus;
    coop_u64 word;
    coop_u64 next;
};

struct world {
    const struct simulator_setup *setup;
    struct simulator_result result;
    uint64_t random;
    /* shared memory */
    coop_u64 counts;
    coop_u64 phase_word;
    uint32_t free_set;
    uint32_t reserved;
    uint32_t deposit_round;
    uint32_t leaving; /* who may not know yet that a barrier has ended them */
    struct worker workers[SLOTS];
    struct scheduler scheduler;
    int is_running;
    uint32_t started;
    /* ghost */
    uint64_t completed_barriers;
    uint32_t opened_with; /* M at the completion of the last one */
    uint32_t completions;
    uint32_t claims;  /* slots that forks have claimed and not taken yet */
    uint32_t members; /* ids of this instance that run, wait or have returned */
};

uint32_t world_below(struct world *world, uint32_t end);
uint32_t world_bits(uint32_t set);

/* Notes the first invariant that does not hold. */
void world_broken(struct world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ghost: the step has taken effect. Who is alive follows from it at once, whatever the machines have seen. */
void world_observe(struct world *world, const struct coop_groups_step *step);

/* S5, and trap 1: whoever goes on past its barrier must do so after it has completed. */
void world_observe_pass(struct world *world, const struct worker *worker);

void simulator_turn_of_worker(struct world *world, struct worker *worker);
void simulator_turn_of_scheduler(struct world *world);

#endif
