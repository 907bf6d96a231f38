/* Reductions by the host: of cells whose sums have bits of their own in each order, cut in three dimensions
 * into other numbers of blocks along each. */
#include "accessors.h"
#include "alone.h"

#include "host/graph/graph_reduce.h"
#include "host/graph/graph_reduce_host.h"
#include "host/graph/view.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 2500 * 4 * 3 };

/* All of them end as the first: rows in pieces of 1024 cells, and the pieces, are joined by halves. */
static float join_halves(float *values, uint64_t count)
{
    for (uint64_t step = 1; step < count; step *= 2) {
        for (uint64_t i = 0; i + step < count; i += 2 * step) {
            values[i] += values[i + step];
        }
    }
    return values[0];
}

static float tree_of(float *values, const uint32_t *cells)
{
    uint64_t pieces = 0;

    for (uint64_t row = 0; row < (uint64_t)cells[1] * cells[2]; row++) {
        for (uint32_t x = 0; x < cells[0]; x += 1024) {
            values[pieces++] =
                join_halves(values + row * cells[0] + x, cells[0] - x < 1024 ? cells[0] - x : 1024);
        }
    }
    return join_halves(values, pieces);
}

static float value_of(uint64_t number)
{
    uint32_t mixed = (uint32_t)(number * 2654435761u);

    return ((float)(mixed >> 16) - 30000.0f) * (float)(1u << mixed % 23) / 1024.0f;
}

/* The cells of the tensor, each with a value of its own; what is not a cell is no number. */
static void fill_blocks(const struct coop_tensor_object *tensor)
{
    for (uint32_t i = 0; i < tensor->block_count; i++) {
        const struct coop_view *view = &tensor->blocks[i].view;
        uint64_t bytes = coop_view_bytes(tensor->element, view);
        unsigned char *memory = malloc(bytes);

        memset(memory, 0xff, bytes);
        for (uint64_t n = 0; n < (uint64_t)view->extent[0] * view->extent[1] * view->extent[2]; n++) {
            const int64_t cell[3] = {(int64_t)(n % view->extent[0]),
                                     (int64_t)(n / view->extent[0] % view->extent[1]),
                                     (int64_t)(n / view->extent[0] / view->extent[1])};
            uint64_t x = view->origin[0] + (uint64_t)cell[0];
            uint64_t y = view->origin[1] + (uint64_t)cell[1];
            uint64_t z = view->origin[2] + (uint64_t)cell[2];
            float value = value_of((z * tensor->view.whole[1] + y) * tensor->view.whole[0] + x);

            memcpy(memory + coop_view_place(tensor->element, view, 1, 1, cell), &value, sizeof value);
        }
        alone.mapped[i] = memory;
    }
}

static void run_all(void)
{
    for (uint32_t i = 0; i < alone.graph.plan.task_count; i++) {
        uint32_t task = alone.graph.order[i];
        int is_pieces = alone.graph.plan.nodes[alone.graph.plan.tasks[task].node].kind == COOP_PLAN_PIECES;

        TEST_EQUAL(is_pieces ? coop_graph_do_pieces(&alone.graph, task)
                             : coop_graph_do_combine(&alone.graph, task),
                   COOP_OK);
    }
}

/* The sum of the item momentum[1] of struct flow, on two devices. */
static void check_sum(const uint32_t *cells, const uint32_t *parts)
{
    static float values[CELLS_MAX];
    struct coop_graph_reduction *reduction = NULL;
    uint32_t numbers[2];
    const uint32_t items[2] = {0, 0};
    float wanted;

    alone_make(2);
    numbers[0] = alone_tensor(&coop_element_flow, parts, cells, 3, 2, 0);
    numbers[1] = alone_scalar(COOP_FLOAT);
    fill_blocks(&alone.objects[numbers[0]]);
    for (uint64_t i = 0; i < (uint64_t)cells[0] * cells[1] * cells[2]; i++) {
        values[i] = value_of(i);
    }
    TEST_EQUAL(coop_graph_reduction_open(&alone.graph, "sum", numbers, "momentum[1]", COOP_SUM, &reduction),
               COOP_OK);
    alone.items[0].reduction = reduction;
    TEST_EQUAL(coop_plan_reduce(&alone.graph.plan, "sum", items, COOP_PLAN_BESIDE, numbers[0], numbers[1]),
               COOP_OK);
    alone_finish(1);
    run_all();
    wanted = tree_of(values, cells);
    for (uint32_t device = 0; device < 2; device++) {
        if (!TEST_EQUAL(memcmp(alone.written[numbers[1]][device], &wanted, sizeof wanted), 0)) {
            TEST_NOTE("device %u, %u x %u x %u cells in %u x %u x %u blocks", device, cells[0], cells[1],
                      cells[2], parts[0], parts[1], parts[2]);
        }
    }
    coop_graph_reduction_close(reduction);
    for (uint32_t i = 0; i < parts[0] * parts[1] * parts[2]; i++) {
        free((void *)(uintptr_t)alone.mapped[i]);
    }
    free(alone.graph.reductions);
    alone_clear();
}

