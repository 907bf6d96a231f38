#include "host/trace/svg_flow.h"

#include "host/base/out.h"
#include "host/trace/flow_channels.h"
#include "host/trace/kind.h"
#include "host/trace/svg_writer.h"

#define CHANNELS_TOP 92.0 /* of the legend */
#define BAR 0.62          /* of the row's height; the kernel's colour remains around it */

/* Different from the kernels' at the same place; the last one is of all other channels. */
static const char *const colours[KINDS] = {"#f0e442", "#56b4e9", "#d55e00", "#009e73", "#cc79a7",
                                           "#332288", "#882255", "#ddcc77", "#aaaaaa"};

static size_t kind_of(size_t channel)
{
    return channel < KINDS - 1 ? channel : KINDS - 1;
}

static void write_channels(struct svg_writer *writer, const struct coop_trace_channels *channels)
{
    double x = PLOT_LEFT;

    for (size_t i = 0; i < channels->count && i < KINDS - 1; i++) {
        fprintf(writer->file,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"10\" fill=\"%s\"/><text x=\"%.1f\" "
                "y=\"%.1f\">",
                x, CHANNELS_TOP, colours[i], x + 20, CHANNELS_TOP + 9.5);
        coop_markup_xml(writer->file, channels->items[i].name);
        fputs("</text>\n", writer->file);
        x += 20 + 7.4 * (double)strlen(channels->items[i].name) + 22;
    }
}

static struct svg_column_row strip_of(const struct svg_writer *writer, unsigned slot)
{
    double height = svg_height_of(writer, slot);

    return (struct svg_column_row){svg_row_of(writer, slot) + height * (1 - BAR) / 2, height * BAR, colours};
}

static void draw_batch(struct svg_writer *writer, const struct coop_trace_channels *channels, size_t channel,
                       const struct coop_trace_event *event)
{
    struct svg_column_row strip = strip_of(writer, event->slot);
    uint64_t ns = coop_flow_event_ns(event);
    double begin = svg_place_of(writer, event->time_ns > ns ? event->time_ns - ns : 0);
    double end = svg_place_of(writer, event->time_ns);

    if (end - begin < DRAWN_PIXELS) {
        coop_svg_count_narrow(writer->columns + (size_t)event->slot * COLUMNS, kind_of(channel), begin, end);
        return;
    }
    fprintf(writer->file, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"><title>",
            begin, strip.y, end - begin, strip.height, colours[kind_of(channel)]);
    coop_markup_xml(writer->file, channels->items[channel].name);
    fprintf(writer->file, ": %u items, %u kept, level %u, %.1f us</title></rect>\n",
            coop_flow_event_items(event), coop_flow_event_kept(event), coop_flow_event_level(event),
            (double)ns / 1e3);
}

static void draw_all(struct svg_writer *writer, const struct coop_trace_channels *channels)
{
    const struct coop_trace *trace = writer->trace;

    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];
        size_t channel;

        if (event->kind != COOP_TRACE_FLOW_BATCH || event->slot >= trace->slot_count ||
            event->time_ns < writer->begin_ns ||
            event->time_ns > writer->end_ns + coop_flow_event_ns(event)) {
            continue;
        }
        channel = coop_trace_channels_find(channels, trace, event);
        if (channel < channels->count) {
            draw_batch(writer, channels, channel, event);
        }
    }
    for (unsigned slot = 1; slot < trace->slot_count; slot++) {
        struct svg_column_row strip = strip_of(writer, slot);
        coop_svg_draw_narrow(writer->file, writer->columns + (size_t)slot * COLUMNS, &strip);
    }
}

int coop_svg_draw_batches(struct svg_writer *writer)
{
    struct coop_trace_channels channels;

    if (coop_trace_channels_read(&channels, writer->trace) != 0) {
        return -1;
    }
    if (channels.count > 0) {
        writer->columns = calloc(((size_t)writer->trace->slot_count + 1) * COLUMNS, sizeof *writer->columns);
        if (writer->columns == NULL) {
            coop_trace_channels_clear(&channels);
            return -1;
        }
        write_channels(writer, &channels);
        draw_all(writer, &channels);
        free(writer->columns);
        writer->columns = NULL;
    }
    coop_trace_channels_clear(&channels);
    return 0;
}
