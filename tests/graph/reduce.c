/* Reductions have the bits of one tree over all cells, for each cut, layout and number of devices; scalars
 * go from kernel to kernel; a graph runs again while a predicate holds. */
#include "accessors.h"
#include "scalars_kernels.h"
#include "two.h"

#include <coop/graph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUTE UINT64_C(60000000000)

static coop_graph *make_graph(coop_devices *devices)
{
    coop_graph *graph = NULL;

    OK(coop_graph_create(devices, &(struct coop_graph_options){.text = scalars_kernels_text}, &graph));
    return graph;
}

static coop_scalar *make_scalar(coop_devices *devices, enum coop_scalar_type type, const char *name)
{
    coop_scalar *scalar = NULL;

    OK(coop_scalar_create(devices, &(struct coop_scalar_options){.type = type, .name = name}, &scalar));
    return scalar;
}

static void run(coop_graph *graph)
{
    OK(coop_graph_start(graph));
    OK(coop_graph_wait(graph, 5 * MINUTE));
}

/* ---- the tree ---- */

struct shape {
    uint64_t cells[3];
    uint32_t cut[3];
    uint32_t devices;
    enum coop_layout layout;
    int aligned_rows;
};

/* All of them end as the first: rows in pieces of 1024 cells, and the pieces, are joined by halves. */
#define TREE(name, type)                                                                 \
    static type name##_join(type left, type right, enum coop_operator how)               \
    {                                                                                    \
        return how == COOP_SUM   ? left + right                                          \
               : how == COOP_MIN ? (right < left ? right : left)                         \
                                 : (right > left ? right : left);                        \
    }                                                                                    \
    static uint64_t name##_halves(type *values, uint64_t count, enum coop_operator how)  \
    {                                                                                    \
        for (uint64_t step = 1; step < count; step *= 2) {                               \
            for (uint64_t i = 0; i + step < count; i += 2 * step) {                      \
                values[i] = name##_join(values[i], values[i + step], how);               \
            }                                                                            \
        }                                                                                \
        return 1;                                                                        \
    }                                                                                    \
    static type name##_tree(type *values, const uint64_t *cells, enum coop_operator how) \
    {                                                                                    \
        uint64_t pieces = 0;                                                             \
        for (uint64_t row = 0; row < cells[1] * cells[2]; row++) {                       \
            for (uint64_t x = 0; x < cells[0]; x += 1024) {                              \
                type *piece = values + row * cells[0] + x;                               \
                name##_halves(piece, cells[0] - x < 1024 ? cells[0] - x : 1024, how);    \
                values[pieces++] = *piece;                                               \
            }                                                                            \
        }                                                                                \
        name##_halves(values, pieces, how);                                              \
        return values[0];                                                                \
    }
TREE(float, float)
TREE(double, double)

