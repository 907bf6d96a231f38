/* Tensors on the device: what kernels read and write through accessors, tiles, pieces, and what the host
 * reads and writes, is the same in each layout, with and without alignment and padding; what is refused. */
#include "accessors.h"
#include "kernels.h"
#include "kernels_text.h"
#include "large_text.h"
#include "rig.h"

#include <stdlib.h>
#include <string.h>

static struct rig *open_rig(void)
{
    return rig_open(kernels_module_text, kernels_module_bytes);
}

/* ---- a grid in the host's memory, with its padding ---- */

struct grid {
    uint32_t dimensions;
    int64_t cells[3];
    int64_t padding[3];
    struct mixed *values;
};

static struct mixed *at(const struct grid *grid, int64_t x, int64_t y, int64_t z)
{
    int64_t width = grid->cells[0] + 2 * grid->padding[0];
    int64_t height = grid->cells[1] + 2 * grid->padding[1];

    return &grid->values[((z + grid->padding[2]) * height + y + grid->padding[1]) * width + x +
                         grid->padding[0]];
}

static int64_t cell_count(const struct grid *grid)
{
    int64_t count = 1;

    for (int i = 0; i < 3; i++) {
        count *= grid->cells[i] + 2 * grid->padding[i];
    }
    return count;
}

static struct mixed random_cell(uint32_t *seed)
{
    struct mixed cell;
    uint32_t words[16];

    memset(&cell, 0, sizeof cell);
    for (int i = 0; i < 16; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        words[i] = *seed >> 8;
    }
    cell.tag = (uchar)words[0];
    for (int i = 0; i < 4; i++) {
        cell.position.s[i] = (float)(words[1 + i] % 1000);
    }
    for (int i = 0; i < 3; i++) {
        cell.counts[i] = (short)words[5 + i];
        cell.small[0].s[i] = (signed char)words[8 + i];
        cell.small[1].s[i] = (signed char)words[11 + i];
    }
    cell.key = (uint64_t)words[14] << 32 | words[15];
    cell.level = (int)words[3];
    return cell;
}

static struct grid make_grid(uint32_t dimensions, const uint64_t *cells, uint32_t padding, uint32_t seed)
{
    struct grid grid = {.dimensions = dimensions};

    for (uint32_t i = 0; i < 3; i++) {
        grid.cells[i] = i < dimensions ? (int64_t)cells[i] : 1;
        grid.padding[i] = i < dimensions ? padding : 0;
    }
    grid.values = malloc((size_t)cell_count(&grid) * sizeof *grid.values);
    for (int64_t i = 0; i < cell_count(&grid); i++) {
        grid.values[i] = random_cell(&seed);
    }
    return grid;
}

static struct coop_region whole(const struct grid *grid)
{
    struct coop_region region;

    for (int i = 0; i < 3; i++) {
        region.first[i] = -grid->padding[i];
        region.cells[i] = (uint64_t)(grid->cells[i] + 2 * grid->padding[i]);
    }
    return region;
}

static int is_same(const struct mixed *left, const struct mixed *right)
{
    for (int i = 0; i < 3; i++) {
        if (left->counts[i] != right->counts[i] || left->small[0].s[i] != right->small[0].s[i] ||
            left->small[1].s[i] != right->small[1].s[i]) {
            return 0;
        }
    }
    return left->tag == right->tag && memcmp(&left->position, &right->position, 16) == 0 &&
           left->key == right->key && left->level == right->level;
}

static void check_grid(coop_tensor *tensor, const struct grid *wanted, const char *what)
{
    struct coop_region region = whole(wanted);
    struct mixed *seen = calloc((size_t)cell_count(wanted), sizeof *seen);

    OK(coop_tensor_read(tensor, &region, seen));
    for (int64_t i = 0; i < cell_count(wanted); i++) {
        if (!is_same(&seen[i], &wanted->values[i])) {
            TEST_FAIL("%s: cell %lld of %lld: level %d, wanted %d; tag %d, wanted %d", what, (long long)i,
                      (long long)cell_count(wanted), seen[i].level, wanted->values[i].level, seen[i].tag,
                      wanted->values[i].tag);
            break;
        }
    }
    free(seen);
}

