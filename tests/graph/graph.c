/* Graphs on devices: every border, cut, layout and number of devices gives the bits of one grid on the
 * host. */
#include "accessors.h"
#include "aos_kernels.h"
#include "block_kernels.h"
#include "soa_kernels.h"
#include "two.h"

#include <coop/graph.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 11, HEIGHT = 13, PADDING = 2 };

#define MINUTE UINT64_C(60000000000)

static const char *const texts[] = {NULL, aos_kernels_text, soa_kernels_text, block_kernels_text};

/* ---- a grid on the host ---- */

struct grid {
    struct flow cells[HEIGHT + 2 * PADDING][WIDTH + 2 * PADDING];
};

static struct flow *at(struct grid *grid, int x, int y)
{
    return &grid->cells[y + PADDING][x + PADDING];
}

static void make_grid(struct grid *grid, uint32_t seed)
{
    memset(grid, 0, sizeof *grid);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            float *values = (float *)at(grid, x, y);

            for (int i = 0; i < 4; i++) {
                seed = seed * 1664525u + 1013904223u;
                values[i] = (float)(seed >> 8) / 65536.0f;
            }
        }
    }
}

static const struct flow border_cell = {1.5f, {2.5f, -3.5f}, 4.5f};

/* What lies `depth` cells outside, from those inside: `line[k]` is k cells from the border. */
static struct flow outside(enum coop_border kind, const struct flow *line[], int depth, int last, int axis)
{
    struct flow cell = *line[0];
    float *values = (float *)&cell;

    if (kind == COOP_BORDER_CONSTANT) {
        return border_cell;
    }
    if (kind == COOP_BORDER_PERIODIC) {
        return *line[last - depth + 1];
    }
    if (kind == COOP_BORDER_REFLECT) {
        cell = *line[depth - 1];
        values[1 + axis] = -values[1 + axis];
    }
    for (int i = 0; i < 4 && kind == COOP_BORDER_EXTRAPOLATE_1; i++) {
        float first = ((const float *)line[0])[i];

        values[i] = first + (float)depth * (first - ((const float *)line[1])[i]);
    }
    return cell;
}

static void fill_borders(struct grid *grid, enum coop_border in_x, enum coop_border in_y)
{
    const struct flow *line[HEIGHT + WIDTH];

    for (int y = 0; y < HEIGHT; y++) {
        for (int depth = 1; depth <= PADDING; depth++) {
            for (int x = 0; x < WIDTH; x++) {
                line[x] = at(grid, x, y);
            }
            *at(grid, -depth, y) = outside(in_x, line, depth, WIDTH - 1, 0);
            for (int x = 0; x < WIDTH; x++) {
                line[x] = at(grid, WIDTH - 1 - x, y);
            }
            *at(grid, WIDTH - 1 + depth, y) = outside(in_x, line, depth, WIDTH - 1, 0);
        }
    }
    for (int x = -PADDING; x < WIDTH + PADDING; x++) {
        for (int depth = 1; depth <= PADDING; depth++) {
            for (int y = 0; y < HEIGHT; y++) {
                line[y] = at(grid, x, y);
            }
            *at(grid, x, -depth) = outside(in_y, line, depth, HEIGHT - 1, 1);
            for (int y = 0; y < HEIGHT; y++) {
                line[y] = at(grid, x, HEIGHT - 1 - y);
            }
            *at(grid, x, HEIGHT - 1 + depth) = outside(in_y, line, depth, HEIGHT - 1, 1);
        }
    }
}

static void relax(struct grid *grid, float part)
{
    struct grid next = *grid;

    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            struct flow *cell = at(&next, x, y);

            cell->density += part * (at(grid, x - 2, y - 2)->density - at(grid, x + 1, y + 2)->density);
            cell->momentum[0] +=
                part * (at(grid, x - 2, y)->momentum[0] - at(grid, x + 2, y - 1)->momentum[1]);
            cell->momentum[1] -= part * at(grid, x, y + 2)->momentum[1];
            cell->energy = part * (at(grid, x - 1, y + 1)->energy + at(grid, x + 2, y - 2)->energy);
        }
    }
    *grid = next;
}