static uint32_t next_number(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static coop_tensor *make_tensor(coop_devices *devices, const struct coop_element *element,
                                const struct shape *shape, uint32_t dimensions)
{
    struct coop_tensor_options options = {.element = element,
                                          .layout = shape->layout,
                                          .dimensions = dimensions,
                                          .cells = {shape->cells[0], shape->cells[1], shape->cells[2]},
                                          .partitions = {shape->cut[0], shape->cut[1], shape->cut[2]},
                                          .padding = 1,
                                          .aligned_rows = shape->aligned_rows};
    coop_tensor *tensor = NULL;

    OK(coop_tensor_create(devices, &options, &tensor));
    return tensor;
}

/* Values of very different sizes, so that each order of a sum has bits of its own. */
static float wild_value(uint32_t *seed)
{
    uint32_t number = next_number(seed);

    return ((float)(number % 65536) - 30000.0f) * (float)(1u << number % 23) / 1024.0f;
}

static int is_same(const void *seen, const void *wanted, size_t bytes, const struct shape *shape,
                   const char *what)
{
    return memcmp(seen, wanted, bytes) == 0 ||
           (TEST_FAIL(
                "%llu x %llu x %llu cells in %u x %u x %u blocks, layout %d, %u devices: other bits of %s",
                (unsigned long long)shape->cells[0], (unsigned long long)shape->cells[1],
                (unsigned long long)shape->cells[2], shape->cut[0], shape->cut[1], shape->cut[2],
                (int)shape->layout, shape->devices, what),
            0);
}

static void check_flow(coop_devices *devices, const struct shape *shape)
{
    uint64_t count = shape->cells[0] * shape->cells[1];
    struct flow *cells = calloc(count, sizeof *cells);
    float *values = calloc(count, sizeof *values);
    double *wide = calloc(count, sizeof *wide);
    coop_tensor *tensor = make_tensor(devices, &coop_element_flow, shape, 2);
    coop_graph *graph = make_graph(devices);
    coop_scalar *sum = make_scalar(devices, COOP_FLOAT, "sum");
    coop_scalar *wide_sum = make_scalar(devices, COOP_DOUBLE, "wide sum");
    coop_scalar *least = make_scalar(devices, COOP_FLOAT, "least");
    uint32_t seed = 7;
    float wanted;
    float seen = 0;
    double wide_wanted;
    double wide_seen = 0;

    for (uint64_t i = 0; i < count; i++) {
        cells[i] = (struct flow){-1e30f, {1e30f, wild_value(&seed)}, wild_value(&seed)};
        values[i] = cells[i].momentum[1];
        wide[i] = (double)cells[i].energy * 1.1e-3f;
        cells[i].energy = (float)wide[i];
        wide[i] = (double)cells[i].energy;
    }
    OK(coop_tensor_write(tensor, NULL, cells));
    OK(coop_graph_reduce(graph, "sum", tensor, "momentum[1]", COOP_SUM, sum));
    OK(coop_graph_reduce(graph, "wide sum", tensor, "energy", COOP_SUM, wide_sum));
    OK(coop_graph_then_reduce(graph, "least", tensor, "momentum[1]", COOP_MIN, least));
    run(graph);
    OK(coop_scalar_read(sum, &seen));
    OK(coop_scalar_read(wide_sum, &wide_seen));
    wanted = float_tree(values, shape->cells, COOP_SUM);
    wide_wanted = double_tree(wide, shape->cells, COOP_SUM);
    is_same(&seen, &wanted, sizeof seen, shape, "a sum of floats");
    is_same(&wide_seen, &wide_wanted, sizeof wide_seen, shape, "a sum of floats in a double");
    OK(coop_scalar_read(least, &seen));
    wanted = cells[0].momentum[1];
    for (uint64_t i = 1; i < count; i++) {
        wanted = cells[i].momentum[1] < wanted ? cells[i].momentum[1] : wanted;
    }
    is_same(&seen, &wanted, sizeof seen, shape, "a least value");
    coop_graph_destroy(graph);
    coop_tensor_destroy(tensor);
    coop_scalar_destroy(sum);
    coop_scalar_destroy(wide_sum);
    coop_scalar_destroy(least);
    free(cells);
    free(values);
    free(wide);
}

/* By day every eleventh choice. */
static void check_all(uint32_t count)
{
    static const uint64_t sizes[][2] = {{1, 1},     {37, 13},  {2500, 5}, {5000, 3},
                                        {11, 1300}, {1024, 4}, {1500, 6}};
    static const uint32_t cuts[][2] = {{1, 1}, {1, 2}, {1, 3}, {2, 1}, {3, 2}, {7, 1}, {5, 3}};
    coop_devices *devices = two_open(count);
    uint32_t stride = (uint32_t)test_option("stride", 11);
    uint32_t checked = 0;

    for (uint32_t number = 0; number < 7 * 7 * 3; number += stride) {
        const uint64_t *size = sizes[number % 7];
        const uint32_t *cut = cuts[number / 7 % 7];
        struct shape shape = {.cells = {size[0], size[1], 1},
                              .cut = {cut[0], cut[1], 1},
                              .devices = count,
                              .layout = (enum coop_layout)(1 + number / 49),
                              .aligned_rows = (int)(number % 2)};

        if (cut[0] <= size[0] && cut[1] <= size[1]) {
            check_flow(devices, &shape);
            checked++;
        }
    }
    TEST_AT_LEAST(checked, 7 * 7 * 3 / (int)stride / 2);
    two_close();
}

TEST(reductions_on_one_device_have_the_bits_of_one_tree)
{
    check_all(1);
}

TEST(reductions_on_two_devices_have_the_bits_of_one_tree)
{
    check_all(2);
}

TEST(members_of_all_kinds_are_reduced_in_three_dimensions)
{
    static const struct shape shapes[] = {{{9, 7, 5}, {1, 1, 1}, 2, COOP_AOS, 0},
                                          {{9, 7, 5}, {2, 3, 2}, 2, COOP_SOA, 1},
                                          {{9, 7, 5}, {1, 1, 3}, 2, COOP_SOA_BLOCK, 0}};
    coop_devices *devices = two_open(2);

    for (unsigned number = 0; number < 3; number++) {
        const struct shape *shape = &shapes[number];
        static struct mixed cells[9 * 7 * 5];
        coop_tensor *tensor = make_tensor(devices, &coop_element_mixed, shape, 3);
        coop_graph *graph = make_graph(devices);
        coop_scalar *keys = make_scalar(devices, COOP_ULONG, NULL);
        coop_scalar *levels = make_scalar(devices, COOP_LONG, "levels");
        coop_scalar *counts = make_scalar(devices, COOP_INT, "counts");
        coop_scalar *tags = make_scalar(devices, COOP_UINT, "tags");
        uint32_t seed = 3;
        uint64_t key_sum = 0;
        int64_t level_sum = 0;
        int32_t count_least = 100000;
        uint32_t tag_sum = 0;
        uint64_t seen = 0;

        memset(cells, 0, sizeof cells);
        for (int i = 0; i < 9 * 7 * 5; i++) {
            cells[i].tag = (uchar)next_number(&seed);
            cells[i].counts[2] = (short)next_number(&seed);
            cells[i].key = (uint64_t)next_number(&seed) << 37;
            cells[i].level = (int)(next_number(&seed) << 8);
            key_sum += cells[i].key;
            level_sum += cells[i].level;
            tag_sum += cells[i].tag;
            count_least = cells[i].counts[2] < count_least ? cells[i].counts[2] : count_least;
        }
        OK(coop_tensor_write(tensor, NULL, cells));
        OK(coop_graph_reduce(graph, "keys", tensor, "key", COOP_SUM, keys));
        OK(coop_graph_reduce(graph, "levels", tensor, "level", COOP_SUM, levels));
        OK(coop_graph_reduce(graph, "counts", tensor, "counts[2]", COOP_MIN, counts));
        OK(coop_graph_reduce(graph, "tags", tensor, "tag", COOP_SUM, tags));
        run(graph);
        OK(coop_scalar_read(keys, &seen));
        is_same(&seen, &key_sum, 8, shape, "a sum of ulongs");
        OK(coop_scalar_read(levels, &seen));
        is_same(&seen, &level_sum, 8, shape, "a sum of ints");
        OK(coop_scalar_read(counts, &seen));
        is_same(&seen, &count_least, 4, shape, "the least short");
        OK(coop_scalar_read(tags, &seen));
        is_same(&seen, &tag_sum, 4, shape, "a sum of uchars");
        coop_graph_destroy(graph);
        coop_tensor_destroy(tensor);
        coop_scalar_destroy(keys);
        coop_scalar_destroy(levels);
        coop_scalar_destroy(counts);
        coop_scalar_destroy(tags);
    }
    two_close();
}

/* ---- from kernel to kernel ---- */

enum { WIDTH = 23, HEIGHT = 9 };

static const struct shape small = {{WIDTH, HEIGHT, 1}, {1, 3, 1}, 2, COOP_SOA, 0};

static void drift(struct flow *cells, float *fastest, float *step)
{
    *fastest = cells[0].momentum[0];
    for (int i = 1; i < WIDTH * HEIGHT; i++) {
        *fastest = cells[i].momentum[0] > *fastest ? cells[i].momentum[0] : *fastest;
    }
    *step = 0.75f / (*fastest + 1.0f);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        cells[i].density = cells[i].density + *step * cells[i].momentum[0];
        cells[i].momentum[0] = cells[i].momentum[0] - 0.125f * cells[i].density;
    }
}

