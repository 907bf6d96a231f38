/* Traces as a picture: a row per slot, time to the right, a colour per kernel, two tones for the instances
 * of one.
 *
 * Stands on: trace_format.h. Any thread; touches nothing but its arguments.
 *
 * The colours are Okabe and Ito's, which people with any colour vision can tell apart. Spans narrower than
 * a pixel are not drawn one by one: each pixel column of a row shows, from its top, which share of its time
 * each kernel had in them. So the file's size is bounded by the picture's and not by the trace's, and
 * frames do not vanish from a long run. Source of the form: CK, Fig. 1. */
#include "trace_format.h"

#include <inttypes.h>
#include <stdio.h>

#define PICTURE_WIDTH 1200.0
#define PLOT_LEFT 96.0
#define PLOT_RIGHT 1176.0
#define PLOT_TOP 92.0
#define KERNELS_SHOWN_MAX 8
#define ROW_FILL 0.86

/* Narrower spans are counted in columns. */
#define DRAWN_PIXELS 1.0
#define COLUMNS ((unsigned)(PLOT_RIGHT - PLOT_LEFT))

/* Shares of a column are drawn in steps of an eighth, so that equal neighbours become one. */
#define SHARE_STEPS 8
#define KINDS (KERNELS_SHOWN_MAX + 1) /* the last is any kernel beyond the legend */

/* Wide enough for the mark of a work-group that was given up to be more than a blot. */
#define MARKED_PIXELS 4.0

struct palette_entry {
    const char *full;
    const char *light;
};
static const struct palette_entry cooperative_palette[] = {
    {"#0072b2", "#3d9ad1"}, {"#009e73", "#4cc0a0"}, {"#cc79a7", "#dfa6c5"}};
static const struct palette_entry regular_palette[] = {
    {"#e69f00", "#f5c04d"}, {"#d55e00", "#ea8f4d"}, {"#8c6d1f", "#b3994f"}};

struct legend_entry {
    const char *kernel;
    int is_cooperative;
    unsigned index; /* among the kernels of its kind */
    unsigned instances;
};

/* Time in narrow spans, in pixels. */
struct column {
    float shares[KINDS];
};

struct svg_writer {
    FILE *file;
    const struct coop_trace *trace;
    uint64_t begin_ns;
    uint64_t end_ns;
    double row_height;
    double plot_bottom;
    unsigned *numbers; /* of an instance among those of its kernel, by launch */
    struct legend_entry legend[KERNELS_SHOWN_MAX];
    unsigned legend_count;
    struct column *columns; /* COLUMNS for each slot */
};

static void write_text(FILE *file, const char *text)
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

static double place_of(const struct svg_writer *writer, uint64_t ns)
{
    double fraction =
        ((double)ns - (double)writer->begin_ns) / ((double)writer->end_ns - (double)writer->begin_ns);

    fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
    return PLOT_LEFT + fraction * (PLOT_RIGHT - PLOT_LEFT);
}

static double row_of(const struct svg_writer *writer, unsigned slot)
{
    return PLOT_TOP + slot * writer->row_height;
}

static struct legend_entry *find_entry(struct svg_writer *writer, const char *kernel)
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

        if ((launch->is_cooperative != 0) == is_cooperative && find_entry(writer, launch->kernel) == NULL) {
            struct legend_entry *entry = &writer->legend[writer->legend_count++];

            entry->kernel = launch->kernel;
            entry->is_cooperative = is_cooperative;
            entry->index = count++;
        }
    }
}

/* Collects the kernels, and numbers the instances of each. */
static int read_launches(struct svg_writer *writer)
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
        struct legend_entry *entry = find_entry(writer, launch->kernel);

        if (entry != NULL && launch->sequence <= writer->trace->launch_count) {
            writer->numbers[launch->sequence] = entry->instances++;
        }
    }
    return 0;
}

static const char *colour_of_entry(const struct legend_entry *entry, int is_light)
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

static const char *colour_of(struct svg_writer *writer, uint32_t launch)
{
    struct legend_entry *entry = find_entry(writer, coop_trace_kernel_name(writer->trace, launch));

    if (entry == NULL || launch > writer->trace->launch_count) {
        return "#777777";
    }
    return colour_of_entry(entry, writer->numbers[launch] % 2 != 0);
}

static void write_head(struct svg_writer *writer)
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
    write_text(writer->file, writer->trace->device_name);
    fputs("</text>\n", writer->file);
}

