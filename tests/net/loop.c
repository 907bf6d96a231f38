/* A net whose ranks are threads: what collective calls bring, and what they refuse. */
#include "loop_ranks.h"

#include "kernels.h"
#include "kernels_text.h"
#include "others_text.h"
#include <stdatomic.h>
#include <time.h>

#define SECOND_NS UINT64_C(1000000000)

/* The largest first: PoCL keeps the number of threads that its first context asks for. */
static const uint32_t crews[] = {16, 5, 2, 1};
#define EACH_CREW(i) (uint32_t i = 0; i < sizeof crews / sizeof crews[0]; i++)

/* ---- reductions ---- */

#define VALUES 100u /* of three records */

static uint64_t value_of(uint32_t rank, uint32_t i)
{
    uint64_t seed = rank * 1000 + i;

    return test_random(&seed);
}

static uint64_t wanted(enum coop_net_operation operation, uint32_t ranks, uint32_t i)
{
    uint64_t result = value_of(0, i);

    for (uint32_t rank = 1; rank < ranks; rank++) {
        uint64_t value = value_of(rank, i);
        switch (operation) {
        case COOP_NET_SUM:
            result += value;
            break;
        case COOP_NET_MIN:
            result = value < result ? value : result;
            break;
        case COOP_NET_MAX:
            result = value > result ? value : result;
            break;
        case COOP_NET_OR:
            result |= value;
            break;
        }
    }
    return result;
}

static void reduce(struct rank *rank)
{
    for (int operation = COOP_NET_SUM; operation <= COOP_NET_OR; operation++) {
        uint64_t values[VALUES];
        for (uint32_t i = 0; i < VALUES; i++) {
            values[i] = value_of(rank->rank, i);
        }
        OK(coop_net_reduce(rank->net, (enum coop_net_operation)operation, values, VALUES, 0));
        for (uint32_t i = 0; i < VALUES; i++) {
            if (!TEST_EQUAL_U64(values[i], wanted((enum coop_net_operation)operation, rank->ranks, i))) {
                TEST_NOTE("operation %d, value %u of rank %u", operation, i, rank->rank);
                break;
            }
        }
    }
}

TEST(every_rank_has_the_reduction_of_all_ranks_values)
{
    for
        EACH_CREW(i)
        {
            crew_run(&(struct crew){.ranks = crews[i], .body = reduce});
        }
}

/* ---- barriers ---- */

#define ROUNDS 50u

static atomic_uint arrived;

static void meet(struct rank *rank)
{
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        atomic_fetch_add(&arrived, 1);
        if (!OK(coop_net_barrier(rank->net, 0))) {
            return;
        }
        TEST_AT_LEAST(atomic_load(&arrived), round * rank->ranks);
        TEST_AT_MOST(atomic_load(&arrived), (round + 1) * rank->ranks - 1);
    }
}

TEST(no_rank_passes_a_barrier_before_all_have_come)
{
    for
        EACH_CREW(i)
        {
            atomic_store(&arrived, 0);
            crew_run(&(struct crew){.ranks = crews[i], .body = meet});
        }
}

/* ---- who is there ---- */

static void report(struct rank *rank)
{
    struct coop_net_report report;

    OK(coop_net_report(rank->net, &report));
    TEST_EQUAL(report.rank, rank->rank);
    TEST_EQUAL(report.ranks, rank->ranks);
    TEST_EQUAL(report.host_rank, rank->rank);
    TEST_EQUAL(report.host_ranks, rank->ranks);
    TEST_EQUAL(report.is_in_step, 1);
    OK(coop_net_barrier(rank->net, 0));
}

TEST(each_rank_knows_its_place)
{
    crew_run(&(struct crew){.ranks = 5, .body = report});
}

TEST(a_loops_rank_is_taken_once_and_others_are_none)
{
    coop_context *context;
    coop_net_loop *loop;
    coop_net *net;
    coop_net *second;
    struct coop_net_options options = {.timeout_ns = SECOND_NS};
    coop_status status =
        coop_context_create(&(struct coop_context_options){.memory_bytes = 1 << 20}, &context);

    if (status != COOP_OK) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    OK(coop_net_loop_create(1, &loop));
    options.loop = loop;
    OK(coop_net_open(context, &options, &net));
    REFUSED(coop_net_open(context, &options, &second), COOP_INVALID_ARGUMENT, "is or was another net");
    options.rank = 1;
    REFUSED(coop_net_open(context, &options, &second), COOP_INVALID_ARGUMENT, "no rank 1");
    coop_net_loop_destroy(loop);
    REFUSED(coop_net_open(context, &options, &second), COOP_INVALID_HANDLE, "the loop was destroyed");
    OK(coop_net_barrier(net, 0)); /* the net keeps what it needs */
    OK(coop_net_close(net));
    REFUSED(coop_net_close(net), COOP_INVALID_HANDLE, "the net was closed");
    coop_context_destroy(context);
}

