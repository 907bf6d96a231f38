#include "host/channel/channel_code.h"
#include "host/channel/channel_layout.h"
#include "host/channel/closure_layout.h"
#include "host/channel/graph.h"

#include "host/base/error.h"
#include "host/context/buffer.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUSHING "pushing items"
#define MAKING "making a flow graph"
#define READING "reading a flow graph's counts"

static coop_status refuse_memory(coop_buffer *buffer, const char *doing)
{
    return coop_buffer_refuse(buffer, COOP_OUT_OF_MEMORY, doing, "the host has no memory left for it");
}

/* coop_flow_plan, with what the kernel's text says. */
static int make_plan(const struct coop_flow_options *options, struct coop_flow_plan *plan)
{
    struct coop_channel_options channels[COOP_FLOW_CHANNELS_MAX];
    struct coop_flow_options filled;

    if (options == NULL || options->code == NULL || options->channels == NULL ||
        options->channel_count > COOP_FLOW_CHANNELS_MAX) {
        return coop_flow_plan(options, plan);
    }
    memcpy(channels, options->channels, options->channel_count * sizeof channels[0]);
    coop_flow_code_fill(options->code, channels, options->channel_count);
    filled = *options;
    filled.channels = channels;
    return coop_flow_plan(&filled, plan) && coop_flow_code_check(&filled, plan->wrong, sizeof plan->wrong);
}

uint64_t coop_flow_bytes(const struct coop_flow_options *options)
{
    static const char doing[] = "computing the size of a flow graph";
    struct coop_flow_plan *plan = malloc(sizeof *plan);
    uint64_t bytes = 0;

    if (plan == NULL) {
        coop_error_set(NULL, COOP_OUT_OF_MEMORY, doing, "the host has no memory left for it");
    } else if (!make_plan(options, plan)) {
        coop_error_set(NULL, COOP_INVALID_ARGUMENT, doing, "%s", plan->wrong);
    } else {
        bytes = plan->head.bytes;
    }
    free(plan);
    return bytes;
}

/* The free set of a channel's blocks, or of the closures, where `channel` is COOP_FLOW_NONE. */
static coop_status write_free_set(coop_buffer *buffer, uint64_t offset, const struct coop_flow_plan *plan,
                                  uint32_t channel)
{
    const struct coop_flowgraph *head = &plan->head;
    int is_of_blocks = channel != COOP_FLOW_NONE;
    uint32_t words = ((is_of_blocks ? plan->channels[channel].block_count : head->closure_count) + 63) / 64;
    uint64_t at = is_of_blocks ? plan->channels[channel].free_at : head->closures_free_at;
    uint64_t *bits = calloc(words, sizeof *bits);
    coop_status status;

    if (bits == NULL) {
        return refuse_memory(buffer, MAKING);
    }
    for (uint32_t i = 0; i < words; i++) {
        bits[i] = is_of_blocks ? coop_flow_free_word(plan, channel, i) : coop_closures_free_word(head, i);
    }
    status = coop_buffer_write(buffer, offset + at, bits, words * sizeof *bits);
    free(bits);
    return status;
}

static coop_status write_spares(coop_buffer *buffer, uint64_t offset, const struct coop_flow_plan *plan)
{
    uint32_t channels = plan->head.channel_count;
    uint32_t count = plan->head.groups * channels;
    uint32_t *spares = calloc(count, sizeof *spares);
    coop_status status;

    if (spares == NULL) {
        return refuse_memory(buffer, MAKING);
    }
    for (uint32_t i = 0; i < count; i++) {
        spares[i] = plan->channels[i % channels].first_block +
                    (coop_flow_spares(plan, i % channels) > 0 ? i / channels : 0);
    }
    status = coop_buffer_write(buffer, offset + plan->head.spares_at, spares, count * sizeof *spares);
    free(spares);
    return status;
}

static coop_status write_plan(coop_buffer *buffer, uint64_t offset, const struct coop_flow_plan *plan)
{
    const struct coop_flowgraph *head = &plan->head;
    coop_status status = coop_buffer_fill(buffer, offset, 0, head->blocks_at);

    for (uint32_t i = 0; status == COOP_OK && i < head->channel_count; i++) {
        status = write_free_set(buffer, offset, plan, i);
    }
    if (status == COOP_OK && head->closure_count > 0) {
        status = write_free_set(buffer, offset, plan, COOP_FLOW_NONE);
    }
    if (status == COOP_OK) { /* a closure that was never taken waits for nobody */
        status = coop_buffer_fill(buffer, offset + head->closures_at, 0, coop_closures_bytes(head));
    }
    if (status == COOP_OK) {
        status = write_spares(buffer, offset, plan);
    }
    if (status == COOP_OK) {
        status = coop_buffer_write(buffer, offset + head->channels_at, plan->channels,
                                   head->channel_count * sizeof plan->channels[0]);
    }
    if (status == COOP_OK && head->edge_count > 0) {
        status = coop_buffer_write(buffer, offset + head->edges_at, plan->edges,
                                   head->edge_count * sizeof plan->edges[0]);
    }
    return status == COOP_OK ? coop_buffer_write(buffer, offset, head, sizeof *head) : status;
}

