/* Graphs that are executed in runs have the bits of those on queues; cooperative kernels are nodes of them;
 * what fails, or does not end, is named. */
#include "accessors.h"
#include "aos_runs_kernels.h"
#include "aos_runs_module_text.h"
#include "block_runs_kernels.h"
#include "block_runs_module_text.h"
#include "soa_runs_kernels.h"
#include "soa_runs_module_text.h"
#include "two.h"

#include <coop/argument.h>
#include <coop/graph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUTE UINT64_C(60000000000)

enum { WIDTH = 23, HEIGHT = 14, CELLS = WIDTH * HEIGHT, PAIRS = 5, DEEP = 6, SCALARS = 8 };

static const char *const texts[2][3] = {
    {aos_runs_kernels_text, soa_runs_kernels_text, block_runs_kernels_text},
    {aos_runs_module_module_text, soa_runs_module_module_text, block_runs_module_module_text}};

static coop_graph *make_graph(coop_devices *devices, enum coop_executor executor, enum coop_layout layout)
{
    const struct coop_graph_options options = {.text = texts[executor][layout - 1], .executor = executor};
    coop_graph *graph = NULL;

    OK(coop_graph_create(devices, &options, &graph));
    return graph;
}

/* ---- the bits of queues ---- */

struct world {
    enum coop_executor executor;
    uint32_t device_count;
    enum coop_layout layout;
    coop_devices *devices;
    coop_tensor *pairs[PAIRS][2];
    coop_tensor *deep[2]; /* in three dimensions */
    coop_scalar *scalars[SCALARS];
    coop_graph *graph;
};

/* All that can be seen of it. */
struct seen {
    struct flow cells[PAIRS][2][CELLS];
    struct mixed deep[2][CELLS * DEEP];
    uint64_t scalars[SCALARS];
    uint32_t calls;
};

static const enum coop_border kinds[PAIRS][2] = {{COOP_BORDER_CONSTANT, COOP_BORDER_EXTRAPOLATE_1},
                                                 {COOP_BORDER_EXTRAPOLATE, COOP_BORDER_REFLECT},
                                                 {COOP_BORDER_PERIODIC, COOP_BORDER_CONSTANT},
                                                 {COOP_BORDER_REFLECT, COOP_BORDER_PERIODIC},
                                                 {COOP_BORDER_EXTRAPOLATE_1, COOP_BORDER_EXTRAPOLATE}};

static const struct {
    const char *member;
    enum coop_operator how;
    enum coop_scalar_type type;
    int is_deep;
} reductions[SCALARS - 2] = {{"density", COOP_SUM, COOP_FLOAT, 0}, {"momentum[1]", COOP_SUM, COOP_DOUBLE, 0},
                             {"counts[1]", COOP_SUM, COOP_INT, 1}, {"key", COOP_MAX, COOP_ULONG, 1},
                             {"level", COOP_MIN, COOP_LONG, 1},    {"tag", COOP_MAX, COOP_UINT, 1}};

static void make_tensors(struct world *world)
{
    const struct flow outside = {0.5f, {1.5f, -2.5f}, 3.5f};
    uint32_t parts = world->device_count + 1;

    for (unsigned i = 0; i < 2 * PAIRS; i++) {
        const struct coop_tensor_options options = {.element = &coop_element_flow,
                                                    .layout = world->layout,
                                                    .cells = {WIDTH, HEIGHT},
                                                    .partitions = {i % 4 < 2 ? 1 : 2, parts},
                                                    .padding = 2,
                                                    .aligned_rows = i % 4 == 0 || i % 4 == 1,
                                                    .border = {.kinds = {kinds[i / 2][0], kinds[i / 2][1]},
                                                               .cell = &outside,
                                                               .turned_items = {1 << 1 | 1 << 3, 1 << 2}}};

        OK(coop_tensor_create(world->devices, &options, &world->pairs[i / 2][i % 2]));
    }
    for (unsigned i = 0; i < 2; i++) {
        const struct coop_tensor_options options = {
            .element = &coop_element_mixed,
            .layout = COOP_SOA,
            .dimensions = 3,
            .cells = {WIDTH, HEIGHT, DEEP},
            .partitions = {2, 1, world->device_count},
            .padding = 1,
            .border = {.kinds = {COOP_BORDER_REFLECT, COOP_BORDER_EXTRAPOLATE_1, COOP_BORDER_PERIODIC},
                       .turned_items = {0xffff, 0, 0}}};

        OK(coop_tensor_create(world->devices, &options, &world->deep[i]));
    }
}

