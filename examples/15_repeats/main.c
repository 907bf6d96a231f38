/* A job every 10 ms beside a cooperative kernel, launched once by the host and then by the device's
 * scheduler. Prints how many jobs there were, how many due times had none, and how late the latest was. */
#include <coop/coop.h>
#include <coop/repeat.h>
#include <stdio.h>
#include <string.h>

#include "repeats.h"
#include "repeats_text.h"

#define MS_NS UINT64_C(1000000)

enum { COUNT = 20000, ROUNDS = 4000, PIXELS = 50000, EXIT_NO_DEVICE = 77 };

static uint32_t numbers[2][COUNT], result[COUNT], pixels[PIXELS];

static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

/* The numbers after the rounds, and as many jobs in each pixel as there were. */
static int are_right(coop_buffer *first, coop_buffer *picture, uint64_t jobs)
{
    uint32_t wrong = 0;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        const uint32_t *in = numbers[round % 2];
        for (uint32_t i = 0; i < COUNT; i++) {
            numbers[1 - round % 2][i] = in[i] + (in[(i + COUNT - 1) % COUNT] ^ in[(i + 1) % COUNT]);
        }
    }
    if (!succeeds(coop_buffer_read(first, 0, result, sizeof result)) ||
        !succeeds(coop_buffer_read(picture, 0, pixels, sizeof pixels))) {
        return 0;
    }
    for (uint32_t i = 0; i < PIXELS; i++) {
        wrong += pixels[i] != jobs;
    }
    return wrong == 0 && memcmp(result, numbers[ROUNDS % 2], sizeof result) == 0;
}

static int share(coop_run *run, coop_buffer *const buffers[3])
{
    const struct smooth_args smooth = {.first = coop_buffer_address(buffers[0]),
                                       .second = coop_buffer_address(buffers[1]),
                                       .count = COUNT,
                                       .rounds = ROUNDS};
    const struct draw_args draw = {.pixels = coop_buffer_address(buffers[2]), .count = PIXELS};
    const struct coop_ndrange range = {.global_items = {PIXELS}};
    const struct coop_launch_options options = {.groups = 2, .period_ns = 10 * MS_NS, .repeats = 1};
    struct coop_repeat_report report = {0};
    struct coop_launch_stats stats = {0};
    coop_launch *search = NULL;
    coop_launch *jobs = NULL;
    int is_right =
        succeeds(coop_buffer_write(buffers[0], 0, numbers[0], sizeof numbers[0])) &&
        succeeds(coop_buffer_fill(buffers[2], 0, 0, sizeof pixels)) &&
        succeeds(smooth_launch(run, &smooth, NULL, &search)) &&
        succeeds(draw_launch(run, &draw, &range, &options, &jobs)) &&
        succeeds(coop_launch_wait(search, 120000 * MS_NS, &stats)) && succeeds(coop_repeat_stop(jobs)) &&
        succeeds(coop_launch_wait(jobs, 60000 * MS_NS, NULL)) &&
        succeeds(coop_repeat_report(jobs, &report)) && are_right(buffers[0], buffers[2], report.launched);

    coop_launch_destroy(jobs);
    coop_launch_destroy(search);
    printf(
        "%s: %llu jobs beside %llu barriers in %.1f ms, %llu missed, the latest %.3f ms after it was due\n",
        is_right ? "right" : "wrong", (unsigned long long)report.launched, (unsigned long long)stats.barriers,
        (double)stats.run_ns / 1e6, (unsigned long long)report.missed, (double)report.most_late_ns / 1e6);
    return is_right;
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = 4};
    const struct coop_run_options run_options = {.worker_groups = 4};
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;
    coop_buffer *buffers[3] = {NULL};
    coop_status status = coop_context_create(&options, &context);
    int is_right;

    for (uint32_t i = 0; i < COUNT; i++) {
        numbers[0][i] = i;
    }
    is_right =
        succeeds(status) &&
        succeeds(coop_module_create(context, repeats_module_text, repeats_module_bytes, NULL, &module)) &&
        succeeds(coop_buffer_create(context, sizeof numbers[0], &buffers[0])) &&
        succeeds(coop_buffer_create(context, sizeof numbers[0], &buffers[1])) &&
        succeeds(coop_buffer_create(context, sizeof pixels, &buffers[2])) &&
        succeeds(coop_run_start(module, &run_options, &run)) && share(run, buffers);

    coop_run_destroy(run);
    coop_module_destroy(module);
    coop_context_destroy(context);              /* the buffers go with it */
    is_right = is_right && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return is_right ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}