/* ---- tensors ---- */

static const struct coop_region own_cells = {{0, 0, 0}, {WIDTH, HEIGHT, 1}};

struct choice {
    uint32_t devices;
    enum coop_layout layout;
    uint32_t cut[2];
    enum coop_border borders[2];
};

static coop_tensor *make_tensor(coop_devices *devices, const struct choice *choice)
{
    struct coop_tensor_options options = {
        .element = &coop_element_flow,
        .layout = choice->layout,
        .cells = {WIDTH, HEIGHT},
        .padding = PADDING,
        .partitions = {choice->cut[0], choice->cut[1]},
        .border = {.kinds = {choice->borders[0], choice->borders[1]},
                   .cell = &border_cell,
                   .turned_items = {1 << 1, 1 << 2}},
    };
    coop_tensor *tensor = NULL;

    OK(coop_tensor_create(devices, &options, &tensor));
    return tensor;
}

static coop_graph *make_graph(coop_devices *devices, enum coop_layout layout)
{
    coop_graph *graph = NULL;

    OK(coop_graph_create(devices, &(struct coop_graph_options){.text = texts[layout]}, &graph));
    return graph;
}

static void write_grid(coop_tensor *tensor, struct grid *grid)
{
    struct flow cells[HEIGHT][WIDTH];

    for (int y = 0; y < HEIGHT; y++) {
        memcpy(cells[y], at(grid, 0, y), sizeof cells[y]);
    }
    OK(coop_tensor_write(tensor, &own_cells, cells));
}

static int check_grid(coop_tensor *tensor, struct grid *grid, const struct choice *choice)
{
    struct flow cells[HEIGHT][WIDTH];

    OK(coop_tensor_read(tensor, &own_cells, cells));
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (memcmp(&cells[y][x], at(grid, x, y), sizeof cells[y][x]) != 0) {
                TEST_FAIL(
                    "%u devices, layout %d, %u x %u blocks, borders %d and %d: cell (%d, %d) has density "
                    "%.9g, wanted %.9g",
                    choice->devices, (int)choice->layout, choice->cut[0], choice->cut[1],
                    (int)choice->borders[0], (int)choice->borders[1], x, y, (double)cells[y][x].density,
                    (double)at(grid, x, y)->density);
                return 0;
            }
        }
    }
    return 1;
}

static void run(coop_graph *graph)
{
    OK(coop_graph_start(graph));
    OK(coop_graph_wait(graph, 5 * MINUTE));
}

static void check_choice(coop_devices *devices, coop_graph *graph, const struct choice *choice)
{
    static const float part = 0.1875f;
    struct grid grid;
    coop_tensor *now = make_tensor(devices, choice);
    coop_tensor *next = make_tensor(devices, choice);

    make_grid(&grid, 1 + (uint32_t)choice->borders[0]);
    write_grid(now, &grid);
    OK(coop_graph_then_split(
        graph, &(struct coop_graph_node){.kernel = "relax",
                                         .arguments = {coop_reads_padded(now), coop_writes(next),
                                                       coop_value(&part, sizeof part)}}));
    OK(coop_graph_swap(graph, now, next));
    OK(coop_graph_repeat(graph, 3));
    run(graph);
    for (int i = 0; i < 3; i++) {
        fill_borders(&grid, choice->borders[0], choice->borders[1]);
        relax(&grid, part);
    }
    check_grid(now, &grid, choice);
    run(graph); /* once more, from where it was */
    for (int i = 0; i < 3; i++) {
        fill_borders(&grid, choice->borders[0], choice->borders[1]);
        relax(&grid, part);
    }
    check_grid(now, &grid, choice);
    coop_graph_destroy(graph);
    coop_tensor_destroy(now);
    coop_tensor_destroy(next);
}

