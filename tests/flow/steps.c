/* The pure steps of shared/channel.h and shared/closure.h, and the plan of a graph: K4, K5, K8, K9, K11 of
 * shared/channel.h, J1 and J6 of shared/closure.h. */
#include "test.h"

#include "coop/shared/channel.h"
#include "host/channel/channel_layout.h"
#include "host/channel/closure_layout.h"
#include <string.h>

TEST(a_claim_leaves_what_is_there_or_fails)
{
    TEST_EQUAL_U64(coop_set_count_of(5), 5);
    TEST_EQUAL_U64(coop_set_count_of(0), 0);
    TEST_EQUAL_U64(coop_set_count_of(UINT64_C(0) - 2), 0);
}

TEST(lowest_bits_are_as_many_as_wanted)
{
    TEST_EQUAL_U64(coop_set_lowest(0xb4, 0), 0);
    TEST_EQUAL_U64(coop_set_lowest(0xb4, 2), 0x14);
    TEST_EQUAL_U64(coop_set_lowest(0xb4, 9), 0xb4);
    TEST_EQUAL_U64(coop_set_lowest(~UINT64_C(0), 64), ~UINT64_C(0));
}

/* K5: the place of a ticket is told from those of other laps, and carries what was put. */
TEST(an_entry_is_there_for_its_ticket_alone)
{
    for (uint32_t places = 1; places <= 4; places *= 2) {
        for (uint64_t ticket = 0; ticket < 20; ticket++) {
            uint64_t entry = coop_ring_entry(ticket, places, COOP_FLOW_BLOCKS_MAX - 1, 4096, 255);
            TEST_TRUE(coop_ring_is_there(entry, ticket, places));
            TEST_TRUE(!coop_ring_is_there(entry, ticket + places, places));
            TEST_TRUE(!coop_ring_is_there(0, ticket, places));
            TEST_EQUAL(coop_ring_block(entry), COOP_FLOW_BLOCKS_MAX - 1);
            TEST_EQUAL(coop_ring_count(entry), 4096);
            TEST_EQUAL(coop_ring_level(entry), 255);
        }
    }
}

TEST(a_lap_that_wraps_differs_from_the_one_before)
{
    uint64_t laps = UINT64_C(1) << COOP_RING_LAP_BITS;

    for (uint64_t ticket = (laps - 3) * 8; ticket < (laps + 3) * 8; ticket++) {
        TEST_TRUE(!coop_ring_is_there(coop_ring_entry(ticket, 8, 1, 1, 1), ticket + 8, 8));
    }
}

TEST(levels_count_along_cycles_and_stop_at_the_last)
{
    TEST_EQUAL(coop_flow_level(3, 1, 0), 0);
    TEST_EQUAL(coop_flow_level(3, 0, 8), 0);
    TEST_EQUAL(coop_flow_level(3, 1, 8), 4);
    TEST_EQUAL(coop_flow_level(7, 1, 8), 7);
    TEST_EQUAL(coop_flow_level(0, 1, 1), 0);
}

/* K4: the leases hold what is admitted, and one item more would not fit. */
TEST(what_is_admitted_fits_and_no_more)
{
    for (uint32_t block_items = 1; block_items <= 8; block_items *= 2) {
        for (uint32_t fill = 0; fill < block_items; fill++) {
            for (uint32_t most = 1; most <= 9; most++) {
                for (uint32_t blocks = 0; blocks < 6; blocks++) {
                    uint32_t places = (blocks + (fill > 0)) * block_items - fill;
                    uint32_t items = coop_flow_admitted(fill, most, blocks, 100, block_items);
                    TEST_AT_MOST(items * most, places);
                    TEST_AT_LEAST((items + 1) * most, places + 1);
                    TEST_AT_MOST(coop_flow_need(fill, most, items, block_items), blocks);
                    TEST_AT_LEAST(coop_flow_need(fill, most, items + 1, block_items), blocks + 1);
                }
            }
        }
    }
    TEST_EQUAL(coop_flow_admitted(0, 2, 9, 5, 256), 5);
}

