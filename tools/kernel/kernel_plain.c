/* How many work-groups a device holds at once no OpenCL query tells, and with one too many a kernel with a
 * global barrier waits for ever. So the kernel itself is launched with more than fit and with a barrier that
 * gives up (tools/baseline/plain_counting.clh), and then once more with the number that arrived. */
#include "kernel_plain.h"

#include "kernel_texts.h"
#include "tools/baseline/plain_barrier.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More work-groups than a compute unit of any device holds: 32 on NVIDIA's, 40 on AMD's. */
#define GROUPS_PER_UNIT 64

/* About 0.05 s; all that fit arrive within a millisecond. */
#define POLLS_MAX (1u << 16)

#define TRIES_MAX 8

/* Words of tools/baseline/plain_counting.clh's struct plain_meeting, and its bytes without `has_left`. */
enum { WORD_RESIDENT = 32, WORD_POLLS_MAX = 33 };
#define COUNTING_STATE_BYTES 192

struct kernel_plain {
    struct kernel_plain_options options; /* `groups` as found, when it fills the device */
    struct kernel_opencl opencl;
    const struct kernel_source *source;
    cl_program program;
    cl_kernel kernel;
    uint32_t *state;
    uint64_t state_bytes;
    unsigned barrier; /* its form */
    double barrier_ns;
};

static uint32_t groups_max(const struct kernel_plain *plain)
{
    return plain->options.fills ? plain->opencl.device.compute_units * GROUPS_PER_UNIT
                                : plain->options.opencl.groups;
}

static int make_state(struct kernel_plain *plain, struct tool_error *error)
{
    cl_device_svm_capabilities svm = plain->opencl.device.svm;
    cl_svm_mem_flags flags = CL_MEM_READ_WRITE;

    if (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) {
        flags |= CL_MEM_SVM_FINE_GRAIN_BUFFER;
    }
    if (svm & CL_DEVICE_SVM_ATOMICS) {
        flags |= CL_MEM_SVM_ATOMICS;
    }
    plain->state_bytes = plain->options.fills ? COUNTING_STATE_BYTES + groups_max(plain) * sizeof(uint32_t)
                                              : plain_barrier_state_bytes(plain->options.opencl.groups);
    plain->state = clSVMAlloc(plain->opencl.context, flags, plain->state_bytes, 128);
    return plain->state != NULL ? 0
                                : tool_fail(error,
                                            "%s has no SVM left for the barrier's words; take another "
                                            "device",
                                            plain->opencl.device.name);
}

/* The barrier's text behind kernel.clh, and the compiler's options for it: one that counts who is there, or
 * the fastest one. */
static void define_barrier(const struct kernel_plain *plain, char *options, unsigned capacity)
{
    char define[256] = "";

    if (!plain->options.fills) {
        plain_barrier_define(plain->barrier, plain->opencl.device.is_pocl, 0, define, sizeof define);
    }
    snprintf(options, capacity, "-cl-std=CL3.0 -DCOOP_PLAIN_STATE=0x%llxul %s %s",
             (unsigned long long)(uintptr_t)plain->state, define, plain->source->build_options);
}

static int build(struct kernel_plain *plain, struct tool_error *error)
{
    const char *texts[] = {kernel_prelude_text, kernel_clh_text,
                           plain->options.fills ? kernel_counting_text : coop_device_text_plain_barriers,
                           plain->source->plain_text};
    size_t lengths[sizeof texts / sizeof *texts];
    const struct plain_device *device = &plain->opencl.device;
    char options[1024];
    cl_int code;
    unsigned i;

    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        lengths[i] = strlen(texts[i]);
    }
    define_barrier(plain, options, sizeof options);
    if (plain_build(plain->opencl.context, device->id, device->name, "the plain kernel", texts, lengths,
                    sizeof texts / sizeof *texts, options, &plain->program, error) != 0) {
        return -1;
    }
    plain->kernel = clCreateKernel(plain->program, plain->source->name, &code);
    if (plain_check(code, "creating the plain kernel", error) != 0 ||
        kernel_opencl_pass(&plain->opencl, &plain->opencl.plan.kernels[0], plain->kernel, error) != 0) {
        return -1;
    }
    /* No argument names the barrier's words, so the host tells OpenCL that the kernel uses them. */
    return plain_check(
        clSetKernelExecInfo(plain->kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *), &plain->state),
        "naming the barrier's words", error);
}

static int choose_barrier(struct kernel_plain *plain, struct tool_error *error)
{
    const struct kernel_opencl_options *own = &plain->options.opencl;
    const struct plain_barrier_options options = {.device = own->device,
                                                  .groups_max = own->groups,
                                                  .local_items = own->local_items,
                                                  .timeout_ns = own->timeout_ns};

    return plain->options.fills ? 0
                                : plain_barrier_choose(&options, &plain->barrier, &plain->barrier_ns, error);
}

