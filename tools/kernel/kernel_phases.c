#include "kernel_phases.h"

#include "kernel_texts.h"
#include "tools/measure/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a compute unit of a GPU holds at once, of any vendor or less: more only wait. */
#define GROUPS_PER_UNIT 32
#define ITEMS_PER_UNIT 2048

/* Rounds that are enqueued before the host looks again take about that long, a few looks. */
#define ROUNDS_NS 400000
#define ROUNDS_MAX 64

struct kernel_phases {
    struct kernel_opencl opencl;
    uint32_t groups;
    cl_program program;
    cl_kernel kernels[KERNEL_PHASES_MAX];
    cl_int failed; /* the first failure since the last look */
    uint64_t deadline_ns;
};

/* The most work-groups of a launch, unless the options say: as many as work at once. On a CPU that is one for
 * each processor, of which PoCL may have been told more than there are. */
static uint32_t count_groups(const struct kernel_opencl *opencl)
{
    cl_device_type type = 0;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t units = opencl->device.compute_units;
    uint32_t local = opencl->options.local_items;
    uint32_t of_unit = ITEMS_PER_UNIT / (local < ITEMS_PER_UNIT ? local : ITEMS_PER_UNIT);

    clGetDeviceInfo(opencl->device.id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if (type & CL_DEVICE_TYPE_CPU) {
        return processors > 0 && (uint32_t)processors < units ? (uint32_t)processors : units;
    }
    return units * (of_unit < GROUPS_PER_UNIT ? of_unit : GROUPS_PER_UNIT);
}

static int build(struct kernel_phases *phases, const struct kernel_source *source, struct tool_error *error)
{
    const struct kernel_plan *plan = &phases->opencl.plan;
    const struct plain_device *device = &phases->opencl.device;
    const char *texts[] = {kernel_prelude_text, kernel_clh_text, source->plain_text, source->phases_text};
    const size_t lengths[] = {strlen(texts[0]), strlen(texts[1]), strlen(texts[2]), strlen(texts[3])};
    char options[512];
    cl_int code;
    unsigned i;

    snprintf(options, sizeof options, "-cl-std=CL3.0 %s", source->build_options);
    if (plain_build(phases->opencl.context, device->id, device->name, "the kernels of the phases", texts,
                    lengths, sizeof texts / sizeof *texts, options, &phases->program, error) != 0) {
        return -1;
    }
    for (i = 0; i < plan->phase_count; i++) {
        const struct kernel_arguments *arguments = &plan->kernels[1 + i];

        phases->kernels[i] = clCreateKernel(phases->program, arguments->kernel, &code);
        if (code != CL_SUCCESS) {
            return tool_fail(error, "OpenCL failed (code %d) when creating the kernel %s", code,
                             arguments->kernel);
        }
        if (kernel_opencl_pass(&phases->opencl, arguments, phases->kernels[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

int kernel_phases_create(const struct kernel_opencl_options *options, const struct kernel_source *source,
                         const struct kernel_plan *plan, struct kernel_phases **out, struct tool_error *error)
{
    struct kernel_phases *phases = calloc(1, sizeof *phases);

    *out = NULL;
    if (phases == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    if (kernel_plan_check(plan, error) != 0 ||
        kernel_opencl_open(&phases->opencl, options, plan, error) != 0 || build(phases, source, error) != 0) {
        kernel_phases_destroy(phases);
        return -1;
    }
    phases->groups = options->groups > 0 ? options->groups : count_groups(&phases->opencl);
    *out = phases;
    return 0;
}

static void note(struct kernel_phases *phases, cl_int code)
{
    if (phases->failed == CL_SUCCESS) {
        phases->failed = code;
    }
}

void kernel_phases_launch(struct kernel_phases *phases, unsigned phase, uint64_t items)
{
    size_t local = phases->opencl.options.local_items;
    uint64_t groups = items > local ? (items - 1) / local + 1 : 1;
    size_t global = local * (groups < phases->groups ? (size_t)groups : phases->groups);

    note(phases, clEnqueueNDRangeKernel(phases->opencl.queue, phases->kernels[phase], 1, NULL, &global,
                                        &local, 0, NULL, NULL));
}

void kernel_phases_set_word(struct kernel_phases *phases, unsigned phase, unsigned argument, uint32_t word)
{
    note(phases, clSetKernelArg(phases->kernels[phase], argument, sizeof word, &word));
}

void kernel_phases_set_buffer(struct kernel_phases *phases, unsigned phase, unsigned argument,
                              unsigned buffer)
{
    note(phases,
         clSetKernelArg(phases->kernels[phase], argument, sizeof(cl_mem), &phases->opencl.buffers[buffer]));
}

/* A phase ends by itself, however many there are, so the wait for those that are enqueued does. */
int kernel_phases_look(struct kernel_phases *phases, unsigned buffer, uint64_t index, uint32_t *word,
                       struct tool_error *error)
{
    cl_int failed = phases->failed;

    phases->failed = CL_SUCCESS;
    if (plain_check(failed, "launching a phase", error) != 0 ||
        plain_check(clEnqueueReadBuffer(phases->opencl.queue, phases->opencl.buffers[buffer], CL_TRUE,
                                        index * sizeof *word, sizeof *word, word, 0, NULL, NULL),
                    "looking at a word", error) != 0) {
        return -1;
    }
    return clock_now_ns() < phases->deadline_ns
               ? 0
               : tool_fail(error, "the phases have not ended after %.0f s; take a longer --timeout",
                           (double)phases->opencl.options.timeout_ns / 1e9);
}

/* So many rounds, of which one has taken so little, but at most twice as many as before. */
static uint32_t next_batch(uint32_t batch, double round_ns)
{
    double wanted = ROUNDS_NS / (round_ns > 1 ? round_ns : 1);
    uint32_t most = 2 * batch < ROUNDS_MAX ? 2 * batch : ROUNDS_MAX;

    return wanted >= most ? most : wanted > 1 ? (uint32_t)wanted : 1;
}

int kernel_phases_repeat(struct kernel_phases *phases, kernel_phases_round *round, void *self,
                         unsigned buffer, uint64_t index, uint32_t *count, struct tool_error *error)
{
    double round_ns = 0;
    uint32_t last = 0;
    uint32_t batch = 1;
    uint32_t done = 0;

    do {
        uint64_t begin = clock_now_ns();
        double ns;
        uint32_t i;

        for (i = 0; i < batch; i++) {
            round(self, phases, done + i + 1);
        }
        done += batch;
        if (kernel_phases_look(phases, buffer, index, &last, error) != 0) {
            return -1;
        }
        /* The least tells best how long a round takes: the machine's other work only adds. */
        ns = (double)(clock_now_ns() - begin) / batch;
        round_ns = round_ns == 0 || ns < round_ns ? ns : round_ns;
        batch = next_batch(batch, round_ns);
    } while (last >= done);
    if (count != NULL) {
        *count = last;
    }
    return 0;
}

int kernel_phases_run(struct kernel_phases *phases, kernel_phases_program *program, void *self,
                      uint64_t *wall_ns, struct tool_error *error)
{
    uint64_t begin;
    cl_int failed;

    if (kernel_opencl_reset(&phases->opencl, error) != 0) {
        return -1;
    }
    begin = clock_now_ns();
    phases->failed = CL_SUCCESS;
    phases->deadline_ns = begin + phases->opencl.options.timeout_ns;
    if (program(self, phases, error) != 0) {
        return -1;
    }
    failed = phases->failed;
    if (plain_check(failed, "launching a phase", error) != 0 ||
        plain_check(clFinish(phases->opencl.queue), "waiting for the last phase", error) != 0) {
        return -1;
    }
    *wall_ns = clock_now_ns() - begin;
    return 0;
}

int kernel_phases_read(struct kernel_phases *phases, uint32_t *words, uint64_t count,
                       struct tool_error *error)
{
    return kernel_opencl_read(&phases->opencl, words, count, error);
}

const struct kernel_opencl *kernel_phases_opencl(const struct kernel_phases *phases)
{
    return &phases->opencl;
}

uint32_t kernel_phases_groups(const struct kernel_phases *phases)
{
    return phases->groups;
}

void kernel_phases_destroy(struct kernel_phases *phases)
{
    unsigned i;

    if (phases == NULL) {
        return;
    }
    for (i = 0; i < KERNEL_PHASES_MAX; i++) {
        if (phases->kernels[i] != NULL) {
            clReleaseKernel(phases->kernels[i]);
        }
    }
    if (phases->program != NULL) {
        clReleaseProgram(phases->program);
    }
    kernel_opencl_close(&phases->opencl);
    free(phases);
}
