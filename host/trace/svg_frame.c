#include "host/trace/svg_frame.h"

#include "host/trace/svg_kernels.h"

void coop_svg_write_text(FILE *file, const char *text)
{
    const unsigned char *byte;

    for (byte = (const unsigned char *)text; *byte != '\0'; byte++) {
        switch (*byte) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        default:
            fputc(*byte >= ' ' && *byte <= '~' ? *byte : '?', file);
        }
    }
}

void coop_svg_write_head(struct svg_writer *writer)
{
    double height = writer->plot_bottom + 56;

    fprintf(
        writer->file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#222\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
        "<text x=\"%.0f\" y=\"28\" font-size=\"18\" font-weight=\"bold\">Work-groups over time</text>\n"
        "<text x=\"%.0f\" y=\"28\" text-anchor=\"end\" fill=\"#555\">",
        PICTURE_WIDTH, height, PICTURE_WIDTH, height, PLOT_LEFT, PLOT_RIGHT);
    coop_svg_write_text(writer->file, writer->trace->device_name);
    fputs("</text>\n", writer->file);
}

void coop_svg_write_legend(struct svg_writer *writer)
{
    double x = PLOT_LEFT;
    unsigned i;

    for (i = 0; i < writer->legend_count; i++) {
        const struct legend_entry *entry = &writer->legend[i];

        fprintf(writer->file,
                "<rect x=\"%.1f\" y=\"48\" width=\"9\" height=\"14\" fill=\"%s\"/>"
                "<rect x=\"%.1f\" y=\"48\" width=\"9\" height=\"14\" fill=\"%s\"/><text x=\"%.1f\" y=\"60\">",
                x, coop_svg_colour_of_entry(entry, 0), x + 9,
                coop_svg_colour_of_entry(entry, entry->instances > 1), x + 25);
        coop_svg_write_text(writer->file, entry->kernel);
        fprintf(writer->file, " (%s, %u)</text>\n", entry->is_cooperative ? "cooperative" : "regular",
                entry->instances);
        x += 25 + 7.6 * (double)(strlen(entry->kernel) + (entry->is_cooperative ? 19 : 15)) + 18;
    }
    fprintf(writer->file,
            "<rect x=\"%.1f\" y=\"48\" width=\"2\" height=\"14\" fill=\"#000\"/><text x=\"%.1f\" "
            "y=\"60\">given up"
            "</text>\n"
            "<rect x=\"%.1f\" y=\"48\" width=\"2\" height=\"14\" fill=\"#d00000\"/><text x=\"%.1f\" "
            "y=\"60\">kills "
            "wanted</text>\n"
            "<rect x=\"%.1f\" y=\"48\" width=\"2\" height=\"14\" fill=\"#00a000\"/><text x=\"%.1f\" "
            "y=\"60\">forks "
            "granted</text>\n",
            x, x + 7, x + 84, x + 91, x + 196, x + 203);
}

/* 1, 2 or 5 times a power of ten, for about ten ticks; and the decimals that it needs. */
static double tick_step(double span_ms, int *decimals)
{
    double wanted = span_ms / 10;
    double power = 1;

    *decimals = 0;
    while (power * 10 <= wanted) {
        power *= 10;
    }
    while (power > wanted && *decimals < 6) {
        power /= 10;
        ++*decimals;
    }
    if (power * 5 < wanted && *decimals > 0) {
        --*decimals;
    }
    return power * (wanted <= power ? 1 : wanted <= 2 * power ? 2 : wanted <= 5 * power ? 5 : 10);
}

void coop_svg_write_axis(struct svg_writer *writer)
{
    double span_ms = ((double)writer->end_ns - (double)writer->begin_ns) / 1e6;
    int decimals;
    double step = tick_step(span_ms, &decimals);
    unsigned i;

    for (i = 0; i * step <= span_ms * 1.0001; i++) {
        double x = PLOT_LEFT + i * step / span_ms * (PLOT_RIGHT - PLOT_LEFT);

        fprintf(writer->file,
                "<line x1=\"%.2f\" y1=\"%.1f\" x2=\"%.2f\" y2=\"%.1f\" stroke=\"#bbb\" stroke-width=\"0.7\"/>"
                "<text x=\"%.2f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#444\">%.*f</text>\n",
                x, PLOT_TOP - 4, x, writer->plot_bottom + 5, x, writer->plot_bottom + 20, decimals, i * step);
    }
    fprintf(writer->file,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#444\">time / ms</text>\n",
            (PLOT_LEFT + PLOT_RIGHT) / 2, writer->plot_bottom + 42);
    if (writer->trace->events_lost > 0) {
        fprintf(writer->file,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" fill=\"#a00000\">%" PRIu64
                " events found no room in the trace</text>\n",
                PLOT_RIGHT, writer->plot_bottom + 42, writer->trace->events_lost);
    }
}

void coop_svg_write_rows(struct svg_writer *writer)
{
    unsigned every = writer->row_height >= 14 ? 1 : 1 + (unsigned)(14 / writer->row_height);
    unsigned slot;

    for (slot = 0; slot < writer->trace->slot_count; slot++) {
        double y = svg_row_of(writer, slot);

        fprintf(writer->file,
                "<rect x=\"%.1f\" y=\"%.2f\" width=\"%.1f\" height=\"%.2f\" fill=\"#eeeeee\"/>\n", PLOT_LEFT,
                y, PLOT_RIGHT - PLOT_LEFT, writer->row_height * ROW_FILL);
        if (slot == 0 || slot % every == 0) {
            fprintf(writer->file, "<text x=\"%.1f\" y=\"%.2f\" text-anchor=\"end\">", PLOT_LEFT - 8,
                    y + writer->row_height * ROW_FILL / 2 + 4.5);
            fprintf(writer->file, slot == 0 ? "scheduler</text>\n" : "slot %u</text>\n", slot);
        }
    }
}
