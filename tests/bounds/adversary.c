#include "tests/bounds/adversary.h"

#include "coop/shared/channel.h"
#include "test.h"
#include <string.h>

static int below(struct sim_world *world, int end)
{
    return (int)test_random_below(&world->random, (uint64_t)end);
}

/* The longest word of the adversary: all that may be, in most games; a random part in the others. */
static int emits(struct sim_world *world, int from, int to, int level, int most)
{
    const struct sim_graph *graph = world->graph;
    int is_back =
        graph->channel[from].component == graph->channel[to].component && graph->channel[to].levels > 0;
    int count = world->random % 3 != 0 ? most : below(world, most + 1);

    test_random(&world->random);
    if (is_back && level + 1 >= graph->channel[to].levels) {
        return 0;
    }
    count = count < world->budget ? count : (int)world->budget;
    world->budget -= count;
    return count;
}

static int keeps(struct sim_world *world, int channel, int most)
{
    int count = below(world, 3) != 0 ? most : below(world, most + 1);

    (void)channel;
    count = count < world->budget / 2 ? count : (int)(world->budget / 2);
    world->budget -= count;
    return count;
}

static int shares(struct sim_world *world, int channel)
{
    (void)channel;
    return below(world, 2);
}

/* All there, in turn, often enough for each block to have been tried by everybody. 1: a batch has begun. */
static int step_everybody(struct sim_world *world)
{
    int rounds = 4;

    for (int c = 0; c < world->graph->channels; c++) {
        rounds += world->ring[c].count;
    }
    for (int round = 0; round < rounds; round++) {
        for (int g = 0; g < world->graph->groups; g++) {
            if (world->side[g].is_there && sim_next(world, g)) {
                return 1;
            }
        }
    }
    return 0;
}

static int is_running(const struct sim_world *world)
{
    for (int g = 0; g < world->graph->groups; g++) {
        if (world->side[g].is_there && world->side[g].channel != SIM_NONE) {
            return 1;
        }
    }
    return 0;
}

/* Nobody has begun a batch for long. */
static enum sim_end go_on(struct sim_world *world, struct sim_result *result)
{
    int goes_on = step_everybody(world) || is_running(world) || world->outstanding == 0;

    if (!goes_on) {
        result->last_resorts++;
        world->is_last_resort = 1;
        goes_on = step_everybody(world);
        world->is_last_resort = 0;
    }
    if (!goes_on) {
        return sim_can_go_on(world) ? SIM_STUCK : SIM_FULL;
    }
    return SIM_DONE;
}

static void end_or_begin(struct sim_world *world)
{
    int group = below(world, world->graph->groups);
    int there = 0;

    for (int g = 0; g < world->graph->groups; g++) {
        there += world->side[g].is_there;
    }
    if (!world->side[group].is_there) {
        sim_fork(world, group);
    } else if (there > 1) {
        sim_end(world, group);
    }
}

static void copy_result(struct sim_result *result, const struct sim_world *world)
{
    result->own_refusals = world->own_refusals;
    result->batches = world->batches;
    memcpy(result->most_used, world->most_used, sizeof result->most_used);
}

static struct sim_world world;

struct sim_result sim_play(const struct sim_graph *graph, const struct sim_game *game)
{
    struct sim_result result = {.end = SIM_DONE};
    uint64_t seed = game->seed;
    int sleeper, patience = 0;

    sim_begin(&world, graph, game->flaws);
    world.random = test_random(&seed);
    world.budget = game->budget;
    world.emits = emits;
    world.keeps = keeps;
    world.shares = shares;
    sleeper = below(&world, graph->groups + 1); /* seldom steps, whatever it holds */
    while (world.outstanding > 0 && result.end == SIM_DONE) {
        int group = below(&world, graph->groups);
        if (game->ends && below(&world, 8) == 0) {
            end_or_begin(&world);
        }
        if (!world.side[group].is_there || (group == sleeper && below(&world, 16) != 0)) {
            continue;
        }
        patience = sim_next(&world, group) ? 0 : patience + 1;
        result.wrong = world.batches % 4 == 0 || world.wrong != NULL ? sim_check(&world) : NULL;
        if (result.wrong != NULL) {
            result.end = SIM_BROKEN;
        } else if (patience > 8 * graph->groups) {
            patience = 0;
            result.end = go_on(&world, &result);
        }
    }
    copy_result(&result, &world);
    if (result.end == SIM_DONE) {
        result.wrong = sim_check(&world);
        if (result.wrong == NULL && world.came != world.ran) {
            result.wrong = "an item was not run, or twice (K2)";
        }
        result.end = result.wrong != NULL ? SIM_BROKEN : SIM_DONE;
    }
    return result;
}

/* reach[a][b]: is b behind a? */
static void close_reach(const struct sim_graph *graph, unsigned char reach[SIM_CHANNELS][SIM_CHANNELS])
{
    int count = graph->channels;

    for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
            reach[a][b] = graph->most[a][b] > 0;
        }
    }
    for (int k = 0; k < count; k++) {
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                reach[a][b] |= reach[a][k] && reach[k][b];
            }
        }
    }
}

void sim_rank(struct sim_graph *graph, int levels, unsigned flaws)
{
    unsigned char reach[SIM_CHANNELS][SIM_CHANNELS];

    close_reach(graph, reach);
    for (int a = 0; a < graph->channels; a++) {
        struct sim_channel *channel = &graph->channel[a];
        channel->component = a;
        for (int b = 0; b < a; b++) {
            if (reach[a][b] && reach[b][a]) {
                channel->component = graph->channel[b].component;
                break;
            }
        }
        channel->levels = reach[a][a] ? levels : 0;
        channel->rank = 0;
    }
    for (int round = 0; round < graph->channels; round++) {
        for (int a = 0; a < graph->channels; a++) {
            for (int b = 0; b < graph->channels; b++) {
                int is_inside = reach[b][a] || a == b;
                if (reach[a][b] && !is_inside && graph->channel[a].rank <= graph->channel[b].rank) {
                    graph->channel[a].rank = graph->channel[b].rank + 1;
                }
                if (reach[a][b] && is_inside && graph->channel[a].rank < graph->channel[b].rank) {
                    graph->channel[a].rank = graph->channel[b].rank;
                }
            }
        }
    }
    if (flaws & SIM_RANKS_APART) {
        for (int a = 0; a < graph->channels; a++) {
            graph->channel[a].rank = graph->channel[a].rank * SIM_CHANNELS + a;
        }
    }
}

int sim_rule(const struct sim_graph *graph, int channel)
{
    int most = 0, levels = graph->channel[channel].levels;

    for (int from = 0; from < graph->channels; from++) {
        int items = graph->channel[channel].items;
        int blocks = (graph->most[from][channel] * graph->channel[from].batch + items - 1) / items;
        most = blocks > most ? blocks : most;
    }
    if (levels == 0) {
        return (int)coop_flow_bound((coop_u32)graph->groups, (coop_u32)most);
    }
    return (int)coop_flow_bound_of_levels((coop_u32)graph->groups, (coop_u32)levels, (coop_u32)most);
}
