/* Items of raster, for kernels and host. */
#ifndef APPS_RASTER_ITEMS_H
#define APPS_RASTER_ITEMS_H

#include "coop/shared/channel.h"
#include "raster.h"

#define RASTER_TILE 16         /* pixels of a tile's side */
#define RASTER_TILES 16        /* that a triangle emits at a time */
#define RASTER_TILES_LOOKED 64 /* of its box, at a time */
#define RASTER_RUN 8           /* neighbouring pixels of an item of depths */

/* A triangle, of whose box the tiles from `next` on are to be looked at, by rows. */
struct triangle {
    coop_u32 index;
    coop_u32 next;
};

/* A tile that the triangle may have pixels of: that of pixel (x, y), its first. */
struct tile {
    coop_u32 triangle;
    coop_u32 x;
    coop_u32 y;
};

/* The pixels of a tile's row that are the triangle's: bit i is pixel (x + i, y). */
struct fragment {
    coop_u32 triangle;
    coop_u32 x;
    coop_u32 y;
    coop_u32 mask;
};

/* Depths of neighbouring pixels, those of the mask. */
struct depth {
    coop_u32 triangle;
    coop_u32 pixel; /* the first: y times the width plus x */
    coop_u32 mask;
    coop_u32 depths[RASTER_RUN];
};

coop_channels(triangle, tile, fragment, depth);

#endif
