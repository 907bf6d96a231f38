/* What a launch decides: sizes of parameters in local memory, and the local size that a kernel requires. */
#include "device.h"
#include "launched_sizes_kernels.h"
#include "launched_sizes_kernels_text.h"

static struct device *open_device(void)
{
    return device_open(launched_sizes_kernels_module_text, launched_sizes_kernels_module_bytes);
}

TEST(parameters_in_local_memory_have_the_sizes_of_the_launch)
{
    struct device *device = open_device();
    uint32_t items = device->local_items;
    coop_buffer *out = device_buffer(device, (uint64_t)items * 3 * 4);
    struct coop_ndrange range = {.global_items = {(uint64_t)items * 3}};

    for (uint64_t spare = 0; spare <= 256; spare += 128) { /* the sizes differ from launch to launch */
        struct sums_args args = {coop_buffer_address(out), 4 * items + spare, 8 * items + spare};
        coop_launch *launch = NULL;

        OK(device, coop_buffer_fill(out, 0, 0, (uint64_t)items * 3 * 4));
        if (OK(device, sums_launch(device->run, &args, &range, NULL, &launch))) {
            device_finish(device, launch, NULL);
        }
        for (uint32_t i = 0; i < items * 3; i++) {
            TEST_EQUAL(device_read_u32(device, out, i), items * items);
        }
    }
    coop_buffer_destroy(out);
}

/* None begins where another one is, and each where any type may. */
TEST(parameters_in_local_memory_stand_one_behind_the_other)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 2 * 4 * device->workers);
    struct places_args args = {coop_buffer_address(out), 4, 129, 12};
    coop_launch *launch = NULL;

    device_settle(device);
    if (OK(device, places_launch(device->run, &args, NULL, &launch))) {
        device_finish(device, launch, NULL);
    }
    for (uint32_t group = 0; group < device->workers; group++) {
        TEST_EQUAL(device_read_u32(device, out, group * 2), 128);
        TEST_EQUAL(device_read_u32(device, out, group * 2 + 1), 256);
    }
    coop_buffer_destroy(out);
}

TEST(sizes_without_room_are_refused)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 64);
    struct coop_ndrange range = {.global_items = {1}, .local_items = {1}};
    struct sums_args none = {coop_buffer_address(out), 8, 0};
    struct sums_args most = {coop_buffer_address(out), 128, 8192 - 128};
    struct sums_args many = {coop_buffer_address(out), 129, 8192 - 128};
    struct sums_args huge = {coop_buffer_address(out), 8, UINT64_MAX};
    struct sums_args around = {coop_buffer_address(out), 8, UINT64_MAX - 127 + 64};
    coop_launch *launch = NULL;

    REFUSED(device, sums_launch(device->run, &none, &range, NULL, &launch), COOP_INVALID_ARGUMENT,
            "sums's parameter wide points to local memory and has 0 bytes");
    REFUSED(device, sums_launch(device->run, &many, &range, NULL, &launch), COOP_INVALID_ARGUMENT,
            "--local-bytes 8320");
    REFUSED(device, sums_launch(device->run, &huge, &range, NULL, &launch), COOP_INVALID_ARGUMENT,
            "sums's parameter wide has 18446744073709551615 bytes of local memory; ask for less: all such "
            "parameters of the kernel have 8192 bytes together, and could have 1048576 at most");
    /* Behind the first parameter it would end at byte 64. */
    REFUSED(device, sums_launch(device->run, &around, &range, NULL, &launch), COOP_INVALID_ARGUMENT,
            "sums's parameter wide has 18446744073709551552 bytes of local memory; ask for less");
    if (OK(device, sums_launch(device->run, &most, &range, NULL, &launch))) {
        device_finish(device, launch, NULL);
    }
    coop_buffer_destroy(out);
}

TEST(a_required_local_size_is_that_of_every_launch)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 16 * 6 * 4);
    struct required_args args = {coop_buffer_address(out)};
    struct coop_ndrange silent = {.dimensions = 2, .global_items = {16, 6}};
    struct coop_ndrange same = {.dimensions = 3, .global_items = {16, 6, 1}, .local_items = {4, 2, 1}};
    struct coop_ndrange other = {.dimensions = 2, .global_items = {16, 6}, .local_items = {2, 2}};
    struct coop_ndrange flat = {.global_items = {16}, .local_items = {4}};
    const struct coop_ndrange *const right[] = {&silent, &same};
    coop_launch *launch = NULL;

    REFUSED(device, required_launch(device->run, &args, &other, NULL, &launch), COOP_INVALID_ARGUMENT,
            "required is written for work-groups of 4 x 2 x 1 work-items (reqd_work_group_size), not of 2 x "
            "2 x 1; launch it with these, or leave local_items 0");
    REFUSED(device, required_launch(device->run, &args, &flat, NULL, &launch), COOP_INVALID_ARGUMENT,
            "not of 4 x 1 x 1; launch it with 2 dimensions or 3");
    for (int i = 0; i < 2; i++) {
        OK(device, coop_buffer_fill(out, 0, 0, 16 * 6 * 4));
        if (OK(device, required_launch(device->run, &args, right[i], NULL, &launch))) {
            device_finish(device, launch, NULL);
        }
        for (uint32_t item = 0; item < 16 * 6; item++) {
            TEST_EQUAL(device_read_u32(device, out, item), 421);
        }
    }
    coop_buffer_destroy(out);
}

/* Where one thread runs a work-group the run's local size says nothing of it. Else a smaller size, as for
 * other kernels, is none that it may have. */
TEST(a_run_with_a_smaller_local_size_takes_a_required_one_or_says_so)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 16 * 6 * 4);
    struct coop_run_options small = {.worker_groups = 1, .local_items = 4};
    struct coop_ndrange range = {.dimensions = 2, .global_items = {16, 6}};
    struct required_args args = {coop_buffer_address(out)};
    struct coop_run_report report = {0};
    coop_launch *launch = NULL;
    coop_run *run = NULL;

    device_stop(device);
    OK(device, coop_run_start(device->module, &small, &run));
    OK(device, coop_run_report(run, &report));
    if (report.range_items_max >= 4 * 2) {
        OK(device, required_launch(run, &args, &range, NULL, &launch));
        OK(device, coop_launch_wait(launch, 60 * (uint64_t)1000000000, NULL));
        coop_launch_destroy(launch);
        for (uint32_t item = 0; item < 16 * 6; item++) {
            TEST_EQUAL(device_read_u32(device, out, item), 421);
        }
    } else {
        REFUSED(device, required_launch(run, &args, &range, NULL, &launch), COOP_INVALID_ARGUMENT,
                "start the run with a larger one: the kernel requires its own (reqd_work_group_size)");
    }
    coop_run_destroy(run);
    coop_buffer_destroy(out);
}