static coop_status count_call(void *data)
{
    ++*(uint32_t *)data;
    return COOP_OK;
}

static void make_nodes(struct world *world, struct seen *seen)
{
    const float part = 0.125f;
    const int32_t steps[3] = {-1, 1, -1};
    const struct flow grey = {1.0f, {2.0f, 3.0f}, 4.0f};
    const struct coop_graph_node shift = {.kernel = "shift",
                                          .arguments = {coop_reads_padded(world->deep[0]),
                                                        coop_writes(world->deep[1]), coop_value(&steps[0], 4),
                                                        coop_value(&steps[1], 4), coop_value(&steps[2], 4)}};
    const struct coop_graph_node pace = {.kernel = "pace",
                                         .arguments = {coop_reads_scalar(world->scalars[0]),
                                                       coop_writes_scalar(world->scalars[6]),
                                                       coop_updates_scalar(world->scalars[7])}};
    const struct coop_graph_node drift = {
        .kernel = "drift",
        .arguments = {coop_updates(world->pairs[0][1]), coop_reads_scalar(world->scalars[6])}};
    char name[16];

    for (unsigned i = 0; i < PAIRS; i++) {
        const struct coop_graph_node relax = {.name = name,
                                              .kernel = "relax",
                                              .arguments = {coop_reads_padded(world->pairs[i][0]),
                                                            coop_writes(world->pairs[i][1]),
                                                            coop_value(&part, sizeof part)}};

        snprintf(name, sizeof name, "relax %u", i);
        OK(coop_graph_split(world->graph, &relax));
    }
    OK(coop_graph_split(world->graph, &shift));
    OK(coop_graph_then(world->graph, "call", count_call, &seen->calls));
    for (unsigned i = 0; i < SCALARS - 2; i++) {
        snprintf(name, sizeof name, "reduce %u", i);
        OK(coop_graph_then_reduce(world->graph, name,
                                  reductions[i].is_deep ? world->deep[1] : world->pairs[i][1],
                                  reductions[i].member, reductions[i].how, world->scalars[i]));
    }
    OK(coop_graph_then_split(world->graph, &pace));
    OK(coop_graph_then_split(world->graph, &drift));
    OK(coop_graph_copy(world->graph, "copy", world->pairs[1][1], world->pairs[1][0]));
    OK(coop_graph_fill(world->graph, "fill", world->pairs[2][0], &grey));
    OK(coop_graph_swap(world->graph, world->pairs[0][0], world->pairs[0][1]));
    OK(coop_graph_swap(world->graph, world->deep[0], world->deep[1]));
    OK(coop_graph_repeat(world->graph, 3));
}

static void fill_tensors(struct world *world, struct seen *seen)
{
    unsigned char *bytes = (unsigned char *)seen->deep;

    for (unsigned i = 0; i < 2 * PAIRS * CELLS; i++) {
        struct flow *cell = &seen->cells[i / CELLS / 2][i / CELLS % 2][i % CELLS];

        *cell = (struct flow){(float)(i % 97) / 7.0f, {(float)(i % 31), (float)(i % 13) / 3.0f}, (float)i};
    }
    memset(seen->deep, 0, sizeof seen->deep);
    for (unsigned i = 0; i < sizeof seen->deep; i++) {
        bytes[i] =
            (unsigned char)(i * 2654435761u >> 24 & 63); /* no NaN, whose bits an operation may change */
    }
    for (unsigned i = 0; i < 2 * PAIRS; i++) {
        OK(coop_tensor_write(world->pairs[i / 2][i % 2], NULL, seen->cells[i / 2][i % 2]));
    }
    for (unsigned i = 0; i < 2; i++) {
        OK(coop_tensor_write(world->deep[i], NULL, seen->deep[i]));
    }
}

static void look(struct world *world, struct seen *seen)
{
    memset(seen->deep, 0, sizeof seen->deep);
    for (unsigned i = 0; i < 2 * PAIRS; i++) {
        OK(coop_tensor_read(world->pairs[i / 2][i % 2], NULL, seen->cells[i / 2][i % 2]));
    }
    for (unsigned i = 0; i < 2; i++) {
        OK(coop_tensor_read(world->deep[i], NULL, seen->deep[i]));
    }
    for (unsigned i = 0; i < SCALARS; i++) {
        OK(coop_scalar_read(world->scalars[i], &seen->scalars[i]));
    }
}

