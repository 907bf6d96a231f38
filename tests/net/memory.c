/* Every allocation of a net's life fails, once: each call says so, and what was allocated is freed. */
#include "coop/net.h"

#include "../faults/memory_shim.h"
#include "messages.h"
#include "messages_text.h"
#include "test.h"

static int seen; /* calls that have said COOP_OUT_OF_MEMORY */

/* COOP_OK, or memory was exhausted. */
static int is_ok(coop_status status)
{
    if (status == COOP_OK) {
        return 1;
    }
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OUT_OF_MEMORY");
    TEST_CONTAINS(coop_last_error()->message, "memory");
    seen++;
    return 0;
}

static void use(coop_net *net)
{
    struct coop_net_array_options options = {.elements = 10, .element_bytes = 4};
    uint64_t value = 5;
    coop_net_array *array;

    if (is_ok(coop_net_array_create(net, &options, &array))) {
        coop_net_array_destroy(array);
    } else {
        TEST_TRUE(array == NULL);
    }
    is_ok(coop_net_reduce(net, COOP_NET_SUM, &value, 1, 0));
    TEST_EQUAL_U64(value, 5);
}

static void live(coop_context *context)
{
    struct coop_net_options options = {0};
    coop_net *net;

    if (!is_ok(coop_net_loop_create(1, &options.loop))) {
        TEST_TRUE(options.loop == NULL);
        return;
    }
    if (is_ok(coop_net_open(context, &options, &net))) {
        use(net);
        TEST_EQUAL_TEXT(coop_status_name(coop_net_close(net)), "COOP_OK");
    } else {
        TEST_TRUE(net == NULL);
    }
    coop_net_loop_destroy(options.loop);
}

TEST(the_nth_allocation_fails_for_every_n)
{
    struct coop_context_options options = {.memory_bytes = 1 << 20};
    coop_context *context;
    uint64_t n;
    long before;

    if (coop_context_create(&options, &context) != COOP_OK) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    live(context); /* so that tables have grown */
    TEST_EQUAL(seen, 0);
    before = memory_shim_blocks();
    for (n = 1; n < 100; n++) {
        seen = 0;
        memory_shim_begin(n, 0);
        live(context);
        int failed = memory_shim_failed();
        memory_shim_begin(0, 0);
        if (!TEST_EQUAL(memory_shim_blocks(), before) || !TEST_EQUAL(seen, failed)) {
            TEST_NOTE("allocation %llu", (unsigned long long)n);
            break;
        }
        if (!failed) {
            break;
        }
    }
    TEST_AT_LEAST(n, 10);
    TEST_AT_MOST(n, 99);
    coop_context_destroy(context);
}

/* Attaching a run, and the first steps of the net's thread. Whether all went well. */
static int attach(coop_context *context, coop_module *module, uint64_t n)
{
    struct coop_run_options run_options = {.worker_groups = 2, .local_items = 4};
    struct coop_net_options options = {0};
    coop_run *run;
    coop_net *net;
    coop_status status;

    TEST_EQUAL(coop_run_start(module, &run_options, &run), COOP_OK); /* a net that fails ends its run */
    TEST_EQUAL(coop_net_loop_create(1, &options.loop), COOP_OK);
    TEST_EQUAL(coop_net_open(context, &options, &net), COOP_OK);
    memory_shim_begin(n, 0);
    status = coop_net_attach(net, run);
    for (uint32_t i = 0; status == COOP_OK && i < 2; i++) { /* behind the second the thread has made a step */
        status = coop_net_barrier(net, 0);
    }
    if (status != COOP_OK) {
        TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OUT_OF_MEMORY");
        TEST_CONTAINS(coop_last_error()->message, "memory");
    }
    TEST_EQUAL(status != COOP_OK, memory_shim_failed());
    memory_shim_begin(0, 0);
    coop_net_close(net);
    coop_run_destroy(run);
    coop_net_loop_destroy(options.loop);
    return status == COOP_OK;
}

TEST(the_nth_allocation_of_attaching_fails_for_every_n)
{
    struct coop_context_options options = {.memory_bytes = 32 << 20, .worker_groups = 4};
    coop_context *context;
    coop_module *module;
    uint64_t n;
    long before;

    if (coop_context_create(&options, &context) != COOP_OK) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    TEST_EQUAL(coop_module_create(context, messages_module_text, messages_module_bytes, NULL, &module),
               COOP_OK);
    TEST_TRUE(attach(context, module, 0));
    before = memory_shim_blocks();
    for (n = 1; n < 100 && !attach(context, module, n); n++) {
        if (!TEST_EQUAL(memory_shim_blocks(), before)) {
            TEST_NOTE("allocation %llu", (unsigned long long)n);
            break;
        }
    }
    TEST_AT_LEAST(n, 10);
    TEST_AT_MOST(n, 99);
    coop_context_destroy(context);
}
