#include "tests/bounds/flowsim.h"

#include "coop/shared/channel.h"
#include "tests/bounds/flowsim_blocks.h"
#include "tests/bounds/flowsim_settle.h"

#include <stdlib.h>
#include <string.h>

static int groups_there(const struct sim_world *world)
{
    int count = 0;

    for (int g = 0; g < world->graph->groups; g++) {
        count += world->side[g].is_there;
    }
    return count;
}

/* Puts blocks into their rings, of each channel the shallowest first, while another one is left. */
static void share(struct sim_world *world, int group)
{
    struct sim_side *side = &world->side[group];

    for (int c = 0; c < world->graph->channels; c++) {
        int goes_on = 1;

        while (goes_on && side->held >= 2 && world->ring[c].count < 2 * groups_there(world) &&
               world->shares(world, c)) {
            goes_on = 0;
            for (int l = 0; l < SIM_LEVELS && !goes_on; l++) {
                int is_open = side->full[c][l].count == 0;
                if (is_open && (side->open[c][l] == SIM_NONE || world->ring[c].count > 0)) {
                    continue;
                }
                int block =
                    is_open ? sim_unlist_open(world, group, c, l) : sim_unlist_full(world, group, c, l);
                sim_row_append(world, c, &world->ring[c], block, SIM_RING, SIM_NONE);
                goes_on = 1;
            }
        }
    }
}

/* Blocks that `count` items of a block need, which is the list's open one no more. */
static int needs(const struct sim_world *world, int group, int from, int level, int count, int to, int block)
{
    int open = world->side[group].open[to][sim_level_of(world, from, level, to)];
    int fill = open == SIM_NONE || (to == from && open == block) ? 0 : world->block[to][open].count;

    return (int)coop_flow_need((coop_u32)fill, (coop_u32)world->graph->most[from][to], (coop_u32)count,
                               (coop_u32)world->graph->channel[to].items);
}

/* Items of the block that may run: all that they may emit has a place. */
static int admitted(struct sim_world *world, int group, int channel, int level, int count)
{
    const struct sim_graph *graph = world->graph;
    int whole = count;

    for (int to = 0; to < graph->channels; to++) {
        int have = world->side[group].stock[to].count + world->free[to].count;
        if (graph->most[channel][to] == 0) {
            continue;
        }
        while (count > 0 && needs(world, group, channel, level, count, to, SIM_NONE) > have) {
            if (graph->channel[to].component == graph->channel[channel].component) {
                world->own_refusals++;
            }
            count = (world->flaws & SIM_ALL_OR_NOTHING) ? 0 : count - 1;
        }
    }
    return (world->flaws & SIM_ALL_OR_NOTHING) && count < whole ? 0 : count;
}

/* `block` is in no list. 1: its batch begins; else it is back in its list. */
static int try_block(struct sim_world *world, int group, int channel, int block, int was_open)
{
    struct sim_side *side = &world->side[group];
    struct sim_block *it = sim_at(world, channel, block);
    int level = it->level;
    int count =
        it->count < world->graph->channel[channel].batch ? it->count : world->graph->channel[channel].batch;

    count = admitted(world, group, channel, level, count);
    if (count == 0) {
        if (was_open) {
            sim_list_open(world, group, channel, level, block);
        } else {
            sim_list_full(world, group, channel, level, block);
        }
        return 0;
    }
    for (int to = 0; to < world->graph->channels; to++) {
        int need =
            world->graph->most[channel][to] ? needs(world, group, channel, level, count, to, SIM_NONE) : 0;
        while (need-- > 0) {
            int lease = sim_row_pop(world, to, &side->stock[to]);
            lease = lease == SIM_NONE ? sim_take_free(world, to) : lease;
            sim_row_push(world, to, &side->lease[to], lease, SIM_LEASE, group);
        }
    }
    it->place = SIM_RUN;
    it->holder = group;
    it->count -= count;
    side->channel = channel;
    side->level = level;
    side->count = count;
    side->block = block;
    world->batches++;
    return 1;
}

/* A list. Those of lower rank come first, and of one rank the deepest. */
struct choice {
    int channel, level, is_open;
};

static int key_of(const struct sim_world *world, int channel, int level)
{
    return (world->graph->channel[channel].rank * (SIM_LEVELS + 1) + (SIM_LEVELS - level)) * SIM_CHANNELS +
           channel;
}

static int is_wanted(const struct sim_world *world, const struct sim_side *side, int channel, int level,
                     int all)
{
    int open = side->open[channel][level];
    int least = world->graph->channel[channel].least;
    int full = side->full[channel][level].first;

    if (full != SIM_NONE) {
        return !(world->flaws & SIM_RESTS_ARE_OPEN) || all || world->block[channel][full].count >= least;
    }
    return open != SIM_NONE && (all || world->block[channel][open].count >= least);
}