static coop_tensor *make_tensor(struct rig *rig, const struct grid *grid, enum coop_layout layout,
                                int aligned)
{
    struct coop_tensor_options options = {.element = &coop_element_mixed,
                                          .layout = layout,
                                          .dimensions = grid->dimensions,
                                          .aligned_rows = aligned,
                                          .padding = (uint32_t)grid->padding[0]};
    coop_tensor *tensor = NULL;
    struct coop_region region = whole(grid);

    for (uint32_t i = 0; i < grid->dimensions; i++) {
        options.cells[i] = (uint64_t)grid->cells[i];
    }
    OK(coop_tensor_create(rig->devices, &options, &tensor));
    OK(coop_tensor_write(tensor, &region, grid->values));
    return tensor;
}

/* ---- what the kernels do ---- */

static void step(const struct grid *from, struct grid *to, int number)
{
    int has_y = from->dimensions > 1;
    int has_z = from->dimensions > 2;

    for (int64_t z = 0; z < from->cells[2]; z++) {
        for (int64_t y = 0; y < from->cells[1]; y++) {
            for (int64_t x = 0; x < from->cells[0]; x++) {
                const struct mixed *beside = at(from, x + 1, y - has_y, z + has_z);
                struct mixed cell = *at(from, x, y, z);

                cell.tag = (uchar)(cell.tag + at(from, x - 1, y, z - has_z)->tag);
                for (int i = 0; i < 4; i++) {
                    cell.position.s[i] += beside->position.s[i];
                }
                cell.counts[1] = at(from, x - 1, y + has_y, z)->counts[2];
                cell.key ^= beside->key;
                cell.small[0] = beside->small[1];
                cell.level -= number;
                cell.level += from->dimensions == 1   ? (int)(x + from->cells[0])
                              : from->dimensions == 2 ? (int)(y * 100 + from->cells[1])
                                                      : (int)(z * 100 + from->cells[2]);
                *at(to, x, y, z) = cell;
            }
        }
    }
}

struct kernel_case {
    const char *name;
    uint32_t dimensions;
    enum coop_layout from;
    enum coop_layout to;
};

static coop_status launch(struct rig *rig, const char *name, coop_tensor *from, coop_tensor *to,
                          const uint64_t *local, coop_launch **launched)
{
    *launched = NULL;
#define CASE(kernel)                                                           \
    if (strcmp(name, #kernel) == 0) {                                          \
        const struct kernel##_cells cells = {from, to, 7};                     \
        return kernel##_launch_cells(rig->run, &cells, local, NULL, launched); \
    }
    CASE(step_1_aos)
    CASE(step_1_soa)
    CASE(step_1_block)
    CASE(step_2)
    CASE(step_2_aos)
    CASE(step_2_block)
    CASE(step_2_tile)
    CASE(step_3_soa)
    CASE(step_3_aos)
    CASE(step_3_tile)
#undef CASE
    return COOP_UNKNOWN_KERNEL;
}

static void check_kernel(const struct kernel_case *what, const uint64_t *cells, const uint64_t *local,
                         int aligned)
{
    struct rig *rig = open_rig();
    struct grid from = make_grid(what->dimensions, cells, 1, 11);
    struct grid to = make_grid(what->dimensions, cells, 1, 99);
    coop_tensor *from_tensor = make_tensor(rig, &from, what->from, aligned);
    coop_tensor *to_tensor = make_tensor(rig, &to, what->to, aligned);
    coop_launch *launched;

    OK(launch(rig, what->name, from_tensor, to_tensor, local, &launched));
    rig_wait(launched);
    step(&from, &to, 7);
    check_grid(to_tensor, &to, what->name);
    check_grid(from_tensor, &from, what->name);
    coop_tensor_destroy(from_tensor);
    coop_tensor_destroy(to_tensor);
    free(from.values);
    free(to.values);
}

static void check_kernels(const struct kernel_case *cases, size_t count, const uint64_t (*sizes)[3],
                          size_t size_count, const uint64_t *local)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < size_count; j++) {
            check_kernel(&cases[i], sizes[j], local, (int)(j & 1));
        }
    }
}

