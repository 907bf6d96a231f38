/* Fixed-width words that the host (C11, C++17) and the device (OpenCL C 3.0) lay out alike.
 *
 * Stands on: nothing. Every other header in shared/ includes this one and asks nothing else about the
 * compiler.
 *
 * A word that several parties write is a one-member struct, so that a plain assignment does not compile; it
 * is read and written through the accessors of cl/atomics.clh and host/transport/svm.c alone. */
#ifndef COOP_SHARED_TYPES_H
#define COOP_SHARED_TYPES_H

/* Plain clang does not define __OPENCL_VERSION__, but every OpenCL C compiler defines this. */
#if defined(__OPENCL_C_VERSION__)
#define COOP_ON_DEVICE 1
#else
#define COOP_ON_DEVICE 0
#endif

#if COOP_ON_DEVICE
typedef uchar coop_u8;
typedef ushort coop_u16;
typedef uint coop_u32;
typedef ulong coop_u64;
typedef struct coop_word32 {
    atomic_uint only_through_accessors;
} coop_word32;
typedef struct coop_word64 {
    atomic_ulong only_through_accessors;
} coop_word64;
#define COOP_STATIC_ASSERT(claim, text) _Static_assert(claim, text)
#define COOP_ALIGNED(bytes) __attribute__((aligned(bytes)))
#else
#include <stddef.h>
#include <stdint.h>
typedef uint8_t coop_u8;
typedef uint16_t coop_u16;
typedef uint32_t coop_u32;
typedef uint64_t coop_u64;
#ifdef __cplusplus
typedef struct coop_word32 {
    alignas(4) uint32_t only_through_accessors;
} coop_word32;
typedef struct coop_word64 {
    alignas(8) uint64_t only_through_accessors;
} coop_word64;
#define COOP_STATIC_ASSERT(claim, text) static_assert(claim, text)
#else
typedef struct coop_word32 {
    _Atomic uint32_t only_through_accessors;
} coop_word32;
typedef struct coop_word64 {
    _Atomic uint64_t only_through_accessors;
} coop_word64;
#define COOP_STATIC_ASSERT(claim, text) _Static_assert(claim, text)
#endif
#define COOP_ALIGNED(bytes) __attribute__((aligned(bytes)))
#endif

/* In front of a function that a device's compiler should make small (cl/platform.clh, which stands above). */
#ifndef COOP_SMALL
#define COOP_SMALL
#endif

#define COOP_SIZE_IS(type, bytes) COOP_STATIC_ASSERT(sizeof(type) == (bytes), #type " is " #bytes " bytes")

/* The width of the cache lines that keep words of different writers apart. */
#define COOP_LINE_BYTES 64

#endif
