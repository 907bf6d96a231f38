#include "wire_test.h"

#include "test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct test_wire {
    struct coop_wire wire;
    struct wire_test *test;
    const void *mine;
    unsigned char *all; /* NULL: no gather is under way */
    uint32_t bytes;
    uint32_t polls; /* that are left */
};

static void hold(atomic_int *word)
{
    while (atomic_load(word)) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static coop_status count_call(struct test_wire *wire)
{
    if (atomic_fetch_add(&wire->test->calls, 1) + 1 == wire->test->fails_at) {
        snprintf(wire->wire.failure, sizeof wire->wire.failure, "call %u fails", wire->test->fails_at);
        return COOP_NETWORK_FAILED;
    }
    return COOP_OK;
}

static coop_status gather_begin(struct coop_wire *base, const void *mine, void *all, uint32_t bytes)
{
    struct test_wire *wire = (struct test_wire *)base;
    coop_status status = count_call(wire);

    TEST_TRUE(wire->all == NULL); /* E1 */
    if (status == COOP_OK) {
        wire->mine = mine;
        wire->all = all;
        wire->bytes = bytes;
        wire->polls = wire->test->polls_least +
                      (uint32_t)test_random_below(&wire->test->seed, wire->test->polls_spread + 1);
    }
    return status;
}

static coop_status gather_poll(struct coop_wire *base, int *is_done)
{
    struct test_wire *wire = (struct test_wire *)base;
    coop_status status = count_call(wire);

    *is_done = status == COOP_OK && !atomic_load(&wire->test->never_ends) && wire->polls == 0;
    wire->polls -= wire->polls > 0;
    if (*is_done) {
        for (uint32_t rank = 0; rank < base->ranks; rank++) {
            memcpy(wire->all + (size_t)rank * wire->bytes, wire->mine, wire->bytes);
        }
        wire->all = NULL;
    }
    return status;
}

static coop_status test_close(struct coop_wire *base, int all_agree, int *may_be_written, char *failure)
{
    struct test_wire *wire = (struct test_wire *)base;
    struct wire_test *test = wire->test;

    *may_be_written = atomic_load(&test->never_ends);
    atomic_store(&test->all_agreed, all_agree);
    hold(&test->holds_close);
    free(wire);
    snprintf(failure, sizeof base->failure, "%s", test->close_status != COOP_OK ? "no end today" : "");
    atomic_fetch_add(&test->closed, 1);
    return test->close_status;
}

static coop_status test_open(const struct coop_wire_opener *how, struct coop_wire **opened, char *failure)
{
    static const struct coop_wire_methods methods = {
        .gather_begin = gather_begin, .gather_poll = gather_poll, .close = test_close};
    struct wire_test *test = (struct wire_test *)(uintptr_t)how;
    struct test_wire *wire;

    *opened = NULL;
    hold(&test->holds_open);
    if (test->open_status != COOP_OK) {
        snprintf(failure, sizeof wire->wire.failure, "no wire today");
        return test->open_status;
    }
    wire = calloc(1, sizeof *wire);
    wire->wire.methods = &methods;
    wire->wire.ranks = test->ranks;
    snprintf(wire->wire.host, sizeof wire->wire.host, "host");
    wire->test = test;
    *opened = &wire->wire;
    atomic_fetch_add(&test->opened, 1);
    return COOP_OK;
}

static void test_forget(const struct coop_wire_opener *how)
{
    atomic_fetch_add(&((struct wire_test *)(uintptr_t)how)->forgotten, 1);
}

void wire_test_init(struct wire_test *test)
{
    memset(test, 0, sizeof *test);
    test->opener = (struct coop_wire_opener){test_open, test_forget};
    test->ranks = 1;
}