/* Every eleventh choice, so that each layout, cut and border comes; all of them with stride=1. */
static void check_devices(uint32_t count)
{
    static const uint32_t cuts[][2] = {{1, 1}, {1, 2}, {1, 3}, {1, 5}, {2, 2}, {3, 1}};
    coop_devices *devices = two_open(count);
    uint32_t stride = (uint32_t)test_option("stride", 11);

    for (uint32_t number = 0; number < 5 * 6 * 3; number += stride) {
        struct choice choice = {.devices = count,
                                .layout = (enum coop_layout)(1 + number % 3),
                                .cut = {cuts[number / 3 % 6][0], cuts[number / 3 % 6][1]},
                                .borders = {(enum coop_border)(1 + number / 18),
                                            (enum coop_border)(1 + (number / 18 + number) % 5)}};

        check_choice(devices, make_graph(devices, choice.layout), &choice);
    }
    two_close();
}

TEST(one_device_gives_the_bits_of_the_host)
{
    check_devices(1);
}

TEST(two_devices_give_the_bits_of_the_host)
{
    check_devices(2);
}

/* ---- nodes ---- */

TEST(a_kernel_may_fill_the_padding_itself)
{
    struct choice choice = {2, COOP_SOA, {1, 3}, {COOP_BORDER_PERIODIC, COOP_BORDER_OWN}};
    coop_devices *devices = two_open(2);
    coop_graph *graph = make_graph(devices, COOP_SOA);
    coop_tensor *now = make_tensor(devices, &choice);
    coop_tensor *next = make_tensor(devices, &choice);
    const float part = 0.5f;
    struct coop_graph_node relaxing = {
        .kernel = "relax",
        .arguments = {coop_reads_padded(now), coop_writes(next), coop_value(&part, sizeof part)}};
    struct grid grid;

    make_grid(&grid, 9);
    write_grid(now, &grid);
    OK(coop_graph_split(graph, &(struct coop_graph_node){.kernel = "walls", .arguments = {coop_fills(now)}}));
    OK(coop_graph_then_split(graph, &relaxing));
    run(graph);
    fill_borders(&grid, COOP_BORDER_PERIODIC, COOP_BORDER_CONSTANT);
    for (int depth = 1; depth <= PADDING; depth++) {
        for (int x = -PADDING; x < WIDTH + PADDING; x++) {
            int is_own = x >= 0 && x < WIDTH; /* the kernel leaves the corners as they were */

            *at(&grid, x, -depth) = is_own ? (struct flow){(float)x, {1, 2}, 3} : (struct flow){0, {0, 0}, 0};
            *at(&grid, x, HEIGHT - 1 + depth) =
                is_own ? (struct flow){-(float)x, {4, 5}, 6} : (struct flow){0, {0, 0}, 0};
        }
    }
    relax(&grid, part);
    check_grid(next, &grid, &choice);
    coop_graph_destroy(graph);
    graph = make_graph(devices, COOP_SOA);
    OK(coop_graph_then_split(graph, &relaxing));
    FAILS(coop_graph_finish(graph), INVALID_ARGUMENT, "'relax' reads padding that nobody fills before");
    coop_graph_destroy(graph);
    coop_tensor_destroy(now);
    coop_tensor_destroy(next);
    two_close();
}

/* What blend makes of the grid in tensors of such paddings: one that is written, and one whose padding is
 * read, but less far than that of the grid's own. */
static void blend_into(coop_devices *devices, const uint32_t *paddings, enum coop_overlap overlap,
                       struct flow cells[HEIGHT][WIDTH])
{
    const struct choice choice = {2, COOP_SOA, {1, 2}, {COOP_BORDER_PERIODIC, COOP_BORDER_PERIODIC}};
    const struct coop_graph_options graph_options = {.text = texts[COOP_SOA], .overlap = overlap};
    struct coop_tensor_options options = {.element = &coop_element_flow,
                                          .layout = COOP_SOA,
                                          .cells = {WIDTH, HEIGHT},
                                          .partitions = {1, 2},
                                          .border.kinds = {COOP_BORDER_PERIODIC, COOP_BORDER_PERIODIC}};
    coop_tensor *far = make_tensor(devices, &choice);
    coop_tensor *others[2] = {NULL, NULL};
    coop_graph *graph = NULL;
    struct grid grid;

