// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int round, inner = 2, deep;
    for (round = 0; round < 5; round++) {
        if (round == 1)
            continue;
        inner = 0;
        while (inner < 4) {
            inner++;
            if (inner == 2) continue;
            deep = 0;
            do {
                for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
                    if (i % 2) continue;
                    out[i] += data[i] * round + inner - deep;
                    if (i == 12) { out[100] += 1; }
                }
                resizing_global_barrier();
                deep += 1;
                if (deep > 2) break;
                if (deep == 1 && inner == 3) continue;
                for (uint i = get_global_id(0); i < n; i += get_global_size(0)) out[i] ^= round;
                global_barrier();
            } while (deep < round);
            if (round == 3 && inner == 3) break;
        }
        resizing_global_barrier();
    }
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) out[200 + i] = round * 100 + inner * 10 + deep;
}
