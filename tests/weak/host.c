/* The host's own objects under the C11 memory model: what its threads publish without a lock. */
#include "host/base/object.h"

#include "host/transport/transport.h"
#include "test.h"
#include "weak.h"

#include <string.h>

enum { HOLDERS = 3 };

/* Watched. */
static struct {
    struct coop_object object;
    uint32_t cells[HOLDERS]; /* each written by one holder */
    uint32_t destroyed;
} thing;

static struct coop_transport transport;

/* Reads and overwrites what the holders have used, as free() and the next user of the memory do. */
static void destroy(struct coop_object *object)
{
    (void)object;
    for (uint32_t i = 0; i < HOLDERS; i++) {
        weak_check(thing.cells[i] == i + 1, "holder %u's last write is not there", i);
        thing.cells[i] = 0;
    }
    thing.destroyed++;
}

static void holder(void *argument)
{
    uint32_t me = (uint32_t)(uintptr_t)argument;

    coop_object_keep(&thing.object);
    thing.cells[me] = me;
    coop_object_release(&thing.object);
    thing.cells[me]++;
    coop_object_release(&thing.object);
}

static void holders_come_and_go(void *none)
{
    uint32_t fibers[HOLDERS];

    (void)none;
    memset(&thing, 0, sizeof thing);
    weak_watch(&thing, sizeof thing);
    coop_object_init(&thing.object, COOP_KIND_RUN, NULL, destroy);
    for (uint32_t i = 0; i < HOLDERS; i++) {
        coop_object_keep(&thing.object);
        fibers[i] = weak_spawn(holder, (void *)(uintptr_t)i);
    }
    coop_object_release(&thing.object);
    for (uint32_t i = 0; i < HOLDERS; i++) {
        weak_join(fibers[i]);
    }
    weak_check(thing.destroyed == 1, "destroyed %u times", thing.destroyed);
}

static void fails(void *none)
{
    (void)none;
    coop_transport_fail(&transport, "clFlush", -5);
    coop_transport_fail(&transport, "clEnqueueReadBuffer", -6);
}

static void device_is_lost(void *none)
{
    const char *call;
    uint32_t fiber;
    int code;

    (void)none;
    memset(&transport, 0, sizeof transport);
    weak_watch(&transport, sizeof transport);
    fiber = weak_spawn(fails, NULL);
    while ((call = coop_transport_failure(&transport, &code)) == NULL) {
        weak_relax();
    }
    weak_check(strcmp(call, "clFlush") == 0 && code == -5, "%s with code %d", call, code);
    weak_join(fiber);
}

static void explore(void (*body)(void *))
{
    uint64_t seed = test_seed();
    uint64_t runs = test_option("runs", 300);
    uint64_t stale_loads = 0;

    for (uint64_t i = 0; i < runs; i++) {
        struct weak_options options = {.seed = seed + i, .stale_in_256 = (uint32_t)(i % 4) * 60};
        struct weak_result result = weak_run(&options, body, NULL);

        stale_loads += result.stale_loads;
        if (result.verdict != WEAK_DONE) {
            TEST_FAIL("seed=%llu runs=1: %s", (unsigned long long)(seed + i), result.message);
            return;
        }
    }
    TEST_NOTE("%llu runs, %llu stale loads", (unsigned long long)runs, (unsigned long long)stale_loads);
}

TEST(the_last_reference_sees_what_all_holders_did)
{
    explore(holders_come_and_go);
}

TEST(a_failed_call_comes_with_its_code)
{
    explore(device_is_lost);
}
