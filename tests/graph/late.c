/* What a wait says whose time is over: the node that has not ended, its device, and who waits for it; and the
 * graph goes on to its right end, unchanged by what is said to it meanwhile. Kernels take a part of a
 * second. */
#include "late_kernels.h"
#include "two.h"
#include "word_accessors.h"

#include <coop/graph.h>
#include <string.h>
#include <time.h>

#define MINUTE UINT64_C(60000000000)
#define SOON UINT64_C(20000000)

enum { TURNS = 100000000 };

struct world {
    coop_devices *devices;
    coop_tensor *tensor;
    coop_tensor *seen;
    coop_graph *graph;
};

static struct world make_world(uint32_t devices, uint32_t steps_ahead)
{
    const struct coop_tensor_options options = {
        .element = &coop_element_word,
        .cells = {1, 2},
        .partitions = {1, 2},
        .padding = 1,
        .border = {.kinds = {COOP_BORDER_PERIODIC, COOP_BORDER_PERIODIC}}};
    const struct coop_graph_options graph = {.text = late_kernels_text, .steps_ahead = steps_ahead};
    static const uint32_t turns = TURNS;
    struct world world = {.devices = two_open(devices)};

    OK(coop_tensor_create(world.devices, &options, &world.tensor));
    OK(coop_tensor_create(world.devices, &options, &world.seen));
    OK(coop_graph_create(world.devices, &graph, &world.graph));
    OK(coop_graph_then_split(world.graph, &(struct coop_graph_node){.name = "slow",
                                                                    .kernel = "linger",
                                                                    .arguments = {coop_updates(world.tensor),
                                                                                  coop_value(&turns, 4)}}));
    OK(coop_graph_then_split(
        world.graph,
        &(struct coop_graph_node){.kernel = "look",
                                  .arguments = {coop_reads_padded(world.tensor), coop_writes(world.seen)}}));
    return world;
}

static uint32_t linger(uint32_t number)
{
    for (uint32_t i = 0; i < TURNS; i++) {
        number = (number ^ number >> 15) * 0x2c1b3c6du + i;
    }
    return number;
}

/* `steps` have run. */
static void end_world(struct world *world, unsigned steps)
{
    struct word cells[2];
    uint32_t number = 0;

    OK(coop_graph_wait(world->graph, MINUTE)); /* at once, where it has ended */
    OK(coop_tensor_read(world->tensor, NULL, cells));
    for (unsigned i = 0; i < steps; i++) {
        number = linger(number);
    }
    TEST_EQUAL_U64(cells[1].first, number);
    TEST_EQUAL_U64(cells[0].first, 0);
    coop_graph_destroy(world->graph);
    coop_tensor_destroy(world->tensor);
    coop_tensor_destroy(world->seen);
    two_close();
}

/* The other block's work may end after the slow one's where the devices have few threads, or still compile:
 * then it is the other one that is named, and the graph is started again. */
TEST(the_node_on_the_second_device_is_named_and_who_waits_for_it)
{
    struct world world = make_world(2, 0);
    unsigned starts = 0;
    int is_named = 0;

    while (!is_named && starts < 5) {
        coop_status status = COOP_TIMED_OUT;

        OK(coop_graph_start(world.graph));
        for (starts++; status == COOP_TIMED_OUT && !is_named;) {
            status = coop_graph_wait(world.graph, SOON);
            is_named = status == COOP_TIMED_OUT &&
                       strstr(coop_last_error()->message, "'slow' has not ended on device 1, and ") != NULL;
        }
        if (is_named) {
            TEST_CONTAINS(coop_last_error()->message, "and 'border x for look' on device ");
            TEST_CONTAINS(coop_last_error()->message,
                          " waits for it; this is of the last step given: 0 were given before it");
        }
        OK(coop_graph_wait(world.graph, MINUTE));
    }
    TEST_TRUE(is_named);
    end_world(&world, starts);
}

TEST(without_steps_ahead_a_node_on_one_device_is_named)
{
    struct world world = make_world(1, 1);

    OK(coop_graph_repeat(world.graph, 2));
    OK(coop_graph_start(world.graph));
    FAILS(coop_graph_wait(world.graph, SOON), TIMED_OUT, "'slow' has not ended on device 0, and '");
    TEST_CONTAINS(coop_last_error()->message, "0 were given before it");
    TEST_CONTAINS(coop_last_error()->message, "and 1 are not given yet");
    end_world(&world, 2);
}

TEST(with_steps_ahead_on_one_device_it_is_said_how_to_know_more)
{
    struct world world = make_world(1, 0);

    OK(coop_graph_start(world.graph));
    FAILS(coop_graph_wait(world.graph, SOON), TIMED_OUT, "or coop_graph_options has steps_ahead = 1");
    end_world(&world, 1);
}

static coop_status call(void *data)
{
    (void)data;
    return COOP_OK;
}

