#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#else
#include <coop/spawn.h>
#endif
/* Returns that wait for children and others, tasks without a result, structs as arguments, shadowed names. */
struct range { uint from, to; uint w[3]; };
coop_task ulong leaf(uint n, coop_common global uint *effects)
{
    if (n == 3) return 7;
    switch (n % 4) { case 0: return n; case 1: { uint n = 9; return n; } default: break; }
    return n * 2;
}
coop_task void note(struct range r, coop_common global uint *effects)
{
    if (r.from >= r.to) return;
    if (r.to - r.from == 1) { effects[r.from % 64] += r.w[r.from % 3]; return; }
    uint mid = (r.from + r.to) / 2;
    struct range left = {r.from, mid, {r.w[0], r.w[1], r.w[2]}}, right = r;
    right.from = mid;
    coop_spawn note(left, effects);
    coop_spawn note(right, effects);
}
coop_task ulong root(uint depth, uint seed, coop_common global uint *effects)
{
    ulong sum = 0;
    ulong parts[5] = {0, 0, 0, 0, 0};
    struct range r = {seed % 5, seed % 5 + depth * 3, {1, 2, 3}};

    coop_spawn note(r, effects);
    for (uint i = 0; i < depth + 2; ++i) {
        uint sum = i;
        switch (i % 3) {
        case 0: parts[i % 5] = coop_spawn leaf(sum, effects); break;
        case 1: { uint i = sum * 2; if (i > 4) continue; sum = i; }
        default: sum++;
        }
        if (i == 4) { coop_sync(); if (seed % 3 == 0) return parts[0] + parts[3]; break; }
    }
    coop_sync();
    for (uint i = 0; i < 5; ++i) sum += parts[i] * (i + 1);
    if (depth == 1) return sum;
    {
        ulong sum;
        sum = coop_spawn leaf(depth, effects);
        coop_sync();
        parts[0] = sum;
    }
    return sum + parts[0];
}
#ifdef __OPENCL_C_VERSION__
#define TASKS_KERNEL tests
#include "kernels.clh"
#endif
