/* The net's thread on a wire that is late, fails, or does not answer. */
#include "host/net/exchange.h"

#include "test.h"
#include "wire_test.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MS UINT64_C(1000000)
#define LONG (60000 * MS)

static struct coop_deadline in(uint64_t ns)
{
    return coop_deadline_in(ns);
}

static void await(atomic_uint *word, unsigned value)
{
    for (int i = 0; i < 60000 && atomic_load(word) < value; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    TEST_EQUAL(atomic_load(word), value);
}

static struct coop_exchange *start(struct wire_test *test)
{
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct coop_deadline deadline = in(LONG);
    struct coop_exchange *exchange;

    TEST_EQUAL_TEXT(coop_status_name(coop_exchange_start(&test->opener, &deadline, &exchange, failure)),
                    "COOP_OK");
    return exchange;
}

static coop_status gather(struct coop_exchange *exchange, uint64_t word, uint64_t ns,
                          struct coop_net_record **all, char *failure)
{
    struct coop_net_record mine = {.kind = COOP_NET_BARRIER, .words = {word}};
    struct coop_deadline deadline = in(ns);

    return coop_exchange_gather(exchange, &mine, &deadline, all, failure);
}

static void end(struct coop_exchange *exchange, coop_status wanted)
{
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct coop_deadline deadline = in(wanted == COOP_OK ? LONG : 20 * MS);

    TEST_EQUAL_TEXT(coop_status_name(coop_exchange_end(exchange, 1, &deadline, failure)),
                    coop_status_name(wanted));
}

TEST(gathers_come_back_however_late)
{
    struct wire_test test;
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct coop_exchange *exchange;
    struct coop_net_record *all;

    wire_test_init(&test);
    test.ranks = 3;
    test.seed = test_seed();
    test.polls_spread = 90; /* naps among them */
    exchange = start(&test);
    TEST_EQUAL(coop_exchange_ranks(exchange), 3);
    for (uint64_t i = 0; i < 200; i++) {
        if (!TEST_EQUAL_TEXT(coop_status_name(gather(exchange, i, LONG, &all, failure)), "COOP_OK")) {
            break;
        }
        TEST_EQUAL_U64(all[0].words[0], i);
        TEST_EQUAL_U64(all[2].words[0], i);
    }
    end(exchange, COOP_OK);
    TEST_EQUAL(atomic_load(&test.closed), 1);
    TEST_EQUAL(atomic_load(&test.all_agreed), 1);
    TEST_EQUAL(atomic_load(&test.forgotten), 1);
}

TEST(an_opening_that_fails_says_why)
{
    struct wire_test test;
    struct coop_deadline deadline = in(LONG);
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct coop_exchange *exchange;

    wire_test_init(&test);
    test.open_status = COOP_NETWORK_FAILED;
    TEST_EQUAL_TEXT(coop_status_name(coop_exchange_start(&test.opener, &deadline, &exchange, failure)),
                    "COOP_NETWORK_FAILED");
    TEST_EQUAL_TEXT(failure, "no wire today");
    TEST_TRUE(exchange == NULL);
    await(&test.forgotten, 1);
}

TEST(an_opening_that_does_not_come_back_is_left_behind)
{
    static struct wire_test test;
    struct coop_deadline deadline = in(20 * MS);
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct coop_exchange *exchange;

    wire_test_init(&test);
    atomic_store(&test.holds_open, 1);
    TEST_EQUAL_TEXT(coop_status_name(coop_exchange_start(&test.opener, &deadline, &exchange, failure)),
                    "COOP_TIMED_OUT");
    TEST_CONTAINS(failure, "start has not come back");
    atomic_store(&test.all_agreed, 1);
    atomic_store(&test.holds_open, 0);
    await(&test.closed, 1); /* the thread then closes what it has opened */
    TEST_EQUAL(atomic_load(&test.all_agreed), 0);
}

TEST(every_call_of_the_wire_that_fails_is_told)
{
    for (uint32_t n = 1; n <= 8; n++) {
        struct wire_test test;
        char failure[COOP_NET_FAILURE_BYTES] = "";
        coop_status status = COOP_OK;
        struct coop_exchange *exchange;
        struct coop_net_record *all;

        wire_test_init(&test);
        test.polls_least = 1; /* begin, two polls */
        test.fails_at = n;
        exchange = start(&test);
        for (uint32_t i = 0; i < 3 && status == COOP_OK; i++) {
            status = gather(exchange, i, LONG, &all, failure);
            TEST_EQUAL_TEXT(coop_status_name(status), (n - 1) / 3 == i ? "COOP_NETWORK_FAILED" : "COOP_OK");
        }
        TEST_CONTAINS(failure, "fails");
        TEST_EQUAL_TEXT(coop_status_name(gather(exchange, 0, LONG, &all, failure)), "COOP_NETWORK_FAILED");
        TEST_EQUAL(atomic_load(&test.calls), n); /* nothing is asked of it any more */
        end(exchange, COOP_OK);
        TEST_EQUAL(atomic_load(&test.closed), 1);
    }
}

/* A work that does nothing, and counts what it is told. */
struct idle_work {
    struct coop_exchange_work work;
    atomic_uint steps;
    atomic_uint failures;
    atomic_uint leaves;
    atomic_uint ends;
    char failure[COOP_NET_FAILURE_BYTES];
};

static coop_status idle_step(struct coop_exchange_work *work, struct coop_wire *wire, uint64_t now_ns,
                             uint64_t *nap_ns, char *failure)
{
    (void)wire, (void)now_ns, (void)failure;
    TEST_EQUAL(atomic_load(&((struct idle_work *)work)->failures), 0);
    atomic_fetch_add(&((struct idle_work *)work)->steps, 1);
    *nap_ns = MS;
    return COOP_OK;
}

static void idle_fail(struct coop_exchange_work *work, struct coop_wire *wire, coop_status status,
                      char *failure)
{
    struct idle_work *idle = (struct idle_work *)work;

    TEST_TRUE(wire != NULL);
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_NETWORK_FAILED");
    memcpy(idle->failure, failure, sizeof idle->failure);
    atomic_fetch_add(&idle->failures, 1);
}

static void idle_leave(struct coop_exchange_work *work, struct coop_wire *wire)
{
    TEST_TRUE(wire != NULL);
    atomic_fetch_add(&((struct idle_work *)work)->leaves, 1);
}

static void idle_end(struct coop_exchange_work *work, int keep)
{
    (void)keep;
    atomic_fetch_add(&((struct idle_work *)work)->ends, 1);
}

/* The other ranks wait for its messages, and would find it silent only after a while. */
TEST(a_work_hears_of_an_end_that_not_all_ranks_agree_to)
{
    for (int all_agree = 0; all_agree < 2; all_agree++) {
        struct idle_work idle = {
            .work = {.step = idle_step, .fail = idle_fail, .leave = idle_leave, .end = idle_end}};
        char failure[COOP_NET_FAILURE_BYTES] = "";
        struct wire_test test;
        struct coop_deadline deadline = in(LONG);
        struct coop_exchange *exchange;

        wire_test_init(&test);
        exchange = start(&test);
        coop_exchange_attach(exchange, &idle.work);
        TEST_EQUAL_TEXT(coop_status_name(coop_exchange_end(exchange, all_agree, &deadline, failure)),
                        "COOP_OK");
        TEST_EQUAL(atomic_load(&idle.failures), 0);
        TEST_EQUAL(atomic_load(&idle.leaves), all_agree ? 0 : 1);
        TEST_EQUAL(atomic_load(&idle.ends), 1);
    }
}

/* Kernels wait for the work: they hear that nothing comes any more. */
TEST(a_gather_that_fails_is_told_to_the_work_once)
{
    struct idle_work idle = {
        .work = {.step = idle_step, .fail = idle_fail, .leave = idle_leave, .end = idle_end}};
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct wire_test test;
    struct coop_exchange *exchange;
    struct coop_net_record *all;

    wire_test_init(&test);
    test.fails_at = 1;
    exchange = start(&test);
    coop_exchange_attach(exchange, &idle.work);
    for (int i = 0; i < 60000 && atomic_load(&idle.steps) < 3; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    TEST_AT_LEAST(atomic_load(&idle.steps), 3);
    TEST_EQUAL_TEXT(coop_status_name(gather(exchange, 0, LONG, &all, failure)), "COOP_NETWORK_FAILED");
    await(&idle.failures, 1);
    TEST_EQUAL_TEXT(idle.failure, "call 1 fails");
    end(exchange, COOP_OK);
    TEST_EQUAL(atomic_load(&idle.failures), 1);
    TEST_EQUAL(atomic_load(&idle.ends), 1);
}

/* It comes too late for a step, and kernels wait for it nevertheless. */
TEST(a_work_that_finds_the_exchange_failed_is_told)
{
    struct idle_work idle = {
        .work = {.step = idle_step, .fail = idle_fail, .leave = idle_leave, .end = idle_end}};
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct wire_test test;
    struct coop_exchange *exchange;
    struct coop_net_record *all;

    wire_test_init(&test);
    test.fails_at = 1;
    exchange = start(&test);
    TEST_EQUAL_TEXT(coop_status_name(gather(exchange, 0, LONG, &all, failure)), "COOP_NETWORK_FAILED");
    coop_exchange_attach(exchange, &idle.work);
    await(&idle.failures, 1);
    TEST_EQUAL(atomic_load(&idle.steps), 0);
    end(exchange, COOP_OK);
    TEST_EQUAL(atomic_load(&idle.ends), 1);
}

TEST(a_gather_that_does_not_end_is_a_deadline)
{
    static struct wire_test test;
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct coop_exchange *exchange;
    struct coop_net_record *all;

    wire_test_init(&test);
    exchange = start(&test);
    atomic_store(&test.never_ends, 1);
    TEST_EQUAL_TEXT(coop_status_name(gather(exchange, 1, 20 * MS, &all, failure)), "COOP_TIMED_OUT");
    TEST_CONTAINS(failure, "not all ranks have called");
    TEST_TRUE(all == NULL);
    end(exchange, COOP_OK); /* the records stay (E4) */
    TEST_EQUAL(atomic_load(&test.closed), 1);
}

TEST(a_closing_that_does_not_come_back_is_left_behind)
{
    static struct wire_test test;
    struct coop_exchange *exchange;

    wire_test_init(&test);
    exchange = start(&test);
    atomic_store(&test.holds_close, 1);
    end(exchange, COOP_TIMED_OUT);
    atomic_store(&test.holds_close, 0);
    await(&test.closed, 1);
}

TEST(a_closing_that_fails_says_why)
{
    struct wire_test test;
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct coop_deadline deadline = in(LONG);
    struct coop_exchange *exchange;

    wire_test_init(&test);
    test.close_status = COOP_NETWORK_FAILED;
    exchange = start(&test);
    TEST_EQUAL_TEXT(coop_status_name(coop_exchange_end(exchange, 1, &deadline, failure)),
                    "COOP_NETWORK_FAILED");
    TEST_EQUAL_TEXT(failure, "no end today");
}

TEST(the_thread_sleeps_while_nothing_is_gathered)
{
    struct wire_test test;
    struct timespec before;
    struct timespec after;
    struct coop_exchange *exchange;

    wire_test_init(&test);
    exchange = start(&test);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    /* 1 % of a core. */
    TEST_AT_MOST((after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec, 3000000);
    TEST_EQUAL(atomic_load(&test.calls), 0);
    end(exchange, COOP_OK);
}
