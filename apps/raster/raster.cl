/* Triangles become tiles, tiles become rows of pixels, rows become depths, and a pixel keeps the least of
 * those it gets. Each function is run by one work-item for one item. */
#include "coop/kernel.clh"
#include "coop/channel.clh"

#include "raster_items.h"
#include "tools/workqueue/tally.h"

/* Whether all pixels of the tile lie outside one edge. */
static int misses(struct raster_setup setup, int x, int y)
{
    int is_outside = 0;

    for (uint i = 0; i < 3; i++) {
        struct raster_edge edge = setup.edges[i];
        long most = raster_value(edge, x, y) + max(edge.right, 0l) * (RASTER_TILE - 1) +
                    max(edge.down, 0l) * (RASTER_TILE - 1);
        is_outside |= most < edge.least;
    }
    return is_outside;
}

/* Finds some tiles; if there may be more, the triangle comes again. */
static void triangle(struct triangle item, local struct coop_flow *flow,
                     global const struct raster_triangle *triangles, uint width, uint height,
                     global atomic_ulong *pixels)
{
    struct raster_setup setup = raster_set_up(triangles[item.index], width, height);

    if (!raster_is_seen(setup)) {
        return;
    }
    uint first_column = (uint)setup.left / RASTER_TILE;
    uint first_row = (uint)setup.top / RASTER_TILE;
    uint columns = (uint)setup.right / RASTER_TILE - first_column + 1;
    uint tiles = columns * ((uint)setup.bottom / RASTER_TILE - first_row + 1);
    uint end = min(tiles, item.next + RASTER_TILES_LOOKED);
    uint emitted = 0;

    for (; item.next < end && emitted < RASTER_TILES; item.next++) {
        uint x = (first_column + item.next % columns) * RASTER_TILE;
        uint y = (first_row + item.next / columns) * RASTER_TILE;
        if (!misses(setup, (int)x, (int)y)) {
            coop_emit_tile(flow, (struct tile){item.index, x, y});
            emitted++;
        }
    }
    if (item.next < tiles) {
        coop_keep_triangle(flow, item);
    }
}

/* The pixels of a row that are inside all edges, among those of the box. */
static uint inside(struct raster_setup setup, int x, int y)
{
    long a = raster_value(setup.edges[0], x, y) - setup.edges[0].least;
    long b = raster_value(setup.edges[1], x, y) - setup.edges[1].least;
    long c = raster_value(setup.edges[2], x, y) - setup.edges[2].least;
    int first = max(setup.left - x, 0);
    int last = min(setup.right - x, RASTER_TILE - 1);
    uint mask = 0;

    for (uint i = 0; i < RASTER_TILE; i++) {
        mask |= (uint)((a | b | c) >= 0) << i;
        a += setup.edges[0].right;
        b += setup.edges[1].right;
        c += setup.edges[2].right;
    }
    return mask & ((2u << last) - (1u << first));
}

static void tile(struct tile item, local struct coop_flow *flow,
                 global const struct raster_triangle *triangles, uint width, uint height,
                 global atomic_ulong *pixels)
{
    struct raster_setup setup = raster_set_up(triangles[item.triangle], width, height);
    int last = min(setup.bottom, (int)item.y + RASTER_TILE - 1);

    for (int y = max(setup.top, (int)item.y); y <= last; y++) {
        uint mask = inside(setup, (int)item.x, y);
        if (mask != 0) {
            coop_emit_fragment(flow, (struct fragment){item.triangle, item.x, (uint)y, mask});
        }
    }
}

static void fragment(struct fragment item, local struct coop_flow *flow,
                     global const struct raster_triangle *triangles, uint width, uint height,
                     global atomic_ulong *pixels)
{
    struct raster_setup setup = raster_set_up(triangles[item.triangle], width, height);
    long right = raster_depth_right(setup);

    for (uint first = 0; first < RASTER_TILE; first += RASTER_RUN) {
        uint x = item.x + first;
        struct depth run;
        run.triangle = item.triangle;
        run.pixel = item.y * width + x;
        run.mask = item.mask >> first & ((1u << RASTER_RUN) - 1u);
        if (run.mask == 0) {
            continue;
        }
        long value = raster_depth(setup, (int)x, (int)item.y);
        for (uint i = 0; i < RASTER_RUN; i++) {
            run.depths[i] = run.mask >> i & 1u ? (uint)((ulong)value / (ulong)setup.area) : 0u;
            value += right;
        }
        coop_emit_depth(flow, run);
    }
}

/* The nearest triangle has the pixel. Relaxed: the host reads it after the launch. */
static void put(global atomic_ulong *pixel, ulong key)
{
    if (key < atomic_load_explicit(pixel, memory_order_relaxed, memory_scope_device)) {
        atomic_fetch_min_explicit(pixel, key, memory_order_relaxed, memory_scope_device);
    }
}

static void depth(struct depth item, local struct coop_flow *flow,
                  global const struct raster_triangle *triangles, uint width, uint height,
                  global atomic_ulong *pixels)
{
    for (uint i = 0; i < RASTER_RUN; i++) {
        if (item.mask >> i & 1u) {
            put(&pixels[item.pixel + i], raster_key(item.depths[i], item.triangle));
        }
    }
}

coop_kernel coop_kill_any void raster(global struct coop_flowgraph *graph,
                                      global const struct raster_triangle *triangles, uint width, uint height,
                                      global atomic_ulong *pixels, global struct tally *tallies)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        tally_lanes(tallies, &flow);
        coop_flow_run((triangle, tile, fragment, depth), &flow, triangles, width, height, pixels);
    }
}

/* The same without a flow graph, for comparison: a work-item has a triangle, and looks at all pixels of its
 * box. */
kernel void raster_by_triangle(global const struct raster_triangle *triangles, uint count, uint width,
                               uint height, global atomic_ulong *pixels)
{
    uint index = (uint)get_global_id(0);

    if (index >= count) {
        return;
    }
    struct raster_setup setup = raster_set_up(triangles[index], width, height);
    if (!raster_is_seen(setup)) {
        return;
    }
    long right = raster_depth_right(setup);
    for (int y = setup.top; y <= setup.bottom; y++) {
        long a = raster_value(setup.edges[0], setup.left, y) - setup.edges[0].least;
        long b = raster_value(setup.edges[1], setup.left, y) - setup.edges[1].least;
        long c = raster_value(setup.edges[2], setup.left, y) - setup.edges[2].least;
        long depth = raster_depth(setup, setup.left, y);
        for (int x = setup.left; x <= setup.right; x++) {
            if ((a | b | c) >= 0) {
                put(&pixels[(uint)y * width + (uint)x],
                    raster_key((uint)((ulong)depth / (ulong)setup.area), index));
            }
            a += setup.edges[0].right;
            b += setup.edges[1].right;
            c += setup.edges[2].right;
            depth += right;
        }
    }
}
