/* Launches the one kernel of doubling.cl and looks at what it has written. Exit code 77: no device can serve.
 */
#include <coop/coop.h>
#include <coop/trace_check.h>
#include <stdio.h>

#include "doubling.h"
#include "doubling_text.h"

enum { VALUE_COUNT = 1000, SECOND = 1000000000 };

static int report(coop_context *context, const char *what, coop_status status)
{
    struct coop_error error;

    if (status != COOP_OK) {
        coop_context_error(context, &error);
        fprintf(stderr, "%s: %s: %s\n%s\n", what, coop_status_name(status), error.message, error.details);
        coop_error_clear(&error);
    }
    return status == COOP_OK;
}

static int launch_and_wait(coop_context *context, coop_run *run, coop_buffer *values)
{
    const struct doubling_args args = {.values = coop_buffer_address(values), .count = VALUE_COUNT};
    coop_launch *launch = NULL;
    int is_fine = report(context, "launch", doubling_launch(run, &args, NULL, &launch)) &&
                  report(context, "wait", coop_launch_wait(launch, 60ull * SECOND, NULL));

    coop_launch_destroy(launch);
    return is_fine;
}

/* coop::trace is there, and brings coop::coop. */
static int trace_holds(coop_context *context, coop_run *run)
{
    struct coop_trace_verdict verdict;
    struct coop_trace trace;
    int holds = report(context, "trace", coop_trace_take(run, &trace)) &&
                report(context, "check", coop_trace_check(&trace, &verdict)) && !verdict.is_violated;

    coop_trace_clear(&trace);
    return holds;
}

static int values_are_right(coop_context *context, coop_run *run, coop_buffer *buffer)
{
    uint32_t values[VALUE_COUNT];

    for (uint32_t i = 0; i < VALUE_COUNT; i++) {
        values[i] = i;
    }
    if (!report(context, "write", coop_buffer_write(buffer, 0, values, sizeof values)) ||
        !launch_and_wait(context, run, buffer) ||
        !report(context, "read", coop_buffer_read(buffer, 0, values, sizeof values))) {
        return 0;
    }
    for (uint32_t i = 0; i < VALUE_COUNT; i++) {
        if (values[i] != 2 * i + 1) {
            fprintf(stderr, "value %u is %u, wanted %u\n", i, values[i], 2 * i + 1);
            return 0;
        }
    }
    return 1;
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = 2};
    const struct coop_run_options run_options = {.worker_groups = 2, .local_items = 8, .trace_events = 1000};
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;
    coop_buffer *buffer = NULL;
    coop_status status = coop_context_create(&options, &context);
    int is_fine;

    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT) {
        return 77;
    }
    is_fine =
        report(context, "context", status) &&
        report(context, "module",
               coop_module_create(context, doubling_module_text, doubling_module_bytes, NULL, &module)) &&
        report(context, "buffer", coop_buffer_create(context, VALUE_COUNT * sizeof(uint32_t), &buffer)) &&
        report(context, "run", coop_run_start(module, &run_options, &run)) &&
        values_are_right(context, run, buffer) && trace_holds(context, run);
    coop_run_destroy(run);
    coop_buffer_destroy(buffer);
    coop_module_destroy(module);
    coop_context_destroy(context);
    return is_fine ? 0 : 1;
}
