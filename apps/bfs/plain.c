/* Stands on: OpenCL and the texts that the build embeds (plain_texts.h). */
#include "plain.h"

#include "bfs_hubs.h"
#include "plain_resident.h"
#include "plain_texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(struct plain *plain, uint64_t bytes, struct tool_error *error)
{
    cl_svm_mem_flags flags = CL_MEM_READ_WRITE;
    void *memory;

    if (plain->device.svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) {
        flags |= CL_MEM_SVM_FINE_GRAIN_BUFFER;
    }
    if (plain->device.svm & CL_DEVICE_SVM_ATOMICS) {
        flags |= CL_MEM_SVM_ATOMICS;
    }
    memory = clSVMAlloc(plain->context, flags, bytes > 0 ? bytes : 4, 128);
    if (memory == NULL) {
        tool_fail(error,
                  "%s has no %.1f MB of SVM left for the graph; take a smaller graph or another device",
                  plain->device.name, (double)bytes / 1e6);
    }
    return memory;
}

static int put_graph(struct plain *plain, const struct graph *graph, struct tool_error *error)
{
    uint64_t rows_bytes = ((uint64_t)graph->vertex_count + 1) * sizeof *plain->rows;
    uint64_t arcs_bytes = (uint64_t)graph->arc_count * sizeof *plain->arcs;
    uint64_t levels_bytes = (uint64_t)graph->vertex_count * sizeof *plain->levels;
    uint64_t search_bytes = bfs_search_bytes(graph, plain->options.hub_arcs);

    plain->vertex_count = graph->vertex_count;
    plain->state = allocate(plain, plain_state_bytes(plain), error);
    plain->rows = plain->state != NULL ? allocate(plain, rows_bytes, error) : NULL;
    plain->arcs = plain->rows != NULL ? allocate(plain, arcs_bytes, error) : NULL;
    plain->levels = plain->arcs != NULL ? allocate(plain, levels_bytes, error) : NULL;
    plain->frontiers[0] = plain->levels != NULL ? allocate(plain, levels_bytes, error) : NULL;
    plain->frontiers[1] = plain->frontiers[0] != NULL ? allocate(plain, levels_bytes, error) : NULL;
    plain->search = plain->frontiers[1] != NULL ? allocate(plain, search_bytes, error) : NULL;
    if (plain->search == NULL || plain_copy(plain, plain->rows, graph->rows, rows_bytes, error) != 0) {
        return -1;
    }
    return plain_copy(plain, plain->arcs, graph->arcs, arcs_bytes, error);
}

/* The barrier's text behind kernel.clh, and the compiler's options for it: one that counts who is there, or
 * the fastest one. */
static void define_barrier(struct plain *plain, char *options, unsigned capacity)
{
    char define[256] = "";

    if (!plain->options.fills) {
        plain_barrier_define(plain->barrier, plain->device.is_pocl, 0, define, sizeof define);
    }
    snprintf(options, capacity, "-cl-std=CL3.0 -DCOOP_PLAIN_STATE=0x%llxul %s",
             (unsigned long long)(uintptr_t)plain->state, define);
}

/* The kernel's own include of kernel.clh is satisfied by the text in front of it, whose guard is then
 * defined; the include line stays, so it is pointed at nothing by leaving it out. */
static int build(struct plain *plain, struct tool_error *error)
{
    static const char include_line[] = "#include \"coop/kernel.clh\"";
    const char *include = strstr(plain_bfs_text, include_line);
    size_t before = include != NULL ? (size_t)(include - plain_bfs_text) : 0;
    const char *rest = include != NULL ? include + strlen(include_line) : plain_bfs_text;
    const char *barrier = plain->options.fills ? plain_counting_text : coop_device_text_plain_barriers;
    const char *texts[] = {plain_prelude_text, plain_kernel_clh_text, barrier, plain_bfs_text, rest};
    size_t lengths[] = {strlen(plain_prelude_text), strlen(plain_kernel_clh_text), strlen(barrier), before,
                        strlen(rest)};
    char options[512];
    cl_int code;

    define_barrier(plain, options, sizeof options);
    if (plain_build(plain->context, plain->device.id, plain->device.name, "the plain kernel", texts, lengths,
                    5, options, &plain->program, error) != 0) {
        return -1;
    }
    plain->kernel = clCreateKernel(plain->program, "bfs", &code);
    return plain_check(code, "creating the plain kernel", error);
}

/* On these work-groups of this device. */
static int choose_barrier(struct plain *plain, struct tool_error *error)
{
    const struct plain_barrier_options options = {.device = plain->options.device,
                                                  .groups_max = plain->options.groups,
                                                  .local_items = plain->options.local_items,
                                                  .timeout_ns = plain->options.timeout_ns};

    return plain->options.fills ? 0
                                : plain_barrier_choose(&options, &plain->barrier, &plain->barrier_ns, error);
}

