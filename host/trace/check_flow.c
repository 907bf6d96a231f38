/* K2: of each channel, what was pushed, emitted and kept is what was run, once a work-group has found that
 * no item is left; before that no more is run than there was. What was put into a ring, or given up as a
 * chain, is taken once.
 *
 * J1: there are as many returns as tasks wait for, and each wait has one that is the last; a root of the host
 * is a wait for one, which lasts where the launch has no task that returns to it. J4: each closure that was
 * taken is given back, and never are more taken than there are. Work-groups write their events one by one, so
 * a closure's end may stand before its beginning; and one of them tells how many closures there are, while
 * others take some. */
#include "host/trace/check_flow.h"

#include "host/trace/kind.h"
#include <stdlib.h>
#include <string.h>

#define CHAINS COOP_TRACE_CHANNELS /* in the place of a channel: of chains, which hold blocks of any */

struct channel_sum {
    int is_told;
    uint64_t pushed;
    uint64_t first_blocks;
    uint64_t emitted;
    uint64_t kept;
    uint64_t run;
};

/* A block that was put or taken. */
struct passage {
    uint32_t channel;
    uint32_t block;
    int32_t change; /* 1: put; -1: taken */
};

struct closure_sum {
    uint64_t there; /* without the roots */
    uint64_t roots; /* given by the host */
    uint64_t opened;
    uint64_t closed;
    uint64_t waits; /* those of the roots included */
    uint64_t awaited;
    uint64_t returned;
    uint64_t joined;
    uint64_t most; /* taken at once */
    const struct coop_trace_event *most_at;
};

struct flow_sum {
    struct closure_sum closures;
    struct channel_sum channels[COOP_TRACE_CHANNELS];
    struct passage *passages;
    size_t passage_count;
    const struct coop_trace_event *last;
    int is_told;
    int is_done;
};

static void add_passage(struct flow_sum *sum, uint32_t channel, uint32_t block, int32_t change)
{
    sum->passages[sum->passage_count++] = (struct passage){channel, block, change};
}

static void add_closures(struct closure_sum *sum, const struct coop_trace_event *event)
{
    switch (event->kind) {
    case COOP_TRACE_FLOW_CLOSURES:
        sum->there = event->value;
        sum->roots += coop_flow_event_rest(event);
        sum->waits += coop_flow_event_rest(event);
        sum->awaited += coop_flow_event_rest(event);
        break;
    case COOP_TRACE_FLOW_OPENED:
        sum->opened += coop_flow_event_opened(event);
        sum->waits += coop_flow_event_waits(event);
        sum->awaited += coop_flow_event_rest(event);
        break;
    case COOP_TRACE_FLOW_RETURNED:
        sum->returned += event->value;
        sum->joined += coop_flow_event_rest(event);
        break;
    default:
        sum->closed += event->value;
        break;
    }
    if (sum->opened > sum->closed && sum->opened - sum->closed > sum->most) {
        sum->most = sum->opened - sum->closed;
        sum->most_at = event;
    }
}

static void add_event(struct flow_sum *sum, const struct coop_trace_event *event)
{
    struct channel_sum *channel = &sum->channels[coop_flow_event_channel(event)];

    sum->last = event;
    switch (event->kind) {
    case COOP_TRACE_FLOW_CHANNEL:
        sum->is_told = 1;
        channel->is_told = 1;
        channel->pushed = coop_flow_event_pushed(event);
        channel->first_blocks = coop_flow_event_first_blocks(event);
        break;
    case COOP_TRACE_FLOW_BATCH:
        channel->run += coop_flow_event_items(event);
        channel->kept += coop_flow_event_kept(event);
        break;
    case COOP_TRACE_FLOW_EMITTED:
        channel->emitted += event->value;
        break;
    case COOP_TRACE_FLOW_SHARED:
        add_passage(sum, coop_flow_event_channel(event), coop_flow_event_block(event), 1);
        break;
    case COOP_TRACE_FLOW_TAKEN:
        add_passage(sum, coop_flow_event_channel(event), coop_flow_event_block(event), -1);
        break;
    case COOP_TRACE_FLOW_CHAIN_GIVEN:
        add_passage(sum, CHAINS, (uint32_t)event->word, 1);
        break;
    case COOP_TRACE_FLOW_CHAIN_TAKEN:
        add_passage(sum, CHAINS, (uint32_t)event->word, -1);
        break;
    case COOP_TRACE_FLOW_DONE:
        sum->is_done = 1;
        break;
    case COOP_TRACE_FLOW_CLOSURES:
    case COOP_TRACE_FLOW_OPENED:
    case COOP_TRACE_FLOW_RETURNED:
    case COOP_TRACE_FLOW_CLOSED:
        add_closures(&sum->closures, event);
        break;
    default:
        break;
    }
}

