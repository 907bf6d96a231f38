// run: regular2
// Helpers with barriers that a header defines and declares, with macros and conditional text, in two dimensions.
#include "include/steps.h"

constant int weights[4] = {1, 2, 3, 4};
static constant int shift = 3;

int
corner(local int tile[][4 + PAD],
       constant int *weights)
{
    const int sums[2] = {(int)get_global_id(1), shift};
    const int more[2] = {5, 6};
    transpose(tile, MINE + 1);
    return tile[0][0] * weights[1] + sums[get_local_id(0) & 1] * more[1];
}

kernel void test(global int *data, global int *out, int n)
{
    local int tile[2][4 + PAD];
    uint at = get_global_id(1) * get_global_size(0) + get_global_id(0);

    transpose(tile, data[at]);
    for (int k = 0; k < 2; k++) {
        out[at] += k;
        out[at] += corner(tile, weights);
    }
    transpose(tile, SWAPPED(tile));
    SYNC;
    out[at + 200] = MINE + __LINE__;
}
