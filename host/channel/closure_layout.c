#include "host/channel/closure_layout.h"

#include <stdio.h>

static int refuse_channel(const struct coop_flow_options *options, uint32_t channel, const char *why,
                          char *wrong, size_t bytes)
{
    const char *name = options->channels[channel].name;

    if (name != NULL) {
        snprintf(wrong, bytes, "channel %s: %s", name, why);
    } else {
        snprintf(wrong, bytes, "channel %u: %s", channel + 1, why);
    }
    return 0;
}

static int check_channel(const struct coop_flow_options *options, uint32_t channel, char *wrong, size_t bytes)
{
    const struct coop_channel_options *it = &options->channels[channel];

    if ((it->opens || it->resumes) && options->closure_bytes == 0) {
        return refuse_channel(options, channel,
                              "it opens or resumes closures, and closure_bytes, the bytes of one, is 0",
                              wrong, bytes);
    }
    if (it->opens && it->resumes) {
        return refuse_channel(options, channel,
                              "its items take closures (opens) or are closures (resumes), but not both",
                              wrong, bytes);
    }
    if (it->resumes && it->item_bytes != sizeof(coop_u32)) {
        return refuse_channel(options, channel,
                              "its items are closures (resumes), each a number: item_bytes is 4", wrong,
                              bytes);
    }
    return 1;
}

/* Does the point emit tasks, which open closures? */
static int spawns(const struct coop_flow_options *options, uint32_t tag)
{
    for (uint32_t i = 0; i < options->edge_count; i++) {
        const struct coop_edge *edge = &options->edges[i];

        if (edge->from == tag && options->channels[edge->to - 1].opens) {
            return 1;
        }
    }
    return 0;
}

/* An edge to a point leads one level up. From a channel of fewer levels it would lead to the first ones,
 * however deep the point's task is, and no number of closures would suffice (J6). */
static int check_edge(const struct coop_flow_options *options, const struct coop_edge *edge, char *wrong,
                      size_t bytes)
{
    const struct coop_channel_options *from = &options->channels[edge->from - 1];
    const struct coop_channel_options *to = &options->channels[edge->to - 1];
    char why[128];

    if (!to->resumes || to->levels <= 1 || from->levels >= to->levels || !spawns(options, edge->to)) {
        return 1;
    }
    snprintf(why, sizeof why, "its %u levels are fewer than the %u of channel %u, a point that it returns to",
             from->levels, to->levels, edge->to);
    return refuse_channel(options, edge->from - 1, why, wrong, bytes);
}

int coop_closures_check(const struct coop_flow_options *options, char *wrong, size_t bytes)
{
    if (options->closure_bytes == 0 && (options->closures > 0 || options->roots > 0)) {
        snprintf(wrong, bytes, "closure_bytes, the bytes of a closure, is 0; closures and roots want some");
        return 0;
    }
    if (options->closure_bytes > COOP_CLOSURE_BYTES_MAX ||
        (options->closure_bytes > 0 && options->closure_bytes < sizeof(struct coop_closure))) {
        snprintf(wrong, bytes,
                 "closure_bytes, the bytes of a closure with its head, is %u to %u, and it is %u",
                 (unsigned)sizeof(struct coop_closure), COOP_CLOSURE_BYTES_MAX, options->closure_bytes);
        return 0;
    }
    for (uint32_t i = 0; i < options->channel_count; i++) {
        if (!check_channel(options, i, wrong, bytes)) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < options->edge_count; i++) {
        if (!check_edge(options, &options->edges[i], wrong, bytes)) {
            return 0;
        }
    }
    return 1;
}

/* What decides how many closures wait at once. */
struct waiting {
    uint32_t most;   /* items of the largest batch that opens closures */
    uint32_t levels; /* of the deepest recursion */
    uint64_t items;  /* of the rule */
};

/* On each level below a batch every channel with levels may have nearly a block of items left, and each of
 * these a closure of its own on all levels above: the rule's items are those of all such channels together.
 * What it adds three times has room for a block of each point without levels, for the batch and for what came
 * from a ring. */
static struct waiting measure(const struct coop_flow_options *options)
{
    struct waiting waiting = {1, 1, 1};
    uint64_t deep = 0;
    uint64_t flat = 0;

    for (uint32_t i = 0; i < options->channel_count; i++) {
        const struct coop_channel_options *it = &options->channels[i];
        uint32_t block_items = it->block_items != 0 ? it->block_items : 256;

        if (it->opens) {
            waiting.most = waiting.most > block_items ? waiting.most : block_items;
            waiting.levels = waiting.levels > it->levels ? waiting.levels : it->levels;
        }
        deep += it->opens || it->levels > 1 ? block_items : 0;
        flat += it->opens || it->levels > 1 ? 0 : block_items;
    }
    waiting.items = (flat + 2 * (uint64_t)waiting.most + 2) / 3;
    waiting.items = waiting.items > deep ? waiting.items : deep;
    return waiting;
}

int coop_closures_plan(const struct coop_flow_options *options, struct coop_flowgraph *head, char *wrong,
                       size_t bytes)
{
    struct waiting waiting;
    uint64_t rule;
    uint64_t count = options->closures;

    if (options->closure_bytes == 0) {
        return 1;
    }
    waiting = measure(options);
    head->closure_stock = options->closure_stock > 0 ? options->closure_stock : COOP_CLOSURE_STOCK;
    rule = coop_closures_bound(options->groups, (uint32_t)waiting.items, waiting.levels, head->closure_stock);
    if (count == 0) {
        count = coop_closures_default(options->groups, waiting.most, waiting.levels);
    }
    count += options->roots;
    if (count <= options->roots || count > COOP_CLOSURES_MAX) {
        snprintf(wrong, bytes,
                 "closures, beside those of the host's %u roots, are 1 to %u, and %llu are asked for",
                 options->roots, COOP_CLOSURES_MAX - options->roots,
                 (unsigned long long)(count - options->roots));
        return 0;
    }
    head->closure_count = (uint32_t)count;
    head->closure_bytes = coop_closure_stride(options->closure_bytes);
    head->closure_bound = rule < UINT32_MAX ? (uint32_t)rule : UINT32_MAX;
    head->root_count = options->roots;
    head->free_closures.only_through_accessors = count - options->roots;
    return 1;
}

uint64_t coop_closures_blocks(const struct coop_flow_options *options, const struct coop_flowgraph *head,
                              uint32_t channel)
{
    const struct coop_channel_options *it = &options->channels[channel];
    uint32_t block_items = it->block_items != 0 ? it->block_items : 256;

    return it->resumes ? (head->closure_count + (uint64_t)block_items - 1) / block_items : 0;
}

uint64_t coop_closures_bytes(const struct coop_flowgraph *head)
{
    return (uint64_t)head->closure_count * head->closure_bytes + COOP_CLOSURE_BYTES_MAX;
}

uint64_t coop_closures_free_word(const struct coop_flowgraph *head, uint32_t word)
{
    uint64_t bits = 0;

    for (uint64_t i = 0; i < 64; i++) {
        uint64_t closure = (uint64_t)word * 64 + i;
        bits |= closure >= head->root_count && closure < head->closure_count ? UINT64_C(1) << i : 0;
    }
    return bits;
}
