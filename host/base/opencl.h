/* Includes OpenCL in the version that the library needs. */
#ifndef COOP_HOST_OPENCL_H
#define COOP_HOST_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#endif