TEST(scalars_go_from_kernel_to_kernel_without_the_host)
{
    for (uint32_t count = 1; count <= 2; count++) {
        coop_devices *devices = two_open(count);
        coop_graph *graph = make_graph(devices);
        coop_tensor *tensor = make_tensor(devices, &coop_element_flow, &small, 2);
        coop_scalar *fastest = make_scalar(devices, COOP_FLOAT, "fastest");
        coop_scalar *step = make_scalar(devices, COOP_FLOAT, "step");
        coop_scalar *steps = make_scalar(devices, COOP_UINT, "steps");
        static struct flow cells[WIDTH * HEIGHT];
        static struct flow seen[WIDTH * HEIGHT];
        const uint32_t none = 0;
        uint32_t number = 0;
        float values[2];
        float wanted[2];

        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            cells[i] = (struct flow){(float)(i % 17), {(float)(i % 29) / 3.0f, 0}, 0};
        }
        OK(coop_tensor_write(tensor, NULL, cells));
        OK(coop_scalar_write(steps, &none));
        OK(coop_graph_then_reduce(graph, "fastest", tensor, "momentum[0]", COOP_MAX, fastest));
        OK(coop_graph_then_split(
            graph,
            &(struct coop_graph_node){.kernel = "pace",
                                      .arguments = {coop_reads_scalar(fastest), coop_writes_scalar(step),
                                                    coop_updates_scalar(steps)}}));
        OK(coop_graph_then_split(
            graph, &(struct coop_graph_node){.kernel = "drift",
                                             .arguments = {coop_updates(tensor), coop_reads_scalar(step)}}));
        OK(coop_graph_repeat(graph, 100));
        run(graph);
        TEST_EQUAL_U64(coop_graph_rounds(graph), 100);
        for (int i = 0; i < 100; i++) {
            drift(cells, &wanted[0], &wanted[1]);
        }
        OK(coop_tensor_read(tensor, NULL, seen));
        TEST_EQUAL(memcmp(seen, cells, sizeof seen), 0);
        OK(coop_scalar_read(fastest, &values[0]));
        OK(coop_scalar_read(step, &values[1]));
        OK(coop_scalar_read(steps, &number));
        TEST_EQUAL(memcmp(values, wanted, sizeof values), 0);
        TEST_EQUAL(number, 100);
        coop_graph_destroy(graph);
        coop_tensor_destroy(tensor);
        coop_scalar_destroy(fastest);
        coop_scalar_destroy(step);
        coop_scalar_destroy(steps);
        two_close();
    }
}

