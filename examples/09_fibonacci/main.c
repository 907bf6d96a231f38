/* A Fibonacci number by tasks that spawn tasks, while a regular kernel takes work-groups away three times.
 * Exit code 77: no device can serve. */
#include <coop/channel.h>
#include <coop/coop.h>
#include <stdio.h>

#include "fibonacci.h"
#include "fibonacci_text.h"

#define WAIT_NS UINT64_C(60000000000)

enum {
    N = 27,
    LEVELS = 32,
    VALUE_COUNT = 4096,
    INTERRUPTION_COUNT = 3,
    WORKER_COUNT = 4,
    EXIT_NO_DEVICE = 77
};

static coop_context *context;
static coop_buffer *graph, *values;

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
static int interrupt(coop_run *run)
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

static uint64_t fib_of(uint32_t n)
{
    return n < 2 ? n : fib_of(n - 1) + fib_of(n - 2);
}

/* A task for each call. */
static uint64_t calls_of(uint32_t n)
{
    return n < 2 ? 1 : 1 + calls_of(n - 1) + calls_of(n - 2);
}

static int compute(coop_run *run, const struct coop_flow_options *options)
{
    const struct fib_call call = {.n = N};
    struct tasks_args args = {coop_buffer_address(graph)};
    struct coop_flow_counts counts = {0};
    struct coop_launch_stats stats = {0};
    struct coop_up root;
    coop_launch *launch = NULL;
    uint64_t result = 0;
    int is_done = succeeds(coop_flow_init(graph, 0, options)) &&
                  succeeds(fib_spawn(graph, 0, &call, &root)) &&
                  succeeds(tasks_launch(run, &args, NULL, &launch)) && interrupt(run) &&
                  succeeds(coop_launch_wait(launch, WAIT_NS, &stats)) &&
                  succeeds(fib_result(graph, 0, root, &result)) &&
                  succeeds(coop_flow_report(graph, 0, 1, &counts, NULL));

    coop_launch_destroy(launch);
    if (is_done) {
        printf("fib(%d) = %llu in %llu tasks, with %u work-groups at first, %u lost, %u won, in %.3f ms\n", N,
               (unsigned long long)result, (unsigned long long)counts.run, stats.groups_at_start, stats.kills,
               stats.forks, (double)stats.run_ns / 1e6);
    }
    return is_done && result == fib_of(N) && counts.run == calls_of(N);
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = WORKER_COUNT};
    const struct coop_run_options run_options = {.worker_groups = WORKER_COUNT};
    struct coop_flow_options flow_options = {.groups = WORKER_COUNT};
    coop_module *module = NULL;
    coop_run *run = NULL;
    coop_status status = coop_context_create(&options, &context);
    int works;

    tasks_flow(&flow_options, LEVELS);
    works =
        succeeds(status) &&
        succeeds(coop_module_create(context, fibonacci_module_text, fibonacci_module_bytes, NULL, &module)) &&
        succeeds(coop_buffer_create(context, coop_flow_bytes(&flow_options), &graph)) &&
        succeeds(coop_buffer_create(context, VALUE_COUNT * sizeof(uint32_t), &values)) &&
        succeeds(coop_run_start(module, &run_options, &run)) && compute(run, &flow_options);
    coop_context_destroy(context); /* stops the run, and takes all that belongs to the context with it */
    works = works && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return works ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}
