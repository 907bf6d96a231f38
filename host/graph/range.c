#include "host/graph/range.h"

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* Strips of the first dimensions are as long as all the rest of the block; those of later ones lie between
 * them. */
uint32_t coop_range_split(const uint32_t *extent, const size_t *local, uint32_t dimensions, unsigned split,
                          uint32_t width, struct coop_range *ranges)
{
    struct coop_range rest = {{0, 0, 0}, {1, 1, 1}};
    uint32_t count = 1;

    for (uint32_t d = 0; d < dimensions; ++d) {
        rest.count[d] = round_up(extent[d], local != NULL ? local[d] : 1);
    }
    for (uint32_t d = 0; d < dimensions; ++d) {
        size_t unit = local != NULL ? local[d] : 1;
        size_t begin = round_up(width, unit);
        size_t end = extent[d] > width ? (extent[d] - width) / unit * unit : 0;
        struct coop_range strip = rest;

        if (!(split >> d & 1)) {
            continue;
        }
        if (begin >= end) {
            return 0;
        }
        strip.count[d] = begin;
        ranges[count++] = strip;
        strip.first[d] = end;
        strip.count[d] = rest.count[d] - end;
        ranges[count++] = strip;
        rest.first[d] = begin;
        rest.count[d] = end - begin;
    }
    ranges[0] = rest;
    return count;
}
