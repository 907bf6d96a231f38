/* Taking the launches that have ended: what the host may conclude from the states of the table when the
 * megakernel leaves meanwhile. A control block in plain memory, and an event in the test's hand. */
#include "host/run/harvest.h"
#include "test.h"

#include <string.h>

static struct {
    struct coop_run_object run;
    struct coop_context_object context;
    struct coop_module_object module;
    struct coop_transport transport;
    struct coop_launch_object launch;
    struct coop_control control;
    cl_int event;
    void (*asked)(void); /* NULL, or what happens just before the driver answers */
} world;

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t capacity, void *to, size_t *needed)
{
    (void)event, (void)what, (void)needed;
    if (world.asked != NULL) {
        world.asked();
    }
    memcpy(to, &world.event, capacity);
    return CL_SUCCESS;
}

static coop_status read_bytes(struct coop_transport *transport, uint64_t offset, void *to, uint64_t bytes)
{
    (void)transport;
    memcpy(to, (unsigned char *)&world.control + offset, bytes);
    return COOP_OK;
}

static coop_status collect(struct coop_transport *transport, struct coop_transport_word *words,
                           uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        words[i].value = 0;
        read_bytes(transport, words[i].offset, &words[i].value, words[i].bytes);
    }
    return COOP_OK;
}

static uint32_t load(struct coop_transport *transport, uint64_t offset)
{
    uint32_t word;

    read_bytes(transport, offset, &word, sizeof word);
    return word;
}

static void store(struct coop_transport *transport, uint64_t offset, uint32_t value)
{
    (void)transport;
    memcpy((unsigned char *)&world.control + offset, &value, sizeof value);
}

static void destroy_nothing(struct coop_object *object)
{
    (void)object;
}

/* One launch, which runs. */
static void make_world(void)
{
    static const struct coop_transport_methods methods = {
        .read = read_bytes, .collect = collect, .load = load, .store = store};

    memset(&world, 0, sizeof world);
    world.event = CL_RUNNING;
    world.transport.methods = &methods;
    world.context.transport = &world.transport;
    pthread_mutex_init(&world.context.lock, NULL);
    pthread_mutex_init(&world.run.lock, NULL);
    coop_object_init(&world.run.base, COOP_KIND_RUN, &world.context, destroy_nothing);
    coop_object_init(&world.launch.base, COOP_KIND_LAUNCH, &world.context, destroy_nothing);
    coop_object_keep(&world.launch.base);
    world.run.context = &world.context;
    world.run.module = &world.module;
    world.run.control.transport = &world.transport;
    world.run.watch.control = &world.run.control;
    world.run.control.posted[3] = 1;
    world.run.is_stopping = 1;
    world.run.state = COOP_RUN_LIVE;
    world.run.entries[3] = &world.launch;
    world.launch.run = &world.run;
    world.launch.index = 3;
    world.control.instances[3].launch.sequence = 1;
    world.control.instances[3].state.only_through_accessors = COOP_INSTANCE_RUNNING;
}

static void the_launch_ends(void)
{
    world.control.instances[3].stats.ended_ns = 5;
    world.control.instances[3].state.only_through_accessors = COOP_INSTANCE_DONE;
}

static void everything_ends(void)
{
    the_launch_ends();
    world.event = CL_COMPLETE;
}

/* The states that are read before the end is known may be older than the end. */
TEST(a_launch_that_ends_just_before_the_megakernel_has_completed)
{
    make_world();
    world.asked = everything_ends;
    coop_run_harvest(&world.run);
    TEST_EQUAL(world.launch.is_done, 1);
    TEST_EQUAL(world.launch.was_cut_short, 0);
    TEST_EQUAL(world.launch.stats.ended_ns, 5);
    TEST_TRUE(world.run.entries[3] == NULL);
}

TEST(a_launch_that_the_device_cut_short_has_not_completed)
{
    make_world();
    world.control.instances[3].stats.was_cut_short = 1;
    the_launch_ends();
    coop_run_harvest(&world.run);
    TEST_EQUAL(world.launch.is_done, 1);
    TEST_EQUAL(world.launch.was_cut_short, 1);
    TEST_EQUAL(world.control.instances[3].state.only_through_accessors, COOP_INSTANCE_EMPTY);
}

TEST(a_launch_without_an_answer_ends_with_the_megakernel)
{
    make_world();
    coop_run_harvest(&world.run);
    TEST_EQUAL(world.launch.is_done, 0);
    world.event = CL_COMPLETE;
    coop_run_harvest(&world.run);
    TEST_EQUAL(world.launch.is_done, 1);
    TEST_EQUAL(world.launch.was_cut_short, 1);
}
