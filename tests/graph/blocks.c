/* Tensors that are cut into blocks over devices: what the host writes and reads is that of one that is not,
 * in each layout and dimension, and each block has its cells. */
#include "accessors.h"
#include "two.h"

#include <stdlib.h>
#include <string.h>

static struct flow cell_at(uint32_t seed, int64_t x, int64_t y, int64_t z)
{
    struct flow cell = {(float)x, {(float)y, (float)z}, (float)seed};

    return cell;
}

static struct flow *make_box(uint32_t seed, const struct coop_region *box)
{
    uint64_t count = box->cells[0] * box->cells[1] * box->cells[2];
    struct flow *cells = malloc((size_t)count * sizeof *cells);

    for (uint64_t i = 0; i < count; i++) {
        cells[i] = cell_at(seed, box->first[0] + (int64_t)(i % box->cells[0]),
                           box->first[1] + (int64_t)(i / box->cells[0] % box->cells[1]),
                           box->first[2] + (int64_t)(i / box->cells[0] / box->cells[1]));
    }
    return cells;
}

/* Each block holds its own cells, as a view of its place in the whole says. */
static void check_blocks(coop_tensor *tensor, uint32_t seed, uint32_t device_count)
{
    uint64_t cells = 0;

    for (uint32_t i = 0; i < coop_tensor_block_count(tensor); i++) {
        struct coop_view view;
        struct coop_view plain;
        coop_buffer *buffer;
        uint32_t device;
        OK(coop_tensor_block(tensor, i, &device, &view, &buffer));
        TEST_EQUAL(device, i * device_count / coop_tensor_block_count(tensor));
        uint64_t extent[] = {view.extent[0], view.extent[1], view.extent[2]};
        struct coop_region box = {{view.origin[0], view.origin[1], view.origin[2]},
                                  {extent[0], extent[1], extent[2]}};
        struct flow *wanted = make_box(seed, &box);
        struct flow *seen = calloc((size_t)(extent[0] * extent[1] * extent[2]), sizeof *seen);
        unsigned char *bytes = malloc((size_t)coop_buffer_bytes(buffer));

        OK(coop_buffer_read(buffer, 0, bytes, coop_buffer_bytes(buffer)));
        OK(coop_view_init(&coop_element_flow, COOP_AOS, view.dimensions, extent, 0, 0, &plain));
        OK(coop_cells_convert(&coop_element_flow, &view, bytes, &plain, seen, NULL));
        if (memcmp(seen, wanted, (size_t)(extent[0] * extent[1] * extent[2]) * sizeof *seen) != 0) {
            TEST_FAIL("block %u of %u has other cells", i, coop_tensor_block_count(tensor));
        }
        cells += extent[0] * extent[1] * extent[2];
        free(bytes);
        free(seen);
        free(wanted);
    }
    struct coop_view whole;
    OK(coop_tensor_view(tensor, NULL, &whole));
    TEST_EQUAL(cells, (uint64_t)whole.whole[0] * whole.whole[1] * whole.whole[2]);
}

static void check_box(coop_tensor *tensor, uint32_t seed, const struct coop_region *box)
{
    uint64_t count = box->cells[0] * box->cells[1] * box->cells[2];
    struct flow *wanted = make_box(seed, box);
    struct flow *seen = calloc((size_t)count, sizeof *seen);

    OK(coop_tensor_read(tensor, box, seen));
    TEST_EQUAL(memcmp(seen, wanted, (size_t)count * sizeof *seen), 0);
    free(seen);
    free(wanted);
}

static void try_cut(coop_devices *devices, uint32_t device_count, uint32_t number)
{
    static const uint32_t cuts[][3] = {{1, 1, 1}, {1, 2, 1}, {1, 3, 2}, {1, 5, 1}, {2, 2, 1}, {3, 1, 3}};
    const uint32_t *cut = cuts[number % 6];
    uint32_t dimensions = 1 + number / 6 % 3;
    struct coop_tensor_options options = {.element = &coop_element_flow,
                                          .layout = (enum coop_layout)(1 + number / 18 % 3),
                                          .dimensions = dimensions,
                                          .padding = number % 3,
                                          .aligned_rows = (int)(number & 1)};
    struct coop_region all = {{0, 0, 0}, {1, 1, 1}};
    struct coop_region part = {{0, 0, 0}, {1, 1, 1}};
    struct coop_region corner = {{0, 0, 0}, {1, 1, 1}};
    coop_tensor *tensor = NULL;
    struct flow *cells;

    options.padding = dimensions == 3 && options.padding == 2 ? 1 : options.padding; /* 9 cells in 5 parts */
    for (uint32_t i = 0; i < dimensions; i++) {
        options.cells[i] = 11 - i;
        options.partitions[i] = i + 1 == dimensions ? cut[1] : dimensions == 1 ? 1 : cut[i == 0 ? 0 : 2];
        all.first[i] = -(int64_t)options.padding;
        all.cells[i] = options.cells[i] + 2 * options.padding;
        part.first[i] = 1 + i;
        part.cells[i] = 5;
        corner.first[i] = (int64_t)options.cells[i] - 1;
        corner.cells[i] = 1 + options.padding;
    }
    if (!OK(coop_tensor_create(devices, &options, &tensor))) {
        return;
    }
    cells = make_box(1, &all);
    OK(coop_tensor_write(tensor, &all, cells));
    check_box(tensor, 1, &all);
    check_box(tensor, 1, &part);
    check_box(tensor, 1, &corner);
    check_blocks(tensor, 1, device_count);
    free(cells);
    cells = make_box(2, &part);
    OK(coop_tensor_write(tensor, &part, cells));
    check_box(tensor, 2, &part);
    check_box(tensor, 1, &corner);
    free(cells);
    coop_tensor_destroy(tensor);
}

