/* SHA-1 of one short message: the message and its padding fill one block of 64 bytes. For host and device.
 *
 * Source: FIPS 180-4, section 6.1. The rounds are written out, with the words of the schedule in a ring of
 * 16, so that a compiler which runs several work-items side by side keeps everything in registers. */
#ifndef TOOLS_KERNELS_SHA1_H
#define TOOLS_KERNELS_SHA1_H

#include "tools/workqueue/both.h"

struct sha1_digest {
    word32 h[5]; /* big-endian words of the 20 bytes */
};

struct sha1_block {
    word32 w[16]; /* big-endian words: message, one bit, zeros, length in bits */
};

#define SHA1_ROTATE(x, bits) (((x) << (bits)) | ((x) >> (32 - (bits))))
#define SHA1_NEXT(t) \
    (w[(t)&15] = SHA1_ROTATE(w[((t) + 13) & 15] ^ w[((t) + 8) & 15] ^ w[((t) + 2) & 15] ^ w[(t)&15], 1))
#define SHA1_WORD(t) ((t) < 16 ? w[(t)&15] : SHA1_NEXT(t))

#define SHA1_CHOOSE(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define SHA1_PARITY(x, y, z) ((x) ^ (y) ^ (z))
#define SHA1_MAJORITY(x, y, z) (((x) & (y)) | ((z) & ((x) | (y))))

#define SHA1_ROUND(a, b, c, d, e, f, k, t)                      \
    (e) += SHA1_ROTATE(a, 5) + f(b, c, d) + (k) + SHA1_WORD(t); \
    (b) = SHA1_ROTATE(b, 30)

/* After five rounds each variable is back in its place. */
#define SHA1_FIVE(f, k, t)                  \
    SHA1_ROUND(a, b, c, d, e, f, k, t);     \
    SHA1_ROUND(e, a, b, c, d, f, k, t + 1); \
    SHA1_ROUND(d, e, a, b, c, f, k, t + 2); \
    SHA1_ROUND(c, d, e, a, b, f, k, t + 3); \
    SHA1_ROUND(b, c, d, e, a, f, k, t + 4)

#define SHA1_TWENTY(f, k, t) \
    SHA1_FIVE(f, k, t);      \
    SHA1_FIVE(f, k, t + 5);  \
    SHA1_FIVE(f, k, t + 10); \
    SHA1_FIVE(f, k, t + 15)

/* The rounds on the words w and the variables a to e, which may also be vectors of them. */
#define SHA1_EIGHTY                              \
    SHA1_TWENTY(SHA1_CHOOSE, 0x5a827999u, 0);    \
    SHA1_TWENTY(SHA1_PARITY, 0x6ed9eba1u, 20);   \
    SHA1_TWENTY(SHA1_MAJORITY, 0x8f1bbcdcu, 40); \
    SHA1_TWENTY(SHA1_PARITY, 0xca62c1d6u, 60)

static inline struct sha1_digest sha1_of_block(struct sha1_block block)
{
    word32 w[16];
    word32 a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u, e = 0xc3d2e1f0u;
    struct sha1_digest digest;
    int i;

    BOTH_UNROLL
    for (i = 0; i < 16; i++) {
        w[i] = block.w[i];
    }
    SHA1_EIGHTY;
    digest.h[0] = 0x67452301u + a;
    digest.h[1] = 0xefcdab89u + b;
    digest.h[2] = 0x98badcfeu + c;
    digest.h[3] = 0x10325476u + d;
    digest.h[4] = 0xc3d2e1f0u + e;
    return digest;
}

#endif
