/* The two bounds of shared/channel.h (K8, K9), and that a launch ends as full only when nothing can go on
 * (K10), by brute force: graphs of every kind are played against an adversary that says who steps, what items
 * emit and keep, who ends and begins. seed=, graphs=, games= repeat or size a run. */
#include "tests/bounds/graphs.h"

#include "test.h"
#include <string.h>

struct sums {
    uint64_t games, batches, full;
    int percent_used; /* the most blocks that were in use at a time, of those that the rule gives */
    int own_refusals;
};

static struct sums sums;

/* One game. */
static struct sim_result play(const struct sim_graph *graph, uint64_t seed, unsigned flaws, int64_t budget)
{
    struct sim_game game = {.seed = seed, .flaws = flaws, .ends = seed % 3 == 0, .budget = budget};
    struct sim_result result = sim_play(graph, &game);

    sums.games++;
    sums.batches += (uint64_t)result.batches;
    sums.full += result.end == SIM_FULL;
    sums.own_refusals += result.own_refusals;
    for (int c = 0; c < graph->channels; c++) {
        int percent = 100 * result.most_used[c] / graph->channel[c].blocks;
        sums.percent_used =
            percent > sums.percent_used && graph->channel[c].levels > 0 ? percent : sums.percent_used;
    }
    return result;
}

/* 0 when the test has failed. */
static int must_be_done(const struct sim_graph *graph, uint64_t seed, int64_t budget)
{
    static const char *const names[] = {"done", "full", "stuck", "broken"};
    struct sim_result result = play(graph, seed, 0, budget);

    if (result.end == SIM_DONE && result.last_resorts == 0) {
        return 1;
    }
    TEST_FAIL("seed=%llu, %d work-groups: %s (%s)", (unsigned long long)seed, graph->groups,
              names[result.end], result.wrong != NULL ? result.wrong : "with the blocks of the rule");
    sim_print_graph(graph);
    return 0;
}

static void tell(void)
{
    TEST_NOTE("%llu games, %llu batches, %llu full, %d refusals of a channel's own, %d %% of the rule's "
              "blocks used",
              (unsigned long long)sums.games, (unsigned long long)sums.batches, (unsigned long long)sums.full,
              sums.own_refusals, sums.percent_used);
}

/* The next of all acyclic graphs whose edges are of at most 3: edges lead to later channels. */
static void edges_of(struct sim_graph *graph, int channels, unsigned number)
{
    memset(graph, 0, sizeof *graph);
    graph->channels = channels;
    for (int a = 0; a < channels; a++) {
        for (int b = a + 1; b < channels; b++) {
            graph->most[a][b] = (int)(number & 3u);
            number >>= 2;
        }
    }
}

static uint64_t games_of(uint64_t otherwise)
{
    return test_option("games", otherwise);
}

TEST(k8_every_acyclic_graph_of_up_to_four_channels_ends)
{
    uint64_t seed = test_seed(), random = seed;
    uint64_t games = games_of(12);
    struct sim_graph graph;

    memset(&sums, 0, sizeof sums);
    for (int channels = 1; channels <= 4; channels++) {
        for (unsigned number = 0; number < 1u << channels * (channels - 1); number++) {
            edges_of(&graph, channels, number);
            sim_rank(&graph, 0, 0);
            for (uint64_t i = 0; i < games; i++) {
                sim_choose_channels(&graph, &random, 0);
                sim_give_blocks(&graph, &random, i & 1 ? SIM_LEAST : SIM_BY_THE_RULE);
                if (!must_be_done(&graph, seed + i, 300)) {
                    return;
                }
            }
        }
    }
    tell();
}

static void play_random(uint64_t graphs, int channels, int cycles)
{
    uint64_t seed = test_seed();
    struct sim_graph graph;

    memset(&sums, 0, sizeof sums);
    for (uint64_t i = 0; i < graphs; i++) {
        uint64_t random = seed + i;
        sim_random_edges(&graph, &random, channels, cycles);
        sim_rank(&graph, 1 + (int)test_random_below(&random, SIM_LEVELS), 0);
        sim_choose_channels(&graph, &random, 0);
        sim_give_blocks(&graph, &random, cycles ? SIM_BY_THE_RULE : SIM_LEAST);
        if (!must_be_done(&graph, seed + i, 1500)) {
            return;
        }
    }
    tell();
}

TEST(k8_random_graphs_of_up_to_sixteen_channels_end)
{
    play_random(test_option("graphs", 4000), SIM_CHANNELS, 0);
}

TEST(k9_random_graphs_with_cycles_end)
{
    play_random(test_option("graphs", 6000), 5, 1);
}

