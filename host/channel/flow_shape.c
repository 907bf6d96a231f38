#include "host/channel/flow_shape.h"

#include "host/channel/flow_options.h"
#include <stdio.h>
#include <string.h>

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
