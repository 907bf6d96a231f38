// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit char2 c = (char2)(1, 2);
    transmit short3 s = (short3)(1, 2, 3);
    transmit int2 i = (int2)(5, 6), more = i + 1;
    transmit uint4 u = {1, 2, 3, 4};
    transmit long2 l = (long2)(1, -1);
    transmit float8 f = (float8)(1.5f);
    transmit int16 wide = (int16)(0);
    transmit uchar4 rgba[2] = {(uchar4)(1, 2, 3, 4), (uchar4)(9)};
    for (;;) {
        i = i.yx * 2;
        u.xz += u.yw;
        resizing_global_barrier();
        s.z += c.y;
        c += (char2)1;
        l.s1 *= i.x;
        f.s7 += f.even.x;
        wide.sF += i.y;
        wide.lo.x++;
        rgba[1].w += rgba[0].z;
        if (c.x > 4) break;
        request_fork();
        more ^= i;
    }
    if (get_global_id(0) == 0) {
        out[0] = c.x + s.z * 10 + i.x * 100; out[1] = (int)(u.x + u.z); out[2] = (int)l.y; out[3] = (int)(f.s7 * 10);
        out[4] = wide.sf + wide.s0 * 1000; out[5] = rgba[1].s3; out[6] = more.x - more.y;
    }
}
