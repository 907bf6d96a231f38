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
