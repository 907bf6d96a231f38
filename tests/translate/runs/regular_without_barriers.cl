// run: regular
kernel void test(global int *data, global int *out, int n)
{
    struct here { int a; float b; } h = {1, 2.0f};
    enum { ONE = 1, TWO };
    typedef int number;
    number sum = 0, i = 0;
    uint id = get_global_id(0);
again:
    sum += data[(id + i) & 63];
    if (++i < 5) goto again;
    for (int j = 0; j < 10; j++) {
        if (j == 3) continue;
        while (sum & 1) { sum += ONE + j * TWO; if (j > 8) goto out; }
        do { sum--; } while (sum % 5);
    }
    switch (id & 3) {
    case 0: { case 1: sum += h.a; } break;
    default: if (sum > 100) return;
    }
out:
    out[id] = sum + (int)h.b + ONE;
}
