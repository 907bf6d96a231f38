// items: 1 8 64
// Sorting, hashing and counting, as in libraries of algorithms: types by macros, atomics, digits.
#define ITEMS_MAX 64
#define MAKE_COMPARE(TYPE) static inline bool before_##TYPE(TYPE a, TYPE b) { return a < b; }
MAKE_COMPARE(int) MAKE_COMPARE(uint)
#define BEFORE(TYPE) before_##TYPE
#define RADIX_BITS 2
#define RADIX (1 << RADIX_BITS)
#define FOR_DIGITS(X) X(0) X(1) X(2) X(3)

kernel void test(global int *data, global int *out, int n)
{
    local int keys[ITEMS_MAX], sorted[ITEMS_MAX];
    local atomic_int totals[RADIX];
    const uint l = get_local_id(0), items = get_local_size(0);
    keys[l] = data[get_global_id(0)] & 63;
    for (int shift = 0; shift < 6; shift += RADIX_BITS) {
        int digit, place = 0;
        if (l == 0) {
#define CLEAR(D) atomic_store(&totals[D], 0);
            FOR_DIGITS(CLEAR)
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        digit = (keys[l] >> shift) & (RADIX - 1);
        atomic_fetch_add(&totals[digit], 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int d = 0; d < digit; ++d) place += atomic_load(&totals[d]);
        for (uint i = 0; i < l; ++i) place += ((keys[i] >> shift) & (RADIX - 1)) == digit;
        sorted[place] = keys[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        keys[l] = sorted[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = keys[l];
    (void)items;
}

#define ODD_EVEN_SORT(NAME, TYPE)                                                           \
    kernel void NAME(global TYPE *data, global TYPE *out, int n)                            \
    {                                                                                       \
        local TYPE keys[ITEMS_MAX];                                                         \
        const uint l = get_local_id(0), items = get_local_size(0);                          \
        keys[l] = data[get_global_id(0)];                                                   \
        for (uint phase = 0; phase < items; ++phase) {                                      \
            barrier(CLK_LOCAL_MEM_FENCE);                                                   \
            if ((l & 1) == (phase & 1) && l + 1 < items && BEFORE(TYPE)(keys[l + 1], keys[l])) { \
                TYPE spare = keys[l];                                                       \
                keys[l] = keys[l + 1];                                                      \
                keys[l + 1] = spare;                                                        \
            }                                                                               \
        }                                                                                   \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        out[get_global_id(0)] = keys[l] + (TYPE)n;                                          \
    }
ODD_EVEN_SORT(test1, int)
ODD_EVEN_SORT(test2, uint)

/* Open addressing in local memory, with C11's atomics in their short forms. */
#define EMPTY -1
inline uint mix(uint h) { h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; return h; }
int insert(local atomic_int *table, uint slots, int key)
{
    for (uint i = 0, at = mix((uint)key) % slots; i < slots; ++i, at = (at + 1) % slots) {
        int expected = EMPTY;
        if (atomic_compare_exchange_strong(&table[at], &expected, key) || expected == key) return 1;
    }
    return 0;
}
kernel void test3(global int *data, global int *out, int n)
{
    local atomic_int table[ITEMS_MAX * 2], distinct;
    const uint l = get_local_id(0), items = get_local_size(0);
    int mine, count = 0;
    for (uint i = l; i < 2 * items; i += items) atomic_store(&table[i], EMPTY);
    if (l == 0) atomic_store(&distinct, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    mine = insert(table, 2 * items, data[get_global_id(0)] % 23);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < 2 * items; i += items) {
        if (atomic_load(table + i) != EMPTY) ++count;
    }
    atomic_fetch_add(&distinct, count);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = atomic_load(&distinct) * 2 + mine;
}

/* A histogram with private bins that are merged bin by bin through a pointer. */
kernel void test4(global int *data, global int *out, int n)
{
    local atomic_int merged[8];
    int bins[8] = {0}, *bin = bins;
    const int l = get_local_id(0), items = get_local_size(0);
    for (int i = l; i < 8; i += items) atomic_store(merged + i, 0);
    for (int i = 0; i < 6; ++i) ++bins[(data[(get_global_id(0) * 6 + i) % 512] >> 2) & 7];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (; bin < bins + 8; ++bin) {
        atomic_fetch_add(&merged[bin - bins], *bin);
        barrier(CLK_LOCAL_MEM_FENCE);
        *bin = atomic_load(&merged[bin - bins]);
    }
    out[get_global_id(0)] = bins[l & 7] * 64 + bins[7 - (l & 7)];
}

/* Stream compaction: flags, a scan of them by a helper, and the write. */
int scan_exclusive(local int *part, int value)
{
    const int l = get_local_id(0), size = get_local_size(0);
    part[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int offset = 1; offset < size; offset *= 2) {
        int below = l >= offset ? part[l - offset] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[l] += below;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return part[l] - value;
}
kernel void test5(global int *data, global int *out, int n)
{
    local int part[ITEMS_MAX];
    const int g = get_global_id(0), base = get_group_id(0) * get_local_size(0);
    const int keeps = data[g] % 3 != 0;
    int at, total;
    out[g] = -1;
    at = scan_exclusive(part, keeps);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (keeps) out[base + at] = data[g];
    total = part[get_local_size(0) - 1];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) out[200 + get_group_id(0)] = total;
}

/* Merging pairs of runs by ranks: the direction of a search is a parameter. */
uint rank_in(const local int *run, uint length, int key, bool is_upper)
{
    uint low = 0, high = length;
    while (low < high) {
        const uint middle = (low + high) / 2;
        if (is_upper ? run[middle] <= key : run[middle] < key) low = middle + 1;
        else high = middle;
    }
    return low;
}
kernel void test6(global int *data, global int *out, int n)
{
    local int runs[2][ITEMS_MAX];
    const uint l = get_local_id(0), items = get_local_size(0);
    uint from = 0;
    runs[0][l] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = 1; width < items; width *= 2, from ^= 1) {
        const uint begin = l / (2 * width) * (2 * width), half_of = (l - begin) / width;
        const local int *other = &runs[from][begin + (half_of ? 0 : width)];
        const uint place = begin + (l - begin) % width + rank_in(other, width, runs[from][l], half_of != 0);
        runs[from ^ 1][place] = runs[from][l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = runs[from][l];
}

/* Checksums over words, several ways at once by a list of steps. */
#define STEPS(X) X(adler, a = (a + w) % 65521u, b = (b + a) % 65521u) X(fnv, a = (a ^ w) * 16777619u, b += a >> 5)
#define CHECKSUM(NAME, FIRST, SECOND) \
    static uint NAME(const local uint *words, uint count) \
    { uint a = 1, b = 0; for (uint i = 0; i < count; ++i) { uint w = words[i]; FIRST; SECOND; } return a ^ b; }
STEPS(CHECKSUM)
kernel void test7(global uint *data, global uint *out, int n)
{
    local uint words[ITEMS_MAX];
    words[get_local_id(0)] = data[get_global_id(0)] + n;
    barrier(CLK_LOCAL_MEM_FENCE);
#define SUM(NAME, FIRST, SECOND) + NAME(words, get_local_id(0) + 1)
    out[get_global_id(0)] = 0 STEPS(SUM);
}