static int choose(const struct sim_world *world, int group, int all, int after, struct choice *choice)
{
    const struct sim_side *side = &world->side[group];
    int best = INT32_MAX;

    for (int c = 0; c < world->graph->channels; c++) {
        for (int l = 0; l < SIM_LEVELS; l++) {
            int key = key_of(world, c, l);
            if (key > after && key < best && is_wanted(world, side, c, l, all)) {
                best = key;
                *choice = (struct choice){c, l, side->full[c][l].first == SIM_NONE};
            }
        }
    }
    return best == INT32_MAX ? 0 : best;
}

/* Own blocks, one list after the other. Behind a refused recursive channel nothing is tried that is
 * shallower or farther from the sinks: it could only make more of what is waiting. *limit becomes
 * that channel's rank. */
static int try_own(struct sim_world *world, int group, int all, int *limit)
{
    struct choice choice = {0, 0, 0};
    int after = -1;

    for (;;) {
        int key = choose(world, group, all, after, &choice);
        if (key == 0) {
            return 0;
        }
        after = key;
        int block = choice.is_open ? sim_unlist_open(world, group, choice.channel, choice.level)
                                   : sim_unlist_full(world, group, choice.channel, choice.level);
        if (try_block(world, group, choice.channel, block, choice.is_open)) {
            return 1;
        }
        if (world->graph->channel[choice.channel].levels > 0 && !world->is_last_resort) {
            int rank = world->graph->channel[choice.channel].rank;
            *limit = rank < *limit ? rank : *limit;
            if (!(world->flaws & SIM_GOES_ON)) {
                return 0;
            }
        }
    }
}

static void take_chain(struct sim_world *world, int group, int chain)
{
    for (int c = 0; c < world->graph->channels; c++) {
        while (world->chain[chain][c].count > 0) {
            int block = sim_row_pop(world, c, &world->chain[chain][c]);
            sim_list_full(world, group, c, sim_at(world, c, block)->level, block);
        }
    }
    world->chain_blocks[chain] = 0;
}

/* Takes a chain, or the oldest block of a ring: of one nearer the sinks than `limit`, since what cannot be
 * run would pile up. */
static int take_elsewhere(struct sim_world *world, int group, int limit)
{
    int best = SIM_NONE;

    for (int i = 0; i < SIM_GROUPS * 2; i++) {
        if (world->chain_blocks[i] != 0) {
            take_chain(world, group, i);
            return 1;
        }
    }
    for (int c = 0; c < world->graph->channels; c++) {
        const struct sim_channel *channel = &world->graph->channel[c];
        if (channel->rank < limit && world->ring[c].count > 0 &&
            (best == SIM_NONE || channel->rank < world->graph->channel[best].rank)) {
            best = c;
        }
    }
    if (best == SIM_NONE) {
        return 0;
    }
    int block = sim_row_pop(world, best, &world->ring[best]);
    sim_list_full(world, group, best, sim_at(world, best, block)->level, block);
    return 1;
}

static int holds_full(const struct sim_world *world, const struct sim_side *side)
{
    for (int c = 0; c < world->graph->channels; c++) {
        for (int l = 0; l < SIM_LEVELS; l++) {
            if (side->full[c][l].count > 0) {
                return 1;
            }
        }
    }
    return 0;
}

static int begin_batch(struct sim_world *world, int group)
{
    int limit = INT32_MAX;
    int is_hungry;

    if (try_own(world, group, 0, &limit)) {
        return 1;
    }
    is_hungry = !holds_full(world, &world->side[group]);
    if (is_hungry && take_elsewhere(world, group, limit) && try_own(world, group, 0, &limit)) {
        return 1;
    }
    if (try_own(world, group, 1, &limit)) {
        return 1;
    }
    if (world->flaws & SIM_LOOKS_ONLY_WITHOUT_BLOCKS) {
        return 0;
    }
    return take_elsewhere(world, group, limit) && try_own(world, group, 1, &limit);
}

/* The stock beyond the need is taken when a batch begins. */
static void stock_up(struct sim_world *world, int group)
{
    for (int c = 0; c < world->graph->channels; c++) {
        struct sim_row *stock = &world->side[group].stock[c];
        while (stock->count < world->graph->stock && world->free[c].count > 0) {
            sim_row_push(world, c, stock, sim_take_free(world, c), SIM_STOCK, group);
        }
    }
}

