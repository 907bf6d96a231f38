/* The steps of a graph in runs: which task begins when, what functions of the host find, how a failure and a
 * wait that is over end, and whose memory a tensor has after swaps. The test ends launches, in any order. */
#include "accessors.h"
#include "alone.h"

#include "host/graph/graph_round.h"
#include "host/graph/graph_runs_step.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define R COOP_PLAN_READS
#define W COOP_PLAN_WRITES
#define P (COOP_PLAN_READS | COOP_PLAN_PADDED)
#define SECOND UINT64_C(1000000000)

static uint32_t seed;

static uint32_t below(uint32_t limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % limit;
}

static coop_status start(uint64_t steps)
{
    alone.graph.steps_left = steps;
    alone.graph.rounds = 0;
    alone.graph.is_running = 1;
    return coop_graph_runs_begin(&alone.graph);
}

/* ---- order ---- */

static struct order {
    unsigned char has_begun[ALONE_TASKS]; /* in this step */
    unsigned char has_ended[ALONE_TASKS];
    uint64_t step;
    uint32_t calls;
    int refuses; /* at random, as a device without room */
} order;

static int has_launch(uint32_t task)
{
    return alone.graph.plan.nodes[alone.graph.plan.tasks[task].node].kind == COOP_PLAN_KERNEL;
}

/* R1: once in a step, and behind all before it. */
static void note_begin(uint32_t task)
{
    const struct coop_plan_task *own = &alone.graph.plan.tasks[task];

    if (order.step != alone.graph.rounds) {
        memset(order.has_begun, 0, sizeof order.has_begun);
        memset(order.has_ended, 0, sizeof order.has_ended);
        order.step = alone.graph.rounds;
    }
    TEST_TRUE(!order.has_begun[task]);
    order.has_begun[task] = 1;
    for (uint32_t i = 0; i < own->before_count; i++) {
        TEST_TRUE(order.has_ended[own->before[i]]);
    }
    order.has_ended[task] = !has_launch(task);
}

static coop_status refuse_at_random(uint32_t task)
{
    (void)task;
    return order.refuses && below(3) == 0 ? COOP_BUSY : COOP_OK;
}

/* R2: all in front of it has ended, and nothing behind it has begun. */
static coop_status call(void *data)
{
    uint32_t task = *(const uint32_t *)data;
    int is_behind = 0;

    note_begin(task);
    for (uint32_t i = 0; i < alone.graph.plan.task_count; i++) {
        uint32_t other = alone.graph.order[i];

        is_behind |= other == task;
        TEST_EQUAL(order.has_ended[other], !is_behind || other == task);
        TEST_EQUAL(order.has_begun[other], !is_behind || other == task);
    }
    order.calls++;
    return COOP_OK;
}

/* Ends some of the launches that are under way. */
static void end_some(void)
{
    uint32_t first = below(ALONE_TASKS);
    uint32_t left = 1 + below(3);

    for (uint32_t i = 0; i < ALONE_TASKS && left > 0; i++) {
        uint32_t task = (first + i) % ALONE_TASKS;

        if (alone.launches[task].is_posted && alone.launches[task].end != NULL && !order.has_ended[task]) {
            order.has_ended[task] = 1;
            alone_end(task, COOP_OK);
            left--;
        }
    }
}

/* Nodes at random, with a function of the host here and there. Returns how many functions there are. */
static uint32_t make_random(uint32_t *functions)
{
    static const unsigned hows[] = {0, R, W, R | W, P, P};
    const uint32_t parts[] = {1 + below(2), 1 + below(3), 1};
    const uint32_t cells[] = {8, 9, 1};
    uint32_t nodes = 2 + below(6);
    uint32_t calls = 0;

    alone_make(2);
    for (uint32_t i = 0; i < 2; i++) {
        alone_tensor(&coop_element_flow, parts, cells, 2, 1, below(4));
    }
    for (uint32_t i = 0; i < nodes; i++) {
        char name[] = {(char)('a' + i), '\0'};
        struct coop_plan_access accesses[] = {{0, hows[below(6)]}, {1, hows[below(6)]}};

        if (below(4) == 0) {
            alone.items[alone.graph.item_count].function = call;
            alone.items[alone.graph.item_count].data = &functions[calls++];
            alone_add(COOP_PLAN_HOST, name, (enum coop_plan_where)below(2), NULL, 0);
        } else {
            alone_add(below(4) == 0 ? COOP_PLAN_FILL : COOP_PLAN_KERNEL, name, (enum coop_plan_where)below(3),
                      accesses, 2);
        }
    }
    if (below(2) == 0) { /* backwards, so that the order is not that of the numbers */
        const char before[] = {(char)('a' + below(nodes)), '\0'};
        const char after[] = {(char)('a' + below(nodes)), '\0'};

        TEST_EQUAL(coop_plan_edge(&alone.graph.plan, before, after), COOP_OK);
    }
    return calls;
}

