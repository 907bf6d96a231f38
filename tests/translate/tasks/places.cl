#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#else
#include <coop/spawn.h>
typedef uint uint4 __attribute__((ext_vector_type(4)));
#endif

struct pair {
    uint a;
    uint b;
};

static uint sum(const uint *values, uint count)
{
    uint result = 0;

    for (uint i = 0; i < count; i++) {
        result += values[i];
    }
    return result;
}

coop_task uint leaf(uint n)
{
    return n * 3 + 1;
}

/* Arguments that are aligned to 16 bytes, behind the 8 of `up`. */
coop_task uint4 wide(uint n, uint4 v)
{
    uint4 x, y;

    if (n == 0) {
        return v;
    }
    x = coop_spawn wide(n - 1, v + n);
    y = coop_spawn wide(n - 1, v * 3u);
    coop_sync();
    return x + y;
}

/* The step behind the first sync spawns in a loop of its own. */
coop_task uint loops(uint n)
{
    uint s = 0, r[20];

    if (n & 1) {
        for (uint i = 0; i < 20; i++) {
            r[i] = coop_spawn leaf(i + n);
        }
        coop_sync();
        s = sum(r, 20);
        for (uint i = 0; i < 20; i++) {
            r[i] = coop_spawn leaf(i + s);
        }
        coop_sync();
        return s + sum(r, 20);
    }
    return n;
}

coop_task global uint *find(uint n, global uint *at)
{
    global uint *found;

    if (n == 0) {
        return at;
    }
    found = coop_spawn find(n - 1, at + 1);
    coop_sync();
    return found;
}

/* Different elements and members before one sync. */
coop_task uint parts(uint n)
{
    struct pair pairs[2];
    uint rows[2][2];

    pairs[0].a = coop_spawn leaf(n);
    pairs[0].b = coop_spawn leaf(n + 1);
    pairs[1].a = coop_spawn leaf(n + 2);
    rows[0][1] = coop_spawn leaf(n + 3);
    rows[1][1] = coop_spawn leaf(n + 4);
    rows[0][n & 1 ? 0 : 0] = coop_spawn leaf(n + 5);
    coop_sync();
    return pairs[0].a + 2 * pairs[0].b + 3 * pairs[1].a + 4 * rows[0][1] + 5 * rows[1][1] + 6 * rows[0][0];
}

coop_task ulong root(uint depth, uint seed, coop_common global uint *effects)
{
    uint4 v;
    uint a, b, c;
    global uint *at;

    v = coop_spawn wide(depth, (uint4)(seed));
    a = coop_spawn loops(seed);
    b = coop_spawn loops(seed + 1);
    c = coop_spawn parts(seed);
    at = coop_spawn find(depth + 3, effects);
    coop_sync();
    *at += 7;
    return v.x + 3ul * v.y + 5ul * v.z + 7ul * v.w + a + 11ul * b + 13ul * c;
}

#ifdef __OPENCL_C_VERSION__
#define TASKS_KERNEL tests
#include "kernels.clh"
#undef TASKS_KERNEL
#define TASKS_KERNEL others
#include "kernels.clh"
#endif
