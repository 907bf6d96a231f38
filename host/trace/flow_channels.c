#include "host/trace/flow_channels.h"

#include "host/trace/kind.h"

size_t coop_trace_channels_find(const struct coop_trace_channels *channels, const struct coop_trace *trace,
                                const struct coop_trace_event *event)
{
    const char *kernel = coop_trace_kernel_name(trace, event->launch);
    uint32_t number = coop_flow_event_channel(event);

    for (size_t i = 0; i < channels->count; i++) {
        if (channels->items[i].number == number && strcmp(channels->items[i].kernel, kernel) == 0) {
            return i;
        }
    }
    return channels->count;
}

static void note_channel(struct coop_trace_channels *channels, const struct coop_trace *trace,
                         const struct coop_trace_event *event)
{
    size_t at = coop_trace_channels_find(channels, trace, event);
    struct coop_trace_channel *channel = &channels->items[at];

    if (at == channels->count) {
        channels->count++;
        channel->kernel = coop_trace_kernel_name(trace, event->launch);
        channel->number = coop_flow_event_channel(event);
    }
    channel->work_items = coop_flow_event_work_items(event);
    channel->is_by_group = coop_flow_event_is_by_group(event);
}

static void note_name(struct coop_trace_channels *channels, const struct coop_trace *trace,
                      const struct coop_trace_event *event)
{
    size_t at = coop_trace_channels_find(channels, trace, event);
    uint32_t first = (event->value >> 8 & 0xffu) * 8;

    for (uint32_t i = 0; i < 8 && at < channels->count && first + i < COOP_TRACE_NAME_BYTES - 1; i++) {
        channels->items[at].name[first + i] = (char)(event->word >> 8 * i);
    }
}

int coop_trace_channels_read(struct coop_trace_channels *channels, const struct coop_trace *trace)
{
    size_t most = 0;

    for (size_t i = 0; i < trace->event_count; i++) {
        most += trace->events[i].kind == COOP_TRACE_FLOW_CHANNEL;
    }
    channels->count = 0;
    channels->items = calloc(most + 1, sizeof *channels->items);
    if (channels->items == NULL) {
        return -1;
    }
    for (size_t i = 0; i < trace->event_count; i++) {
        if (trace->events[i].kind == COOP_TRACE_FLOW_CHANNEL) {
            note_channel(channels, trace, &trace->events[i]);
        } else if (trace->events[i].kind == COOP_TRACE_FLOW_NAME) {
            note_name(channels, trace, &trace->events[i]);
        }
    }
    return 0;
}

void coop_trace_channels_clear(struct coop_trace_channels *channels)
{
    free(channels->items);
    *channels = (struct coop_trace_channels){NULL, 0};
}

/* A work-group that has been refused waits until its next batch begins. */
struct wait {
    struct coop_trace_channel_stat *channel; /* NULL: it does not wait */
    uint64_t since_ns;
};

static void add_batch(struct coop_trace_channel_stat *channel, const struct coop_trace_channel *of,
                      const struct coop_trace_event *event, struct wait *wait)
{
    uint64_t items = coop_flow_event_items(event);
    uint64_t work_items = of->work_items > 0 ? of->work_items : 1;
    uint64_t began_ns = event->time_ns - coop_flow_event_ns(event);

    channel->batches++;
    channel->items += items;
    channel->kept += coop_flow_event_kept(event);
    channel->lanes += of->is_by_group ? items : (items + work_items - 1) / work_items * work_items;
    channel->busy_ns += coop_flow_event_ns(event);
    if (wait->channel != NULL) {
        wait->channel->wait_ns += began_ns > wait->since_ns ? began_ns - wait->since_ns : 0;
        wait->channel = NULL;
    }
}

static void add_event(struct coop_trace_channel_stat *channel, const struct coop_trace_channel *of,
                      const struct coop_trace_event *event, struct wait *wait)
{
    switch (event->kind) {
    case COOP_TRACE_FLOW_CHANNEL:
        channel->pushed += coop_flow_event_pushed(event);
        break;
    case COOP_TRACE_FLOW_BATCH:
        add_batch(channel, of, event, wait);
        break;
    case COOP_TRACE_FLOW_EMITTED:
        channel->emitted += event->value;
        break;
    case COOP_TRACE_FLOW_SHARED:
        channel->shared++;
        break;
    case COOP_TRACE_FLOW_TAKEN:
        channel->taken++;
        break;
    case COOP_TRACE_FLOW_REFUSED:
        channel->waits++;
        wait->channel = channel;
        wait->since_ns = event->time_ns;
        break;
    default:
        break;
    }
}

static int is_of_a_channel(const struct coop_trace_event *event)
{
    return coop_trace_kind_get(event->kind)->recorded == COOP_RECORDED_WITH_FLOW &&
           event->kind != COOP_TRACE_FLOW_CHAIN_GIVEN && event->kind != COOP_TRACE_FLOW_CHAIN_TAKEN &&
           event->kind < COOP_TRACE_FLOW_DONE;
}