static void close_world(struct world *world)
{
    coop_graph_destroy(world->graph);
    for (unsigned i = 0; i < 2 * PAIRS; i++) {
        coop_tensor_destroy(world->pairs[i / 2][i % 2]);
    }
    for (unsigned i = 0; i < SCALARS; i++) {
        coop_scalar_destroy(world->scalars[i]);
    }
    coop_tensor_destroy(world->deep[0]);
    coop_tensor_destroy(world->deep[1]);
}

static struct seen *run_world(uint32_t device_count, enum coop_layout layout, enum coop_executor executor)
{
    struct world world = {.executor = executor, .device_count = device_count, .layout = layout};
    struct seen *seen = calloc(1, sizeof *seen);
    const uint32_t none = 0;

    if (seen == NULL) {
        exit(1);
    }
    world.devices = two_open(device_count);
    make_tensors(&world);
    for (unsigned i = 0; i < SCALARS; i++) {
        const struct coop_scalar_options options = {.type = i < SCALARS - 2 ? reductions[i].type
                                                            : i == 6        ? COOP_FLOAT
                                                                            : COOP_UINT};

        OK(coop_scalar_create(world.devices, &options, &world.scalars[i]));
    }
    OK(coop_scalar_write(world.scalars[7], &none));
    fill_tensors(&world, seen);
    world.graph = make_graph(world.devices, executor, layout);
    make_nodes(&world, seen);
    for (unsigned i = 0; i < 2; i++) {
        OK(coop_graph_start(world.graph));
        OK(coop_graph_wait(world.graph, 2 * MINUTE));
    }
    look(&world, seen);
    close_world(&world);
    return seen;
}

static void compare(uint32_t device_count)
{
    struct seen *wanted = run_world(1, COOP_SOA, COOP_ON_QUEUES);

    TEST_EQUAL(wanted->calls, 6u);
    for (enum coop_layout layout = COOP_AOS; layout <= COOP_SOA_BLOCK; layout++) {
        struct seen *seen = run_world(device_count, layout, COOP_IN_RUNS);

        TEST_EQUAL(memcmp(seen->cells, wanted->cells, sizeof seen->cells), 0);
        TEST_EQUAL(memcmp(seen->deep, wanted->deep, sizeof seen->deep), 0);
        TEST_EQUAL(memcmp(seen->scalars, wanted->scalars, sizeof seen->scalars), 0);
        TEST_EQUAL(seen->calls, wanted->calls);
        free(seen);
    }
    free(wanted);
    two_close();
}

TEST(one_device_has_the_bits_of_queues)
{
    compare(1);
}

TEST(two_devices_have_the_bits_of_queues)
{
    compare(2);
}

/* ---- cooperative kernels ---- */

static coop_tensor *make_tensor(coop_devices *devices, uint32_t parts)
{
    const struct coop_tensor_options options = {
        .element = &coop_element_flow, .cells = {WIDTH, HEIGHT}, .partitions = {1, parts}};
    coop_tensor *tensor = NULL;

    OK(coop_tensor_create(devices, &options, &tensor));
    return tensor;
}

TEST(a_cooperative_kernel_is_a_node)
{
    coop_devices *devices = two_open(2);
    coop_tensor *tensor = make_tensor(devices, 2);
    coop_graph *graph = make_graph(devices, COOP_IN_RUNS, COOP_SOA);
    static struct flow cells[CELLS];
    const uint32_t times = 5;
    const struct coop_launch_options launch = {.groups = 1, .priority = 1};
    const struct coop_graph_node turn = {
        .kernel = "turn_rows",
        .launch = &launch,
        .arguments = {coop_updates(tensor), coop_value(&times, sizeof times)}};
    const struct coop_graph_node take = {.kernel = "take_one", .arguments = {coop_updates(tensor)}};
    unsigned wrong = 0;

    for (unsigned i = 0; i < CELLS; i++) {
        cells[i].density = (float)i;
    }
    OK(coop_tensor_write(tensor, NULL, cells));
    OK(coop_graph_then_split(graph, &turn));
    OK(coop_graph_then_split(graph, &take));
    OK(coop_graph_repeat(graph, 3));
    OK(coop_graph_start(graph));
    OK(coop_graph_wait(graph, 2 * MINUTE));
    OK(coop_tensor_read(tensor, NULL, cells));
    for (unsigned i = 0; i < CELLS; i++) {
        wrong += cells[i].density != (float)(i / WIDTH * WIDTH + WIDTH - 1 - i % WIDTH + 3 * (times - 1));
    }
    TEST_EQUAL(wrong, 0u);
    TEST_TRUE(coop_graph_run(graph, 1) != NULL && coop_graph_run(graph, 2) == NULL);
    coop_graph_destroy(graph);
    coop_tensor_destroy(tensor);
    two_close();
}

