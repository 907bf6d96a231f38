/* Counts the solutions of the queens puzzle with a queue of tasks that spawn tasks, while a regular kernel
 * takes work-groups away three times. No task may be lost or done twice: both counts must be exact. Exit code
 * 77: no device can serve. */
#include <coop/coop.h>
#include <stdio.h>

#include "queens.h"
#include "work_queue.h"
#include "work_queue_text.h"

#define WAIT_NS UINT64_C(60000000000)

enum { VALUE_COUNT = 4096, INTERRUPTION_COUNT = 3, EXIT_NO_DEVICE = 77 };

/* What the kernel knows as struct queue begins so, with the first of the flags. */
struct head {
    uint32_t pending, drawn, pushed, solutions, is_full;
};

/* A flag and a task of four words for each. */
static const uint64_t queue_bytes = 16 + TASK_COUNT_MAX * (4 + 16);

static coop_context *context;

static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

/* Adds the tasks and solutions below a partial placement. */
static void count(uint32_t row, uint32_t columns, uint32_t left, uint32_t right, uint32_t *tasks,
                  uint32_t *solutions)
{
    *tasks += row < BOARD;
    *solutions += row == BOARD;
    for (uint32_t square = 1; row < BOARD && square < 1u << BOARD; square <<= 1) {
        if ((square & (columns | left | right)) == 0) {
            count(row + 1, columns | square, (left | square) << 1, (right | square) >> 1, tasks, solutions);
        }
    }
}

/* A regular kernel asks for two work-groups, a few times. */
static int interrupt(coop_run *run, coop_buffer *values)
{
    const struct squares_args args = {.values = coop_buffer_address(values), .count = VALUE_COUNT};
    const struct coop_ndrange ndrange = {.global_items = {VALUE_COUNT}};
    const struct coop_launch_options options = {.groups = 2};
    int is_done = 1;

    for (int i = 0; i < INTERRUPTION_COUNT && is_done; i++) {
        coop_launch *launch = NULL;
        is_done = succeeds(squares_launch(run, &args, &ndrange, &options, &launch)) &&
                  succeeds(coop_launch_wait(launch, WAIT_NS, NULL));
        coop_launch_destroy(launch);
    }
    return is_done;
}

static int place_queens(coop_run *run, coop_buffer *queue, coop_buffer *values)
{
    const struct head empty_board = {.pending = 1, .pushed = 1, .is_full = 1};
    const struct place_queens_args args = {.queue = coop_buffer_address(queue)};
    struct head seen = {0};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;
    uint32_t tasks = 0;
    uint32_t solutions = 0;
    int is_done = succeeds(coop_buffer_fill(queue, 0, 0, queue_bytes)) &&
                  succeeds(coop_buffer_write(queue, 0, &empty_board, sizeof empty_board)) &&
                  succeeds(place_queens_launch(run, &args, NULL, &launch)) && interrupt(run, values) &&
                  succeeds(coop_launch_wait(launch, WAIT_NS, &stats)) &&
                  succeeds(coop_buffer_read(queue, 0, &seen, sizeof seen));

    coop_launch_destroy(launch);
    count(0, 0, 0, 0, &tasks, &solutions);
    if (is_done) {
        printf("%u tasks of %u, %u solutions of %u; began with %u work-groups, lost %u, won %u, in %.3f ms\n",
               seen.drawn, tasks, seen.solutions, solutions, stats.groups_at_start, stats.kills, stats.forks,
               (double)stats.run_ns / 1e6);
    }
    return is_done && seen.drawn == tasks && seen.pushed == tasks && seen.pending == 0 &&
           seen.solutions == solutions;
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = 4};
    const struct coop_run_options run_options = {.worker_groups = 4};
    coop_module *module = NULL;
    coop_run *run = NULL;
    coop_buffer *queue = NULL;
    coop_buffer *values = NULL;
    coop_status status = coop_context_create(&options, &context);
    int is_right = succeeds(status) &&
                   succeeds(coop_module_create(context, work_queue_module_text, work_queue_module_bytes, NULL,
                                               &module)) &&
                   succeeds(coop_buffer_create(context, queue_bytes, &queue)) &&
                   succeeds(coop_buffer_create(context, VALUE_COUNT * sizeof(uint32_t), &values)) &&
                   succeeds(coop_run_start(module, &run_options, &run)) && place_queens(run, queue, values);

    coop_context_destroy(context); /* stops the run, and takes all that belongs to the context with it */
    is_right = is_right && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return is_right ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}