/* ---- closures ---- */

/* That of the event's kernel, which a CLOSURES makes; NULL: there is none. */
static struct coop_trace_closure_stat *closures_of(struct coop_trace_stat *stat,
                                                   const struct coop_trace_event *event)
{
    const char *kernel = coop_trace_kernel_name(stat->trace, event->launch);

    for (size_t i = 0; i < stat->closure_count; i++) {
        if (strcmp(stat->closures[i].kernel, kernel) == 0) {
            return &stat->closures[i];
        }
    }
    if (event->kind != COOP_TRACE_FLOW_CLOSURES) {
        return NULL;
    }
    stat->closures[stat->closure_count].kernel = kernel;
    return &stat->closures[stat->closure_count++];
}

/* Before any is counted: one work-group tells of a graph's closures while others take some. */
static void find_closures(struct coop_trace_stat *stat)
{
    for (size_t i = 0; i < stat->trace->event_count; i++) {
        if (stat->trace->events[i].kind == COOP_TRACE_FLOW_CLOSURES) {
            closures_of(stat, &stat->trace->events[i]);
        }
    }
}

/* *in_use of the event's launch: taken and not given back. */
static void add_closure_event(struct coop_trace_closure_stat *closures, const struct coop_trace_event *event,
                              uint64_t *in_use)
{
    uint64_t closed;

    switch (event->kind) {
    case COOP_TRACE_FLOW_CLOSURES:
        closures->closures = closures->closures > event->value ? closures->closures : event->value;
        break;
    case COOP_TRACE_FLOW_OPENED:
        closures->opened += coop_flow_event_opened(event);
        closures->waits += coop_flow_event_waits(event);
        closures->awaited += coop_flow_event_rest(event);
        *in_use += coop_flow_event_opened(event);
        closures->peak = closures->peak > *in_use ? closures->peak : *in_use;
        break;
    case COOP_TRACE_FLOW_RETURNED:
        closures->returned += event->value;
        closures->joined += coop_flow_event_rest(event);
        break;
    case COOP_TRACE_FLOW_CLOSED:
        closed = event->value;
        closures->closed += closed;
        *in_use -= closed < *in_use ? closed : *in_use;
        break;
    default:
        break;
    }
}

static int add_closures(struct coop_trace_stat *stat)
{
    const struct coop_trace *trace = stat->trace;
    uint64_t *in_use = calloc(trace->launch_count + 1, sizeof *in_use);
    size_t graphs = 0;

    for (size_t i = 0; i < trace->event_count; i++) {
        graphs += trace->events[i].kind == COOP_TRACE_FLOW_CLOSURES;
    }
    stat->closures = calloc(graphs + 1, sizeof *stat->closures);
    if (in_use == NULL || stat->closures == NULL) {
        free(in_use);
        return -1;
    }
    find_closures(stat);
    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];
        const struct coop_trace_launch *launch = coop_trace_find_launch(trace, event->launch);
        struct coop_trace_closure_stat *closures =
            event->kind >= COOP_TRACE_FLOW_CLOSURES ? closures_of(stat, event) : NULL;
        if (launch != NULL && closures != NULL) {
            add_closure_event(closures, event, &in_use[launch - trace->launches]);
        }
    }
    free(in_use);
    return 0;
}

static void add_events(struct coop_trace_stat *stat, const struct coop_trace_channels *channels,
                       struct wait *waits)
{
    const struct coop_trace *trace = stat->trace;

    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];
        size_t at;

        if (coop_trace_ends_group(event->kind) && event->slot < trace->slot_count) {
            waits[event->slot].channel = NULL;
        }
        if (!is_of_a_channel(event) || event->slot >= trace->slot_count) {
            continue;
        }
        at = coop_trace_channels_find(channels, trace, event);
        if (at < channels->count) {
            add_event(&stat->channels[at], &channels->items[at], event, &waits[event->slot]);
        }
    }
}

int coop_trace_stat_flow(struct coop_trace_stat *stat)
{
    struct coop_trace_channels channels;
    struct wait *waits;

    if (coop_trace_channels_read(&channels, stat->trace) != 0) {
        return -1;
    }
    waits = calloc((size_t)stat->trace->slot_count + 1, sizeof *waits);
    stat->channels = calloc(channels.count + 1, sizeof *stat->channels);
    if (waits == NULL || stat->channels == NULL || add_closures(stat) != 0) {
        free(waits);
        coop_trace_channels_clear(&channels);
        return -1;
    }
    stat->channel_count = channels.count;
    for (size_t i = 0; i < channels.count; i++) {
        stat->channels[i].kernel = channels.items[i].kernel;
        memcpy(stat->channels[i].name, channels.items[i].name, sizeof channels.items[i].name);
    }
    add_events(stat, &channels, waits);
    free(waits);
    coop_trace_channels_clear(&channels);
    return 0;
}
