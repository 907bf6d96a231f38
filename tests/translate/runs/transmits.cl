// run: cooperative
#include "coop/kernel.clh"
struct both { int a; float b; };
enum mode { SLOW, FAST };
#define SET(variable, value) ((variable) = (value))
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit char tiny = 1;
    transmit struct both pair = {2, 3.0f};
    transmit int4 four = (int4)(1, 2, 3, 4);
    transmit float3 three = (float3)(1.0f, 2.0f, 3.0f);
    transmit int small[3] = {5, 6, 7};
    transmit enum mode mode = SLOW;
    transmit global int *where[2] = {data, out};
    transmit ulong8 eight = 1;
    transmit volatile int k = 0;
    transmit int scratch = 0;
    transmit coop_transmit_leader int own = get_local_id(0) == 0 ? 42 : 13; // a newcomer holds what work-item 0 held
    for (; k < 6; k++) {
        four.xy += four.zw;
        three.y *= 1.5f;
        pair.a += four.x;
        small[k % 3] += pair.a;
        mode = mode == SLOW ? FAST : SLOW;
        eight.s3 += 4;
        tiny++;
        scratch = get_local_id(0);
        out[90 + scratch] = 1;
        SET(scratch, k); // as a whole, though a macro does it
        resizing_global_barrier();
        if (get_global_id(0) == 0) {
            out[70 + k] = scratch;
        }
        if (get_global_id(0) == 0) {
            where[1][k] = four.x + (int)three.y + pair.a + small[0] + small[1] + small[2] + mode + tiny + where[0][k] + (int)eight.s3;
        }
        if (get_local_id(0) == 0) {
            out[50 + k] = own;
        }
        global_barrier();
    }
}
