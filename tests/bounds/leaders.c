/* The device's own leader code under the adversary of adversary.h: work-groups step one at a time, in any
 * order, on graphs of every kind. With the blocks of the rule every graph ends (K8, K9); with fewer it ends,
 * or fails as full when really nothing can be admitted (K10). Each item is run once (K2), a batch is of one
 * channel and level (K11), all that may be emitted has a place (K4), and at the end every block is where it
 * began (K1, K7). seed=, graphs= repeat or size a run. */
#include <sched.h>
#define sched_yield() ((void)0) /* there is one thread */
#include "tests/flow/flow_words.h"

#include "test.h"
#include "tests/bounds/graphs.h"
#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 20000, STEPS_WITHOUT_BATCH = 40000 };

struct item {
    uint32_t id;
    uint32_t channel;
    uint32_t level;
};

struct table {
    const struct sim_graph *graph;
    struct coop_flow_plan plan;
    struct coop_flowgraph *memory;
    struct coop_flow side[SIM_GROUPS];
    int is_there[SIM_GROUPS];
    unsigned char runs[ITEMS_MAX];
    uint32_t ids;
    uint32_t budget;
    uint64_t random;
    uint64_t batches;
    enum coop_flow_policy policy;
    const char *wrong;
};

static struct table table;

static uint32_t below(uint32_t end)
{
    return (uint32_t)test_random_below(&table.random, end);
}

static void *at_offset(uint64_t at)
{
    return (unsigned char *)table.memory + at;
}

/* ---- a graph in memory ---- */

static void plan_graph(void)
{
    const struct sim_graph *graph = table.graph;
    struct coop_channel_options channels[SIM_CHANNELS];
    struct coop_edge edges[SIM_CHANNELS * SIM_CHANNELS];
    struct coop_flow_options options = {.groups = (uint32_t)graph->groups,
                                        .policy = table.policy,
                                        .channels = channels,
                                        .channel_count = (uint32_t)graph->channels,
                                        .edges = edges};

    memset(channels, 0, sizeof channels);
    for (int a = 0; a < graph->channels; a++) {
        const struct sim_channel *it = &graph->channel[a];
        channels[a].item_bytes = sizeof(struct item);
        channels[a].block_items = (uint32_t)it->items;
        channels[a].blocks = (uint32_t)it->blocks + 1; /* the plan asks for one more than sim_give_blocks */
        channels[a].least_items = (uint32_t)it->least;
        channels[a].batch_items = (uint32_t)it->batch;
        channels[a].levels = (uint32_t)it->levels;
        channels[a].keeps = it->keeps;
        channels[a].by_group = a % 2; /* before its batches blocks are shared */
        for (int b = 0; b < graph->channels; b++) {
            if (graph->most[a][b] > 0) {
                edges[options.edge_count++] =
                    (struct coop_edge){(uint32_t)a + 1, (uint32_t)b + 1, (uint32_t)graph->most[a][b]};
            }
        }
    }
    if (!coop_flow_plan(&options, &table.plan)) {
        table.wrong = table.plan.wrong;
    }
}

static void write_graph(void)
{
    const struct coop_flow_plan *plan = &table.plan;
    unsigned char *memory = aligned_alloc(128, (plan->head.bytes + 127) / 128 * 128);

    memset(memory, 0, plan->head.bytes);
    table.memory = (struct coop_flowgraph *)(void *)memory;
    memcpy(memory, &plan->head, sizeof plan->head);
    memcpy(memory + plan->head.channels_at, plan->channels,
           plan->head.channel_count * sizeof plan->channels[0]);
    memcpy(memory + plan->head.edges_at, plan->edges, plan->head.edge_count * sizeof plan->edges[0]);
    for (uint32_t i = 0; i < plan->head.channel_count; i++) {
        const struct coop_channel *channel = &plan->channels[i];
        for (uint32_t word = 0; word < (channel->block_count + 63) / 64; word++) {
            uint64_t bits = coop_flow_free_word(plan, i, word);
            memcpy(memory + channel->free_at + word * 8, &bits, 8);
        }
        for (uint32_t group = 0; group < plan->head.groups && coop_flow_spares(plan, i) > 0; group++) {
            uint32_t block = channel->first_block + group;
            memcpy(memory + plan->head.spares_at + (group * plan->head.channel_count + i) * 4, &block, 4);
        }
    }
}