/* ---- arrays ---- */

static void fill(struct rank *rank, uint64_t elements, uint32_t bytes, enum coop_net_spread spread)
{
    struct coop_net_array_options options = {elements, bytes, spread};
    coop_net_array *array;
    coop_buffer *part;
    uint64_t first;
    uint64_t count;
    uint64_t sums[2] = {0, 0}; /* elements, and their numbers */

    if (!OK(coop_net_array_create(rank->net, &options, &array))) {
        return;
    }
    OK(coop_net_array_local(array, &part, &first, &count));
    TEST_EQUAL_U64(coop_buffer_bytes(part), (count > 0 ? count : 1) * bytes);
    for (uint64_t k = 0; k < count; k++) {
        uint64_t element = spread == COOP_NET_BLOCK ? first + k : first + k * rank->ranks;
        uint64_t value = 1;
        uint32_t home;
        uint64_t place;
        OK(coop_buffer_read(part, k * bytes, &value, bytes));
        TEST_EQUAL_U64(value, 0);
        OK(coop_net_array_home(array, element, &home, &place));
        TEST_EQUAL(home, rank->rank);
        TEST_EQUAL_U64(place, k);
        sums[0]++;
        sums[1] += element;
    }
    OK(coop_net_reduce(rank->net, COOP_NET_SUM, sums, 2, 0));
    TEST_EQUAL_U64(sums[0], elements);
    TEST_EQUAL_U64(sums[1], elements * (elements - 1) / 2);
    coop_net_array_destroy(array);
}

static void fill_arrays(struct rank *rank)
{
    static const uint64_t sizes[] = {1, 3, 16, 100};

    for (uint32_t i = 0; i < 4; i++) {
        fill(rank, sizes[i], 4, COOP_NET_BLOCK);
        fill(rank, sizes[i], 8, COOP_NET_CYCLIC);
    }
}

TEST(each_element_of_an_array_has_one_home_and_is_zero)
{
    for
        EACH_CREW(i)
        {
            crew_run(&(struct crew){.ranks = crews[i], .body = fill_arrays});
        }
}

static void outlive(struct rank *rank)
{
    struct coop_net_array_options options = {.elements = 10, .element_bytes = 4};
    coop_net_array *array;
    coop_buffer *part;
    uint64_t first;
    uint64_t count;
    uint32_t home;
    uint64_t place;

    OK(coop_net_array_create(rank->net, &options, &array));
    REFUSED(coop_net_array_home(array, 10, &home, &place), COOP_INVALID_ARGUMENT,
            "element 10 is past the array's end, which has 10");
    OK(coop_net_close(rank->net));
    rank->net = NULL; /* which is accepted */
    REFUSED(coop_net_array_local(array, &part, &first, &count), COOP_INVALID_HANDLE, "destroyed");
}

TEST(arrays_end_with_their_net)
{
    crew_run(&(struct crew){.ranks = 3, .body = outlive});
}

/* ---- refusals ---- */

static void differ(struct rank *rank)
{
    struct coop_net_array_options options = {.elements = 100, .element_bytes = 4};
    uint64_t value = rank->rank;
    coop_net_array *array;

    options.elements += rank->rank == 2;
    REFUSED(coop_net_array_create(rank->net, &options, &array), COOP_PEERS_DIFFER,
            "elements is 100 at rank 0 (loop) and 101 at rank 2 (loop)");
    TEST_TRUE(array == NULL);
    options.elements = 100;
    options.spread = rank->rank == 1 ? COOP_NET_CYCLIC : COOP_NET_BLOCK;
    REFUSED(coop_net_array_create(rank->net, &options, &array), COOP_PEERS_DIFFER,
            "spread is 0 at rank 0 (loop) and 1 at rank 1 (loop)");
    if (rank->rank == 1) {
        REFUSED(coop_net_reduce(rank->net, COOP_NET_SUM, &value, 1, 0), COOP_PEERS_DIFFER,
                "rank 0 (loop) is at a barrier, and rank 1 (loop) is reducing values");
        TEST_EQUAL_U64(value, 1);
    } else {
        REFUSED(coop_net_barrier(rank->net, 0), COOP_PEERS_DIFFER,
                "rank 0 (loop) is at a barrier, and rank 1 (loop) is reducing values");
    }
    REFUSED(coop_net_reduce(rank->net, rank->rank == 2 ? COOP_NET_MAX : COOP_NET_SUM, &value, 1, 0),
            COOP_PEERS_DIFFER, "the operation is 0 at rank 0 (loop) and 2 at rank 2 (loop)");
    OK(coop_net_reduce(rank->net, COOP_NET_SUM, &value, 1, 0)); /* still in step */
    TEST_EQUAL_U64(value, 3);
}

