#include "host/trace/flow_channels.h"

#include "host/trace/flow_event.h"

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