static void write_legend(struct svg_writer *writer)
{
    double x = PLOT_LEFT;
    unsigned i;

    for (i = 0; i < writer->legend_count; i++) {
        const struct legend_entry *entry = &writer->legend[i];

        fprintf(writer->file,
                "<rect x=\"%.1f\" y=\"48\" width=\"9\" height=\"14\" fill=\"%s\"/>"
                "<rect x=\"%.1f\" y=\"48\" width=\"9\" height=\"14\" fill=\"%s\"/><text x=\"%.1f\" y=\"60\">",
                x, colour_of_entry(entry, 0), x + 9, colour_of_entry(entry, entry->instances > 1), x + 25);
        write_text(writer->file, entry->kernel);
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

static void write_axis(struct svg_writer *writer)
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

static void write_rows(struct svg_writer *writer)
{
    unsigned every = writer->row_height >= 14 ? 1 : 1 + (unsigned)(14 / writer->row_height);
    unsigned slot;

    for (slot = 0; slot < writer->trace->slot_count; slot++) {
        double y = row_of(writer, slot);

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

static void draw_wide(struct svg_writer *writer, const struct coop_trace_span *span, double begin, double end)
{
    double y = row_of(writer, span->slot);
    double height = writer->row_height * ROW_FILL;
    int is_given_up =
        span->ended_by == COOP_TRACE_GROUP_KILLED || span->ended_by == COOP_TRACE_GROUP_RESIZED_AWAY;

    fprintf(writer->file, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"><title>",
            begin, y, end - begin, height, colour_of(writer, span->launch));
    write_text(writer->file, coop_trace_kernel_name(writer->trace, span->launch));
    fprintf(writer->file, " #%" PRIu32 " group %" PRIu32 ": %.3f ms, %s</title></rect>\n", span->launch,
            span->group_id, (double)(span->end_ns - span->begin_ns) / 1e6,
            span->ended_by != 0 ? coop_trace_kind_name(span->ended_by) : "not seen to end");
    if (is_given_up && end - begin >= MARKED_PIXELS) {
        fprintf(writer->file, "<rect x=\"%.2f\" y=\"%.2f\" width=\"1.6\" height=\"%.2f\" fill=\"#000\"/>\n",
                end - 1.6, y, height);
    }
}

static void count_narrow(struct svg_writer *writer, const struct coop_trace_span *span, double begin,
                         double end)
{
    struct legend_entry *entry = find_entry(writer, coop_trace_kernel_name(writer->trace, span->launch));
    size_t kind = entry != NULL ? (size_t)(entry - writer->legend) : KINDS - 1;
    struct column *row = writer->columns + (size_t)span->slot * COLUMNS;
    unsigned column = (unsigned)(begin - PLOT_LEFT);
    double border = PLOT_LEFT + column + 1;

    if (column < COLUMNS) {
        row[column].shares[kind] += (float)((end < border ? end : border) - begin);
    }
    if (end > border && column + 1 < COLUMNS) {
        row[column + 1].shares[kind] += (float)(end - border);
    }
}

/* How many eighths of the column each kernel gets; what is there at all gets one. */
static void round_shares(const struct column *column, unsigned *steps)
{
    unsigned left = SHARE_STEPS;
    unsigned kind;

    for (kind = 0; kind < KINDS; kind++) {
        float share = column->shares[kind];

        steps[kind] = share > 0 ? (unsigned)(share * SHARE_STEPS + 0.5f) : 0;
        if (share > 0.01f && steps[kind] == 0) {
            steps[kind] = 1;
        }
        if (steps[kind] > left) {
            steps[kind] = left;
        }
        left -= steps[kind];
    }
}

static void draw_columns(struct svg_writer *writer, unsigned slot, unsigned first, unsigned count,
                         const unsigned *steps)
{
    double step_height = writer->row_height * ROW_FILL / SHARE_STEPS;
    double y = row_of(writer, slot);
    unsigned kind;

    for (kind = 0; kind < KINDS; kind++) {
        if (steps[kind] > 0) {
            fprintf(writer->file, "<rect x=\"%.0f\" y=\"%.2f\" width=\"%u\" height=\"%.2f\" fill=\"%s\"/>\n",
                    PLOT_LEFT + first, y, count, steps[kind] * step_height,
                    kind < writer->legend_count ? colour_of_entry(&writer->legend[kind], 0) : "#777777");
        }
        y += steps[kind] * step_height;
    }
}

static void draw_narrow(struct svg_writer *writer, unsigned slot)
{
    const struct column *row = writer->columns + (size_t)slot * COLUMNS;
    unsigned current[KINDS], steps[KINDS];
    unsigned first = 0;
    unsigned column;

    round_shares(&row[0], current);
    for (column = 1; column <= COLUMNS; column++) {
        if (column < COLUMNS) {
            round_shares(&row[column], steps);
        }
        if (column == COLUMNS || memcmp(steps, current, sizeof steps) != 0) {
            draw_columns(writer, slot, first, column - first, current);
            memcpy(current, steps, sizeof steps);
            first = column;
        }
    }
}

static int draw_spans(struct svg_writer *writer)
{
    struct coop_span_reader reader;
    struct coop_trace_span span;
    unsigned slot;

    writer->columns = calloc(((size_t)writer->trace->slot_count + 1) * COLUMNS, sizeof *writer->columns);
    if (writer->columns == NULL) {
        return -1;
    }
    if (coop_span_reader_init(&reader, writer->trace) != 0) {
        free(writer->columns);
        return -1;
    }
    while (coop_span_reader_next(&reader, &span)) {
        double begin = place_of(writer, span.begin_ns);
        double end = place_of(writer, span.end_ns);

        if (span.end_ns < writer->begin_ns || span.begin_ns > writer->end_ns) {
            continue;
        }
        if (end - begin >= DRAWN_PIXELS) {
            draw_wide(writer, &span, begin, end);
        } else {
            count_narrow(writer, &span, begin, end);
        }
    }
    for (slot = 0; slot < writer->trace->slot_count; slot++) {
        draw_narrow(writer, slot);
    }
    coop_span_reader_clear(&reader);
    free(writer->columns);
    return 0;
}

/* The scheduler's wishes, in its own row. */
static void draw_wishes(struct svg_writer *writer)
{
    double last[2] = {0, 0};
    size_t i;

    for (i = 0; i < writer->trace->event_count; i++) {
        const struct coop_trace_event *event = &writer->trace->events[i];
        int is_kill = event->kind == COOP_TRACE_KILL_WANTED;
        double x = place_of(writer, event->time_ns);

        if ((is_kill || event->kind == COOP_TRACE_FORK_GRANTED) && event->time_ns >= writer->begin_ns &&
            event->time_ns <= writer->end_ns && x >= last[is_kill] + 2) {
            fprintf(writer->file,
                    "<rect x=\"%.2f\" y=\"%.2f\" width=\"1.2\" height=\"%.2f\" fill=\"%s\"><title>%s %" PRIu32
                    "</title></rect>\n",
                    x, row_of(writer, 0), writer->row_height * ROW_FILL, is_kill ? "#d00000" : "#00a000",
                    is_kill ? "kills wanted:" : "forks granted:", event->value);
            last[is_kill] = x;
        }
    }
}

static void choose_window(struct svg_writer *writer, uint64_t begin_ns, uint64_t end_ns)
{
    const struct coop_trace *trace = writer->trace;

    if (begin_ns == 0 && end_ns == 0 && trace->event_count > 0) {
        begin_ns = trace->events[0].time_ns;
        end_ns = trace->events[trace->event_count - 1].time_ns;
    }
    writer->begin_ns = begin_ns;
    writer->end_ns = end_ns > begin_ns ? end_ns : begin_ns + 1000;
}

coop_status coop_trace_write_svg(const struct coop_trace *trace, const char *path, uint64_t begin_ns,
                                 uint64_t end_ns)
{
    struct svg_writer writer = {.trace = trace};
    int has_failed;

    choose_window(&writer, begin_ns, end_ns);
    writer.row_height = trace->slot_count <= 24 ? 26 : trace->slot_count <= 96 ? 12 : 4;
    writer.plot_bottom = PLOT_TOP + trace->slot_count * writer.row_height;
    if (read_launches(&writer) != 0) {
        return COOP_OUT_OF_MEMORY;
    }
    writer.file = fopen(path, "w");
    if (writer.file == NULL) {
        free(writer.numbers);
        return COOP_IO_FAILED;
    }
    write_head(&writer);
    write_legend(&writer);
    write_rows(&writer);
    write_axis(&writer);
    has_failed = draw_spans(&writer) != 0;
    draw_wishes(&writer);
    fputs("</svg>\n", writer.file);
    has_failed |= ferror(writer.file) != 0;
    free(writer.numbers);
    if (fclose(writer.file) != 0 || has_failed) {
        return COOP_IO_FAILED;
    }
    return COOP_OK;
}
