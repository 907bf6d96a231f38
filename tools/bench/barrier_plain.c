#include "barrier_plain.h"

#include "bench_texts.h"
#include "tools/baseline/plain_device.h"
#include "tools/baseline/plain_opencl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* struct barrier_state: three lines, and one for each leaf. */
#define LINE_BYTES 128
#define STATE_LINES 3

/* A work-group that waits in vain polls so often before it gives up: seconds. */
#define POLLS_MAX (1u << 22)

struct barrier_plain {
    struct barrier_plain_options options;
    struct plain_device device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem state;
    cl_mem words;
    cl_mem wrong;
    uint32_t *host_words;
};

static size_t words_bytes(const struct barrier_plain *plain)
{
    return (size_t)2 * plain->options.groups_max * plain->options.local_items * sizeof(cl_uint);
}

static size_t state_bytes(const struct barrier_plain *plain)
{
    return (size_t)LINE_BYTES * (STATE_LINES + plain->options.groups_max);
}

uint32_t barriers_unfinished(const uint32_t *words, uint32_t items, uint32_t rounds, uint32_t check_every)
{
    uint32_t last = rounds - rounds % check_every;
    uint32_t unfinished = 0;
    uint32_t i;

    for (i = 0; i < items; i++) {
        unfinished += last > 0 && words[(size_t)(last / check_every % 2) * items + i] != last;
    }
    return unfinished;
}

static int is_pocl(cl_device_id id)
{
    cl_platform_id platform = NULL;
    char name[128] = "";

    clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    return strcmp(name, "Portable Computing Language") == 0;
}

