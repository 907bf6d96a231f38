// run: regular
/* Rows and elements of private arrays, by number, for helpers that hold barriers. */
typedef int row[4];
void first_of(int *r, int v)
{
    r[0] += v;
    barrier(CLK_LOCAL_MEM_FENCE);
    r[1] += r[0];
}
void rows(int (*m)[4], int i)
{
    m[0][i] += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    m[1][i] += m[0][i];
}
void whole(int (*m)[2][4], int i)
{
    (*m)[0][i] += 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    (*m)[1][i] += (*m)[0][i];
}
kernel void test(global int *data, global int *out, int n)
{
    int m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    row t[2] = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    int deep[2][2][4];
    int sum = 0;
    for (int i = 0; i < 16; ++i) {
        deep[i / 8][i / 4 % 2][i % 4] = i + data[get_global_id(0)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    rows(m, 1);
    rows(&m[1], 2);
    first_of(m[2], n);
    first_of(&m[1][2], 3);
    first_of(t[1], 1);
    first_of(deep[1][0], 5);
    whole(&deep[1], 2);
    whole(deep, 3);
    for (int i = 0; i < 4; ++i) {
        sum = sum * 3 + m[0][i] + m[1][i] * 2 + m[2][i] + t[0][i] + t[1][i];
        sum += deep[0][0][i] + deep[0][1][i] + deep[1][0][i] * 5 + deep[1][1][i];
    }
    out[get_global_id(0)] = sum;
}
