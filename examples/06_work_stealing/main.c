/* The 27th Fibonacci number by the definition, 635,621 tasks that work-groups steal from each other, while a
 * regular kernel takes work-groups away three times. Exit code 77: no device can serve. */
#include <coop/coop.h>
#include <coop/workqueue.h>
#include <stdio.h>

#include "tasks.h"
#include "work_stealing.h"
#include "work_stealing_text.h"

#define WAIT_NS UINT64_C(60000000000)

enum { N = 27, VALUE_COUNT = 4096, INTERRUPTION_COUNT = 3, WORKER_COUNT = 4, EXIT_NO_DEVICE = 77 };

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

static void count(uint32_t n, uint64_t *calls, uint32_t *result)
{
    ++*calls;
    if (n < 2) {
        *result += n;
    } else {
        count(n - 1, calls, result);
        count(n - 2, calls, result);
    }
}

static int is_right(const struct coop_workqueue_counts *counts, uint64_t outstanding, uint32_t sum)
{
    uint64_t calls = 0;
    uint32_t result = 0;

    count(N, &calls, &result);
    printf("fib(%d) = %u of %u in %llu tasks of %llu, %llu of them stolen\n", N, sum, result,
           (unsigned long long)counts->executed, (unsigned long long)calls,
           (unsigned long long)counts->stolen);
    return sum == result && counts->executed == calls && outstanding == 0;
}

static int fibonacci(coop_run *run, coop_buffer *queue, coop_buffer *sum, coop_buffer *values)
{
    const struct coop_workqueue_options options = {.groups = WORKER_COUNT};
    const struct fib root = {.n = N};
    const struct fibonacci_args args = {.queue = coop_buffer_address(queue), .sum = coop_buffer_address(sum)};
    struct coop_workqueue_counts counts = {0};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;
    uint64_t outstanding = 0;
    uint32_t seen = 0;
    int is_done = succeeds(coop_workqueue_init(queue, 0, &options)) &&
                  succeeds(coop_workqueue_push(queue, 0, coop_tag_fib, &root, sizeof root, 1)) &&
                  succeeds(coop_buffer_fill(sum, 0, 0, sizeof seen)) &&
                  succeeds(fibonacci_launch(run, &args, NULL, &launch)) && interrupt(run, values) &&
                  succeeds(coop_launch_wait(launch, WAIT_NS, &stats)) &&
                  succeeds(coop_buffer_read(sum, 0, &seen, sizeof seen)) &&
                  succeeds(coop_workqueue_report(queue, 0, UINT32_MAX, &counts, &outstanding));

    coop_launch_destroy(launch);
    if (is_done) {
        printf("began with %u work-groups, lost %u, won %u, in %.3f ms\n", stats.groups_at_start, stats.kills,
               stats.forks, (double)stats.run_ns / 1e6);
    }
    return is_done && is_right(&counts, outstanding, seen);
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = WORKER_COUNT};
    const struct coop_run_options run_options = {.worker_groups = WORKER_COUNT};
    const struct coop_workqueue_options queue_options = {.groups = WORKER_COUNT};
    coop_module *module = NULL;
    coop_run *run = NULL;
    coop_buffer *queue = NULL;
    coop_buffer *sum = NULL;
    coop_buffer *values = NULL;
    coop_status status = coop_context_create(&options, &context);
    int works = succeeds(status) &&
                succeeds(coop_module_create(context, work_stealing_module_text, work_stealing_module_bytes,
                                            NULL, &module)) &&
                succeeds(coop_buffer_create(context, coop_workqueue_bytes(&queue_options), &queue)) &&
                succeeds(coop_buffer_create(context, sizeof(uint32_t), &sum)) &&
                succeeds(coop_buffer_create(context, VALUE_COUNT * sizeof(uint32_t), &values)) &&
                succeeds(coop_run_start(module, &run_options, &run)) && fibonacci(run, queue, sum, values);

    coop_context_destroy(context); /* stops the run, and takes all that belongs to the context with it */
    works = works && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return works ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}
