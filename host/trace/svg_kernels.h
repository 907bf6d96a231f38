/* The kernels of a picture: its legend and their colours.
 *
 * Stands on: svg_writer.h. */
#ifndef COOP_HOST_TRACE_SVG_KERNELS_H
#define COOP_HOST_TRACE_SVG_KERNELS_H

#include "host/trace/svg_writer.h"

/* Collects the kernels and numbers the instances of each. -1 when memory is exhausted. */
int coop_svg_read_launches(struct svg_writer *writer);
struct legend_entry *coop_svg_find_entry(struct svg_writer *writer, const char *kernel);
const char *coop_svg_colour_of_entry(const struct legend_entry *entry, int is_light);
const char *coop_svg_colour_of(struct svg_writer *writer, uint32_t launch);

#endif
