/* OpenCL in the version that the library needs, and what several files do with its objects. */
#ifndef COOP_HOST_OPENCL_H
#define COOP_HOST_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

/* Releases the memory objects that a list has; then it has none. NULL is a list with none. */
static inline void coop_cl_mem_release(cl_mem *list, cl_uint count)
{
    for (cl_uint i = 0; i < count && list != NULL; ++i) {
        if (list[i] != NULL) {
            clReleaseMemObject(list[i]);
            list[i] = NULL;
        }
    }
}

#endif