TEST(sums_have_the_bits_of_one_tree_in_three_dimensions)
{
    static const uint32_t sizes[][3] = {{5, 4, 3}, {1030, 4, 3}, {2500, 3, 4}, {7, 1, 12}, {3, 521, 3}};
    static const uint32_t cuts[][3] = {{1, 1, 1}, {3, 1, 2}, {1, 3, 2}, {3, 2, 3},
                                       {2, 4, 3}, {5, 1, 3}, {2, 1, 3}};

    for (uint32_t i = 0; i < 5 * 7; i++) {
        const uint32_t *size = sizes[i % 5];
        const uint32_t *cut = cuts[i / 5];

        if (cut[0] <= size[0] && cut[1] <= size[1] && cut[2] <= size[2]) {
            check_sum(size, cut);
        }
    }
}

/* What a node writes into a scalar goes on from the first device to the others; what it reads does not. */
TEST(scalars_that_a_kernel_writes_go_to_the_other_devices)
{
    for (uint32_t devices = 1; devices <= 3; devices++) {
        struct coop_plan_access accesses[2];

        alone_make(devices);
        accesses[0] = (struct coop_plan_access){alone_scalar(COOP_DOUBLE), COOP_PLAN_READS};
        accesses[1] = (struct coop_plan_access){alone_scalar(COOP_DOUBLE), COOP_PLAN_WRITES};
        alone_add(COOP_PLAN_KERNEL, "set", COOP_PLAN_BESIDE, accesses, 2);
        alone_finish(1);
        memcpy(alone.written[0][0], "not that", 8);
        memcpy(alone.written[1][0], "the bits", 8);
        TEST_EQUAL(coop_graph_do_spread(&alone.graph, 0), COOP_OK);
        for (uint32_t i = 0; i < 8; i++) {
            TEST_EQUAL(memcmp(alone.written[0][i], "not that", 8) == 0, i == 0);
            TEST_EQUAL(memcmp(alone.written[1][i], "the bits", 8) == 0, i < devices);
        }
        alone_clear();
    }
}

static void destroy_nothing(struct coop_object *object)
{
    (void)object;
}

/* And before it is written, nobody has set it, although somebody has tried to. */
TEST(a_scalar_is_written_on_all_devices)
{
    coop_scalar *handle;
    double value = 0;

    alone_make(3);
    alone_scalar(COOP_DOUBLE);
    coop_object_init(&alone.scalars[0].base, COOP_KIND_SCALAR, &alone.scalars[0], destroy_nothing);
    handle = coop_object_open(&alone.scalars[0].base);
    TEST_EQUAL(coop_scalar_write(handle, NULL), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(coop_scalar_read(handle, &value), COOP_INVALID_ARGUMENT);
    TEST_CONTAINS(coop_last_error()->message, "nobody has set the scalar 'scalar' yet");
    TEST_EQUAL(coop_scalar_write(handle, "the bits"), COOP_OK);
    for (uint32_t i = 0; i < 8; i++) {
        TEST_EQUAL(memcmp(alone.written[0][i], "the bits", 8) == 0, i < 3);
    }
    TEST_EQUAL(coop_scalar_read(handle, &value), COOP_OK);
    TEST_EQUAL(memcmp(&value, "the bits", 8), 0);
    coop_scalar_destroy(handle);
    coop_object_release(&alone.scalars[0].base);
    alone_clear();
}
