// Every kind of parameter, and where it lies.
enum mode { SLOW, FAST = 7 };
struct point { double x; int tag; };
typedef struct { float4 at; char name[3]; } place;

kernel void every_kind(char c, uchar uc, short s, ushort us, int i, uint ui, long l, ulong ul, float f, double d,
                       enum mode m, global int *g, constant float *k, const global char *const restrict r)
{
    g[0] = c + uc + s + us + i + ui + l + ul + f + d + m + k[0] + r[0];
}

kernel void vectors(char a, int2 b, char3 c, float3 d, int4 e, float8 f, long4 g, ulong16 h, global float *out)
{
    f.s7 += 1.0f;
    out[0] = a + b.x + c.z + d.z + e.w + f.s7 + g.w + h.sf;
}

kernel void structs(char a, struct point p, place q, global struct point *out)
{
    p.tag++;
    out[0] = p;
    out[1].x = q.at.x + a;
}

kernel void keywords(global int *new, int class)
{
    new[0] = class;
}

kernel void nothing(void)
{
}
