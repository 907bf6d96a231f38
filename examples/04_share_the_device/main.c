/* A cooperative kernel gives up two of the four work-groups for each frame that is drawn, and takes them back
 * after it. Prints how long each frame waited for them, and how many work-groups the cooperative kernel lost
 * and won. */
#include <coop/coop.h>
#include <stdio.h>
#include <string.h>

#include "formulas.h"
#include "share_the_device.h"
#include "share_the_device_text.h"

#define SECOND_NS UINT64_C(1000000000)

enum { CELL_COUNT = 20000, ROUND_COUNT = 4000, PIXEL_COUNT = 50000, FRAME_COUNT = 5, EXIT_NO_DEVICE = 77 };

static coop_context *context;
static uint32_t cells[2][CELL_COUNT], result[CELL_COUNT], pixels[PIXEL_COUNT];

static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

static int frame_is_right(uint32_t frame)
{
    uint32_t i = 0;

    while (i < PIXEL_COUNT && pixels[i] == pixel(i, frame)) {
        i++;
    }
    return i == PIXEL_COUNT;
}

static int draw_frames(coop_run *run, coop_buffer *buffer)
{
    const struct coop_ndrange ndrange = {.global_items = {PIXEL_COUNT}};
    const struct coop_launch_options options = {.groups = 2};
    int is_right = 1;

    for (uint32_t frame = 0; frame < FRAME_COUNT && is_right; frame++) {
        const struct draw_args args = {
            .pixels = coop_buffer_address(buffer), .count = PIXEL_COUNT, .frame = frame};
        struct coop_launch_stats stats = {0};
        coop_launch *launch = NULL;
        is_right = succeeds(draw_launch(run, &args, &ndrange, &options, &launch)) &&
                   succeeds(coop_launch_wait(launch, 60 * SECOND_NS, &stats)) &&
                   succeeds(coop_buffer_read(buffer, 0, pixels, sizeof pixels)) && frame_is_right(frame);
        coop_launch_destroy(launch);
        printf("frame %u: %s; gathered %u work-groups in %.3f ms, ran %.3f ms\n", frame,
               is_right ? "right" : "wrong", stats.groups_at_start, (double)stats.gather_ns / 1e6,
               (double)stats.run_ns / 1e6);
    }
    return is_right;
}

static int cells_are_right(coop_buffer *buffer)
{
    for (uint32_t round = 0; round < ROUND_COUNT; round++) {
        const uint32_t *in = cells[round % 2];
        uint32_t *out = cells[1 - round % 2];
        for (uint32_t i = 0; i < CELL_COUNT; i++) {
            out[i] = mixed(in[(i + CELL_COUNT - 1) % CELL_COUNT], in[i], in[(i + 1) % CELL_COUNT]);
        }
    }
    return succeeds(coop_buffer_read(buffer, 0, result, sizeof result)) &&
           memcmp(result, cells[ROUND_COUNT % 2], sizeof result) == 0;
}

static int share(coop_run *run, coop_buffer *first, coop_buffer *second, coop_buffer *frame)
{
    const struct mix_args args = {.first = coop_buffer_address(first),
                                  .second = coop_buffer_address(second),
                                  .count = CELL_COUNT,
                                  .rounds = ROUND_COUNT};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;
    int is_right = succeeds(coop_buffer_write(first, 0, cells[0], sizeof cells[0])) &&
                   succeeds(mix_launch(run, &args, NULL, &launch)) && draw_frames(run, frame) &&
                   succeeds(coop_launch_wait(launch, 120 * SECOND_NS, &stats)) && cells_are_right(first);

    coop_launch_destroy(launch);
    printf("mix: %s; began with %u work-groups, lost %u, won %u, passed %llu barriers in %.3f ms\n",
           is_right ? "right" : "wrong", stats.groups_at_start, stats.barrier_kills, stats.barrier_forks,
           (unsigned long long)stats.barriers, (double)stats.run_ns / 1e6);
    return is_right;
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = 4};
    const struct coop_run_options run_options = {.worker_groups = 4};
    coop_module *module = NULL;
    coop_run *run = NULL;
    coop_buffer *buffers[3] = {NULL};
    coop_status status = coop_context_create(&options, &context);
    int is_right;

    for (uint32_t i = 0; i < CELL_COUNT; i++) {
        cells[0][i] = i;
    }
    is_right = succeeds(status) &&
               succeeds(coop_module_create(context, share_the_device_module_text,
                                           share_the_device_module_bytes, NULL, &module)) &&
               succeeds(coop_buffer_create(context, sizeof cells[0], &buffers[0])) &&
               succeeds(coop_buffer_create(context, sizeof cells[0], &buffers[1])) &&
               succeeds(coop_buffer_create(context, sizeof pixels, &buffers[2])) &&
               succeeds(coop_run_start(module, &run_options, &run)) &&
               share(run, buffers[0], buffers[1], buffers[2]);

    coop_run_destroy(run);
    coop_module_destroy(module);
    coop_context_destroy(context);              /* the buffers go with it */
    is_right = is_right && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return is_right ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}
