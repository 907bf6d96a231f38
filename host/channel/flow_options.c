#include "host/channel/flow_options.h"

#include "coop/shared/limits.h"
#include "host/channel/closure_layout.h"

#include <stdio.h>
#include <string.h>

const char *coop_flow_name_of(const struct coop_flow_options *options, uint32_t channel, char *number)
{
    const char *name = options->channels[channel].name;

    snprintf(number, 16, "%u", channel + 1);
    return name != NULL ? name : number;
}

static int check_channel(const struct coop_flow_options *options, uint32_t channel, char *wrong, size_t bytes)
{
    const struct coop_channel_options *it = &options->channels[channel];
    uint32_t block_items = it->block_items != 0 ? it->block_items : COOP_FLOW_BLOCK_ITEMS;
    char number[16];
    const char *what = NULL;

    if (it->item_bytes < 4 || it->item_bytes > COOP_FLOW_ITEM_BYTES_MAX || it->item_bytes % 4 != 0) {
        what = "item_bytes, the size of its struct, is a multiple of 4 from 4 to 256";
    } else if ((block_items & (block_items - 1)) != 0 || block_items > COOP_FLOW_BLOCK_ITEMS_MAX) {
        what = "block_items is a power of two from 1 to 4096";
    } else if (it->least_items > block_items) {
        what = "least_items is at most block_items";
    } else if (it->levels > COOP_FLOW_LEVELS_MAX) {
        what = "levels is at most 256";
    }
    if (what != NULL) {
        snprintf(wrong, bytes, "channel %s: %s", coop_flow_name_of(options, channel, number), what);
    }
    return what == NULL;
}

static int check_edge(const struct coop_flow_options *options, uint32_t at, char *wrong, size_t bytes)
{
    const struct coop_edge *edge = &options->edges[at];

    if (edge->from == 0 || edge->from > options->channel_count || edge->to == 0 ||
        edge->to > options->channel_count) {
        snprintf(wrong, bytes, "edge %u leads from channel %u to channel %u; the channels are 1 to %u", at,
                 edge->from, edge->to, options->channel_count);
        return 0;
    }
    if (edge->most == 0 || edge->most > UINT16_MAX) {
        snprintf(wrong, bytes, "edge %u: most, what one item emits at most, is 1 to 65535, and it is %u", at,
                 edge->most);
        return 0;
    }
    for (uint32_t i = 0; i < at; i++) {
        if (options->edges[i].from == edge->from && options->edges[i].to == edge->to) {
            snprintf(wrong, bytes, "edges %u and %u are the same; declare it once, with the sum of most", i,
                     at);
            return 0;
        }
    }
    return 1;
}

int coop_flow_options_check(const struct coop_flow_options *options, char *wrong, size_t bytes)
{
    if (options == NULL) {
        snprintf(wrong, bytes, "options is NULL; groups and channels have no default");
        return 0;
    }
    if (options->groups == 0 || options->groups >= COOP_SLOTS_MAX) {
        snprintf(wrong, bytes, "groups, the work-groups that may take part, is 1 to 2047");
        return 0;
    }
    if (options->channel_count == 0 || options->channel_count > COOP_FLOW_CHANNELS_MAX ||
        options->channels == NULL) {
        snprintf(wrong, bytes, "channel_count, the number of channels, is 1 to 32");
        return 0;
    }
    if (options->edge_count > 0 && options->edges == NULL) {
        snprintf(wrong, bytes, "edges is NULL");
        return 0;
    }
    if ((uint32_t)options->policy > COOP_FLOW_OLDEST_FIRST) {
        snprintf(wrong, bytes, "policy is one of enum coop_flow_policy");
        return 0;
    }
    for (uint32_t i = 0; i < options->channel_count; i++) {
        if (!check_channel(options, i, wrong, bytes)) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < options->edge_count; i++) {
        if (!check_edge(options, i, wrong, bytes)) {
            return 0;
        }
    }
    return coop_closures_check(options, wrong, bytes);
}

int coop_flow_are_on_a_cycle(const struct coop_flow_shape *shape, uint32_t a, uint32_t b)
{
    return (shape->reach[a] >> b & 1) != 0 && (shape->reach[b] >> a & 1) != 0;
}

int coop_flow_are_a_component(const struct coop_flow_shape *shape, uint32_t a, uint32_t b)
{
    return a == b || coop_flow_are_on_a_cycle(shape, a, b);
}

