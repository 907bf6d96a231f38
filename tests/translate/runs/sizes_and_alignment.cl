// run: regular
struct __attribute__((packed)) tight { char a; int b; };
struct wide { char a; int b __attribute__((aligned(16))); };
kernel void test(global int *data, global int *out, int n)
{
    local int tile[10] __attribute__((aligned(64)));
    struct tight tight = {1, 2};
    struct wide wide = {3, 4};
    int list[5] = {1}, pad __attribute__((aligned(32))) = 5;
    short s = 6;
    local int *mine = tile;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sizes = sizeof(tile) + sizeof list + sizeof(tight) * 3 + sizeof(wide) * 5 + sizeof s + sizeof(list[0]) + sizeof(struct tight);
    int aligned = (int)((ulong)&pad & 31) + (int)((ulong)mine & 63);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = sizes + aligned + tight.b + wide.b + pad + s + list[0];
}