/* Kernels could not name it. */
static void make_too_many(struct rank *rank)
{
    struct coop_net_array_options options = {.elements = 2, .element_bytes = 4};
    coop_net_array *array;

    for (uint32_t i = 0; i < 64; i++) {
        OK(coop_net_array_create(rank->net, &options, &array));
        coop_net_array_destroy(array);
    }
    REFUSED(coop_net_array_create(rank->net, &options, &array), COOP_INVALID_ARGUMENT,
            "the net has had 64 arrays");
    TEST_TRUE(array == NULL);
    OK(coop_net_barrier(rank->net, 0)); /* in step */
}

TEST(a_net_has_64_arrays)
{
    crew_run(&(struct crew){.ranks = 2, .body = make_too_many});
}

TEST(what_differs_is_refused_at_all_ranks_with_two_of_them)
{
    crew_run(&(struct crew){.ranks = 3, .body = differ});
}

static void exhaust(struct rank *rank)
{
    struct coop_net_array_options options = {.elements = 3 << 16, .element_bytes = 4};
    coop_buffer *ballast = NULL;
    coop_net_array *array;

    if (rank->rank == 1) {
        OK(coop_buffer_create(rank->context, 900 << 10, &ballast));
    }
    REFUSED(coop_net_array_create(rank->net, &options, &array), COOP_OUT_OF_MEMORY,
            "rank 1 (loop): 262144 bytes");
    TEST_TRUE(array == NULL);
    coop_buffer_destroy(ballast);
    OK(coop_net_array_create(rank->net, &options, &array));
}

TEST(one_ranks_want_of_memory_is_everyones)
{
    crew_run(&(struct crew){.ranks = 3, .body = exhaust});
}

static void stay_away(struct rank *rank)
{
    struct coop_net_report report;

    if (rank->rank == 1) {
        return; /* it closes */
    }
    REFUSED(coop_net_barrier(rank->net, UINT64_MAX), COOP_INVALID_ARGUMENT, "without end");
    OK(coop_net_report(rank->net, &report));
    TEST_EQUAL(report.is_in_step, 1);
}

static atomic_int has_waited;

static void wait_in_vain(struct rank *rank)
{
    struct coop_net_report report;
    uint64_t value = 7;

    if (rank->rank == 0) {
        REFUSED(coop_net_barrier(rank->net, SECOND_NS / 20), COOP_TIMED_OUT, "not all ranks have called");
        REFUSED(coop_net_reduce(rank->net, COOP_NET_SUM, &value, 1, 0), COOP_NETWORK_FAILED,
                "at a net's barrier: not all ranks have called");
        OK(coop_net_report(rank->net, &report));
        TEST_EQUAL(report.is_in_step, 0);
        REFUSED(coop_net_close(rank->net), COOP_NETWORK_FAILED, "not in step");
        atomic_store(&has_waited, 1);
    } else {
        while (!atomic_load(&has_waited)) {
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        }
        REFUSED(coop_net_close(rank->net), COOP_PEERS_DIFFER,
                "rank 0 (loop) is at a barrier, and rank 1 (loop) is closing the net");
    }
    rank->net = NULL;
}

TEST(a_rank_that_does_not_come_is_a_deadline)
{
    crew_run(&(struct crew){.ranks = 2, .body = wait_in_vain, .timeout_ns = SECOND_NS});
}

TEST(what_one_rank_sees_to_be_wrong_is_not_sent)
{
    crew_run(&(struct crew){.ranks = 2, .body = stay_away});
}

/* ---- runs ---- */

