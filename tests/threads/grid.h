/* What the host and the work-groups of grid.c share. */
#ifndef COOP_TESTS_THREADS_GRID_H
#define COOP_TESTS_THREADS_GRID_H

#define GRID_GROUPS_MAX 8
#define GRID_ITEMS_MAX 4
#define GRID_NOBODY 1000u

#ifdef __OPENCL_C_VERSION__
#define GRID_POINTER global
#else
#include <stdint.h>
typedef uint32_t uint;
#define GRID_POINTER
#endif

struct grid_scene {
    GRID_POINTER uint *state;
    uint rounds;
    uint leaver; /* the member that ends in front of its barrier `leaves_at` */
    uint leaves_at;
    uint words[GRID_GROUPS_MAX * GRID_ITEMS_MAX]; /* each of a member's work-items has one */
    uint wrong[GRID_GROUPS_MAX * GRID_ITEMS_MAX]; /* words of others that were not as they should be */
    uint passed[GRID_GROUPS_MAX * GRID_ITEMS_MAX];
    uint members;
};

#endif
