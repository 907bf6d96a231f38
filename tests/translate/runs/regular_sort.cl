// run: regular
kernel void test(global int *data, global int *out, int n)
{
    local int keys[64];
    const uint lid = get_local_id(0), size = get_local_size(0);
    keys[lid] = data[get_global_id(0)];
    for (uint length = 2; length <= size; length *= 2) {
        for (uint distance = length / 2; distance > 0; distance /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint other = lid ^ distance;
            int mine = keys[lid], theirs = keys[other];
            bool is_up = (lid & length) == 0, is_low = lid < other;
            barrier(CLK_LOCAL_MEM_FENCE);
            keys[lid] = (mine < theirs) == (is_up == is_low) ? mine : theirs;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = keys[size - 1 - lid];
}
