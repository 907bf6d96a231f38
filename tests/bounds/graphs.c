#include "tests/bounds/graphs.h"

#include "test.h"
#include <string.h>

/* The blocks without which one item could never be admitted: the spares, and what it may emit. */
static int least_blocks(const struct sim_graph *graph, int channel)
{
    int most = 1;

    for (int from = 0; from < graph->channels; from++) {
        most = graph->most[from][channel] > most ? graph->most[from][channel] : most;
    }
    return (graph->channel[channel].keeps ? graph->groups : 0) +
           (most + graph->channel[channel].items - 1) / graph->channel[channel].items;
}

/* Blocks for the graph and for what is pushed. */
void sim_give_blocks(struct sim_graph *graph, uint64_t *random, enum sim_amount amount)
{
    for (int c = 0; c < graph->channels; c++) {
        struct sim_channel *channel = &graph->channel[c];
        int pushed = (channel->pushed + channel->items - 1) / channel->items;
        int rule = sim_rule(graph, c);
        int least = least_blocks(graph, c);
        if (amount == SIM_FEWER && rule > least) {
            rule = least + (int)test_random_below(random, (uint64_t)(rule - least) / 2 + 1);
        }
        rule = amount == SIM_LEAST ? least : rule;
        channel->blocks = rule + pushed;
    }
}

void sim_print_graph(const struct sim_graph *graph)
{
    for (int a = 0; a < graph->channels; a++) {
        const struct sim_channel *it = &graph->channel[a];
        TEST_NOTE("channel %d: items %d least %d blocks %d levels %d rank %d keeps %d batch %d pushed %d", a,
                  it->items, it->least, it->blocks, it->levels, it->rank, it->keeps, it->batch, it->pushed);
        for (int b = 0; b < graph->channels; b++) {
            if (graph->most[a][b] > 0) {
                TEST_NOTE("  to %d: at most %d", b, graph->most[a][b]);
            }
        }
    }
}

static int choice(uint64_t *random, int from, int to)
{
    return from + (int)test_random_below(random, (uint64_t)(to - from + 1));
}

static void choose_channel(struct sim_channel *channel, uint64_t *random, int pushed, int powers)
{
    static const int items[] = {1, 2, 2, 3, 4};

    channel->items = items[test_random_below(random, 5)];
    channel->items = powers && channel->items == 3 ? 8 : channel->items;
    channel->least = choice(random, 1, channel->items);
    channel->keeps = choice(random, 0, 2) == 0;
    channel->batch = choice(random, 0, 2) == 0 ? choice(random, 1, channel->items) : channel->items;
    channel->pushed = pushed;
}

/* Something is pushed into every channel without a feeder, and here and there. */
void sim_choose_channels(struct sim_graph *graph, uint64_t *random, int powers)
{
    graph->groups = choice(random, 1, SIM_GROUPS);
    graph->stock = choice(random, 0, 2) == 0 ? choice(random, 1, 3) : 0;
    for (int c = 0; c < graph->channels; c++) {
        int is_fed = 0;
        for (int from = 0; from < graph->channels; from++) {
            is_fed |= from != c && graph->most[from][c] > 0;
        }
        choose_channel(&graph->channel[c], random,
                       !is_fed || choice(random, 0, 3) == 0 ? choice(random, 1, 12) : 0, powers);
    }
}

void sim_random_edges(struct sim_graph *graph, uint64_t *random, int channels, int cycles)
{
    channels = choice(random, 1, channels);
    memset(graph, 0, sizeof *graph);
    graph->channels = channels;
    for (int a = 0; a < channels; a++) {
        for (int b = cycles ? 0 : a + 1; b < channels; b++) {
            int likely = b > a ? 3 : 5;
            if (b == a ? choice(random, 0, 1) : choice(random, 0, likely) == 0) {
                graph->most[a][b] = choice(random, 1, 3);
            }
        }
    }
}