static struct item new_item(uint32_t channel, uint32_t level)
{
    return (struct item){table.ids++, channel, level};
}

/* What the host pushes, into the rings. */
static void push_all(void)
{
    struct coop_flow *flow = &table.side[0];

    coop_flow_open_by_leader(flow, table.memory, 0, 1);
    for (int c = 0; c < table.graph->channels; c++) {
        const struct sim_channel *it = &table.graph->channel[c];
        coop_add64_relaxed(&table.memory->outstanding, (uint64_t)it->pushed);
        for (int done = 0; done < it->pushed;) {
            int count = it->pushed - done < it->items ? it->pushed - done : it->items;
            if (!coop_flow_lease(flow, (uint32_t)c, 1, 0)) {
                table.wrong = "there are fewer blocks than for the pushed items";
                return;
            }
            for (int i = 0; i < count; i++) {
                struct item item = new_item((uint32_t)c, 0);
                memcpy(coop_flow_at(&flow->channels[c], flow->leases[0], (uint32_t)i, sizeof item), &item,
                       sizeof item);
            }
            coop_ring_put(coop_flow_ring(flow, (uint32_t)c), flow->leases[0], (uint32_t)count, 0);
            done += count;
        }
    }
    coop_flow_flush_by_leader(flow);
}

/* ---- what items do ---- */

static void emit(struct coop_flow *flow, const struct coop_flow_edge *edge, uint32_t level)
{
    uint32_t levels = flow->channels[edge->to].levels;
    uint32_t place = coop_flow_reserve(flow, edge->to + 1, 1);
    struct item item = new_item(edge->to, coop_flow_level(level, edge->direction, levels));
    unsigned char *into = coop_flow_place(flow, edge->to + 1, place, sizeof item);

    if (into == NULL) {
        table.wrong = "no place for an item (K4)";
        return;
    }
    memcpy(into, &item, sizeof item);
    table.budget--;
}

static void run_item(struct coop_flow *flow, struct item item, int emits_all)
{
    uint32_t channel = coop_flow_channel(flow) - 1;
    const struct coop_channel *record = &table.plan.channels[channel];

    if (item.channel != channel || (record->levels > 0 && item.level != flow->level)) {
        table.wrong = "a batch is of two channels or levels (K11)";
    }
    if (item.id >= table.ids || table.runs[item.id]++ != 0) {
        table.wrong = "an item is run twice, or is none (K2)";
    }
    for (uint32_t i = 0; i < record->edge_count; i++) {
        const struct coop_flow_edge *edge = &table.plan.edges[record->first_edge + i];
        uint32_t count = emits_all ? edge->most : below(edge->most + 1);
        if (edge->direction == COOP_FLOW_TO_DEEPER &&
            flow->level + 1 >= table.plan.channels[edge->to].levels) {
            continue; /* no deeper than declared */
        }
        for (; count > 0 && table.budget > 0; count--) {
            emit(flow, edge, flow->level);
        }
    }
    if ((record->flags & COOP_CHANNEL_KEEPS) && table.budget > 0 && below(3) != 0) {
        struct item kept = new_item(channel, item.level);
        unsigned char *into = coop_flow_keep(flow, channel + 1, sizeof kept);
        if (into == NULL) {
            table.wrong = "no place for a kept item (K4)";
            return;
        }
        memcpy(into, &kept, sizeof kept);
        table.budget--;
    }
}

static void run_batch(struct coop_flow *flow)
{
    uint32_t count = coop_flow_count(flow);
    int emits_all = below(3) != 0;

    table.batches += count > 0;
    for (uint32_t i = 0; i < count; i++) {
        struct item item;
        memcpy(&item, flow->items + i * sizeof item, sizeof item);
        run_item(flow, item, emits_all);
    }
}

/* ---- a game ---- */

static int count_there(void)
{
    int count = 0;

    for (int g = 0; g < table.graph->groups; g++) {
        count += table.is_there[g];
    }
    return count;
}

