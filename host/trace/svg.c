/* Traces as a picture: a row per slot, time to the right, a colour per kernel, two tones for the instances
 * of one.
 *
 * Stands on: format.h. Any thread; touches nothing but its arguments.
 *
 * The colours are Okabe and Ito's, which people with any colour vision can tell apart. Spans narrower than
 * a pixel are not drawn one by one: each pixel column of a row shows, from its top, which share of its time
 * each kernel had in them. So the file's size is bounded by the picture's and not by the trace's, and
 * frames do not vanish from a long run. Source of the form: CK, Fig. 1. */
#include "host/base/out.h"
#include "host/base/replace.h"
#include "host/trace/refuse.h"
#include "host/trace/svg_flow.h"
#include "host/trace/svg_frame.h"
#include "host/trace/svg_writer.h"
#include <errno.h>

#define DRAWING "drawing a trace"

static void draw_wide(struct svg_writer *writer, const struct coop_trace_span *span, double begin, double end)
{
    double y = svg_row_of(writer, span->slot);
    double height = svg_height_of(writer, span->slot);
    int is_given_up = coop_trace_kind_get(span->ended_by)->life == COOP_LIFE_GIVES_UP;

    fprintf(writer->file, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"><title>",
            begin, y, end - begin, height, coop_svg_colour_of(writer, span->launch));
    coop_markup_xml(writer->file, coop_trace_kernel_name(writer->trace, span->launch));
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
    struct legend_entry *entry =
        coop_svg_find_entry(writer, coop_trace_kernel_name(writer->trace, span->launch));
    size_t kind = entry != NULL ? (size_t)(entry - writer->legend) : KINDS - 1;

    coop_svg_count_narrow(writer->columns + (size_t)span->slot * COLUMNS, kind, begin, end);
}

static void draw_narrow(struct svg_writer *writer, unsigned slot)
{
    const char *colours[KINDS];
    struct svg_column_row row = {svg_row_of(writer, slot), svg_height_of(writer, slot), colours};

    for (unsigned kind = 0; kind < KINDS; kind++) {
        colours[kind] =
            kind < writer->legend_count ? coop_svg_colour_of_entry(&writer->legend[kind], 0) : "#777777";
    }
    coop_svg_draw_narrow(writer->file, writer->columns + (size_t)slot * COLUMNS, &row);
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
        double begin = svg_place_of(writer, span.begin_ns);
        double end = svg_place_of(writer, span.end_ns);

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

/* 0, or -1 when no part of the trace is in the window. */
static int choose_window(struct svg_writer *writer, uint64_t begin_ns, uint64_t end_ns)
{
    if (begin_ns == 0 && end_ns == 0) {
        begin_ns = svg_first_ns(writer);
        end_ns = svg_last_ns(writer) > begin_ns ? svg_last_ns(writer) : begin_ns + 1000;
    }
    writer->begin_ns = begin_ns;
    writer->end_ns = end_ns;
    return begin_ns < end_ns && begin_ns <= svg_last_ns(writer) && end_ns >= svg_first_ns(writer) ? 0 : -1;
}

coop_status coop_trace_write_svg(const struct coop_trace *trace, const char *path, uint64_t begin_ns,
                                 uint64_t end_ns)
{
    struct svg_writer writer = {.trace = trace};
    struct coop_replace replace;
    int has_failed;
    int code;

    if (trace == NULL || path == NULL) {
        return coop_trace_fail_null(DRAWING, trace == NULL ? "trace" : "path");
    }
    if (choose_window(&writer, begin_ns, end_ns) != 0) {
        return coop_trace_fail_argument(DRAWING, "the trace has nothing between begin_ns and end_ns");
    }
    writer.row_height = trace->slot_count <= 24 ? 26 : trace->slot_count <= 96 ? 12 : 4;
    writer.plot_bottom = svg_row_of(&writer, trace->slot_count);
    if (coop_svg_read_launches(&writer) != 0) {
        return coop_trace_out_of_memory(DRAWING);
    }
    errno = coop_replace_open(&replace, path);
    if (errno != 0) {
        free(writer.numbers);
        return coop_trace_io_failed(DRAWING, path);
    }
    writer.file = replace.file;
    coop_svg_write_head(&writer);
    coop_svg_write_legend(&writer);
    coop_svg_write_rows(&writer);
    coop_svg_write_axis(&writer);
    has_failed = draw_spans(&writer) != 0 || coop_svg_draw_batches(&writer) != 0;
    coop_svg_draw_requests(&writer);
    coop_svg_draw_missing(&writer);
    fputs("</svg>\n", writer.file);
    free(writer.numbers);
    code = coop_replace_close(&replace, !has_failed);
    errno = code != 0 ? code : errno;
    return code != 0 || has_failed ? coop_trace_io_failed(DRAWING, path) : COOP_OK;
}
