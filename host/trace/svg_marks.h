/* The marks of the picture that are no spans: what the scheduler requests, and where the trace has nothing.
 *
 * Stands on: svg_writer.h. A mark differs from the others in its shape and its place, not in its colour
 * alone. */
#ifndef COOP_HOST_TRACE_SVG_MARKS_H
#define COOP_HOST_TRACE_SVG_MARKS_H

#include "host/trace/svg_writer.h"

/* The line of the legend that explains the marks; `y` is its top. */
void coop_svg_write_marks(struct svg_writer *writer, double y);

/* The scheduler's requests, in its own row. */
void coop_svg_draw_requests(struct svg_writer *writer);

/* Hatches the part of the window that lies before or behind the trace. */
void coop_svg_draw_missing(struct svg_writer *writer);

#endif
