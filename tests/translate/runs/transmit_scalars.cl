// run: cooperative
#include "coop/kernel.clh"
typedef unsigned short word;
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit bool odd = false;
    transmit char c = -3;
    transmit uchar u = 250;
    transmit short s = -30000;
    transmit word w = 65530;
    transmit long l = -1;
    transmit ulong big = 1;
    transmit float f = 0.5f;
    transmit size_t size = 3;
    transmit unsigned k = 0;
    transmit const int step = 2;
    transmit volatile uint noise = 7;
    for (; k < 7; k += step) {
        resizing_global_barrier();
        odd = !odd;
        c -= 50;
        u += 3;
        s -= 1500;
        w += 3;
        l <<= 9;
        big *= 1000003;
        f *= -1.5f;
        size += u;
        noise ^= 5;
    }
    resizing_global_barrier();
    if (get_global_id(0) == 0) {
        out[0] = odd; out[1] = c; out[2] = u; out[3] = s; out[4] = w; out[5] = (int)(l >> 20);
        out[6] = (int)(big >> 7); out[7] = (int)(f * 100.0f); out[8] = (int)size; out[9] = (int)noise;
    }
}