    make_grid(&grid, 17);
    write_grid(far, &grid);
    for (int i = 0; i < 2; i++) {
        options.padding = paddings[i];
        OK(coop_tensor_create(devices, &options, &others[i]));
    }
    write_grid(others[1], &grid);
    OK(coop_graph_create(devices, &graph_options, &graph));
    OK(coop_graph_then_split(
        graph, &(struct coop_graph_node){.kernel = "blend",
                                         .arguments = {coop_writes(others[0]), coop_reads_padded(others[1]),
                                                       coop_reads_padded(far)}}));
    run(graph);
    OK(coop_tensor_read(others[0], NULL, cells));
    coop_graph_destroy(graph);
    coop_tensor_destroy(far);
    coop_tensor_destroy(others[0]);
    coop_tensor_destroy(others[1]);
}

TEST(tensors_of_a_node_may_differ_in_padding_where_inner_cells_come_first)
{
    static const uint32_t paddings[][2] = {{0, 1}, {1, 3}, {3, 1}};
    coop_devices *devices = two_open(2);
    static struct flow wanted[HEIGHT][WIDTH];
    static struct flow cells[HEIGHT][WIDTH];

    for (size_t i = 0; i < sizeof paddings / sizeof *paddings; i++) {
        memset(cells, 0, sizeof cells);
        blend_into(devices, paddings[i], COOP_OVERLAP_OFF, wanted);
        blend_into(devices, paddings[i], COOP_OVERLAP_ON, cells);
        TEST_TRUE(memcmp(cells, wanted, sizeof cells) == 0);
        TEST_TRUE(wanted[0][0].density != 0);
    }
    two_close();
}

/* A wait for no time looks whether more can be given: one that is repeated comes to the end. */
TEST(a_graph_ends_by_waits_for_no_time)
{
    struct choice choice = {2, COOP_SOA, {1, 2}, {COOP_BORDER_PERIODIC, COOP_BORDER_PERIODIC}};
    coop_devices *devices = two_open(2);
    coop_graph *graph = make_graph(devices, COOP_SOA);
    coop_tensor *now = make_tensor(devices, &choice);
    coop_tensor *next = make_tensor(devices, &choice);
    const float part = 0.25f;
    struct grid grid;
    coop_status status = COOP_TIMED_OUT;

    make_grid(&grid, 5);
    write_grid(now, &grid);
    OK(coop_graph_then_split(
        graph, &(struct coop_graph_node){.kernel = "relax",
                                         .arguments = {coop_reads_padded(now), coop_writes(next),
                                                       coop_value(&part, sizeof part)}}));
    OK(coop_graph_swap(graph, now, next));
    OK(coop_graph_repeat(graph, 40));
    OK(coop_graph_start(graph));
    for (time_t end = time(NULL) + 300; status == COOP_TIMED_OUT && time(NULL) < end;) {
        status = coop_graph_wait(graph, 0);
    }
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OK");
    for (int i = 0; i < 40; i++) {
        fill_borders(&grid, COOP_BORDER_PERIODIC, COOP_BORDER_PERIODIC);
        relax(&grid, part);
    }
    check_grid(now, &grid, &choice);
    coop_graph_destroy(graph);
    coop_tensor_destroy(now);
    coop_tensor_destroy(next);
    two_close();
}

