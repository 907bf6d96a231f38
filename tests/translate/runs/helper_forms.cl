// run: regular
// items: 1 4 8
struct pair { int a, b; };
static inline int square(int v) { return v * v; }
inline __attribute__((always_inline)) uint me(void) { return (uint)get_global_id(0); }
static struct pair both(int a);
int sum_of(const int *values, int count);
void put(global int *out, int value);
static void store_local(local int *tile, int value) { tile[get_local_id(0)] = value; }
static int load_local(const local int *tile, uint shift) { return tile[(get_local_id(0) + shift) % get_local_size(0)]; }
static int4 lanes(int4 v) { return v.wzyx + (int4)((int)get_local_id(0)); }
static struct pair both(int a) { struct pair p = {a, square(a) + (int)me()}; return p; }
int sum_of(const int *values, int count) { int sum = 0; for (int i = 0; i < count; i++) sum += values[i]; return sum; }
void put(global int *out, int value) { out[me()] += value; }
static int first(int v) { return v + (int)get_group_id(0); }
static int second(int v) { return first(v) * 2; }
static int third(int v) { return second(v) + first(1); }
kernel void test(global int *data, global int *out, int n)
{
    local int tile[64];
    int values[3] = {1, 2, 3};
    struct pair p = both(data[me()]);
    store_local(tile, p.a);
    barrier(CLK_LOCAL_MEM_FENCE);
    values[1] += load_local(tile, 1);
    put(out, third(second(p.b)));
    barrier(CLK_LOCAL_MEM_FENCE);
    put(out, sum_of(values, 3) + lanes((int4)(1, 2, 3, 4)).x + both(third(2)).b);
}
