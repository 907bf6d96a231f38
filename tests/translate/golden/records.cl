// Structs that kernels take by value: the host has them by their names, each once, those inside first.
struct inner { short class; char3 lanes; };
typedef struct { struct inner two[2]; float weights[2][3]; } outer;
struct wide { int at __attribute__((aligned(16))); };
struct whole { uchar byte; } __attribute__((aligned(8)));
enum mode { SLOW, FAST };
typedef struct named { enum mode mode; ulong bytes; } renamed;

// What the host cannot have in the same place stays bytes.
union either { int i; float f; };
struct packed_one { char c; int i; } __attribute__((packed));
struct holder { union either either; };
typedef struct { int i; } same;

kernel void takes(struct inner inner, outer o, struct wide w, struct whole v, renamed n, const struct inner again,
                  global int *out)
{
    out[0] = inner.class + o.two[1].class + w.at + v.byte + (int)n.bytes + again.lanes.z;
}

kernel void keeps_bytes(union either e, struct packed_one p, struct holder h, same same, global int *out)
{
    out[0] = e.i + p.i + h.either.i + same.i;
}

kernel void takes_again(outer o, global int *out)
{
    out[0] = (int)o.weights[1][2];
}