TEST(a_kernel_in_place_takes_the_cells_before_they_change)
{
    struct choice choice = {2, COOP_AOS, {1, 5}, {COOP_BORDER_CONSTANT, COOP_BORDER_PERIODIC}};
    coop_devices *devices = two_open(2);
    coop_graph *graph = make_graph(devices, COOP_AOS);
    coop_tensor *now = make_tensor(devices, &choice);
    const int kinds[] = {0, 1};
    const struct flow ones = {1, {1, 1}, 1};
    struct grid grid;

    make_grid(&grid, 4);
    OK(coop_graph_fill(graph, "ones", now, &ones));
    for (int i = 0; i < 2; i++) {
        OK(coop_graph_then_split(
            graph, &(struct coop_graph_node){
                       .name = i == 0 ? "red" : "black",
                       .kernel = "half_sweep",
                       .arguments = {coop_updates_padded(now), coop_value(&kinds[i], sizeof kinds[i])}}));
    }
    run(graph);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        *at(&grid, i % WIDTH, i / WIDTH) = ones;
    }
    for (int i = 0; i < 2; i++) {
        struct grid before;

        fill_borders(&grid, COOP_BORDER_CONSTANT, COOP_BORDER_PERIODIC);
        before = grid;
        for (int k = 0; k < WIDTH * HEIGHT; k++) {
            int x = k % WIDTH;
            int y = k / WIDTH;

            if (((x + y) & 1) == i) { /* HEIGHT is odd: with a ring, the last row meets one of its kind */
                at(&grid, x, y)->density = at(y == 0 ? &before : &grid, x, y - 1)->density +
                                           at(y == HEIGHT - 1 ? &before : &grid, x, y + 1)->density * 3;
            }
        }
    }
    check_grid(now, &grid, &choice);
    coop_graph_destroy(graph);
    coop_tensor_destroy(now);
    two_close();
}

static coop_status count_calls(void *data)
{
    ++*(int *)data;
    return COOP_OK;
}

static coop_status refuse_third_call(void *data)
{
    return ++*(int *)data == 3 ? COOP_BUSY : COOP_OK;
}

struct look {
    coop_tensor *tensor;
    float seen[40];
    int count;
};

static coop_status look_at_cell(void *data)
{
    struct look *look = data;
    struct coop_region first = {{3, 4, 0}, {1, 1, 1}};
    struct flow cell;
    coop_status status = coop_tensor_read(look->tensor, &first, &cell);

    look->seen[look->count++] = cell.density;
    return status;
}

/* What it has written goes back by a copy, or by a swap: a function finds it in the tensor of that name. */
static void call_between(coop_devices *devices, int swaps)
{
    struct choice choice = {2, COOP_SOA, {1, 2}, {COOP_BORDER_CONSTANT, COOP_BORDER_CONSTANT}};
    coop_graph *graph = make_graph(devices, COOP_SOA);
    coop_tensor *now = make_tensor(devices, &choice);
    coop_tensor *next = make_tensor(devices, &choice);
    const float part = 0.25f;
    struct look look = {.tensor = next};
    struct grid grid;
    int calls = 0;

    make_grid(&grid, 5);
    write_grid(now, &grid);
    OK(coop_graph_emplace(graph, "first", count_calls, &calls));
    OK(coop_graph_then_split(
        graph, &(struct coop_graph_node){.kernel = "relax",
                                         .arguments = {coop_reads_padded(now), coop_writes(next),
                                                       coop_value(&part, sizeof part)}}));
    OK(coop_graph_sync(graph, "look", look_at_cell, &look));
    if (!swaps) {
        OK(coop_graph_copy(graph, "back", next, now));
    }
    OK(coop_graph_then(graph, "last", count_calls, &calls));
    if (swaps) {
        OK(coop_graph_swap(graph, now, next));
    }
    OK(coop_graph_repeat(graph, 40));
    run(graph);
    TEST_EQUAL(calls, 80);
    TEST_EQUAL(look.count, 40);
    for (int i = 0; i < 40; i++) {
        fill_borders(&grid, COOP_BORDER_CONSTANT, COOP_BORDER_CONSTANT);
        relax(&grid, part);
        TEST_EQUAL(memcmp(&look.seen[i], &at(&grid, 3, 4)->density, sizeof look.seen[i]), 0);
    }
    check_grid(now, &grid, &choice);
    coop_graph_destroy(graph);
    coop_tensor_destroy(now);
    coop_tensor_destroy(next);
}

