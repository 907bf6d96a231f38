#include "fib_elision.h"

#include <coop/spawn.h>

#undef coop_task
#define coop_task static

#include "fib_spawn.cl"

uint64_t fib_elision(uint32_t n, uint32_t cutoff)
{
    return fib(n, cutoff);
}
