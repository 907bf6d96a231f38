/* What the files of the SVG picture share: its measures, the kernels in its legend, and places in it.
 *
 * Stands on: format.h. */
#ifndef COOP_HOST_TRACE_SVG_WRITER_H
#define COOP_HOST_TRACE_SVG_WRITER_H

#include "host/trace/format.h"

#include <inttypes.h>
#include <stdio.h>

#define PICTURE_WIDTH 1200.0
#define PLOT_LEFT 96.0
#define PLOT_RIGHT 1176.0
#define PLOT_TOP 114.0
#define KERNELS_SHOWN_MAX 8
#define ROW_FILL 0.86
#define SCHEDULER_HEIGHT 26.0 /* of its row, whatever the others have: it holds marks */

/* Narrower spans are counted in columns. */
#define DRAWN_PIXELS 1.0
#define COLUMNS ((unsigned)(PLOT_RIGHT - PLOT_LEFT))

/* Shares of a column are drawn in steps of an eighth, so that equal neighbours become one. */
#define SHARE_STEPS 8
#define KINDS (KERNELS_SHOWN_MAX + 1) /* the last is any kernel beyond the legend */

/* Wide enough for the mark of a work-group that was given up to be more than a blot. */
#define MARKED_PIXELS 4.0

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

static inline double svg_place_of(const struct svg_writer *writer, uint64_t ns)
{
    double fraction =
        ((double)ns - (double)writer->begin_ns) / ((double)writer->end_ns - (double)writer->begin_ns);

    fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
    return PLOT_LEFT + fraction * (PLOT_RIGHT - PLOT_LEFT);
}

static inline double svg_row_of(const struct svg_writer *writer, unsigned slot)
{
    return slot == 0 ? PLOT_TOP : PLOT_TOP + SCHEDULER_HEIGHT + (slot - 1) * writer->row_height;
}

static inline double svg_height_of(const struct svg_writer *writer, unsigned slot)
{
    return (slot == 0 ? SCHEDULER_HEIGHT : writer->row_height) * ROW_FILL;
}

/* Of the trace: its first event, from which the axis counts, and its last. */
static inline uint64_t svg_first_ns(const struct svg_writer *writer)
{
    return writer->trace->event_count > 0 ? writer->trace->events[0].time_ns : writer->begin_ns;
}

static inline uint64_t svg_last_ns(const struct svg_writer *writer)
{
    const struct coop_trace *trace = writer->trace;

    return trace->event_count > 0 ? trace->events[trace->event_count - 1].time_ns : writer->end_ns;
}

/* Spans narrower than a pixel: each pixel column of a row shows, from its top, which share of its time each
 * kind has. So the size of a picture is bounded, and short spans do not vanish from a long run.
 *
 * Stands on: svg_writer.h. */

/* Where the columns of a row are drawn, and how. */
struct svg_column_row {
    double y;
    double height;
    const char *const *colours; /* of each of KINDS */
};

/* Adds a span, in places of the picture, to a row of COLUMNS columns. */
void coop_svg_count_narrow(struct column *row, size_t kind, double begin, double end);

/* Draws them. */
void coop_svg_draw_narrow(FILE *file, const struct column *columns, const struct svg_column_row *row);

#endif