TEST(accessors_of_one_dimension_reach_their_cells)
{
    static const struct kernel_case cases[] = {{"step_1_aos", 1, COOP_AOS, COOP_AOS},
                                               {"step_1_soa", 1, COOP_SOA, COOP_SOA},
                                               {"step_1_block", 1, COOP_SOA_BLOCK, COOP_AOS}};
    static const uint64_t sizes[][3] = {{1}, {257}};

    check_kernels(cases, 3, sizes, 2, NULL);
}

TEST(accessors_of_two_dimensions_reach_their_cells)
{
    static const struct kernel_case cases[] = {{"step_2", 2, COOP_SOA, COOP_SOA},
                                               {"step_2_aos", 2, COOP_AOS, COOP_AOS},
                                               {"step_2_block", 2, COOP_AOS, COOP_SOA_BLOCK}};
    static const uint64_t sizes[][3] = {{1, 1}, {37, 5}, {3, 41}};
    static const uint64_t local[] = {8, 4, 1};

    check_kernels(cases, 3, sizes, 3, local);
}

TEST(accessors_of_three_dimensions_reach_their_cells)
{
    static const struct kernel_case cases[] = {{"step_3_soa", 3, COOP_SOA, COOP_SOA_BLOCK},
                                               {"step_3_aos", 3, COOP_AOS, COOP_SOA}};
    static const uint64_t sizes[][3] = {{1, 1, 1}, {9, 5, 6}};
    static const uint64_t local[] = {4, 2, 2};

    check_kernels(cases, 2, sizes, 2, local);
}

TEST(tiles_hold_the_cells_around_a_work_group)
{
    static const struct kernel_case flat = {"step_2_tile", 2, COOP_SOA, COOP_SOA};
    static const struct kernel_case deep = {"step_3_tile", 3, COOP_SOA, COOP_SOA_BLOCK};
    static const uint64_t flat_sizes[][3] = {{8, 8}, {19, 21}};
    static const uint64_t deep_sizes[][3] = {{4, 2, 1}, {7, 5, 3}};
    static const uint64_t flat_local[] = {8, 8, 1};
    static const uint64_t deep_local[] = {4, 2, 1};

    check_kernels(&flat, 1, flat_sizes, 2, flat_local);
    check_kernels(&deep, 1, deep_sizes, 2, deep_local);
}

/* ---- borders ---- */

/* The view that unpack's argument has. */
struct box {
    int first[3];
    uint32_t cells[3];
};