TEST(blocks_for_items_are_rounded_up_and_never_wrap)
{
    TEST_EQUAL_U64(coop_flow_blocks_for(0, 4), 0);
    TEST_EQUAL_U64(coop_flow_blocks_for(1, 4), 1);
    TEST_EQUAL_U64(coop_flow_blocks_for(4, 4), 1);
    TEST_EQUAL_U64(coop_flow_blocks_for(5, 4), 2);
    TEST_EQUAL_U64(coop_flow_blocks_for(UINT64_MAX, 1), UINT64_MAX);
    TEST_EQUAL_U64(coop_flow_blocks_for(UINT64_MAX, 4096), UINT64_C(1) << 52);
}

TEST(settled_blocks_hold_what_was_emitted)
{
    for (uint32_t end = 0; end < 40; end++) {
        struct coop_flow_settled settled = coop_flow_settled(end, 8);
        TEST_EQUAL(settled.whole * 8 + settled.rest, end);
        TEST_AT_MOST(settled.rest, 7);
    }
}

/* ---- the choice ---- */

enum { NEAR_SINK, LOOP_A, LOOP_B, SOURCE, CHANNELS };

/* Channel 0 with one list; 1 and 2 on a cycle, with 40 and 3 lists; 3 with one. */
static struct coop_flow_order order_of_four(void)
{
    struct coop_flow_order order = {.first_list = {0, 1, 41, 44},
                                    .lists = {1, 40, 3, 1},
                                    .by_rank = {0, 1, 2, 3},
                                    .component = {0, 1, 1, 2},
                                    .channel_count = CHANNELS};

    return order;
}

static struct coop_flow_choice chosen(const struct coop_flow_marks *marks, uint32_t want, int from_sinks)
{
    struct coop_flow_order order = order_of_four();

    return coop_flow_choose(marks, &order, want, from_sinks);
}

TEST(nearest_the_sinks_goes_first_then_deepest)
{
    struct coop_flow_marks marks = {{0}, {0}, {0}, {0}};

    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_READY, 1).channel, COOP_FLOW_NONE);
    coop_flow_mark(marks.whole, 44, 1);
    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_READY, 1).channel, SOURCE);
    coop_flow_mark(marks.whole, 3, 1);
    coop_flow_mark(marks.whole, 35, 1);
    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_READY, 1).list, 35);
    coop_flow_mark(marks.ready, 0, 1);
    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_READY, 1).channel, NEAR_SINK);
    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_WHOLE, 1).list, 35);
}

/* K9: across the channels of a cycle the deepest level goes first, whatever their order. */
TEST(of_a_cycle_the_deepest_level_goes_first)
{
    struct coop_flow_marks marks = {{0}, {0}, {0}, {0}};

    coop_flow_mark(marks.whole, 1 + 1, 1);
    coop_flow_mark(marks.whole, 41 + 2, 1);
    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_READY, 1).channel, LOOP_B);
    coop_flow_mark(marks.whole, 1 + 2, 1);
    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_READY, 1).channel, LOOP_A);
    coop_flow_mark(marks.refused, 1 + 2, 1);
    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_READY, 1).channel, LOOP_B);
}

TEST(small_open_blocks_go_from_the_sources_end)
{
    struct coop_flow_marks marks = {{0}, {0}, {0}, {0}};

    coop_flow_mark(marks.open, 0, 1);
    coop_flow_mark(marks.open, 44, 1);
    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_OPEN, 0).channel, SOURCE);
    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_OPEN, 1).channel, NEAR_SINK);
    TEST_EQUAL(chosen(&marks, COOP_FLOW_WANT_READY, 1).channel, COOP_FLOW_NONE);
}

TEST(the_farthest_and_shallowest_is_shared)
{
    struct coop_flow_order order = order_of_four();
    struct coop_flow_marks marks = {{0}, {0}, {0}, {0}};

    coop_flow_mark(marks.whole, 0, 1);
    coop_flow_mark(marks.whole, 5, 1);
    coop_flow_mark(marks.whole, 38, 1);
    TEST_EQUAL(coop_flow_farthest(&marks, &order, COOP_FLOW_WANT_WHOLE).list, 5);
    coop_flow_mark(marks.whole, 44, 1);
    TEST_EQUAL(coop_flow_farthest(&marks, &order, COOP_FLOW_WANT_WHOLE).channel, SOURCE);
}