TEST(there_are_more_launches_than_a_device_has_room_for)
{
    coop_devices *devices = two_open(1);
    coop_tensor *tensors[4];
    coop_graph *graph = make_graph(devices, COOP_IN_RUNS, COOP_SOA);
    static struct flow cells[CELLS];
    unsigned wrong = 0;

    for (unsigned i = 0; i < 4; i++) { /* 56 blocks, whose kernels may all begin at once */
        const struct coop_graph_node take = {
            .name = (const char *[]){"a", "b", "c", "d"}[i],
            .kernel = "take_one",
            .arguments = {coop_updates(tensors[i] = make_tensor(devices, HEIGHT))}};

        OK(coop_graph_split(graph, &take));
    }
    OK(coop_graph_repeat(graph, 5));
    OK(coop_graph_start(graph));
    OK(coop_graph_wait(graph, 2 * MINUTE));
    for (unsigned i = 0; i < 4 * CELLS; i++) {
        if (i % CELLS == 0) {
            OK(coop_tensor_read(tensors[i / CELLS], NULL, cells));
        }
        wrong += cells[i % CELLS].density != -5.0f;
    }
    TEST_EQUAL(wrong, 0u);
    coop_graph_destroy(graph);
    for (unsigned i = 0; i < 4; i++) {
        coop_tensor_destroy(tensors[i]);
    }
    two_close();
}

TEST(others_launch_beside_the_nodes)
{
    coop_devices *devices = two_open(2);
    coop_tensor *tensor = make_tensor(devices, 2);
    coop_tensor *other = make_tensor(devices, 1);
    coop_graph *graph = make_graph(devices, COOP_IN_RUNS, COOP_SOA);
    const struct coop_graph_node take = {.kernel = "take_one", .arguments = {coop_updates(tensor)}};
    const struct coop_ndrange all = {.dimensions = 2, .global_items = {WIDTH, HEIGHT}};
    struct coop_view view;
    struct flow last[2];

    OK(coop_tensor_view(other, NULL, &view));
    OK(coop_graph_then_split(graph, &take));
    OK(coop_graph_repeat(graph, 20));
    for (unsigned i = 0; i < 5; i++) {
        const struct coop_argument arguments[] = {coop_argument_buffer("t", coop_tensor_buffer(other)),
                                                  coop_argument_struct("t_view", &view, sizeof view)};
        coop_launch *frame;

        OK(coop_graph_start(graph));
        OK(coop_launch_named(coop_graph_run(graph, 0), "take_one", arguments, 2, &all, NULL, &frame));
        OK(coop_graph_wait(graph, 2 * MINUTE));
        OK(coop_launch_wait(frame, 2 * MINUTE, NULL));
        coop_launch_destroy(frame);
    }
    OK(coop_tensor_read(tensor, &(struct coop_region){.first = {WIDTH - 1, HEIGHT - 1}, .cells = {1, 1, 1}},
                        &last[0]));
    OK(coop_tensor_read(other, &(struct coop_region){.first = {WIDTH - 1, HEIGHT - 1}, .cells = {1, 1, 1}},
                        &last[1]));
    TEST_TRUE(last[0].density == -100.0f && last[1].density == -5.0f);
    coop_graph_destroy(graph);
    coop_tensor_destroy(tensor);
    coop_tensor_destroy(other);
    two_close();
}