/* A function comes first in each step: what was given before it is named all the same. */
TEST(a_node_behind_a_function_is_named)
{
    struct world world = make_world(2, 0);
    coop_graph *calls = NULL;
    static const uint32_t turns = TURNS;

    OK(coop_graph_create(world.devices, &(struct coop_graph_options){.text = late_kernels_text}, &calls));
    OK(coop_graph_then(calls, "call", call, NULL));
    OK(coop_graph_then_split(
        calls, &(struct coop_graph_node){.name = "slow",
                                         .kernel = "linger",
                                         .arguments = {coop_updates(world.tensor), coop_value(&turns, 4)}}));
    OK(coop_graph_repeat(calls, 2));
    OK(coop_graph_start(calls));
    FAILS(coop_graph_wait(calls, SOON), TIMED_OUT, "'slow' has not ended on device ");
    TEST_CONTAINS(coop_last_error()->message, "of the last step given: 0 were given before it");
    OK(coop_graph_wait(calls, MINUTE));
    coop_graph_destroy(calls);
    OK(coop_graph_start(world.graph));
    end_world(&world, 3);
}

/* Steps that take less time than giving them have always ended when they are looked at. The older half has
 * ended, and then the mark behind the newer one does, too, while the next half is given. */
TEST(a_wait_for_no_time_gives_what_may_be_ahead_once)
{
    enum { AHEAD = 2000 };
    const struct coop_graph_options options = {.text = late_kernels_text, .steps_ahead = AHEAD};
    const struct coop_tensor_options cells = {.element = &coop_element_word, .cells = {1, 2}};
    const struct timespec pause = {0, 200000000};
    coop_devices *devices = two_open(1);
    coop_tensor *words = NULL;
    coop_graph *graph = NULL;
    uint64_t rounds;

    OK(coop_tensor_create(devices, &cells, &words));
    OK(coop_graph_create(devices, &options, &graph));
    OK(coop_graph_then_split(
        graph, &(struct coop_graph_node){.kernel = "nothing", .arguments = {coop_reads(words)}}));
    OK(coop_graph_repeat(graph, 100000000));
    OK(coop_graph_start(graph));
    for (int i = 0; i < 3; i++) {
        nanosleep(&pause, NULL);
        rounds = coop_graph_rounds(graph);
        FAILS(coop_graph_wait(graph, 0), TIMED_OUT, "");
        TEST_AT_MOST(coop_graph_rounds(graph) - rounds, AHEAD / 2);
    }
    for (int i = 0; i < 100 && coop_graph_rounds(graph) <= AHEAD; i++) { /* a busy machine takes longer */
        FAILS(coop_graph_wait(graph, 0), TIMED_OUT, "");
        nanosleep(&pause, NULL);
    }
    TEST_AT_LEAST(coop_graph_rounds(graph), AHEAD + 1);
    coop_graph_destroy(graph);
    coop_tensor_destroy(words);
    two_close();
}

static coop_status ask(void *data, const void *value, int *again)
{
    (void)data;
    (void)value;
    *again = 0;
    return COOP_OK;
}

TEST(a_graph_is_not_changed_while_it_runs)
{
    struct world world = make_world(1, 0);
    coop_graph *graph = world.graph;
    coop_graph *other = NULL;
    coop_scalar *scalar = NULL;
    const struct word cell = {1, 2};
    const struct coop_graph_node look = {
        .name = "again",
        .kernel = "look",
        .arguments = {coop_reads_padded(world.tensor), coop_writes(world.seen)}};
    const struct coop_graph_condition condition = {.predicate = ask};

    OK(coop_scalar_create(world.devices, &(struct coop_scalar_options){.type = COOP_UINT}, &scalar));
    OK(coop_graph_create(world.devices, &(struct coop_graph_options){.text = late_kernels_text}, &other));
    OK(coop_graph_start(graph));
    FAILS(coop_graph_start(graph), INVALID_ARGUMENT, "the graph runs already");
    FAILS(coop_graph_split(graph, &look), INVALID_ARGUMENT, "nothing can be added");
    FAILS(coop_graph_then_split(graph, &look), INVALID_ARGUMENT, "nothing can be added");
    FAILS(coop_graph_copy(graph, "copy", world.tensor, world.seen), INVALID_ARGUMENT, "nothing can be added");
    FAILS(coop_graph_fill(graph, "fill", world.tensor, &cell), INVALID_ARGUMENT, "nothing can be added");
    FAILS(coop_graph_reduce(graph, "sum", world.tensor, "first", COOP_SUM, scalar), INVALID_ARGUMENT,
          "nothing can be added");
    FAILS(coop_graph_then(graph, "call", call, NULL), INVALID_ARGUMENT, "nothing can be added");
    FAILS(coop_graph_then_graph(graph, "other", other), INVALID_ARGUMENT, "nothing can be added");
    FAILS(coop_graph_swap(graph, world.tensor, world.seen), INVALID_ARGUMENT, "nothing can be added");
    FAILS(coop_graph_edge(graph, "slow", "look"), INVALID_ARGUMENT, "nothing can be added");
    FAILS(coop_graph_conditional(graph, &condition), INVALID_ARGUMENT, "finished");
    FAILS(coop_graph_repeat(graph, 3), INVALID_ARGUMENT, "the graph runs");
    FAILS(coop_graph_wait(graph, 0), TIMED_OUT, "the devices have not ended; 1 steps were given");
    coop_graph_destroy(other);
    coop_scalar_destroy(scalar);
    end_world(&world, 1);
}