TEST(nothing_beyond_a_limit_is_tried)
{
    struct coop_flow_order order = order_of_four();
    struct coop_flow_limit none = {COOP_FLOW_NONE, 0};
    struct coop_flow_limit limit = {1, 2};
    struct coop_flow_choice source = {SOURCE, 44};
    struct coop_flow_choice shallow = {LOOP_A, 1 + 1};
    struct coop_flow_choice deep = {LOOP_B, 41 + 2};
    struct coop_flow_choice sink = {NEAR_SINK, 0};

    TEST_TRUE(coop_flow_may_try(&order, source, none));
    TEST_TRUE(!coop_flow_may_try(&order, source, limit));
    TEST_TRUE(!coop_flow_may_try(&order, shallow, limit));
    TEST_TRUE(coop_flow_may_try(&order, deep, limit));
    TEST_TRUE(coop_flow_may_try(&order, sink, limit));
}

TEST(behind_a_limit_only_rings_nearer_the_sinks_are_taken_from)
{
    struct coop_flow_order order = order_of_four();
    struct coop_flow_limit none = {COOP_FLOW_NONE, 0};
    struct coop_flow_limit limit = {1, 2};

    TEST_TRUE(coop_flow_may_take(&order, SOURCE, none));
    TEST_TRUE(coop_flow_may_take(&order, NEAR_SINK, limit));
    TEST_TRUE(!coop_flow_may_take(&order, LOOP_A, limit));
    TEST_TRUE(!coop_flow_may_take(&order, SOURCE, limit));
}

TEST(a_block_is_shared_only_when_another_is_left_and_others_have_few)
{
    TEST_TRUE(coop_flow_shares(2, 0, 0, 2));
    TEST_TRUE(coop_flow_shares(1, 1, 1, 2));
    TEST_TRUE(!coop_flow_shares(1, 0, 0, 2));
    TEST_TRUE(!coop_flow_shares(0, 2, 0, 2));
    TEST_TRUE(!coop_flow_shares(2, 0, 2, 2));
    TEST_TRUE(!coop_flow_shares(9, 9, 0, 0));
    TEST_TRUE(coop_flow_shares_open(0, 2, 0, 1));
    TEST_TRUE(!coop_flow_shares_open(0, 1, 0, 1));
    TEST_TRUE(!coop_flow_shares_open(0, 2, 0, 0));
    TEST_TRUE(!coop_flow_shares_open(0, 2, 1, 1));
}

/* K8, K9. */
TEST(bounds_are_those_of_the_protocol)
{
    TEST_EQUAL_U64(coop_flow_bound(4, 2), 20);
    TEST_EQUAL_U64(coop_flow_bound_of_levels(131, 40, 2), 131 * (40 * 3 + 7));
    TEST_EQUAL_U64(coop_flow_default_of_levels(131, 40, 2), 131 * 47);
}

TEST(an_inquiry_is_odd_while_it_is_desperate)
{
    uint64_t inquiry = 0;

    for (int i = 0; i < 6; i++) {
        uint64_t next = coop_flow_inquiry(inquiry, i % 3 == 1);
        TEST_AT_LEAST(next, inquiry + 1);
        TEST_EQUAL(next & 1, i % 3 == 1);
        inquiry = next;
    }
}

/* ---- the plan ---- */

static struct coop_flow_plan plan;

static int plans(const struct coop_channel_options *channels, uint32_t channel_count,
                 const struct coop_edge *edges, uint32_t edge_count)
{
    struct coop_flow_options options = {.groups = 3,
                                        .channels = channels,
                                        .channel_count = channel_count,
                                        .edges = edges,
                                        .edge_count = edge_count};

    return coop_flow_plan(&options, &plan);
}

