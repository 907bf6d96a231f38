#include "tools/net/gups_sequential.h"

#include <stdlib.h>

/* The mixing function of splitmix64, with its state stepped by the golden ratio. */
static uint64_t draw(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint64_t *gups_sequential(uint64_t updates, uint64_t elements, uint64_t first, uint64_t count)
{
    uint64_t *part = calloc(count > 0 ? count : 1, sizeof *part);
    uint64_t state = 0;

    for (uint64_t i = 0; part != NULL && i < updates; i++) {
        uint64_t element = draw(&state) % elements;
        if (element - first < count) {
            part[element - first]++;
        }
    }
    return part;
}
