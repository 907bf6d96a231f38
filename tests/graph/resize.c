/* Tensors that get other sizes between the runs of graphs: a graph that was finished, or is being made, is
 * then as one that was made for these sizes; what is refused leaves all as it was. */
#include "accessors.h"
#include "runs_text.h"
#include "steps_kernels.h"
#include "two.h"

#include <coop/graph.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MINUTE UINT64_C(60000000000)
#define PADDING 2u
#define STEPS 3u

/* A tensor pair, and a graph over it that has all that depends on sizes: padding, a part, a copy, a swap, and
 * reductions in the graph and in the part. */
struct world {
    coop_tensor *now;
    coop_tensor *next;
    coop_scalar *sum;
    coop_scalar *most;
    coop_graph *part; /* NULL: what would be in it is in the graph */
    coop_graph *graph;
};

static coop_tensor *make_tensor(coop_devices *devices, const uint64_t *cells, const uint32_t *cut)
{
    struct coop_tensor_options options = {.element = &coop_element_flow,
                                          .padding = PADDING,
                                          .aligned_rows = 1,
                                          .border = {.kinds = {COOP_BORDER_PERIODIC, COOP_BORDER_REFLECT}}};
    coop_tensor *tensor = NULL;

    for (int i = 0; i < 2; i++) {
        options.cells[i] = cells[i];
        options.partitions[i] = cut[i];
    }
    OK(coop_tensor_create(devices, &options, &tensor));
    return tensor;
}

static struct coop_graph_node relax(coop_tensor *from, coop_tensor *to)
{
    static const float part = 0.25f;

    return (struct coop_graph_node){
        .kernel = "relax",
        .arguments = {coop_reads_padded(from), coop_writes(to), coop_value(&part, sizeof part)}};
}

/* has_part: on queues alone. */
static struct world open_world(coop_devices *devices, enum coop_executor executor, int has_part,
                               const uint64_t *cells, const uint32_t *cut)
{
    const struct coop_graph_options options = {.text = executor == COOP_IN_RUNS ? runs_module_text
                                                                                : steps_kernels_text,
                                               .executor = executor,
                                               .overlap = COOP_OVERLAP_ON};
    const struct coop_scalar_options sum = {.type = COOP_DOUBLE, .name = "sum"};
    const struct coop_scalar_options most = {.type = COOP_FLOAT, .name = "most"};
    struct world world = {.now = make_tensor(devices, cells, cut), .next = make_tensor(devices, cells, cut)};
    struct coop_graph_node node = relax(world.now, world.next);

    OK(coop_scalar_create(devices, &sum, &world.sum));
    OK(coop_scalar_create(devices, &most, &world.most));
    OK(coop_graph_create(devices, &options, &world.graph));
    OK(coop_graph_then_split(world.graph, &node));
    OK(coop_graph_swap(world.graph, world.now, world.next));
    if (has_part) {
        OK(coop_graph_create(devices, &options, &world.part));
        OK(coop_graph_then_reduce(world.part, "most", world.now, "energy", COOP_MAX, world.most));
        OK(coop_graph_then_graph(world.graph, "part", world.part));
    } else {
        OK(coop_graph_then_reduce(world.graph, "most", world.now, "energy", COOP_MAX, world.most));
    }
    OK(coop_graph_then_reduce(world.graph, "sum", world.now, "density", COOP_SUM, world.sum));
    OK(coop_graph_copy(world.graph, "copy", world.now, world.next));
    OK(coop_graph_repeat(world.graph, STEPS));
    return world;
}

static void close_world(const struct world *world)
{
    coop_graph_destroy(world->graph);
    coop_graph_destroy(world->part);
    coop_scalar_destroy(world->sum);
    coop_scalar_destroy(world->most);
    coop_tensor_destroy(world->now);
    coop_tensor_destroy(world->next);
}

static void resize(const struct world *world, uint64_t width, uint64_t height)
{
    const uint64_t cells[3] = {width, height};

    OK(coop_tensor_resize(world->now, cells));
    OK(coop_tensor_resize(world->next, cells));
}

static uint64_t cell_count(coop_tensor *tensor)
{
    struct coop_view view;

    OK(coop_tensor_view(tensor, NULL, &view));
    return (uint64_t)view.whole[0] * view.whole[1] * view.whole[2];
}

static struct flow *read_cells(coop_tensor *tensor)
{
    struct flow *cells = calloc(cell_count(tensor), sizeof *cells);

    OK(coop_tensor_read(tensor, NULL, cells));
    return cells;
}