/* polls_max  of the barrier that counts; 0: no work-group gives up. */
static int launch(struct kernel_plain *plain, uint32_t polls_max, struct plain_times *times,
                  struct tool_error *error)
{
    const struct plain_work work = {.queue = plain->opencl.queue,
                                    .kernel = plain->kernel,
                                    .groups = plain->options.opencl.groups,
                                    .local_items = plain->options.opencl.local_items,
                                    .timeout_ns = plain->options.opencl.timeout_ns,
                                    .device_name = plain->opencl.device.name};
    const uint32_t zero = 0;

    if (plain_check(clEnqueueSVMMemFill(plain->opencl.queue, plain->state, &zero, sizeof zero,
                                        plain->state_bytes, 0, NULL, NULL),
                    "clearing the barrier's words", error) != 0 ||
        (polls_max > 0 &&
         plain_check(clEnqueueSVMMemcpy(plain->opencl.queue, CL_TRUE, plain->state + WORD_POLLS_MAX,
                                        &polls_max, sizeof polls_max, 0, NULL, NULL),
                     "setting the barrier's patience", error) != 0) ||
        kernel_opencl_reset(&plain->opencl, error) != 0) {
        return -1;
    }
    return plain_launch(&work, times, error);
}

/* *came  how many of options.groups work-groups were at the first barrier together. */
static int meet(struct kernel_plain *plain, uint32_t *came, struct tool_error *error)
{
    struct plain_times ignored;

    if (launch(plain, POLLS_MAX, &ignored, error) != 0 ||
        plain_check(clEnqueueSVMMemcpy(plain->opencl.queue, CL_TRUE, came, plain->state + WORD_RESIDENT,
                                       sizeof *came, 0, NULL, NULL),
                    "reading the barrier's words", error) != 0) {
        return -1;
    }
    if (*came == 0) {
        *came = plain->options.opencl.groups;
    }
    return 0;
}

static int count_resident(struct kernel_plain *plain, struct tool_error *error)
{
    uint32_t came = 0;
    int tries;

    plain->options.opencl.groups = groups_max(plain);
    for (tries = 0; tries < TRIES_MAX; tries++) {
        if (meet(plain, &came, error) != 0) {
            return -1;
        }
        if (came == plain->options.opencl.groups) {
            return 0;
        }
        plain->options.opencl.groups = came;
    }
    return tool_fail(error,
                     "%s held ever fewer work-groups of the plain kernel at once, %u at last; take a device "
                     "that is less busy, or a number of work-groups",
                     plain->opencl.device.name, came);
}

int kernel_plain_create(const struct kernel_plain_options *options, const struct kernel_source *source,
                        const struct kernel_plan *plan, struct kernel_plain **out, struct tool_error *error)
{
    struct kernel_plain *plain = calloc(1, sizeof *plain);

    *out = NULL;
    if (plain == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    plain->options = *options;
    plain->source = source;
    if (kernel_plan_check(plan, error) != 0 ||
        kernel_opencl_open(&plain->opencl, &options->opencl, plan, error) != 0 ||
        (!options->fills && plain_device_holds(&plain->opencl.device, options->opencl.groups, error) != 0) ||
        choose_barrier(plain, error) != 0 || make_state(plain, error) != 0 || build(plain, error) != 0 ||
        (options->fills && count_resident(plain, error) != 0)) {
        kernel_plain_destroy(plain);
        return -1;
    }
    *out = plain;
    return 0;
}

int kernel_plain_run(struct kernel_plain *plain, struct plain_times *times, struct tool_error *error)
{
    return launch(plain, 0, times, error);
}

int kernel_plain_read(struct kernel_plain *plain, uint32_t *words, uint64_t count, struct tool_error *error)
{
    return kernel_opencl_read(&plain->opencl, words, count, error);
}

uint32_t kernel_plain_groups(const struct kernel_plain *plain)
{
    return plain->options.opencl.groups;
}

const struct kernel_opencl *kernel_plain_opencl(const struct kernel_plain *plain)
{
    return &plain->opencl;
}

const char *kernel_plain_barrier_name(const struct kernel_plain *plain)
{
    return plain->options.fills ? "one that counts" : plain_barrier_forms[plain->barrier].name;
}

double kernel_plain_barrier_ns(const struct kernel_plain *plain)
{
    return plain->barrier_ns;
}

void kernel_plain_destroy(struct kernel_plain *plain)
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
        clSVMFree(plain->opencl.context, plain->state);
    }
    kernel_opencl_close(&plain->opencl);
    free(plain);
}
