/* For the host: OpenCL C's names of scalars and vectors, so that a struct with a float4 or a uchar is one
 * struct for kernels and host. The headers that `coopc --elements` writes include it where a struct needs it.
 * A program that includes such a struct's header itself includes this one before, or the struct's header
 * does. It needs OpenCL's headers. */
#ifndef COOP_ELEMENT_TYPES_H
#define COOP_ELEMENT_TYPES_H

#if !defined(__OPENCL_C_VERSION__)

#if !defined(CL_TARGET_OPENCL_VERSION)
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl_platform.h>

#define COOP_VECTORS(name)        \
    typedef cl_##name##2 name##2; \
    typedef cl_##name##3 name##3; \
    typedef cl_##name##4 name##4; \
    typedef cl_##name##8 name##8; \
    typedef cl_##name##16 name##16;

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef cl_half half;
COOP_VECTORS(char)
COOP_VECTORS(uchar)
COOP_VECTORS(short)
COOP_VECTORS(ushort)
COOP_VECTORS(int)
COOP_VECTORS(uint)
COOP_VECTORS(long)
COOP_VECTORS(ulong)
COOP_VECTORS(half)
COOP_VECTORS(float)
COOP_VECTORS(double)

#undef COOP_VECTORS

#endif
#endif
