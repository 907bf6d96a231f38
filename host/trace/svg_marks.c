#include "host/trace/svg_marks.h"

/* Half the width of a triangle, and its height. */
#define HALF_WIDTH 4.0
#define MARK_HEIGHT 8.5

/* Nearer ones of a kind are drawn as one. */
#define APART 3.0

/* A request: kills point down, in the lower half of the row; forks point up, in the upper half. The two
 * colours differ in lightness, too (Okabe and Ito). */
static void write_request(struct svg_writer *writer, int is_kill, double x, double row_top)
{
    double base = row_top + (is_kill ? 12.5 : 10.0);
    double tip = is_kill ? base + MARK_HEIGHT : base - MARK_HEIGHT;

    fprintf(writer->file,
            "<path d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fZ\" fill=\"%s\" stroke=\"#222\" "
            "stroke-width=\"0.6\"",
            x - HALF_WIDTH, base, x + HALF_WIDTH, base, x, tip, is_kill ? "#d55e00" : "#56b4e9");
}

/* A text of the legend, and where the next one begins. */
static double write_label(struct svg_writer *writer, double x, double y, const char *text)
{
    fprintf(writer->file, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x, y + 12, text);
    return x + 7.2 * (double)strlen(text) + 20;
}

void coop_svg_write_marks(struct svg_writer *writer, double y)
{
    double x = PLOT_LEFT;

    write_request(writer, 1, x + HALF_WIDTH, y - 9);
    fputs("/>", writer->file);
    x = write_label(writer, x + 14, y, "scheduler wants work-groups back");
    write_request(writer, 0, x + HALF_WIDTH, y + 1.5);
    fputs("/>", writer->file);
    x = write_label(writer, x + 14, y, "scheduler grants more");
    fprintf(writer->file,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"14\" fill=\"#bbb\"/><rect x=\"%.1f\" "
            "y=\"%.1f\" width=\"1.6\" height=\"14\" fill=\"#000\"/>",
            x, y, x + 7.4, y);
    x = write_label(writer, x + 15, y, "work-group ends to make room");
    fprintf(writer->file,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"16\" height=\"14\" fill=\"#eeeeee\" "
            "stroke=\"#bbb\" stroke-width=\"0.7\"/>",
            x, y);
    write_label(writer, x + 22, y, "slot idle");
}

void coop_svg_draw_requests(struct svg_writer *writer)
{
    double last[2] = {0, 0};
    size_t i;

    for (i = 0; i < writer->trace->event_count; i++) {
        const struct coop_trace_event *event = &writer->trace->events[i];
        int is_kill = event->kind == COOP_TRACE_KILL_WANTED;
        double x = svg_place_of(writer, event->time_ns);

        if (coop_trace_kind_get(event->kind)->about == COOP_ABOUT_TARGET &&
            event->time_ns >= writer->begin_ns && event->time_ns <= writer->end_ns &&
            x >= last[is_kill] + APART) {
            write_request(writer, is_kill, x, svg_row_of(writer, 0));
            fprintf(writer->file, "><title>%s %" PRIu32 "</title></path>\n",
                    is_kill ? "kills wanted:" : "forks granted:", event->value);
            last[is_kill] = x;
        }
    }
}

static void hatch(struct svg_writer *writer, double begin, double end)
{
    double y = PLOT_TOP;

    if (end - begin < 1) {
        return;
    }
    fprintf(writer->file,
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"url(#missing)\"/>\n", begin, y,
            end - begin, writer->plot_bottom - y);
}

void coop_svg_draw_missing(struct svg_writer *writer)
{
    fputs("<defs><pattern id=\"missing\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><rect width=\"8\" height=\"8\" fill=\"#fff\"/><rect "
          "width=\"1.5\" height=\"8\" fill=\"#999\"/></pattern></defs>\n",
          writer->file);
    hatch(writer, PLOT_LEFT, svg_place_of(writer, svg_first_ns(writer)));
    hatch(writer, svg_place_of(writer, svg_last_ns(writer)), PLOT_RIGHT);
}
