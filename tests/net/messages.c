/* Messages from kernels through the library, between ranks that are threads: exact, conserved, and refused
 * where something is wrong. */
#include "messages.h"
#include "loop_attached.h"
#include "messages_text.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND_NS UINT64_C(1000000000)
#define ELEMENTS 3001u
#define UPDATES 40000u

static int attach(struct rank *rank, uint32_t local_items, uint32_t groups, struct attached *attached)
{
    return attach_run(rank, messages_module_text, messages_module_bytes, local_items, groups, attached);
}

static uint64_t place_of(uint64_t number, uint64_t elements)
{
    uint64_t x = number * UINT64_C(0x9e3779b97f4a7c15);

    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    return x % elements;
}

/* This rank's updates, until they are applied. */
static void send_updates(struct rank *rank, const struct attached *attached, uint32_t updates)
{
    const uint32_t zero = 0;
    struct updates_args args = {.net = coop_net_address(rank->net),
                                .table = 0,
                                .elements = ELEMENTS,
                                .first = (uint64_t)rank->rank * updates,
                                .count = updates,
                                .chunk = 512};
    struct coop_launch_options options = {.groups = 2};
    coop_buffer *next;
    coop_launch *launch;

    OK(coop_buffer_create(rank->context, sizeof zero, &next));
    OK(coop_buffer_write(next, 0, &zero, sizeof zero));
    args.next = coop_buffer_address(next);
    if (OK(updates_launch(attached->run, &args, &options, &launch))) {
        if (!OK(coop_launch_wait(launch, 60 * SECOND_NS, NULL))) {
            TEST_NOTE("rank %u: %s", rank->rank, coop_last_error()->message);
        }
        coop_launch_destroy(launch);
    }
    coop_buffer_destroy(next);
}

/* This rank's part is that of all ranks' updates, one after the other. */
static void check_part(struct rank *rank, coop_net_array *array, uint32_t updates)
{
    uint64_t *wanted = calloc(ELEMENTS, sizeof *wanted);
    uint64_t *seen = calloc(ELEMENTS, sizeof *seen);
    coop_buffer *part;
    uint64_t first;
    uint64_t count;
    uint64_t wrong = 0;

    for (uint64_t number = 0; number < (uint64_t)rank->ranks * updates; number++) {
        wanted[place_of(number, ELEMENTS)]++;
    }
    OK(coop_net_array_local(array, &part, &first, &count));
    OK(coop_buffer_read(part, 0, seen, count * sizeof *seen));
    for (uint64_t i = 0; i < count; i++) {
        wrong += seen[i] != wanted[first + i];
    }
    TEST_EQUAL_U64(wrong, 0);
    free(wanted);
    free(seen);
}

static coop_net_array *make_table(struct rank *rank)
{
    struct coop_net_array_options options = {.elements = ELEMENTS, .element_bytes = 8};
    coop_net_array *array;

    OK(coop_net_array_create(rank->net, &options, &array));
    return array;
}

static void update_with(struct rank *rank, uint32_t local_items)
{
    coop_net_array *array = make_table(rank);
    struct attached attached;

    if (attach(rank, local_items, 4, &attached)) {
        send_updates(rank, &attached, UPDATES);
        OK(coop_net_barrier(rank->net, 60 * SECOND_NS));
        check_part(rank, array, UPDATES);
        check_counts(rank);
    }
    OK(coop_net_close(rank->net));
    rank->net = NULL;
}

static void update_64(struct rank *rank)
{
    update_with(rank, 64);
}

static void update_1(struct rank *rank)
{
    update_with(rank, 1);
}

TEST(updates_are_exact_at_one_rank)
{
    crew_run(&(struct crew){.ranks = 1, .body = update_64, .memory_bytes = 16 << 20});
}

TEST(updates_are_exact_at_two_ranks_with_one_work_item)
{
    crew_run(&(struct crew){.ranks = 2, .body = update_1, .memory_bytes = 16 << 20});
}

TEST(updates_are_exact_at_four_ranks)
{
    crew_run(&(struct crew){.ranks = 4, .body = update_64, .memory_bytes = 16 << 20});
}

