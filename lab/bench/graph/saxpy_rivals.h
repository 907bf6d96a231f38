/* saxpy by libraries of OpenCL: functions of saxpy_clblast.so and saxpy_viennacl.so, which coop-bench graph
 * opens when they are there. */
#ifndef LAB_BENCH_SAXPY_RIVALS_H
#define LAB_BENCH_SAXPY_RIVALS_H

#include <CL/cl.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y += a x, so many times one after the other, to the end of the last one. 0, or the library's code. */
typedef int saxpy_rival(cl_context context, cl_device_id device, cl_command_queue queue, size_t count,
                        float a, cl_mem x, cl_mem y, unsigned times);

saxpy_rival saxpy_clblast;
saxpy_rival saxpy_viennacl;

#ifdef __cplusplus
}
#endif
#endif
