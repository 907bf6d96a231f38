#include "plain_barrier.h"

#include "plain_device.h"
#include "plain_opencl.h"
#include "tools/measure/samples.h"

#include <coop/grid_barrier.clh>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* struct plain_barrier_state: four lines, and one for each leaf. The first four are a struct coop_grid_state,
 * too. */
#define LINE_BYTES 128
#define STATE_LINES 4
#define GIVES_UP_BYTE (2 * LINE_BYTES)

/* A work-group that waits in vain polls so often before it gives up: seconds. */
#define POLLS_MAX (1u << 22)

#define RELAXED PLAIN_BARRIER_POLLS_RELAXED
#define NO_NAPS PLAIN_BARRIER_NEVER_NAPS
#define ALL_LOOK PLAIN_BARRIER_POLLS_ARRIVALS

const struct plain_barrier_form plain_barrier_forms[] = {
    {"plain, one counter", PLAIN_BARRIER_OWN, 0, 0, 1},
    {"plain, 16 to a counter", PLAIN_BARRIER_OWN, 16, 0, 0},
    {"plain, 32 to a counter", PLAIN_BARRIER_OWN, 32, 0, 0},
    {"plain, one counter, relaxed polls", PLAIN_BARRIER_OWN, 0, RELAXED, 0},
    {"plain, 16 to a counter, relaxed polls", PLAIN_BARRIER_OWN, 16, RELAXED, 0},
    {"plain, 32 to a counter, relaxed polls", PLAIN_BARRIER_OWN, 32, RELAXED, 0},
    {"plain, one counter, no naps", PLAIN_BARRIER_OWN, 0, NO_NAPS, 0},
    {"plain, 16 to a counter, no naps", PLAIN_BARRIER_OWN, 16, NO_NAPS, 0},
    {"plain, 32 to a counter, no naps", PLAIN_BARRIER_OWN, 32, NO_NAPS, 0},
    {"plain, one counter that all look at", PLAIN_BARRIER_OWN, 0, ALL_LOOK, 1},
    {"plain, one counter that all look at, no naps", PLAIN_BARRIER_OWN, 0, ALL_LOOK | NO_NAPS, 1},
    {"plain, all look at the root of 16s", PLAIN_BARRIER_OWN, 16, ALL_LOOK, 1},
    {"plain, all look at the root of 32s, no naps", PLAIN_BARRIER_OWN, 32, ALL_LOOK | NO_NAPS, 1},
    {"plain, grid_barrier.clh's word", PLAIN_BARRIER_GRID, 0, 0, 1},
    {"grid_barrier.clh", PLAIN_BARRIER_GRID_USER, 0, 0, 0},
};
#define FORM_COUNT (sizeof plain_barrier_forms / sizeof *plain_barrier_forms)
const unsigned plain_barrier_form_count = FORM_COUNT;

/* Of each form, once it has been launched: a program of its own, so that a kernel has the registers that it
 * needs itself. */
struct built {
    cl_program program;
    cl_kernel kernel;
};

struct plain_barrier {
    struct plain_barrier_options options;
    struct plain_device device;
    cl_context context;
    cl_command_queue queue;
    struct built built[FORM_COUNT];
    cl_mem state;
    cl_mem words;
    cl_mem wrong;
    uint32_t *host_words;
};

static size_t words_bytes(const struct plain_barrier *barrier)
{
    return (size_t)2 * barrier->options.groups_max * barrier->options.local_items * sizeof(cl_uint);
}

