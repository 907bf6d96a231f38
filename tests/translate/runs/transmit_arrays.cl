// run: cooperative
#include "coop/kernel.clh"
struct pair { char a; int b; };
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int line[5] = {1, 2, 3}, grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    transmit struct pair pairs[3] = {{1, 2}, {3, 4}};
    transmit global int *ways[2] = {out, out + 20};
    transmit uchar text[7] = "coop";
    transmit short cube[2][2][2] = {{{1}}};
    transmit int k = 0;
    for (; k < 6; ++k) {
        line[k % 5] += grid[k & 1][k % 3];
        resizing_global_barrier();
        grid[1][2] += line[0];
        pairs[k % 3].b += pairs[(k + 1) % 3].a + line[4];
        text[6]++;
        text[0] ^= k;
        cube[k & 1][0][1] += cube[0][0][0] + k;
        if (get_global_id(0) == 0) ways[k & 1][k] = line[k % 5] + text[0];
        request_fork();
    }
    if (get_global_id(0) == 0) {
        out[40] = grid[1][2] + text[6]; out[41] = pairs[0].b + pairs[1].b * 10 + pairs[2].b * 100;
        out[42] = cube[1][0][1] * 10 + cube[0][0][1];
        for (int i = 0; i < 5; i++) out[43 + i] = line[i];
    }
}
