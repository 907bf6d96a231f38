#include "alone.h"

#include "host/graph/graph_command.h"
#include "host/graph/graph_executor.h"
#include "host/graph/plan_check.h"
#include "host/graph/view.h"
#include "test.h"
#include <coop/library.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct alone alone;

/* ---- what the linker takes instead of the library's ---- */

coop_status __wrap_coop_graph_launch_post(struct coop_graph_object *graph, uint32_t task,
                                          coop_launch **launch);
coop_status __wrap_coop_launch_on_end(coop_launch *launch,
                                      void (*function)(void *user, coop_status outcome,
                                                       const struct coop_launch_stats *stats),
                                      void *user);
void __wrap_coop_launch_destroy(coop_launch *launch);
coop_status __wrap_coop_run_stop(coop_run *run, uint64_t timeout_ns);
coop_status __wrap_coop_graph_do_cells(struct coop_graph_object *graph, uint32_t task,
                                       unsigned char *scratch[2]);
coop_status __wrap_coop_buffer_map(coop_buffer *buffer, uint64_t offset, uint64_t bytes, unsigned how,
                                   void **to);
coop_status __wrap_coop_buffer_unmap(coop_buffer *buffer, void *pointer);
uint64_t __wrap_coop_buffer_bytes(coop_buffer *buffer);
coop_status __wrap_coop_buffer_write(coop_buffer *buffer, uint64_t offset, const void *from, uint64_t bytes);
coop_status __wrap_coop_buffer_read(coop_buffer *buffer, uint64_t offset, void *to, uint64_t bytes);
cl_command_queue __wrap_coop_graph_watch_queue(const struct coop_graph_object *graph, uint32_t device,
                                               cl_int *code);
cl_int __wrap_clReleaseCommandQueue(cl_command_queue queue);

/* Handles are numbers of tasks, of runs, of blocks, and behind them of scalars on devices; 1 and up. */
static void *handle_of(uint32_t number)
{
    return (void *)(uintptr_t)(number + 1);
}

static uint32_t number_of(const void *handle)
{
    return (uint32_t)(uintptr_t)handle - 1;
}

static unsigned char *written_of(const void *handle)
{
    uint32_t number = number_of(handle) - ALONE_BLOCKS;

    TEST_AT_MOST(number, ALONE_TENSORS * 8 - 1);
    return alone.written[number / 8 % ALONE_TENSORS][number % 8];
}

coop_status __wrap_coop_graph_launch_post(struct coop_graph_object *graph, uint32_t task,
                                          coop_launch **launch)
{
    coop_status status = alone.post != NULL ? alone.post(task) : COOP_OK;

    (void)graph;
    if (status != COOP_OK) {
        return status == COOP_BUSY ? status : coop_context_fail(NULL, status, "posting", "as was wished");
    }
    if (alone.begins != NULL) {
        alone.begins(task);
    }
    TEST_TRUE(!alone.launches[task].is_posted);
    alone.launches[task].is_posted = 1;
    alone.posted++;
    *launch = handle_of(task);
    return COOP_OK;
}

coop_status __wrap_coop_launch_on_end(coop_launch *launch,
                                      void (*function)(void *user, coop_status outcome,
                                                       const struct coop_launch_stats *stats),
                                      void *user)
{
    alone.launches[number_of(launch)].end = function;
    alone.launches[number_of(launch)].user = user;
    return alone.on_end == COOP_OK ? COOP_OK
                                   : coop_context_fail(NULL, alone.on_end, "asking", "as was wished");
}

void __wrap_coop_launch_destroy(coop_launch *launch)
{
    TEST_TRUE(alone.launches[number_of(launch)].is_posted);
    alone.launches[number_of(launch)].is_posted = 0;
    alone.destroyed++;
}

coop_status __wrap_coop_run_stop(coop_run *run, uint64_t timeout_ns)
{
    (void)timeout_ns;
    alone.stopped |= 1u << number_of(run);
    return COOP_OK;
}

