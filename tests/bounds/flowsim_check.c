#include "tests/bounds/flowsim.h"

#include <stddef.h>

static int count_row(const struct sim_world *world, int channel, const struct sim_row *row,
                     enum sim_place place)
{
    int count = 0;

    for (int block = row->first; block != SIM_NONE; block = world->block[channel][block].next) {
        if (world->block[channel][block].place != place || count++ > SIM_BLOCKS) {
            return -10000;
        }
    }
    return count == row->count ? count : -10000;
}

static int count_side(const struct sim_world *world, int group, int channel)
{
    const struct sim_side *side = &world->side[group];
    int count = count_row(world, channel, &side->stock[channel], SIM_STOCK) +
                count_row(world, channel, &side->lease[channel], SIM_LEASE) + (side->channel == channel);

    for (int l = 0; l < SIM_LEVELS; l++) {
        count += count_row(world, channel, &side->full[channel][l], SIM_LIST);
        count += side->open[channel][l] != SIM_NONE;
    }
    return count;
}

const char *sim_check(const struct sim_world *world)
{
    int64_t items = 0;

    if (world->wrong != NULL) {
        return world->wrong;
    }
    for (int c = 0; c < world->graph->channels; c++) {
        int count =
            count_row(world, c, &world->free[c], SIM_FREE) + count_row(world, c, &world->ring[c], SIM_RING);
        for (int i = 0; i < SIM_GROUPS * 2; i++) {
            count += count_row(world, c, &world->chain[i][c], SIM_CHAIN);
        }
        for (int g = 0; g < world->graph->groups; g++) {
            count += world->spare[g][c] != SIM_NONE;
            count += world->side[g].is_there ? count_side(world, g, c) : 0;
        }
        if (count != world->graph->channel[c].blocks) {
            return "a block is in two places, or in none (K1)";
        }
        for (int b = 0; b < world->graph->channel[c].blocks; b++) {
            items += world->block[c][b].place == SIM_FREE || world->block[c][b].place == SIM_STOCK ||
                             world->block[c][b].place == SIM_SPARE || world->block[c][b].place == SIM_LEASE
                         ? 0
                         : world->block[c][b].count;
        }
    }
    for (int g = 0; g < world->graph->groups; g++) {
        items += world->side[g].is_there && world->side[g].channel != SIM_NONE ? world->side[g].count : 0;
    }
    return items == world->outstanding ? NULL : "the count is not that of the items (K6)";
}
