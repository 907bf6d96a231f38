/* The classes for C++ beside OpenCL objects of the program's own. */
#include "device.hpp"
#include <CL/cl.h>

/* The program's: a context on the device that coop takes, and a queue. */
struct opencl {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;

    opencl()
    {
        const std::uint32_t index = open_device().device().index; /* coop looks first: it has threads then */
        const coop_device_report report = coop::list_devices(WORKERS)[index];
        cl_platform_id platforms[32];
        cl_device_id devices[32];
        cl_int code = CL_SUCCESS;

        TEST_EQUAL(clGetPlatformIDs(32, platforms, nullptr), CL_SUCCESS);
        TEST_EQUAL(clGetDeviceIDs(platforms[report.platform_index], CL_DEVICE_TYPE_ALL, 32, devices, nullptr),
                   CL_SUCCESS);
        device = devices[report.device_index];
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        queue = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
        TEST_EQUAL(code, CL_SUCCESS);
    }
    opencl(const opencl &) = delete;
    opencl &operator=(const opencl &) = delete;
    ~opencl()
    {
        TEST_EQUAL(clReleaseCommandQueue(queue), CL_SUCCESS);
        TEST_EQUAL(clReleaseContext(context), CL_SUCCESS);
    }

    coop_context_options options() const
    {
        coop_context_options options = {};

        options.opencl_context = context;
        options.worker_groups = WORKERS;
        options.memory_bytes = 1 << 24;
        return options;
    }
};

/* The memory of a cl_mem under a run, and that of a buffer under OpenCL's own copies. */
TEST(memory_goes_back_and_forth)
{
    opencl opencl;
    const std::uint32_t words[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    std::uint32_t seen[8] = {};
    cl_int code = CL_SUCCESS;
    cl_mem memory = clCreateBuffer(opencl.context, CL_MEM_READ_WRITE, sizeof words, nullptr, &code);

    TEST_EQUAL(code, CL_SUCCESS);
    TEST_EQUAL(
        clEnqueueWriteBuffer(opencl.queue, memory, CL_TRUE, 0, sizeof words, words, 0, nullptr, nullptr),
        CL_SUCCESS);
    {
        coop::context context(opencl.options());
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
        TEST_EQUAL(
            clEnqueueReadBuffer(opencl.queue, memory, CL_TRUE, 0, sizeof seen, seen, 0, nullptr, nullptr),
            CL_SUCCESS);
        TEST_EQUAL(seen[7], 11);
        TEST_EQUAL(
            clEnqueueReadBuffer(opencl.queue, lent, CL_TRUE, 0, sizeof seen, seen, 0, nullptr, nullptr),
            CL_SUCCESS);
        TEST_EQUAL(seen[7], 3);
        TEST_EQUAL(clReleaseMemObject(lent), CL_SUCCESS);
        REFUSED(COOP_INVALID_ARGUMENT, coop::buffer<std::uint32_t>::import(context, nullptr));
    }
    TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
}

/* A kernel of the program's own, which no coop::module has. */
struct tripling {
    cl_program program;
    cl_kernel kernel;
    cl_mem memory;
    std::uint32_t expected = 1;

    explicit tripling(const opencl &opencl)
    {
        const char *text = "kernel void triple(global uint *words) { words[get_global_id(0)] *= 3; }";
        cl_int code = CL_SUCCESS;

        program = clCreateProgramWithSource(opencl.context, 1, &text, nullptr, &code);
        TEST_EQUAL(clBuildProgram(program, 1, &opencl.device, "", nullptr, nullptr), CL_SUCCESS);
        kernel = clCreateKernel(program, "triple", &code);
        memory = clCreateBuffer(opencl.context, CL_MEM_COPY_HOST_PTR, sizeof expected, &expected, &code);
        TEST_EQUAL(code, CL_SUCCESS);
        TEST_EQUAL(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
    }
    tripling(const tripling &) = delete;
    tripling &operator=(const tripling &) = delete;
    ~tripling()
    {
        TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
        TEST_EQUAL(clReleaseKernel(kernel), CL_SUCCESS);
        TEST_EQUAL(clReleaseProgram(program), CL_SUCCESS);
    }

    void enqueue(cl_command_queue queue)
    {
        const std::size_t items = 1;

        TEST_EQUAL(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
                   CL_SUCCESS);
        expected *= 3;
    }
    void check(cl_command_queue queue) const
    {
        std::uint32_t word = 0;

        TEST_EQUAL(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof word, &word, 0, nullptr, nullptr),
                   CL_SUCCESS);
        TEST_EQUAL(word, expected);
    }
};

TEST(a_lease_is_a_launch_that_ends_with_its_object)
{
    opencl opencl;
    tripling tripling(opencl);
    coop::context context(opencl.options());
    coop::module module(context, {kernels_module_text, kernels_module_bytes});
    coop::buffer<std::uint32_t> words(context, 8);
    coop_launch_options options = {};

    words.fill_bytes(0);
    options.groups = 1;
    options.priority = 1;
    coop::run run(module, rig::options());
    coop::launch adding = run.launch(add_often_launch, {UINT32_MAX, words.address(), 8, 1});
    for (int i = 0; i < 5; i++) {
        coop::lease lease = run.begin_lease(options);
        tripling.enqueue(opencl.queue);
        lease.end(opencl.queue);
        tripling.check(opencl.queue);
        TEST_EQUAL(lease.wait(PATIENCE).groups_at_start, 1);
        TEST_EQUAL(lease.state().phase, COOP_LAUNCH_ENDED);
        REFUSED(COOP_INVALID_ARGUMENT, lease.end(opencl.queue));
    }
    coop::lease none(run.launch(nothing_launch, {}, coop::items(1)).release());
    REFUSED(COOP_INVALID_ARGUMENT, none.end(nullptr));
    for (int i = 0; i < 5; i++) {
        {
            coop::lease unended = run.begin_lease(options);
        }
        /* In the work-group that is back: there is no other. */
        run.launch(nothing_launch, {}, coop::items(1), options).wait(PATIENCE);
    }
    run.stop(PATIENCE);
    TEST_EQUAL(adding.state().outcome, COOP_STOPPED);
}
