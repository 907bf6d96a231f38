#include "host/channel/channel_layout.h"
#include "host/channel/closure_layout.h"
#include "host/channel/flow_options.h"

#include "coop/shared/limits.h"
#include <stdio.h>
#include <string.h>

#define FLOW_BYTES_MAX ((uint64_t)1 << 40)

static uint32_t or_default(uint32_t value, uint32_t otherwise)
{
    return value != 0 ? value : otherwise;
}

uint64_t coop_flow_blocks_for(uint64_t items, uint32_t block_items)
{
    return items / block_items + (items % block_items != 0);
}

static uint32_t batch_items(const struct coop_channel_options *channel)
{
    uint32_t block_items = or_default(channel->block_items, COOP_FLOW_BLOCK_ITEMS);
    uint32_t items = or_default(channel->batch_items, channel->by_group ? 1 : block_items);

    return items < block_items ? items : block_items;
}

/* Blocks that one batch may emit into a channel, at most, from any other; or one item. */
static uint32_t most_blocks(const struct coop_flow_options *options, uint32_t channel, int of_item)
{
    uint32_t block_items = or_default(options->channels[channel].block_items, COOP_FLOW_BLOCK_ITEMS);
    uint64_t most = 0;

    for (uint32_t i = 0; i < options->edge_count; i++) {
        const struct coop_edge *edge = &options->edges[i];
        uint64_t items = of_item ? 1 : batch_items(&options->channels[edge->from - 1]);
        uint64_t blocks = edge->to - 1 == channel ? coop_flow_blocks_for(items * edge->most, block_items) : 0;
        most = most > blocks ? most : blocks;
    }
    return (uint32_t)most;
}

static int plan_blocks(const struct coop_flow_shape *shape, uint32_t channel,
                       const struct coop_flowgraph *head, struct coop_channel *record, char *wrong,
                       size_t bytes)
{
    const struct coop_flow_options *options = shape->options;
    const struct coop_channel_options *it = &options->channels[channel];
    uint32_t most = most_blocks(options, channel, 0);
    uint64_t least = 1 + (it->keeps ? options->groups : 0) + (uint64_t)most_blocks(options, channel, 1);
    uint64_t rule = it->levels > 0 ? coop_flow_bound_of_levels(options->groups, it->levels, most)
                                   : coop_flow_bound(options->groups, most);
    uint64_t first = coop_flow_blocks_for(it->first_items, UINT32_C(1) << record->block_shift);
    uint64_t closures = coop_closures_blocks(options, head, channel);
    uint64_t blocks = it->blocks;
    char number[16];

    rule += closures;
    if (blocks == 0) {
        blocks = it->levels > 0 ? coop_flow_default_of_levels(options->groups, it->levels, most) : rule;
        blocks += it->levels > 0 ? closures : 0;
        blocks += first < COOP_FLOW_BLOCKS_MAX ? first : COOP_FLOW_BLOCKS_MAX; /* that is refused, too */
        blocks = blocks > least ? blocks : least;
    }
    if (blocks < least || blocks >= COOP_FLOW_BLOCKS_MAX) {
        snprintf(
            wrong, bytes,
            "channel %s: %llu blocks; it takes at least %llu and at most %u (%llu always suffice, but for "
            "the host's items)",
            coop_flow_name_of(options, channel, number), (unsigned long long)blocks,
            (unsigned long long)least, COOP_FLOW_BLOCKS_MAX - 1, (unsigned long long)rule);
        return 0;
    }
    record->block_count = (uint32_t)blocks;
    record->bound = rule < UINT32_MAX ? (uint32_t)rule : UINT32_MAX;
    return 1;
}

static uint32_t power_of_two_from(uint32_t least)
{
    uint32_t power = 1;

    while (power < least) {
        power *= 2;
    }
    return power;
}

static void plan_channel(const struct coop_channel_options *it, uint32_t channel, struct coop_channel *record)
{
    uint32_t block_items = or_default(it->block_items, COOP_FLOW_BLOCK_ITEMS);

    record->item_bytes = it->item_bytes;
    while (UINT32_C(1) << record->block_shift < block_items) {
        record->block_shift++;
    }
    record->least_items = or_default(it->least_items, it->by_group ? 1 : (block_items + 1) / 2);
    record->batch_items = batch_items(it);
    record->levels = it->levels;
    record->flags =
        (it->keeps ? COOP_CHANNEL_KEEPS : 0u) | (it->by_group ? (unsigned)COOP_CHANNEL_BY_GROUP : 0u) |
        (it->opens ? (unsigned)COOP_CHANNEL_OPENS : 0u) | (it->resumes ? (unsigned)COOP_CHANNEL_RESUMES : 0u);
    if (it->name != NULL) {
        snprintf(record->name, sizeof record->name, "%.23s", it->name);
    } else {
        snprintf(record->name, sizeof record->name, "%u", channel + 1);
    }
}

