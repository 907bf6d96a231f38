#include "strassen_elision.h"

#include <coop/spawn.h>

#undef coop_task
#define coop_task static

#include "strassen.cl"
#include "strassen_group.cl"

void strassen_elision(float *words, uint32_t size, uint32_t leaf, uint32_t products)
{
    uint64_t elements = (uint64_t)size * size;
    const struct strassen_block a = {0, size};
    const struct strassen_block b = {elements, size};
    const struct strassen_block c = {2 * elements, size};

    if (products == 8) {
        classical(a, b, c, size, words, leaf);
    } else {
        product(a, b, c, 3 * elements, size, words, leaf);
    }
}

void strassen_group_elision(float *words, uint32_t size, uint32_t leaf)
{
    uint64_t elements = (uint64_t)size * size;
    const struct strassen_block a = {0, size};
    const struct strassen_block b = {elements, size};
    const struct strassen_block c = {2 * elements, size};

    group_product(a, b, c, 3 * elements, size, words, leaf);
}