static void check_items(struct coop_trace_checker *checker, const struct flow_sum *sum)
{
    for (uint32_t i = 0; i < COOP_TRACE_CHANNELS; i++) {
        const struct channel_sum *channel = &sum->channels[i];
        uint64_t there = channel->pushed + channel->emitted + channel->kept;

        if (!channel->is_told && there + channel->run > 0) {
            coop_trace_violation(checker, sum->last, "K2", "the flow graph has no channel %u", i + 1);
        } else if (channel->run > there || (sum->is_done && channel->run < there)) {
            coop_trace_violation(checker, sum->last, "K2",
                                 "channel %u ran %llu items; %llu were pushed, %llu emitted and %llu kept",
                                 i + 1, (unsigned long long)channel->run, (unsigned long long)channel->pushed,
                                 (unsigned long long)channel->emitted, (unsigned long long)channel->kept);
        }
    }
}

static void count_checked(struct coop_trace_verdict *verdict, const struct flow_sum *sum)
{
    verdict->flow_graphs++;
    for (uint32_t i = 0; i < COOP_TRACE_CHANNELS; i++) {
        verdict->channels += (uint64_t)sum->channels[i].is_told;
        verdict->items += sum->channels[i].run;
    }
}

/* `done` of something that wants `wanted` of it in all: never more, and not fewer behind the end. */
static int is_off(const struct flow_sum *sum, uint64_t done, uint64_t wanted)
{
    return done > wanted || (sum->is_done && done < wanted);
}

/* Behind the end only roots may still wait, each for one. */
static int are_returns_off(const struct flow_sum *sum)
{
    const struct closure_sum *closures = &sum->closures;
    uint64_t missing = closures->awaited - closures->returned;

    return closures->returned > closures->awaited || closures->joined > closures->waits ||
           (sum->is_done && (missing > closures->roots || missing != closures->waits - closures->joined));
}

static void check_closures(struct coop_trace_checker *checker, const struct flow_sum *sum)
{
    const struct closure_sum *closures = &sum->closures;

    if (are_returns_off(sum)) {
        coop_trace_violation(checker, sum->last, "J1",
                             "%llu tasks returned, %llu of them as the last ones; %llu waits were for %llu",
                             (unsigned long long)closures->returned, (unsigned long long)closures->joined,
                             (unsigned long long)closures->waits, (unsigned long long)closures->awaited);
    }
    if (closures->most > closures->there || is_off(sum, closures->closed, closures->opened)) {
        coop_trace_violation(checker, closures->most > closures->there ? closures->most_at : sum->last, "J4",
                             "of %llu closures %llu were taken and %llu given back, in all",
                             (unsigned long long)closures->there, (unsigned long long)closures->opened,
                             (unsigned long long)closures->closed);
    }
}

static int compare_passages(const void *a, const void *b)
{
    const struct passage *left = a;
    const struct passage *right = b;

    if (left->channel != right->channel) {
        return left->channel < right->channel ? -1 : 1;
    }
    return left->block < right->block ? -1 : left->block > right->block;
}