/* Ranks: components by their keys, and the channels of one behind each other. */
static void plan_ranks(const struct coop_flow_shape *shape, struct coop_flow_plan *plan)
{
    uint32_t count = shape->options->channel_count;
    uint32_t done = 0;
    uint32_t rank = 0;

    for (uint32_t component = 0; rank < count; component++) {
        uint32_t first = COOP_FLOW_CHANNELS_MAX;
        for (uint32_t i = 0; i < count; i++) {
            if (!(done >> i & 1) && (first == COOP_FLOW_CHANNELS_MAX || shape->key[i] < shape->key[first])) {
                first = i;
            }
        }
        for (uint32_t i = first; i < count; i++) {
            if (!(done >> i & 1) && coop_flow_are_a_component(shape, first, i)) {
                plan->channels[i].rank = rank++;
                plan->channels[i].component = component;
                done |= UINT32_C(1) << i;
            }
        }
    }
}

static void plan_edges(const struct coop_flow_shape *shape, struct coop_flow_plan *plan)
{
    const struct coop_flow_options *options = shape->options;
    uint32_t count = 0;

    for (uint32_t from = 0; from < options->channel_count; from++) {
        uint64_t leases = 0;
        plan->channels[from].first_edge = count;
        for (uint32_t i = 0; i < options->edge_count; i++) {
            const struct coop_edge *edge = &options->edges[i];
            if (edge->from - 1 == from) {
                uint32_t to = edge->to - 1;
                plan->edges[count++] = (struct coop_flow_edge){
                    from, to, edge->most, (uint32_t)coop_flow_direction_of(shape, from, to)};
                plan->channels[to].fed_by += to != from;
                leases += 1 + coop_flow_blocks_for(edge->most, UINT32_C(1) << plan->channels[to].block_shift);
            }
        }
        plan->channels[from].edge_count = count - plan->channels[from].first_edge;
        plan->head.lease_count = plan->head.lease_count > leases ? plan->head.lease_count : (uint32_t)leases;
    }
}

static uint64_t place(uint64_t *bytes, uint64_t size)
{
    uint64_t at = *bytes;

    *bytes += (size + COOP_FLOW_LINE_BYTES - 1) / COOP_FLOW_LINE_BYTES * COOP_FLOW_LINE_BYTES;
    return at;
}

/* What starts as zeros comes first, items last. */
static int place_parts(struct coop_flow_plan *plan)
{
    struct coop_flowgraph *head = &plan->head;
    uint64_t groups = head->groups;
    uint64_t channels = head->channel_count;
    uint64_t bytes = sizeof *head;

    head->channels_at = place(&bytes, channels * sizeof(struct coop_channel));
    head->edges_at = place(&bytes, head->edge_count * sizeof(struct coop_flow_edge));
    head->nodes_at = place(&bytes, groups * sizeof(struct coop_flow_node));
    head->counts_at = place(&bytes, groups * channels * COOP_FLOW_COUNTS * sizeof(uint64_t));
    head->spares_at = place(&bytes, groups * channels * sizeof(uint32_t));
    head->chain_places = power_of_two_from(head->block_count);
    head->chains_at = place(&bytes, head->chain_places * sizeof(uint64_t));
    for (uint32_t i = 0; i < channels; i++) {
        struct coop_channel *channel = &plan->channels[i];
        channel->ring_places = power_of_two_from(channel->block_count);
        channel->ring_at = place(&bytes, channel->ring_places * sizeof(uint64_t));
        channel->free_at = place(&bytes, (channel->block_count + 63) / 64 * sizeof(uint64_t));
    }
    head->closures_free_at = place(&bytes, (head->closure_count + UINT64_C(63)) / 64 * sizeof(uint64_t));
    head->blocks_at = place(&bytes, (uint64_t)head->block_count * sizeof(struct coop_block));
    for (uint32_t i = 0; i < channels; i++) {
        struct coop_channel *channel = &plan->channels[i];
        channel->items_at =
            place(&bytes, ((uint64_t)channel->block_count << channel->block_shift) * channel->item_bytes);
    }
    head->closures_at = place(&bytes, coop_closures_bytes(head));
    head->bytes = bytes;
    return bytes <= FLOW_BYTES_MAX;
}