TEST(functions_of_the_host_run_between_the_nodes_of_each_step)
{
    coop_devices *devices = two_open(2);
    coop_graph *graph;
    int calls = 0;

    call_between(devices, 0);
    call_between(devices, 1);
    graph = make_graph(devices, COOP_SOA);
    OK(coop_graph_then(graph, "third", refuse_third_call, &calls));
    OK(coop_graph_repeat(graph, 10));
    OK(coop_graph_start(graph));
    FAILS(coop_graph_wait(graph, MINUTE), BUSY, "the host's function 'third' failed");
    TEST_EQUAL(calls, 3);
    coop_graph_destroy(graph);
    two_close();
}

/* ---- three dimensions, items of all kinds ---- */

enum { SIDE = 5 };

static struct mixed mixed_at(int x, int y, int z)
{
    struct mixed cell;

    memset(&cell, 0, sizeof cell);
    cell.tag = (uchar)(x * 7 + y * 11 + z * 13);
    for (int i = 0; i < 4; i++) {
        cell.position.s[i] = (float)(x * x + 10 * y + 100 * z + i);
    }
    for (int i = 0; i < 3; i++) {
        cell.counts[i] = (short)(x * 1000 - y * 300 + z + i);
        cell.small[0].s[i] = (signed char)(x * y + z + i);
        cell.small[1].s[i] = (signed char)(z - x + i);
    }
    cell.key = (uint64_t)(x + 1) << 40 | (uint64_t)(y * 10 + z);
    cell.level = x * 100 - y * 10 + z;
    return cell;
}

/* The place inside that a place outside repeats. */
static int inside(int x, enum coop_border kind)
{
    if (kind == COOP_BORDER_PERIODIC) {
        return (x + SIDE) % SIDE;
    }
    if (kind == COOP_BORDER_REFLECT) {
        return x < 0 ? -1 - x : x >= SIDE ? 2 * SIDE - 1 - x : x;
    }
    return x < 0 ? 0 : x >= SIDE ? SIDE - 1 : x;
}

static void check_shift(coop_devices *devices, const uint32_t *cut, enum coop_border kind, const int *by)
{
    struct coop_tensor_options options = {.element = &coop_element_mixed,
                                          .cells = {SIDE, SIDE, SIDE},
                                          .padding = 1,
                                          .partitions = {cut[0], cut[1], cut[2]},
                                          .border = {.kinds = {kind, kind, kind}, .turned_items = {1 << 10}}};
    coop_graph *graph = make_graph(devices, COOP_SOA);
    coop_tensor *from = NULL;
    coop_tensor *to = NULL;
    static struct mixed cells[SIDE][SIDE][SIDE];

    OK(coop_tensor_create(devices, &options, &from));
    OK(coop_tensor_create(devices, &options, &to));
    for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        cells[i / SIDE / SIDE][i / SIDE % SIDE][i % SIDE] =
            mixed_at(i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE);
    }
    OK(coop_tensor_write(from, NULL, cells));
    OK(coop_graph_split(graph,
                        &(struct coop_graph_node){.kernel = "shift",
                                                  .local_items = {4, 2, 1},
                                                  .arguments = {coop_reads_padded(from), coop_writes(to),
                                                                coop_value(&by[0], 4), coop_value(&by[1], 4),
                                                                coop_value(&by[2], 4)}}));
    run(graph);
    memset(cells, 0, sizeof cells);
    OK(coop_tensor_read(to, NULL, cells));
    for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        int x = i % SIDE + by[0];
        struct mixed wanted = mixed_at(inside(x, kind), inside(i / SIDE % SIDE + by[1], kind),
                                       inside(i / SIDE / SIDE + by[2], kind));
        const struct mixed *seen = &cells[i / SIDE / SIDE][i / SIDE % SIDE][i % SIDE];

        /* Items: tag 0, position 1, counts 2 to 4, key 5, small 6 and 7, level 8; bit 10 is none. */
        if (seen->tag != wanted.tag || memcmp(&seen->position, &wanted.position, 16) != 0 ||
            memcmp(seen->counts, wanted.counts, sizeof wanted.counts) != 0 || seen->key != wanted.key ||
            memcmp(&seen->small[1], &wanted.small[1], 3) != 0 || seen->level != wanted.level) {
            TEST_FAIL("cut %u x %u x %u, border %d, by (%d, %d, %d): cell %d differs", cut[0], cut[1], cut[2],
                      (int)kind, by[0], by[1], by[2], i);
            break;
        }
    }
    coop_graph_destroy(graph);
    coop_tensor_destroy(from);
    coop_tensor_destroy(to);
}

