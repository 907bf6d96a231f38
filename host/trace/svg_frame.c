#include "host/trace/svg_frame.h"

#include "host/base/out.h"

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

struct palette_entry {
    const char *full;
    const char *light;
};

static const struct palette_entry cooperative_palette[] = {
    {"#0072b2", "#3d9ad1"}, {"#009e73", "#4cc0a0"}, {"#cc79a7", "#dfa6c5"}};
static const struct palette_entry regular_palette[] = {
    {"#e69f00", "#f5c04d"}, {"#d55e00", "#ea8f4d"}, {"#8c6d1f", "#b3994f"}};

struct legend_entry *coop_svg_find_entry(struct svg_writer *writer, const char *kernel)
{
    unsigned i;

    for (i = 0; i < writer->legend_count; i++) {
        if (strcmp(writer->legend[i].kernel, kernel) == 0) {
            return &writer->legend[i];
        }
    }
    return NULL;
}

/* The cooperative kernels come first in the legend, since they are what the picture is about. */
static void collect_kernels(struct svg_writer *writer, int is_cooperative)
{
    unsigned count = 0;
    size_t i;

    for (i = 0; i < writer->trace->launch_count && writer->legend_count < KERNELS_SHOWN_MAX; i++) {
        const struct coop_trace_launch *launch = &writer->trace->launches[i];

        if ((launch->is_cooperative != 0) == is_cooperative &&
            coop_svg_find_entry(writer, launch->kernel) == NULL) {
            struct legend_entry *entry = &writer->legend[writer->legend_count++];

            entry->kernel = launch->kernel;
            entry->is_cooperative = is_cooperative;
            entry->index = count++;
        }
    }
}

int coop_svg_read_launches(struct svg_writer *writer)
{
    size_t i;

    writer->numbers = calloc(writer->trace->launch_count + 1, sizeof *writer->numbers);
    if (writer->numbers == NULL) {
        return -1;
    }
    collect_kernels(writer, 1);
    collect_kernels(writer, 0);
    for (i = 0; i < writer->trace->launch_count; i++) {
        const struct coop_trace_launch *launch = &writer->trace->launches[i];
        struct legend_entry *entry = coop_svg_find_entry(writer, launch->kernel);

        if (entry != NULL && launch->sequence <= writer->trace->launch_count) {
            writer->numbers[launch->sequence] = entry->instances++;
        }
    }
    return 0;
}

const char *coop_svg_colour_of_entry(const struct legend_entry *entry, int is_light)
{
    const struct palette_entry *colours;

    if (entry->is_cooperative) {
        colours =
            &cooperative_palette[entry->index % (sizeof cooperative_palette / sizeof *cooperative_palette)];
    } else {
        colours = &regular_palette[entry->index % (sizeof regular_palette / sizeof *regular_palette)];
    }
    return is_light ? colours->light : colours->full;
}

const char *coop_svg_colour_of(struct svg_writer *writer, uint32_t launch)
{
    struct legend_entry *entry = coop_svg_find_entry(writer, coop_trace_kernel_name(writer->trace, launch));

    if (entry == NULL || launch > writer->trace->launch_count) {
        return "#777777";
    }
    return coop_svg_colour_of_entry(entry, writer->numbers[launch] % 2 != 0);
}

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
