/* Two cooperative kernels run at once and share four work-groups in equal parts. Each time a regular kernel
 * asks for two, each of them gives up one. Prints how many each lost and won. Exit code 77: no device can
 * serve. */
#include <coop/coop.h>
#include <stdio.h>
#include <string.h>

#include "formulas.h"
#include "two_cooperative_kernels.h"
#include "two_cooperative_kernels_text.h"

#define WAIT_NS UINT64_C(120000000000)

enum { CELL_COUNT = 20000, ROUND_COUNT = 2000, LIST_COUNT = 1000000, REGULAR_COUNT = 3, EXIT_NO_DEVICE = 77 };
enum { DRAWN, STEPS, FIRST, SECOND, SQUARES, BUFFER_COUNT };

static coop_context *context;
static coop_buffer *buffers[BUFFER_COUNT];
static const uint64_t buffer_bytes[BUFFER_COUNT] = {4, 4 * LIST_COUNT, 4 * CELL_COUNT, 4 * CELL_COUNT,
                                                    4 * CELL_COUNT};
static uint32_t cells[2][CELL_COUNT], values[LIST_COUNT];

static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

static int fill_buffers(void)
{
    int is_filled = 1;

    for (int i = 0; i < BUFFER_COUNT && is_filled; i++) {
        is_filled = succeeds(coop_buffer_create(context, buffer_bytes[i], &buffers[i])) &&
                    succeeds(coop_buffer_fill(buffers[i], 0, 0, buffer_bytes[i]));
    }
    for (uint32_t i = 0; i < CELL_COUNT; i++) {
        cells[0][i] = i;
    }
    return is_filled && succeeds(coop_buffer_write(buffers[FIRST], 0, cells[0], sizeof cells[0]));
}

/* Waits for a launch and says what became of it. */
static int finish(coop_launch *launch, const char *name)
{
    struct coop_launch_stats stats;
    int is_done = succeeds(coop_launch_wait(launch, WAIT_NS, &stats));

    coop_launch_destroy(launch);
    if (is_done) {
        printf("%-11s  began with %u, lost %u, won %u, passed %llu barriers, ran %.3f ms\n", name,
               stats.groups_at_start, stats.kills + stats.barrier_kills, stats.forks + stats.barrier_forks,
               (unsigned long long)stats.barriers, (double)stats.run_ns / 1e6);
    }
    return is_done;
}

static int run_kernels(coop_run *run)
{
    const struct count_steps_args count_steps = {.steps = coop_buffer_address(buffers[STEPS]),
                                                 .drawn = coop_buffer_address(buffers[DRAWN]),
                                                 .count = LIST_COUNT};
    const struct mix_args mix = {.first = coop_buffer_address(buffers[FIRST]),
                                 .second = coop_buffer_address(buffers[SECOND]),
                                 .count = CELL_COUNT,
                                 .rounds = ROUND_COUNT};
    const struct squares_args squares = {.values = coop_buffer_address(buffers[SQUARES]),
                                         .count = CELL_COUNT};
    const struct coop_ndrange ndrange = {.global_items = {CELL_COUNT}};
    const struct coop_launch_options two = {.groups = 2};
    coop_launch *long_ones[2] = {NULL};
    coop_launch *launch = NULL;
    int is_done = succeeds(count_steps_launch(run, &count_steps, NULL, &long_ones[0])) &&
                  succeeds(mix_launch(run, &mix, NULL, &long_ones[1]));

    for (int i = 0; i < REGULAR_COUNT && is_done; i++) {
        is_done =
            succeeds(squares_launch(run, &squares, &ndrange, &two, &launch)) && finish(launch, "squares");
    }
    return is_done && finish(long_ones[1], "mix") && finish(long_ones[0], "count_steps");
}

static int results_are_right(void)
{
    int is_right = succeeds(coop_buffer_read(buffers[STEPS], 0, values, 4 * LIST_COUNT));

    for (uint32_t i = 0; i < LIST_COUNT && is_right; i++) {
        is_right = values[i] == steps_of(i + 1);
    }
    for (uint32_t round = 0; round < ROUND_COUNT; round++) {
        const uint32_t *in = cells[round % 2];
        for (uint32_t i = 0; i < CELL_COUNT; i++) {
            cells[1 - round % 2][i] =
                mixed(in[(i + CELL_COUNT - 1) % CELL_COUNT], in[i], in[(i + 1) % CELL_COUNT]);
        }
    }
    is_right = is_right && succeeds(coop_buffer_read(buffers[FIRST], 0, values, sizeof cells[0])) &&
               memcmp(values, cells[ROUND_COUNT % 2], sizeof cells[0]) == 0 &&
               succeeds(coop_buffer_read(buffers[SQUARES], 0, values, 4 * CELL_COUNT));
    for (uint32_t i = 0; i < CELL_COUNT && is_right; i++) {
        is_right = values[i] == i * i;
    }
    printf("The results are %s.\n", is_right ? "right" : "wrong");
    return is_right;
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = 4};
    const struct coop_run_options run_options = {.worker_groups = 4};
    coop_module *module = NULL;
    coop_run *run = NULL;
    coop_status status = coop_context_create(&options, &context);
    int is_right = succeeds(status) &&
                   succeeds(coop_module_create(context, two_cooperative_kernels_module_text,
                                               two_cooperative_kernels_module_bytes, NULL, &module)) &&
                   fill_buffers() && succeeds(coop_run_start(module, &run_options, &run)) &&
                   run_kernels(run) && results_are_right();

    coop_context_destroy(context); /* stops the run, and takes all that belongs to the context with it */
    is_right = is_right && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return is_right ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}
