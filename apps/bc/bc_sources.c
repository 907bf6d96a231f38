#include "bc_sources.h"

#include "tools/random/random.h"

void bc_sources_draw(uint32_t *vertices, uint32_t vertex_count, uint64_t seed, uint64_t *source_count)
{
    uint32_t i;

    for (i = 0; i < vertex_count; i++) {
        vertices[i] = i;
    }
    if (*source_count >= vertex_count) {
        *source_count = vertex_count;
        return;
    }
    for (i = 0; i < *source_count; i++) {
        uint32_t other = i + random_below(&seed, vertex_count - i);
        uint32_t source = vertices[other];

        vertices[other] = vertices[i];
        vertices[i] = source;
    }
}