TEST(channels_are_ranked_by_their_distance_to_the_sinks)
{
    static const struct coop_channel_options channels[] = {
        {.item_bytes = 8}, {.item_bytes = 8, .levels = 2}, {.item_bytes = 8, .levels = 2}, {.item_bytes = 8}};
    static const struct coop_edge edges[] = {{1, 2, 1}, {2, 3, 1}, {3, 2, 1}, {3, 4, 1}, {1, 4, 1}};

    TEST_TRUE(plans(channels, 4, edges, 5));
    TEST_EQUAL(plan.channels[3].rank, 0);
    TEST_EQUAL(plan.channels[1].rank, 1);
    TEST_EQUAL(plan.channels[2].rank, 2);
    TEST_EQUAL(plan.channels[0].rank, 3);
    TEST_EQUAL(plan.channels[1].component, plan.channels[2].component);
    TEST_EQUAL(plan.edges[plan.channels[0].first_edge].direction, 0);
    TEST_EQUAL(plan.edges[plan.channels[1].first_edge].direction, 1);
}

TEST(a_plan_follows_the_rules_of_blocks)
{
    static const struct coop_channel_options channels[] = {
        {.item_bytes = 8, .block_items = 4, .first_items = 9, .keeps = 1},
        {.item_bytes = 8, .block_items = 8},
        {.item_bytes = 8, .block_items = 8, .levels = 5}};
    static const struct coop_edge edges[] = {{1, 2, 5}, {2, 3, 1}, {3, 3, 2}};

    TEST_TRUE(plans(channels, 3, edges, 3));
    TEST_EQUAL(plan.channels[0].block_count, coop_flow_bound(3, 0) + 3);
    TEST_EQUAL(plan.channels[1].block_count, coop_flow_bound(3, 3)); /* 4 * 5 items are 3 blocks of 8 */
    TEST_EQUAL(plan.channels[2].block_count, coop_flow_default_of_levels(3, 5, 2));
    TEST_EQUAL(plan.channels[2].bound, coop_flow_bound_of_levels(3, 5, 2));
    TEST_EQUAL(plan.head.list_count, 7);
    TEST_EQUAL(plan.head.lease_count, 2);
    TEST_EQUAL_U64(coop_flow_free_word(&plan, 0, 0),
                   ((UINT64_C(1) << plan.channels[0].block_count) - 1) & ~UINT64_C(7));
    TEST_TRUE(coop_flow_head_is_whole(&plan.head));
    TEST_TRUE(coop_flow_channel_is_whole(&plan.head, &plan.channels[2]));
    plan.channels[2].items_at = plan.head.bytes;
    TEST_TRUE(!coop_flow_channel_is_whole(&plan.head, &plan.channels[2]));
}

TEST(a_cycle_without_levels_is_spelt_out)
{
    static const struct coop_channel_options channels[] = {
        {.item_bytes = 8, .name = "document"}, {.item_bytes = 8, .name = "token"}, {.item_bytes = 8}};
    static const struct coop_edge edges[] = {{1, 2, 1}, {2, 3, 1}, {2, 1, 1}};

    TEST_TRUE(!plans(channels, 3, edges, 3));
    TEST_CONTAINS(plan.wrong, "document -> token -> document is a cycle; give its channels levels");
}

static void refused(struct coop_channel_options channel, struct coop_edge edge, const char *words)
{
    TEST_TRUE(!plans(&channel, 1, &edge, edge.from == 0 ? 0 : 1));
    TEST_CONTAINS(plan.wrong, words);
}