TEST(a_packed_border_is_the_neighbours_padding)
{
    static const uint64_t cells[] = {13, 6, 0};
    struct rig *rig = open_rig();
    struct grid left = make_grid(2, cells, 2, 5);
    struct grid right = make_grid(2, cells, 2, 6);
    coop_tensor *from = make_tensor(rig, &left, COOP_SOA, 0);
    coop_tensor *to = make_tensor(rig, &right, COOP_SOA_BLOCK, 1);
    struct coop_ndrange range = {.global_items = {64}};
    struct box last = {{11, -2, 0}, {2, 10, 1}}; /* the last columns, with the padding above and below */
    struct box padding = {{-2, -2, 0}, {2, 10, 1}};
    struct pack_args pack = {0};
    struct unpack_args unpack = {0};
    coop_buffer *piece = NULL;
    coop_launch *launched;

    OK(coop_buffer_create(rig->context, 20 * coop_element_mixed.packed_bytes, &piece));
    OK(pack_arguments(&(struct pack_cells){.from = from, .piece = coop_buffer_address(piece)}, &pack));
    memcpy(pack.box, &last, sizeof last);
    OK(pack_launch(rig->run, &pack, &range, NULL, &launched));
    rig_wait(launched);
    OK(unpack_arguments(&(struct unpack_cells){.to = to, .piece = coop_buffer_address(piece)}, &unpack));
    memcpy(unpack.box, &padding, sizeof padding);
    OK(unpack_launch(rig->run, &unpack, &range, NULL, &launched));
    rig_wait(launched);
    for (int64_t y = -2; y < 8; y++) {
        for (int64_t x = 0; x < 2; x++) {
            *at(&right, x - 2, y, 0) = *at(&left, 11 + x, y, 0);
        }
    }
    check_grid(to, &right, "unpack");
    coop_buffer_destroy(piece);
    coop_tensor_destroy(from);
    coop_tensor_destroy(to);
    free(left.values);
    free(right.values);
}

/* ---- the host's side ---- */

TEST(boxes_are_written_and_read_and_nothing_else_is)
{
    static const uint64_t cells[] = {11, 7, 5};
    struct rig *rig = open_rig();

    for (uint32_t seed = 1; seed <= 60; seed++) {
        uint32_t random = seed * 2654435761u;
        struct grid grid = make_grid(1 + seed % 3, cells, seed % 4, seed);
        coop_tensor *tensor =
            make_tensor(rig, &grid, (enum coop_layout)(1 + seed / 3 % 3), (int)(seed / 9 & 1));
        struct coop_region region = {{0}, {1, 1, 1}};
        struct mixed *box;
        struct mixed *seen;
        uint64_t count = 1;

        for (uint32_t i = 0; i < grid.dimensions; i++) {
            int64_t room = grid.cells[i] + 2 * grid.padding[i];
            random = random * 1664525u + 1013904223u;
            region.first[i] = (int64_t)(random >> 16) % room - grid.padding[i];
            random = random * 1664525u + 1013904223u;
            region.cells[i] =
                (random >> 16) % (uint64_t)(grid.cells[i] + grid.padding[i] - region.first[i] + 1);
            count *= region.cells[i];
        }
        box = calloc(count + 1, sizeof *box);
        seen = calloc(count + 1, sizeof *seen);
        for (uint64_t i = 0; i < count; i++) {
            box[i] = random_cell(&random);
            *at(&grid, region.first[0] + (int64_t)(i % region.cells[0]),
                region.first[1] + (int64_t)(i / region.cells[0] % region.cells[1]),
                region.first[2] + (int64_t)(i / region.cells[0] / region.cells[1])) = box[i];
        }
        OK(coop_tensor_write(tensor, &region, box));
        check_grid(tensor, &grid, "box");
        OK(coop_tensor_read(tensor, &region, seen));
        for (uint64_t i = 0; i < count; i++) {
            if (!is_same(&seen[i], &box[i])) {
                TEST_FAIL("seed %u: cell %llu of a box differs", seed, (unsigned long long)i);
                break;
            }
        }
        coop_tensor_destroy(tensor);
        free(box);
        free(seen);
        free(grid.values);
    }
}

/* Larger than what is copied at once. */
TEST(a_tensor_of_many_pieces_is_copied_whole)
{
    static const uint64_t cells[] = {700, 600, 0};
    struct rig *rig = open_rig();
    struct grid grid = make_grid(2, cells, 1, 3);
    coop_tensor *first = make_tensor(rig, &grid, COOP_SOA, 0);
    struct grid nothing = make_grid(2, cells, 1, 4);
    coop_tensor *second = make_tensor(rig, &nothing, COOP_SOA_BLOCK, 1);

    check_grid(first, &grid, "written");
    OK(coop_tensor_convert(first, second));
    check_grid(second, &grid, "converted");
    coop_tensor_destroy(first);
    coop_tensor_destroy(second);
    free(grid.values);
    free(nothing.values);
}

