/* Loops that count to a constant: the device's compiler comes to an end with them, and each goes its rounds.
 * With PoCL 3.1 a program of one such loop did not start (COOP_ROUND_OF_STATES, cl/platform.clh). */
#include "coop/argument.h"
#include "counted_kernels_text.h"
#include "device.h"
#include <stdio.h>

static const struct {
    const char *kernel;
    uint32_t rounds;
} forms[] = {
    {"up_2", 2},           {"up_10", 10},           {"up_100", 100},   {"unequal", 10},       {"down", 10},
    {"down_unsigned", 10}, {"in_threes", 11},       {"doubled", 10},   {"do_while", 10},      {"breaks", 10},
    {"breaks_behind", 10}, {"returns", 12},         {"nest", 12},      {"nest_of_three", 12}, {"forks", 10},
    {"forks_down", 10},    {"forks_in_a_nest", 12}, {"two_loops", 15}, {"guarded", 5},        {"chosen", 9},
};

TEST(loops_with_constant_bounds_start_and_end)
{
    struct device *device = device_open(counted_kernels_module_text, counted_kernels_module_bytes);
    coop_buffer *out =
        device_buffer(device, (uint64_t)device->workers * device->local_items * sizeof(uint32_t));

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const struct coop_argument arguments[] = {coop_argument_buffer("out", out)};
        coop_launch *launch = NULL;

        device_write_u32(device, out, 0, 0);
        if (OK(device, coop_launch_named(device->run, forms[i].kernel, arguments, 1, NULL, NULL, &launch))) {
            device_finish(device, launch, NULL);
            if (!TEST_EQUAL(device_read_u32(device, out, 0), forms[i].rounds)) {
                printf("%s\n", forms[i].kernel);
            }
        }
    }
    coop_buffer_destroy(out);
}
