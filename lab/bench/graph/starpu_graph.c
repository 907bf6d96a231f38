/* Tasks by StarPU (LGPL; Debian's libstarpu-dev) on one of its OpenCL devices: a chain of tasks that do next
 * to nothing, and steps of heat with the kernels of heat_by_hand.cl. A rival of coop-bench graph, which runs
 * it (rival_process.h). Kernels are made once, and commands are asynchronous, so that StarPU gives a task
 * while the one before runs.
 *
 *   starpu_graph --serve --app empty --searches TASKS
 *   starpu_graph --serve --app heat --grid WxH --items BLOCKS --searches STEPS
 *
 * Exit status: 0 all is right, 1 a result is wrong or something failed, 2 the command line makes no sense,
 * 77 StarPU finds no OpenCL device. */
#include "apps/heat/heat_graph.h"
#include "apps/heat/heat_reference.h"
#include "heat_by_hand_text.h"
#include "tools/measure/clock.h"
#include "tools/options/options.h"

#define STARPU_USE_OPENCL 1
#include <starpu.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS_MAX 64u

static const char count_text[] = "kernel void count(global uint *at) { at[0] += 1; }\n";

enum { COUNT, COLUMNS, HEAT, KERNELS };
static const char *const names[KERNELS] = {"count", "columns", "heat"};

static struct starpu_opencl_program programs[2]; /* count, and those of heat */
static cl_kernel kernels[KERNELS];

struct words {
    const char *application;
    const char *grid;
    uint64_t items; /* blocks */
    uint64_t searches;
    int serve;
};

struct block {
    cl_uint rows;
    double *values[2]; /* with padding */
    starpu_data_handle_t handles[2];
};

struct job {
    const struct words *words;
    uint64_t cells[3];
    double *begin;
    double *wanted;
    struct block blocks[BLOCKS_MAX];
    unsigned now;
    uint32_t count;
    uint64_t turns;
    starpu_data_handle_t counter;
};

/* ---- what runs on a device ---- */

static void demand(cl_int code, const char *doing)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "starpu_graph: OpenCL failed (code %d) when %s\n", (int)code, doing);
        exit(1);
    }
}

static cl_command_queue take_queue(void)
{
    cl_command_queue queue;

    starpu_opencl_get_queue(starpu_worker_get_devid(starpu_worker_get_id()), &queue);
    return queue;
}

/* The kernel, made at its first use: there is one worker. */
static cl_kernel take_kernel(int number)
{
    cl_command_queue queue;

    if (kernels[number] == NULL) {
        demand(starpu_opencl_load_kernel(&kernels[number], &queue, &programs[number != COUNT], names[number],
                                         starpu_worker_get_devid(starpu_worker_get_id())),
               "making a kernel");
    }
    return kernels[number];
}

static cl_mem memory_of(void *buffer)
{
    return (cl_mem)STARPU_VECTOR_GET_DEV_HANDLE(buffer);
}

static void count(void *buffers[], void *argument)
{
    const size_t one = 1;
    cl_kernel kernel = take_kernel(COUNT);
    cl_mem memory = memory_of(buffers[0]);

    (void)argument;
    demand(clSetKernelArg(kernel, 0, sizeof memory, &memory), "passing an argument");
    demand(clEnqueueNDRangeKernel(take_queue(), kernel, 1, NULL, &one, NULL, 0, NULL, NULL), "launching");
}

static void columns(void *buffers[], void *argument)
{
    cl_kernel kernel = take_kernel(COLUMNS);
    cl_mem memory = memory_of(buffers[0]);
    cl_uint extent[2];
    size_t rows;

    starpu_codelet_unpack_args(argument, &extent[0], &extent[1]);
    rows = extent[1];
    demand(clSetKernelArg(kernel, 0, sizeof memory, &memory), "passing an argument");
    demand(clSetKernelArg(kernel, 1, sizeof *extent, &extent[0]), "passing an argument");
    demand(clEnqueueNDRangeKernel(take_queue(), kernel, 1, NULL, &rows, NULL, 0, NULL, NULL), "launching");
}