/* ---- conditions ---- */

struct questions {
    float seen[64];
    unsigned count;
    unsigned fails_at; /* 0: never */
};

static coop_status is_not_zero(void *data, const void *value, int *again)
{
    struct questions *questions = data;
    float sum = 0;

    memcpy(&sum, value, sizeof sum);
    questions->seen[questions->count++ % 64] = sum;
    *again = sum != 0.0f;
    return questions->count == questions->fails_at ? COOP_BUSY : COOP_OK;
}

/* Ripple's example: all cells are 4; each round takes one from each, until the sum is 0. */
struct falling {
    coop_devices *devices;
    coop_tensor *tensor;
    coop_scalar *sum;
    coop_graph *graph;
    struct questions questions;
};

static struct falling make_falling(uint32_t devices, struct coop_graph_condition condition)
{
    struct falling falling = {.devices = two_open(devices)};

    falling.tensor = make_tensor(falling.devices, &coop_element_flow, &small, 2);
    falling.sum = make_scalar(falling.devices, COOP_FLOAT, "sum");
    falling.graph = make_graph(falling.devices);
    OK(coop_graph_then_split(
        falling.graph,
        &(struct coop_graph_node){.kernel = "take_one", .arguments = {coop_updates(falling.tensor)}}));
    OK(coop_graph_then_reduce(falling.graph, "sum", falling.tensor, "density", COOP_SUM, falling.sum));
    condition.scalar = falling.sum;
    OK(coop_graph_conditional(falling.graph, &condition));
    return falling;
}

static void set_all(struct falling *falling, float density)
{
    static struct flow cells[WIDTH * HEIGHT];

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        cells[i].density = density;
    }
    OK(coop_tensor_write(falling->tensor, NULL, cells));
}

static void end_falling(struct falling *falling)
{
    coop_graph_destroy(falling->graph);
    coop_tensor_destroy(falling->tensor);
    coop_scalar_destroy(falling->sum);
    two_close();
}