coop_status coop_flow_init(coop_buffer *buffer, uint64_t offset, const struct coop_flow_options *options)
{
    struct coop_flow_plan *plan = malloc(sizeof *plan);
    struct coop_context_object *locked;
    char why[80];
    coop_status status;

    if (plan == NULL) {
        return refuse_memory(buffer, MAKING);
    }
    if (!make_plan(options, plan)) {
        status = coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, MAKING, plan->wrong);
    } else if (offset % COOP_FLOW_LINE_BYTES != 0) {
        snprintf(why, sizeof why, "the offset must be a multiple of %d, and is %llu", COOP_FLOW_LINE_BYTES,
                 (unsigned long long)offset);
        status = coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, MAKING, why);
    } else if (offset > coop_buffer_bytes(buffer) || plan->head.bytes > coop_buffer_bytes(buffer) - offset) {
        status = coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, MAKING,
                                    "the buffer is too small; coop_flow_bytes says how large it must be");
    } else {
        locked = coop_flow_lock(buffer);
        status = write_plan(buffer, offset, plan);
        coop_flow_unlock(locked);
    }
    free(plan);
    return status;
}

static uint64_t channel_at(uint64_t offset, const struct coop_flowgraph *head, uint32_t tag)
{
    return offset + head->channels_at + (uint64_t)(tag - 1) * sizeof(struct coop_channel);
}

static coop_status read_channel(coop_buffer *buffer, uint64_t offset, const char *doing,
                                const struct coop_flowgraph *head, uint32_t tag, struct coop_channel *channel)
{
    coop_status status;

    if (tag == 0 || tag > head->channel_count) {
        return coop_buffer_refuse(
            buffer, COOP_INVALID_ARGUMENT, doing,
            "there is no such channel; coop_channels gives each name its tag, from 1 on");
    }
    status = coop_buffer_read(buffer, channel_at(offset, head, tag), channel, sizeof *channel);
    if (status == COOP_OK && !coop_flow_channel_is_whole(head, channel)) {
        status = coop_buffer_refuse(
            buffer, COOP_INVALID_ARGUMENT, doing,
            "a channel's record is damaged: a kernel wrote over it; make the graph anew with "
            "coop_flow_init");
    }
    return status;
}

/* ---- pushing ---- */

/* Items on their way into a channel's ring. */
struct pushing {
    coop_buffer *buffer;
    uint64_t offset;
    struct coop_channel channel;
    uint64_t *bits; /* the free set */
    const unsigned char *items;
    uint64_t left;
};

/* Takes a free block; the channel has one. */
static uint32_t take_block(struct pushing *pushing)
{
    uint32_t word = 0;
    uint32_t bit;

    while (pushing->bits[word] == 0) {
        word++;
    }
    bit = (uint32_t)__builtin_ctzll(pushing->bits[word]);
    pushing->bits[word] &= pushing->bits[word] - 1;
    pushing->channel.free_blocks.only_through_accessors--;
    return word * 64 + bit;
}

/* Writes items into a block that has `there` already, and the ring's entry for it. */
static coop_status write_block(struct pushing *pushing, uint32_t block, uint32_t there, uint64_t ticket)
{
    const struct coop_channel *channel = &pushing->channel;
    uint32_t room = (UINT32_C(1) << channel->block_shift) - there;
    uint32_t count = pushing->left < room ? (uint32_t)pushing->left : room;
    uint64_t first = ((uint64_t)block << channel->block_shift) + there;
    uint64_t entry =
        coop_ring_entry(ticket, channel->ring_places, channel->first_block + block, there + count, 0);
    coop_status status =
        coop_buffer_write(pushing->buffer, pushing->offset + channel->items_at + first * channel->item_bytes,
                          pushing->items, (uint64_t)count * channel->item_bytes);

    pushing->items += (uint64_t)count * channel->item_bytes;
    pushing->left -= count;
    return status == COOP_OK ? coop_buffer_write(pushing->buffer,
                                                 pushing->offset + channel->ring_at +
                                                     (ticket & (channel->ring_places - 1)) * sizeof entry,
                                                 &entry, sizeof entry)
                             : status;
}

/* Finds the block that was pushed last, and the items that it has; `there` is 0 when nothing fits behind
 * them. */