static void find_reach(struct coop_flow_shape *shape)
{
    const struct coop_flow_options *options = shape->options;

    memset(shape->reach, 0, sizeof shape->reach);
    for (uint32_t i = 0; i < options->edge_count; i++) {
        shape->reach[options->edges[i].from - 1] |= UINT32_C(1) << (options->edges[i].to - 1);
    }
    for (uint32_t via = 0; via < options->channel_count; via++) {
        for (uint32_t i = 0; i < options->channel_count; i++) {
            if (shape->reach[i] >> via & 1) {
                shape->reach[i] |= shape->reach[via];
            }
        }
    }
}

/* The longest way to a sink, in components, at most the number of channels. */
static void find_keys(struct coop_flow_shape *shape)
{
    const struct coop_flow_options *options = shape->options;
    uint32_t distance[COOP_FLOW_CHANNELS_MAX] = {0};

    for (uint32_t round = 0; round < options->channel_count; round++) {
        for (uint32_t i = 0; i < options->edge_count; i++) {
            uint32_t from = options->edges[i].from - 1;
            uint32_t to = options->edges[i].to - 1;
            uint32_t next = distance[to] + !coop_flow_are_on_a_cycle(shape, from, to);
            distance[from] = distance[from] > next ? distance[from] : next;
        }
    }
    for (uint32_t i = 0; i < options->channel_count; i++) {
        uint32_t rank = options->channels[i].rank;
        shape->key[i] = rank != 0 ? rank - 1 : distance[i];
    }
    for (uint32_t i = 0; i < options->channel_count; i++) {
        for (uint32_t j = 0; j < options->channel_count; j++) {
            if (coop_flow_are_a_component(shape, i, j) && shape->key[j] < shape->key[i]) {
                shape->key[i] = shape->key[j];
            }
        }
    }
}

void coop_flow_shape_find(struct coop_flow_shape *shape, const struct coop_flow_options *options)
{
    shape->options = options;
    find_reach(shape);
    find_keys(shape);
}

/* The next channel on a way from `at` to `goal`. */
static uint32_t next_on_cycle(const struct coop_flow_shape *shape, uint32_t at, uint32_t goal, uint32_t seen)
{
    const struct coop_flow_options *options = shape->options;

    for (uint32_t i = 0; i < options->edge_count; i++) {
        uint32_t to = options->edges[i].to - 1;
        if (options->edges[i].from - 1 == at && (to == goal || !(seen >> to & 1)) &&
            (to == goal || (shape->reach[to] >> goal & 1))) {
            return to;
        }
    }
    return goal;
}

/* Spells out a cycle: "token -> document -> token". */
static void say_cycle(const struct coop_flow_shape *shape, uint32_t channel, char *wrong, size_t bytes)
{
    uint32_t seen = UINT32_C(1) << channel;
    uint32_t at = channel;
    char number[16];
    size_t used = (size_t)snprintf(wrong, bytes, "%s", coop_flow_name_of(shape->options, channel, number));

    for (uint32_t i = 0; i < shape->options->channel_count && used < bytes; i++) {
        at = next_on_cycle(shape, at, channel, seen);
        seen |= UINT32_C(1) << at;
        used += (size_t)snprintf(wrong + used, bytes - used, " -> %s",
                                 coop_flow_name_of(shape->options, at, number));
        if (at == channel) {
            break;
        }
    }
    if (used < bytes) {
        snprintf(
            wrong + used, bytes - used,
            " is a cycle; give its channels levels, the depth of the recursion (1 when nobody knows it)");
    }
}

int coop_flow_shape_check(const struct coop_flow_shape *shape, char *wrong, size_t bytes)
{
    for (uint32_t i = 0; i < shape->options->channel_count; i++) {
        if (coop_flow_are_on_a_cycle(shape, i, i) && shape->options->channels[i].levels == 0) {
            say_cycle(shape, i, wrong, bytes);
            return 0;
        }
    }
    return 1;
}

enum coop_flow_direction coop_flow_direction_of(const struct coop_flow_shape *shape, uint32_t from,
                                                uint32_t to)
{
    if (shape->options->channels[to].resumes) {
        return COOP_FLOW_TO_ABOVE;
    }
    return coop_flow_are_on_a_cycle(shape, from, to) ? COOP_FLOW_TO_DEEPER : COOP_FLOW_TO_FIRST;
}
