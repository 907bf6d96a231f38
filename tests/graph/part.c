/* Graphs that are nodes of graphs: they run with the whole, alone between its runs, and after their handle is
 * gone; and what cannot be a node is refused. random.c has them among other nodes. */
#include "random_kernels.h"
#include "random_nodes.h"
#include "two.h"
#include "word_accessors.h"

#include <coop/graph.h>
#include <string.h>

#define MINUTE UINT64_C(60000000000)

enum { WIDTH = 5, HEIGHT = 4, CELLS = WIDTH * HEIGHT };

static coop_tensor *make_tensor(coop_devices *devices)
{
    const struct coop_tensor_options options = {
        .element = &coop_element_word, .cells = {WIDTH, HEIGHT}, .partitions = {1, 2}, .padding = 1};
    coop_tensor *tensor = NULL;

    OK(coop_tensor_create(devices, &options, &tensor));
    return tensor;
}

static coop_scalar *make_scalar(coop_devices *devices, const char *name)
{
    coop_scalar *scalar = NULL;

    OK(coop_scalar_create(devices, &(struct coop_scalar_options){.type = COOP_UINT, .name = name}, &scalar));
    return scalar;
}

static coop_graph *make_graph(coop_devices *devices)
{
    coop_graph *graph = NULL;

    OK(coop_graph_create(devices, &(struct coop_graph_options){.text = random_kernels_text}, &graph));
    return graph;
}

static void run(coop_graph *graph)
{
    OK(coop_graph_start(graph));
    OK(coop_graph_wait(graph, 5 * MINUTE));
}

/* Of a cell (a, c) and the other one (x, y) it makes (a + y, 2 c + x). */
static void add_mingle(coop_graph *graph, const char *name, coop_tensor *tensor, coop_tensor *other)
{
    const struct mingle_node mingle = {.t = coop_updates(tensor), .other = coop_reads(other), .by = 2};

    OK(mingle_then_split(graph, &mingle, name, NULL));
}

static void check_cells(coop_tensor *tensor, uint32_t first, uint32_t second)
{
    struct word cells[CELLS];

    memset(cells, 0, sizeof cells);
    OK(coop_tensor_read(tensor, NULL, cells));
    for (int i = 0; i < CELLS; i++) {
        if (cells[i].first != first || cells[i].second != second) {
            TEST_FAIL("cell %d is (%u, %u), not (%u, %u)", i, cells[i].first, cells[i].second, first, second);
            return;
        }
    }
}

static void write_cells(coop_tensor *tensor, uint32_t first, uint32_t second)
{
    struct word cells[CELLS];

    for (int i = 0; i < CELLS; i++) {
        cells[i] = (struct word){first, second};
    }
    OK(coop_tensor_write(tensor, NULL, cells));
}

TEST(a_graph_that_is_a_node_runs_with_the_whole_and_alone)
{
    coop_devices *devices = two_open(2);
    coop_tensor *tensor = make_tensor(devices);
    coop_tensor *other = make_tensor(devices);
    coop_graph *part = make_graph(devices);
    coop_graph *graph = make_graph(devices);
    const struct word one = {1, 0};

    add_mingle(part, "mingle", tensor, other);
    OK(coop_graph_repeat(part, 3));
    OK(coop_graph_fill(graph, "one", other, &one));
    OK(coop_graph_then_graph(graph, "first", part));
    OK(coop_graph_then_graph(graph, "second", part));
    write_cells(tensor, 5, 1);
    run(graph); /* six times 2 c + 1 */
    check_cells(tensor, 5, 127);
    write_cells(other, 3, 7);
    write_cells(tensor, 5, 1);
    run(part); /* three times */
    check_cells(tensor, 26, 29);
    coop_graph_destroy(part);
    write_cells(tensor, 5, 0);
    run(graph);
    check_cells(tensor, 5, 63);
    coop_graph_destroy(graph);
    coop_tensor_destroy(tensor);
    coop_tensor_destroy(other);
    two_close();
}

/* The two share the reduction's memory: with an edge between the results alone, its pieces wait, too. */
TEST(a_part_with_a_reduction_may_stand_twice)
{
    coop_devices *devices = two_open(2);
    coop_tensor *tensor = make_tensor(devices);
    coop_scalar *sum = make_scalar(devices, "sum");
    coop_graph *part = make_graph(devices);
    coop_graph *graph = make_graph(devices);
    uint32_t value = 0;

    OK(coop_graph_then_reduce(part, "sum", tensor, "second", COOP_SUM, sum));
    OK(coop_graph_emplace_graph(graph, "one", part));
    OK(coop_graph_emplace_graph(graph, "two", part));
    OK(coop_graph_edge(graph, "one/sum", "two/sum"));
    write_cells(tensor, 0, 7);
    OK(coop_graph_repeat(graph, 20));
    run(graph);
    OK(coop_scalar_read(sum, &value));
    TEST_EQUAL(value, 7 * CELLS);
    coop_graph_destroy(part);
    coop_graph_destroy(graph);
    coop_scalar_destroy(sum);
    coop_tensor_destroy(tensor);
    two_close();
}

