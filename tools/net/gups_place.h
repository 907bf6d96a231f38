/* The element that an update is for, as gups_place.clh has it, for programs without kernels. */
#ifndef TOOLS_NET_GUPS_PLACE_H
#define TOOLS_NET_GUPS_PLACE_H

#include <stdint.h>

static inline uint64_t gups_place(uint64_t number, uint64_t elements)
{
    uint64_t x = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (x ^ x >> 31) % elements;
}

#endif