coop_status __wrap_coop_graph_do_cells(struct coop_graph_object *graph, uint32_t task,
                                       unsigned char *scratch[2])
{
    (void)graph, (void)scratch;
    if (alone.begins != NULL) {
        alone.begins(task);
    }
    alone.cells++;
    return COOP_OK;
}

coop_status __wrap_coop_buffer_map(coop_buffer *buffer, uint64_t offset, uint64_t bytes, unsigned how,
                                   void **to)
{
    (void)bytes, (void)how;
    TEST_EQUAL_U64(offset, 0);
    memcpy(to, &alone.mapped[number_of(buffer)], sizeof *to);
    return COOP_OK;
}

coop_status __wrap_coop_buffer_unmap(coop_buffer *buffer, void *pointer)
{
    TEST_TRUE(pointer == (const void *)alone.mapped[number_of(buffer)]);
    return COOP_OK;
}

uint64_t __wrap_coop_buffer_bytes(coop_buffer *buffer)
{
    (void)buffer;
    return 1;
}

coop_status __wrap_coop_buffer_write(coop_buffer *buffer, uint64_t offset, const void *from, uint64_t bytes)
{
    TEST_EQUAL_U64(offset, 0);
    TEST_AT_MOST(bytes, 8);
    memcpy(written_of(buffer), from, bytes);
    return COOP_OK;
}

coop_status __wrap_coop_buffer_read(coop_buffer *buffer, uint64_t offset, void *to, uint64_t bytes)
{
    TEST_EQUAL_U64(offset, 0);
    memcpy(to, written_of(buffer), bytes);
    return COOP_OK;
}

cl_command_queue __wrap_coop_graph_watch_queue(const struct coop_graph_object *graph, uint32_t device,
                                               cl_int *code)
{
    (void)graph;
    *code = CL_SUCCESS;
    return handle_of(device);
}

