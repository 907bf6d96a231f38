// run: regular
// items: 1 4 8
// What an inlined helper names is what it names where it stands, whatever the kernel calls the same.
typedef int number;
constant int offsets[4] = {3, 1, 4, 1};
enum { STEP = 2 };
static int scale(int value) { return value * 10; }

number use(local int *tile, int index, int lid)
{
    number sum = 0;
    int n = index + 1;
    for (int i = 0; i < 4; i++) {
        tile[get_local_id(0)] = scale(n) + offsets[i] + STEP * lid;
        barrier(CLK_LOCAL_MEM_FENCE);
        number scale = tile[(get_local_id(0) + 1) % get_local_size(0)];
        sum += scale;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    n++;
    return sum + n;
}

int outer(local int *tile, int tile_index, int sum)
{
    int index = use(tile, tile_index + sum, sum);
    sum += index;
    { int sum = use(tile, index & 3, tile_index); index += sum; }
    return sum - index;
}

kernel void test(global int *offsets, global int *out, int n)
{
    local int tile[8];
    local int scaled[8];
    int index = 2, lid = (int)get_local_id(0), number = 5, STEP = 7, scale = 11, i = 1, sum = n;
    int b = 0;
    int a = use(tile, lid - lid + index, number);
    for (int i = 0; i < 2; i++) {
        scale += use(tile, i, index);
        scale += STEP * sum;
        int tile_index = i;
        b += outer(scaled, tile_index, b & 7);
        number += outer(tile, i, tile_index);
    }
    out[get_global_id(0)] = a + b * 3 + index + lid + number + STEP + scale + i * 5 + sum + offsets[lid];
}