struct seen {
    struct flow *cells;
    double sum;
    float most;
};

/* Some cells, and what the graph makes of them. */
static struct seen run(const struct world *world)
{
    uint64_t count = cell_count(world->now);
    struct flow *cells = calloc(count, sizeof *cells);
    struct seen seen = {.cells = NULL};

    for (uint64_t i = 0; i < count; i++) {
        float value = (float)(i * 7 % 31);

        cells[i] = (struct flow){value, {value + 1, 3 - value}, value / 4};
    }
    OK(coop_tensor_write(world->now, NULL, cells));
    free(cells);
    OK(coop_graph_start(world->graph));
    OK(coop_graph_wait(world->graph, 2 * MINUTE));
    seen.cells = read_cells(world->now);
    OK(coop_scalar_read(world->sum, &seen.sum));
    OK(coop_scalar_read(world->most, &seen.most));
    return seen;
}

/* What was seen is what a graph says that is made for these sizes. */
static void compare(coop_devices *devices, struct seen seen, uint64_t width, uint64_t height)
{
    const uint32_t cut[] = {1, 1};
    struct world world = open_world(devices, COOP_ON_QUEUES, 0, (const uint64_t[]){width, height}, cut);
    struct seen wanted = run(&world);

    if (memcmp(seen.cells, wanted.cells, width * height * sizeof *seen.cells) != 0 ||
        memcmp(&seen.sum, &wanted.sum, sizeof seen.sum) != 0 ||
        memcmp(&seen.most, &wanted.most, sizeof seen.most) != 0) {
        TEST_FAIL("%u x %u cells: differ from a new graph's; sum %g, wanted %g; most %g, wanted %g",
                  (unsigned)width, (unsigned)height, seen.sum, wanted.sum, (double)seen.most,
                  (double)wanted.most);
    }
    free(seen.cells);
    free(wanted.cells);
    close_world(&world);
}

/* Other sizes, the same again, and more than one piece of a row (1024 cells). */
static void check_executor(enum coop_executor executor, const uint32_t *cut)
{
    static const uint64_t sizes[][2] = {{33, 9}, {33, 9}, {2500, 6}};
    enum { COUNT = sizeof sizes / sizeof sizes[0] };
    coop_devices *devices = two_open(2);
    struct world world =
        open_world(devices, executor, executor == COOP_ON_QUEUES, (const uint64_t[]){20, 12}, cut);
    struct seen seen[COUNT];

    free(run(&world).cells);
    for (unsigned i = 0; i < COUNT; i++) {
        resize(&world, sizes[i][0], sizes[i][1]);
        seen[i] = run(&world);
    }
    close_world(&world);
    TEST_TRUE(memcmp(seen[0].cells, seen[1].cells, 33 * 9 * sizeof *seen[0].cells) == 0);
    free(seen[0].cells);
    compare(devices, seen[1], sizes[1][0], sizes[1][1]);
    compare(devices, seen[2], sizes[2][0], sizes[2][1]);
    two_close();
}

TEST(a_graph_on_queues_is_then_as_one_made_for_the_sizes)
{
    check_executor(COOP_ON_QUEUES, (const uint32_t[]){2, 2});
}

TEST(a_graph_in_runs_is_then_as_one_made_for_the_sizes)
{
    check_executor(COOP_IN_RUNS, (const uint32_t[]){1, 2});
}

TEST(a_graph_that_is_being_made_sees_the_sizes)
{
    const uint32_t cut[] = {1, 2};
    coop_devices *devices = two_open(2);
    struct world world = open_world(devices, COOP_ON_QUEUES, 0, (const uint64_t[]){20, 12}, cut);
    coop_tensor *third = make_tensor(devices, (const uint64_t[]){40, 8}, cut);
    struct coop_graph_node node = relax(world.now, third);

    resize(&world, 40, 8);
    node.name = "third";
    OK(coop_graph_then_split(world.graph, &node));
    compare(devices, run(&world), 40, 8);
    close_world(&world);
    coop_tensor_destroy(third);
    two_close();
}

