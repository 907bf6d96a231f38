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
    world->counts = coop_groups_with_leaving(coop_groups_launched(groups), world->leaving);
    world->members = (1u << groups) - 1;
    for (uint32_t i = 0; i < groups; i++) {
        uint32_t slot = (uint32_t)__builtin_ctz(world->free_set);
        world->free_set &= world->free_set - 1;
        world->workers[slot].frame = (struct frame){i, 0, OFFERS, coop_phase_number(world->phase_word)};
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
    scheduler->stage = LOOKS;
}

static void look(struct world *world)
{
    struct scheduler *scheduler = &world->scheduler;
    coop_u64 word = world->counts;

    if (!world->is_running) {
        start_instance(world);
        return;
    }
    if (coop_groups_get(word, COOP_GROUPS_RETURNED) == coop_groups_get(word, COOP_GROUPS_ACTIVE)) {
        scheduler->stage = FINISHES;
    } else if (world_below(world, 3) == 0) {
        scheduler->target = 1 + world_below(world, world->setup->limit);
        scheduler->added = 0;
        scheduler->word = word;
        scheduler->stage = RETARGETS;
    }
}

static coop_u64 retargeted(const struct world *world)
{
    const struct scheduler *s = &world->scheduler;
    coop_u64 resizing = COOP_GROUPS_RESIZING_EVEN | COOP_GROUPS_RESIZING_ODD;
    coop_u64 hidden = world->setup->trap == TRAP_REQUEST_IS_TAKEN_BACK ? s->word & resizing : 0;
    uint32_t room = world_bits(world->free_set) + s->added;

    return coop_groups_retarget(s->word & ~hidden, s->target, room) | hidden;
}

void simulator_turn_of_scheduler(struct world *world)
{
    struct scheduler *s = &world->scheduler;

    switch (s->stage) {
    case LOOKS:
        look(world);
        break;
    case RETARGETS:
        s->next = retargeted(world);
        s->granted_before = coop_groups_fork_granted(s->word);
        s->stage = RESERVES;
        break;
    case RESERVES:
        if (s->granted_before + s->added < coop_groups_fork_granted(s->next)) {
            world->reserved |= world->free_set & (0u - world->free_set);
            world->free_set &= world->free_set - 1;
            s->added++;
        } else {
            s->stage = EXCHANGES;
        }
        break;
    case EXCHANGES:
        if (world->counts != s->word) {
            s->word = world->counts;
            s->stage = RETARGETS;
            break;
        }
        world->counts = s->next;
        s->surplus = s->granted_before + s->added - coop_groups_fork_granted(s->next);
        s->stage = GIVES_BACK;
        break;
    case GIVES_BACK:
        if (s->surplus > 0) {
            world->free_set |= world->reserved & (0u - world->reserved);
            world->reserved &= world->reserved - 1;
            s->surplus--;
        } else {
            s->stage = LOOKS;
        }
        break;
    case FINISHES:
        finish_instance(world);
        break;
    }
}