TEST(options_that_make_no_sense_are_refused)
{
    static const struct coop_edge none;
    struct coop_channel_options twice = {.item_bytes = 8, .levels = 1};
    static const struct coop_edge same[] = {{1, 1, 1}, {1, 1, 2}};
    struct coop_flow_options options = {.channels = &twice, .channel_count = 1};

    refused((struct coop_channel_options){.item_bytes = 0}, none, "multiple of 4 from 4 to 256");
    refused((struct coop_channel_options){.item_bytes = 6}, none, "multiple of 4");
    refused((struct coop_channel_options){.item_bytes = 260}, none, "4 to 256");
    refused((struct coop_channel_options){.item_bytes = 8, .block_items = 48}, none, "power of two");
    refused((struct coop_channel_options){.item_bytes = 8, .block_items = 8192}, none, "1 to 4096");
    refused((struct coop_channel_options){.item_bytes = 8, .least_items = 300}, none, "least_items");
    refused((struct coop_channel_options){.item_bytes = 8, .levels = 257}, none, "levels");
    refused((struct coop_channel_options){.item_bytes = 8, .blocks = 3, .keeps = 1, .name = "token"}, none,
            "channel token: 3 blocks; it takes at least 4");
    refused((struct coop_channel_options){.item_bytes = 8}, (struct coop_edge){1, 2, 1},
            "channels are 1 to 1");
    refused((struct coop_channel_options){.item_bytes = 8}, (struct coop_edge){1, 1, 0}, "most");
    for (uint32_t block_items = 1; block_items <= 256; block_items *= 16) {
        for (uint64_t less = 0; less < 3; less++) { /* neither the sum nor the product wraps to a small one */
            refused((struct coop_channel_options){.item_bytes = 8,
                                                  .block_items = block_items,
                                                  .first_items = UINT64_MAX - less},
                    none, "blocks; it takes at least");
        }
    }
    TEST_TRUE(!plans(&twice, 1, same, 2));
    TEST_CONTAINS(plan.wrong, "edges 0 and 1 are the same");
    TEST_TRUE(!coop_flow_plan(&options, &plan));
    TEST_CONTAINS(plan.wrong, "groups");
    TEST_TRUE(!coop_flow_plan(NULL, &plan));
    TEST_CONTAINS(plan.wrong, "options is NULL");
}

/* ---- closures ---- */

/* J1: other children may return between a look and the own return; only the own unit is sure to stay. */
TEST(j1_the_last_child_is_told_by_its_own_step)
{
    TEST_TRUE(coop_closure_is_last_left(1));
    TEST_TRUE(!coop_closure_is_last_left(2));
    TEST_TRUE(coop_closure_was_last(1));
    TEST_TRUE(!coop_closure_was_last(2));
    TEST_TRUE(!coop_closure_was_last(0));
}

TEST(j6_a_batch_has_a_closure_for_each_item)
{
    TEST_EQUAL(coop_closures_admitted(10, 4, 100, 64), 10);
    TEST_EQUAL(coop_closures_admitted(10, 4, 3, 64), 7);
    TEST_EQUAL(coop_closures_admitted(10, 0, 0, 64), 0);
    TEST_EQUAL(coop_closures_admitted(100, 4, 1000, 64), 64);
    TEST_EQUAL(coop_closures_admitted(10, 4, UINT64_MAX - 8, 64), 10);
}

/* What a batch gives back finds room, and what is given to the set is worth the way. */
TEST(a_stock_makes_room_for_what_a_batch_gives_back)
{
    for (uint32_t room = 2; room <= 64; room *= 2) {
        for (uint32_t in_stock = 0; in_stock <= room; in_stock++) {
            for (uint32_t items = 0; items <= room; items++) {
                uint32_t left = coop_closures_left(items, in_stock, room);
                TEST_TRUE(left <= in_stock && left + items <= room);
                TEST_TRUE(in_stock + items <= room || left <= room / 2);
            }
        }
    }
}

TEST(an_edge_to_a_point_leads_one_level_up)
{
    TEST_EQUAL(coop_flow_level(3, COOP_FLOW_TO_ABOVE, 8), 2);
    TEST_EQUAL(coop_flow_level(0, COOP_FLOW_TO_ABOVE, 8), 0);
    TEST_EQUAL(coop_flow_level(7, COOP_FLOW_TO_ABOVE, 1), 0);
    TEST_EQUAL(coop_flow_level(3, COOP_FLOW_TO_ABOVE, 0), 0);
}

static const struct coop_edge task_edges[] = {{1, 1, 2}, {1, 2, 1}, {2, 2, 1}};

static struct coop_flow_options task_options(struct coop_channel_options *channels)
{
    channels[0] =
        (struct coop_channel_options){.item_bytes = 12, .block_items = 64, .levels = 10, .opens = 1};
    channels[1] =
        (struct coop_channel_options){.item_bytes = 4, .block_items = 64, .levels = 1, .resumes = 1};
    return (struct coop_flow_options){.groups = 3,
                                      .channels = channels,
                                      .channel_count = 2,
                                      .edges = task_edges,
                                      .edge_count = 3,
                                      .closure_bytes = 36,
                                      .roots = 2};
}