/* A channel that feeds itself and nothing else: nothing is ever refused. */
TEST(k9_recursion_is_never_refused)
{
    uint64_t seed = test_seed(), random = seed;
    uint64_t games = games_of(400);
    struct sim_graph graph;

    memset(&sums, 0, sizeof sums);
    for (int most = 1; most <= 3; most++) {
        for (int levels = 1; levels <= SIM_LEVELS; levels++) {
            for (uint64_t i = 0; i < games; i++) {
                memset(&graph, 0, sizeof graph);
                graph.channels = 1;
                graph.most[0][0] = most;
                sim_rank(&graph, levels, 0);
                sim_choose_channels(&graph, &random, 0);
                graph.stock = 0;
                sim_give_blocks(&graph, &random, SIM_BY_THE_RULE);
                if (!must_be_done(&graph, seed + i, 3000)) {
                    return;
                }
            }
        }
    }
    tell();
    TEST_EQUAL(sums.own_refusals, 0);
}

/* With fewer blocks than the rule: done, or full when really nothing can go on. */
TEST(k10_with_fewer_blocks_it_ends_done_or_full)
{
    uint64_t seed = test_seed();
    uint64_t graphs = test_option("graphs", 10000);
    struct sim_graph graph;

    memset(&sums, 0, sizeof sums);
    for (uint64_t i = 0; i < graphs; i++) {
        uint64_t random = seed + i;
        sim_random_edges(&graph, &random, 6, (int)((seed + i) & 1));
        sim_rank(&graph, 1 + (int)test_random_below(&random, SIM_LEVELS), 0);
        sim_choose_channels(&graph, &random, 0);
        sim_give_blocks(&graph, &random, SIM_FEWER);
        struct sim_result result = play(&graph, seed + i, 0, 800);
        if (result.end != SIM_DONE && result.end != SIM_FULL) {
            TEST_FAIL("seed=%llu graphs=1: %s", (unsigned long long)(seed + i),
                      result.wrong != NULL ? result.wrong : "stuck, though a batch could begin");
            sim_print_graph(&graph);
            return;
        }
    }
    tell();
    TEST_AT_LEAST(sums.full, 1);
}

/* A rule that the bounds need is left out: some graph does not end, or ends as full. */
static void must_fail_without(unsigned flaw, int cycles, enum sim_amount amount)
{
    uint64_t seed = test_option("seed", 1);
    uint64_t graphs = test_option("graphs", 100000);
    struct sim_graph graph;

    memset(&sums, 0, sizeof sums);
    for (uint64_t i = 0; i < graphs; i++) {
        uint64_t random = seed + i;
        sim_random_edges(&graph, &random, 5, cycles);
        sim_rank(&graph, 1 + (int)test_random_below(&random, SIM_LEVELS), flaw);
        sim_choose_channels(&graph, &random, 0);
        sim_give_blocks(&graph, &random, amount);
        enum sim_end end = play(&graph, seed + i, flaw, 1500).end;
        if (end == SIM_STUCK || end == SIM_BROKEN || (end == SIM_FULL && amount != SIM_FEWER)) {
            TEST_NOTE("graph %llu does not end", (unsigned long long)i);
            return;
        }
    }
    TEST_FAIL("seed=%llu: all %llu graphs end without the rule", (unsigned long long)seed,
              (unsigned long long)graphs);
    tell();
}

TEST(k8_who_is_refused_must_look_elsewhere)
{
    must_fail_without(SIM_LOOKS_ONLY_WITHOUT_BLOCKS, 0, SIM_LEAST);
}

TEST(k8_who_is_refused_must_give_its_stock_back)
{
    must_fail_without(SIM_KEEPS_ITS_STOCK, 0, SIM_LEAST);
}

TEST(k8_a_batch_must_do_with_fewer_items)
{
    must_fail_without(SIM_ALL_OR_NOTHING, 0, SIM_LEAST);
}

TEST(k4_a_rest_must_leave_its_block_for_the_spare)
{
    must_fail_without(SIM_RESTS_STAY, 0, SIM_LEAST);
}

TEST(k9_a_component_must_have_one_order)
{
    must_fail_without(SIM_RANKS_APART, 1, SIM_BY_THE_RULE);
}

TEST(k9_a_refused_recursion_must_not_be_fed)
{
    must_fail_without(SIM_GOES_ON, 1, SIM_BY_THE_RULE);
}

TEST(k9_a_rest_must_count_as_a_whole_block)
{
    must_fail_without(SIM_RESTS_ARE_OPEN, 1, SIM_BY_THE_RULE);
}

TEST(k10_who_is_refused_must_not_share)
{
    must_fail_without(SIM_SHARES_WHEN_REFUSED, 1, SIM_FEWER);
}