TEST(what_does_not_suit_the_executor_is_refused)
{
    coop_devices *devices = two_open(1);
    coop_tensor *tensor = make_tensor(devices, 1);
    coop_graph *graph = make_graph(devices, COOP_ON_QUEUES, COOP_SOA);
    coop_scalar *scalar = NULL;
    const uint32_t times = 1;
    const uint64_t wide = 1;
    struct coop_launch_options launch = {.groups = 1};
    struct coop_graph_node turn = {.kernel = "turn_rows",
                                   .arguments = {coop_updates(tensor), coop_value(&times, sizeof times)}};
    struct coop_graph_node take = {.kernel = "take_one", .arguments = {coop_updates(tensor)}};
    struct coop_graph_node pace = {.kernel = "pace"};

    FAILS(coop_graph_then_split(graph, &turn), INVALID_ARGUMENT, "'turn_rows' is a cooperative kernel");
    OK(coop_graph_then_split(graph, &take)); /* a comment says that it is one */
    take.launch = &launch;
    FAILS(coop_graph_then_split(graph, &take), INVALID_ARGUMENT, "executed on queues");
    TEST_TRUE(coop_graph_run(graph, 0) == NULL);
    TEST_TRUE(coop_graph_run(NULL, 0) == NULL);
    coop_graph_destroy(graph);
    FAILS(coop_graph_create(
              devices, &(struct coop_graph_options){.text = "", .executor = (enum coop_executor)2}, &graph),
          INVALID_ARGUMENT, "the executor");
    FAILS(coop_graph_create(
              devices, &(struct coop_graph_options){.text = soa_runs_kernels_text, .executor = COOP_IN_RUNS},
              &graph),
          INVALID_MODULE, "");

    graph = make_graph(devices, COOP_IN_RUNS, COOP_SOA);
    turn.kernel = "nobody";
    FAILS(coop_graph_then_split(graph, &turn), INVALID_ARGUMENT, "no kernel 'nobody'");
    turn.kernel = "turn_rows";
    turn.arguments[1] = coop_value(&wide, sizeof wide);
    FAILS(coop_graph_then_split(graph, &turn), INVALID_ARGUMENT, "a value of 8 bytes");
    turn.arguments[1] = coop_reads(tensor);
    FAILS(coop_graph_then_split(graph, &turn), INVALID_ARGUMENT, "the arguments are not the parameters");
    launch.timeout_ns = 1;
    FAILS(coop_graph_then_split(graph, &take), INVALID_ARGUMENT, "after, repeats or timeout_ns");
    OK(coop_scalar_create(devices, &(struct coop_scalar_options){.type = COOP_FLOAT}, &scalar));
    pace.arguments[0] = coop_writes_scalar(scalar);
    pace.arguments[1] = coop_writes_scalar(scalar);
    pace.arguments[2] = coop_writes_scalar(scalar);
    FAILS(coop_graph_then_split(graph, &pace), SIGNATURE_MISMATCH, "'fastest' of 'pace'");
    coop_graph_destroy(graph);
    graph = make_graph(devices, COOP_IN_RUNS, COOP_AOS);
    take.launch = NULL;
    FAILS(coop_graph_then_split(graph, &take), SIGNATURE_MISMATCH, "a tensor of flow_2d_soa");
    coop_graph_destroy(graph);
    coop_scalar_destroy(scalar);
    coop_tensor_destroy(tensor);
    two_close();
}

TEST(a_kernel_that_does_not_end_is_named)
{
    coop_devices *devices = two_open(2);
    coop_tensor *tensor = make_tensor(devices, 2);
    coop_graph *graph = make_graph(devices, COOP_IN_RUNS, COOP_SOA);
    const struct coop_graph_node meet = {
        .name = "meeting", .kernel = "meet_for_ever", .arguments = {coop_updates(tensor)}};

    OK(coop_graph_then_split(graph, &meet));
    OK(coop_graph_start(graph));
    FAILS(coop_graph_wait(graph, 1000000), TIMED_OUT,
          "'meeting' has not ended on device 0, and nothing of its step waits for it; 2 launches");
    FAILS(coop_graph_wait(graph, 0), TIMED_OUT, "2 launches");
    OK(coop_run_stop(coop_graph_run(graph, 1), MINUTE));
    OK(coop_run_stop(coop_graph_run(graph, 0), MINUTE));
    FAILS(coop_graph_wait(graph, MINUTE), STOPPED, "'meeting' on device");
    OK(coop_graph_wait(graph, MINUTE)); /* there is nothing to wait for any more */
    FAILS(coop_graph_start(graph), STOPPED, "'meeting' on device 0");
    coop_graph_destroy(graph);

    graph = make_graph(devices, COOP_IN_RUNS, COOP_SOA); /* and one that is destroyed while it runs */
    OK(coop_graph_then_split(graph, &meet));
    OK(coop_graph_start(graph));
    coop_graph_destroy(graph);
    coop_tensor_destroy(tensor);
    two_close();
}

static coop_status fail_call(void *data)
{
    (void)data;
    return COOP_IO_FAILED;
}