int barrier_plain_is_on_cpu(const struct barrier_plain *plain)
{
    cl_device_type type = 0;

    clGetDeviceInfo(plain->device.id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    return (type & CL_DEVICE_TYPE_CPU) != 0;
}

static int build(struct barrier_plain *plain, struct tool_error *error)
{
    const char *texts[] = {coop_device_text_barriers_plain};
    size_t lengths[] = {strlen(coop_device_text_barriers_plain)};
    char options[128];
    cl_int code;

    snprintf(options, sizeof options, "-cl-std=CL3.0 -DCOOP_HOST_SYSTEM_CALLS=%d", is_pocl(plain->device.id));
    if (plain_build(plain->context, plain->device.id, plain->device.name, "the plain barriers", texts,
                    lengths, 1, options, &plain->program, error) != 0) {
        return -1;
    }
    plain->kernel = clCreateKernel(plain->program, "plain_barriers", &code);
    return plain_check(code, "creating the kernel of plain barriers", error);
}

static int make_buffers(struct barrier_plain *plain, struct tool_error *error)
{
    cl_int codes[3];

    plain->state = clCreateBuffer(plain->context, CL_MEM_READ_WRITE, state_bytes(plain), NULL, &codes[0]);
    plain->words = clCreateBuffer(plain->context, CL_MEM_READ_WRITE, words_bytes(plain), NULL, &codes[1]);
    plain->wrong = clCreateBuffer(plain->context, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, &codes[2]);
    plain->host_words = malloc(words_bytes(plain));
    if (plain->host_words == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    for (unsigned i = 0; i < 3; i++) {
        if (plain_check(codes[i], "taking memory for the barriers", error) != 0) {
            return -1;
        }
    }
    return 0;
}

int barrier_plain_create(const struct barrier_plain_options *options, struct barrier_plain **out,
                         struct tool_error *error)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    struct barrier_plain *plain = calloc(1, sizeof *plain);
    cl_int code;

    *out = plain;
    if (plain == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    plain->options = *options;
    if (plain_device_choose(options->device, options->groups_max, options->local_items, &plain->device,
                            error) != 0 ||
        plain_device_holds(&plain->device, options->groups_max, error) != 0) {
        return -1;
    }
    plain->context = clCreateContext(NULL, 1, &plain->device.id, NULL, NULL, &code);
    if (plain_check(code, "creating a context", error) != 0) {
        return -1;
    }
    plain->queue = clCreateCommandQueueWithProperties(plain->context, plain->device.id, properties, &code);
    if (plain_check(code, "creating a queue", error) != 0 || build(plain, error) != 0) {
        return -1;
    }
    return make_buffers(plain, error);
}

static int reset(struct barrier_plain *plain, struct tool_error *error)
{
    const cl_uint zero = 0;
    cl_int code = clEnqueueFillBuffer(plain->queue, plain->state, &zero, sizeof zero, 0, state_bytes(plain),
                                      0, NULL, NULL);

    if (code == CL_SUCCESS) {
        code = clEnqueueFillBuffer(plain->queue, plain->words, &zero, sizeof zero, 0, words_bytes(plain), 0,
                                   NULL, NULL);
    }
    if (code == CL_SUCCESS) {
        code = clEnqueueFillBuffer(plain->queue, plain->wrong, &zero, sizeof zero, 0, sizeof zero, 0, NULL,
                                   NULL);
    }
    if (code == CL_SUCCESS) {
        code = clFinish(plain->queue);
    }
    return plain_check(code, "clearing the barriers' words", error);
}

static int set_arguments(struct barrier_plain *plain, const struct barrier_plain_form *form,
                         struct tool_error *error)
{
    const cl_uint numbers[] = {form->rounds, form->check_every, form->fanout, form->wait, POLLS_MAX};
    const cl_mem memories[] = {plain->state, plain->words, plain->wrong};
    cl_int code = CL_SUCCESS;
    cl_uint i;

    for (i = 0; i < 3 && code == CL_SUCCESS; i++) {
        code = clSetKernelArg(plain->kernel, i, sizeof memories[i], &memories[i]);
    }
    for (; i < 8 && code == CL_SUCCESS; i++) {
        code = clSetKernelArg(plain->kernel, i, sizeof numbers[i - 3], &numbers[i - 3]);
    }
    return plain_check(code, "setting an argument", error);
}

static int read_back(struct barrier_plain *plain, const struct barrier_plain_form *form, uint32_t *wrong,
                     struct tool_error *error)
{
    uint32_t items = form->groups * plain->options.local_items;
    cl_ulong gives_up = 0;
    cl_int code = clEnqueueReadBuffer(plain->queue, plain->state, CL_TRUE, (size_t)2 * LINE_BYTES,
                                      sizeof gives_up, &gives_up, 0, NULL, NULL);

    if (code == CL_SUCCESS) {
        code =
            clEnqueueReadBuffer(plain->queue, plain->wrong, CL_TRUE, 0, sizeof *wrong, wrong, 0, NULL, NULL);
    }
    if (code == CL_SUCCESS) {
        code = clEnqueueReadBuffer(plain->queue, plain->words, CL_TRUE, 0,
                                   (size_t)2 * items * sizeof *plain->host_words, plain->host_words, 0, NULL,
                                   NULL);
    }
    if (plain_check(code, "reading the barriers' words", error) != 0) {
        return -1;
    }
    if (gives_up) {
        tool_fail(error,
                  "a plain kernel of %u work-groups of %u gave up a barrier: %s does not hold them at once; "
                  "take fewer, or a smaller --local",
                  form->groups, plain->options.local_items, plain->device.name);
        return 1;
    }
    *wrong += barriers_unfinished(plain->host_words, items, form->rounds, form->check_every);
    return 0;
}

int barrier_plain_run(struct barrier_plain *plain, const struct barrier_plain_form *form, uint64_t *ns,
                      uint32_t *wrong, struct tool_error *error)
{
    const struct plain_work work = {.queue = plain->queue,
                                    .kernel = plain->kernel,
                                    .groups = form->groups,
                                    .local_items = plain->options.local_items,
                                    .timeout_ns = plain->options.timeout_ns,
                                    .device_name = plain->device.name};
    struct plain_times times;

    if (reset(plain, error) != 0 || set_arguments(plain, form, error) != 0 ||
        plain_launch(&work, &times, error) != 0) {
        return -1;
    }
    *ns = times.kernel_ns;
    return read_back(plain, form, wrong, error);
}

void barrier_plain_destroy(struct barrier_plain *plain)
{
    if (plain == NULL) {
        return;
    }
    if (plain->kernel != NULL) {
        clReleaseKernel(plain->kernel);
    }
    if (plain->program != NULL) {
        clReleaseProgram(plain->program);
    }
    if (plain->state != NULL) {
        clReleaseMemObject(plain->state);
    }
    if (plain->words != NULL) {
        clReleaseMemObject(plain->words);
    }
    if (plain->wrong != NULL) {
        clReleaseMemObject(plain->wrong);
    }
    if (plain->queue != NULL) {
        clReleaseCommandQueue(plain->queue);
    }
    if (plain->context != NULL) {
        clReleaseContext(plain->context);
    }
    free(plain->host_words);
    free(plain);
}
