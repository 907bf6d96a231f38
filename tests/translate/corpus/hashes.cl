// items: 1 8 64
// Hashing, sorting and packing in the manner of crackers, databases and codecs: words turned by constants,
// tables in local memory, digits, networks, prefix codes.
#define ROT(x, s) (((x) << (s)) | ((x) >> (32 - (s))))
#define MIX(a, b, c) { a -= c; a ^= ROT(c, 4); c += b; b -= a; b ^= ROT(a, 6); a += c; c -= b; c ^= ROT(b, 8); b += a; }
#define LID ((uint)get_local_id(0))
#define GID ((uint)get_global_id(0))
#define ITEMS ((uint)get_local_size(0))

/* A block of a message digest, rounds by a macro; all stop when one finds the pattern. */
#define STEP(f, a, b, c, d, k, s) a += f(b, c, d) + (k); a = ROT(a, s) + b;
#define F(x, y, z) (((x) & (y)) | (~(x) & (z)))
#define G(x, y, z) ((x) ^ (y) ^ (z))
static uint digest(uint message)
{
    uint a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
    STEP(F, a, b, c, d, message + 0xd76aa478u, 7) STEP(F, d, a, b, c, 0xe8c7b756u, 12) STEP(F, c, d, a, b, message, 17) STEP(F, b, c, d, a, 0x80u, 22)
    STEP(G, a, b, c, d, 0xfffa3942u, 4) STEP(G, d, a, b, c, message, 11) STEP(G, c, d, a, b, 0x6d9d6122u, 16) STEP(G, b, c, d, a, 32u, 23)
    return a ^ b ^ c ^ d;
}
__kernel void test(__global const int *data, __global int *out, int n)
{
    uint candidate = GID, found = 0, tries = 0;
    while (!work_group_any(found) && tries < 30) {
        found = (digest(candidate) & 127u) == 5u;
        candidate += 192u;
        ++tries;
    }
    out[GID] = (int)(tries * 2 + found);
}

/* A checksum in pieces, combined in order. */
__kernel void test1(__global const int *data, __global int *out, int n)
{
    uint a = 1, b = 0, sum, before;
    for (uint i = 0; i < 4; ++i) { a = (a + (uint)data[GID * 2 + i]) % 65521u; b = (b + a) % 65521u; }
    before = work_group_scan_exclusive_add(a % 1000u);
    sum = work_group_reduce_add(b % 1000u);
    out[GID] ^= (int)((sum << 16 | before) & 0x7fffffffu);
}

/* A bitonic network in local memory of the launch. */
__kernel void test2(__global const int *data, __global int *out, int n, __local int *keys)
{
    keys[LID] = data[GID];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint size = 2; size <= ITEMS; size <<= 1) {
        for (uint stride = size >> 1; stride > 0; stride >>= 1) {
            uint other = LID ^ stride;
            if (other > LID) {
                bool up = (LID & size) == 0;
                int a = keys[LID], b = keys[other];
                if ((a > b) == up) { keys[LID] = b; keys[other] = a; }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    out[GID] += keys[LID];
}

/* A radix sort: a bit at a time, split by a scan. */
__kernel void test3(__global const int *data, __global int *out, int n, __local int *keys)
{
    int key = data[GID];
    for (int bit = 0; bit < 7; ++bit) {
        int zero = !(key >> bit & 1);
        int zeros = work_group_reduce_add(zero);
        int place = work_group_scan_exclusive_add(zero);
        keys[zero ? place : zeros + (int)LID - place] = key;
        barrier(CLK_LOCAL_MEM_FENCE);
        key = keys[LID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[GID] -= key;
}

/* A table with open addressing in local memory, filled by compare and exchange; who is in it? */
__kernel void test4(__global const int *data, __global int *out, int n, __local atomic_int *unused, __local atomic_int *table)
{
    int key = data[GID] + 1, count = 0;
    for (uint i = LID; i < 256; i += ITEMS) atomic_store_explicit(&table[i], 0, memory_order_relaxed, memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint at = (uint)key * 37u & 255u;; at = (at + 1) & 255u) {
        int expected = 0;
        if (atomic_compare_exchange_strong(&table[at], &expected, key) || expected == key) break;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = LID; i < 256; i += ITEMS) count += atomic_load(&table[i]) != 0;
    out[GID] += work_group_reduce_add(count);
}

/* Lengths of codes become places of bits. */
__kernel void test5(__global const int *data, __global int *out, int n, __local atomic_uint *bits)
{
    uint length = (uint)data[GID] % 5u + 1u, code = (1u << length) - 1u, at;
    for (uint i = LID; i < 16; i += ITEMS) atomic_store(&bits[i], 0u);
    at = work_group_scan_exclusive_add(length);
    atomic_fetch_or(&bits[at >> 5], code << (at & 31u));
    if ((at & 31u) + length > 32u) atomic_fetch_or(&bits[(at >> 5) + 1], code >> (32u - (at & 31u)));
    barrier(CLK_LOCAL_MEM_FENCE);
    out[GID] ^= (int)(atomic_load(&bits[LID & 15]) >> 2);
}

/* Runs: where they begin, how long they are. */
__kernel void test6(__global const int *data, __global int *out, int n, __local int *starts)
{
    int value = data[GID] / 30, previous = LID > 0 ? data[GID - 1] / 30 : -1;
    int begins = value != previous;
    int run = work_group_scan_inclusive_add(begins) - 1;
    int runs = work_group_reduce_add(begins);
    if (begins) starts[run] = (int)LID;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[GID] += (run + 1 < runs ? starts[run + 1] : (int)ITEMS) - starts[run];
}

/* Jenkins' mixing, and the winner of a draw told to all. */
__kernel void test7(__global const int *data, __global int *out, int n)
{
    uint a = 0x9e3779b9u + (uint)data[GID], b = (uint)n, c = LID;
    ulong ticket;
    MIX(a, b, c)
    ticket = (ulong)(c >> 1) << 32 | LID;
    ticket = work_group_reduce_max(ticket);
    out[GID] += work_group_broadcast(data[GID], (uint)ticket) + (int)((uint)ticket == LID);
}
