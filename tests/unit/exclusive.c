/* Devices that one context of a process has for itself while a run is live. */
#include "host/device/exclusive.h"
#include "test.h"

static struct coop_device device(uintptr_t id, int is_exclusive)
{
    static const struct coop_device_traits traits[] = {{.is_exclusive = 0}, {.is_exclusive = 1}};
    struct coop_device device = {.id = (cl_device_id)id, .traits = &traits[is_exclusive]};

    return device;
}

TEST(one_owner_at_a_time)
{
    struct coop_device one = device(1, 1);
    struct coop_device other = device(2, 1);
    static const int first = 1;
    static const int second = 2;

    TEST_TRUE(!coop_exclusive_is_taken(&one));
    TEST_TRUE(coop_exclusive_take(&one, &first));
    TEST_TRUE(coop_exclusive_is_taken(&one));
    TEST_TRUE(!coop_exclusive_take(&one, &second));
    TEST_TRUE(coop_exclusive_take(&other, &second));
    coop_exclusive_give(&second);
    TEST_TRUE(!coop_exclusive_is_taken(&other));
    TEST_TRUE(coop_exclusive_is_taken(&one));
    coop_exclusive_give(&first);
    TEST_TRUE(coop_exclusive_take(&one, &second));
    coop_exclusive_give(&second);
}

/* What is to be done differs: a live run can be stopped. */
TEST(a_refusal_says_whether_the_run_was_given_up)
{
    struct coop_device one = device(1, 1);
    struct coop_error_record record;
    static const int first = 1;

    coop_error_record_init(&record);
    TEST_TRUE(coop_exclusive_take(&one, &first));
    TEST_EQUAL(coop_exclusive_refuse(&record, &one, "opening a device"), COOP_BUSY);
    TEST_CONTAINS(record.last.message, "has a live run on");
    TEST_CONTAINS(record.last.message, "stop that run first");
    coop_exclusive_keep(&first);
    TEST_TRUE(coop_exclusive_is_taken(&one));
    TEST_EQUAL(coop_exclusive_refuse(&record, &one, "opening a device"), COOP_BUSY);
    TEST_CONTAINS(record.last.message, "was given up and has not left the device");
    TEST_CONTAINS(record.last.message, "end the process");
    coop_exclusive_give(&first);
    TEST_TRUE(coop_exclusive_take(&one, &first));
    coop_exclusive_refuse(&record, &one, "opening a device");
    TEST_CONTAINS(record.last.message, "has a live run on");
    coop_exclusive_give(&first);
    coop_error_record_clear(&record);
}

TEST(other_drivers_let_contexts_work_side_by_side)
{
    struct coop_device one = device(1, 0);
    static const int first = 1;
    static const int second = 2;

    TEST_TRUE(coop_exclusive_take(&one, &first));
    TEST_TRUE(coop_exclusive_take(&one, &second));
    TEST_TRUE(!coop_exclusive_is_taken(&one));
}