static void start_and_add(struct rank *rank)
{
    struct coop_run_options options = {.worker_groups = 2, .local_items = 4};
    struct adds_args args = {.amount = rank->rank + 1, .count = 64};
    struct coop_ndrange ndrange = {.global_items = {64}, .local_items = {4}};
    coop_module *module;
    coop_buffer *values;
    coop_launch *launch;
    coop_run *run;
    uint32_t read[64];

    OK(coop_module_create(rank->context, kernels_module_text, kernels_module_bytes, NULL, &module));
    OK(coop_net_run_start(rank->net, module, &options, &run));
    OK(coop_buffer_create(rank->context, sizeof read, &values));
    OK(coop_buffer_fill(values, 0, 0, sizeof read));
    args.values = coop_buffer_address(values);
    OK(adds_launch(run, &args, &ndrange, NULL, &launch));
    OK(coop_launch_wait(launch, 60 * SECOND_NS, NULL));
    OK(coop_buffer_read(values, 0, read, sizeof read));
    TEST_EQUAL(read[63], rank->rank + 1);
    coop_launch_destroy(launch);
    coop_run_destroy(run);
}

TEST(all_ranks_start_the_same_module)
{
    crew_run(&(struct crew){.ranks = 3, .body = start_and_add, .memory_bytes = 1 << 20});
}

static void start_different_ones(struct rank *rank)
{
    struct coop_run_options options = {.worker_groups = 1, .local_items = 4};
    coop_module *module;
    coop_run *run;

    if (rank->rank == 1) {
        OK(coop_module_create(rank->context, others_module_text, others_module_bytes, NULL, &module));
    } else {
        OK(coop_module_create(rank->context, kernels_module_text, kernels_module_bytes, NULL, &module));
    }
    REFUSED(coop_net_run_start(rank->net, module, &options, &run), COOP_PEERS_DIFFER,
            "the module's hash is ");
    TEST_TRUE(run == NULL);
    coop_module_destroy(module);
    OK(coop_module_create(rank->context, kernels_module_text, kernels_module_bytes, NULL, &module));
    options.local_items = rank->rank == 1 ? 1u << 30 : 4;
    REFUSED(coop_net_run_start(rank->net, module, &options, &run), COOP_INVALID_ARGUMENT, "rank 1 (loop): ");
    TEST_TRUE(run == NULL);
}

TEST(different_modules_and_a_rank_that_cannot_start_are_refused)
{
    crew_run(&(struct crew){.ranks = 2, .body = start_different_ones});
}

/* ---- arguments ---- */

static void give_null(struct rank *rank)
{
    struct coop_net_array_options options = {.elements = 10, .element_bytes = 4};
    coop_net_array *array;
    coop_buffer *part;
    coop_net *net;
    uint64_t first;
    uint64_t count;
    uint32_t home;

    REFUSED(coop_net_open(NULL, NULL, &net), COOP_INVALID_HANDLE, "the context is NULL");
    REFUSED(coop_net_open(rank->context, NULL, NULL), COOP_INVALID_ARGUMENT, "net is NULL");
    OK(coop_net_close(NULL));
    REFUSED(coop_net_loop_create(1, NULL), COOP_INVALID_ARGUMENT, "loop is NULL");
    REFUSED(coop_net_loop_project(1, 0, NULL), COOP_INVALID_ARGUMENT, "loop is NULL");
    coop_net_loop_destroy(NULL);
    REFUSED(coop_net_report(rank->net, NULL), COOP_INVALID_ARGUMENT, "report is NULL");
    REFUSED(coop_net_report(NULL, NULL), COOP_INVALID_HANDLE, "the net is NULL");
    REFUSED(coop_net_barrier(NULL, 0), COOP_INVALID_HANDLE, "the net is NULL");
    REFUSED(coop_net_settle(NULL, 0), COOP_INVALID_HANDLE, "the net is NULL");
    REFUSED(coop_net_reduce(NULL, COOP_NET_SUM, &first, 1, 0), COOP_INVALID_HANDLE, "the net is NULL");
    REFUSED(coop_net_reduce(rank->net, COOP_NET_SUM, NULL, 1, 0), COOP_INVALID_ARGUMENT, "values is NULL");
    REFUSED(coop_net_reduce(rank->net, COOP_NET_SUM, &first, 0, 0), COOP_INVALID_ARGUMENT, "count is 0");
    REFUSED(coop_net_reduce(rank->net, (enum coop_net_operation)9, &first, 1, 0), COOP_INVALID_ARGUMENT,
            "operation is 9");
    REFUSED(coop_net_array_create(NULL, &options, &array), COOP_INVALID_HANDLE, "the net is NULL");
    REFUSED(coop_net_array_create(rank->net, NULL, &array), COOP_INVALID_ARGUMENT, "options is NULL");
    REFUSED(coop_net_array_create(rank->net, &options, NULL), COOP_INVALID_ARGUMENT, "array is NULL");
    options.element_bytes = 2;
    REFUSED(coop_net_array_create(rank->net, &options, &array), COOP_INVALID_ARGUMENT, "element_bytes is 2");
    options = (struct coop_net_array_options){.elements = 0, .element_bytes = 4};
    REFUSED(coop_net_array_create(rank->net, &options, &array), COOP_INVALID_ARGUMENT, "elements is 0");
    options = (struct coop_net_array_options){1, 4, (enum coop_net_spread)7};
    REFUSED(coop_net_array_create(rank->net, &options, &array), COOP_INVALID_ARGUMENT, "spread is 7");
    options.spread = COOP_NET_BLOCK;
    OK(coop_net_array_create(rank->net, &options, &array));
    REFUSED(coop_net_array_local(NULL, &part, &first, &count), COOP_INVALID_HANDLE, "the array is NULL");
    REFUSED(coop_net_array_local(array, NULL, &first, &count), COOP_INVALID_ARGUMENT, "buffer is NULL");
    REFUSED(coop_net_array_local(array, &part, NULL, &count), COOP_INVALID_ARGUMENT, "first is NULL");
    REFUSED(coop_net_array_local(array, &part, &first, NULL), COOP_INVALID_ARGUMENT, "count is NULL");
    REFUSED(coop_net_array_home(NULL, 0, &home, &first), COOP_INVALID_HANDLE, "the array is NULL");
    REFUSED(coop_net_array_home(array, 0, NULL, &first), COOP_INVALID_ARGUMENT, "rank is NULL");
    REFUSED(coop_net_array_home(array, 0, &home, NULL), COOP_INVALID_ARGUMENT, "place is NULL");
    coop_net_array_destroy(NULL);
}

