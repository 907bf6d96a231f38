/* Names for a private array, and a row by a variable's value, across barriers. */
void over_a_row(float *row)
{
    row[0] += 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    row[1] += 2;
}

kernel void k(global float *out, int r)
{
    float m[3][4];
    float *row = m[r];
    float (*all)[4] = m;
    float *first = m[0];

    for (int i = 0; i < 12; i++) {
        m[i / 4][i % 4] = i;
    }
    over_a_row(m[r]);
    out[0] = row[1] + all[1][2] + first[3];
}
