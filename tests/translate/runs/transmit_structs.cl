// run: cooperative
#include "coop/kernel.clh"
struct inner { short tag; float2 at; };
typedef struct { struct inner parts[2]; global int *cursor; union { int i; float f; } bits; struct { uchar low, high; } nibbles; } whole;
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit whole state = {{{1, (float2)(0.5f, 1.5f)}, {2, (float2)(2.5f)}}, 0, {3}, {1, 2}};
    transmit struct inner plain = {.tag = 4}, copy = state.parts[1];
    transmit int k = 0;
    state.cursor = out + 10;
    while (k++ < 5) {
        struct inner saved = state.parts[0];
        resizing_global_barrier();
        saved = state.parts[k & 1];
        state.parts[0].tag += saved.tag;
        state.parts[1].at.y += plain.tag;
        state.bits.i += k;
        state.nibbles.high += 3;
        plain = k == 3 ? copy : plain;
        plain.tag++;
        if (get_global_id(0) == 0) *state.cursor = state.parts[0].tag + state.nibbles.high * 1000;
        state.cursor++;
        global_barrier();
    }
    if (get_global_id(0) == 0) {
        out[0] = state.parts[0].tag; out[1] = (int)state.parts[1].at.y; out[2] = state.bits.i; out[3] = plain.tag;
        out[4] = (int)copy.at.x + state.nibbles.low;
    }
}
