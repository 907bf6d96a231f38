/* saxpy by a graph, beside CLBlast and ViennaCL on the same device: libraries of linear algebra, whose shared
 * objects are opened when they are there; and on a GPU beside cuBLAS, where the program saxpy_cuda is. */
#include "graph_nodes_elements.h"
#include "graph_parts.h"
#include "graph_process.h"
#include "graph_race.h"
#include "graph_saxpy_kernels.h"
#include "graph_saxpy_nodes.h"
#include "saxpy_rivals.h"
#include "tools/baseline/plain_device.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/file/bytes.h"
#include "tools/measure/clock.h"

#include <coop/coop.h>
#include <coop/devices.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define TIMES 8u /* of each side in a turn */
#define FACTOR 0.37f

struct saxpy {
    const struct bench_options *options;
    size_t count;
    float *begin[2]; /* x and y */
    float *seen;
    coop_devices *devices;
    coop_tensor *x;
    coop_tensor *y;
    coop_graph *graph;
    struct plain_device device;
    cl_context context;
    cl_command_queue queue;
    cl_mem memory[2];
};

/* A library as a side. */
struct library {
    struct saxpy *saxpy;
    saxpy_rival *run;
};

static int check(coop_status status, struct tool_error *error)
{
    const struct coop_error *last = coop_last_error();

    return status == COOP_OK ? 0 : tool_fail(error, "%s: %s", last->doing, last->message);
}

/* ---- making ---- */

static int open_graph(struct saxpy *saxpy, struct tool_error *error)
{
    const struct coop_devices_options devices = {.devices = saxpy->options->device,
                                                 .memory_bytes = 8 * saxpy->count + ((uint64_t)64 << 20)};
    const struct coop_tensor_options tensor = {
        .element = &coop_element_real, .layout = COOP_SOA_BLOCK, .dimensions = 1, .cells = {saxpy->count}};
    const struct coop_graph_options options = {.text = graph_saxpy_kernels_text};
    coop_status status = coop_devices_open(&devices, &saxpy->devices);

    status = status == COOP_OK ? coop_tensor_create(saxpy->devices, &tensor, &saxpy->x) : status;
    status = status == COOP_OK ? coop_tensor_create(saxpy->devices, &tensor, &saxpy->y) : status;
    status = status == COOP_OK ? coop_tensor_write(saxpy->x, NULL, saxpy->begin[0]) : status;
    status = status == COOP_OK ? coop_graph_create(saxpy->devices, &options, &saxpy->graph) : status;
    if (status == COOP_OK) {
        status = saxpy_then_split(
            saxpy->graph,
            &(struct saxpy_node){.x = coop_reads(saxpy->x), .y = coop_updates(saxpy->y), .a = FACTOR}, NULL,
            NULL);
    }
    status = status == COOP_OK ? coop_graph_repeat(saxpy->graph, TIMES) : status;
    return check(status, error);
}

static int open_plain(struct saxpy *saxpy, struct tool_error *error)
{
    size_t bytes = saxpy->count * sizeof(float);
    cl_int code;

    saxpy->context = clCreateContext(NULL, 1, &saxpy->device.id, NULL, NULL, &code);
    if (code == CL_SUCCESS) {
        saxpy->queue = clCreateCommandQueueWithProperties(saxpy->context, saxpy->device.id, NULL, &code);
    }
    for (unsigned i = 0; i < 2 && code == CL_SUCCESS; i++) {
        saxpy->memory[i] = clCreateBuffer(saxpy->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                          saxpy->begin[i], &code);
    }
    return plain_check(code, "taking memory", error);
}

static int open_all(struct saxpy *saxpy, struct tool_error *error)
{
    uint32_t random = 1;

    saxpy->begin[0] = malloc(saxpy->count * sizeof(float));
    saxpy->begin[1] = malloc(saxpy->count * sizeof(float));
    saxpy->seen = malloc(saxpy->count * sizeof(float));
    if (saxpy->begin[0] == NULL || saxpy->begin[1] == NULL || saxpy->seen == NULL) {
        return tool_fail(error, "the host has no memory left for %zu numbers", 3 * saxpy->count);
    }
    for (size_t i = 0; i < 2 * saxpy->count; i++) {
        random = random * UINT32_C(1664525) + UINT32_C(1013904223);
        saxpy->begin[i % 2][i / 2] = 1.0f + (float)(random >> 16) / 65536.0f;
    }
    return plain_device_choose(saxpy->options->device, 0, 64, &saxpy->device, error) != 0 ||
                   open_graph(saxpy, error) != 0
               ? -1
               : open_plain(saxpy, error);
}

static void close_all(struct saxpy *saxpy)
{
    coop_graph_destroy(saxpy->graph);
    coop_tensor_destroy(saxpy->x);
    coop_tensor_destroy(saxpy->y);
    coop_devices_close(saxpy->devices);
    for (unsigned i = 0; i < 2; i++) {
        if (saxpy->memory[i] != NULL) {
            clReleaseMemObject(saxpy->memory[i]);
        }
        free(saxpy->begin[i]);
    }
    if (saxpy->queue != NULL) {
        clReleaseCommandQueue(saxpy->queue);
    }
    if (saxpy->context != NULL) {
        clReleaseContext(saxpy->context);
    }
    free(saxpy->seen);
}

