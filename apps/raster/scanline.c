/* A line of pixels meets a triangle in a span, whose ends follow from the three edges by divisions. */
#include "scanline.h"

#include <string.h>

/* The largest whole number that is at most a / b, b > 0. */
static int64_t divide_down(int64_t a, int64_t b)
{
    int64_t quotient = a / b;

    return quotient - (a % b < 0);
}

/* A triangle with its corners in clockwise order on the screen, so that the inside is on the right of each
 * edge as one walks along it. */
struct shape {
    struct raster_corner corners[3];
    int64_t area; /* twice */
};

/* The vector product of (b - a) and (p - a): above 0 where p lies inside of the edge from a to b. */
static int64_t turn(struct raster_corner a, struct raster_corner b, int64_t x, int64_t y)
{
    return (int64_t)(b.x - a.x) * (y - a.y) - (int64_t)(b.y - a.y) * (x - a.x);
}

/* Takes away from the span [*first, *last] of line `y` what lies outside of the edge from a to b. */
static void cut(struct raster_corner a, struct raster_corner b, int64_t y, int64_t *first, int64_t *last)
{
    int64_t rise = (int64_t)b.y - a.y;
    int64_t middle = 16 * y + 8;
    int64_t at_zero = turn(a, b, 8, middle); /* at pixel 0; each pixel to the right takes 16 rise away */
    int is_top_left = rise < 0 || (rise == 0 && b.x > a.x);
    int64_t least = is_top_left ? 0 : 1;

    if (rise == 0) {
        *last = at_zero >= least ? *last : -1;
    } else if (rise < 0) {
        int64_t begin = -divide_down(at_zero - least, -16 * rise);
        *first = begin > *first ? begin : *first;
    } else {
        int64_t end = divide_down(at_zero - least, 16 * rise);
        *last = end < *last ? end : *last;
    }
}

/* Writes the depths of a span, and counts its pixels. */
static uint64_t fill(const struct shape *shape, uint32_t index, int64_t y, int64_t first, int64_t last,
                     uint64_t *line)
{
    const struct raster_corner *corners = shape->corners;
    int64_t depth = 0;
    int64_t step = 0;

    for (unsigned i = 0; i < 3; i++) {
        struct raster_corner a = corners[(i + 1) % 3], b = corners[(i + 2) % 3];
        depth += turn(a, b, 16 * first + 8, 16 * y + 8) * corners[i].depth;
        step -= 16 * ((int64_t)b.y - a.y) * corners[i].depth;
    }
    for (int64_t x = first; x <= last; x++) {
        uint64_t key = (uint64_t)(depth / shape->area) << 32 | index;
        line[x] = key < line[x] ? key : line[x];
        depth += step;
    }
    return last >= first ? (uint64_t)(last - first + 1) : 0;
}

static uint64_t draw(const struct scene *scene, uint32_t index, uint64_t *pixels)
{
    struct shape shape;
    const struct raster_corner *corners = shape.corners;
    int64_t top, bottom;
    uint64_t count = 0;

    memcpy(shape.corners, scene->triangles[index].corners, sizeof shape.corners);
    shape.area = turn(corners[0], corners[1], corners[2].x, corners[2].y);
    if (shape.area == 0) {
        return 0;
    }
    if (shape.area < 0) {
        struct raster_corner held = shape.corners[0];
        shape.corners[0] = shape.corners[1];
        shape.corners[1] = held;
        shape.area = -shape.area;
    }
    top = bottom = corners[0].y;
    for (unsigned i = 1; i < 3; i++) {
        top = corners[i].y < top ? corners[i].y : top;
        bottom = corners[i].y > bottom ? corners[i].y : bottom;
    }
    top = divide_down(top, 16);
    bottom = divide_down(bottom, 16);
    top = top > 0 ? top : 0;
    bottom = bottom < scene->height ? bottom : (int64_t)scene->height - 1;
    for (int64_t y = top; y <= bottom; y++) {
        int64_t first = 0;
        int64_t last = (int64_t)scene->width - 1;
        for (unsigned i = 0; i < 3; i++) {
            cut(corners[i], corners[(i + 1) % 3], y, &first, &last);
        }
        count += fill(&shape, index, y, first, last, pixels + (size_t)y * scene->width);
    }
    return count;
}

uint64_t scanline_draw(const struct scene *scene, uint64_t *pixels)
{
    uint64_t count = 0;

    memset(pixels, 0xff, (size_t)scene->width * scene->height * sizeof *pixels);
    for (uint32_t i = 0; i < scene->count; i++) {
        count += draw(scene, i, pixels);
    }
    return count;
}
