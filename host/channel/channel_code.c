#include "host/channel/channel_code.h"

#include <stdio.h>

void coop_flow_code_fill(const struct coop_flow_code *code, struct coop_channel_options *channels,
                         uint32_t channel_count)
{
    for (uint32_t i = 0; i < channel_count && i < code->stage_count; i++) {
        channels[i].name = channels[i].name != NULL ? channels[i].name : code->stages[i].name;
        channels[i].item_bytes =
            channels[i].item_bytes != 0 ? channels[i].item_bytes : code->stages[i].item_bytes;
    }
}

static const char *name_of(const struct coop_flow_code *code, uint32_t tag)
{
    return tag <= code->stage_count && code->stages[tag - 1].name != NULL ? code->stages[tag - 1].name : "?";
}

static int has_edge(const struct coop_edge *edges, uint32_t count, const struct coop_edge *edge)
{
    for (uint32_t i = 0; i < count; i++) {
        if (edges[i].from == edge->from && edges[i].to == edge->to) {
            return 1;
        }
    }
    return 0;
}

static int check_channel(const struct coop_flow_options *options, uint32_t channel, char *wrong, size_t bytes)
{
    const struct coop_flow_code *code = options->code;
    const struct coop_channel_options *it = &options->channels[channel];
    const struct coop_flow_stage *stage = &code->stages[channel];

    if (it->item_bytes != stage->item_bytes) {
        snprintf(wrong, bytes, "channel %s: item_bytes is %u; in the module struct %s has %u",
                 name_of(code, channel + 1), it->item_bytes, name_of(code, channel + 1), stage->item_bytes);
        return 0;
    }
    if (!it->keeps && (stage->uses & COOP_FLOW_KEEPS) != 0) {
        snprintf(wrong, bytes, "channel %s: kernel %s calls coop_keep_%s; set keeps",
                 name_of(code, channel + 1), code->kernel_name, name_of(code, channel + 1));
        return 0;
    }
    if (it->first_items > 0 && (stage->uses & COOP_FLOW_RUNS) == 0) {
        snprintf(wrong, bytes, "channel %s has first_items, but kernel %s does not run its items",
                 name_of(code, channel + 1), code->kernel_name);
        return 0;
    }
    return 1;
}

/* The edges of the one that the other lacks, as "token -> count, document -> token". How many.
 */
static uint32_t list_edges(const struct coop_flow_code *code, const struct coop_edge *edges, uint32_t count,
                           const struct coop_edge *others, uint32_t other_count, char *list, size_t bytes)
{
    uint32_t found = 0;
    size_t used = 0;

    list[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        if (!has_edge(others, other_count, &edges[i])) {
            int length = used < bytes
                             ? snprintf(list + used, bytes - used, "%s%s -> %s", found > 0 ? ", " : "",
                                        name_of(code, edges[i].from), name_of(code, edges[i].to))
                             : 0;
            used += length > 0 ? (size_t)length : 0;
            found++;
        }
    }
    return found;
}

int coop_flow_code_check(const struct coop_flow_options *options, char *wrong, size_t bytes)
{
    const struct coop_flow_code *code = options->code;
    char list[160];

    if (options->channel_count != code->stage_count) {
        snprintf(wrong, bytes, "channel_count is %u; kernel %s has %u channels, %s to %s",
                 options->channel_count, code->kernel_name, code->stage_count, name_of(code, 1),
                 name_of(code, code->stage_count));
        return 0;
    }
    for (uint32_t i = 0; i < options->channel_count; i++) {
        if (!check_channel(options, i, wrong, bytes)) {
            return 0;
        }
    }
    if (list_edges(code, options->edges, options->edge_count, code->edges, code->edge_count, list,
                   sizeof list) > 0) {
        snprintf(wrong, bytes, "kernel %s does not emit along these edges: %s", code->kernel_name, list);
        return 0;
    }
    if (list_edges(code, code->edges, code->certain_count, options->edges, options->edge_count, list,
                   sizeof list) > 0) {
        snprintf(wrong, bytes,
                 "edges of kernel %s are missing: %s; declare each with most, what one item emits at most",
                 code->kernel_name, list);
        return 0;
    }
    return 1;
}
