// Local memory, constant tables, arrays and structs across barriers, renamed variables.
#define N 4
struct sums { int low, high; };

kernel void tiles(global const int *in, global int *out)
{
    local int tile[N][N];
    local int total __attribute__((aligned(16)));
    constant int weights[N] = {1, 2, 3, 4};
    int history[N] = {0}, i = 9;
    struct sums sums = {0, 0};

    for (int i = 0; i < N; i++) {
        tile[get_local_id(1)][get_local_id(0)] = in[get_global_id(0)] * weights[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        history[i] = tile[i][0];
        sums.low += history[i];
        if (get_local_linear_id() == 0)
            total = i;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    switch (total) {
    case 0:
        barrier(CLK_LOCAL_MEM_FENCE);
        break;
    case 1:
        sums.high = 1;
    default:
        sums.high += i;
    }
    out[get_global_id(0)] = history[0] + history[1] + sums.low + sums.high;
}
