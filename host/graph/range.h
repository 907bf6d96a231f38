/* The work-items of a kernel in parts: those whose cells are away from the borders, and the strips along
 * them. */
#ifndef COOP_HOST_GRAPH_RANGE_H
#define COOP_HOST_GRAPH_RANGE_H

#include <stddef.h>
#include <stdint.h>

#define COOP_RANGES_MAX 7u /* the inner part, and a strip on each side of three dimensions */

struct coop_range {
    size_t first[3];
    size_t count[3];
};

/* Splits the work-items of a block in those dimensions whose bit is set. Each work-item is in one range, and
 * each work-group that an unsplit launch has is one of a range. The first range is the inner one, whose cells
 * are `width` away or more from the sides in the split dimensions.
 * local   work-items of a work-group; NULL: the driver's choice.
 * ranges  out; COOP_RANGES_MAX.
 * Returns how many; 0: no work-group is away from the sides. */
uint32_t coop_range_split(const uint32_t *extent, const size_t *local, uint32_t dimensions, unsigned split,
                          uint32_t width, struct coop_range *ranges);

#endif