TEST(closures_are_planned_by_the_rule)
{
    struct coop_channel_options channels[2];
    struct coop_flow_options options = task_options(channels);
    uint64_t free_closures = 0;

    TEST_TRUE(coop_flow_plan(&options, &plan));
    TEST_EQUAL(plan.head.closure_count, 2 * 3 * 64 * 10 + 2);
    TEST_EQUAL(plan.head.closure_bytes, 48);
    TEST_EQUAL(plan.head.closure_bound, 3 * (64 * (10 * 11 / 2 + 3 * 10) + COOP_CLOSURE_STOCK));
    TEST_EQUAL(plan.edges[plan.channels[0].first_edge].direction, COOP_FLOW_TO_DEEPER);
    TEST_EQUAL(plan.edges[plan.channels[0].first_edge + 1].direction, COOP_FLOW_TO_ABOVE);
    /* All but the roots are free, and there is one more, which nobody has. */
    for (uint32_t i = 0; i < (plan.head.closure_count + 63) / 64; i++) {
        free_closures += (uint64_t)__builtin_popcountll(coop_closures_free_word(&plan.head, i));
    }
    TEST_EQUAL_U64(free_closures, 2 * 3 * 64 * 10);
    TEST_EQUAL_U64(coop_closures_free_word(&plan.head, 0) & 7, 4);
    TEST_EQUAL_U64(coop_closures_bytes(&plan.head), (2 * 3 * 64 * 10 + 2) * 48 + COOP_CLOSURE_BYTES_MAX);
    /* Every closure may be an item of a point at once. */
    TEST_AT_LEAST(plan.channels[1].block_count, plan.head.closure_count / 64);
}

/* One work-group, the deepest first, and tasks that leave as many items behind as the rule of choice lets
 * lie: each item spawns one child, into a channel that is not full yet, so that it has closures of its own on
 * all levels above. Gives how many closures wait at once. */
enum { OPENING = 4, OPENING_ITEMS = 16, OPENING_LEVELS = 12 };

static uint32_t let_lie(uint32_t lists[OPENING][OPENING_LEVELS + 1], uint32_t level, uint32_t items)
{
    uint32_t left = items;

    for (uint32_t i = 1; i < OPENING; i++) {
        uint32_t room = OPENING_ITEMS - 1 - lists[i][level];
        uint32_t put = room < left ? room : left;

        lists[i][level] += put;
        left -= put;
    }
    lists[0][level] += left;
    return items;
}

static uint32_t most_closures(void)
{
    uint32_t lists[OPENING][OPENING_LEVELS + 1] = {{0}};
    uint32_t waiting = 0;
    uint32_t most = 0;

    for (uint32_t batch = 0; batch < 4 * OPENING * OPENING_LEVELS; batch++) {
        waiting += let_lie(lists, 2, OPENING_ITEMS); /* of the first level */
        most = most > waiting ? most : waiting;
        for (uint32_t level = OPENING_LEVELS; level > 1; level--) {
            if (lists[0][level] < OPENING_ITEMS) {
                continue;
            }
            lists[0][level] -= OPENING_ITEMS;
            if (level < OPENING_LEVELS) {
                waiting += let_lie(lists, level + 1, OPENING_ITEMS);
                most = most > waiting ? most : waiting;
            } else {
                waiting -= OPENING_ITEMS * (OPENING_LEVELS - 1); /* leaves, and all above them */
            }
            level = OPENING_LEVELS + 1; /* the deepest again */
        }
    }
    return most;
}