TEST(tensors_of_any_two_layouts_are_converted_with_their_padding)
{
    static const uint64_t cells[] = {10, 9, 8};
    struct rig *rig = open_rig();

    for (uint32_t i = 0; i < 54; i++) {
        struct grid grid = make_grid(1 + i % 3, cells, 2, i);
        struct grid other = make_grid(1 + i % 3, cells, 2, i + 1000);
        coop_tensor *from = make_tensor(rig, &grid, (enum coop_layout)(1 + i / 3 % 3), (int)(i / 27));
        coop_tensor *to = make_tensor(rig, &other, (enum coop_layout)(1 + i / 9 % 3), 0);

        OK(coop_tensor_convert(from, to));
        check_grid(to, &grid, "there");
        OK(coop_tensor_write(from, NULL, other.values));
        OK(coop_tensor_convert(to, from));
        check_grid(from, &grid, "back");
        coop_tensor_destroy(from);
        coop_tensor_destroy(to);
        free(grid.values);
        free(other.values);
    }
}

TEST(scalars_are_read_from_device_memory)
{
    struct rig *rig = open_rig();
    struct coop_tensor_options options = {.element = &coop_element_flow, .cells = {4, 3}};
    struct flow values[12] = {{0}};
    const float factor = 2.5f;
    coop_tensor *tensor = NULL;
    coop_buffer *scalar = NULL;
    coop_launch *launched;

    for (int i = 0; i < 12; i++) {
        values[i].momentum[0] = (float)i;
        values[i].momentum[1] = (float)i;
    }
    OK(coop_tensor_create(rig->devices, &options, &tensor));
    OK(coop_tensor_write(tensor, NULL, values));
    OK(coop_buffer_create(rig->context, sizeof factor, &scalar));
    OK(coop_buffer_write(scalar, 0, &factor, sizeof factor));
    OK(scale_launch_cells(rig->run, &(struct scale_cells){tensor, coop_buffer_address(scalar)}, NULL, NULL,
                          &launched));
    rig_wait(launched);
    OK(coop_tensor_read(tensor, NULL, values));
    for (int i = 0; i < 12; i++) {
        TEST_EQUAL(values[i].momentum[0], i);
        TEST_EQUAL(values[i].momentum[1] * 2, i * 5);
    }
    coop_buffer_destroy(scalar);
    coop_tensor_destroy(tensor);
}

/* ---- what is refused ---- */

