#include "host/graph/reduce_form.h"

/* The largest node of the piece's tree that begins at `begin` and does not reach beyond `end`, unless the
 * row ends there. */
static uint32_t node_at(uint32_t begin, uint32_t end, uint32_t cells)
{
    uint32_t full = 1;

    while (full < COOP_PIECE_CELLS && begin % (2 * full) == 0 &&
           ((uint64_t)begin + 2 * full <= end || (end == cells && (uint64_t)begin + full < end))) {
        full *= 2;
    }
    return full;
}

uint32_t coop_segments_list(uint32_t cells, uint32_t parts, struct coop_segment *segments, uint32_t *firsts,
                            uint32_t *counts)
{
    uint32_t count = 0;

    for (uint32_t part = 0; part < parts; ++part) {
        uint32_t first = (uint32_t)((uint64_t)cells * part / parts);
        uint32_t end = (uint32_t)((uint64_t)cells * (part + 1) / parts);
        uint32_t before = count;

        for (uint32_t begin = first; begin < end; ++count) {
            uint32_t full = node_at(begin, end, cells);
            uint32_t here = end - begin < full ? end - begin : full;

            if (firsts != NULL && begin % COOP_PIECE_CELLS == 0) {
                firsts[begin / COOP_PIECE_CELLS] = count;
            }
            if (segments != NULL) {
                segments[count] = (struct coop_segment){begin - first, here, full, part, count - before, 0};
            }
            begin += here;
        }
        if (counts != NULL) {
            counts[part] = count - before;
        }
    }
    if (firsts != NULL) {
        firsts[(cells - 1) / COOP_PIECE_CELLS + 1] = count;
    }
    return count;
}