TEST(a_function_that_fails_leaves_the_runs)
{
    coop_devices *devices = two_open(1);
    coop_tensor *tensor = make_tensor(devices, 2);
    coop_graph *graph = make_graph(devices, COOP_IN_RUNS, COOP_SOA);
    const struct coop_graph_node take = {.kernel = "take_one", .arguments = {coop_updates(tensor)}};
    struct flow first;

    OK(coop_graph_then_split(graph, &take));
    OK(coop_graph_then(graph, "disk", fail_call, NULL));
    for (unsigned i = 1; i <= 3; i++) {
        OK(coop_graph_start(graph));
        FAILS(coop_graph_wait(graph, MINUTE), IO_FAILED, "the host's function 'disk' failed");
        OK(coop_tensor_read(tensor, &(struct coop_region){.cells = {1, 1, 1}}, &first));
        TEST_TRUE(first.density == -(float)i);
    }
    coop_graph_destroy(graph);
    coop_tensor_destroy(tensor);
    two_close();
}

/* A function of the host's that reads a scalar, where it has one, and ends as it is told. */
struct calls {
    coop_scalar *scalar;
    float value;
    coop_status reading;
    coop_status outcome;
};

static coop_status read_and_end(void *data)
{
    struct calls *calls = data;

    if (calls->scalar != NULL) {
        calls->reading = coop_scalar_read(calls->scalar, &calls->value);
    }
    return calls->outcome;
}

static void check_settings(coop_devices *devices, enum coop_executor executor)
{
    coop_tensor *tensor = make_tensor(devices, coop_devices_count(devices));
    coop_graph *graph = make_graph(devices, executor, COOP_SOA);
    struct calls first = {.outcome = COOP_OK};
    struct calls last = {.outcome = COOP_IO_FAILED};
    coop_scalar *scalars[3] = {NULL, NULL, NULL};
    const float zero = 0.0f;
    float value = -1.0f;

    for (int i = 0; i < 3; i++) {
        OK(coop_scalar_create(devices, &(struct coop_scalar_options){.type = i < 2 ? COOP_FLOAT : COOP_UINT},
                              &scalars[i]));
    }
    last.scalar = scalars[1];
    OK(coop_scalar_write(scalars[2], &zero));
    OK(coop_graph_then(graph, "first", read_and_end, &first));
    OK(coop_graph_then_reduce(graph, "sum", tensor, "density", COOP_SUM, scalars[0]));
    OK(coop_graph_then_split(
        graph,
        &(struct coop_graph_node){.kernel = "pace",
                                  .arguments = {coop_reads_scalar(scalars[0]), coop_writes_scalar(scalars[1]),
                                                coop_updates_scalar(scalars[2])}}));
    OK(coop_graph_then(graph, "last", read_and_end, &last));
    OK(coop_graph_repeat(graph, 0)); /* no step */
    OK(coop_graph_start(graph));
    OK(coop_graph_wait(graph, MINUTE));
    FAILS(coop_scalar_read(scalars[0], &value), INVALID_ARGUMENT, "nobody has set");
    first.outcome = COOP_IO_FAILED; /* one that ends before it is written */
    OK(coop_graph_repeat(graph, 1));
    OK(coop_graph_start(graph));
    FAILS(coop_graph_wait(graph, MINUTE), IO_FAILED, "'first' failed");
    FAILS(coop_scalar_read(scalars[0], &value), INVALID_ARGUMENT, "nobody has set");
    FAILS(coop_scalar_read(scalars[1], &value), INVALID_ARGUMENT, "nobody has set");
    first.outcome = COOP_OK; /* and one that ends behind that */
    OK(coop_graph_start(graph));
    FAILS(coop_graph_wait(graph, MINUTE), IO_FAILED, "'last' failed");
    TEST_EQUAL(last.reading, COOP_OK);
    TEST_TRUE(last.value == 0.75f);
    OK(coop_scalar_read(scalars[0], &value));
    TEST_TRUE(value == 0.0f);
    OK(coop_scalar_read(scalars[1], &value));
    TEST_TRUE(value == 0.75f);
    coop_graph_destroy(graph);
    for (int i = 0; i < 3; i++) {
        coop_scalar_destroy(scalars[i]);
    }
    coop_tensor_destroy(tensor);
}

TEST(a_scalar_is_set_when_its_value_was_written)
{
    coop_devices *devices = two_open(2);

    check_settings(devices, COOP_ON_QUEUES);
    check_settings(devices, COOP_IN_RUNS);
    two_close();
}