static coop_status find_last(const struct pushing *pushing, uint32_t *block, uint32_t *there)
{
    const struct coop_channel *channel = &pushing->channel;
    uint64_t tickets = channel->tickets.only_through_accessors;
    uint64_t entry;
    coop_status status;

    *there = 0;
    if (tickets == channel->taken.only_through_accessors) {
        return COOP_OK;
    }
    status = coop_buffer_read(pushing->buffer,
                              pushing->offset + channel->ring_at +
                                  ((tickets - 1) & (channel->ring_places - 1)) * sizeof entry,
                              &entry, sizeof entry);
    if (status != COOP_OK) {
        return status;
    }
    *block = coop_ring_block(entry) - channel->first_block;
    if (*block < channel->block_count && coop_ring_count(entry) >> channel->block_shift == 0) {
        *there = coop_ring_count(entry);
    }
    return COOP_OK;
}

/* Pushes all items, or, when there are not blocks enough for them, none: nothing is written before that is
 * known. */
static coop_status push_all(struct pushing *pushing)
{
    struct coop_channel *channel = &pushing->channel;
    uint32_t block_items = UINT32_C(1) << channel->block_shift;
    uint32_t block = 0;
    uint32_t there;
    uint32_t room;
    coop_status status = find_last(pushing, &block, &there);

    if (status != COOP_OK) {
        return status;
    }
    room = there > 0 ? block_items - there : 0;
    if (pushing->left > room && coop_flow_blocks_for(pushing->left - room, block_items) >
                                    channel->free_blocks.only_through_accessors) {
        return coop_buffer_refuse(
            pushing->buffer, COOP_OUT_OF_MEMORY, PUSHING,
            "the channel has not blocks enough for the items; give it first_items, or more blocks");
    }
    if (room > 0 && pushing->left > 0) {
        status = write_block(pushing, block, there, channel->tickets.only_through_accessors - 1);
    }
    while (status == COOP_OK && pushing->left > 0) {
        status = write_block(pushing, take_block(pushing), 0, channel->tickets.only_through_accessors++);
    }
    return status;
}

static uint64_t free_words(const struct coop_channel *channel)
{
    return (channel->block_count + 63) / 64;
}

/* The count of the free set never is more than its bits, so that take_block ends. */
static int has_its_bits(const struct pushing *pushing)
{
    uint64_t bits = 0;

    for (uint64_t i = 0; i < free_words(&pushing->channel); i++) {
        bits += (uint64_t)__builtin_popcountll(pushing->bits[i]);
    }
    return bits >= pushing->channel.free_blocks.only_through_accessors;
}

static coop_status push(struct pushing *pushing, const struct coop_flowgraph *head, uint32_t tag,
                        uint64_t count)
{
    uint64_t bytes = free_words(&pushing->channel) * sizeof *pushing->bits;
    uint64_t outstanding = head->outstanding.only_through_accessors + count;
    coop_status status =
        coop_buffer_read(pushing->buffer, pushing->offset + pushing->channel.free_at, pushing->bits, bytes);

    if (status == COOP_OK && !has_its_bits(pushing)) {
        status = coop_buffer_refuse(
            pushing->buffer, COOP_INVALID_ARGUMENT, PUSHING,
            "a channel's free set is damaged: a kernel wrote over it; make the graph anew with "
            "coop_flow_init");
    }
    if (status == COOP_OK) {
        status = push_all(pushing);
    }
    if (status == COOP_OK) {
        status = coop_buffer_write(pushing->buffer, pushing->offset + pushing->channel.free_at, pushing->bits,
                                   bytes);
    }
    if (status == COOP_OK) {
        pushing->channel.pushed += count;
        pushing->channel.first_blocks = pushing->channel.tickets.only_through_accessors;
        status = coop_buffer_write(pushing->buffer, channel_at(pushing->offset, head, tag), &pushing->channel,
                                   sizeof pushing->channel);
    }
    return status == COOP_OK
               ? coop_buffer_write(pushing->buffer,
                                   pushing->offset + offsetof(struct coop_flowgraph, outstanding),
                                   &outstanding, sizeof outstanding)
               : status;
}

static coop_status push_items(coop_buffer *buffer, uint64_t offset, uint32_t channel, const void *items,
                              size_t item_bytes, uint64_t count)
{
    struct pushing pushing = {.buffer = buffer, .offset = offset, .items = items, .left = count};
    struct coop_flowgraph head;
    coop_status status = coop_flow_read_head(buffer, offset, PUSHING, &head);

    if (status == COOP_OK) {
        status = read_channel(buffer, offset, PUSHING, &head, channel, &pushing.channel);
    }
    if (status != COOP_OK) {
        return status;
    }
    if (item_bytes != pushing.channel.item_bytes) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, PUSHING,
                                  "the items have other bytes than the channel was made for (item_bytes)");
    }
    if (items == NULL && count > 0) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, PUSHING, "items is NULL");
    }
    pushing.bits = malloc(free_words(&pushing.channel) * sizeof *pushing.bits);
    if (pushing.bits == NULL) {
        return refuse_memory(buffer, PUSHING);
    }
    status = push(&pushing, &head, channel, count);
    free(pushing.bits);
    return status;
}