/* 1: the work-group has begun or ended. */
static int end_or_begin(uint32_t group)
{
    if (!table.is_there[group]) {
        coop_flow_open_by_leader(&table.side[group], table.memory, group, 1);
        table.is_there[group] = 1;
        return 1;
    }
    if (count_there() > 1) {
        coop_flow_flush_by_leader(&table.side[group]);
        table.is_there[group] = 0;
        return 1;
    }
    return 0;
}

/* Could one item of the list be admitted? */
static int could_begin(struct coop_flow *flow, uint32_t channel, uint32_t level, uint32_t own)
{
    return coop_flow_look(flow, channel, level, own, 1) > 0;
}

static int ring_has_level(uint32_t channel, uint32_t level)
{
    const struct coop_channel *record =
        (const struct coop_channel *)at_offset(table.memory->channels_at) + channel;
    const uint64_t *entries = at_offset(record->ring_at);

    for (uint64_t t = record->taken.only_through_accessors; t < record->tickets.only_through_accessors; t++) {
        if (coop_ring_level(entries[t % record->ring_places]) == level) {
            return 1;
        }
    }
    return 0;
}

/* Nothing runs. Can any work-group begin a batch of what it holds, or of what is in a ring (K10)? */
static int can_go_on(void)
{
    for (uint32_t g = 0; g < (uint32_t)table.graph->groups; g++) {
        struct coop_flow *flow = &table.side[g];
        for (uint32_t c = 0; table.is_there[g] && c < flow->order.channel_count; c++) {
            for (uint32_t level = 0; level < flow->order.lists[c]; level++) {
                uint32_t at = flow->order.first_list[c] + level;
                const struct coop_flow_list *list = &flow->lists[at];
                if (((list->whole > 0 || ring_has_level(c, level)) &&
                     could_begin(flow, c, level, COOP_FLOW_NONE)) ||
                    (list->fill > 0 && could_begin(flow, c, level, at))) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

static void check_end(void)
{
    const uint32_t *spares = at_offset(table.memory->spares_at);

    for (uint32_t id = 0; id < table.ids; id++) {
        if (table.runs[id] != 1) {
            table.wrong = "an item is lost (K2)";
        }
    }
    for (uint32_t c = 0; c < table.memory->channel_count; c++) {
        const struct coop_channel *record =
            (const struct coop_channel *)at_offset(table.memory->channels_at) + c;
        const uint64_t *words = at_offset(record->free_at);
        for (uint32_t i = 0; i < record->block_count; i++) {
            uint32_t times = (uint32_t)(words[i / 64] >> i % 64 & 1);
            for (uint32_t g = 0; g < table.memory->groups && (record->flags & COOP_CHANNEL_KEEPS); g++) {
                times += spares[g * table.memory->channel_count + c] == record->first_block + i;
            }
            if (times != 1) {
                table.wrong = "a block is in two places at the end, or in none (K1, K7)";
            }
        }
    }
}

static enum sim_end after_all(int is_done)
{
    for (uint32_t g = 0; is_done && g < (uint32_t)table.graph->groups; g++) {
        if (table.is_there[g]) {
            coop_flow_flush_by_leader(&table.side[g]);
        }
    }
    if (is_done) {
        check_end();
    }
    return table.wrong != NULL ? SIM_BROKEN : is_done ? SIM_DONE : SIM_FULL;
}

static enum sim_end step_until_end(int ends)
{
    uint32_t steps = 0;
    uint32_t sleeper = below((uint32_t)table.graph->groups + 1);

    for (;;) {
        uint32_t group = below((uint32_t)table.graph->groups);
        struct coop_flow *flow = &table.side[group];
        uint64_t before = table.batches;
        if (table.wrong != NULL) {
            return SIM_BROKEN;
        }
        if (!table.is_there[group] || (group == sleeper && below(16) != 0)) {
            if (!ends || below(4) != 0) {
                continue;
            }
        }
        if (table.is_there[group]) {
            run_batch(flow);
        }
        if (ends && steps < 200 && below(8) == 0 && end_or_begin(group)) {
            continue;
        }
        if (!table.is_there[group]) {
            continue;
        }
        coop_flow_next_by_leader(flow, (uint32_t)count_there());
        if (table.memory->fault.only_through_accessors == COOP_FAILURE_FLOW_FULL) {
            return can_go_on() ? SIM_STUCK : after_all(0);
        }
        if (table.memory->fault.only_through_accessors != COOP_FAILURE_NONE) {
            table.wrong = "a fault";
        } else if (coop_flow_is_done(flow)) {
            return after_all(1);
        }
        steps = table.batches != before ? 0 : steps + 1;
        if (steps > STEPS_WITHOUT_BATCH * (uint32_t)table.graph->groups) {
            table.wrong = "nothing goes on, and nobody says so (K10)";
        }
    }
}

static enum sim_end play_device(const struct sim_graph *graph, enum coop_flow_policy policy, uint64_t seed)
{
    enum sim_end end = SIM_BROKEN;

    memset(&table, 0, sizeof table);
    table.graph = graph;
    table.policy = policy;
    table.random = seed * 2 + 1;
    table.budget = 1500;
    plan_graph();
    if (table.wrong == NULL) {
        write_graph();
        push_all();
        for (uint32_t g = 0; g < (uint32_t)graph->groups && table.wrong == NULL; g++) {
            end_or_begin(g);
        }
        end = table.wrong == NULL ? step_until_end(seed % 3 == 0) : SIM_BROKEN;
        free(table.memory);
    }
    return end;
}

static void play_graphs(uint64_t graphs, enum sim_amount amount, int channels, int cycles,
                        enum coop_flow_policy policy)
{
    uint64_t seed = test_seed(), batches = 0, full = 0;
    struct sim_graph graph;

    graphs = test_option("graphs", graphs);
    for (uint64_t i = 0; i < graphs; i++) {
        uint64_t random = seed + i;
        sim_random_edges(&graph, &random, channels, cycles);
        sim_rank(&graph, 1 + (int)test_random_below(&random, SIM_LEVELS), 0);
        sim_choose_channels(&graph, &random, 1);
        sim_give_blocks(&graph, &random, amount);
        enum sim_end end = play_device(&graph, policy, seed + i);
        batches += table.batches;
        full += end == SIM_FULL;
        if (end == SIM_BROKEN || end == SIM_STUCK || (end == SIM_FULL && amount != SIM_FEWER)) {
            TEST_FAIL("seed=%llu graphs=1, %d work-groups: %s", (unsigned long long)(seed + i), graph.groups,
                      table.wrong != NULL ? table.wrong
                      : end == SIM_FULL   ? "full"
                                          : "full, and a batch could begin");
            sim_print_graph(&graph);
            return;
        }
    }
    TEST_NOTE("%llu graphs, %llu batches, %llu full", (unsigned long long)graphs, (unsigned long long)batches,
              (unsigned long long)full);
    TEST_TRUE(amount != SIM_FEWER || full > 0);
}

TEST(k8_graphs_of_up_to_sixteen_channels_end)
{
    play_graphs(1500, SIM_LEAST, SIM_CHANNELS, 0, COOP_FLOW_SINKS_FIRST);
}

TEST(k9_graphs_with_cycles_end)
{
    play_graphs(1500, SIM_BY_THE_RULE, 5, 1, COOP_FLOW_SINKS_FIRST);
}

TEST(k10_with_fewer_blocks_they_end_done_or_full)
{
    play_graphs(1500, SIM_FEWER, 6, 1, COOP_FLOW_SINKS_FIRST);
}

TEST(k8_acyclic_graphs_end_oldest_first)
{
    play_graphs(500, SIM_LEAST, SIM_CHANNELS, 0, COOP_FLOW_OLDEST_FIRST);
}

TEST(k10_with_fewer_blocks_oldest_first_ends_done_or_full)
{
    play_graphs(500, SIM_FEWER, 6, 1, COOP_FLOW_OLDEST_FIRST);
}

TEST(k10_with_fewer_blocks_fullest_first_ends_done_or_full)
{
    play_graphs(500, SIM_FEWER, 6, 1, COOP_FLOW_FULLEST_FIRST);
}
