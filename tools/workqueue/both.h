/* Macros and types for headers that host (C11, C++17) and device (OpenCL C) both compile, so that an
 * algorithm has one text. Functions take and return values, not pointers, since a pointer's address space
 * has no C name. */
#ifndef TOOLS_KERNELS_BOTH_H
#define TOOLS_KERNELS_BOTH_H

#if defined(__OPENCL_C_VERSION__)
typedef uint word32;
typedef ulong word64;
#define BOTH_TABLE global const /* words that the host has written into a buffer */
#define BOTH_BITS(word) popcount(word)
typedef atomic_uint atomic_word32; /* the host writes it before a launch and reads it afterwards */
#else
#include <stdint.h>
typedef uint32_t word32;
typedef uint64_t word64;
#define BOTH_TABLE const
#define BOTH_BITS(word) ((word32)__builtin_popcountll(word))
typedef uint32_t atomic_word32;
#endif

#endif
