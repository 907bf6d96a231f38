/* The first calls of a process: from several threads at once, and in a process that is forked. Each claim
 * runs in processes of its own, since the driver starts up once. */
#include "kernels.h"
#include "kernels_text.h"
#include "scenario.h"
#include "sweep.h"
#include "test.h"
#include "traced_runs.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECONDS 1000
#define THREADS 4
#define PROCESSES 8
#define AT_ONCE_SECONDS 20

static pthread_barrier_t all;

static void *create(void *status)
{
    struct coop_context_options options = {.worker_groups = 2, .memory_bytes = 1 << 20};
    coop_context *context = NULL;

    pthread_barrier_wait(&all);
    *(coop_status *)status = coop_context_create(&options, &context);
    coop_context_destroy(context);
    return NULL;
}

static void *list(void *status)
{
    uint32_t count = 0;

    pthread_barrier_wait(&all);
    *(coop_status *)status = coop_device_list(2, NULL, 0, &count);
    TEST_AT_LEAST(count, 1);
    return NULL;
}

static int create_at_once(uint64_t at, void *unused)
{
    coop_status statuses[THREADS];
    pthread_t threads[THREADS];

    (void)unused;
    pthread_barrier_init(&all, NULL, THREADS);
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, i == 0 ? list : create, &statuses[i]);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        TEST_EQUAL_TEXT(coop_status_name(statuses[i]), "COOP_OK");
    }
    return at < PROCESSES;
}

TEST(threads_open_the_first_contexts_at_once)
{
    scenario_choose();
    sweep(1, 1, 1, SECONDS, create_at_once, NULL);
}

static coop_context *context;
static coop_module *module;
static coop_run *run;
static coop_buffer *buffer;

static void open_all(void)
{
    struct coop_context_options options = {.worker_groups = 2, .memory_bytes = 1 << 20};
    struct coop_run_options run_options = {.worker_groups = 2, .local_items = 8};

    traced_runs_pause(1);
    TEST_EQUAL(coop_context_create(&options, &context), COOP_OK);
    TEST_EQUAL(coop_module_create(context, kernels_module_text, kernels_module_bytes, NULL, &module),
               COOP_OK);
    TEST_EQUAL(coop_buffer_create(context, 64, &buffer), COOP_OK);
    TEST_EQUAL(coop_run_start(module, &run_options, &run), COOP_OK);
}

/* Every call of the child returns at once, and none reaches the driver. */
static int is_refused_in_a_child(void)
{
    time_t begun = time(NULL);
    struct coop_run_report report;
    struct coop_error error;
    coop_context *another = (coop_context *)&error;
    coop_run *second = NULL;
    uint32_t count = 1;
    char byte = 0;

    TEST_EQUAL(coop_run_report(run, &report), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_run_start(module, NULL, &second), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_run_stop(run, 0), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_buffer_read(buffer, 0, &byte, 1), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_context_error(context, &error), COOP_INVALID_HANDLE);
    TEST_CONTAINS(error.message, "is a fork of one that uses the library");
    coop_error_clear(&error);
    TEST_EQUAL(coop_context_create(NULL, &another), COOP_NO_DEVICE);
    TEST_TRUE(another == NULL);
    TEST_EQUAL(coop_device_list(0, NULL, 0, &count), COOP_NO_DEVICE);
    TEST_EQUAL(count, 0);
    coop_run_destroy(run);
    coop_buffer_destroy(buffer);
    coop_module_destroy(module);
    coop_context_destroy(context);
    TEST_AT_MOST(time(NULL) - begun, AT_ONCE_SECONDS);
    return test_failures() == 0;
}

static int fork_beside_a_run(uint64_t at, void *unused)
{
    struct coop_run_report report;
    int status = 0;
    pid_t child;

    (void)at;
    (void)unused;
    open_all();
    child = fork();
    if (child == 0) {
        _exit(is_refused_in_a_child() ? 0 : 1);
    }
    TEST_EQUAL(waitpid(child, &status, 0), child);
    TEST_EQUAL(status, 0);
    TEST_EQUAL(coop_run_report(run, &report), COOP_OK); /* and the parent goes on */
    TEST_EQUAL(report.is_live, 1);
    TEST_EQUAL(coop_run_stop(run, 0), COOP_OK);
    coop_context_destroy(context);
    return 0;
}

TEST(a_fork_of_a_process_with_a_run_is_refused_at_once)
{
    scenario_choose();
    sweep(1, 1, 1, SECONDS, fork_beside_a_run, NULL);
}

/* The library belongs to who first uses it: both, here. */
static int fork_before_the_first_call(uint64_t at, void *unused)
{
    int status = 0;
    pid_t child = fork();

    (void)at;
    (void)unused;
    open_all();
    coop_context_destroy(context);
    if (child == 0) {
        _exit(test_failures() != 0);
    }
    TEST_EQUAL(waitpid(child, &status, 0), child);
    TEST_EQUAL(status, 0);
    return 0;
}

TEST(a_fork_before_the_first_call_works_on_its_own)
{
    scenario_choose();
    sweep(1, 1, 1, SECONDS, fork_before_the_first_call, NULL);
}