TEST(a_graph_runs_again_while_the_sum_is_not_zero)
{
    for (uint32_t devices = 1; devices <= 2; devices++) {
        struct questions questions = {.count = 0};
        struct falling falling = make_falling(
            devices, (struct coop_graph_condition){.predicate = is_not_zero, .data = &questions});

        for (int again = 0; again < 2; again++) {
            set_all(&falling, 4);
            questions.count = 0;
            run(falling.graph);
            TEST_EQUAL_U64(coop_graph_rounds(falling.graph), 4);
            TEST_EQUAL(questions.count, 4);
            for (int i = 0; i < 4; i++) {
                TEST_EQUAL(questions.seen[i], (3 - i) * WIDTH * HEIGHT);
            }
        }
        end_falling(&falling);
    }
}

TEST(a_condition_is_asked_every_few_rounds)
{
    struct questions questions = {.count = 0};
    struct falling falling = make_falling(
        2, (struct coop_graph_condition){.predicate = is_not_zero, .data = &questions, .every = 20});

    set_all(&falling, 60);
    run(falling.graph);
    TEST_EQUAL_U64(coop_graph_rounds(falling.graph), 60);
    TEST_EQUAL(questions.count, 3);
    end_falling(&falling);
}

TEST(a_condition_ends_at_its_limit_or_its_deadline)
{
    struct questions questions = {.count = 0};
    struct falling falling =
        make_falling(2, (struct coop_graph_condition){
                            .predicate = is_not_zero, .data = &questions, .every = 4, .rounds_max = 10});
    float sum = 0;

    set_all(&falling, 3); /* never 0 at a question */
    OK(coop_graph_start(falling.graph));
    FAILS(coop_graph_wait(falling.graph, MINUTE), STALLED, "after 10 rounds, the most");
    TEST_EQUAL(questions.count, 3);
    OK(coop_scalar_read(falling.sum, &sum));
    TEST_EQUAL(sum, -7 * WIDTH * HEIGHT);
    questions.fails_at = questions.count + 2;
    OK(coop_graph_start(falling.graph));
    FAILS(coop_graph_wait(falling.graph, MINUTE), BUSY, "the predicate over the scalar 'sum' failed");
    questions.fails_at = 0;
    set_all(&falling, 8);
    run(falling.graph);
    TEST_EQUAL_U64(coop_graph_rounds(falling.graph), 8);
    end_falling(&falling);
    falling = make_falling(1, (struct coop_graph_condition){.predicate = is_not_zero, .data = &questions});
    OK(coop_graph_start(falling.graph)); /* from -1 downward for ever */
    FAILS(coop_graph_wait(falling.graph, 100000000), TIMED_OUT, "");
    FAILS(coop_graph_wait(falling.graph, 100000000), TIMED_OUT, "");
    FAILS(coop_graph_conditional(falling.graph, NULL), INVALID_ARGUMENT, "finished");
    end_falling(&falling);
}

/* ---- what is refused ---- */

TEST(scalars_that_are_not_set_or_race_are_refused_by_name)
{
    coop_devices *devices = two_open(2);
    coop_graph *graph = make_graph(devices);
    coop_tensor *tensor = make_tensor(devices, &coop_element_flow, &small, 2);
    coop_scalar *step = make_scalar(devices, COOP_FLOAT, "step");
    struct questions questions = {.count = 0};
    const struct coop_graph_node drifting = {.kernel = "drift",
                                             .arguments = {coop_updates(tensor), coop_reads_scalar(step)}};
    float value = 0.5f;

    FAILS(coop_scalar_read(step, &value), INVALID_ARGUMENT, "nobody has set the scalar 'step'");
    OK(coop_graph_split(graph, &drifting));
    FAILS(coop_graph_start(graph), INVALID_ARGUMENT,
          "'drift' reads the scalar 'step' before anybody has set it");
    OK(coop_scalar_write(step, &value));
    run(graph);
    coop_graph_destroy(graph);

    graph = make_graph(devices);
    OK(coop_graph_split(graph, &drifting));
    OK(coop_graph_reduce(graph, "fastest", tensor, "energy", COOP_MAX, step));
    FAILS(coop_graph_finish(graph), INVALID_ARGUMENT, "'drift' and ");
    TEST_CONTAINS(coop_last_error()->message, "fastest' touch the same ");
    coop_graph_destroy(graph);

    graph = make_graph(devices);
    OK(coop_graph_reduce(graph, "least", tensor, "energy", COOP_MIN, step));
    OK(coop_graph_reduce(graph, "most", tensor, "energy", COOP_MAX, step));
    FAILS(coop_graph_finish(graph), INVALID_ARGUMENT, "'least' and 'most' touch the same scalar 'step'");
    OK(coop_graph_edge(graph, "least", "most"));
    OK(coop_graph_finish(graph));
    coop_graph_destroy(graph);
    coop_scalar_destroy(step);

    graph = make_graph(devices);
    step = make_scalar(devices, COOP_FLOAT, "bound");
    OK(coop_graph_split(
        graph, &(struct coop_graph_node){.kernel = "take_one", .arguments = {coop_updates(tensor)}}));
    OK(coop_graph_conditional(
        graph, &(struct coop_graph_condition){.scalar = step, .predicate = is_not_zero, .data = &questions}));
    FAILS(coop_graph_start(graph), INVALID_ARGUMENT, "over the scalar 'bound', which nobody has set");
    coop_graph_destroy(graph);
    coop_tensor_destroy(tensor);
    coop_scalar_destroy(step);
    two_close();
}

