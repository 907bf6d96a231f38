/* Which messages the sparse kernel of coop-bench messages sends: 95 of 100 numbers send none, the others one
 * to sixteen. For kernels and host. */
#ifndef LAB_BENCH_MESSAGES_SPARSE_H
#define LAB_BENCH_MESSAGES_SPARSE_H

#define SPARSE_ELEMENTS (1u << 17) /* of the array: its upper half belongs to another rank */

/* Source: the finalizer of MurmurHash3. */
static inline unsigned sparse_hash(unsigned x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

static inline unsigned sparse_sends(unsigned number)
{
    unsigned hash = sparse_hash(number + 1u);

    return hash % 20u != 0 ? 0u : 1u + hash / 20u % 16u;
}

/* The element that a number's i-th message is for; all are another rank's. */
static inline unsigned long sparse_place(unsigned number, unsigned i)
{
    return SPARSE_ELEMENTS / 2u + sparse_hash(number * 16u + i + 0x9e3779b9u) % (SPARSE_ELEMENTS / 2u);
}

#endif
