/* Macros and types for headers that host (C11, C++17) and device (OpenCL C) both compile, so that an
 * algorithm has one text. Functions take and return values, and pointers to global memory alone. */
#ifndef TOOLS_KERNELS_BOTH_H
#define TOOLS_KERNELS_BOTH_H

/* Before a loop of constant length over a private array: unrolled before it is vectorised, it keeps the array
 * in registers. */
#if defined(__OPENCL_C_VERSION__) || defined(__clang__)
#define BOTH_UNROLL _Pragma("unroll")
/* Before a loop of one round or two in most cases, which clang would unroll and vectorise for many. */
#define BOTH_ROLLED _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define BOTH_UNROLL _Pragma("GCC unroll 64")
#define BOTH_ROLLED _Pragma("GCC unroll 1")
#endif

#if defined(__OPENCL_C_VERSION__)
typedef uint word32;
typedef ulong word64;
#define BOTH_TABLE global const /* words that the host has written into a buffer */
#define BOTH_GLOBAL global      /* what a pointer into a buffer leads to */
#define BOTH_BITS(word) popcount(word)
typedef atomic_uint atomic_word32; /* the host writes it before a launch and reads it afterwards */
typedef uint8 word32x8;
#define BOTH_LANES_OF(...) (word32x8)(__VA_ARGS__)
#define BOTH_STORE_LANES(words, vector) vstore8(vector, 0, words)
#else
#include <stdint.h>
#include <string.h>
typedef uint32_t word32;
typedef uint64_t word64;
#define BOTH_TABLE const
#define BOTH_GLOBAL
#define BOTH_BITS(word) ((word32)__builtin_popcountll(word))
typedef uint32_t atomic_word32;
typedef word32 word32x8 __attribute__((vector_size(32)));
#define BOTH_LANES_OF(...) \
    {                      \
        __VA_ARGS__        \
    }
#define BOTH_STORE_LANES(words, vector) memcpy(words, &(vector), sizeof(vector))
#endif

/* Vectors of eight words: BOTH_LANES_OF initialises one, BOTH_STORE_LANES(words, vector) writes its lanes
 * into an array. Both compilers know + ^ & | and shifts of them, also with one word for all lanes on the
 * right. */
#define BOTH_LANES 8

#endif