TEST(j6_the_rule_suffices_for_several_channels_that_open)
{
    struct coop_channel_options channels[OPENING + 1] = {{0}};
    struct coop_edge edges[2 * OPENING + 1];
    struct coop_flow_options options = {.groups = 1,
                                        .channels = channels,
                                        .channel_count = OPENING + 1,
                                        .edges = edges,
                                        .edge_count = 2 * OPENING + 1,
                                        .closure_bytes = 32,
                                        .roots = 1};
    uint32_t most = most_closures();

    for (uint32_t i = 0; i < OPENING; i++) {
        channels[i] = (struct coop_channel_options){.item_bytes = 8,
                                                    .block_items = OPENING_ITEMS,
                                                    .least_items = OPENING_ITEMS,
                                                    .levels = OPENING_LEVELS,
                                                    .opens = 1};
        edges[2 * i] = (struct coop_edge){i + 1, (i + 1) % OPENING + 1, 1};
        edges[2 * i + 1] = (struct coop_edge){i + 1, OPENING + 1, 1};
    }
    channels[OPENING] = (struct coop_channel_options){
        .item_bytes = 4, .block_items = OPENING_ITEMS, .levels = 1, .resumes = 1};
    edges[2 * OPENING] = (struct coop_edge){OPENING + 1, OPENING + 1, 1};
    TEST_TRUE(coop_flow_plan(&options, &plan));
    TEST_AT_LEAST(most, coop_closures_bound(1, OPENING_ITEMS, OPENING_LEVELS, 0) + 1); /* of one channel */
    TEST_AT_LEAST(plan.head.closure_bound, most + COOP_CLOSURE_STOCK);
}

static void refused_closures(struct coop_flow_options options, const char *words)
{
    TEST_TRUE(!coop_flow_plan(&options, &plan));
    TEST_CONTAINS(plan.wrong, words);
}

/* J6: whoever returns to a point that spawns has its levels. */
TEST(points_that_spawn_want_the_levels_of_those_who_return)
{
    static const struct coop_edge edges[] = {{1, 1, 2}, {1, 2, 1}, {1, 3, 1},
                                             {2, 1, 2}, {3, 2, 1}, {3, 3, 1}};
    struct coop_channel_options channels[3];
    struct coop_flow_options options = task_options(channels);

    channels[2] = channels[1];
    channels[1].levels = 10;
    options.channel_count = 3;
    options.edges = edges;
    options.edge_count = sizeof edges / sizeof edges[0];
    refused_closures(options, "channel 3: its 1 levels are fewer than the 10 of channel 2, a point that it");
    channels[2].levels = 10;
    TEST_TRUE(coop_flow_plan(&options, &plan));
    options.edge_count = 3; /* the point spawns nothing, and its level does not matter */
    channels[0].levels = 8;
    TEST_TRUE(coop_flow_plan(&options, &plan));
}

/* A module with closures may run it, too: what it writes to the closure of nobody stays in the graph. */
TEST(a_graph_without_closures_has_room_for_none)
{
    struct coop_channel_options channels[2];
    struct coop_flow_options options = task_options(channels);

    options.closure_bytes = 0;
    options.roots = 0;
    channels[0].opens = 0;
    channels[1].resumes = 0;
    TEST_TRUE(coop_flow_plan(&options, &plan));
    TEST_EQUAL(plan.head.closure_count, 0);
    TEST_AT_LEAST(plan.head.bytes, plan.head.closures_at + COOP_CLOSURE_BYTES_MAX);
}

TEST(closures_that_make_no_sense_are_refused)
{
    struct coop_channel_options channels[2];
    struct coop_flow_options options = task_options(channels);

    options.closure_bytes = 0;
    refused_closures(options, "closures and roots want some");
    options.roots = 0;
    refused_closures(options, "channel 1: it opens or resumes closures, and closure_bytes");
    options.closure_bytes = 260;
    refused_closures(options, "16 to 256, and it is 260");
    options.closure_bytes = 12;
    refused_closures(options, "16 to 256, and it is 12");
    options.closure_bytes = 16;
    channels[1].item_bytes = 8;
    refused_closures(options, "channel 2: its items are closures (resumes), each a number: item_bytes is 4");
    channels[1].item_bytes = 4;
    channels[1].opens = 1;
    channels[1].name = "both";
    refused_closures(options, "channel both: its items take closures (opens) or are closures (resumes)");
    channels[1].opens = 0;
    options.closures = UINT32_MAX;
    refused_closures(options, "closures, beside those of the host's 0 roots, are 1 to");
}
