/* A run that needs no device, for tests of what the host makes of the table: a control block in plain memory,
 * and an event in the test's hand. */
#ifndef COOP_TESTS_UNIT_FAKE_RUN_H
#define COOP_TESTS_UNIT_FAKE_RUN_H

#include "fake_transport.h"
#include "host/run/run.h"

#include <string.h>

static struct {
    struct coop_run_object run;
    struct coop_context_object context;
    struct coop_module_object module;
    struct coop_transport transport;
    struct coop_launch_object launches[3];
    struct coop_predecessor after[2];
    struct coop_kernel_report kernels[3];
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

static void destroy_nothing(struct coop_object *object)
{
    (void)object;
}

/* A live run that is being stopped, without launches. */
static void fake_run_make(void)
{
    memset(&world, 0, sizeof world);
    world.event = CL_RUNNING;
    fake_memory = (unsigned char *)&world.control;
    world.transport.methods = &fake_methods;
    world.context.transport = &world.transport;
    pthread_mutex_init(&world.context.lock, NULL);
    coop_error_record_init(&world.context.errors);
    world.module.signature.kernels = world.kernels;
    pthread_mutex_init(&world.run.looks, NULL);
    pthread_mutex_init(&world.run.turn, NULL);
    pthread_mutex_init(&world.run.lock, NULL);
    coop_event_init(&world.run.loop_event);
    coop_object_init(&world.run.base, COOP_KIND_RUN, &world.context, destroy_nothing);
    world.run.context = &world.context;
    world.run.module = &world.module;
    world.run.control.transport = &world.transport;
    world.run.watch.control = &world.run.control;
    world.run.is_stopping = 1;
    world.run.state = COOP_RUN_LIVE;
}

/* One launch more, of a kernel of its own, in an entry of the table. */
static void fake_run_launch(const char *kernel, uint32_t entry, enum coop_instance_state state)
{
    uint32_t i = world.module.signature.kernel_count++;
    struct coop_launch_object *launch = &world.launches[i];

    strcpy(world.kernels[i].name, kernel);
    coop_object_init(&launch->base, COOP_KIND_LAUNCH, &world.context, destroy_nothing);
    coop_object_keep(&launch->base); /* the table's */
    launch->run = &world.run;
    launch->kernel = i;
    launch->index = entry;
    launch->sequence = i + 1;
    world.run.entries[entry] = launch;
    world.run.control.posted[entry] = i + 1;
    world.control.instances[entry].launch.sequence = i + 1;
    world.control.instances[entry].state.only_through_accessors = state;
}

/* The statistics of an entry are whole, and those of a launch. */
static inline void fake_run_seal(uint32_t entry, uint32_t sequence)
{
    struct coop_instance_stats *stats = &world.control.instances[entry].stats;
    coop_u64 words[COOP_STATS_WORDS];

    memcpy(words, stats, sizeof words);
    stats->seal = coop_stats_seal(words, sequence);
}

#endif