/* Returns whether the graph is one. */
static int run_random(uint32_t number)
{
    static uint32_t functions[ALONE_ITEMS];
    uint32_t calls;
    uint32_t launches = 0;

    seed = 77 + number;
    memset(&order, 0, sizeof order);
    calls = make_random(functions);
    alone.begins = note_begin;
    alone.post = refuse_at_random;
    order.refuses = number % 2 == 0;
    if (!alone_try_finish(1)) {
        alone_clear();
        return 0;
    }
    for (uint32_t i = 0, k = 0; i < alone.graph.plan.task_count; i++) {
        const struct coop_plan_node *node = &alone.graph.plan.nodes[alone.graph.plan.tasks[i].node];

        if (node->kind == COOP_PLAN_HOST) {
            functions[k++] = i;
        }
        launches += has_launch(i);
    }
    TEST_EQUAL(start(3), COOP_OK);
    for (uint32_t i = 0; i < 5000 && alone.graph.is_running; i++) {
        coop_status status = coop_graph_runs_go_on(&alone.graph, 0);

        TEST_TRUE(status == COOP_OK || status == COOP_TIMED_OUT);
        end_some();
    }
    TEST_EQUAL(alone.graph.is_running, 0);
    TEST_EQUAL(alone.posted, 3 * launches);
    TEST_EQUAL(alone.destroyed, 3 * launches);
    TEST_EQUAL(order.calls, 3 * calls);
    TEST_EQUAL(alone.graph.under_way, 0);
    TEST_EQUAL_U64(alone.graph.rounds, 3);
    alone_clear();
    return 1;
}

TEST(r1_r2_tasks_begin_once_behind_those_before_and_functions_alone)
{
    int accepted = 0;

    for (uint32_t number = 0; number < 1000 && test_failures() == 0; number++) {
        accepted += run_random(number);
    }
    TEST_AT_LEAST(accepted, 100);
}

/* ---- swaps ---- */

static const struct coop_block *seen[8];
static uint32_t seen_count;

static coop_status look(void *data)
{
    (void)data;
    for (uint32_t i = 0; i < 3; i++) {
        TEST_EQUAL(alone.graph.memory[i], i);
    }
    seen[seen_count++] = alone.objects[0].blocks;
    return COOP_OK;
}

/* It may read them: they are as the steps before have left them. */
TEST(a_function_finds_the_tensors_swapped)
{
    static const uint32_t one[] = {1, 1, 1};

    alone_make(1);
    for (uint32_t i = 0; i < 3; i++) {
        alone_tensor(&coop_element_flow, one, one, 2, 0, 0);
    }
    seen_count = 0;
    alone.items[0].function = look;
    alone_add(COOP_PLAN_HOST, "look", COOP_PLAN_THEN, NULL, 0);
    TEST_EQUAL(coop_plan_swap(&alone.graph.plan, 0, 1), COOP_OK);
    TEST_EQUAL(coop_plan_swap(&alone.graph.plan, 1, 2), COOP_OK);
    alone_finish(1);
    TEST_EQUAL(start(5), COOP_OK);
    TEST_EQUAL(coop_graph_runs_go_on(&alone.graph, SECOND), COOP_OK);
    TEST_EQUAL(seen_count, 5);
    for (uint32_t i = 0; i < 5; i++) { /* 0 takes 1's, which then has 2's, which then has 0's */
        TEST_EQUAL(seen[i] - alone.blocks[0], (i % 3) * ALONE_BLOCKS);
    }
    TEST_EQUAL(alone.objects[0].blocks - alone.blocks[0], 2 * ALONE_BLOCKS);
    TEST_EQUAL(alone.objects[1].blocks - alone.blocks[0], 0);
    TEST_EQUAL(alone.objects[2].blocks - alone.blocks[0], ALONE_BLOCKS);
    alone_clear();
}

