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

/* Launches that are under way, or twice as many, before the host waits for the first of them. */
#define LAUNCHES_MAX 256

/* Rounds that are enqueued before the host looks again take about that long, a few looks. */
#define ROUNDS_NS 400000
#define ROUNDS_MAX 64

struct kernel_phases {
    struct kernel_opencl opencl;
    uint32_t groups;
    cl_program program;
    cl_kernel kernels[KERNEL_PHASES_MAX];
    int has_failed; /* a launch of this run, or a wait for some; no more are enqueued */
    struct tool_error failure;
    uint32_t launches; /* since the host was behind all of them, or made the mark */
    cl_event mark;     /* behind the launches before those; NULL: the host has seen them end */
    int is_late;       /* what is enqueued has not ended in time */
    uint64_t deadline_ns;
};

static int is_cpu(const struct kernel_opencl *opencl)
{
    cl_device_type type = 0;

    clGetDeviceInfo(opencl->device.id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    return (type & CL_DEVICE_TYPE_CPU) != 0;
}

/* The most work-groups of a launch, unless the options say: as many as work at once. On a CPU that is one for
 * each processor, of which PoCL may have been told more than there are. */
static uint32_t count_groups(const struct kernel_opencl *opencl)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t units = opencl->device.compute_units;
    uint32_t local = opencl->options.local_items;
    uint32_t of_unit = ITEMS_PER_UNIT / (local < ITEMS_PER_UNIT ? local : ITEMS_PER_UNIT);

    if (is_cpu(opencl)) {
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
    if (!phases->has_failed) {
        phases->has_failed = plain_check(code, "launching a phase", &phases->failure) != 0;
    }
}

/* Takes the event over. */
static int wait_for(struct kernel_phases *phases, cl_event event, struct tool_error *error)
{
    int status = plain_wait(event, phases->deadline_ns, "waiting for the phases", error);

    clReleaseEvent(event);
    if (status > 0) {
        phases->is_late = 1;
        return tool_fail(error, "the phases have not ended after %g s; take a longer --timeout",
                         (double)phases->opencl.options.timeout_ns / 1e9);
    }
    return status;
}

static void forget_mark(struct kernel_phases *phases)
{
    if (phases->mark != NULL) {
        clReleaseEvent(phases->mark);
    }
    phases->mark = NULL;
    phases->launches = 0;
}

/* A program that looks at nothing enqueues no faster than the device works, and learns that its time is over:
 * the host waits for the launches up to the last mark, and makes another one. */
static void keep_up(struct kernel_phases *phases)
{
    cl_event before = phases->mark;

    phases->mark = NULL;
    phases->launches = 0;
    note(phases, clEnqueueMarkerWithWaitList(phases->opencl.queue, 0, NULL, &phases->mark));
    note(phases, clFlush(phases->opencl.queue));
    if (before != NULL && wait_for(phases, before, &phases->failure) != 0) {
        phases->has_failed = 1;
    }
}

void kernel_phases_launch(struct kernel_phases *phases, unsigned phase, uint64_t items)
{
    size_t local = phases->opencl.options.local_items;
    uint64_t groups = items > local ? (items - 1) / local + 1 : 1;
    size_t global = local * (groups < phases->groups ? (size_t)groups : phases->groups);

    if (phases->has_failed) {
        return;
    }
    note(phases, clEnqueueNDRangeKernel(phases->opencl.queue, phases->kernels[phase], 1, NULL, &global,
                                        &local, 0, NULL, NULL));
    phases->launches++;
    if (phases->launches == LAUNCHES_MAX && !phases->has_failed) {
        keep_up(phases);
    }
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

/* Waits for all that is enqueued, the last of it the event's command. */
static int catch_up(struct kernel_phases *phases, cl_int code, cl_event last, struct tool_error *error)
{
    note(phases, code);
    note(phases, clFlush(phases->opencl.queue));
    if (phases->has_failed) {
        if (last != NULL) {
            clReleaseEvent(last);
        }
        *error = phases->failure;
        return -1;
    }
    if (wait_for(phases, last, error) != 0) {
        return -1;
    }
    forget_mark(phases);
    return 0;
}

/* Asked for when all before it has ended, so the read itself is short. One that is enqueued with the phases
 * and waited for by its event takes some 50 us longer on an H200. */
int kernel_phases_look(struct kernel_phases *phases, unsigned buffer, uint64_t index, uint32_t *word,
                       struct tool_error *error)
{
    cl_event end = NULL;
    cl_int code = clEnqueueMarkerWithWaitList(phases->opencl.queue, 0, NULL, &end);

    if (catch_up(phases, code, end, error) != 0) {
        return -1;
    }
    return plain_check(clEnqueueReadBuffer(phases->opencl.queue, phases->opencl.buffers[buffer], CL_TRUE,
                                           index * sizeof *word, sizeof *word, word, 0, NULL, NULL),
                       "looking at a word", error);
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
    cl_event end = NULL;
    uint64_t begin;
    cl_int code;

    if (kernel_opencl_reset(&phases->opencl, error) != 0) {
        return -1;
    }
    begin = clock_now_ns();
    forget_mark(phases);
    phases->has_failed = 0;
    phases->deadline_ns = begin + phases->opencl.options.timeout_ns;
    if (program(self, phases, error) != 0) {
        return -1;
    }
    code = clEnqueueMarkerWithWaitList(phases->opencl.queue, 0, NULL, &end);
    if (catch_up(phases, code, end, error) != 0) {
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

    if (phases == NULL || phases->is_late) {
        /* The release of what is in use waits for its end, which may never come. */
        return;
    }
    forget_mark(phases);
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