TEST(what_does_not_fit_a_scalar_is_refused)
{
    coop_devices *devices = two_open(1);
    coop_graph *graph = make_graph(devices);
    coop_tensor *tensor = make_tensor(devices, &coop_element_flow, &small, 2);
    coop_tensor *mixed =
        make_tensor(devices, &coop_element_mixed, &(struct shape){{4, 4, 4}, {1, 1, 1}, 1, 0, 0}, 3);
    coop_scalar *real = make_scalar(devices, COOP_FLOAT, "real");
    coop_scalar *number = make_scalar(devices, COOP_INT, "number");
    char long_name[64];

    memset(long_name, 'n', sizeof long_name);
    long_name[41] = '\0';
    FAILS(coop_scalar_create(devices, &(struct coop_scalar_options){.type = 0}, &(coop_scalar *){NULL}),
          INVALID_ARGUMENT, "none of enum coop_scalar_type");
    FAILS(coop_scalar_create(devices, &(struct coop_scalar_options){.type = COOP_INT, .name = long_name},
                             &(coop_scalar *){NULL}),
          INVALID_ARGUMENT, "more than 40 bytes");
    FAILS(coop_graph_reduce(graph, "a", tensor, "speed", COOP_SUM, real), INVALID_ARGUMENT,
          "'a' reduces 'speed', which the element 'flow' does not have");
    FAILS(coop_graph_reduce(graph, "a", tensor, "momentum", COOP_SUM, real), INVALID_ARGUMENT,
          "has 2 items; say which, as in \"momentum[0]\"");
    FAILS(coop_graph_reduce(graph, "a", tensor, "momentum[2]", COOP_SUM, real), INVALID_ARGUMENT,
          "has 2 items");
    FAILS(coop_graph_reduce(graph, "a", tensor, "momentum[1]x", COOP_SUM, real), INVALID_ARGUMENT,
          "has 2 items");
    FAILS(coop_graph_reduce(graph, "a", tensor, "energy", (enum coop_operator)4, real), INVALID_ARGUMENT,
          "the operator of 'a' is 4");
    FAILS(coop_graph_reduce(graph, "a", tensor, "energy", COOP_SUM, number), SIGNATURE_MISMATCH,
          "'energy', which is of float, into the scalar 'number', which is of int");
    FAILS(coop_graph_reduce(graph, "a", mixed, "position", COOP_SUM, real), SIGNATURE_MISMATCH,
          "'position', which is of float4");
    FAILS(coop_graph_reduce(graph, "a", mixed, "key", COOP_SUM, number), SIGNATURE_MISMATCH,
          "'key', which is of ulong");
    FAILS(coop_graph_split(graph, &(struct coop_graph_node){.kernel = "drift",
                                                            .arguments = {coop_updates(tensor),
                                                                          coop_writes_scalar(real)}}),
          SIGNATURE_MISMATCH, "'share' of 'drift' is read only");
    FAILS(coop_graph_split(graph, &(struct coop_graph_node){.kernel = "drift",
                                                            .arguments = {coop_updates(tensor),
                                                                          coop_reads_scalar(number)}}),
          SIGNATURE_MISMATCH, "'share' of 'drift' is of the type 'float");
    FAILS(coop_graph_split(
              graph, &(struct coop_graph_node){.kernel = "pace",
                                               .arguments = {coop_reads_scalar(real), coop_reads_scalar(real),
                                                             coop_reads_scalar(number)}}),
          SIGNATURE_MISMATCH, "'share' of 'pace' may be written");
    FAILS(coop_graph_split(graph,
                           &(struct coop_graph_node){
                               .kernel = "drift",
                               .arguments = {coop_updates(tensor),
                                             coop_scalar_access_of(real, COOP_ACCESS_READS_PADDED)}}),
          INVALID_ARGUMENT, "a scalar is read, written or updated");
    coop_graph_destroy(graph);
    coop_tensor_destroy(tensor);
    coop_tensor_destroy(mixed);
    coop_scalar_destroy(real);
    coop_scalar_destroy(number);
    two_close();
}

