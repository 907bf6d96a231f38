/* saxpy by CLBlast (Apache 2.0; Debian's libclblast-dev). */
#include "saxpy_rivals.h"

#include <clblast_c.h>

int saxpy_clblast(cl_context context, cl_device_id device, cl_command_queue queue, size_t count, float a,
                  cl_mem x, cl_mem y, unsigned times)
{
    CLBlastStatusCode code = CLBlastSuccess;

    (void)context;
    (void)device;
    for (unsigned i = 0; i < times && code == CLBlastSuccess; i++) {
        code = CLBlastSaxpy(count, a, x, 0, 1, y, 0, 1, &queue, NULL);
    }
    return code != CLBlastSuccess ? (int)code : clFinish(queue);
}
