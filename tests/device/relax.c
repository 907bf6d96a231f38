/* Waits long enough to climb the whole back-off of cl/relax.clh, spin -> yield -> sleep, and be woken from
 * its end. */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

TEST(a_long_wait_at_a_barrier_ends)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_address at = coop_buffer_address(words);
    struct late_args args = {at, at + 256, at + 512, at + 768};
    coop_launch *launch = NULL;

    OK(device, late_launch(device->run, &args, NULL, &launch));
    device_await_u32(device, words, 64, device->workers);
    device_sleep_ms(400);
    device_write_u32(device, words, 0, 1);
    device_finish(device, launch, NULL);
    TEST_EQUAL(device_read_u32(device, words, 128), 0);
    TEST_EQUAL(device_read_u32(device, words, 192), device->workers);
    coop_buffer_destroy(words);
}

TEST(workers_that_slept_wake_for_work)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 1000 * 4);

    for (uint32_t i = 1; i <= 5; i++) {
        struct count_args args = {coop_buffer_address(out)};
        struct coop_ndrange range = {.global_items = {1000}};
        struct coop_launch_stats stats = {0};
        coop_launch *launch = NULL;
        device_sleep_ms(30 * i);
        OK(device, count_launch(device->run, &args, &range, NULL, &launch));
        device_finish(device, launch, &stats);
        TEST_EQUAL(stats.groups_at_start, device->workers);
        TEST_EQUAL(device_read_u32(device, out, 999), i);
    }
    coop_buffer_destroy(out);
}

TEST(the_scheduler_wakes_by_itself)
{
    struct device *device = open_device();
    struct coop_run_report before = {0};
    struct coop_run_report after = {0};

    device_settle(device);
    OK(device, coop_run_report(device->run, &before));
    for (int i = 0; i < 600 && after.heartbeat <= before.heartbeat + 3; i++) {
        device_sleep_ms(100);
        OK(device, coop_run_report(device->run, &after));
    }
    TEST_AT_LEAST(after.heartbeat, before.heartbeat + 4);
}

TEST(sleepers_leave_when_the_run_stops)
{
    struct device *device = open_device();

    device_settle(device);
    device_sleep_ms(100);
    device_stop(device);
}
