/* Spans narrower than a pixel: each pixel column of a row shows, from its top, which share of its time each
 * kind has. So the size of a picture is bounded, and short spans do not vanish from a long run.
 *
 * Stands on: svg_writer.h. */
#ifndef COOP_HOST_TRACE_SVG_COLUMNS_H
#define COOP_HOST_TRACE_SVG_COLUMNS_H

#include "host/trace/svg_writer.h"

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