int coop_flow_plan(const struct coop_flow_options *options, struct coop_flow_plan *plan)
{
    struct coop_flowgraph *head = &plan->head;
    struct coop_flow_shape shape;
    uint64_t blocks = 0;
    uint64_t lists = 0;

    memset(plan, 0, sizeof *plan);
    if (!coop_flow_options_check(options, plan->wrong, sizeof plan->wrong)) {
        return 0;
    }
    coop_flow_shape_find(&shape, options);
    if (!coop_flow_shape_check(&shape, plan->wrong, sizeof plan->wrong) ||
        !coop_closures_plan(options, head, plan->wrong, sizeof plan->wrong)) {
        return 0;
    }
    for (uint32_t i = 0; i < options->channel_count; i++) {
        struct coop_channel *channel = &plan->channels[i];
        plan_channel(&options->channels[i], i, channel);
        if (!plan_blocks(&shape, i, head, channel, plan->wrong, sizeof plan->wrong)) {
            return 0;
        }
        channel->first_block = (uint32_t)blocks;
        channel->first_list = (uint32_t)lists;
        blocks += channel->block_count;
        lists += or_default(channel->levels, 1);
    }
    if (blocks >= COOP_FLOW_BLOCKS_MAX) {
        snprintf(plan->wrong, sizeof plan->wrong,
                 "the channels have %llu blocks together; at most %u are possible",
                 (unsigned long long)blocks, COOP_FLOW_BLOCKS_MAX - 1);
        return 0;
    }
    plan_ranks(&shape, plan);
    plan_edges(&shape, plan);
    head->magic = COOP_FLOWGRAPH_MAGIC;
    head->version = COOP_FLOWGRAPH_VERSION;
    head->channel_count = options->channel_count;
    head->edge_count = options->edge_count;
    head->groups = options->groups;
    head->list_count = (uint32_t)lists;
    head->policy = (uint32_t)options->policy;
    head->block_count = (uint32_t)blocks;
    if (!place_parts(plan)) {
        snprintf(plan->wrong, sizeof plan->wrong, "the channels ask for more than 2^40 bytes");
        return 0;
    }
    for (uint32_t i = 0; i < options->channel_count; i++) {
        plan->channels[i].free_blocks.only_through_accessors =
            plan->channels[i].block_count - coop_flow_spares(plan, i);
    }
    return 1;
}

uint32_t coop_flow_spares(const struct coop_flow_plan *plan, uint32_t channel)
{
    return plan->channels[channel].flags & COOP_CHANNEL_KEEPS ? plan->head.groups : 0;
}

uint64_t coop_flow_free_word(const struct coop_flow_plan *plan, uint32_t channel, uint32_t word)
{
    uint64_t first = coop_flow_spares(plan, channel);
    uint64_t end = plan->channels[channel].block_count;
    uint64_t bits = 0;

    for (uint64_t i = 0; i < 64; i++) {
        uint64_t block = (uint64_t)word * 64 + i;
        bits |= block >= first && block < end ? UINT64_C(1) << i : 0;
    }
    return bits;
}

static int is_power_of_two(uint32_t value)
{
    return value != 0 && (value & (value - 1)) == 0;
}

/* Does [at, at + size) lie in the graph? */
static int is_inside(const struct coop_flowgraph *head, uint64_t at, uint64_t size)
{
    return at % 8 == 0 && at <= head->bytes && size <= head->bytes - at;
}

int coop_flow_head_is_whole(const struct coop_flowgraph *head)
{
    uint64_t groups = head->groups;
    uint64_t channels = head->channel_count;

    return head->bytes <= FLOW_BYTES_MAX && groups > 0 && groups < COOP_SLOTS_MAX && channels > 0 &&
           channels <= COOP_FLOW_CHANNELS_MAX && head->block_count < COOP_FLOW_BLOCKS_MAX &&
           is_inside(head, head->channels_at, channels * sizeof(struct coop_channel)) &&
           is_inside(head, head->counts_at, groups * channels * COOP_FLOW_COUNTS * sizeof(uint64_t)) &&
           is_inside(head, head->blocks_at, (uint64_t)head->block_count * sizeof(struct coop_block)) &&
           head->root_count <= head->closure_count && head->roots_given <= head->root_count &&
           head->closure_bytes <= COOP_CLOSURE_BYTES_MAX &&
           is_inside(head, head->closures_at, coop_closures_bytes(head));
}

int coop_flow_channel_is_whole(const struct coop_flowgraph *head, const struct coop_channel *channel)
{
    uint64_t blocks = channel->block_count;

    return channel->item_bytes % 4 == 0 && channel->item_bytes > 0 &&
           channel->item_bytes <= COOP_FLOW_ITEM_BYTES_MAX && channel->block_shift <= 12 &&
           channel->first_block <= head->block_count && blocks <= head->block_count - channel->first_block &&
           is_power_of_two(channel->ring_places) && channel->ring_places >= blocks &&
           is_inside(head, channel->ring_at, channel->ring_places * sizeof(uint64_t)) &&
           is_inside(head, channel->free_at, (blocks + 63) / 64 * sizeof(uint64_t)) &&
           is_inside(head, channel->items_at, (blocks << channel->block_shift) * channel->item_bytes);
}
