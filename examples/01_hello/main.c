/* The smallest complete program: opens a device, starts the megakernel, launches a regular and a cooperative
 * kernel, and looks at the result. Exit code 77: no device can serve. */
#include <coop/coop.h>
#include <stdio.h>

#include "hello.h"
#include "hello_text.h"

#define SECOND_NS UINT64_C(1000000000)

/* prefix_sums takes 12 rounds, an even number, so that its result ends up in `first`. */
enum { VALUE_COUNT = 4096, EXIT_NO_DEVICE = 77 };

/* Prints why a call failed; true when it did not. */
static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

/* A launch does not block; the wait does, asleep and at most so long. */
static int wait_for(coop_launch *launch)
{
    int is_done = succeeds(coop_launch_wait(launch, 60 * SECOND_NS, NULL));

    coop_launch_destroy(launch);
    return is_done;
}

static int run_kernels(coop_run *run, coop_buffer *first, coop_buffer *second)
{
    const struct squares_args squares = {.values = coop_buffer_address(first), .count = VALUE_COUNT};
    const struct coop_ndrange ndrange = {.global_items = {VALUE_COUNT}};
    const struct prefix_sums_args prefix_sums = {
        .first = coop_buffer_address(first), .second = coop_buffer_address(second), .count = VALUE_COUNT};
    coop_launch *launch = NULL;

    return succeeds(squares_launch(run, &squares, &ndrange, NULL, &launch)) && wait_for(launch) &&
           succeeds(prefix_sums_launch(run, &prefix_sums, NULL, &launch)) && wait_for(launch);
}

static int result_is_right(coop_buffer *buffer)
{
    uint32_t sums[VALUE_COUNT];
    uint32_t expected = 0;

    if (!succeeds(coop_buffer_read(buffer, 0, sums, sizeof sums))) {
        return 0;
    }
    for (uint32_t i = 0; i < VALUE_COUNT; i++) {
        expected += i * i;
        if (sums[i] != expected) {
            fprintf(stderr, "the sum of the first %u squares is %u, not %u\n", i, expected, sums[i]);
            return 0;
        }
    }
    printf("The sums of squares up to %d are right.\n", VALUE_COUNT - 1);
    return 1;
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = 2};
    const uint64_t bytes = VALUE_COUNT * sizeof(uint32_t);
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;
    coop_buffer *first = NULL;
    coop_buffer *second = NULL;
    coop_status status = coop_context_create(&options, &context);
    int is_right =
        succeeds(status) &&
        succeeds(coop_module_create(context, hello_module_text, hello_module_bytes, NULL, &module)) &&
        succeeds(coop_buffer_create(context, bytes, &first)) &&
        succeeds(coop_buffer_create(context, bytes, &second)) &&
        succeeds(coop_run_start(module, NULL, &run)) && run_kernels(run, first, second) &&
        result_is_right(first);

    coop_run_destroy(run); /* every destroy accepts NULL */
    coop_buffer_destroy(second);
    coop_buffer_destroy(first);
    coop_module_destroy(module);
    coop_context_destroy(context);
    is_right = is_right && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return is_right ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}