/* `flag_ranks=` ranks, `flag_rounds=` rounds. */
static void run_rounds(struct rank *rank)
{
    const uint64_t ranks = rank->ranks;
    const uint32_t rounds = (uint32_t)test_option("flag_rounds", 300);
    struct coop_net_array_options options = {.elements = ranks * ranks, .element_bytes = 4};
    const uint32_t zero = 0;
    struct rounds_args args = {.values = 0, .flags = 1, .ranks = ranks, .rounds = rounds};
    struct attached attached;
    coop_net_array *values;
    coop_net_array *flags;
    coop_buffer *part;
    coop_buffer *wrong;
    coop_launch *launch;
    uint32_t seen = 1;
    uint64_t first;
    uint64_t count;

    OK(coop_net_array_create(rank->net, &options, &values));
    if (attach(rank, 4, 3, &attached)) {
        OK(coop_net_array_create(rank->net, &options, &flags)); /* behind the attaching */
        OK(coop_net_array_local(values, &part, &first, &count));
        args.seen_values = coop_buffer_address(part);
        OK(coop_net_array_local(flags, &part, &first, &count));
        args.seen_flags = coop_buffer_address(part);
        OK(coop_buffer_create(rank->context, sizeof zero, &wrong));
        OK(coop_buffer_write(wrong, 0, &zero, sizeof zero));
        args.wrong = coop_buffer_address(wrong);
        args.net = coop_net_address(rank->net);
        OK(rounds_launch(attached.run, &args, &(struct coop_launch_options){.groups = 1}, &launch));
        OK(coop_launch_wait(launch, (100 + rounds / 50) * SECOND_NS, NULL));
        OK(coop_buffer_read(wrong, 0, &seen, sizeof seen));
        TEST_EQUAL(seen, 0);
        OK(coop_net_barrier(rank->net, (100 + rounds / 50) * SECOND_NS)); /* others may be far behind */
        for (uint32_t i = 0; i < ranks; i++) {
            OK(coop_buffer_read(part, i * sizeof seen, &seen, sizeof seen));
            TEST_EQUAL(seen, rounds);
        }
        coop_launch_destroy(launch);
    }
}

TEST(who_sees_a_flag_sees_what_was_sent_before_the_quiet)
{
    crew_run(&(struct crew){
        .ranks = (uint32_t)test_option("flag_ranks", 2), .body = run_rounds, .memory_bytes = 16 << 20});
}

static double process_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* 5 % of a core; a thread that polls takes all of it. On a quiet machine it is below 1 %; other work makes a
 * look dearer, and never cheaper: one look is enough. Beside other tests 2 % were seen. */
enum { IDLE_LOOKS = 5, IDLE_MS = 100 };

static void be_idle(struct rank *rank)
{
    double least_ms = 1e9;
    struct attached attached;

    if (attach(rank, 4, 2, &attached)) {
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL); /* naps have grown */
        for (int look = 0; look < IDLE_LOOKS && least_ms > IDLE_MS; look++) {
            double before_ms = process_ms();
            nanosleep(&(struct timespec){.tv_sec = 2}, NULL);
            least_ms = process_ms() - before_ms < least_ms ? process_ms() - before_ms : least_ms;
        }
        TEST_NOTE("%.1f ms of CPU time in 2 s, delivery's among them", least_ms);
        TEST_AT_MOST(least_ms, IDLE_MS);
    }
}

TEST(an_attached_rank_with_nothing_to_send_naps)
{
    crew_run(&(struct crew){.ranks = 1, .body = be_idle, .memory_bytes = 16 << 20});
}

/* ---- what is wrong ---- */

static void attach_wrongly(struct rank *rank)
{
    struct coop_net_counts counts;
    struct attached attached;

    REFUSED(coop_net_attach(NULL, NULL), COOP_INVALID_HANDLE, "the net is NULL");
    REFUSED(coop_net_attach(rank->net, NULL), COOP_INVALID_ARGUMENT, "run is NULL");
    REFUSED(coop_net_count(rank->net, 0, &counts), COOP_INVALID_ARGUMENT, "no run is attached");
    TEST_EQUAL_U64(coop_net_address(rank->net), 0);
    TEST_EQUAL_U64(coop_net_address(NULL), 0);
    if (attach(rank, 4, 2, &attached)) {
        TEST_TRUE(coop_net_address(rank->net) != 0);
        REFUSED(coop_net_attach(rank->net, attached.run), COOP_INVALID_ARGUMENT, "has a run already");
        REFUSED(coop_net_count(rank->net, 1, &counts), COOP_INVALID_ARGUMENT, "there is no rank 1");
        REFUSED(coop_net_count(rank->net, 0, NULL), COOP_INVALID_ARGUMENT, "counts is NULL");
        REFUSED(coop_net_count(NULL, 0, &counts), COOP_INVALID_HANDLE, "the net is NULL");
    }
}

TEST(attaching_twice_and_nothing_is_refused)
{
    crew_run(&(struct crew){.ranks = 1, .body = attach_wrongly, .memory_bytes = 16 << 20});
}

static void attach_with_one_work_group(struct rank *rank)
{
    struct coop_run_options options = {.worker_groups = rank->rank == 1 ? 1 : 2, .local_items = 4};
    coop_module *module;
    coop_run *run;

    OK(coop_module_create(rank->context, messages_module_text, messages_module_bytes, NULL, &module));
    OK(coop_net_run_start(rank->net, module, &options, &run));
    REFUSED(coop_net_attach(rank->net, run), COOP_INVALID_ARGUMENT,
            "rank 1 (loop): deliver_groups is 1, and the run has 1 work-groups");
    OK(coop_net_barrier(rank->net, 0)); /* in step */
    TEST_EQUAL_U64(coop_net_address(rank->net), 0);
}

