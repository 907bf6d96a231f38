#ifndef TALLY_H
#define TALLY_H
#include "types.h"
static inline void tally_add(global struct tally *tally, colour colour)
{
    int index = colour == RED ? 0 : colour == GREEN ? 1 : 2;
    if (get_global_id(0) == 0) tally->counts[index] += scale_of[index];
}
#endif