cl_int __wrap_clReleaseCommandQueue(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

/* ---- graphs ---- */

/* A guard: a graph that waits for nothing takes no time to end. */
static void give_up(int number)
{
    static const char text[] = "the graph does not end\n";

    (void)number;
    (void)!write(STDOUT_FILENO, text, sizeof text - 1);
    _exit(1);
}

void alone_make(uint32_t device_count)
{
    struct coop_graph_object *graph = &alone.graph;

    memset(&alone, 0, sizeof alone);
    signal(SIGALRM, give_up);
    alarm(20);
    coop_plan_init(&graph->plan);
    graph->executor = &coop_graph_in_runs;
    graph->runs = &alone.runs;
    graph->items = alone.items;
    graph->tensors = alone.tensors;
    graph->memory = alone.memory[0];
    graph->next_memory = alone.memory[1];
    graph->device_count = device_count;
    graph->queue_count = device_count;
    graph->domain_count = 1;
    graph->domains[0].device_count = device_count;
    graph->times = 1;
    alone.runs.count = device_count;
    for (uint32_t i = 0; i < device_count; i++) {
        alone.runs.runs[i] = handle_of(i);
    }
    TEST_EQUAL(pthread_mutex_init(&alone.runs.lock, NULL), 0);
    {
        pthread_condattr_t attributes;

        pthread_condattr_init(&attributes);
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        TEST_EQUAL(pthread_cond_init(&alone.runs.has_ended, &attributes), 0);
        pthread_condattr_destroy(&attributes);
    }
}

void alone_clear(void)
{
    alarm(0);
    coop_graph_runs_drop_memory(&alone.graph);
    pthread_cond_destroy(&alone.runs.has_ended);
    pthread_mutex_destroy(&alone.runs.lock);
    free(alone.graph.order);
    coop_plan_clear(&alone.graph.plan);
}

uint32_t alone_tensor(const struct coop_element *element, const uint32_t *parts, const uint32_t *cells,
                      uint32_t dimensions, uint32_t padding, unsigned rings)
{
    uint32_t number = alone.graph.plan.storage_count;
    struct coop_tensor_object *tensor = &alone.objects[number];
    struct coop_plan_storage storage = {.cut = {{parts[0], parts[1], parts[2]}},
                                        .cells = {cells[0], cells[1], cells[2]},
                                        .dimensions = dimensions,
                                        .padding = padding,
                                        .rings = rings};
    const uint64_t wide[3] = {cells[0], cells[1], cells[2]};

    TEST_EQUAL(coop_plan_storage(&alone.graph.plan, &storage), COOP_OK);
    tensor->element = element;
    tensor->cut = storage.cut;
    TEST_EQUAL(coop_view_init(element, COOP_SOA, dimensions, wide, padding, 0, &tensor->view), COOP_OK);
    tensor->block_count = coop_cut_count(&storage.cut);
    tensor->blocks = alone.blocks[number];
    for (uint32_t i = 0; i < tensor->block_count; i++) {
        struct coop_block *block = &tensor->blocks[i];

        block->device = i * alone.graph.device_count / tensor->block_count;
        block->buffer = handle_of(i);
        block->view = tensor->view;
        coop_cut_cells(&tensor->cut, &tensor->view, i, block->view.origin, block->view.extent);
        TEST_EQUAL(coop_view_lay_out(element, 0, &block->view), COOP_OK);
    }
    alone.tensors[number].object = tensor;
    alone.memory[0][number] = number;
    return number;
}

uint32_t alone_scalar(enum coop_scalar_type type)
{
    uint32_t number = alone.graph.plan.storage_count;
    struct coop_scalar_object *scalar = &alone.scalars[number];

    TEST_EQUAL(coop_plan_scalar(&alone.graph.plan, "scalar"), COOP_OK);
    scalar->type = type;
    scalar->device_count = alone.graph.device_count;
    memcpy(scalar->name, "scalar", sizeof "scalar");
    for (uint32_t i = 0; i < scalar->device_count; i++) {
        scalar->buffers[i] = handle_of(ALONE_BLOCKS + 8 * number + i);
    }
    alone.tensors[number].scalar = scalar;
    alone.memory[0][number] = number;
    return number;
}

void alone_add(enum coop_plan_kind kind, const char *name, enum coop_plan_where where,
               const struct coop_plan_access *accesses, uint32_t count)
{
    if (!TEST_EQUAL(
            coop_plan_add(&alone.graph.plan, kind, name, alone.graph.item_count++, where, accesses, count),
            COOP_OK)) {
        TEST_NOTE("%s", alone.graph.plan.message);
    }
}

int alone_try_finish(int is_in_runs)
{
    if (coop_plan_check(&alone.graph.plan, &alone.graph.order) != COOP_OK) {
        return 0;
    }
    if (is_in_runs) {
        TEST_EQUAL(coop_graph_runs_take_memory(&alone.graph), COOP_OK);
    }
    return 1;
}

void alone_finish(int is_in_runs)
{
    if (!alone_try_finish(is_in_runs)) {
        TEST_FAIL("%s", alone.graph.plan.message);
        exit(1);
    }
}

uint32_t alone_task(const char *name, uint32_t block)
{
    const struct coop_plan *plan = &alone.graph.plan;

    for (uint32_t i = 0; i < plan->node_count; i++) {
        if (strcmp(plan->nodes[i].name, name) == 0) {
            return plan->nodes[i].first_task + block;
        }
    }
    TEST_FAIL("there is no node '%s'", name);
    return 0;
}

void alone_end(uint32_t task, coop_status outcome)
{
    const struct coop_launch_stats stats = {.ended_ns = 0};

    if (outcome != COOP_OK) {
        (void)coop_context_fail(NULL, outcome, "ending", "as was wished");
    }
    alone.launches[task].end(alone.launches[task].user, outcome, &stats);
}
