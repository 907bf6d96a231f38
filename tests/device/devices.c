/* Devices that cannot work together, and too few threads for those that could: each is refused with what is
 * wrong, and with both numbers. And a run that was given up on one device keeps the memory of all. */
#include "kernels.h"
#include "kernels_text.h"
#include "team_devices.h"

#include <stdlib.h>

static void refused(struct coop_devices_options options, coop_status wanted, const char *words)
{
    coop_devices *devices = NULL;

    TEST_EQUAL_TEXT(coop_status_name(coop_devices_open(&options, &devices)), coop_status_name(wanted));
    TEST_CONTAINS(coop_last_error()->message, words);
    TEST_TRUE(devices == NULL);
    coop_devices_close(devices);
}

TEST(devices_that_make_no_sense_are_refused)
{
    team_devices_choose();
    setenv("POCL_MAX_PTHREAD_COUNT", "6", 1);
    refused((struct coop_devices_options){.devices = "0,1", .groups = "1,2,3"}, COOP_INVALID_ARGUMENT,
            "3 numbers for 2 devices");
    refused((struct coop_devices_options){.devices = "0,1", .groups = "1,x"}, COOP_INVALID_ARGUMENT,
            "a number from 1 on");
    refused((struct coop_devices_options){.devices = "0,1", .groups = "0"}, COOP_INVALID_ARGUMENT,
            "a number from 1 on");
    refused((struct coop_devices_options){.devices = "0,1", .groups = "9999"}, COOP_INVALID_ARGUMENT,
            "more than the 2045");
    refused((struct coop_devices_options){.devices = "0,,1"}, COOP_INVALID_ARGUMENT,
            "is no name of a device");
    refused((struct coop_devices_options){.devices = "0,1,2,3,4,5,6,7,8"}, COOP_INVALID_ARGUMENT,
            "at most 8");
    refused((struct coop_devices_options){.devices = "0,1", .split = 2}, COOP_INVALID_ARGUMENT,
            "only one device can be cut");
    refused((struct coop_devices_options){.devices = "0,0", .groups = "1"}, COOP_INVALID_ARGUMENT,
            "is named twice");
    refused((struct coop_devices_options){.devices = "0,no such device"}, COOP_NO_DEVICE, "no such device");
    refused((struct coop_devices_options){.devices = "0,1", .groups = "2,3"}, COOP_INVALID_ARGUMENT,
            "take 8 threads together, a scheduler's on each included, but Portable Computing Language has 6");
    refused((struct coop_devices_options){.devices = "0", .groups = "2", .split = 3}, COOP_INVALID_ARGUMENT,
            "take 12 threads together");
    setenv("COOP_TRANSPORT", "copy", 1);
    refused((struct coop_devices_options){.devices = "0,1", .groups = "1"}, COOP_DEVICE_UNFIT,
            "unset COOP_TRANSPORT");
}

TEST(no_run_begins_beside_one_that_was_given_up)
{
    struct team_devices *all = team_devices_open(kernels_module_text, kernels_module_bytes);
    struct device *first = &all->each[0];
    struct device *last = &all->each[all->count - 1];
    struct coop_run_options options = {.worker_groups = 1, .local_items = 1, .stop_timeout_ns = 1000000};
    coop_buffer *words = device_buffer(first, 1024);
    struct stubborn_args args = {coop_buffer_address(words), coop_buffer_address(words) + 512};
    coop_launch *launch = NULL;
    coop_run *run = NULL;

    device_stop(first);
    device_stop(last);
    OK(last, coop_run_start(last->module, &options, &last->run));
    OK(last, stubborn_launch(last->run, &args, NULL, &launch));
    TEST_TRUE(device_await_u32(last, words, 128, 1));
    coop_run_destroy(last->run);
    last->run = NULL;
    REFUSED(first, coop_run_start(first->module, &options, &run), COOP_BUSY, "close the devices");
    TEST_TRUE(run == NULL);
    device_write_u32(first, words, 0, 1);
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
}
