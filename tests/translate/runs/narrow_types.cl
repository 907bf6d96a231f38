// run: regular
struct bits { uchar a; short b; uint c; };
union mix { int i; uchar bytes[4]; float f; };
kernel void test(global int *data, global int *out, int n)
{
    uchar u = (uchar)get_local_id(0);
    char c = 120;
    short s = 32000;
    bool flag = false;
    struct bits bits = {1, -2, 3};
    union mix mix = {0x3f800000};
    for (int k = 0; k < 5; k++) {
        u -= 3; c += 3; s += 300; flag = flag ^ (k & 2); bits.a += 3; bits.b -= 4; bits.c *= 77;
        barrier(CLK_LOCAL_MEM_FENCE);
        mix.bytes[k & 3] += u;
    }
    out[get_global_id(0)] = u + c * 3 + s * 5 + flag * 7 + bits.a * 11 + bits.b * 13 + (int)bits.c + mix.i;
}
