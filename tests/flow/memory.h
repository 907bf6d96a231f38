/* A flow graph in ordinary memory, as coop_flow_init makes it in a buffer, and what is looked at behind the
 * end. */
#ifndef COOP_TESTS_FLOW_MEMORY_H
#define COOP_TESTS_FLOW_MEMORY_H

#include "tests/flow/flow_words.h"

#include "host/channel/closure_layout.h"
#include "test.h"
#include <stdlib.h>
#include <string.h>

static inline void *flow_at_offset(struct coop_flowgraph *graph, uint64_t at)
{
    return (unsigned char *)graph + at;
}

static inline struct coop_channel *flow_channel_of(struct coop_flowgraph *graph, uint32_t channel)
{
    return (struct coop_channel *)flow_at_offset(graph, graph->channels_at) + channel;
}

static inline void flow_write_channel(unsigned char *memory, const struct coop_flow_plan *plan, uint32_t i)
{
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

/* Plans a graph and makes it; the caller frees it. */
static inline struct coop_flowgraph *flow_make_graph(const struct coop_flow_options *options,
                                                     struct coop_flow_plan *plan)
{
    uint64_t bytes;
    unsigned char *memory;

    if (!coop_flow_plan(options, plan)) {
        TEST_FAIL("%s", plan->wrong);
        abort();
    }
    bytes = (plan->head.bytes + 127) / 128 * 128;
    memory = aligned_alloc(128, bytes);
    memset(memory, 0, bytes);
    memcpy(memory, &plan->head, sizeof plan->head);
    memcpy(memory + plan->head.channels_at, plan->channels,
           plan->head.channel_count * sizeof plan->channels[0]);
    memcpy(memory + plan->head.edges_at, plan->edges, plan->head.edge_count * sizeof plan->edges[0]);
    for (uint32_t i = 0; i < plan->head.channel_count; i++) {
        flow_write_channel(memory, plan, i);
    }
    for (uint32_t word = 0; word < (plan->head.closure_count + 63) / 64; word++) {
        uint64_t bits = coop_closures_free_word(&plan->head, word);
        memcpy(memory + plan->head.closures_free_at + word * 8, &bits, 8);
    }
    return (struct coop_flowgraph *)memory;
}

static inline uint64_t flow_counted(struct coop_flowgraph *graph, uint32_t channel,
                                    enum coop_flow_tally tally)
{
    const uint64_t *counts = flow_at_offset(graph, graph->counts_at);
    uint64_t sum = 0;

    for (uint32_t i = 0; i < graph->groups; i++) {
        sum += counts[(i * graph->channel_count + channel) * COOP_FLOW_COUNTS + (uint32_t)tally];
    }
    return sum;
}

/* Every block is free or a spare, none both, and the count says so (K1, K5, K7). */
static inline void flow_check_blocks(struct coop_flowgraph *graph, const struct coop_flow_plan *plan,
                                     uint32_t channel)
{
    const struct coop_channel *record = flow_channel_of(graph, channel);
    const uint64_t *words = flow_at_offset(graph, record->free_at);
    const uint32_t *spares = flow_at_offset(graph, graph->spares_at);
    uint32_t spare_count = coop_flow_spares(plan, channel);
    uint32_t seen = 0;

    for (uint32_t i = 0; i < record->block_count; i++) {
        uint32_t times = (uint32_t)(words[i / 64] >> i % 64 & 1);
        for (uint32_t group = 0; group < spare_count; group++) {
            times += spares[group * graph->channel_count + channel] == record->first_block + i;
        }
        if (times != 1) {
            TEST_FAIL("block %u of channel %u is in %u places", i, channel, times);
            return;
        }
        seen += times;
    }
    TEST_EQUAL(seen, record->block_count);
    TEST_EQUAL_U64(record->free_blocks.only_through_accessors, record->block_count - spare_count);
    TEST_EQUAL_U64(record->tickets.only_through_accessors, record->taken.only_through_accessors);
}

#endif