TEST(all_cells_are_zeros_with_the_padding)
{
    const struct coop_region region = {{-2, -2, 0}, {14, 9, 1}};
    static const struct flow zeros[14 * 9];
    static struct flow cells[14 * 9];
    coop_devices *devices = two_open(2);
    coop_tensor *tensor = make_tensor(devices, (const uint64_t[]){10, 5}, (const uint32_t[]){1, 2});
    struct coop_view view;

    memset(cells, 1, sizeof cells);
    OK(coop_tensor_write(tensor, &region, cells));
    OK(coop_tensor_resize(tensor, (const uint64_t[]){10, 5, 1}));
    OK(coop_tensor_read(tensor, &region, cells));
    TEST_TRUE(memcmp(cells, zeros, sizeof cells) == 0);
    OK(coop_tensor_resize(tensor, (const uint64_t[]){70, 9, 0}));
    OK(coop_tensor_view(tensor, NULL, &view));
    TEST_TRUE(view.whole[0] == 70 && view.whole[1] == 9 && view.whole[2] == 1 && view.padding == PADDING);
    OK(coop_tensor_block(tensor, 1, NULL, &view, NULL));
    TEST_TRUE(view.origin[1] + view.extent[1] == 9 &&
              view.row_cells == 96); /* 74, and rows are aligned still */
    coop_tensor_destroy(tensor);
    two_close();
}

/* ---- what is refused ---- */

static coop_status resize_inside(void *data)
{
    const struct world *world = data;

    FAILS(coop_tensor_resize(world->next, (const uint64_t[]){8, 8, 1}), BUSY,
          "graph that uses the tensor runs");
    return COOP_OK;
}

TEST(while_a_graph_runs_its_tensors_keep_their_sizes)
{
    const uint64_t cells[3] = {8, 8, 1};
    const uint32_t cut[] = {1, 1};
    coop_devices *devices = two_open(1);
    struct world world = open_world(devices, COOP_ON_QUEUES, 0, cells, cut);
    coop_tensor *other = make_tensor(devices, cells, cut);

    OK(coop_graph_then(world.graph, "resize", resize_inside, &world));
    OK(coop_graph_finish(world.graph));
    resize(&world, 12, 6);
    OK(coop_graph_start(world.graph));
    FAILS(coop_tensor_resize(world.now, cells), BUSY, "graph that uses the tensor runs");
    OK(coop_tensor_resize(other, cells));
    OK(coop_graph_wait(world.graph, 2 * MINUTE));
    resize(&world, 7, 7);
    OK(coop_graph_start(world.graph));
    coop_graph_destroy(world.graph); /* which ends it */
    world.graph = NULL;
    resize(&world, 6, 6);
    close_world(&world);
    coop_tensor_destroy(other);
    two_close();
}

TEST(a_resize_that_is_refused_changes_nothing)
{
    static const struct {
        uint64_t cells[3];
        const char *status;
        const char *message;
    } rows[] = {
        {{0, 12, 1}, "COOP_INVALID_ARGUMENT", "cells is 0 in x"},
        {{20, 12, 2}, "COOP_INVALID_ARGUMENT", "cells is 2 in z, and there are 2 dimensions"},
        {{20, 1, 1}, "COOP_INVALID_ARGUMENT", "2 partitions in y of 1 cells"},
        {{20, 3, 1}, "COOP_INVALID_ARGUMENT", "a padding of 2 cells is wider than a block"},
        {{1 << 20, 1 << 20, 1}, "COOP_INVALID_ARGUMENT", "are 2^32 or more"},
        {{16384, 16384, 1},
         "COOP_OUT_OF_MEMORY",
         "16384 x 8192 x 1 cells takes 2152728576 bytes on device 0: "},
    };
    const uint32_t cut[] = {1, 2};
    coop_devices *devices = two_open(2);
    struct world world = open_world(devices, COOP_ON_QUEUES, 0, (const uint64_t[]){20, 12}, cut);
    struct seen before = run(&world);
    struct seen after;

    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct flow *cells;

        TEST_EQUAL_TEXT(coop_status_name(coop_tensor_resize(world.now, rows[i].cells)), rows[i].status);
        TEST_CONTAINS(coop_last_error()->message, rows[i].message);
        TEST_EQUAL_TEXT(coop_last_error()->doing, "resizing a tensor");
        cells = read_cells(world.now);
        TEST_TRUE(cell_count(world.now) == 240 && memcmp(cells, before.cells, 240 * sizeof *cells) == 0);
        free(cells);
    }
    after = run(&world);
    TEST_TRUE(memcmp(after.cells, before.cells, 240 * sizeof *after.cells) == 0 && after.sum == before.sum);
    free(after.cells);
    free(before.cells);
    close_world(&world);
    two_close();
}

