/* When OpenCL objects are released where the driver lets that wait for kernels (host/context/release.h,
 * N1). */
#include "host/context/release.h"
#include "test.h"
#include <pthread.h>
#include <stdatomic.h>

#define SHORT_NS ((uint64_t)20000000)
#define LONG_NS ((uint64_t)600 * 1000000000)

struct thing {
    struct coop_object base;
    struct coop_release release;
    struct thing *uses; /* released with this one, as a module by its run */
    const struct coop_device *device;
};

static const struct coop_device_traits waiting_traits = {.release_waits = 1};
static const struct coop_device_traits other_traits = {.release_waits = 0};
static const struct coop_device waiting = {.traits = &waiting_traits};
static const struct coop_device second = {.traits = &waiting_traits};
static const struct coop_device other = {.traits = &other_traits};
static unsigned released;

static void release_thing(struct coop_object *object)
{
    struct thing *thing = (struct thing *)object;

    released++;
    if (thing->uses != NULL) {
        coop_object_release(&thing->uses->base);
    }
}

static void destroy_thing(struct coop_object *object)
{
    struct thing *thing = (struct thing *)object;

    coop_release_object(&thing->release, thing->device, object, release_thing);
}

static struct thing make(const struct coop_device *device, struct thing *uses)
{
    struct thing thing = {.device = device, .uses = uses};

    coop_object_init(&thing.base, COOP_KIND_MODULE, NULL, destroy_thing);
    return thing;
}

static int enter(const struct coop_device *device, uint64_t timeout_ns)
{
    struct coop_deadline deadline = coop_deadline_in(timeout_ns);

    return coop_release_enter_run(device, &deadline);
}

TEST(objects_of_other_drivers_go_at_once)
{
    struct thing thing = make(&other, NULL);

    released = 0;
    TEST_TRUE(enter(&other, 0));
    TEST_TRUE(enter(&waiting, 0));
    coop_object_release(&thing.base);
    TEST_EQUAL(released, 1);
    coop_release_leave_run(&waiting);
    coop_release_leave_run(&other);
}

TEST(an_object_and_what_it_uses_wait_for_the_last_run_on_any_device)
{
    struct thing used = make(&waiting, NULL);
    struct thing thing = make(&waiting, &used);

    released = 0;
    TEST_TRUE(enter(&waiting, 0));
    TEST_TRUE(enter(&second, 0));
    coop_object_release(&thing.base);
    TEST_EQUAL(released, 0);
    TEST_EQUAL(coop_release_count(), 1);
    TEST_TRUE(!coop_release_begin(&second));
    coop_release_leave_run(&waiting);
    coop_release_poll();
    TEST_EQUAL(released, 0);
    coop_release_leave_run(&second);
    coop_release_poll();
    TEST_EQUAL(released, 2);
    TEST_EQUAL(coop_release_count(), 0);
}

static void *enter_run(void *has_entered)
{
    *(atomic_int *)has_entered = enter(&waiting, LONG_NS) ? 1 : -1;
    return NULL;
}

TEST(a_run_waits_for_releases_that_have_begun)
{
    atomic_int has_entered = 0;
    pthread_t thread;

    TEST_TRUE(coop_release_begin(&second));
    TEST_TRUE(!enter(&waiting, SHORT_NS));
    pthread_create(&thread, NULL, enter_run, &has_entered);
    coop_clock_sleep_ns(SHORT_NS);
    TEST_EQUAL(has_entered, 0);
    coop_release_end(&second);
    pthread_join(thread, NULL);
    TEST_EQUAL(has_entered, 1);
    TEST_TRUE(!coop_release_begin(&waiting));
    coop_release_leave_run(&waiting);
    TEST_TRUE(coop_release_begin(&waiting));
    coop_release_end(&waiting);
}