TEST(cells_with_items_of_all_kinds_cross_borders_in_three_dimensions)
{
    static const uint32_t cuts[][3] = {{1, 1, 1}, {1, 1, 3}, {2, 2, 2}, {5, 1, 2}};
    static const int shifts[][3] = {{-1, 1, -1}, {1, 1, 1}, {0, -1, 0}};
    static const enum coop_border kinds[] = {COOP_BORDER_PERIODIC, COOP_BORDER_REFLECT,
                                             COOP_BORDER_EXTRAPOLATE};
    coop_devices *devices = two_open(2);

    for (uint32_t i = 0; i < 12; i++) {
        check_shift(devices, cuts[i % 4], kinds[i / 4], shifts[i % 3]);
    }
    two_close();
}

/* ---- what is refused ---- */

TEST(what_does_not_fit_a_kernel_is_refused)
{
    struct choice choice = {1, COOP_AOS, {1, 2}, {COOP_BORDER_CONSTANT, COOP_BORDER_CONSTANT}};
    coop_devices *devices = two_open(1);
    coop_graph *graph = make_graph(devices, COOP_SOA);
    coop_tensor *aos = make_tensor(devices, &choice);
    coop_tensor *soa = (choice.layout = COOP_SOA, make_tensor(devices, &choice));
    coop_tensor *other = (choice.cut[1] = 3, make_tensor(devices, &choice));
    const float part = 1;
    coop_graph *none = NULL;

    FAILS(coop_graph_split(graph,
                           &(struct coop_graph_node){.kernel = "nothing", .arguments = {coop_reads(soa)}}),
          INVALID_ARGUMENT, "no kernel 'nothing'");
    FAILS(
        coop_graph_split(graph, &(struct coop_graph_node){.kernel = "walls", .arguments = {coop_fills(aos)}}),
        SIGNATURE_MISMATCH, "was built for flow_2d_soa_");
    FAILS(coop_graph_split(graph, &(struct coop_graph_node){.kernel = "walls"}), INVALID_ARGUMENT,
          "the arguments are not the parameters of 'walls'");
    FAILS(coop_graph_split(graph, &(struct coop_graph_node){.kernel = "walls",
                                                            .arguments = {coop_reads(soa), coop_reads(soa)}}),
          INVALID_ARGUMENT, "the arguments are not the parameters of 'walls'");
    FAILS(coop_graph_split(graph,
                           &(struct coop_graph_node){.kernel = "half_sweep",
                                                     .arguments = {coop_updates(soa), coop_value(&part, 1)}}),
          INVALID_ARGUMENT, "a value of 1 bytes");
    FAILS(coop_graph_split(graph, &(struct coop_graph_node){.kernel = "relax",
                                                            .arguments = {coop_reads(soa), coop_writes(other),
                                                                          coop_value(&part, sizeof part)}}),
          INVALID_ARGUMENT, "the tensors of 'relax' are cut differently");
    FAILS(coop_graph_swap(graph, soa, other), INVALID_ARGUMENT, "these differ");
    FAILS(coop_graph_create(devices, &(struct coop_graph_options){.text = "kernel void broken( {"}, &none),
          OPENCL_FAILED, "does not build");
    OK(coop_graph_split(
        graph, &(struct coop_graph_node){.name = "one", .kernel = "walls", .arguments = {coop_fills(soa)}}));
    OK(coop_graph_split(
        graph, &(struct coop_graph_node){.name = "two", .kernel = "walls", .arguments = {coop_fills(soa)}}));
    FAILS(coop_graph_start(graph), INVALID_ARGUMENT, "'one' and 'two' touch the same padding");
    OK(coop_graph_edge(graph, "one", "two"));
    OK(coop_graph_finish(graph));
    FAILS(coop_graph_edge(graph, "two", "one"), INVALID_ARGUMENT, "finished");
    coop_graph_destroy(graph);
    coop_tensor_destroy(aos);
    coop_tensor_destroy(soa);
    coop_tensor_destroy(other);
    two_close();
}

