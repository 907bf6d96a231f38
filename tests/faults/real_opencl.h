/* The functions of the OpenCL loader behind those that a test defines in front of them. Any thread. */
#ifndef COOP_TESTS_FAULTS_REAL_OPENCL_H
#define COOP_TESTS_FAULTS_REAL_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

/* The loader's function of this name; ends the process when it has none. */
void *real_opencl(const char *name);

/* Declares `real`, the loader's function of that name. */
#define REAL(name)          \
    __typeof__(&name) real; \
    *(void **)(void *)&real = real_opencl(#name)

#endif