TEST(a_graph_whose_tensors_differ_now_is_refused_until_they_do_not)
{
    const uint64_t cells[3] = {24, 10, 1};
    const uint32_t cut[] = {1, 2};
    coop_devices *devices = two_open(2);
    struct world world = open_world(devices, COOP_ON_QUEUES, 0, (const uint64_t[]){20, 12}, cut);

    OK(coop_graph_finish(world.graph));
    OK(coop_tensor_resize(world.now, cells));
    FAILS(coop_graph_start(world.graph), INVALID_ARGUMENT,
          "the tensors of 'relax' are cut differently: 24 x 10 x 1 cells into 1 x 2 x 1, and 20 x 12 x 1 "
          "cells into 1 x 2 x 1");
    FAILS(coop_graph_finish(world.graph), INVALID_ARGUMENT, "the tensors of 'relax' are cut differently");
    OK(coop_tensor_resize(world.next, cells));
    compare(devices, run(&world), 24, 10);
    close_world(&world);
    two_close();
}

/* Rows of 32 cells of 4 bytes begin at a multiple of 128 bytes anyway. */
TEST(tensors_that_were_alike_by_their_sizes_alone_are_not_swapped_any_more)
{
    struct coop_tensor_options options = {.element = &coop_element_flow, .cells = {32, 8}};
    coop_devices *devices = two_open(1);
    coop_tensor *plain = NULL;
    coop_tensor *aligned = NULL;
    coop_graph *graph = NULL;

    OK(coop_tensor_create(devices, &options, &plain));
    options.aligned_rows = 1;
    OK(coop_tensor_create(devices, &options, &aligned));
    OK(coop_graph_create(devices, &(struct coop_graph_options){.text = steps_kernels_text}, &graph));
    OK(coop_graph_swap(graph, plain, aligned));
    OK(coop_graph_start(graph));
    OK(coop_graph_wait(graph, MINUTE));
    OK(coop_tensor_resize(plain, (const uint64_t[]){33, 8, 1}));
    FAILS(coop_graph_start(graph), INVALID_ARGUMENT, "33 x 8 x 1 cells, the other one of 'flow' 32 x 8 x 1");
    OK(coop_tensor_resize(aligned, (const uint64_t[]){33, 8, 1}));
    FAILS(coop_graph_start(graph), INVALID_ARGUMENT, "tensors that are swapped have one element, layout");
    OK(coop_tensor_resize(plain, (const uint64_t[]){64, 8, 1}));
    OK(coop_tensor_resize(aligned, (const uint64_t[]){64, 8, 1}));
    OK(coop_graph_start(graph));
    OK(coop_graph_wait(graph, MINUTE));
    coop_graph_destroy(graph);
    coop_tensor_destroy(plain);
    coop_tensor_destroy(aligned);
    two_close();
}

/* ---- threads ---- */

struct reader {
    coop_tensor *tensor;
    uint32_t is_wrong;
};

/* Reads one cell, which there is at any size, and what the tensor is. */
static void *read_often(void *data)
{
    const struct coop_region cell = {{0, 0, 0}, {1, 1, 1}};
    struct reader *reader = data;

    for (int i = 0; i < 500; i++) {
        struct flow seen = {1, {1, 1}, 1};
        struct coop_view view;
        struct coop_view block;
        coop_status status = coop_tensor_read(reader->tensor, &cell, &seen);

        reader->is_wrong |= status != COOP_BUSY && (status != COOP_OK || seen.density != 0);
        reader->is_wrong |= coop_tensor_view(reader->tensor, NULL, &view) != COOP_OK;
        reader->is_wrong |= coop_tensor_block(reader->tensor, 0, NULL, &block, NULL) != COOP_OK;
        reader->is_wrong |= view.whole[0] - 4 != view.whole[1] || block.whole[0] - 4 != block.whole[1];
    }
    return NULL;
}

TEST(a_thread_that_reads_meets_whole_sizes)
{
    coop_devices *devices = two_open(1);
    coop_tensor *tensor = make_tensor(devices, (const uint64_t[]){12, 8}, (const uint32_t[]){1, 1});
    struct reader reader = {tensor, 0};
    pthread_t thread;

    if (!TEST_EQUAL(pthread_create(&thread, NULL, read_often, &reader), 0)) {
        return;
    }
    for (uint64_t i = 0; i < 200; i++) {
        const uint64_t cells[3] = {8 + i % 9, 4 + i % 9};
        coop_status status = coop_tensor_resize(tensor, cells);

        TEST_TRUE(status == COOP_OK || status == COOP_BUSY);
    }
    pthread_join(thread, NULL);
    TEST_EQUAL(reader.is_wrong, 0);
    coop_tensor_destroy(tensor);
    two_close();
}
