// options: -Wrolled-loop
#include "coop/kernel.clh"
#define LENGTH 16
#define UNROLL _Pragma("unroll")

static uint helper(global const uint *in)
{
    uint w[LENGTH];
    uint sum = 0;
    for (int i = 0; i < LENGTH; i++) {
        w[i] = in[i];
    }
#pragma unroll
    for (int i = 0; i < LENGTH; i++) {
        sum += w[i];
    }
    UNROLL
    for (int i = 1; i < LENGTH; i++) {
        sum ^= w[i - 1];
    }
    for (uint i = 0; i < in[0] % LENGTH; i++) {
        sum += w[i];
    }
    for (int i = 0; i < 16; i++) {
        sum += in[i];
    }
    return sum;
}

kernel void k(global uint *out)
{
    local uint shared[8];
    uint long_array[128];
    uint i;
    for (i = 0; i < 8; i++) {
        shared[i] = 1;
    }
    for (i = 0; i != 128; ++i) {
        long_array[i] = i;
    }
    for (i = 2; i <= 63; i += 3) {
        long_array[i]++;
    }
    out[0] = helper(out) + shared[0] + long_array[i];
}
