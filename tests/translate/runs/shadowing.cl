// run: regular
int x(int v);
int x(int v) { return v + 1000; }
kernel void test(global int *data, global int *out, int n)
{
    int i = get_global_id(0);
    int v = data[i];
    for (int i = 0; i < 2; i++) {
        int v = i * 3;
        barrier(0);
        for (int i = 0; i < 2; i++) {
            barrier(0);
            v += i + 1;
        }
        { int v = 9; { int v = 8; barrier(0); out[200 + i] = v; } out[210 + i] = v; barrier(0); out[220 + i] = v; }
        out[230 + i] = v;
    }
    for (int i = 5; i < 7; i++) { barrier(0); }
    {
        int n = 4;
        out[240] = n;
        barrier(0);
        out[241] = n;
    }
    out[i] = v + x(i) + n;
    { int data = 6; barrier(0); out[242] = data; }
    out[243] = data[0];
    { float v = 2.5f; out[244] = (int)(v * 2); } { int v = 3; barrier(0); out[245] = v; }
    int e = 1; { int e = 2; barrier(0); e++; out[246] = e; } out[247] = e;
}