coop_status coop_flow_push(coop_buffer *buffer, uint64_t offset, uint32_t channel, const void *items,
                           size_t item_bytes, uint64_t count)
{
    struct coop_context_object *locked = coop_flow_lock(buffer);
    coop_status status = push_items(buffer, offset, channel, items, item_bytes, count);

    coop_flow_unlock(locked);
    return status;
}

/* ---- reporting ---- */

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void add_counts(struct coop_flow_counts *counts, const uint64_t *more)
{
    counts->emitted += more[COOP_FLOW_EMITTED];
    counts->kept += more[COOP_FLOW_KEPT];
    counts->run += more[COOP_FLOW_RUN];
    counts->batches += more[COOP_FLOW_BATCHES];
    counts->small += more[COOP_FLOW_SMALL];
    counts->shared += more[COOP_FLOW_SHARED];
    counts->taken += more[COOP_FLOW_TAKEN];
    counts->refusals += more[COOP_FLOW_REFUSALS];
    counts->chained += more[COOP_FLOW_CHAINED];
    counts->opened += more[COOP_FLOW_OPENED];
    counts->closed += more[COOP_FLOW_CLOSED];
    counts->deepest = most(counts->deepest, more[COOP_FLOW_DEEPEST]);
}

static coop_status report_channel(coop_buffer *buffer, uint64_t offset, const struct coop_flowgraph *head,
                                  uint32_t tag, const uint64_t *all, struct coop_flow_counts *counts)
{
    struct coop_channel channel;
    uint64_t in_use;
    coop_status status = read_channel(buffer, offset, READING, head, tag, &channel);

    if (status != COOP_OK) {
        return status;
    }
    counts->pushed += channel.pushed;
    counts->blocks += channel.block_count;
    counts->blocks_free += channel.free_blocks.only_through_accessors;
    counts->blocks_rule += channel.bound;
    counts->unfed += channel.pushed == 0 && channel.fed_by == 0;
    /* What the host has taken is out before any leader claims something. */
    in_use = channel.first_blocks + ((channel.flags & COOP_CHANNEL_KEEPS) != 0 ? head->groups : 0);
    for (uint32_t group = 0; group < head->groups; group++) {
        const uint64_t *of_group = all + (uint64_t)group * head->channel_count * COOP_FLOW_COUNTS;
        add_counts(counts, of_group + (tag - 1) * COOP_FLOW_COUNTS);
        in_use = most(in_use, of_group[(tag - 1) * COOP_FLOW_COUNTS + COOP_FLOW_MOST_BLOCKS]);
        counts->closures_most = most(counts->closures_most, of_group[COOP_FLOW_MOST_CLOSURES]);
    }
    counts->blocks_most += in_use;
    return COOP_OK;
}

coop_status coop_flow_report(coop_buffer *buffer, uint64_t offset, uint32_t channel,
                             struct coop_flow_counts *counts, uint64_t *outstanding)
{
    struct coop_flowgraph head;
    uint64_t *all = NULL;
    uint64_t bytes = 0;
    coop_status status;

    if (outstanding != NULL) {
        *outstanding = 0;
    }
    if (counts == NULL) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, READING, "counts is NULL");
    }
    memset(counts, 0, sizeof *counts);
    status = coop_flow_read_head(buffer, offset, READING, &head);
    if (status == COOP_OK) {
        bytes = (uint64_t)head.groups * head.channel_count * COOP_FLOW_COUNTS * sizeof *all;
        all = malloc(bytes);
        status = all != NULL ? coop_buffer_read(buffer, offset + head.counts_at, all, bytes)
                             : refuse_memory(buffer, READING);
    }
    if (status == COOP_OK && channel != UINT32_MAX) {
        status = report_channel(buffer, offset, &head, channel, all, counts);
    }
    for (uint32_t i = 1; status == COOP_OK && channel == UINT32_MAX && i <= head.channel_count; i++) {
        status = report_channel(buffer, offset, &head, i, all, counts);
    }
    free(all);
    if (status == COOP_OK) {
        counts->closures = head.closure_count - head.root_count;
        counts->closures_free = head.free_closures.only_through_accessors;
        counts->closures_rule = head.closure_bound;
    }
    if (outstanding != NULL && status == COOP_OK) {
        *outstanding = head.outstanding.only_through_accessors;
    }
    return status;
}