const char *plain_barrier_name(const struct plain *plain)
{
    return plain->options.fills ? "one that counts" : plain_barrier_forms[plain->barrier].name;
}

double plain_barrier_ns(const struct plain *plain)
{
    return plain->barrier_ns;
}

static int set_arguments(struct plain *plain, struct tool_error *error)
{
    void *pointers[] = {plain->rows,         plain->arcs,         plain->levels,
                        plain->frontiers[0], plain->frontiers[1], plain->search};
    const cl_uint hub_arcs = plain->options.hub_arcs;
    cl_uint i;

    for (i = 0; i < sizeof pointers / sizeof *pointers; i++) {
        if (plain_check(clSetKernelArgSVMPointer(plain->kernel, i, pointers[i]), "setting an argument",
                        error) != 0) {
            return -1;
        }
    }
    if (plain_check(clSetKernelArg(plain->kernel, i, sizeof hub_arcs, &hub_arcs), "setting an argument",
                    error) != 0) {
        return -1;
    }
    /* No argument names the barrier's words, so the host tells OpenCL that the kernel uses them. */
    return plain_check(
        clSetKernelExecInfo(plain->kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *), &plain->state),
        "naming the barrier's words", error);
}

int plain_create(const struct plain_options *options, const struct graph *graph, struct plain **out,
                 struct tool_error *error)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    struct plain_times ignored;
    struct plain *plain = calloc(1, sizeof *plain);
    cl_int code;

    *out = NULL;
    if (plain == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    plain->options = *options;
    plain->options.hub_arcs = options->hub_arcs > 0 ? options->hub_arcs : BFS_HUB_ARCS;
    if (plain_device_choose(options->device, options->groups, options->local_items, &plain->device, error) !=
            0 ||
        (!options->fills && plain_device_holds(&plain->device, options->groups, error) != 0)) {
        goto failed;
    }
    if (choose_barrier(plain, error) != 0) {
        goto failed;
    }
    plain->context = clCreateContext(NULL, 1, &plain->device.id, NULL, NULL, &code);
    if (plain_check(code, "creating a context", error) != 0) {
        goto failed;
    }
    plain->queue = clCreateCommandQueueWithProperties(plain->context, plain->device.id, properties, &code);
    if (plain_check(code, "creating a queue", error) != 0 || put_graph(plain, graph, error) != 0 ||
        build(plain, error) != 0 || set_arguments(plain, error) != 0 ||
        (options->fills && plain_count_resident(plain, error) != 0) || plain_reset(plain, 0, 0, error) != 0 ||
        plain_run(plain, &ignored, error) != 0) {
        goto failed;
    }
    *out = plain;
    return 0;
failed:
    plain_destroy(plain);
    return -1;
}

int plain_search(struct plain *plain, uint32_t source, struct plain_times *times, struct tool_error *error)
{
    return plain_reset(plain, 1, source, error) == 0 ? plain_run(plain, times, error) : -1;
}

int plain_levels(struct plain *plain, int32_t *levels, struct tool_error *error)
{
    return plain_copy(plain, levels, plain->levels, (uint64_t)plain->vertex_count * sizeof *levels, error);
}

uint32_t plain_groups(const struct plain *plain)
{
    return plain->options.groups;
}

const char *plain_device_name(const struct plain *plain)
{
    return plain->device.name;
}

void plain_get_place(const struct plain *plain, struct plain_place *place)
{
    place->context = plain->context;
    place->id = plain->device.id;
    place->name = plain->device.name;
}

void plain_destroy(struct plain *plain)
{
    void *memories[7];
    size_t i;

    if (plain == NULL) {
        return;
    }
    memories[0] = plain->state;
    memories[1] = plain->rows;
    memories[2] = plain->arcs;
    memories[3] = plain->levels;
    memories[4] = plain->frontiers[0];
    memories[5] = plain->frontiers[1];
    memories[6] = plain->search;
    for (i = 0; i < sizeof memories / sizeof *memories; i++) {
        if (memories[i] != NULL) {
            clSVMFree(plain->context, memories[i]);
        }
    }
    if (plain->kernel != NULL) {
        clReleaseKernel(plain->kernel);
    }
    if (plain->program != NULL) {
        clReleaseProgram(plain->program);
    }
    if (plain->queue != NULL) {
        clReleaseCommandQueue(plain->queue);
    }
    if (plain->context != NULL) {
        clReleaseContext(plain->context);
    }
    free(plain);
}
