// options: --no-generic-space
static uint both(const __private uchar *p) { return p[0] + p[1]; }
static uint via(const uchar *p) { return both(p); }
kernel void k(global uint *o)
{
    uchar t[2] = {(uchar)get_global_id(0), 1};
    o[get_global_id(0)] = via(t);
}
