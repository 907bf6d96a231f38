/* Triangles on a grid of pixels, for host and device: integer edge functions in fixed point.
 *
 * Coordinates have 4 fractional bits (28.4), x to the right and y down. The centre of pixel (x, y) is at
 * (16 x + 8, 16 y + 8). A pixel belongs to a triangle when its centre lies inside, or on a top or left edge:
 * pixels on an edge that two triangles share belong to one of them. Both orientations are drawn; a triangle
 * without area is not. Everything is exact: no value exceeds 2^62.
 *
 * Source: Pineda, "A Parallel Algorithm for Polygon Rasterization" (SIGGRAPH 1988), has the edge functions;
 * the top-left rule is Direct3D's. */
#ifndef APPS_RASTER_H
#define APPS_RASTER_H

#include "tools/workqueue/both.h"

#define RASTER_SIDE_MAX 4096u /* pixels */
#define RASTER_DEPTH_END (1u << 24)
#define RASTER_NOTHING 0xffffffffffffffffu /* a pixel that no triangle has */

/* The largest screen and a margin of its side around it, in 1/16 pixel. */
#define RASTER_PLACE_MIN (-(int)(16u * RASTER_SIDE_MAX))
#define RASTER_PLACE_END ((int)(2u * 16u * RASTER_SIDE_MAX))

#if defined(__OPENCL_C_VERSION__)
typedef int raster_place;
typedef long raster_wide;
#else
typedef int32_t raster_place;
typedef int64_t raster_wide;
#endif

/* 1/16 pixel, from RASTER_PLACE_MIN to RASTER_PLACE_END. */
struct raster_corner {
    raster_place x;
    raster_place y;
    word32 depth; /* below RASTER_DEPTH_END */
};

struct raster_triangle {
    struct raster_corner corners[3];
};

/* What a pixel holds: the least wins, that is the nearest triangle, and of those as near the first. */
static inline word64 raster_key(word32 depth, word32 triangle)
{
    return (word64)depth << 32 | triangle;
}

/* The value of an edge function at the centre of a pixel is at + x right + y down. Inside it is at least
 * `least`: 0 for top and left edges, 1 for others. */
struct raster_edge {
    raster_wide at;
    raster_wide right;
    raster_wide down;
    raster_wide least;
};

/* Edge i lies opposite to corner i. The pixels whose centres may be inside are those of the box, which holds
 * none where the triangle misses the screen. */
struct raster_setup {
    struct raster_edge edges[3];
    raster_wide area; /* the sum of the three functions anywhere; 0: there is nothing to draw */
    word32 depths[3];
    raster_place left, top, right, bottom; /* the last two belong to it */
};

static inline raster_place raster_least(raster_place a, raster_place b)
{
    return a < b ? a : b;
}

static inline raster_place raster_most(raster_place a, raster_place b)
{
    return a > b ? a : b;
}

static inline struct raster_edge raster_edge_of(struct raster_corner from, struct raster_corner to)
{
    raster_wide x = to.x - from.x;
    raster_wide y = to.y - from.y;
    struct raster_edge edge;

    edge.at = x * (8 - from.y) - y * (8 - from.x);
    edge.right = -16 * y;
    edge.down = 16 * x;
    edge.least = y < 0 || (y == 0 && x > 0) ? 0 : 1;
    return edge;
}

static inline raster_wide raster_value(struct raster_edge edge, raster_place x, raster_place y)
{
    return edge.at + edge.right * x + edge.down * y;
}

static inline struct raster_setup raster_set_up(struct raster_triangle triangle, word32 width, word32 height)
{
    struct raster_corner a = triangle.corners[0], b = triangle.corners[1], c = triangle.corners[2];
    struct raster_setup setup;

    setup.area = (raster_wide)(b.x - a.x) * (c.y - a.y) - (raster_wide)(b.y - a.y) * (c.x - a.x);
    if (setup.area < 0) {
        b = triangle.corners[2];
        c = triangle.corners[1];
        setup.area = -setup.area;
    }
    setup.edges[0] = raster_edge_of(b, c);
    setup.edges[1] = raster_edge_of(c, a);
    setup.edges[2] = raster_edge_of(a, b);
    setup.depths[0] = a.depth;
    setup.depths[1] = b.depth;
    setup.depths[2] = c.depth;
    /* Of the pixels from the first centre on that is not left of all corners to the last not right of all. */
    setup.left = raster_most((raster_least(a.x, raster_least(b.x, c.x)) + 7) >> 4, 0);
    setup.top = raster_most((raster_least(a.y, raster_least(b.y, c.y)) + 7) >> 4, 0);
    setup.right = raster_least((raster_most(a.x, raster_most(b.x, c.x)) - 8) >> 4, (raster_place)width - 1);
    setup.bottom = raster_least((raster_most(a.y, raster_most(b.y, c.y)) - 8) >> 4, (raster_place)height - 1);
    return setup;
}

/* Whether the triangle may have pixels at all. */
static inline int raster_is_seen(struct raster_setup setup)
{
    return setup.area > 0 && setup.left <= setup.right && setup.top <= setup.bottom;
}

/* The depth at a pixel of the triangle, times the area. */
static inline raster_wide raster_depth(struct raster_setup setup, raster_place x, raster_place y)
{
    return raster_value(setup.edges[0], x, y) * setup.depths[0] +
           raster_value(setup.edges[1], x, y) * setup.depths[1] +
           raster_value(setup.edges[2], x, y) * setup.depths[2];
}

/* Its change from a pixel to the one on the right. */
static inline raster_wide raster_depth_right(struct raster_setup setup)
{
    return setup.edges[0].right * setup.depths[0] + setup.edges[1].right * setup.depths[1] +
           setup.edges[2].right * setup.depths[2];
}

#endif
