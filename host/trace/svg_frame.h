/* The frame of a picture: title, legend, axis, empty rows. Everything but the spans; the head comes first,
 * then the rest in this order.
 *
 * Stands on: svg_kernels.h. */
#ifndef COOP_HOST_TRACE_SVG_FRAME_H
#define COOP_HOST_TRACE_SVG_FRAME_H

#include "host/trace/svg_writer.h"

void coop_svg_write_head(struct svg_writer *writer);
void coop_svg_write_legend(struct svg_writer *writer);
void coop_svg_write_axis(struct svg_writer *writer);
void coop_svg_write_rows(struct svg_writer *writer);

/* The kernels of a picture: its legend and their colours.
 *
 * Stands on: svg_writer.h. */

/* Collects the kernels and numbers the instances of each. -1 when memory is exhausted. */
int coop_svg_read_launches(struct svg_writer *writer);
struct legend_entry *coop_svg_find_entry(struct svg_writer *writer, const char *kernel);
const char *coop_svg_colour_of_entry(const struct legend_entry *entry, int is_light);
const char *coop_svg_colour_of(struct svg_writer *writer, uint32_t launch);

/* The marks of the picture that are no spans: what the scheduler requests, and where the trace has nothing.
 *
 * Stands on: svg_writer.h. A mark differs from the others in its shape and its place, not in its colour
 * alone. */

/* The line of the legend that explains the marks; `y` is its top. */
void coop_svg_write_marks(struct svg_writer *writer, double y);

/* The scheduler's requests, in its own row. */
void coop_svg_draw_requests(struct svg_writer *writer);

/* Hatches the part of the window that lies before or behind the trace. */
void coop_svg_draw_missing(struct svg_writer *writer);

#endif
