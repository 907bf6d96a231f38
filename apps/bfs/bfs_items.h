/* The item of bfs by a flow graph: a vertex that a way of so many arcs leads to. */
#ifndef APPS_BFS_ITEMS_H
#define APPS_BFS_ITEMS_H

#include "coop/shared/channel.h"

/* Arcs that an item looks at, at a time. */
#define BFS_ITEM_ARCS 64

struct visit {
    coop_u32 vertex;
    coop_u32 depth;
    coop_u32 next; /* of its arcs */
};

coop_channels(visit);

#endif