TEST(kernels_refuse_tensors_of_another_layout_or_element)
{
    static const uint64_t cells[] = {4, 4, 4};
    struct rig *rig = open_rig();
    struct grid flat = make_grid(2, cells, 1, 1);
    struct grid deep = make_grid(3, cells, 1, 1);
    coop_tensor *soa = make_tensor(rig, &flat, COOP_SOA, 0);
    coop_tensor *aos = make_tensor(rig, &flat, COOP_AOS, 0);
    coop_tensor *other = make_tensor(rig, &deep, COOP_SOA, 0);
    struct coop_tensor_options options = {.element = &coop_element_flow, .cells = {4, 4}};
    struct coop_element changed = coop_element_mixed;
    coop_tensor *flow = NULL;
    coop_tensor *old = NULL;
    coop_launch *launched;

    OK(coop_tensor_create(rig->devices, &options, &flow));
    changed.hash ^= 1;
    options.element = &changed;
    OK(coop_tensor_create(rig->devices, &options, &old));
    FAILS(launch(rig, "step_2", soa, aos, NULL, &launched), SIGNATURE_MISMATCH,
          "the parameter 'to' of 'step_2' was built for mixed_2d_soa_");
    TEST_CONTAINS(coop_last_error()->message, "and the tensor is mixed_2d_aos_");
    FAILS(launch(rig, "step_2", flow, soa, NULL, &launched), SIGNATURE_MISMATCH,
          "and the tensor is flow_2d_soa_");
    FAILS(launch(rig, "step_2", other, soa, NULL, &launched), SIGNATURE_MISMATCH,
          "and the tensor is mixed_3d_soa_");
    FAILS(launch(rig, "step_2", old, soa, NULL, &launched), SIGNATURE_MISMATCH,
          "the struct has changed since");
    FAILS(launch(rig, "step_2", NULL, soa, NULL, &launched), INVALID_HANDLE, "the tensor is NULL");
    TEST_TRUE(launched == NULL);
    coop_tensor_destroy(old);
    FAILS(launch(rig, "step_2", old, soa, NULL, &launched), INVALID_HANDLE, "the tensor was destroyed");
    FAILS(coop_tensor_convert(soa, other), INVALID_ARGUMENT, "4 x 4 x 1 cells, the other one 4 x 4 x 4");
    FAILS(coop_tensor_convert(soa, flow), INVALID_ARGUMENT,
          "one tensor is of 'mixed', the other one of 'flow'");
    coop_tensor_destroy(flow);
    coop_tensor_destroy(soa);
    coop_tensor_destroy(aos);
    coop_tensor_destroy(other);
    free(flat.values);
    free(deep.values);
}

static void refused(struct rig *rig, struct coop_tensor_options options, const char *message)
{
    coop_tensor *tensor = (coop_tensor *)rig;

    FAILS(coop_tensor_create(rig->devices, &options, &tensor), INVALID_ARGUMENT, message);
    TEST_TRUE(tensor == NULL);
}

TEST(tensors_that_cannot_be_are_refused)
{
    struct rig *rig = open_rig();
    struct coop_tensor_options right = {.element = &coop_element_flow, .cells = {4, 4}};
    struct coop_tensor_options options = right;
    struct coop_region outside = {{2, 0, 0}, {3, 1, 1}};
    struct flow values[16];
    coop_tensor *tensor = NULL;

    options.element = NULL;
    refused(rig, options, "element is NULL");
    options = right;
    options.cells[0] = 0;
    refused(rig, options, "cells is 0 in x");
    options = right;
    options.cells[1] = UINT64_C(1) << 40;
    refused(rig, options, "cells is 1099511627776 in y");
    options = right;
    options.dimensions = 4;
    refused(rig, options, "dimensions is 4");
    options.dimensions = 1;
    refused(rig, options, "cells is 4 in y, and there are 1 dimensions");
    options = right;
    options.padding = 256;
    refused(rig, options, "padding is 256 cells");
    options = right;
    options.layout = (enum coop_layout)4;
    refused(rig, options, "layout is 4");
    options = right;
    options.cells[0] = options.cells[1] = 65536;
    refused(rig, options, "65536 x 65536 x 0 cells");
    options.cells[1] = 32768;
    FAILS(coop_tensor_create(rig->devices, &options, &tensor), OUT_OF_MEMORY,
          "takes 34359738368 bytes on device 0: ");
    FAILS(coop_tensor_create(NULL, &right, &tensor), INVALID_HANDLE, "the devices are NULL");
    FAILS(coop_tensor_create(rig->devices, NULL, &tensor), INVALID_ARGUMENT, "options is NULL");
    FAILS(coop_tensor_create(rig->devices, &right, NULL), INVALID_ARGUMENT, "tensor is NULL");
    OK(coop_tensor_create(rig->devices, &right, &tensor));
    FAILS(
        coop_tensor_read(tensor, &outside, values), INVALID_ARGUMENT,
        "the box at (2, 0, 0) of 3 x 1 x 1 cells leaves the tensor, which has 4 x 4 x 1 and a padding of 0");
    outside.first[0] = -1;
    FAILS(coop_tensor_write(tensor, &outside, values), INVALID_ARGUMENT, "the box at (-1, 0, 0)");
    FAILS(coop_tensor_read(tensor, NULL, NULL), INVALID_ARGUMENT, "to is NULL");
    coop_tensor_destroy(tensor);
    coop_tensor_destroy(NULL);
}

