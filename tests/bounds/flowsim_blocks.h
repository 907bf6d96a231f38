/* Where the blocks of a flow graph on a table are: rows of them, the free sets and stocks, and a work-group's
 * lists. */
#ifndef COOP_TESTS_BOUNDS_FLOWSIM_BLOCKS_H
#define COOP_TESTS_BOUNDS_FLOWSIM_BLOCKS_H

#include "tests/bounds/flowsim.h"

static inline void sim_row_clear(struct sim_row *row)
{
    row->first = row->last = SIM_NONE;
    row->count = 0;
}

static inline struct sim_block *sim_at(struct sim_world *world, int channel, int block)
{
    return &world->block[channel][block];
}

static inline void sim_row_push(struct sim_world *world, int channel, struct sim_row *row, int block,
                                enum sim_place place, int holder)
{
    struct sim_block *it = sim_at(world, channel, block);

    it->place = place;
    it->holder = holder;
    it->next = row->first;
    row->first = block;
    row->last = row->last == SIM_NONE ? block : row->last;
    row->count++;
}

static inline void sim_row_append(struct sim_world *world, int channel, struct sim_row *row, int block,
                                  enum sim_place place, int holder)
{
    if (row->first == SIM_NONE) {
        sim_row_push(world, channel, row, block, place, holder);
        return;
    }
    sim_at(world, channel, block)->place = place;
    sim_at(world, channel, block)->holder = holder;
    sim_at(world, channel, block)->next = SIM_NONE;
    sim_at(world, channel, row->last)->next = block;
    row->last = block;
    row->count++;
}

static inline int sim_row_pop(struct sim_world *world, int channel, struct sim_row *row)
{
    int block = row->first;

    if (block != SIM_NONE) {
        row->first = sim_at(world, channel, block)->next;
        row->last = row->first == SIM_NONE ? SIM_NONE : row->last;
        row->count--;
    }
    return block;
}

static inline int sim_take_free(struct sim_world *world, int channel)
{
    int block = sim_row_pop(world, channel, &world->free[channel]);
    int used = world->graph->channel[channel].blocks - world->free[channel].count;

    if (used > world->most_used[channel]) {
        world->most_used[channel] = used;
    }
    return block;
}

/* A block that is empty goes into the stock, or back into the set. */
static inline void sim_give_block(struct sim_world *world, int group, int channel, int block)
{
    struct sim_side *side = &world->side[group];

    sim_at(world, channel, block)->count = 0;
    if (side->stock[channel].count < world->graph->stock) {
        sim_row_push(world, channel, &side->stock[channel], block, SIM_STOCK, group);
    } else {
        sim_row_push(world, channel, &world->free[channel], block, SIM_FREE, SIM_NONE);
    }
}

static inline void sim_give_stock(struct sim_world *world, int group)
{
    for (int c = 0; c < world->graph->channels; c++) {
        struct sim_row *stock = &world->side[group].stock[c];
        while (stock->count > 0) {
            sim_row_push(world, c, &world->free[c], sim_row_pop(world, c, stock), SIM_FREE, SIM_NONE);
        }
    }
}

static inline void sim_list_full(struct sim_world *world, int group, int channel, int level, int block)
{
    sim_at(world, channel, block)->level = level;
    sim_row_push(world, channel, &world->side[group].full[channel][level], block, SIM_LIST, group);
    world->side[group].held++;
}

static inline void sim_list_open(struct sim_world *world, int group, int channel, int level, int block)
{
    struct sim_block *it = sim_at(world, channel, block);

    it->level = level;
    it->place = SIM_LIST;
    it->holder = group;
    world->side[group].open[channel][level] = block;
    world->side[group].held++;
}

static inline int sim_unlist_open(struct sim_world *world, int group, int channel, int level)
{
    int block = world->side[group].open[channel][level];

    world->side[group].open[channel][level] = SIM_NONE;
    world->side[group].held--;
    return block;
}

static inline int sim_unlist_full(struct sim_world *world, int group, int channel, int level)
{
    world->side[group].held--;
    return sim_row_pop(world, channel, &world->side[group].full[channel][level]);
}

#endif
