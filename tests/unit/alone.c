/* Devices that one context of a process has for itself while a run is live. */
#include "host/alone.h"
#include "test.h"

static struct coop_device device(uintptr_t id, int is_nvidia)
{
    struct coop_device device = {.id = (cl_device_id)id, .is_nvidia = is_nvidia};

    return device;
}

TEST(one_owner_at_a_time)
{
    struct coop_device one = device(1, 1);
    struct coop_device other = device(2, 1);
    static const int first = 1;
    static const int second = 2;

    TEST_TRUE(!coop_alone_is_taken(&one));
    TEST_TRUE(coop_alone_take(&one, &first));
    TEST_TRUE(coop_alone_is_taken(&one));
    TEST_TRUE(!coop_alone_take(&one, &second));
    TEST_TRUE(coop_alone_take(&other, &second));
    coop_alone_give(&second);
    TEST_TRUE(!coop_alone_is_taken(&other));
    TEST_TRUE(coop_alone_is_taken(&one));
    coop_alone_give(&first);
    TEST_TRUE(coop_alone_take(&one, &second));
    coop_alone_give(&second);
}

TEST(other_drivers_let_contexts_work_side_by_side)
{
    struct coop_device one = device(1, 0);
    static const int first = 1;
    static const int second = 2;

    TEST_TRUE(coop_alone_take(&one, &first));
    TEST_TRUE(coop_alone_take(&one, &second));
    TEST_TRUE(!coop_alone_is_taken(&one));
}