/* Of a block, the one below and the one above it, which may be itself. */
static void copy_rows(cl_mem here, cl_mem low, cl_mem high, const cl_uint *rows, cl_uint width)
{
    size_t row = ((size_t)width + 2) * sizeof(double);

    demand(clEnqueueCopyBuffer(take_queue(), low, here, rows[1] * row, 0, row, 0, NULL, NULL), "copying");
    demand(clEnqueueCopyBuffer(take_queue(), high, here, row, (rows[0] + 1) * row, row, 0, NULL, NULL),
           "copying");
}

static void fill_rows(void *buffers[], void *argument)
{
    cl_uint rows[2];
    cl_uint width;

    starpu_codelet_unpack_args(argument, &rows[0], &rows[1], &width);
    copy_rows(memory_of(buffers[0]), memory_of(buffers[1]), memory_of(buffers[2]), rows, width);
}

static void fill_rows_alone(void *buffers[], void *argument)
{
    cl_uint rows[2];
    cl_uint width;
    cl_mem here = memory_of(buffers[0]);

    starpu_codelet_unpack_args(argument, &rows[0], &rows[1], &width);
    copy_rows(here, here, here, rows, width);
}

static void heat(void *buffers[], void *argument)
{
    const double part = HEAT_PART;
    cl_kernel kernel = take_kernel(HEAT);
    cl_mem memory[] = {memory_of(buffers[0]), memory_of(buffers[1])};
    cl_uint extent[2];
    size_t global[2];

    starpu_codelet_unpack_args(argument, &extent[0], &extent[1]);
    for (cl_uint i = 0; i < 2; i++) {
        global[i] = extent[i];
        demand(clSetKernelArg(kernel, i, sizeof memory[i], &memory[i]), "passing an argument");
        demand(clSetKernelArg(kernel, 3 + i, sizeof extent[i], &extent[i]), "passing an argument");
    }
    demand(clSetKernelArg(kernel, 2, sizeof part, &part), "passing an argument");
    demand(clEnqueueNDRangeKernel(take_queue(), kernel, 2, NULL, global, NULL, 0, NULL, NULL), "launching");
}

#define CODELET(function, count, ...)                                                         \
    {                                                                                         \
        .opencl_funcs = {function}, .opencl_flags = {STARPU_OPENCL_ASYNC}, .nbuffers = count, \
        .modes = {__VA_ARGS__}, .name = #function                                             \
    }
static struct starpu_codelet count_codelet = CODELET(count, 1, STARPU_RW);
static struct starpu_codelet columns_codelet = CODELET(columns, 1, STARPU_RW);
static struct starpu_codelet rows_codelet = CODELET(fill_rows, 3, STARPU_RW, STARPU_R, STARPU_R);
static struct starpu_codelet rows_alone_codelet = CODELET(fill_rows_alone, 1, STARPU_RW);
static struct starpu_codelet heat_codelet = CODELET(heat, 2, STARPU_R, STARPU_W);

/* ---- a turn ---- */

static int insert_rows(struct job *job, unsigned number)
{
    unsigned blocks = (unsigned)job->words->items;
    const struct block *block = &job->blocks[number];
    const struct block *low = &job->blocks[(number + blocks - 1) % blocks];
    const struct block *high = &job->blocks[(number + 1) % blocks];
    cl_uint rows[] = {block->rows, low->rows};
    cl_uint width = (cl_uint)job->cells[0];
    starpu_data_handle_t here = block->handles[job->now];

    if (blocks == 1) {
        return starpu_task_insert(&rows_alone_codelet, STARPU_RW, here, STARPU_VALUE, &rows[0], sizeof *rows,
                                  STARPU_VALUE, &rows[1], sizeof *rows, STARPU_VALUE, &width, sizeof width,
                                  0);
    }
    return starpu_task_insert(&rows_codelet, STARPU_RW, here, STARPU_R, low->handles[job->now], STARPU_R,
                              high->handles[job->now], STARPU_VALUE, &rows[0], sizeof *rows, STARPU_VALUE,
                              &rows[1], sizeof *rows, STARPU_VALUE, &width, sizeof width, 0);
}

