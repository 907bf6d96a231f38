/* The scheduler, after cl/scheduler.cl, with targets that it draws at random. */
#include "groups_world.h"

static void start_instance(struct world *world)
{
    uint32_t groups = 1 + world_below(world, world->setup->limit);

    if (world->started == world->setup->instances || world_bits(world->free_set) < groups) {
        return;
    }
    world->started++;
    world->is_running = 1;
    world->completions = 0;
    world->pool = coop_pool_launched(groups);
    world->members = (1u << groups) - 1;
    for (uint32_t i = 0; i < groups; i++) {
        uint32_t slot = (uint32_t)__builtin_ctz(world->free_set);
        world->free_set &= world->free_set - 1;
        world->workers[slot].frame = (struct frame){i, 0, OFFERS, coop_release_generation(world->release)};
        world->workers[slot].is_assigned = 1;
    }
}

static void finish_instance(struct world *world)
{
    struct scheduler *scheduler = &world->scheduler;

    if (world->reserved != 0 && world->setup->trap != TRAP_RESERVED_SLOTS_ARE_LOST) {
        world->free_set |= world->reserved & (0u - world->reserved);
        world->reserved &= world->reserved - 1;
        return;
    }
    if (world->completions != 1) {
        world_broken(world, "P4: the instance completed %u times", world->completions);
    }
    world->reserved = 0; /* with the trap: lost */
    world->is_running = 0;
    scheduler->phase = LOOKS;
}

static void look(struct world *world)
{
    struct scheduler *scheduler = &world->scheduler;
    coop_u64 word = world->pool;

    if (!world->is_running) {
        start_instance(world);
        return;
    }
    if (coop_pool_get(word, COOP_POOL_RETURNED) == coop_pool_get(word, COOP_POOL_ACTIVE)) {
        scheduler->phase = FINISHES;
    } else if (world_below(world, 3) == 0) {
        scheduler->target = 1 + world_below(world, world->setup->limit);
        scheduler->added = 0;
        scheduler->word = word;
        scheduler->phase = RETARGETS;
    }
}

void simulator_turn_of_scheduler(struct world *world)
{
    struct scheduler *s = &world->scheduler;

    switch (s->phase) {
    case LOOKS:
        look(world);
        break;
    case RETARGETS:
        s->next = coop_pool_retarget(s->word, s->target, world_bits(world->free_set) + s->added);
        s->granted_before = coop_pool_fork_granted(s->word);
        s->phase = RESERVES;
        break;
    case RESERVES:
        if (s->granted_before + s->added < coop_pool_fork_granted(s->next)) {
            world->reserved |= world->free_set & (0u - world->free_set);
            world->free_set &= world->free_set - 1;
            s->added++;
        } else {
            s->phase = EXCHANGES;
        }
        break;
    case EXCHANGES:
        if (world->pool != s->word) {
            s->word = world->pool;
            s->phase = RETARGETS;
            break;
        }
        world->pool = s->next;
        s->surplus = s->granted_before + s->added - coop_pool_fork_granted(s->next);
        s->phase = GIVES_BACK;
        break;
    case GIVES_BACK:
        if (s->surplus > 0) {
            world->free_set |= world->reserved & (0u - world->reserved);
            world->reserved &= world->reserved - 1;
            s->surplus--;
        } else {
            s->phase = LOOKS;
        }
        break;
    case FINISHES:
        finish_instance(world);
        break;
    }
}
