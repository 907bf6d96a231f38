// run: regular
#define CONSTANT(name, value) constant int name = value;
#define DEFINE(name, body) int name(int a) body
#define NOTHING(x)
#define NOTHING_AT_ALL
#define EXPORTED __attribute__((visibility("default")))
#define KERNEL kernel
#define SIZED(n) __attribute__((work_group_size_hint(n, 1, 1)))
CONSTANT(limit, 3)
DEFINE(twice, { return a * 2; })
kernel void test(global int *data, global int *out, int n)
{
    int a = twice(data[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = a + limit;
}
CONSTANT(other, 4)
NOTHING(kernel void nothing(void) {)
NOTHING_AT_ALL
EXPORTED KERNEL SIZED(8) __attribute__((vec_type_hint(int)))
void test1(global int *data, global int *out, int n)
{
    out[get_global_id(0)] += twice(limit) + other;
}
DEFINE(thrice, { return a * 3; }) CONSTANT(last, 5) static inline int also(int a) { return a; } KERNEL void test2(global int *data, global int *out, int n)
{
    out[get_global_id(0)] += thrice(last) + also(1);
}
