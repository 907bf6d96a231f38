// run: cooperative
/* Nothing is declared transmit: scalars, vectors, structs, arrays, pointers to global memory, a changed parameter, and
 * variables of inner blocks come with a joining work-group, since they live across its barrier; so do those that are set
 * in part only behind it, through their addresses, or by a macro under a condition. */
#include "coop/kernel.clh"
struct both { int a; float b; };
#define SET_IF(condition, variable, value) do { if (condition) (variable) = (value); } while (0)
#define CHOOSE(condition, variable, value) ((condition) ? (variable) = (value) : 0)
void add(int *sum, int more) { *sum += more; }
void meet_and_add(int *sum) { barrier(CLK_LOCAL_MEM_FENCE); *sum += 3; }
enum mode { SLOW, FAST };
coop_kernel coop_transmit_live void test(global int *data, global int *out, int n)
{
    char tiny = 1;
    struct both pair = {2, 3.0f};
    int4 four = (int4)(1, 2, 3, 4);
    float3 three = (float3)(1.0f, 2.0f, 3.0f);
    int small[3] = {5, 6, 7};
    enum mode mode = SLOW;
    global int *where[2] = {data, out};
    ulong8 eight = 1;
    transmit coop_transmit_leader int own = get_local_id(0) == 0 ? 42 : 13;
    for (int k = 0; k < 6; k++) {
        int twice = 2 * k, part = n + k;
        four.xy += four.zw;
        three.y *= 1.5f;
        pair.a += four.x;
        small[k % 3] += pair.a;
        mode = mode == SLOW ? FAST : SLOW;
        eight.s3 += 4;
        tiny++;
        n += part;
        resizing_global_barrier();
        uint item = get_local_id(0); // set anew: it needs no transmission
        if (get_global_id(0) == 0) {
            where[1][k] = four.x + (int)three.y + pair.a + small[0] + small[1] + small[2] + mode + tiny + where[0][k] +
                          (int)eight.s3 + twice + n;
        }
        if (item == 0) {
            out[50 + k] = own;
        }
        global_barrier();
        int element[2] = {7 + k, 9}, lanes_of = 0, sum = 3 * k, later = k + 1, chosen = k + 2, met = k;
        int4 lanes = (int4)(k, 2, 3, 4);
        struct both part_of = {k, 2.0f};
        resizing_global_barrier();
        element[k & 1] = 1;
        lanes.x = 1;
        part_of.b = 3.0f;
        add(&sum, 1);
        SET_IF(k > 3, later, 5);
        CHOOSE(k > 4, chosen, 6);
        lanes_of = lanes.x + lanes.w;
        meet_and_add(&met);
        if (get_global_id(0) == 0) {
            out[80 + k] = element[0] + 3 * element[1] + lanes_of + 5 * part_of.a + 7 * sum + 11 * later + 13 * chosen + met;
        }
        for (int i = 0; i < 2; i++) {
            int inner = i + part;
            if (i == 1) {
                resizing_global_barrier();
            }
            if (get_global_id(0) == 0) {
                out[60 + 2 * k + i] = inner + twice;
            }
        }
    }
}