TEST(null_is_refused_or_means_what_the_header_says)
{
    struct choice choice = {1, COOP_SOA, {1, 1}, {COOP_BORDER_CONSTANT, COOP_BORDER_CONSTANT}};
    coop_devices *devices = two_open(1);
    coop_graph *graph = NULL;
    coop_tensor *tensor = make_tensor(devices, &choice);
    const struct coop_graph_options options = {.text = texts[COOP_SOA]};
    const struct flow cell = {0, {0, 0}, 0};
    const struct coop_graph_node node = {.kernel = "walls", .arguments = {coop_fills(tensor)}};
    int calls = 0;

    FAILS(coop_graph_create(NULL, &options, &graph), INVALID_HANDLE, "the devices are NULL");
    FAILS(coop_graph_create(devices, NULL, &graph), INVALID_ARGUMENT, "text is NULL");
    FAILS(coop_graph_create(devices, &options, NULL), INVALID_ARGUMENT, "graph is NULL");
    FAILS(coop_graph_create(
              devices, &(struct coop_graph_options){.text = texts[COOP_SOA], .overlap = (enum coop_overlap)3},
              &graph),
          INVALID_ARGUMENT, "overlap is none of enum coop_overlap");
    OK(coop_graph_create(devices, &options, &graph));
    coop_graph_destroy(NULL);
    FAILS(coop_graph_split(NULL, &node), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_split(graph, NULL), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_then_split(NULL, &node), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_then_split(graph, NULL), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_copy(NULL, "a", tensor, tensor), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_copy(graph, NULL, tensor, tensor), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_copy(graph, "a", NULL, tensor), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_graph_copy(graph, "a", tensor, NULL), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_graph_fill(NULL, "a", tensor, &cell), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_fill(graph, NULL, tensor, &cell), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_fill(graph, "a", NULL, &cell), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_graph_fill(graph, "a", tensor, NULL), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_emplace(NULL, "a", count_calls, &calls), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_emplace(graph, NULL, count_calls, &calls), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_emplace(graph, "a", NULL, &calls), INVALID_ARGUMENT, "an argument is NULL");
    OK(coop_graph_emplace(graph, "a", count_calls, NULL));
    FAILS(coop_graph_then(NULL, "b", count_calls, &calls), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_then(graph, NULL, count_calls, &calls), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_then(graph, "b", NULL, &calls), INVALID_ARGUMENT, "an argument is NULL");
    OK(coop_graph_then(graph, "b", count_calls, NULL));
    FAILS(coop_graph_sync(NULL, "c", count_calls, &calls), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_sync(graph, NULL, count_calls, &calls), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_sync(graph, "c", NULL, &calls), INVALID_ARGUMENT, "an argument is NULL");
    OK(coop_graph_sync(graph, "c", count_calls, NULL));
    FAILS(coop_graph_swap(NULL, tensor, tensor), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_swap(graph, NULL, tensor), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_graph_swap(graph, tensor, NULL), INVALID_HANDLE, "the tensor is NULL");
    FAILS(coop_graph_edge(NULL, "a", "b"), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_edge(graph, NULL, "b"), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_edge(graph, "a", NULL), INVALID_ARGUMENT, "an argument is NULL");
    FAILS(coop_graph_repeat(NULL, 2), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_finish(NULL), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_start(NULL), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_wait(NULL, 1), INVALID_HANDLE, "the graph is NULL");
    OK(coop_graph_wait(graph, 1));
    OK(coop_graph_repeat(graph, 0));
    run(graph);
    TEST_EQUAL(calls, 0);
    coop_graph_destroy(graph);
    coop_tensor_destroy(tensor);
    two_close();
}
