#include "host/graph/cut.h"

#include "host/graph/view.h"

uint32_t coop_cut_count(const struct coop_cut *cut)
{
    return cut->parts[0] * cut->parts[1] * cut->parts[2];
}

void coop_cut_place(const struct coop_cut *cut, uint32_t index, uint32_t place[3])
{
    place[0] = index % cut->parts[0];
    place[1] = index / cut->parts[0] % cut->parts[1];
    place[2] = index / cut->parts[0] / cut->parts[1];
}

uint32_t coop_cut_beside(const struct coop_cut *cut, uint32_t index, uint32_t dimension, int side,
                         int is_ring)
{
    uint32_t place[3];
    uint32_t last = cut->parts[dimension] - 1;

    coop_cut_place(cut, index, place);
    if (place[dimension] == (side ? last : 0)) {
        if (!is_ring) {
            return UINT32_MAX;
        }
        place[dimension] = side ? 0 : last;
    } else {
        place[dimension] += side ? 1 : UINT32_MAX;
    }
    return (place[2] * cut->parts[1] + place[1]) * cut->parts[0] + place[0];
}

static uint32_t begin_of(uint32_t cells, uint32_t parts, uint32_t place)
{
    return (uint32_t)((uint64_t)cells * place / parts);
}

void coop_cut_cells(const struct coop_cut *cut, const struct coop_view *whole, uint32_t index,
                    uint32_t origin[3], uint32_t extent[3])
{
    uint32_t place[3];

    coop_cut_place(cut, index, place);
    for (unsigned i = 0; i < 3; ++i) {
        origin[i] = begin_of(whole->whole[i], cut->parts[i], place[i]);
        extent[i] = begin_of(whole->whole[i], cut->parts[i], place[i] + 1) - origin[i];
    }
}

int coop_cut_part(const struct coop_cut *cut, const struct coop_view *whole, uint32_t index,
                  const struct coop_region *box, struct coop_region *part)
{
    uint32_t place[3];
    uint32_t origin[3];
    uint32_t extent[3];

    coop_cut_place(cut, index, place);
    coop_cut_cells(cut, whole, index, origin, extent);
    for (unsigned i = 0; i < 3; ++i) {
        int64_t padding = coop_view_padding(whole, i);
        int64_t begin = (int64_t)origin[i] - (place[i] == 0 ? padding : 0);
        int64_t end = (int64_t)origin[i] + extent[i] + (place[i] + 1 == cut->parts[i] ? padding : 0);
        int64_t box_end = box->first[i] + (int64_t)box->cells[i];

        begin = box->first[i] > begin ? box->first[i] : begin;
        end = box_end < end ? box_end : end;
        if (begin >= end) {
            return 0;
        }
        part->first[i] = begin;
        part->cells[i] = (uint64_t)(end - begin);
    }
    return 1;
}

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