uint64_t plain_barrier_state_bytes(uint32_t groups)
{
    return (uint64_t)LINE_BYTES * (STATE_LINES + groups);
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

static int is_on_cpu(const struct plain_barrier *barrier)
{
    cl_device_type type = 0;

    clGetDeviceInfo(barrier->device.id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    return (type & CL_DEVICE_TYPE_CPU) != 0;
}

int plain_barrier_fits(const struct plain_barrier *barrier, unsigned form, uint32_t groups)
{
    const struct plain_barrier_form *wanted = &plain_barrier_forms[form];

    /* With one leaf it is the single counter and a second one above it. */
    return wanted->fanout < groups && !((wanted->wait & NO_NAPS) != 0 && is_on_cpu(barrier));
}

void plain_barrier_define(unsigned form, int is_pocl, uint32_t polls, char *options, unsigned capacity)
{
    const struct plain_barrier_form *wanted = &plain_barrier_forms[form];

    snprintf(options, capacity,
             "-DCOOP_HOST_SYSTEM_CALLS=%d -DPLAIN_BARRIER_GRID=%d "
             "-DPLAIN_BARRIER_FANOUT=%u -DPLAIN_BARRIER_WAIT=%uu -DPLAIN_BARRIER_POLLS=%uu",
             is_pocl, wanted->kind != PLAIN_BARRIER_OWN, wanted->fanout, wanted->wait, polls);
}

static int build(struct plain_barrier *barrier, unsigned form, struct tool_error *error)
{
    const char *texts[] = {coop_device_text_plain_barriers, coop_device_text_plain_barriers_kernel};
    size_t lengths[] = {strlen(texts[0]), strlen(texts[1])};
    struct built *built = &barrier->built[form];
    char define[256];
    char options[320];
    cl_int code;

    plain_barrier_define(form, barrier->device.is_pocl, POLLS_MAX, define, sizeof define);
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DPLAIN_BARRIER_STATE=state %s", define);
    if (plain_build(barrier->context, barrier->device.id, barrier->device.name, "the plain barriers", texts,
                    lengths, 2, options, &built->program, error) != 0) {
        return -1;
    }
    built->kernel = clCreateKernel(
        built->program,
        plain_barrier_forms[form].kind == PLAIN_BARRIER_GRID_USER ? "grid_barriers" : "plain_barriers",
        &code);
    return plain_check(code, "creating the kernel of plain barriers", error);
}

static int make_buffers(struct plain_barrier *barrier, struct tool_error *error)
{
    cl_int codes[3];

    barrier->state = clCreateBuffer(barrier->context, CL_MEM_READ_WRITE,
                                    plain_barrier_state_bytes(barrier->options.groups_max), NULL, &codes[0]);
    barrier->words =
        clCreateBuffer(barrier->context, CL_MEM_READ_WRITE, words_bytes(barrier), NULL, &codes[1]);
    barrier->wrong = clCreateBuffer(barrier->context, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, &codes[2]);
    barrier->host_words = malloc(words_bytes(barrier));
    if (barrier->host_words == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    for (unsigned i = 0; i < 3; i++) {
        if (plain_check(codes[i], "taking memory for the barriers", error) != 0) {
            return -1;
        }
    }
    return 0;
}

int plain_barrier_create(const struct plain_barrier_options *options, struct plain_barrier **out,
                         struct tool_error *error)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    struct plain_barrier *barrier = calloc(1, sizeof *barrier);
    cl_int code;

    *out = barrier;
    if (barrier == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    barrier->options = *options;
    if (plain_device_choose(options->device, options->groups_max, options->local_items, &barrier->device,
                            error) != 0 ||
        plain_device_holds(&barrier->device, options->groups_max, error) != 0) {
        return -1;
    }
    barrier->context = clCreateContext(NULL, 1, &barrier->device.id, NULL, NULL, &code);
    if (plain_check(code, "creating a context", error) != 0) {
        return -1;
    }
    barrier->queue =
        clCreateCommandQueueWithProperties(barrier->context, barrier->device.id, properties, &code);
    if (plain_check(code, "creating a queue", error) != 0) {
        return -1;
    }
    return make_buffers(barrier, error);
}

static int fill(struct plain_barrier *barrier, cl_mem memory, size_t from, cl_uint word, size_t bytes,
                struct tool_error *error)
{
    return plain_check(
        clEnqueueFillBuffer(barrier->queue, memory, &word, sizeof word, from, bytes, 0, NULL, NULL),
        "clearing the barriers' words", error);
}

static int reset(struct plain_barrier *barrier, struct tool_error *error)
{
    const cl_uint polls = POLLS_MAX;

    if (fill(barrier, barrier->state, 0, 0, plain_barrier_state_bytes(barrier->options.groups_max), error) !=
            0 ||
        fill(barrier, barrier->state, COOP_GRID_WORD_POLLS_MAX * sizeof polls, polls, sizeof polls, error) !=
            0 ||
        fill(barrier, barrier->words, 0, 0, words_bytes(barrier), error) != 0 ||
        fill(barrier, barrier->wrong, 0, 0, sizeof(cl_uint), error) != 0) {
        return -1;
    }
    return plain_check(clFinish(barrier->queue), "clearing the barriers' words", error);
}

static int set_arguments(struct plain_barrier *barrier, const struct plain_barrier_launch *launch,
                         struct tool_error *error)
{
    const cl_uint numbers[] = {launch->rounds, launch->check_every};
    const cl_mem memories[] = {barrier->state, barrier->words, barrier->wrong};
    cl_kernel kernel = barrier->built[launch->form].kernel;
    cl_int code = CL_SUCCESS;
    cl_uint i;

    for (i = 0; i < 3 && code == CL_SUCCESS; i++) {
        code = clSetKernelArg(kernel, i, sizeof memories[i], &memories[i]);
    }
    for (; i < 5 && code == CL_SUCCESS; i++) {
        code = clSetKernelArg(kernel, i, sizeof numbers[i - 3], &numbers[i - 3]);
    }
    return plain_check(code, "setting an argument", error);
}

static int read(struct plain_barrier *barrier, cl_mem memory, size_t from, void *to, size_t bytes,
                struct tool_error *error)
{
    return plain_check(clEnqueueReadBuffer(barrier->queue, memory, CL_TRUE, from, bytes, to, 0, NULL, NULL),
                       "reading the barriers' words", error);
}

static int read_back(struct plain_barrier *barrier, const struct plain_barrier_launch *launch,
                     uint32_t *wrong, struct tool_error *error)
{
    uint32_t items = launch->groups * barrier->options.local_items;
    cl_uint words[2] = {0, 0}; /* plain_barriers.clh's `gives_up`; of a grid: members, failure */
    int has_members = plain_barrier_forms[launch->form].kind == PLAIN_BARRIER_GRID_USER;
    cl_uint in_kernel = 0;

    if (read(barrier, barrier->state, GIVES_UP_BYTE, words, sizeof words, error) != 0 ||
        read(barrier, barrier->wrong, 0, &in_kernel, sizeof in_kernel, error) != 0 ||
        read(barrier, barrier->words, 0, barrier->host_words, (size_t)2 * items * sizeof *barrier->host_words,
             error) != 0) {
        return -1;
    }
    if (words[1] != 0 || (has_members ? words[0] != launch->groups : words[0] != 0)) {
        tool_fail(error,
                  "a plain kernel of %u work-groups of %u gave up a barrier: %s does not hold them at once; "
                  "take fewer, or a smaller --local",
                  launch->groups, barrier->options.local_items, barrier->device.name);
        return 1;
    }
    *wrong +=
        in_kernel + barriers_unfinished(barrier->host_words, items, launch->rounds, launch->check_every);
    return 0;
}

int plain_barrier_run(struct plain_barrier *barrier, const struct plain_barrier_launch *launch, uint64_t *ns,
                      uint32_t *wrong, struct tool_error *error)
{
    struct plain_work work = {.queue = barrier->queue,
                              .groups = launch->groups,
                              .local_items = barrier->options.local_items,
                              .timeout_ns = barrier->options.timeout_ns,
                              .device_name = barrier->device.name};
    struct plain_times times;

    if (barrier->built[launch->form].kernel == NULL && build(barrier, launch->form, error) != 0) {
        return -1;
    }
    work.kernel = barrier->built[launch->form].kernel;
    if (reset(barrier, error) != 0 || set_arguments(barrier, launch, error) != 0 ||
        plain_launch(&work, &times, error) != 0) {
        return -1;
    }
    *ns = times.kernel_ns;
    return read_back(barrier, launch, wrong, error);
}

/* The choice: turns of a launch of each candidate, which takes about CHOICE_NS. */
#define CHOICE_TURNS 5
#define CHOICE_NS 2e6
#define CHOICE_ROUNDS 64u

struct choice {
    uint32_t rounds[FORM_COUNT]; /* of a launch; 0: not tried */
    struct samples ns[FORM_COUNT];
};

/* The first launch of a form compiles, perhaps, and the second one tells how many barriers take CHOICE_NS. */
static int try_form(struct plain_barrier *barrier, unsigned form, struct choice *choice,
                    struct tool_error *error)
{
    struct plain_barrier_launch launch = {.form = form,
                                          .groups = barrier->options.groups_max,
                                          .rounds =
                                              choice->rounds[form] > 0 ? choice->rounds[form] : CHOICE_ROUNDS,
                                          .check_every = CHOICE_ROUNDS};
    int is_first = choice->rounds[form] == 0;
    uint32_t wrong = 0;
    uint64_t ns = 0;
    int status = plain_barrier_run(barrier, &launch, &ns, &wrong, error);

    if (status == 0 && is_first) {
        double wanted;

        status = plain_barrier_run(barrier, &launch, &ns, &wrong, error);
        wanted = CHOICE_NS * launch.rounds / (double)(ns > 0 ? ns : 1);
        choice->rounds[form] = CHOICE_ROUNDS * (uint32_t)(1 + (wanted < 1e6 ? wanted : 1e6) / CHOICE_ROUNDS);
    }
    if (status == 0 && wrong > 0) {
        return tool_fail(error, "%s: %u words are wrong behind the barrier \"%s\"", barrier->device.name,
                         wrong, plain_barrier_forms[form].name);
    }
    if (status == 0 && !is_first) {
        samples_add(&choice->ns[form], (double)ns / launch.rounds);
    }
    return status;
}

static int find_fastest(struct plain_barrier *barrier, struct choice *choice, unsigned *fastest, double *ns,
                        struct tool_error *error)
{
    int has_one = 0;
    int status = 0;
    unsigned turn, form;

    for (turn = 0; turn <= CHOICE_TURNS; turn++) {
        for (form = 0; form < FORM_COUNT && status == 0; form++) {
            if (plain_barrier_forms[form].is_candidate &&
                plain_barrier_fits(barrier, form, barrier->options.groups_max)) {
                status = try_form(barrier, form, choice, error);
            }
        }
    }
    for (form = 0; form < FORM_COUNT && status == 0; form++) {
        double median = choice->ns[form].count > 0 ? samples_median(&choice->ns[form]) : 0;

        if (choice->ns[form].count > 0 && (!has_one || median < *ns)) {
            *fastest = form;
            *ns = median;
            has_one = 1;
        }
    }
    return status == 0 ? 0 : -1;
}

int plain_barrier_choose(const struct plain_barrier_options *options, unsigned *form, double *ns,
                         struct tool_error *error)
{
    struct plain_barrier *barrier = NULL;
    struct choice choice;
    int status = plain_barrier_create(options, &barrier, error);
    unsigned i;

    memset(&choice, 0, sizeof choice);
    *form = 0;
    *ns = 0;
    if (status == 0) {
        status = find_fastest(barrier, &choice, form, ns, error);
    }
    for (i = 0; i < FORM_COUNT; i++) {
        samples_clear(&choice.ns[i]);
    }
    plain_barrier_destroy(barrier);
    return status;
}

void plain_barrier_destroy(struct plain_barrier *barrier)
{
    unsigned i;

    if (barrier == NULL) {
        return;
    }
    for (i = 0; i < FORM_COUNT; i++) {
        if (barrier->built[i].kernel != NULL) {
            clReleaseKernel(barrier->built[i].kernel);
        }
        if (barrier->built[i].program != NULL) {
            clReleaseProgram(barrier->built[i].program);
        }
    }
    if (barrier->state != NULL) {
        clReleaseMemObject(barrier->state);
    }
    if (barrier->words != NULL) {
        clReleaseMemObject(barrier->words);
    }
    if (barrier->wrong != NULL) {
        clReleaseMemObject(barrier->wrong);
    }
    if (barrier->queue != NULL) {
        clReleaseCommandQueue(barrier->queue);
    }
    if (barrier->context != NULL) {
        clReleaseContext(barrier->context);
    }
    free(barrier->host_words);
    free(barrier);
}
