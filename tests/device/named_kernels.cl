/* Kernels with parameters of every kind, for launches by name. */
#include "coop/kernel.clh"

struct pair {
    uint first;
    float second;
};

kernel void scale(global float *v, float by)
{
    v[get_global_id(0)] *= by;
}

/* Each parameter's value at a place of its own. */
kernel void all_kinds(global ulong *out, char c, uchar uc, short s, ushort us, int i, uint ui, long l,
                      ulong ul, int4 four, float3 three, struct pair pair, local uint *part,
                      constant uint *fixed)
{
    out[0] = (ulong)c;
    out[1] = uc;
    out[2] = (ulong)s;
    out[3] = us;
    out[4] = (ulong)i;
    out[5] = ui;
    out[6] = (ulong)l;
    out[7] = ul;
    out[8] = (ulong)(four.x + 10 * four.y + 100 * four.z + 1000 * four.w);
    out[9] = (ulong)(three.x + 10.0f * three.y + 100.0f * three.z);
    out[10] = pair.first + (ulong)pair.second;
    part[3] = fixed[0];
    out[11] = part[3];
}

kernel void fill(global float4 *v, global uint *words, global void *any, global struct pair *pairs)
{
    v[0] = (float4)(words[0]);
    pairs[0].first = any == 0;
}

kernel void nothing(void)
{
}

coop_kernel void meet(global uint *word, uint rounds)
{
    for (uint i = 0; i < rounds; i++) {
        if (get_global_id(0) == 0) {
            word[0]++;
        }
        global_barrier();
    }
}
