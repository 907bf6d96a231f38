// items: 1 8 64
// Families of helpers and types by macros, X-macros, token pasting; the kernels are written out and use them.
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define OPERATIONS(X) \
    X(add, +)         \
    X(sub, -)         \
    X(mul, *)         \
    X(and, &)
#define DEFINE_OPERATION(name, sign) static int op_##name(int a, int b) { return a sign b; }
#define ENUMERATE(name, sign) OP_##name,
#define CASE(name, sign) case OP_##name: return op_##name(a, b);
#define FIELD(type, name) type name;
#define FIELDS(X) X(int, first) X(uchar, second) X(float, third)
enum operation { OPERATIONS(ENUMERATE) OPERATION_COUNT };
OPERATIONS(DEFINE_OPERATION)
struct record { FIELDS(FIELD) };
static int apply(enum operation operation, int a, int b)
{
    switch (operation) {
        OPERATIONS(CASE)
    default: return 0;
    }
}
kernel void test(global int *data, global int *out, int n)
{
    int a = data[get_global_id(0)];
    for (int i = 0; i < OPERATION_COUNT; ++i) {
        a = apply((enum operation)i, a, i + 1);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = a;
}
#define TYPE int
#define WIDTH 2
#define VECTOR PASTE(TYPE, WIDTH)
#define LOAD(i, p) (((global VECTOR *)(p))[i])
kernel void test1(global int *data, global int *out, int n)
{
    VECTOR v = LOAD(get_local_id(0), data);
    local VECTOR part[64];
    part[get_local_id(0)] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    VECTOR w = part[(get_local_id(0) + 1) % get_local_size(0)];
    out[get_global_id(0)] += w.s0 * 3 + PASTE(v.s, 1);
}
#undef TYPE
#undef WIDTH
#define TYPE short
#define WIDTH 4
kernel void test2(global int *data, global int *out, int n)
{
    VECTOR v = (VECTOR)(1, 2, 3, 4) * (VECTOR)((TYPE)data[get_local_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += v.s0 + v.PASTE(s, 3);
}
#define REDUCTION(name, type, sign, zero)                                   \
    static type name##_of(const global int *values, int count)              \
    {                                                                       \
        type result = zero;                                                 \
        for (int i = 0; i < count; ++i) { result = result sign values[i]; } \
        return result;                                                      \
    }
REDUCTION(sum, int, +, 0)
REDUCTION(any, uint, |, 0u)
REDUCTION(all, int, &, ~0) kernel void test3(global int *data, global int *out, int n)
{
    out[get_global_id(0)] += sum_of(data, 5) + (int)any_of(data, 6) + all_of(data, 2);
}
#define SYNC() barrier(CLK_LOCAL_MEM_FENCE)
#define STAGE(i, a) part[get_local_id(0)] = (a) + (i)
#define READ(i) part[(get_local_id(0) + (i)) % get_local_size(0)]
#define ROUNDS 3
kernel void test4(global int *data, global int *out, int n)
{
    local int part[64];
    int a = data[get_global_id(0)];
#if ROUNDS > 0
    STAGE(0, a); SYNC(); a += READ(1); SYNC();
#endif
#if ROUNDS > 1
    STAGE(1, a); SYNC(); a += READ(2); SYNC();
#endif
#if ROUNDS > 2
    STAGE(2, a); SYNC(); a += READ(3); SYNC();
#endif
#if ROUNDS > 3
    STAGE(3, a); SYNC(); a += READ(4); SYNC();
#endif
    out[get_global_id(0)] += a;
}
#define state(i) seeds[i]
#define args data
#define begins (get_local_id(0) == 0)
static uint next(private uint *s) { *s = *s * 1664525u + 1013904223u; return *s >> 16; }
kernel void test5(global int *args, global int *out, int n)
{
    uint seeds[2] = {(uint)n, 7u};
    local uint shared;
    for (int arena = 0; arena < 3; ++arena) {
        state(0) += next(&state(1));
        if (begins)
            shared = state(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        state(1) ^= shared & 0xff;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] += (int)((state(0) + state(1)) & 0xffff) + args[0];
}
#undef state
#undef args
#undef begins
struct handler { int kind; int (*unused)[2]; };
#define FOR_EACH(X) X(0) X(1) X(2) X(3)
#define ACCUMULATE(i) sum += data[i] * (i + 1);
#define TAG(i) if (get_local_id(0) == i) { tags[i] = data[i]; }
kernel void test6(global int *data, global int *out, int n)
{
    local int tags[4];
    int sum = 0;
    FOR_EACH(ACCUMULATE)
    if (get_local_id(0) == 0) { tags[0] = tags[1] = tags[2] = tags[3] = 1; }
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_EACH(TAG)
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += sum + tags[0] + tags[3];
}
