/* The graph, for the kernel and for the host that checks it: a grid of cells, of which a third are walls. */
#ifndef MAZE_H
#define MAZE_H

enum { WIDTH = 300, HEIGHT = 200, CELL_COUNT = WIDTH * HEIGHT, SOURCE = 0, UNREACHED = -1 };

static inline int is_wall(unsigned cell)
{
    unsigned hash = (cell ^ 0x9e3779b9u) * 0x85ebca6bu;

    hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
    return cell != SOURCE && (hash >> 16) % 3 == 0;
}

/* Neighbour 0 to 3 of a cell, or the cell itself where the grid ends. */
static inline unsigned neighbour(unsigned cell, unsigned side)
{
    unsigned x = cell % WIDTH;

    switch (side) {
    case 0:
        return x > 0 ? cell - 1 : cell;
    case 1:
        return x + 1 < WIDTH ? cell + 1 : cell;
    case 2:
        return cell >= WIDTH ? cell - WIDTH : cell;
    default:
        return cell + WIDTH < CELL_COUNT ? cell + WIDTH : cell;
    }
}

#endif