static int insert_step(struct job *job)
{
    unsigned blocks = (unsigned)job->words->items;
    cl_uint width = (cl_uint)job->cells[0];
    int code = 0;

    for (unsigned i = 0; i < blocks && code == 0; i++) {
        code =
            starpu_task_insert(&columns_codelet, STARPU_RW, job->blocks[i].handles[job->now], STARPU_VALUE,
                               &width, sizeof width, STARPU_VALUE, &job->blocks[i].rows, sizeof(cl_uint), 0);
    }
    for (unsigned i = 0; i < blocks && code == 0; i++) {
        code = insert_rows(job, i);
    }
    for (unsigned i = 0; i < blocks && code == 0; i++) {
        code = starpu_task_insert(&heat_codelet, STARPU_R, job->blocks[i].handles[job->now], STARPU_W,
                                  job->blocks[i].handles[!job->now], STARPU_VALUE, &width, sizeof width,
                                  STARPU_VALUE, &job->blocks[i].rows, sizeof(cl_uint), 0);
    }
    job->now = !job->now;
    return code;
}

static int run(struct job *job, double *ms)
{
    uint64_t begin_ns = clock_now_ns();
    int code = 0;

    for (uint64_t i = 0; i < job->words->searches && code == 0; i++) {
        code = job->counter != NULL ? starpu_task_insert(&count_codelet, STARPU_RW, job->counter, 0)
                                    : insert_step(job);
    }
    code = code == 0 ? starpu_task_wait_for_all() : code;
    *ms = (double)(clock_now_ns() - begin_ns) / (double)NS_PER_MS;
    job->turns++;
    return code;
}

/* The rows of all blocks without padding, from `values` or compared with them. */
static int move(struct job *job, double *values, int is_compared)
{
    size_t width = (size_t)job->cells[0];
    int is_same = 1;

    for (unsigned i = 0; i < job->words->items; i++) {
        const struct block *block = &job->blocks[i];

        starpu_data_acquire(block->handles[job->now], is_compared ? STARPU_R : STARPU_W);
        for (cl_uint row = 0; row < block->rows; row++, values += width) {
            double *there = block->values[job->now] + (row + 1) * (width + 2) + 1;

            if (is_compared) {
                is_same &= memcmp(there, values, width * sizeof *values) == 0;
            } else {
                memcpy(there, values, width * sizeof *values);
            }
        }
        starpu_data_release(block->handles[job->now]);
    }
    return is_same;
}

/* The first values, which are on the device when the turn begins. */
static void reset(struct job *job)
{
    int workers[STARPU_NMAXWORKERS];

    if (job->counter != NULL) {
        return;
    }
    starpu_worker_get_ids_by_type(STARPU_OPENCL_WORKER, workers, STARPU_NMAXWORKERS);
    move(job, job->begin, 0);
    for (unsigned i = 0; i < job->words->items; i++) {
        starpu_data_prefetch_on_node(job->blocks[i].handles[job->now],
                                     starpu_worker_get_memory_node((unsigned)workers[0]), 0);
    }
}

static int is_right(struct job *job)
{
    int is_same;

    if (job->counter == NULL) {
        return move(job, job->wanted, 1);
    }
    starpu_data_acquire(job->counter, STARPU_R);
    is_same = job->count == (uint32_t)(job->turns * job->words->searches);
    starpu_data_release(job->counter);
    return is_same;
}

/* Workers of StarPU that have nothing to do ask for work without end: they are paused while others have
 * their turns. */
static int serve(struct job *job)
{
    char line[64];

    reset(job);
    starpu_pause();
    puts("ready host");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        double ms = 0;
        int code;

        starpu_resume();
        code = run(job, &ms);
        if (code != 0 || !is_right(job)) {
            fprintf(stderr, "starpu_graph: %s\n", code != 0 ? strerror(-code) : "a result is WRONG");
            return 1;
        }
        reset(job);
        starpu_pause();
        printf("StarPU\t1\t%.6f\n\n", ms);
        fflush(stdout);
    }
    starpu_resume();
    return 0;
}

/* ---- the command ---- */