static void give_null_for_a_run(struct rank *rank)
{
    struct coop_net_counts counts;
    coop_module *module;
    coop_run *run;

    OK(coop_module_create(rank->context, kernels_module_text, kernels_module_bytes, NULL, &module));
    REFUSED(coop_net_run_start(NULL, module, NULL, &run), COOP_INVALID_HANDLE, "the net is NULL");
    REFUSED(coop_net_run_start(rank->net, NULL, NULL, &run), COOP_INVALID_HANDLE, "the module is NULL");
    REFUSED(coop_net_run_start(rank->net, module, NULL, NULL), COOP_INVALID_ARGUMENT, "run is NULL");
    REFUSED(coop_net_attach(NULL, run), COOP_INVALID_HANDLE, "the net is NULL");
    REFUSED(coop_net_attach(rank->net, NULL), COOP_INVALID_ARGUMENT, "run is NULL");
    TEST_EQUAL_U64(coop_net_address(NULL), 0);
    REFUSED(coop_net_count(NULL, 0, &counts), COOP_INVALID_HANDLE, "the net is NULL");
    REFUSED(coop_net_count(rank->net, 0, NULL), COOP_INVALID_ARGUMENT, "counts is NULL");
}

/* Rank 0 plays all: its values are everybody's, and nobody else comes. */
TEST(a_projection_is_one_rank_of_many)
{
    const struct coop_context_options options = {.worker_groups = 2, .memory_bytes = 1 << 20};
    coop_context *context;
    coop_net_loop *loop;
    coop_net *net;
    uint64_t value = 3;
    coop_status status = coop_context_create(&options, &context);

    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT || status == COOP_BUSY) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    OK(coop_net_loop_project(1000, 0, &loop));
    REFUSED(coop_net_open(context, &(struct coop_net_options){.loop = loop, .rank = 7}, &net),
            COOP_INVALID_ARGUMENT, "of a projection rank 0 alone is opened, not rank 7");
    OK(coop_net_open(context, &(struct coop_net_options){.loop = loop}, &net));
    OK(coop_net_reduce(net, COOP_NET_SUM, &value, 1, 0));
    TEST_EQUAL_U64(value, 3000);
    OK(coop_net_barrier(net, 0));
    OK(coop_net_close(net));
    coop_net_loop_destroy(loop);
    coop_context_destroy(context);
}

TEST(null_and_numbers_out_of_range_are_refused)
{
    REFUSED(coop_net_loop_create(0, &(coop_net_loop *){NULL}), COOP_INVALID_ARGUMENT, "1 to 65536 ranks");
    crew_run(&(struct crew){.ranks = 1, .body = give_null});
    crew_run(&(struct crew){.ranks = 1, .body = give_null_for_a_run});
}