TEST(null_is_refused_or_means_what_the_header_says)
{
    coop_devices *devices = two_open(1);
    const struct coop_scalar_options options = {.type = COOP_FLOAT};
    coop_scalar *scalar = make_scalar(devices, COOP_FLOAT, "scalar");
    coop_scalar *none = NULL;
    coop_tensor *tensor = make_tensor(devices, &coop_element_flow, &small, 2);
    coop_graph *graph = make_graph(devices);
    float value = 1;

    FAILS(coop_scalar_create(NULL, &options, &none), INVALID_HANDLE, "the devices are NULL");
    FAILS(coop_scalar_create(devices, NULL, &none), INVALID_ARGUMENT, "options is NULL");
    FAILS(coop_scalar_create(devices, &options, NULL), INVALID_ARGUMENT, "scalar is NULL");
    coop_scalar_destroy(NULL);
    FAILS(coop_scalar_write(NULL, &value), INVALID_HANDLE, "the scalar is NULL");
    FAILS(coop_scalar_write(scalar, NULL), INVALID_ARGUMENT, "from is NULL");
    FAILS(coop_scalar_read(NULL, &value), INVALID_HANDLE, "the scalar is NULL");
    FAILS(coop_scalar_read(scalar, NULL), INVALID_ARGUMENT, "to is NULL");
    FAILS(coop_graph_reduce(NULL, "a", tensor, "energy", COOP_SUM, scalar), INVALID_HANDLE,
          "the graph is NULL");
    FAILS(coop_graph_reduce(graph, NULL, tensor, "energy", COOP_SUM, scalar), INVALID_ARGUMENT,
          "an argument is NULL");
    FAILS(coop_graph_reduce(graph, "a", NULL, "energy", COOP_SUM, scalar), INVALID_HANDLE,
          "the tensor is NULL");
    FAILS(coop_graph_reduce(graph, "a", tensor, NULL, COOP_SUM, scalar), INVALID_ARGUMENT,
          "an argument is NULL");
    FAILS(coop_graph_reduce(graph, "a", tensor, "energy", COOP_SUM, NULL), INVALID_HANDLE,
          "the scalar is NULL");
    FAILS(coop_graph_then_reduce(NULL, "a", tensor, "energy", COOP_SUM, scalar), INVALID_HANDLE,
          "the graph is NULL");
    FAILS(coop_graph_then_reduce(graph, NULL, tensor, "energy", COOP_SUM, scalar), INVALID_ARGUMENT,
          "an argument is NULL");
    FAILS(coop_graph_then_reduce(graph, "a", NULL, "energy", COOP_SUM, scalar), INVALID_HANDLE,
          "the tensor is NULL");
    FAILS(coop_graph_then_reduce(graph, "a", tensor, NULL, COOP_SUM, scalar), INVALID_ARGUMENT,
          "an argument is NULL");
    FAILS(coop_graph_then_reduce(graph, "a", tensor, "energy", COOP_SUM, NULL), INVALID_HANDLE,
          "the scalar is NULL");
    FAILS(coop_graph_conditional(NULL, NULL), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_conditional(graph, &(struct coop_graph_condition){.scalar = scalar}), INVALID_ARGUMENT,
          "predicate is NULL");
    FAILS(coop_graph_conditional(graph, &(struct coop_graph_condition){.predicate = is_not_zero}),
          INVALID_HANDLE, "the scalar is NULL");
    OK(coop_graph_conditional(graph, NULL));
    TEST_EQUAL_U64(coop_graph_rounds(NULL), 0);
    coop_graph_destroy(graph);
    coop_tensor_destroy(tensor);
    coop_scalar_destroy(scalar);
    two_close();
}
