#include "library.h"

#include "coop/lease.h"
#include "interop_kernels.h"

enum { LEASES = 12, NUMBERS = 40000 };

static void expect_drawn(struct device *device, coop_buffer *numbers)
{
    for (uint32_t i = 0; i < NUMBERS && test_failures() == 0; i += 997) {
        TEST_EQUAL(device_read_u32(device, numbers, i), 1);
    }
}

void library_beside_a_run(struct library *library)
{
    const struct coop_launch_options options = {.priority = 1, .timeout_ns = WAIT_NS};
    struct device *device = &library->own.device;
    struct draw_args args = {.count = NUMBERS, .delay = 20000};
    coop_launch *drawing = NULL;
    coop_buffer *next, *numbers;
    uint32_t beside = 0; /* leases that have ended before the kernel */

    library->enqueue(library);
    library->check(library);
    own_start(&library->own);
    next = device_buffer(device, 4);
    numbers = device_buffer(device, NUMBERS * sizeof(uint32_t));
    args.next = coop_buffer_address(next);
    args.drawn = coop_buffer_address(numbers);
    OK(device, draw_launch(device->run, &args, NULL, &drawing));
    for (int i = 0; i < LEASES; i++) {
        coop_launch *lease = NULL;

        OK(device, coop_lease_begin(device->run, &options, &lease));
        library->enqueue(library);
        OK(device, coop_lease_end(lease, library->own.queue));
        device_finish(device, lease, NULL);
        library->check(library);
        beside += coop_launch_wait(drawing, 0, NULL) == COOP_TIMED_OUT;
    }
    TEST_AT_LEAST(beside, 1);
    device_finish(device, drawing, NULL);
    expect_drawn(device, numbers);
    coop_buffer_destroy(next);
    coop_buffer_destroy(numbers);
    own_stop(&library->own);
}
