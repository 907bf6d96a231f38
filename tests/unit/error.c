/* The error record: the last failure, whole, from any thread. */
#include "test.h"

#include "host/base/error.h"
#include <CL/cl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

TEST(a_fresh_record_has_no_failure)
{
    struct coop_error_record record;

    coop_error_record_init(&record);
    TEST_EQUAL(record.last.status, COOP_OK);
    TEST_EQUAL_TEXT(record.last.message, "");
    coop_error_record_clear(&record);
}

TEST(the_last_failure_stands_alone)
{
    struct coop_error_record record;

    coop_error_record_init(&record);
    TEST_EQUAL(coop_error_opencl(&record, CL_INVALID_VALUE, "clFoo", "trying"), COOP_OPENCL_FAILED);
    TEST_EQUAL(record.last.opencl_code, CL_INVALID_VALUE);
    TEST_CONTAINS(record.last.message, "clFoo failed with CL_INVALID_VALUE (-30) while trying");
    coop_error_set_case(&record, &(struct coop_error_case){COOP_BUILD_FAILED, -11, "building", "a log"}, "%s",
                        "it does not build");
    TEST_EQUAL(record.last.status, COOP_BUILD_FAILED);
    TEST_EQUAL(record.last.opencl_code, -11);
    TEST_EQUAL_TEXT(record.last.doing, "building");
    TEST_EQUAL_TEXT(record.last.message, "it does not build");
    TEST_EQUAL_TEXT(record.last.details, "a log");
    TEST_EQUAL(coop_error_set(&record, COOP_BUSY, "starting", "%d of %s", 7, "nine"), COOP_BUSY);
    TEST_EQUAL(record.last.status, COOP_BUSY);
    TEST_EQUAL(record.last.opencl_code, 0);
    TEST_EQUAL_TEXT(record.last.doing, "starting");
    TEST_EQUAL_TEXT(record.last.message, "7 of nine");
    TEST_TRUE(record.last.details == NULL || record.last.details[0] == '\0');
    coop_error_record_clear(&record);
}

TEST(memory_failures_of_opencl_are_out_of_memory)
{
    struct coop_error_record record;

    coop_error_record_init(&record);
    TEST_EQUAL(coop_error_opencl(&record, CL_MEM_OBJECT_ALLOCATION_FAILURE, "clA", "a"), COOP_OUT_OF_MEMORY);
    TEST_EQUAL(coop_error_opencl(&record, CL_OUT_OF_HOST_MEMORY, "clA", "a"), COOP_OUT_OF_MEMORY);
    TEST_EQUAL(coop_error_opencl(&record, CL_OUT_OF_RESOURCES, "clA", "a"), COOP_OUT_OF_MEMORY);
    TEST_EQUAL(coop_error_opencl(&record, -9999, "clA", "a"), COOP_OPENCL_FAILED);
    TEST_CONTAINS(record.last.message, "an unknown code (-9999)");
    coop_error_record_clear(&record);
}

TEST(long_texts_are_cut)
{
    struct coop_error_record record;
    char text[5000];

    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    coop_error_record_init(&record);
    coop_error_set(&record, COOP_IO_FAILED, text, "%s", text);
    TEST_EQUAL(strlen(record.last.message), sizeof record.last.message - 1);
    TEST_EQUAL(strlen(record.last.doing), sizeof record.last.doing - 1);
    coop_error_set_case(&record, &(struct coop_error_case){COOP_BUSY, 0, "a", text}, "b");
    TEST_EQUAL_TEXT(record.last.details, text);
    coop_error_record_clear(&record);
}

static struct coop_error_record shared;
static atomic_int is_over;

static void *fail_often(void *which)
{
    const char *name = which;
    struct coop_error_case what = {.status = COOP_BUSY, .doing = name, .details = name};

    for (int i = 0; i < 5000; i++) {
        coop_error_set_case(&shared, &what, "%s %s", name, name);
        TEST_EQUAL_TEXT(coop_last_error()->details, name);
    }
    return NULL;
}

/* A reader copies as coop_context_error does; it never sees half of one failure and half of another. */
static void *read_often(void *unused)
{
    (void)unused;
    while (!atomic_load(&is_over)) {
        char wanted[2 * sizeof shared.last.doing + 2];
        pthread_mutex_lock(&shared.lock);
        snprintf(wanted, sizeof wanted, "%s%s%s", shared.last.doing, shared.last.doing[0] ? " " : "",
                 shared.last.doing);
        TEST_EQUAL_TEXT(shared.last.message, wanted);
        TEST_EQUAL_TEXT(shared.last.details != NULL ? shared.last.details : "", shared.last.doing);
        pthread_mutex_unlock(&shared.lock);
    }
    return NULL;
}

TEST(the_thread_keeps_what_no_context_does)
{
    struct coop_error_record record;

    coop_error_record_init(&record);
    coop_error_set_case(&record, &(struct coop_error_case){COOP_BUSY, 0, "starting", "a log"}, "one");
    TEST_EQUAL_TEXT(coop_last_error()->message, "one");
    TEST_EQUAL_TEXT(coop_last_error()->details, "a log");
    TEST_EQUAL(coop_error_handle(NULL, "stopping", "run"), COOP_INVALID_HANDLE);
    TEST_CONTAINS(coop_last_error()->message, "the run is NULL");
    TEST_EQUAL_TEXT(coop_last_error()->doing, "stopping");
    TEST_EQUAL_TEXT(coop_last_error()->details, "");
    TEST_EQUAL_TEXT(record.last.message, "one");
    TEST_EQUAL(coop_error_null(&record, "reading", "to"), COOP_INVALID_ARGUMENT);
    TEST_EQUAL_TEXT(record.last.message, "to is NULL");
    TEST_EQUAL_TEXT(coop_last_error()->message, "to is NULL");
    coop_error_record_clear(&record);
}

TEST(threads_write_one_record)
{
    static const char *const names[] = {"one", "two", "three"};
    pthread_t threads[4];

    coop_error_record_init(&shared);
    pthread_create(&threads[3], NULL, read_often, NULL);
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, fail_often, (void *)names[i]);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    atomic_store(&is_over, 1);
    pthread_join(threads[3], NULL);
    TEST_EQUAL(shared.last.status, COOP_BUSY);
    coop_error_record_clear(&shared);
}