TEST(tensors_have_the_memory_that_all_steps_before_say)
{
    static const uint32_t one[] = {1, 1, 1};

    for (uint32_t number = 0; number < 300; number++) {
        const struct coop_block *wanted[ALONE_TENSORS];

        seed = number;
        alone_make(1);
        for (uint32_t i = 0; i < ALONE_TENSORS; i++) {
            alone_tensor(&coop_element_flow, one, one, 2, 0, 0);
            wanted[i] = alone.blocks[i];
        }
        for (uint32_t i = below(6); i > 0; i--) {
            uint32_t left = below(ALONE_TENSORS);

            TEST_EQUAL(coop_plan_swap(&alone.graph.plan, left, (left + 1 + below(5)) % ALONE_TENSORS),
                       COOP_OK);
        }
        alone.graph.steps_left = 10;
        for (uint32_t step = 0; step < 7; step++) {
            const struct coop_block *before[ALONE_TENSORS];

            memcpy(before, wanted, sizeof before);
            for (uint32_t i = 0; i < ALONE_TENSORS; i++) {
                wanted[i] = before[alone.graph.plan.names[i]];
            }
            coop_graph_next_step(&alone.graph);
            if (step % 3 == number % 3 || step == 6) {
                coop_graph_settle(&alone.graph);
                for (uint32_t i = 0; i < ALONE_TENSORS; i++) {
                    TEST_EQUAL(alone.graph.memory[i], i);
                    TEST_TRUE(alone.objects[i].blocks == wanted[i]);
                }
            }
        }
        TEST_EQUAL_U64(alone.graph.steps_left, 3);
        TEST_EQUAL_U64(alone.graph.rounds, 7);
        alone_clear();
    }
}

/* ---- conditions ---- */

static uint32_t asked;
static uint32_t holds;

static coop_status ask(void *data, const void *value, int *again)
{
    (void)data;
    TEST_EQUAL(memcmp(value, "bits", 4), 0);
    *again = asked++ < holds;
    return COOP_OK;
}

/* So many rounds, asked every third time; *outcome is how the graph ends. */
static uint64_t rounds_of(uint32_t again, uint64_t rounds_max, coop_status *outcome)
{
    static const uint32_t one[] = {1, 1, 1};
    uint64_t rounds;

    alone_make(1);
    alone_tensor(&coop_element_flow, one, one, 2, 0, 0);
    alone.graph.condition_scalar = alone_scalar(COOP_FLOAT);
    alone.scalars[1].is_set = 1;
    memcpy(alone.written[1][0], "bits", 4);
    alone_add(COOP_PLAN_FILL, "fill", COOP_PLAN_BESIDE, &(struct coop_plan_access){0, W}, 1);
    alone.graph.condition.predicate = ask;
    alone.graph.condition.every = 3;
    alone.graph.condition.rounds_max = rounds_max;
    asked = 0;
    holds = again;
    alone_finish(1);
    TEST_EQUAL(start(coop_graph_next_steps(&alone.graph)), COOP_OK);
    *outcome = coop_graph_runs_go_on(&alone.graph, SECOND);
    TEST_EQUAL(alone.graph.is_running, 0);
    rounds = alone.graph.rounds;
    TEST_EQUAL_U64(alone.cells, rounds);
    alone_clear();
    return rounds;
}

TEST(rounds_end_with_the_predicate_or_with_the_most)
{
    coop_status outcome;

    TEST_EQUAL_U64(rounds_of(0, 0, &outcome), 3);
    TEST_EQUAL(outcome, COOP_OK);
    TEST_EQUAL_U64(rounds_of(4, 0, &outcome), 15);
    TEST_EQUAL(outcome, COOP_OK);
    TEST_EQUAL_U64(rounds_of(2, 9, &outcome), 9); /* the last answer is no, in the last round */
    TEST_EQUAL(outcome, COOP_OK);
    TEST_EQUAL_U64(rounds_of(3, 9, &outcome), 9);
    TEST_EQUAL(outcome, COOP_STALLED);
    TEST_CONTAINS(coop_last_error()->message, "after 9 rounds");
    TEST_EQUAL_U64(rounds_of(100, 10, &outcome), 10); /* the last time is shorter */
    TEST_EQUAL(outcome, COOP_STALLED);
    TEST_EQUAL_U64(rounds_of(100, 2, &outcome), 2);
    TEST_EQUAL(outcome, COOP_STALLED);
}

/* ---- failures, and waits that are over ---- */

