#include "groups_world.h"

#include "test.h"
#include <stdarg.h>
#include <stdio.h>

enum { TURNS_MAX = 2000000 };

uint32_t world_below(struct world *world, uint32_t end)
{
    return (uint32_t)test_random_below(&world->random, end);
}

void world_broken(struct world *world, const char *format, ...)
{
    va_list list;

    if (world->result.broken[0] == '\0') {
        va_start(list, format);
        vsnprintf(world->result.broken, sizeof world->result.broken, format, list);
        va_end(list);
    }
}

uint32_t world_bits(uint32_t set)
{
    return (uint32_t)__builtin_popcount(set);
}

void world_observe(struct world *world, const struct coop_groups_step *step)
{
    uint32_t active = coop_groups_get(step->word, COOP_GROUPS_ACTIVE);

    world->result.kills += step->killed;
    world->result.forks += step->forked;
    world->claims += step->forked;
    world->members = (1u << active) - 1;
    if (step->event == COOP_GROUPS_BARRIER) {
        world->completed_barriers++;
        world->opened_with = active;
        world->result.barriers++;
    }
    for (uint32_t i = 0; i < world->setup->workers; i++) {
        struct worker *worker = &world->workers[i];
        if (worker->stage != IDLE && worker->id >= active) {
            worker->is_alive = 0;
        }
    }
    if (step->event == COOP_GROUPS_COMPLETE) {
        world->completions++;
    } else if (step->event == COOP_GROUPS_STUCK || step->event == COOP_GROUPS_BARRIER_CLASHES) {
        world_broken(world, "a legal kernel was said to be stuck (event %u)", step->event);
    }
}

void world_observe_pass(struct world *world, const struct worker *worker)
{
    if (world->completed_barriers < worker->ghost_phase + 1) {
        world_broken(world, "S5: work-group %u passed barrier %llu of %llu", worker->id,
                     (unsigned long long)worker->ghost_phase + 1,
                     (unsigned long long)world->completed_barriers);
    }
}

/* What must hold between any two turns. */
static void check(struct world *world)
{
    uint32_t active = coop_groups_get(world->counts, COOP_GROUPS_ACTIVE);
    uint64_t phase = world->completed_barriers;
    uint32_t arrived = coop_groups_arrived(world->counts, phase);
    uint32_t granted = coop_groups_fork_granted(world->counts);
    uint32_t completers = 0;
    uint32_t ids = 0;

    if (!world->is_running) {
        return;
    }
    for (uint32_t i = 0; i < world->setup->workers; i++) {
        const struct worker *worker = &world->workers[i];
        completers += worker->stage == COMPLETES;
        if (worker->stage == IDLE || worker->stage == LEAVES || !worker->is_alive) {
            continue;
        }
        if (ids & (1u << worker->id)) {
            world_broken(world, "S1: two work-groups have id %u", worker->id);
        }
        ids |= 1u << worker->id;
    }
    if (arrived + coop_groups_get(world->counts, COOP_GROUPS_RETURNED) > active ||
        completers != (coop_groups_outcome(world->counts, phase) == COOP_GROUPS_FULL)) {
        world_broken(world, "P3: %u arrived of M %u, and %u complete the barrier", arrived, active,
                     completers);
    }
    if ((ids & ~world->members) != 0 || active < 1 || active > world->setup->limit) {
        world_broken(world, "S1: ids 0x%x with M %u", ids, active);
    }
    /* Of a complete instance nobody is left to take a grant, and the scheduler empties the set. */
    if (world->completions == 0 && world_bits(world->reserved) < granted + world->claims) {
        world_broken(world, "P6: %u granted and %u claimed of %u reserved", granted, world->claims,
                     world_bits(world->reserved));
    }
    if ((world->reserved & world->free_set) != 0) {
        world_broken(world, "Z1: a slot is in two sets");
    }
}

/* All instances have ended: every slot must be free again, or on its way. */
static int is_over(struct world *world)
{
    if (world->is_running || world->started < world->setup->instances) {
        return 0;
    }
    for (uint32_t i = 0; i < world->setup->workers; i++) {
        if (world->workers[i].stage != IDLE || world->workers[i].is_assigned) {
            return 0;
        }
    }
    return 1;
}

struct simulator_result simulator_run(const struct simulator_setup *setup)
{
    struct world world = {.setup = setup, .random = setup->seed, .free_set = (1u << setup->workers) - 1};
    uint32_t lazy = 0;

    while (world.result.broken[0] == '\0' && !is_over(&world)) {
        uint32_t who = world_below(&world, setup->workers + 1);
        if (world.result.turns++ == TURNS_MAX) {
            world_broken(&world, "nothing completes (instance %u, counts 0x%llx)", world.started,
                         (unsigned long long)world.counts);
        }
        /* One machine is slow for a while: late readers, late publishers, a late scheduler. */
        if (world.result.turns % 64 == 0) {
            lazy = world_below(&world, 2 * (setup->workers + 1));
        }
        if (who == lazy && world_below(&world, 32) != 0) {
            continue;
        }
        if (who == setup->workers) {
            simulator_turn_of_scheduler(&world);
        } else {
            simulator_turn_of_worker(&world, &world.workers[who]);
        }
        check(&world);
    }
    if (world.result.broken[0] == '\0' && world_bits(world.free_set) != setup->workers) {
        world_broken(&world, "C2: %u of %u slots are free at the end", world_bits(world.free_set),
                     setup->workers);
    }
    return world.result;
}
