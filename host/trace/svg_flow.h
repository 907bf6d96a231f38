/* Batches of flow graphs in a picture: bars in the rows of the work-groups that ran them, a colour for each
 * channel.
 *
 * Stands on: svg_columns.h, flow_channels.h. */
#ifndef COOP_HOST_TRACE_SVG_FLOW_H
#define COOP_HOST_TRACE_SVG_FLOW_H

#include "host/trace/svg_writer.h"

/* Draws the batches and the channels' legend; nothing in a trace without flow graphs. -1 when memory is
 * exhausted. */
int coop_svg_draw_batches(struct svg_writer *writer);

#endif