static coop_status wanted_post;

/* The second block's launch does not begin; when the graph gives up, the first one ends. */
static coop_status post_second(uint32_t task)
{
    if (task != alone_task("sweep", 1)) {
        return COOP_OK;
    }
    if (wanted_post != COOP_OK && wanted_post != COOP_BUSY) {
        alone_end(alone_task("sweep", 0), COOP_OK);
    }
    return wanted_post;
}

/* A kernel in three blocks on two devices, and one behind it; and a function, or none. */
static void make_sweeps_where(enum coop_plan_where where, coop_graph_function *function)
{
    static const uint32_t parts[] = {1, 3, 1};
    static const uint32_t cells[] = {8, 9, 1};
    struct coop_plan_access accesses[2];

    alone_make(2);
    accesses[0] = (struct coop_plan_access){alone_tensor(&coop_element_flow, parts, cells, 2, 1, 0), R};
    accesses[1] = (struct coop_plan_access){alone_tensor(&coop_element_flow, parts, cells, 2, 1, 0), W};
    alone_add(COOP_PLAN_KERNEL, "sweep", COOP_PLAN_BESIDE, accesses, 2);
    alone_add(COOP_PLAN_KERNEL, "after", where, accesses, 2);
    if (function != NULL) {
        alone.items[alone.graph.item_count].function = function;
        alone_add(COOP_PLAN_HOST, "disk", COOP_PLAN_THEN, NULL, 0);
    }
    alone_finish(1);
}

static void make_sweeps(coop_graph_function *function)
{
    make_sweeps_where(COOP_PLAN_THEN_BY_BLOCK, function);
}