TEST(the_check_is_that_of_the_whole)
{
    coop_devices *devices = two_open(1);
    coop_tensor *tensor = make_tensor(devices);
    coop_tensor *other = make_tensor(devices);
    coop_graph *part = make_graph(devices);
    coop_graph *graph = make_graph(devices);
    coop_graph *ordered = make_graph(devices);

    add_mingle(part, "mingle", tensor, other);
    add_mingle(graph, "before", other, tensor);
    OK(coop_graph_emplace_graph(graph, "part", part));
    FAILS(coop_graph_finish(graph), INVALID_ARGUMENT, "'before' and 'part/mingle' touch the same cells");
    FAILS(coop_graph_edge(graph, "part/mingel", "before"), INVALID_ARGUMENT, "no node 'part/mingel'");
    OK(coop_graph_edge(graph, "part", "before"));
    OK(coop_graph_finish(graph));
    add_mingle(ordered, "before", other, tensor);
    OK(coop_graph_then_graph(ordered, "part", part));
    run(ordered);
    coop_graph_destroy(part);
    coop_graph_destroy(graph);
    coop_graph_destroy(ordered);
    coop_tensor_destroy(tensor);
    coop_tensor_destroy(other);
    two_close();
}

static coop_status never(void *data, const void *value, int *again)
{
    (void)data;
    (void)value;
    *again = 0;
    return COOP_OK;
}

struct busy {
    coop_graph *part;
    coop_graph *graph;
    int calls;
};

/* Called while the whole runs. */
static coop_status start_the_part(void *data)
{
    struct busy *busy = data;

    busy->calls++;
    FAILS(coop_graph_start(busy->part), INVALID_ARGUMENT, "a node of one that runs");
    return COOP_OK;
}

static coop_status start_the_whole(void *data)
{
    struct busy *busy = data;

    busy->calls++;
    FAILS(coop_graph_start(busy->graph), INVALID_ARGUMENT, "a node of this one runs");
    return COOP_OK;
}

static coop_status do_nothing(void *data)
{
    (void)data;
    return COOP_OK;
}

TEST(a_node_that_is_destroyed_while_it_runs_ends)
{
    coop_devices *devices = two_open(1);
    coop_graph *part = make_graph(devices);
    coop_graph *whole = make_graph(devices);

    OK(coop_graph_then(part, "nothing", do_nothing, NULL));
    OK(coop_graph_then_graph(whole, "part", part));
    OK(coop_graph_start(part));
    FAILS(coop_graph_start(whole), INVALID_ARGUMENT, "a graph that is a node of this one runs");
    coop_graph_destroy(part);
    run(whole);
    coop_graph_destroy(whole);
    two_close();
}

TEST(of_a_graph_and_its_parts_one_runs)
{
    coop_devices *devices = two_open(1);
    struct busy busy = {make_graph(devices), make_graph(devices), 0};
    coop_graph *middle = make_graph(devices);

    OK(coop_graph_then(busy.part, "tries the whole", start_the_whole, &busy));
    OK(coop_graph_then_graph(middle, "part", busy.part));
    OK(coop_graph_then_graph(busy.graph, "middle", middle));
    OK(coop_graph_start(busy.part));
    OK(coop_graph_wait(busy.part, MINUTE));
    TEST_EQUAL(busy.calls, 1);
    coop_graph_destroy(busy.graph);
    busy.graph = make_graph(devices);
    OK(coop_graph_then_graph(busy.graph, "middle", middle));
    OK(coop_graph_then(busy.graph, "tries the part", start_the_part, &busy));
    coop_graph_destroy(middle);
    OK(coop_graph_start(busy.graph));
    TEST_EQUAL_TEXT(coop_status_name(coop_graph_start(busy.part)), "COOP_INVALID_ARGUMENT");
    coop_graph_destroy(busy.graph); /* while it runs: its parts are free again */
    busy.graph = NULL;
    OK(coop_graph_start(busy.part));
    coop_graph_destroy(busy.part);
    two_close();
}