/* ---- turns, each of which begins with the same y ---- */

/* A library may round a product and a sum once, and the compiler of the device, too. */
static int is_wrong(const struct saxpy *saxpy)
{
    for (size_t i = 0; i < saxpy->count; i++) {
        double wanted = (double)saxpy->begin[1][i] + TIMES * (double)FACTOR * (double)saxpy->begin[0][i];
        double difference = (double)saxpy->seen[i] - wanted;

        if (!(difference < 1e-5 * wanted && difference > -1e-5 * wanted)) {
            return 1;
        }
    }
    return 0;
}

static int turn_of_graph(void *state, double *us, struct tool_error *error)
{
    struct saxpy *saxpy = state;
    coop_status status = coop_tensor_write(saxpy->y, NULL, saxpy->begin[1]);
    uint64_t begin_ns = clock_now_ns();

    status = status == COOP_OK ? coop_graph_start(saxpy->graph) : status;
    status = status == COOP_OK ? coop_graph_wait(saxpy->graph, bench_timeout_ns(saxpy->options)) : status;
    *us = (double)(clock_now_ns() - begin_ns) / 1e3 / TIMES;
    status = status == COOP_OK ? coop_tensor_read(saxpy->y, NULL, saxpy->seen) : status;
    return check(status, error) != 0 ? -1 : is_wrong(saxpy);
}

static int turn_of_library(void *state, double *us, struct tool_error *error)
{
    const struct library *library = state;
    struct saxpy *saxpy = library->saxpy;
    size_t bytes = saxpy->count * sizeof(float);
    uint64_t begin_ns;
    int code = clEnqueueWriteBuffer(saxpy->queue, saxpy->memory[1], CL_TRUE, 0, bytes, saxpy->begin[1], 0,
                                    NULL, NULL);

    begin_ns = clock_now_ns();
    if (code == CL_SUCCESS) {
        code = library->run(saxpy->context, saxpy->device.id, saxpy->queue, saxpy->count, FACTOR,
                            saxpy->memory[0], saxpy->memory[1], TIMES);
    }
    *us = (double)(clock_now_ns() - begin_ns) / 1e3 / TIMES;
    if (code == CL_SUCCESS) {
        code = clEnqueueReadBuffer(saxpy->queue, saxpy->memory[1], CL_TRUE, 0, bytes, saxpy->seen, 0, NULL,
                                   NULL);
    }
    return code != CL_SUCCESS ? tool_fail(error, "the library failed with code %d", code) : is_wrong(saxpy);
}

/* A library stays open. NULL where there is none. */
static saxpy_rival *find(const char *file, const char *name)
{
    char path[4096];
    void *library = beside_find(file, path, sizeof path) ? dlopen(path, RTLD_NOW) : NULL;
    void *function = library != NULL ? dlsym(library, name) : NULL;
    saxpy_rival *rival;

    memcpy(&rival, &function, sizeof rival); /* ISO C has no conversion between the two kinds of pointers */
    return rival;
}

/* The sides behind the first one that there are. 0, or -1 with a message. */
static int add_rivals(struct saxpy *saxpy, struct library libraries[2], struct process_side *cublas,
                      struct race_side *sides, unsigned *count, struct tool_error *error)
{
    static const char *const names[][3] = {{"CLBlast", "saxpy_clblast.so", "saxpy_clblast"},
                                           {"ViennaCL", "saxpy_viennacl.so", "saxpy_viennacl"}};
    int is_missing = 1;

    if (!saxpy->device.is_pocl && process_side_takes("cuBLAS", saxpy->device.index_in_platform, 1)) {
        is_missing = process_side_start_saxpy(cublas, saxpy->count, TIMES, error);
    }

    for (unsigned i = 0; i < 2; i++) {
        libraries[i] = (struct library){saxpy, find(names[i][1], names[i][2])};
        if (libraries[i].run != NULL) {
            sides[(*count)++] =
                (struct race_side){.name = names[i][0], .state = &libraries[i], .turn = turn_of_library};
        }
    }
    if (is_missing == 0) {
        sides[(*count)++] = (struct race_side){.name = "cuBLAS", .state = cublas, .turn = process_side_turn};
    }
    return is_missing < 0 ? -1 : 0;
}

int graph_saxpy(const struct bench_options *options, struct tool_error *error)
{
    struct saxpy saxpy = {.options = options, .count = (size_t)options->cells};
    struct process_side cublas = {.timeout_ns = bench_timeout_ns(options)};
    struct library libraries[2];
    struct race_side sides[4] = {{.name = "graph", .state = &saxpy, .turn = turn_of_graph}};
    struct table table;
    unsigned count = 1;
    int status = open_all(&saxpy, error);

    if (status == 0) {
        status = add_rivals(&saxpy, libraries, &cublas, sides, &count, error);
    }
    if (status == 0) {
        race_table_begin(&table, options->report, "saxpy");
        status = race_run(&table, "saxpy", sides, count, options->pairs, error);
        table_end(&table);
    }
    process_side_stop(&cublas);
    close_all(&saxpy);
    return status;
}
