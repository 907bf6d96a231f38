/* Runs whose end is unusual: nobody may keep an address of one that is gone. Under AddressSanitizer, in a
 * process that is driver and device at once, so that every use of such an address is seen. */
#include "ends.h"
#include "coop/coop.h"
#include "ends_text.h"
#include "test.h"
#include "traced_runs.h"
#include <CL/cl.h>
#include <stdatomic.h>
#include <time.h>

#define SHORT_NS ((uint64_t)20000000)
#define WAIT_NS ((uint64_t)60 * 1000000000)

static const struct coop_context_options context_options = {.worker_groups = 1, .memory_bytes = 1 << 20};
static const struct coop_run_options run_options = {.worker_groups = 1, .local_items = 1};

/* A driver that does not answer the question after the one that it has answered with the megakernel's end. */
static atomic_int falls_silent;
static atomic_int is_silent;

cl_int __real_clGetEventInfo(cl_event event, cl_event_info what, size_t capacity, void *to, size_t *needed);
cl_int __wrap_clGetEventInfo(cl_event event, cl_event_info what, size_t capacity, void *to, size_t *needed);

cl_int __wrap_clGetEventInfo(cl_event event, cl_event_info what, size_t capacity, void *to, size_t *needed)
{
    cl_int code;

    if (atomic_exchange(&is_silent, 0)) {
        return CL_OUT_OF_RESOURCES;
    }
    code = __real_clGetEventInfo(event, what, capacity, to, needed);
    if (atomic_load(&falls_silent) && *(cl_int *)to == CL_COMPLETE) {
        atomic_store(&falls_silent, 0);
        atomic_store(&is_silent, 1);
    }
    return code;
}

static struct {
    coop_context *context;
    coop_module *module;
    coop_buffer *words;
    coop_run *run;
} scene;

static void open_scene(void)
{
    traced_runs_pause(1);
    TEST_EQUAL(coop_context_create(&context_options, &scene.context), COOP_OK);
    TEST_EQUAL(coop_module_create(scene.context, ends_module_text, ends_module_bytes, NULL, &scene.module),
               COOP_OK);
    TEST_EQUAL(coop_buffer_create(scene.context, 8, &scene.words), COOP_OK);
    TEST_EQUAL(coop_run_start(scene.module, &run_options, &scene.run), COOP_OK);
}

static void set_gate(uint32_t value)
{
    TEST_EQUAL(coop_buffer_write(scene.words, 0, &value, sizeof value), COOP_OK);
}

/* Returns once the kernel runs. */
static coop_launch *launch_stays(coop_run *run)
{
    struct stays_args args = {coop_buffer_address(scene.words), coop_buffer_address(scene.words) + 4};
    struct coop_ndrange range = {.global_items = {1}};
    coop_launch *launch = NULL;
    uint32_t entered = 0;

    set_gate(0);
    TEST_EQUAL(coop_buffer_fill(scene.words, 4, 0, 4), COOP_OK);
    TEST_EQUAL(stays_launch(run, &args, &range, NULL, &launch), COOP_OK);
    while (entered == 0 && test_failures() == 0) {
        TEST_EQUAL(coop_buffer_read(scene.words, 4, &entered, sizeof entered), COOP_OK);
    }
    return launch;
}

static void nap(void)
{
    struct timespec span = {0, 1000000};

    nanosleep(&span, NULL);
}

/* The context keeps the memory of a run that was given up, also when that one has left after all: another run
 * that does not leave would be kept by nobody, and the context would still know it. */
TEST(a_context_that_keeps_the_memory_of_a_run_takes_no_other)
{
    coop_launch *launch;
    coop_run *again = NULL;
    coop_status status;

    open_scene();
    launch = launch_stays(scene.run);
    TEST_EQUAL(coop_run_stop(scene.run, SHORT_NS), COOP_TIMED_OUT);
    coop_run_destroy(scene.run);
    set_gate(1);
    TEST_EQUAL(coop_launch_wait(launch, WAIT_NS, NULL), COOP_STOPPED);
    for (int i = 0; i < 200; i++) { /* a wait looks for the megakernel's end, too */
        coop_launch_wait(launch, 0, NULL);
        nap();
    }
    status = coop_run_start(scene.module, &run_options, &again);
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_BUSY");
    TEST_CONTAINS(coop_last_error()->message, "keeps its memory");
    coop_run_destroy(again); /* NULL; of another one, the context would not wait for the end */
    coop_launch_destroy(launch);
    coop_context_destroy(scene.context);
}

/* The end that was seen counts, whatever the driver says when it is asked again. */
TEST(a_run_whose_end_was_seen_has_ended)
{
    open_scene();
    atomic_store(&falls_silent, 1);
    coop_run_destroy(scene.run);
    TEST_EQUAL(atomic_load(&falls_silent), 0);
    coop_context_destroy(scene.context);
    atomic_store(&is_silent, 0);
}