TEST(what_cannot_be_a_node_is_refused)
{
    coop_devices *devices = two_open(1);
    coop_devices *others = NULL;
    coop_scalar *scalar = make_scalar(devices, "scalar");
    coop_graph *graph = make_graph(devices);
    coop_graph *part = make_graph(devices);
    coop_graph *foreign = NULL;

    FAILS(coop_graph_then_graph(NULL, "a", part), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_then_graph(graph, NULL, part), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_then_graph(graph, "a", NULL), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_emplace_graph(NULL, "a", part), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_emplace_graph(graph, NULL, part), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_emplace_graph(graph, "a", NULL), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_then_graph(graph, "", part), INVALID_ARGUMENT, "1 to 40 bytes");
    FAILS(coop_graph_then_graph(graph, "itself", graph), INVALID_ARGUMENT,
          "'itself' is the graph itself, which cannot");
    OK(coop_graph_repeat(part, 257));
    FAILS(coop_graph_then_graph(graph, "a", part), INVALID_ARGUMENT, "'a' repeats 257 times");
    OK(coop_graph_repeat(part, 1));
    OK(coop_graph_conditional(part, &(struct coop_graph_condition){.scalar = scalar, .predicate = never}));
    FAILS(coop_graph_then_graph(graph, "a", part), INVALID_ARGUMENT, "'a' has a condition");
    OK(coop_graph_conditional(part, NULL));
    OK(coop_graph_then_graph(graph, "a", part));
    FAILS(coop_graph_then_graph(part, "b", graph), INVALID_ARGUMENT, "is a node of another one");
    OK(coop_devices_open(&(struct coop_devices_options){.devices = "0", .groups = "1"}, &others));
    foreign = make_graph(others);
    FAILS(coop_graph_then_graph(graph, "foreign", foreign), INVALID_ARGUMENT,
          "'foreign' is of other devices");
    OK(coop_graph_then_graph(graph, "again", part));
    run(graph);
    coop_graph_destroy(foreign);
    coop_devices_close(others);
    coop_graph_destroy(graph);
    coop_graph_destroy(part);
    coop_scalar_destroy(scalar);
    two_close();
}

/* ---- nodes that coopc has written ---- */

TEST(what_a_typed_node_lacks_is_named)
{
    static const uint64_t local_items[3] = {2, 2, 1};
    coop_devices *devices = two_open(1);
    coop_tensor *tensor = make_tensor(devices);
    coop_tensor *other = make_tensor(devices);
    coop_scalar *scalar = make_scalar(devices, "scalar");
    coop_scalar *result = make_scalar(devices, "result");
    coop_graph *graph = make_graph(devices);
    const uint32_t three = 3;
    uint32_t value = 0;

    FAILS(mingle_split(graph, &(struct mingle_node){.t = coop_updates(tensor), .by = 2}, NULL, NULL),
          INVALID_ARGUMENT, "the parameter 'other' of 'mingle' is a tensor, and the node has none");
    FAILS(mingle_split(graph,
                       &(struct mingle_node){.t = coop_reads_scalar(scalar), .other = coop_reads(tensor)},
                       NULL, NULL),
          INVALID_ARGUMENT, "the parameter 't' of 'mingle' is a tensor");
    FAILS(mingle_split(
              graph,
              &(struct mingle_node){.t = coop_value(&three, sizeof three), .other = coop_reads(tensor)}, NULL,
              NULL),
          INVALID_ARGUMENT, "the parameter 't' of 'mingle' is a tensor");
    FAILS(scale_split(graph, &(struct scale_node){.t = coop_updates(tensor)}, NULL, NULL), INVALID_ARGUMENT,
          "the parameter 's' of 'scale' is a scalar, and the node has none");
    FAILS(tie_split(graph, &(struct tie_node){.from = scalar, .to = coop_reads(tensor), .by = 1}, NULL, NULL),
          INVALID_ARGUMENT, "the parameter 'to' of 'tie' is a scalar");
    FAILS(mingle_then_split(NULL, &(struct mingle_node){.t = coop_updates(tensor)}, NULL, NULL),
          INVALID_HANDLE, "the graph is NULL");
    OK(tie_split(graph, &(struct tie_node){.from = scalar, .to = coop_updates_scalar(result), .by = 5}, NULL,
                 NULL));
    OK(mingle_split(graph,
                    &(struct mingle_node){.t = coop_updates(tensor), .other = coop_reads(other), .by = 4},
                    "fourfold", local_items));
    OK(scale_then_split(graph, &(struct scale_node){.t = coop_updates(tensor), .s = result}, NULL, NULL));
    OK(coop_graph_edge(graph, "tie", "fourfold"));
    OK(coop_scalar_write(scalar, &three));
    OK(coop_scalar_write(result, &three));
    write_cells(tensor, 1, 2);
    write_cells(other, 10, 20);
    run(graph); /* the result is 3 * 9 + 3 + 5 = 35, the cells (21, 18), and then (21 * 35, 18 ^ 35) */
    OK(coop_scalar_read(result, &value));
    TEST_EQUAL(value, 35);
    check_cells(tensor, 735, 49);
    coop_graph_destroy(graph);
    coop_scalar_destroy(scalar);
    coop_scalar_destroy(result);
    coop_tensor_destroy(tensor);
    coop_tensor_destroy(other);
    two_close();
}
