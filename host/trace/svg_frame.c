#include "host/trace/svg_frame.h"

#include "host/base/markup.h"
#include "host/trace/svg_kernels.h"
#include "host/trace/svg_marks.h"

#define LEGEND_TOP 46.0

void coop_svg_write_head(struct svg_writer *writer)
{
    double height = writer->plot_bottom + 76;

    fprintf(
        writer->file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#222\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
        "<text x=\"%.0f\" y=\"28\" font-size=\"18\" font-weight=\"bold\">Work-groups over time</text>\n"
        "<text x=\"%.0f\" y=\"28\" text-anchor=\"end\" fill=\"#555\">",
        PICTURE_WIDTH, height, PICTURE_WIDTH, height, PLOT_LEFT, PLOT_RIGHT);
    coop_markup_xml(writer->file, writer->trace->device_name);
    fputs("</text>\n", writer->file);
}

/* A kernel's colours, its kind, and how many launches the run made. */
void coop_svg_write_legend(struct svg_writer *writer)
{
    double x = PLOT_LEFT;
    unsigned i;

    for (i = 0; i < writer->legend_count; i++) {
        const struct legend_entry *entry = &writer->legend[i];

        fprintf(writer->file,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"14\" fill=\"%s\"/><rect x=\"%.1f\" "
                "y=\"%.1f\" width=\"9\" height=\"14\" fill=\"%s\"/><text x=\"%.1f\" y=\"%.1f\">",
                x, LEGEND_TOP, coop_svg_colour_of_entry(entry, 0), x + 9, LEGEND_TOP,
                coop_svg_colour_of_entry(entry, entry->instances > 1), x + 25, LEGEND_TOP + 12);
        coop_markup_xml(writer->file, entry->kernel);
        fprintf(writer->file, " (%s, %u launch%s)</text>\n",
                entry->is_cooperative ? "cooperative" : "regular", entry->instances,
                entry->instances == 1 ? "" : "es");
        x += 25 + 7.4 * (double)(strlen(entry->kernel) + (entry->is_cooperative ? 27 : 23)) + 18;
    }
    coop_svg_write_marks(writer, LEGEND_TOP + 24);
}

/* In milliseconds, or in seconds for times of ten seconds and more. */
struct unit {
    double ns;
    const char *name;
};

static struct unit choose_unit(double ns)
{
    return ns >= 1e10 ? (struct unit){1e9, "s"} : (struct unit){1e6, "ms"};
}

/* Which part of the trace this is, and what the trace lacks. */
static void write_part(struct svg_writer *writer)
{
    const struct coop_trace *trace = writer->trace;
    double first_ns = (double)svg_first_ns(writer);
    double begin_ns = (double)writer->begin_ns - first_ns;
    double end_ns = (double)writer->end_ns - first_ns;
    double all_ns = (double)svg_last_ns(writer) - first_ns;
    struct unit unit = choose_unit(all_ns);
    uint64_t lost = trace->events_lost - trace->barrier_events_lost;

    fprintf(writer->file, "<text x=\"%.1f\" y=\"%.1f\" fill=\"#444\">", PLOT_LEFT, writer->plot_bottom + 62);
    if (begin_ns <= 0 && end_ns >= all_ns) {
        fprintf(writer->file, "Shown: the whole trace of %.6g %s", all_ns / unit.ns, unit.name);
    } else {
        fprintf(writer->file, "Shown: %.6g to %.6g %s of a trace of %.6g %s",
                (begin_ns > 0 ? begin_ns : 0) / unit.ns, (end_ns < all_ns ? end_ns : all_ns) / unit.ns,
                unit.name, all_ns / unit.ns, unit.name);
    }
    fputs("</text>\n", writer->file);
    if (lost > 0) {
        fprintf(writer->file,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" fill=\"#a00000\">The run went on: %" PRIu64
                " later events found no room in the trace</text>\n",
                PLOT_RIGHT, writer->plot_bottom + 62, lost);
    }
}

void coop_svg_write_axis(struct svg_writer *writer)
{
    struct unit unit = choose_unit((double)writer->end_ns - (double)svg_first_ns(writer));
    double begin = ((double)writer->begin_ns - (double)svg_first_ns(writer)) / unit.ns;
    double span = ((double)writer->end_ns - (double)writer->begin_ns) / unit.ns;
    int decimals;
    double step = coop_markup_tick(span, &decimals);
    int64_t number;

    for (number = (int64_t)(begin / step); (double)number * step < begin - span * 1e-6; number++) {
    }
    for (; (double)number * step <= begin + span * 1.0001; number++) {
        double tick = (double)number * step;
        double x = PLOT_LEFT + (tick - begin) / span * (PLOT_RIGHT - PLOT_LEFT);

        fprintf(writer->file,
                "<line x1=\"%.2f\" y1=\"%.1f\" x2=\"%.2f\" y2=\"%.1f\" stroke=\"#bbb\" stroke-width=\"0.7\"/>"
                "<text x=\"%.2f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#444\">%.*f</text>\n",
                x, PLOT_TOP - 4, x, writer->plot_bottom + 5, x, writer->plot_bottom + 20, decimals, tick);
    }
    fprintf(writer->file,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#444\">time since the first event / "
            "%s</text>\n",
            (PLOT_LEFT + PLOT_RIGHT) / 2, writer->plot_bottom + 40, unit.name);
    write_part(writer);
}

void coop_svg_write_rows(struct svg_writer *writer)
{
    unsigned every = writer->row_height >= 14 ? 1 : 1 + (unsigned)(14 / writer->row_height);
    unsigned slot;

    for (slot = 0; slot < writer->trace->slot_count; slot++) {
        double y = svg_row_of(writer, slot);

        fprintf(writer->file,
                "<rect x=\"%.1f\" y=\"%.2f\" width=\"%.1f\" height=\"%.2f\" fill=\"#eeeeee\"/>\n", PLOT_LEFT,
                y, PLOT_RIGHT - PLOT_LEFT, svg_height_of(writer, slot));
        if (slot == 0 || slot % every == 0) {
            fprintf(writer->file, "<text x=\"%.1f\" y=\"%.2f\" text-anchor=\"end\">", PLOT_LEFT - 8,
                    y + svg_height_of(writer, slot) / 2 + 4.5);
            fprintf(writer->file, slot == 0 ? "scheduler</text>\n" : "slot %u</text>\n", slot);
        }
    }
}