TEST(cut_tensors_are_written_and_read_as_whole_ones)
{
    coop_devices *devices = two_open(2);

    for (uint32_t number = 0; number < 54; number++) {
        try_cut(devices, 2, number);
    }
    two_close();
}

TEST(tensors_are_converted_between_cuts)
{
    coop_devices *devices = two_open(2);
    struct coop_tensor_options options = {
        .element = &coop_element_flow, .cells = {9, 13}, .partitions = {1, 4}, .padding = 2};
    coop_tensor *from = NULL;
    coop_tensor *to = NULL;
    struct coop_region all = {{-2, -2, 0}, {13, 17, 1}};
    struct flow *cells = make_box(7, &all);

    OK(coop_tensor_create(devices, &options, &from));
    options.partitions[0] = 2;
    options.partitions[1] = 3;
    options.layout = COOP_AOS;
    OK(coop_tensor_create(devices, &options, &to));
    OK(coop_tensor_write(from, &all, cells));
    OK(coop_tensor_convert(from, to));
    check_box(to, 7, &all);
    check_blocks(to, 7, 2);
    for (unsigned i = 0; i < 3; i++) { /* what differs in more than that has no room for the cells */
        static const char *const words[] = {"a padding of 2 cells, the other one of 1",
                                            "9 x 13 x 1 cells, the other",
                                            "of 'flow', the other one of 'mixed'"};

        coop_tensor_destroy(to);
        options.padding = i == 0 ? 1 : 2;
        options.cells[1] = i == 1 ? 14 : 13;
        options.element = i == 2 ? &coop_element_mixed : &coop_element_flow;
        OK(coop_tensor_create(devices, &options, &to));
        FAILS(coop_tensor_convert(from, to), INVALID_ARGUMENT, words[i]);
    }
    coop_tensor_destroy(from);
    coop_tensor_destroy(to);
    free(cells);
    two_close();
}

TEST(cuts_that_cannot_be_are_refused_with_numbers)
{
    coop_devices *devices = two_open(1);
    struct coop_tensor_options options = {
        .element = &coop_element_flow, .cells = {9, 5}, .partitions = {1, 6}};
    coop_tensor *tensor = NULL;
    coop_address address;
    struct coop_view view;

    FAILS(coop_tensor_create(devices, &options, &tensor), INVALID_ARGUMENT, "6 partitions in y of 5 cells");
    options.partitions[1] = 3;
    options.padding = 2;
    FAILS(coop_tensor_create(devices, &options, &tensor), INVALID_ARGUMENT,
          "a padding of 2 cells is wider than a block, which has 1 in y: 5 cells in 3 partitions");
    options.partitions[1] = 1;
    options.padding = 6;
    options.border.kinds[1] = COOP_BORDER_REFLECT;
    FAILS(coop_tensor_create(devices, &options, &tensor), INVALID_ARGUMENT, "wider than a block");
    options.border.kinds[1] = (enum coop_border)17;
    FAILS(coop_tensor_create(devices, &options, &tensor), INVALID_ARGUMENT, "the border in y is 17");
    options = (struct coop_tensor_options){
        .element = &coop_element_flow, .cells = {90, 50}, .partitions = {20, 20}};
    FAILS(coop_tensor_create(devices, &options, &tensor), INVALID_ARGUMENT, "at most 256 blocks");
    options.partitions[0] = 1;
    OK(coop_tensor_create(devices, &options, &tensor));
    FAILS(coop_tensor_argument(tensor, "t", "k", "n", &address, &view), INVALID_ARGUMENT,
          "cut into 20 blocks, and a launch has one");
    coop_tensor_destroy(tensor);
    two_close();
}
