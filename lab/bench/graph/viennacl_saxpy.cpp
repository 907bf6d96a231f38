/* saxpy by ViennaCL (MIT; Debian's libviennacl-dev), whose vectors wrap the memory of others. */
#include "saxpy_rivals.h"

#define VIENNACL_WITH_OPENCL
#include <viennacl/ocl/backend.hpp>
#include <viennacl/vector.hpp>

extern "C" int saxpy_viennacl(cl_context context, cl_device_id device, cl_command_queue queue, size_t count,
                              float a, cl_mem x, cl_mem y, unsigned times)
{
    static bool is_open = false;

    try {
        if (!is_open) {
            viennacl::ocl::setup_context(0, context, device, queue);
            is_open = true;
        }
        viennacl::vector<float> right(x, count);
        viennacl::vector<float> sum(y, count);

        for (unsigned i = 0; i < times; i++) {
            sum += a * right;
        }
        return clFinish(queue);
    } catch (const std::exception &) {
        return -1;
    }
}
