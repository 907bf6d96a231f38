#include "litmus_run.h"

#include "litmus_text.h"
#include "tools/measure/clock.h"

#include <stdlib.h>
#include <string.h>

/* As in litmus.cl. */
#define STRIDE 32
#define CODE (1 + 4 * LITMUS_INSTRUCTIONS_MAX)

#define STEPS_LEAST 100000u
#define STEPS_MOST 1000000000u

struct litmus_device {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem code;
    cl_mem words;
    cl_mem ended;
    cl_mem gives_up;
    uint32_t groups;
    uint32_t bound;
    uint32_t *results;
};

const char *litmus_mapping_name(enum litmus_mapping mapping)
{
    static const char *const names[LITMUS_MAPPINGS] = {"plain", "round-robin", "chunked"};

    return names[mapping];
}

static int check(cl_int code, const char *call, struct tool_error *error)
{
    return code == CL_SUCCESS ? 0 : tool_fail(error, "%s fails with OpenCL error %d", call, code);
}

static int build(struct litmus_device *opened, cl_device_id id, struct tool_error *error)
{
    const char *text = litmus_text;
    size_t bytes = litmus_bytes;
    char log[1500] = "";
    cl_int code;

    opened->program = clCreateProgramWithSource(opened->context, 1, &text, &bytes, &code);
    if (check(code, "clCreateProgramWithSource", error) != 0) {
        return -1;
    }
    code = clBuildProgram(opened->program, 1, &id, "-cl-std=CL3.0", NULL, NULL);
    if (code != CL_SUCCESS) {
        clGetProgramBuildInfo(opened->program, id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        return tool_fail(error, "the litmus kernel does not build (OpenCL error %d): %s", code, log);
    }
    opened->kernel = clCreateKernel(opened->program, "litmus", &code);
    return check(code, "clCreateKernel", error);
}

static int make_buffers(struct litmus_device *opened, struct tool_error *error)
{
    cl_int codes[4];
    size_t words = (size_t)opened->groups * LITMUS_WORDS * STRIDE;

    opened->code =
        clCreateBuffer(opened->context, CL_MEM_READ_ONLY, LITMUS_THREADS_MAX * CODE * 4, NULL, &codes[0]);
    opened->words = clCreateBuffer(opened->context, CL_MEM_READ_WRITE, words * 4, NULL, &codes[1]);
    opened->ended =
        clCreateBuffer(opened->context, CL_MEM_READ_WRITE, opened->groups * sizeof(cl_uint), NULL, &codes[2]);
    opened->gives_up = clCreateBuffer(opened->context, CL_MEM_READ_WRITE, STRIDE * 4, NULL, &codes[3]);
    opened->results = calloc(opened->groups, sizeof *opened->results);
    if (opened->results == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    for (unsigned i = 0; i < 4; i++) {
        if (check(codes[i], "clCreateBuffer", error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int write_program(struct litmus_device *device, const struct litmus_program *program,
                         struct tool_error *error)
{
    static const cl_uint zero = 0;
    cl_uint code[LITMUS_THREADS_MAX * CODE] = {0};
    size_t words = (size_t)device->groups * LITMUS_WORDS * STRIDE;
    cl_int status;

    for (unsigned t = 0; t < program->thread_count; t++) {
        cl_uint *to = &code[t * CODE];

        *to++ = program->threads[t].length;
        for (unsigned i = 0; i < program->threads[t].length; i++) {
            const struct litmus_instruction *instruction = &program->threads[t].code[i];

            *to++ = instruction->word;
            *to++ = instruction->check;
            *to++ = instruction->exchange;
            *to++ = instruction->target;
        }
    }
    status = clEnqueueWriteBuffer(device->queue, device->code, CL_TRUE, 0, sizeof code, code, 0, NULL, NULL);
    if (status == CL_SUCCESS) {
        status = clEnqueueFillBuffer(device->queue, device->words, &zero, sizeof zero, 0, words * 4, 0, NULL,
                                     NULL);
    }
    if (status == CL_SUCCESS) {
        status = clEnqueueFillBuffer(device->queue, device->gives_up, &zero, sizeof zero, 0, STRIDE * 4, 0,
                                     NULL, NULL);
    }
    return check(status, "writing a litmus program", error);
}

static int launch(struct litmus_device *device, const struct litmus_program *program,
                  enum litmus_mapping mapping, cl_uint instances, struct tool_error *error)
{
    cl_uint threads = program->thread_count;
    cl_uint layout = mapping == LITMUS_CHUNKED;
    size_t global = (size_t)threads * instances;
    size_t local = 1;
    const struct {
        size_t bytes;
        const void *value;
    } arguments[] = {{sizeof device->code, &device->code},
                     {sizeof device->words, &device->words},
                     {sizeof device->ended, &device->ended},
                     {sizeof device->gives_up, &device->gives_up},
                     {sizeof threads, &threads},
                     {sizeof instances, &instances},
                     {sizeof layout, &layout},
                     {sizeof device->bound, &device->bound}};
    cl_int status = CL_SUCCESS;

    for (cl_uint i = 0; i < sizeof arguments / sizeof *arguments && status == CL_SUCCESS; i++) {
        status = clSetKernelArg(device->kernel, i, arguments[i].bytes, arguments[i].value);
    }
    if (status == CL_SUCCESS) {
        status =
            clEnqueueNDRangeKernel(device->queue, device->kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    }
    if (status == CL_SUCCESS) {
        status = clEnqueueReadBuffer(device->queue, device->ended, CL_TRUE, 0, global * sizeof(cl_uint),
                                     device->results, 0, NULL, NULL);
    }
    return check(status, "running a litmus program", error);
}

int litmus_device_run(struct litmus_device *device, const struct litmus_program *program,
                      enum litmus_mapping mapping, uint32_t *unfinished, struct tool_error *error)
{
    uint32_t instances = mapping == LITMUS_PLAIN ? 1 : device->groups / program->thread_count;

    instances = instances > 0 ? instances : 1;
    if (write_program(device, program, error) != 0 ||
        launch(device, program, mapping, instances, error) != 0) {
        return -1;
    }
    *unfinished = 0;
    for (uint32_t i = 0; i < instances * program->thread_count; i++) {
        *unfinished += device->results[i] == 0;
    }
    return 0;
}

/* Measures how many instructions a spinning thread executes until the deadline. */
static int measure(struct litmus_device *device, double deadline_s, struct tool_error *error)
{
    const struct litmus_program spin = {1, {{1, {{0, 0, LITMUS_NO_EXCHANGE, 0}}}}};
    double steps;
    uint64_t began_ns;
    uint32_t unfinished;

    device->bound = STEPS_LEAST; /* the first launch compiles */
    if (litmus_device_run(device, &spin, LITMUS_PLAIN, &unfinished, error) != 0) {
        return -1;
    }
    device->bound = 20 * STEPS_LEAST;
    began_ns = clock_now_ns();
    if (litmus_device_run(device, &spin, LITMUS_PLAIN, &unfinished, error) != 0) {
        return -1;
    }
    steps = deadline_s * 1e9 / (double)(clock_now_ns() - began_ns + 1) * device->bound;
    device->bound = steps < STEPS_LEAST ? STEPS_LEAST : steps > STEPS_MOST ? STEPS_MOST : (uint32_t)steps;
    return 0;
}

int litmus_device_open(const struct plain_device *device, uint32_t groups, double deadline_s,
                       struct litmus_device **opened, struct tool_error *error)
{
    struct litmus_device *made = calloc(1, sizeof *made);
    cl_int code;

    *opened = made;
    if (made == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    made->groups = groups;
    made->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &code);
    if (check(code, "clCreateContext", error) != 0) {
        return -1;
    }
    made->queue = clCreateCommandQueueWithProperties(made->context, device->id, NULL, &code);
    if (check(code, "clCreateCommandQueueWithProperties", error) != 0 ||
        build(made, device->id, error) != 0 || make_buffers(made, error) != 0) {
        return -1;
    }
    return measure(made, deadline_s, error);
}

void litmus_device_close(struct litmus_device *device)
{
    if (device == NULL) {
        return;
    }
    cl_mem buffers[] = {device->code, device->words, device->ended, device->gives_up};
    for (unsigned i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        if (buffers[i] != NULL) {
            clReleaseMemObject(buffers[i]);
        }
    }
    if (device->kernel != NULL) {
        clReleaseKernel(device->kernel);
    }
    if (device->program != NULL) {
        clReleaseProgram(device->program);
    }
    if (device->queue != NULL) {
        clReleaseCommandQueue(device->queue);
    }
    if (device->context != NULL) {
        clReleaseContext(device->context);
    }
    free(device->results);
    free(device);
}
