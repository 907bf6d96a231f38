/* The classes for C++ beside OpenCL objects of the program's own. */
#include "device.hpp"
#include <CL/cl.h>

/* The memory of a cl_mem under a run, and that of a buffer under OpenCL's own copies. */
TEST(memory_goes_back_and_forth)
{
    const std::uint32_t index = open_device().device().index; /* coop looks first: it has threads then */
    const coop_device_report report = coop::list_devices(WORKERS)[index];
    cl_platform_id platforms[32];
    cl_device_id devices[32];
    cl_int code = CL_SUCCESS;
    coop_context_options options = {};
    const std::uint32_t words[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    std::uint32_t seen[8] = {};

    TEST_EQUAL(clGetPlatformIDs(32, platforms, nullptr), CL_SUCCESS);
    TEST_EQUAL(clGetDeviceIDs(platforms[report.platform_index], CL_DEVICE_TYPE_ALL, 32, devices, nullptr),
               CL_SUCCESS);
    cl_device_id device = devices[report.device_index];
    cl_context opencl = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    cl_command_queue queue = clCreateCommandQueueWithProperties(opencl, device, nullptr, &code);
    cl_mem memory = clCreateBuffer(opencl, CL_MEM_READ_WRITE, sizeof words, nullptr, &code);
    TEST_EQUAL(code, CL_SUCCESS);
    TEST_EQUAL(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, sizeof words, words, 0, nullptr, nullptr),
               CL_SUCCESS);
    options.opencl_context = opencl;
    options.worker_groups = WORKERS;
    options.memory_bytes = 1 << 24;
    {
        coop::context context(options);
        coop::module module(context, {kernels_module_text, kernels_module_bytes});
        auto imported = coop::buffer<std::uint32_t>::import(context, memory);
        coop::buffer<std::uint32_t> own(context, words);

        context.check_enqueue();
        TEST_EQUAL_U64(imported.size(), 8);
        coop::run run(module, rig::options());
        run.launch(add_often_launch, {2, imported.address(), 8, 5}).wait(PATIENCE);
        run.launch(add_often_launch, {1, own.address(), 8, 2}).wait(PATIENCE);
        run.stop(PATIENCE);
        cl_mem lent = own.as_cl_mem();
        TEST_EQUAL(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof seen, seen, 0, nullptr, nullptr),
                   CL_SUCCESS);
        TEST_EQUAL(seen[7], 11);
        TEST_EQUAL(clEnqueueReadBuffer(queue, lent, CL_TRUE, 0, sizeof seen, seen, 0, nullptr, nullptr),
                   CL_SUCCESS);
        TEST_EQUAL(seen[7], 3);
        TEST_EQUAL(clReleaseMemObject(lent), CL_SUCCESS);
        REFUSED(COOP_INVALID_ARGUMENT, coop::buffer<std::uint32_t>::import(context, nullptr));
    }
    TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
    TEST_EQUAL(clReleaseCommandQueue(queue), CL_SUCCESS);
    TEST_EQUAL(clReleaseContext(opencl), CL_SUCCESS);
}
