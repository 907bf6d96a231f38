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

#endif