int sim_next(struct sim_world *world, int group)
{
    struct sim_side *side = &world->side[group];

    sim_settle(world, group);
    if (!side->is_refused || (world->flaws & SIM_SHARES_WHEN_REFUSED)) {
        share(world, group);
    }
    side->is_refused = side->is_idle = 0;
    if (begin_batch(world, group)) {
        stock_up(world, group);
        return 1;
    }
    side->is_refused = side->held > 0;
    side->is_idle = !side->is_refused;
    if (!(world->flaws & SIM_KEEPS_ITS_STOCK)) {
        sim_give_stock(world, group);
    }
    return 0;
}

void sim_end(struct sim_world *world, int group)
{
    struct sim_side *side = &world->side[group];
    int chain = 0;

    sim_settle(world, group);
    while (world->chain_blocks[chain] != 0) {
        chain++;
    }
    for (int c = 0; c < world->graph->channels; c++) {
        for (int l = 0; l < SIM_LEVELS; l++) {
            while (side->full[c][l].count > 0 || side->open[c][l] != SIM_NONE) {
                int block = side->full[c][l].count > 0 ? sim_unlist_full(world, group, c, l)
                                                       : sim_unlist_open(world, group, c, l);
                sim_row_push(world, c, &world->chain[chain][c], block, SIM_CHAIN, chain);
                world->chain_blocks[chain]++;
            }
        }
    }
    sim_give_stock(world, group);
    side->is_there = 0;
}

void sim_fork(struct sim_world *world, int group)
{
    struct sim_side *side = &world->side[group];

    memset(side, 0, sizeof *side);
    for (int c = 0; c < SIM_CHANNELS; c++) {
        for (int l = 0; l < SIM_LEVELS; l++) {
            sim_row_clear(&side->full[c][l]);
            side->open[c][l] = SIM_NONE;
        }
        sim_row_clear(&side->stock[c]);
        sim_row_clear(&side->lease[c]);
    }
    side->channel = SIM_NONE;
    side->is_there = 1;
}

static void push(struct sim_world *world, int channel, int count)
{
    int items = world->graph->channel[channel].items;

    while (count > 0) {
        int block = sim_take_free(world, channel);
        if (block == SIM_NONE) {
            abort(); /* the graph has blocks for what is pushed */
        }
        sim_at(world, channel, block)->count = count < items ? count : items;
        sim_at(world, channel, block)->level = 0;
        count -= sim_at(world, channel, block)->count;
        sim_row_append(world, channel, &world->ring[channel], block, SIM_RING, SIM_NONE);
    }
    world->came += world->graph->channel[channel].pushed;
    world->outstanding += world->graph->channel[channel].pushed;
}

void sim_begin(struct sim_world *world, const struct sim_graph *graph, unsigned flaws)
{
    memset(world, 0, sizeof *world);
    world->graph = graph;
    world->flaws = flaws;
    for (int c = 0; c < graph->channels; c++) {
        sim_row_clear(&world->free[c]);
        sim_row_clear(&world->ring[c]);
        for (int i = 0; i < SIM_GROUPS * 2; i++) {
            sim_row_clear(&world->chain[i][c]);
        }
        for (int b = 0; b < graph->channel[c].blocks; b++) {
            sim_row_push(world, c, &world->free[c], b, SIM_FREE, SIM_NONE);
        }
        for (int g = 0; g < graph->groups; g++) {
            world->spare[g][c] = SIM_NONE;
            if (graph->channel[c].keeps) {
                world->spare[g][c] = sim_take_free(world, c);
                sim_at(world, c, world->spare[g][c])->place = SIM_SPARE;
            }
        }
        push(world, c, graph->channel[c].pushed);
    }
    for (int g = 0; g < graph->groups; g++) {
        sim_fork(world, g);
    }
}

static int could_begin(const struct sim_world *world, int group, int channel, int block)
{
    for (int to = 0; to < world->graph->channels; to++) {
        if (world->graph->most[channel][to] > 0 &&
            needs(world, group, channel, world->block[channel][block].level, 1, to, block) >
                world->free[to].count) {
            return 0;
        }
    }
    return 1;
}

int sim_can_go_on(const struct sim_world *world)
{
    for (int c = 0; c < world->graph->channels; c++) {
        for (int b = 0; b < world->graph->channel[c].blocks; b++) {
            const struct sim_block *it = &world->block[c][b];
            for (int g = 0; g < world->graph->groups; g++) {
                int is_own = it->place == SIM_LIST && it->holder == g;
                int is_anyones = it->place == SIM_RING || it->place == SIM_CHAIN;
                if (world->side[g].is_there && (is_own || is_anyones) && could_begin(world, g, c, b)) {
                    return 1;
                }
            }
        }
    }
    return 0;
}
