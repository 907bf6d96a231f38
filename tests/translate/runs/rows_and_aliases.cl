// run: regular
/* Names for a private array, rows by a variable's value, and pointers that walk, across barriers. */
typedef float row4[4];
void over_a_row(float *row)
{
    row[0] += 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    row[1] += 2;
}
void over_rows(float (*rows)[4], int r)
{
    over_a_row(rows[r]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    over_a_row(&rows[r - 1][1]);
}
kernel void test(global float *data, global float *out, int n)
{
    uint me = get_global_id(0);
    float m[3][4];
    row4 t[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    int r = (int)(me % 3);
    float *row = m[r];
    float (*all)[4] = m;
    const float *first = m[0], *const last = &m[2][3];
    row4 *typed = t;
    float (*whole)[3][4] = &m;

    for (int i = 0; i < 12; i++) {
        m[i / 4][i % 4] = data[me] + i;
    }
    over_a_row(m[r]);
    r = 1;
    over_a_row(row);
    over_a_row(t[r]);
    over_rows(m, r);
    over_rows(all, 2);
    over_rows(typed, 1);
    for (row = &m[0][0]; row <= last; row += 5) {
        *row *= 2;
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    for (int i = 0; i < 3; ++i) {
        float *each = m[i];

        barrier(CLK_GLOBAL_MEM_FENCE);
        each[i] += each[3 - i];
    }
    out[me] = all[1][2] + first[3] + *last + (*whole)[0][1] * 3 + m[2][1] + t[1][0] * 5 + (*++typed)[1];
}
