#include "tests/bounds/flowsim_settle.h"

#include "coop/shared/channel.h"
#include "tests/bounds/flowsim_blocks.h"

int sim_level_of(const struct sim_world *world, int from, int level, int to)
{
    const struct sim_channel *target = &world->graph->channel[to];
    int deepens = world->graph->channel[from].component == target->component;

    return (int)coop_flow_level((coop_u32)level, (coop_u32)deepens, (coop_u32)target->levels);
}

/* `count` items into the list's open block, then into blocks from `row`. */
static void fill(struct sim_world *world, int group, int channel, int level, int count, struct sim_row *row)
{
    struct sim_side *side = &world->side[group];
    int items = world->graph->channel[channel].items;

    while (count > 0) {
        int block = side->open[channel][level];
        if (block == SIM_NONE) {
            block = sim_row_pop(world, channel, row);
            if (block == SIM_NONE) {
                world->wrong = "an item has no place (K4)";
                return;
            }
            sim_at(world, channel, block)->count = 0;
            sim_list_open(world, group, channel, level, block);
        }
        int room = items - sim_at(world, channel, block)->count;
        int part = count < room ? count : room;
        sim_at(world, channel, block)->count += part;
        count -= part;
        if (part == room) {
            sim_list_full(world, group, channel, level, sim_unlist_open(world, group, channel, level));
        }
    }
}

/* The batch's items that were kept, and what it left of its block. */
static void settle_own(struct sim_world *world, int group, int kept)
{
    struct sim_side *side = &world->side[group];
    int channel = side->channel, level = side->level, block = side->block;
    struct sim_row spare;
    int left = sim_at(world, channel, block)->count;

    sim_row_clear(&spare);
    if (kept > 0) {
        sim_row_push(world, channel, &spare, world->spare[group][channel], SIM_SPARE, group);
        fill(world, group, channel, level, kept, &spare);
        if (spare.count > 0) {
            sim_row_pop(world, channel, &spare);
        } else if (left == 0) {
            world->spare[group][channel] = block;
            sim_at(world, channel, block)->place = SIM_SPARE;
            return;
        } else if (!(world->flaws & SIM_RESTS_STAY)) {
            /* The rest moves behind the kept items: both were in one block before. */
            fill(world, group, channel, level, left, &spare);
            sim_at(world, channel, block)->count = 0;
            world->spare[group][channel] = block;
            sim_at(world, channel, block)->place = SIM_SPARE;
            return;
        } else {
            /* The block is needed for its rest. */
            world->spare[group][channel] = sim_take_free(world, channel);
            if (world->spare[group][channel] == SIM_NONE) {
                world->wrong = "the spare is gone (K4)";
            }
        }
    }
    if (left > 0) {
        sim_list_full(world, group, channel, level, block);
    } else {
        sim_give_block(world, group, channel, block);
    }
}

void sim_settle(struct sim_world *world, int group)
{
    struct sim_side *side = &world->side[group];
    int from = side->channel, kept = 0;

    if (from == SIM_NONE) {
        return;
    }
    for (int to = 0; to < world->graph->channels; to++) {
        int most = world->graph->most[from][to] * side->count;
        int count = most == 0 ? 0 : world->emits(world, from, to, side->level, most);
        fill(world, group, to, sim_level_of(world, from, side->level, to), count, &side->lease[to]);
        while (side->lease[to].count > 0) {
            sim_give_block(world, group, to, sim_row_pop(world, to, &side->lease[to]));
        }
        world->came += count;
        world->outstanding += count;
    }
    if (world->graph->channel[from].keeps) {
        kept = world->keeps(world, from, side->count);
    }
    world->came += kept;
    world->ran += side->count;
    world->outstanding += kept - side->count;
    settle_own(world, group, kept);
    side->channel = SIM_NONE;
}