TEST(a_tile_that_exceeds_local_memory_is_refused_before_the_launch)
{
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;
    struct coop_run_options options = {.worker_groups = 1}; /* the rig's run has threads, too */

    if (coop_context_create(NULL, &context) != COOP_OK) {
        coop_context_destroy(context);
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    /* NVIDIA's compiler, which knows its device, refuses the module already. */
    TEST_TRUE(coop_module_create(context, large_module_text, large_module_bytes, NULL, &module) != COOP_OK ||
              coop_run_start(module, &options, &run) != COOP_OK);
    TEST_CONTAINS(coop_last_error()->message,
                  "not enough local memory: a work-group of the megakernel takes ");
    coop_context_destroy(context);
}

TEST(null_is_refused_or_means_what_the_header_says)
{
    uint32_t device;
    coop_buffer *memory;
    struct rig *rig = open_rig();
    struct coop_tensor_options options = {.element = &coop_element_flow, .cells = {4, 4}};
    const struct coop_element *element = NULL;
    const struct coop_element *flow = &coop_element_flow;
    struct coop_region region = {{0, 0, 0}, {1, 1, 1}};
    struct coop_ndrange range;
    struct coop_view view;
    struct coop_view seen;
    const uint64_t cells[3] = {4, 4, 1};
    const int64_t cell[3] = {0, 0, 0};
    struct flow values[16];
    unsigned char block[256] = {0};
    unsigned char argument[48];
    coop_address address;
    coop_tensor *tensor = NULL;

    FAILS(coop_view_init(NULL, COOP_AOS, 2, cells, 0, 0, &view), INVALID_ARGUMENT, "element is NULL");
    FAILS(coop_view_init(flow, COOP_AOS, 2, NULL, 0, 0, &view), INVALID_ARGUMENT, "cells is NULL");
    FAILS(coop_view_init(flow, COOP_AOS, 2, cells, 0, 0, NULL), INVALID_ARGUMENT, "view is NULL");
    FAILS(coop_view_init(flow, (enum coop_layout)0, 2, cells, 0, 0, &view), INVALID_ARGUMENT,
          "three layouts");
    OK(coop_view_init(flow, COOP_AOS, 2, cells, 0, 0, &view));
    TEST_EQUAL(coop_view_bytes(NULL, &view), 0);
    TEST_EQUAL(coop_view_bytes(flow, NULL), 0);
    TEST_EQUAL(coop_view_bytes(flow, &view), 256);
    TEST_EQUAL(coop_view_place(NULL, &view, 1, 0, cell), 0);
    TEST_EQUAL(coop_view_place(flow, NULL, 1, 0, cell), 0);
    TEST_EQUAL(coop_view_place(flow, &view, 1, 0, NULL), 0);
    TEST_EQUAL(coop_view_place(flow, &view, 1, 0, cell), 4);
    FAILS(coop_cells_convert(NULL, &view, block, &view, values, NULL), INVALID_ARGUMENT, "may not be NULL");
    FAILS(coop_cells_convert(flow, NULL, block, &view, values, NULL), INVALID_ARGUMENT, "may not be NULL");
    FAILS(coop_cells_convert(flow, &view, NULL, &view, values, NULL), INVALID_ARGUMENT, "may not be NULL");
    FAILS(coop_cells_convert(flow, &view, block, NULL, values, NULL), INVALID_ARGUMENT, "may not be NULL");
    FAILS(coop_cells_convert(flow, &view, block, &view, NULL, NULL), INVALID_ARGUMENT, "may not be NULL");
    OK(coop_cells_convert(flow, &view, block, &view, values, NULL));
    region.first[0] = 4;
    FAILS(coop_cells_convert(flow, &view, block, &view, values, &region), INVALID_ARGUMENT, "leaves a block");

    FAILS(coop_tensor_create(NULL, &options, &tensor), INVALID_HANDLE, "the devices are NULL");
    FAILS(coop_tensor_create(rig->devices, &options, NULL), INVALID_ARGUMENT, "tensor is NULL");
    OK(coop_tensor_create(rig->devices, &options, &tensor));
    coop_tensor_destroy(NULL);
    FAILS(coop_tensor_view(NULL, &element, &seen), INVALID_HANDLE, "the tensor is NULL");
    OK(coop_tensor_view(tensor, NULL, &seen));
    OK(coop_tensor_view(tensor, &element, NULL));
    TEST_TRUE(element == flow && seen.layout == COOP_SOA && seen.whole[1] == 4);
    TEST_TRUE(coop_tensor_buffer(NULL) == NULL);
    TEST_EQUAL(coop_tensor_block_count(NULL), 0);
    FAILS(coop_tensor_block(NULL, 0, &device, &seen, &memory), INVALID_HANDLE, "the tensor is NULL");
    OK(coop_tensor_block(tensor, 0, NULL, &seen, &memory));
    OK(coop_tensor_block(tensor, 0, &device, NULL, &memory));
    OK(coop_tensor_block(tensor, 0, &device, &seen, NULL));
    FAILS(coop_tensor_block(tensor, 1, &device, &seen, &memory), INVALID_ARGUMENT,
          "there is no block 1 of 1");
    FAILS(coop_tensor_write(NULL, NULL, values), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_tensor_write(tensor, NULL, NULL), INVALID_ARGUMENT, "from is NULL");
    FAILS(coop_tensor_read(NULL, NULL, values), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_tensor_read(tensor, NULL, NULL), INVALID_ARGUMENT, "to is NULL");
    FAILS(coop_tensor_resize(NULL, cells), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_tensor_resize(tensor, NULL), INVALID_ARGUMENT, "cells is NULL");
    FAILS(coop_tensor_load(NULL, &region, "cells"), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_tensor_load(tensor, NULL, NULL), INVALID_ARGUMENT, "path is NULL");
    FAILS(coop_tensor_save(NULL, &region, "cells"), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_tensor_save(tensor, NULL, NULL), INVALID_ARGUMENT, "path is NULL");
    FAILS(coop_tensor_convert(NULL, tensor), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_tensor_convert(tensor, NULL), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_tensor_argument(NULL, "t", "k", "n", &address, argument), INVALID_HANDLE,
          "the tensor is NULL");
    FAILS(coop_tensor_argument(tensor, NULL, "k", "n", &address, argument), INVALID_ARGUMENT,
          "may not be NULL");
    FAILS(coop_tensor_argument(tensor, "t", NULL, "n", &address, argument), INVALID_ARGUMENT,
          "may not be NULL");
    FAILS(coop_tensor_argument(tensor, "t", "k", NULL, &address, argument), INVALID_ARGUMENT,
          "may not be NULL");
    FAILS(coop_tensor_argument(tensor, "t", "k", "n", NULL, argument), INVALID_ARGUMENT, "may not be NULL");
    FAILS(coop_tensor_argument(tensor, "t", "k", "n", &address, NULL), INVALID_ARGUMENT, "may not be NULL");
    FAILS(coop_tensor_ndrange(NULL, NULL, &range), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_tensor_ndrange(tensor, NULL, NULL), INVALID_ARGUMENT, "ndrange is NULL");
    OK(coop_tensor_ndrange(tensor, NULL, &range));
    TEST_TRUE(range.dimensions == 2 && range.global_items[1] == 4);
    coop_tensor_destroy(tensor);
}