static int open_heat(struct job *job)
{
    const struct heat_options options = {.cells = {job->cells[0], job->cells[1], 1}};
    size_t count = (size_t)(job->cells[0] * job->cells[1]);
    uint64_t blocks = job->words->items;

    job->begin = malloc(count * sizeof *job->begin);
    job->wanted = malloc(count * sizeof *job->wanted);
    if (job->begin == NULL || job->wanted == NULL) {
        return -1;
    }
    heat_begin(&options, job->begin);
    memcpy(job->wanted, job->begin, count * sizeof *job->wanted);
    for (unsigned i = 0; i < 2 * blocks; i++) {
        struct block *block = &job->blocks[i / 2];
        uint64_t first = job->cells[1] * (i / 2) / blocks;
        size_t room;

        block->rows = (cl_uint)(job->cells[1] * (i / 2 + 1) / blocks - first);
        room = (size_t)(job->cells[0] + 2) * (block->rows + 2);
        block->values[i % 2] = calloc(room, sizeof(double));
        if (block->values[i % 2] == NULL) {
            return -1;
        }
        starpu_vector_data_register(&block->handles[i % 2], STARPU_MAIN_RAM, (uintptr_t)block->values[i % 2],
                                    (uint32_t)room, sizeof(double));
    }
    return heat_reference(2, job->cells, job->words->searches, HEAT_PART, job->wanted);
}

static void close_job(struct job *job)
{
    if (job->counter != NULL) {
        starpu_data_unregister(job->counter);
    }
    for (unsigned i = 0; i < 2 * BLOCKS_MAX; i++) {
        if (job->blocks[i / 2].handles[i % 2] != NULL) {
            starpu_data_unregister_no_coherency(job->blocks[i / 2].handles[i % 2]);
        }
        free(job->blocks[i / 2].values[i % 2]);
    }
    free(job->begin);
    free(job->wanted);
}

static int parse(struct words *words, struct job *job, int count, char **arguments, struct tool_error *error)
{
    const struct option table[] = {{"--serve", OPTION_FLAG, &words->serve, 0, 0},
                                   {"--app", OPTION_TEXT, &words->application, 0, 0},
                                   {"--grid", OPTION_TEXT, &words->grid, 0, 0},
                                   {"--items", OPTION_NUMBER, &words->items, 1, BLOCKS_MAX},
                                   {"--searches", OPTION_NUMBER, &words->searches, 1, 1000000},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    if (options_parse(table, count, arguments, 1, error) != 0) {
        return -1;
    }
    job->cells[2] = 1;
    if (strcmp(words->application, "empty") != 0 &&
        (strcmp(words->application, "heat") != 0 || options_numbers(words->grid, 'x', job->cells, 2) != 2 ||
         job->cells[0] == 0 || job->cells[1] < words->items)) {
        return tool_fail(error, "--app wants empty, or heat with --grid WxH, of at least one row a block");
    }
    return words->serve ? 0 : tool_fail(error, "it runs for coop-bench graph, with --serve");
}

static int work(struct job *job)
{
    int code = starpu_opencl_load_opencl_from_string(count_text, &programs[0], NULL) != 0 ||
               starpu_opencl_load_opencl_from_string(heat_by_hand_text, &programs[1], NULL) != 0;

    if (code != 0) {
        fprintf(stderr, "starpu_graph: the kernels do not build\n");
        return 1;
    }
    if (strcmp(job->words->application, "empty") == 0) {
        starpu_vector_data_register(&job->counter, STARPU_MAIN_RAM, (uintptr_t)&job->count, 1,
                                    sizeof job->count);
    } else if (open_heat(job) != 0) {
        fprintf(stderr, "starpu_graph: the host has no memory left\n");
        return 1;
    }
    return serve(job);
}

int main(int count, char **arguments)
{
    struct words words = {.application = "", .grid = "", .items = 1, .searches = 1};
    static struct job job;
    struct starpu_conf conf;
    struct tool_error error;
    int code;

    job.words = &words;
    if (parse(&words, &job, count, arguments, &error) != 0) {
        fprintf(stderr, "starpu_graph: %s\n", error.text);
        return 2;
    }
    setenv("STARPU_OPENCL_ON_CPUS", "1", 0); /* PoCL's devices */
    setenv("STARPU_SILENT", "1", 0);
    starpu_conf_init(&conf);
    conf.ncpus = 0;
    conf.nopencl = 1; /* kernels are made once */
    if (starpu_init(&conf) != 0 || starpu_opencl_worker_get_count() == 0) {
        fprintf(stderr, "starpu_graph: StarPU finds no OpenCL device\n");
        return 77;
    }
    code = work(&job);
    close_job(&job);
    for (unsigned i = 0; i < KERNELS; i++) {
        if (kernels[i] != NULL) {
            clReleaseKernel(kernels[i]);
        }
    }
    starpu_shutdown();
    return code;
}