#define FAILS(call, status, text)                              \
    (TEST_EQUAL_TEXT(coop_status_name(call), "COOP_" #status), \
     TEST_CONTAINS(coop_last_error()->message, text))

/* All launches of the first kernel have been posted, and end. */
static void end_sweeps(uint32_t failing)
{
    for (uint32_t i = 0; i < 3; i++) {
        alone_end(alone_task("sweep", i), i == failing ? COOP_KERNEL_FAILED : COOP_OK);
    }
}

TEST(a_launch_that_fails_is_named_and_nothing_begins_behind_it)
{
    for (uint32_t failing = 0; failing < 3; failing++) {
        make_sweeps(NULL);
        TEST_EQUAL(start(2), COOP_OK);
        TEST_EQUAL(alone.posted, 3);
        end_sweeps(failing);
        FAILS(coop_graph_runs_go_on(&alone.graph, SECOND), KERNEL_FAILED, "'sweep' on device ");
        TEST_CONTAINS(coop_last_error()->message,
                      failing < 2 ? "on device 0: as was wished" : "on device 1: as was wished");
        TEST_EQUAL(alone.posted, 3);
        TEST_EQUAL(alone.destroyed, 3);
        TEST_EQUAL(alone.graph.is_running, 0);
        TEST_EQUAL(alone.graph.under_way, 0);
        TEST_EQUAL(alone.stopped, 0);
        TEST_EQUAL(start(1), COOP_OK); /* and begins anew */
        TEST_EQUAL(alone.posted, 6);
        end_sweeps(3);
        FAILS(coop_graph_runs_go_on(&alone.graph, 1), TIMED_OUT, "'after' has not ended on device 0");
        TEST_EQUAL(alone.posted, 9);
        alone_clear();
    }
}

TEST(the_first_launch_that_fails_is_told)
{
    make_sweeps(NULL);
    TEST_EQUAL(start(1), COOP_OK);
    alone_end(alone_task("sweep", 2), COOP_KERNEL_FAILED);
    alone_end(alone_task("sweep", 0), COOP_STOPPED);
    alone_end(alone_task("sweep", 1), COOP_STOPPED);
    FAILS(coop_graph_runs_go_on(&alone.graph, SECOND), KERNEL_FAILED, "'sweep' on device 1");
    alone_clear();
}

TEST(a_launch_that_cannot_be_posted_is_named)
{
    make_sweeps(NULL);
    alone.post = post_second;
    wanted_post = COOP_OUT_OF_MEMORY;
    FAILS(start(1), OUT_OF_MEMORY, "'sweep' on device 0: as was wished");
    TEST_EQUAL(alone.graph.is_running, 0);
    TEST_EQUAL(alone.graph.under_way, 0);
    alone_clear();
}

/* Nobody would tell of its end: the run ends it. */
TEST(a_launch_whose_end_nobody_tells_is_stopped)
{
    make_sweeps(NULL);
    alone.on_end = COOP_OUT_OF_MEMORY;
    FAILS(start(1), OUT_OF_MEMORY, "'sweep' on device 0: as was wished");
    TEST_EQUAL(alone.stopped, 1);
    TEST_EQUAL(alone.destroyed, 1);
    TEST_EQUAL(alone.graph.under_way, 0);
    alone_clear();
}

TEST(a_wait_that_is_over_says_what_is_under_way)
{
    make_sweeps(NULL);
    TEST_EQUAL(start(2), COOP_OK);
    FAILS(coop_graph_runs_go_on(&alone.graph, 0), TIMED_OUT,
          "'sweep' has not ended on device 0, and 'after' on device 0 waits for it; 3 launches are under "
          "way, 0 "
          "of 6 tasks of this step have ended, and 0 steps before it");
    alone_end(alone_task("sweep", 0), COOP_OK);
    alone_end(alone_task("sweep", 1), COOP_OK);
    TEST_EQUAL(coop_graph_runs_go_on(&alone.graph, 0), COOP_TIMED_OUT);
    FAILS(coop_graph_runs_go_on(&alone.graph, 0), TIMED_OUT, "2 of 6 tasks");
    TEST_EQUAL(alone.graph.is_running, 1);
    alone_end(alone_task("after", 0), COOP_OK);
    alone_end(alone_task("after", 1), COOP_OK);
    (void)coop_graph_runs_go_on(&alone.graph, 0);
    FAILS(
        coop_graph_runs_go_on(&alone.graph, 0), TIMED_OUT,
        "'sweep' has not ended on device 1, and 'after' on device 1 waits for it; 1 launches are under way");
    alone_clear();
}

TEST(who_waits_on_another_device_is_named_with_it)
{
    make_sweeps_where(COOP_PLAN_THEN, NULL);
    TEST_EQUAL(start(1), COOP_OK);
    alone_end(alone_task("sweep", 0), COOP_OK);
    alone_end(alone_task("sweep", 1), COOP_OK);
    FAILS(coop_graph_runs_go_on(&alone.graph, 1), TIMED_OUT,
          "'sweep' has not ended on device 1, and 'after' on device 0 waits for it; 1 launches");
    alone_clear();
}

TEST(a_device_without_room_is_named)
{
    make_sweeps(NULL);
    alone.post = post_second;
    wanted_post = COOP_BUSY;
    TEST_EQUAL(start(1), COOP_OK);
    TEST_EQUAL(alone.posted, 2);
    alone_end(alone_task("sweep", 0), COOP_OK);
    alone_end(alone_task("sweep", 2), COOP_OK);
    (void)coop_graph_runs_go_on(&alone.graph, 1);
    alone_end(alone_task("after", 0), COOP_OK);
    alone_end(alone_task("after", 2), COOP_OK);
    (void)coop_graph_runs_go_on(&alone.graph, 1);
    FAILS(coop_graph_runs_go_on(&alone.graph, 1), TIMED_OUT,
          "'sweep' has not begun: device 0 has no room for a launch; 0 launches are under way, 4 of 6 tasks");
    wanted_post = COOP_OK;
    (void)coop_graph_runs_go_on(&alone.graph, 1);
    alone_end(alone_task("sweep", 1), COOP_OK);
    (void)coop_graph_runs_go_on(&alone.graph, 1);
    alone_end(alone_task("after", 1), COOP_OK);
    TEST_EQUAL(coop_graph_runs_go_on(&alone.graph, SECOND), COOP_OK);
    TEST_EQUAL(alone.graph.is_running, 0);
    alone_clear();
}

static coop_status fail(void *data)
{
    (void)data;
    return COOP_IO_FAILED;
}

TEST(a_function_that_fails_ends_the_graph)
{
    make_sweeps(fail);
    TEST_EQUAL(start(1), COOP_OK);
    end_sweeps(3);
    (void)coop_graph_runs_go_on(&alone.graph, 1);
    for (uint32_t i = 0; i < 3; i++) {
        alone_end(alone_task("after", i), COOP_OK);
    }
    FAILS(coop_graph_runs_go_on(&alone.graph, SECOND), IO_FAILED, "the host's function 'disk' failed");
    TEST_EQUAL(alone.graph.is_running, 0);
    alone_clear();
}
