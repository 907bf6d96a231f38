/* Where the paths of betweenness begin. */
#ifndef APPS_BC_SOURCES_H
#define APPS_BC_SOURCES_H

#include <stdint.h>

/* Unless given: how many, and what draws them. */
#define BC_SOURCES 4
#define BC_SAMPLE_SEED 1

/* The first `*source_count` of the vertices in a random order; all, in their own order, if there are not
 * more, and *source_count is then their number.
 * vertices  out: vertex_count entries, the sources in front. */
void bc_sources_draw(uint32_t *vertices, uint32_t vertex_count, uint64_t seed, uint64_t *source_count);

#endif