/* `net` is how often the block was put, less how often it was taken. Once less where the host has put it. */
static void check_block(struct coop_trace_checker *checker, const struct flow_sum *sum,
                        const struct passage *block, int32_t net)
{
    int32_t least = block->channel == CHAINS ? 0 : -1;

    if (net < least || (sum->is_done && net > 0)) {
        coop_trace_violation(checker, sum->last, "K2", "%s block %u was %s",
                             block->channel == CHAINS ? "the chain of" : "the ring's", block->block,
                             net < 0 ? "taken twice" : "put and never taken");
    }
}

/* Of a channel's blocks so many were taken that no work-group had put. */
static void check_first(struct coop_trace_checker *checker, const struct flow_sum *sum, uint32_t channel,
                        uint64_t taken)
{
    uint64_t first = sum->channels[channel].first_blocks;

    if (taken > first || (sum->is_done && taken < first)) {
        coop_trace_violation(
            checker, sum->last, "K2",
            "%llu blocks of channel %u were taken that no work-group had put; the host put %llu",
            (unsigned long long)taken, channel + 1, (unsigned long long)first);
    }
}

static void check_blocks(struct coop_trace_checker *checker, struct flow_sum *sum)
{
    uint64_t of_host[COOP_TRACE_CHANNELS + 1] = {0};

    if (sum->passage_count > 0) {
        qsort(sum->passages, sum->passage_count, sizeof *sum->passages, compare_passages);
    }
    for (size_t i = 0; i < sum->passage_count;) {
        const struct passage *first = &sum->passages[i];
        int32_t net = 0;
        for (; i < sum->passage_count && compare_passages(first, &sum->passages[i]) == 0; i++) {
            net += sum->passages[i].change;
        }
        of_host[first->channel] += net < 0;
        check_block(checker, sum, first, net);
    }
    for (uint32_t i = 0; i < COOP_TRACE_CHANNELS; i++) {
        check_first(checker, sum, i, of_host[i]);
    }
}

static int is_of_flow(const struct coop_trace_event *event)
{
    return coop_trace_kind_get(event->kind)->recorded == COOP_RECORDED_WITH_FLOW;
}

static size_t count_events(const struct coop_trace *trace)
{
    size_t count = 0;

    for (size_t i = 0; i < trace->event_count; i++) {
        count += (size_t)is_of_flow(&trace->events[i]);
    }
    return count;
}

static void check_launch(struct coop_trace_checker *checker, size_t index, struct flow_sum *sum)
{
    const struct coop_trace *trace = checker->trace;
    struct passage *passages = sum->passages;

    memset(sum, 0, sizeof *sum);
    sum->passages = passages;
    for (size_t i = 0; i < trace->event_count; i++) {
        if (trace->events[i].launch == trace->launches[index].sequence && is_of_flow(&trace->events[i]) &&
            checker->links[i].has_form) {
            add_event(sum, &trace->events[i]);
        }
    }
    if (sum->is_told) {
        check_items(checker, sum);
        check_closures(checker, sum);
        check_blocks(checker, sum);
        count_checked(checker->verdict, sum);
    }
}

int coop_trace_check_flow(struct coop_trace_checker *checker)
{
    const struct coop_trace *trace = checker->trace;
    size_t count = count_events(trace);
    struct flow_sum *sum;

    if (count == 0 || trace->was_live || trace->events_lost > trace->barrier_events_lost) {
        return 0;
    }
    sum = calloc(1, sizeof *sum);
    if (sum == NULL || (sum->passages = calloc(count, sizeof *sum->passages)) == NULL) {
        free(sum);
        return -1;
    }
    /* The first channel's event stands for the launch. */
    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_launch *launch = coop_trace_find_launch(trace, trace->events[i].launch);
        if (trace->events[i].kind == COOP_TRACE_FLOW_CHANNEL &&
            coop_flow_event_channel(&trace->events[i]) == 0 && launch != NULL &&
            !checker->accounts[launch - trace->launches].was_cut_short) {
            check_launch(checker, (size_t)(launch - trace->launches), sum);
        }
    }
    free(sum->passages);
    free(sum);
    return 0;
}
