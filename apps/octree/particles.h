/* Points in space, and the octree that they make (Cederman, Tsigas, "On Dynamic Load Balancing on Graphics
 * Processors", Graphics Hardware 2008). */
#ifndef TOOLS_WORK_PARTICLES_H
#define TOOLS_WORK_PARTICLES_H

#include "tools/report/answer.h"

#include <stdint.h>

/* Points are numbered by 32-bit words, on the device too. */
#define PARTICLES_MAX ((uint64_t)1 << 28)

/* Of particles_make. */
#define PARTICLES_MADE_MAX ((uint64_t)1 << 26)

struct particles {
    uint64_t *keys; /* octree.h, in the file's order */
    uint32_t count;
};

/* Reads raw little-endian 32-bit floating-point numbers x, y, z. The root cube begins at the least x, y and
 * z; its side is the largest extent of the three, in 64-bit arithmetic. On failure *particles is empty. */
int particles_read(const char *path, struct particles *particles, struct tool_error *error);

/* The same from `count` points in memory, 3 numbers each; `name` begins the messages. */
int particles_from_points(const char *name, const float *points, uint32_t count, struct particles *particles,
                          struct tool_error *error);

/* `count` points made without input, most of them around corners of a grid, so that cells differ. */
int particles_make(uint32_t count, struct particles *particles, struct tool_error *error);

/* Counts "inner_nodes", "leaves", "depth" and the cells on each level, "level_0" …, of the tree whose cells
 * of more than `threshold` points are split down to OCTREE_LEVELS: sorts the keys and looks for the borders
 * of cells. */
int particles_octree(const struct particles *particles, uint32_t threshold, struct answer *answer,
                     struct tool_error *error);

/* Whether `keys` are the particles' in an order that a partitioning may leave them in: those of each leaf
 * together, the leaves in the order of the cells. Sorts `keys` within the leaves. */
int particles_check_order(const struct particles *particles, uint32_t threshold, uint64_t *keys,
                          struct tool_error *error);

/* The keys in order, for particles_check_against; NULL with a message. The caller frees them. */
uint64_t *particles_sorted(const struct particles *particles, struct tool_error *error);

/* particles_check_order of keys that are checked again and again: `sorted` is particles_sorted's. */
int particles_check_against(const uint64_t *sorted, uint32_t count, uint32_t threshold, uint64_t *keys,
                            struct tool_error *error);

void particles_clear(struct particles *particles);

#endif
