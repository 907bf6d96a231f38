/* What gups has to make of the array, one update after the other. */
#ifndef TOOLS_NET_GUPS_SEQUENTIAL_H
#define TOOLS_NET_GUPS_SEQUENTIAL_H

#include <stdint.h>

/* Elements first … first + count - 1 behind updates 0 … updates - 1. NULL: no memory. The caller frees it. */
uint64_t *gups_sequential(uint64_t updates, uint64_t elements, uint64_t first, uint64_t count);

#endif