TEST(a_run_without_a_work_group_to_spare_is_refused_at_all_ranks)
{
    crew_run(&(struct crew){.ranks = 2, .body = attach_with_one_work_group, .memory_bytes = 16 << 20});
}

/* The net's memory outlives the last step (E9), also when the run goes first. */
static void lose_the_run(struct rank *rank)
{
    struct attached attached;
    coop_status status = COOP_OK;

    if (!attach(rank, 4, 2, &attached)) {
        return;
    }
    if (rank->rank == 0) {
        coop_run_destroy(attached.run);
    }
    for (uint32_t i = 0; i < 600 && status == COOP_OK; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        status = coop_net_barrier(rank->net, 20 * SECOND_NS);
    }
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_NETWORK_FAILED");
    TEST_CONTAINS(coop_last_error()->message,
                  rank->rank == 0
                      ? "the run that is attached to the net has ended"
                      : "rank 0 (loop) has given up: the run that is attached to the net has ended");
    coop_net_close(rank->net);
    rank->net = NULL;
}

TEST(a_run_that_ends_under_the_net_is_told_to_all)
{
    crew_run(&(struct crew){.ranks = 2, .body = lose_the_run, .memory_bytes = 16 << 20});
}

/* Rank 0 closes alone while what rank 1 sends is still applied there: nothing is written to arrays that are
 * gone, and the run goes on. */
static atomic_int has_closed;

static void close_alone(struct rank *rank, const struct attached *attached)
{
    struct coop_run_report report;

    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    REFUSED(coop_net_barrier(rank->net, 1000000), COOP_TIMED_OUT, "not all ranks have called");
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    TEST_EQUAL_TEXT(coop_status_name(coop_net_close(rank->net)), "COOP_NETWORK_FAILED");
    rank->net = NULL;
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    OK(coop_run_report(attached->run, &report));
    TEST_TRUE(report.is_live);
    OK(coop_run_stop(attached->run, 60 * SECOND_NS));
    atomic_store(&has_closed, 1);
}

static void send_until_closed(struct rank *rank, const struct attached *attached)
{
    const uint32_t zero = 0;
    struct updates_args args = {.net = coop_net_address(rank->net),
                                .elements = ELEMENTS / 2, /* rank 0's */
                                .count = UINT32_MAX / 2,
                                .chunk = 512};
    struct coop_launch_options options = {.groups = 2};
    coop_buffer *next;
    coop_launch *launch;

    OK(coop_buffer_create(rank->context, sizeof zero, &next));
    OK(coop_buffer_write(next, 0, &zero, sizeof zero));
    args.next = coop_buffer_address(next);
    OK(updates_launch(attached->run, &args, &options, &launch));
    for (uint32_t i = 0; i < 60000 && !atomic_load(&has_closed); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    TEST_TRUE(atomic_load(&has_closed));
    coop_run_stop(attached->run, 60 * SECOND_NS);
    coop_launch_destroy(launch);
    coop_net_close(rank->net);
    rank->net = NULL;
}

static void part_in_traffic(struct rank *rank)
{
    struct attached attached;

    make_table(rank);
    if (attach(rank, 64, 4, &attached)) {
        (rank->rank == 0 ? close_alone : send_until_closed)(rank, &attached);
    }
}

TEST(a_net_that_is_closed_alone_leaves_its_run_alive)
{
    crew_run(&(struct crew){.ranks = 2, .body = part_in_traffic, .memory_bytes = 16 << 20});
}

static void nothing(struct rank *rank)
{
    (void)rank;
}

TEST(options_out_of_range_are_refused)
{
    struct coop_context_options context_options = {.memory_bytes = 1 << 20};
    const struct {
        struct coop_net_options options;
        const char *words;
    } wrong[] = {
        {{.buffer_bytes = 135}, "buffer_bytes is 136 to"},
        {{.buffers_per_peer = 1025}, "buffers_per_peer is at most 1024"},
        {{.timeout_us = 10000001}, "timeout_us is at most"},
        {{.memory_bytes = 100}, "memory_bytes has room for a buffer"},
        {{.peer_timeout_ns = 1}, "peer_timeout_ns is 10 ms at least"},
        {{.peer_timeout_ns = UINT64_MAX}, "a wait without end"},
    };
    coop_context *context;
    coop_net *net;

    crew_run(&(struct crew){.ranks = 1, .body = nothing}); /* skips without a device */
    OK(coop_context_create(&context_options, &context));
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        REFUSED(coop_net_open(context, &wrong[i].options, &net), COOP_INVALID_ARGUMENT, wrong[i].words);
    }
    coop_context_destroy(context);
}
