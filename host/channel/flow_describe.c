#include "host/channel/flow_describe.h"

#include "host/channel/graph.h"
#include <stdio.h>

static void say_graph_misfit(uint32_t detail, char *to, size_t capacity)
{
    uint32_t number = detail & 0xffffff;

    switch (detail >> 24) {
    case COOP_FLOW_FEWER_GROUPS:
        snprintf(to, capacity, "; this one was made for %u work-groups", number);
        break;
    case COOP_FLOW_MORE_CHANNELS:
        snprintf(to, capacity, "; it has %u channels: build the module with -DCOOP_FLOW_CHANNELS=%u", number,
                 number);
        break;
    case COOP_FLOW_MORE_LISTS:
        snprintf(to, capacity,
                 "; its channels have %u levels together: build the module with -DCOOP_FLOW_LISTS=%u", number,
                 (number + 31) / 32 * 32);
        break;
    case COOP_FLOW_MORE_LEASES:
        snprintf(
            to, capacity,
            "; an item may emit into %u blocks: build the module with -DCOOP_FLOW_LEASES=%u, or make most "
            "smaller",
            number, number);
        break;
    case COOP_FLOW_MORE_EDGES:
        snprintf(to, capacity, "; it has %u edges: build the module with -DCOOP_FLOW_EDGES=%u", number,
                 number);
        break;
    case COOP_FLOW_OTHER_ITEMS:
        snprintf(to, capacity, "; the items of channel %u have other bytes than the kernel's struct", number);
        break;
    case COOP_FLOW_MORE_CLOSURES:
        snprintf(
            to, capacity,
            "; it has closures: build the module with -DCOOP_FLOW_CLOSURES=1024, the number of free ones "
            "that a work-group keeps at hand");
        break;
    case COOP_FLOW_MORE_STOCK:
        snprintf(to, capacity,
                 "; a work-group of the module keeps %u free closures at hand: set closure_stock to that in "
                 "coop_flow_options",
                 number);
        break;
    default:
        snprintf(to, capacity, "; there is none at that address");
        break;
    }
}

static void say_channel_misuse(const struct coop_flow_seen *graph, const struct coop_failure_record *failure,
                               char *to, size_t capacity)
{
    static const char *const texts[] = {
        [COOP_FLOW_NO_CONSUMER] = "coop_flow_run does not name it, so nobody runs its items",
        [COOP_FLOW_KEEPS_NONE] = "an item was kept there that is not of the batch's channel, or whose "
                                 "channel was made without keeps",
        [COOP_FLOW_KEPT_TWICE] = "an item was kept more than once",
        [COOP_FLOW_OPENS_NONE] = "an item took a closure whose channel was made without opens, or a second "
                                 "one",
        [COOP_FLOW_RESUMES_NONE] = "an item gave a closure back whose channel was made without resumes, or "
                                   "one that is none, or a second one",
        [COOP_FLOW_RETURNS_TO_NOBODY] = "an item returned to nobody: more tasks return to a closure than it "
                                        "waits for, or the closure is not that of a task",
        [COOP_FLOW_FREES_TWICE] = "a closure was given back that is free already: its task has ended twice"};
    uint32_t what = failure->detail >> 24;

    if (what >= COOP_FLOW_NO_CONSUMER && what <= COOP_FLOW_FREES_TWICE) {
        uint32_t tag = failure->detail & 0xffffff;
        snprintf(to, capacity, "; %s: %s",
                 tag != 0 ? coop_flow_name_channel(graph, tag).text : "a flow graph", texts[what]);
    }
}

/* An item of one channel emitted too much into another. */
static void say_bound(const struct coop_flow_seen *graph, const struct coop_failure_record *failure, char *to,
                      size_t capacity)
{
    uint32_t from = (uint32_t)failure->begin;
    uint32_t most = coop_flow_most_of(graph, from, failure->detail);
    struct coop_flow_name from_name = coop_flow_name_channel(graph, from);
    struct coop_flow_name to_name = coop_flow_name_channel(graph, failure->detail);

    if (most == 0) {
        snprintf(to, capacity, "; there is no edge from %s to %s", from_name.text, to_name.text);
    } else {
        snprintf(to, capacity,
                 "; the edge from %s to %s declares %u, and a batch of %llu items of level %u needed more",
                 from_name.text, to_name.text, most, (unsigned long long)failure->end, failure->bytes);
    }
}

static void say_full(const struct coop_flow_seen *graph, const struct coop_failure_record *failure, char *to,
                     size_t capacity)
{
    int is_breadth = graph->is_there && graph->head.policy == COOP_FLOW_OLDEST_FIRST;

    if (failure->detail == COOP_FLOW_SHORT_OF_CLOSURES + 1u) {
        snprintf(to, capacity,
                 "; it has %u closures, %llu of them free, and items of level %u were run; %llu closures "
                 "always suffice",
                 (uint32_t)failure->end, (unsigned long long)failure->begin, failure->bytes,
                 (unsigned long long)(failure->end >> 32));
        return;
    }
    snprintf(
        to, capacity,
        "; %s has %u blocks, %llu of them free, and items of level %u were run; %llu blocks, beside those of "
        "the host's items, always suffice%s",
        coop_flow_name_channel(graph, failure->detail).text, (uint32_t)failure->end,
        (unsigned long long)failure->begin, failure->bytes, (unsigned long long)(failure->end >> 32),
        is_breadth ? ", unless the oldest are first: then all items that wait want room" : "");
}

void coop_flow_failure_say(const struct coop_control_access *control,
                           const struct coop_failure_record *failure, char *to, size_t capacity)
{
    struct coop_flow_seen graph;
    uint32_t kind = failure->kind.only_through_accessors;

    if (kind == COOP_FAILURE_FLOW_GRAPH) {
        say_graph_misfit(failure->detail, to, capacity);
        return;
    }
    graph = coop_flow_see(control->transport, control->setup.arena_before, failure->at);
    if (kind == COOP_FAILURE_FLOW_FULL) {
        say_full(&graph, failure, to, capacity);
    } else if (kind == COOP_FAILURE_FLOW_BOUND) {
        say_bound(&graph, failure, to, capacity);
    } else {
        say_channel_misuse(&graph, failure, to, capacity);
    }
}

void coop_flow_describe_batch(struct coop_out *out, const struct coop_control_access *control, uint32_t slot)
{
    struct coop_transport_word words[2] = {coop_slot_batch_word(slot), coop_slot_flow_word(slot)};
    struct coop_flow_seen graph;
    uint32_t items;

    if (coop_control_collect(control, words, 2) != COOP_OK || words[0].value == 0) {
        return;
    }
    items = COOP_SLOT_BATCH_ITEMS(words[0].value);
    graph = coop_flow_see(control->transport, control->setup.arena_before, words[1].value);
    coop_say(out, ", with %u item%s of %s", items, items == 1 ? "" : "s",
             coop_flow_name_channel(&graph, COOP_SLOT_BATCH_TAG(words[0].value)).text);
    if (COOP_SLOT_BATCH_LEVEL(words[0].value) > 0) {
        coop_say(out, ", level %u", COOP_SLOT_BATCH_LEVEL(words[0].value));
    }
}
