#include "sort_elision.h"

#include <coop/spawn.h>

#undef coop_task
#define coop_task static

#include "sort.cl"
#include "sort_group.cl"

void sort_elision(uint32_t *words, uint32_t count, uint32_t base)
{
    sort(0, count, words, count, base);
}

void sort_group_elision(uint32_t *words, uint32_t count, uint32_t base)
{
    uint32_t tile[SORT_TILE + 2];

    sort_range(0, count, words, count, base, tile);
}
