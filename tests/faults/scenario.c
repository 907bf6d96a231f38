#include "scenario.h"

#include "coop/argument.h"
#include "coop/repeat.h"
#include "kernels.h"
#include "kernels_text.h"
#include "test.h"
#include "traced_runs.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WAIT_NS ((uint64_t)30 * 1000000000)
#define COUNT 300u
#define ROUNDS 20u
#define WORKERS 3u
#define DEVICES_MAX 64

struct world {
    struct outcome *outcome;
    coop_context *context;
    coop_module *module;
    coop_buffer *data;
    coop_buffer *out;
    coop_run *run;
    coop_launch *adding;
    coop_launch *squares;
    struct coop_trace trace;
    unsigned calls_wanted;
    atomic_uint calls_made;
    int event_fd;
};

static struct coop_device_report chosen;

/* The child: looks for the device, and sends its report. */
static void look_for_device(int to)
{
    struct coop_context_options options = {.worker_groups = WORKERS, .memory_bytes = 65536};
    struct coop_device_report report;
    coop_context *context = NULL;
    coop_status status = coop_context_create(&options, &context);
    struct coop_error error;

    if (status == COOP_OK && coop_context_device(context, &report) == COOP_OK &&
        write(to, &report, sizeof report) == sizeof report) {
        coop_context_destroy(context);
        exit(0);
    }
    coop_context_error(context, &error);
    coop_context_destroy(context);
    coop_error_clear(&error); /* the message stays */
    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT) {
        TEST_SKIP_WITHOUT_DEVICE("%s", error.message);
    }
    TEST_FAIL("%s: %s", coop_status_name(status), error.message);
    exit(1);
}

const struct coop_device_report *scenario_choose(void)
{
    int ends[2];
    int status = 0;
    char place[32];
    ssize_t got;
    pid_t child;

    if (chosen.device_name[0] != '\0') {
        return &chosen;
    }
    if (!TEST_EQUAL(pipe(ends), 0)) {
        exit(1);
    }
    fflush(NULL);
    child = fork();
    if (child == 0) {
        look_for_device(ends[1]);
    }
    close(ends[1]);
    got = read(ends[0], &chosen, sizeof chosen);
    close(ends[0]);
    TEST_EQUAL(waitpid(child, &status, 0), child);
    if (status != 0 || !TEST_EQUAL(got, sizeof chosen)) { /* the child has said why */
        exit(WIFEXITED(status) && WEXITSTATUS(status) == 77 && test_failures() == 0 ? 77 : 1);
    }
    snprintf(place, sizeof place, "%u:%u", chosen.platform_index, chosen.device_index);
    setenv("COOP_DEVICE", place, 1);
    return &chosen;
}

/* Notes the first failure. True: go on. */
static int step(struct world *world, const char *name, coop_status status)
{
    struct outcome *outcome = world->outcome;

    if (status == COOP_OK) {
        return 1;
    }
    outcome->status = status;
    outcome->step = name;
    outcome->has_record = 1;
    outcome->error = *coop_last_error();
    outcome->error.details = NULL;
    return 0;
}

#define STEP(call) step(world, #call, (call))

/* What is said of the chosen device, as a choice of it would say it. */
static int list_devices(struct world *world)
{
    static struct coop_device_report reports[DEVICES_MAX];
    struct outcome *outcome = world->outcome;
    uint32_t count = 0;
    uint32_t i = 0;

    if (!STEP(coop_device_list(WORKERS, reports, DEVICES_MAX, &count))) {
        return 0;
    }
    count = count < DEVICES_MAX ? count : DEVICES_MAX;
    while (i < count && (reports[i].platform_index != chosen.platform_index ||
                         reports[i].device_index != chosen.device_index)) {
        i++;
    }
    if (i == count || !reports[i].can_serve) {
        outcome->status = i == count ? COOP_NO_DEVICE : COOP_DEVICE_UNFIT;
        outcome->step = "coop_device_list";
        snprintf(outcome->error.message, sizeof outcome->error.message, "%s",
                 i == count ? "it is not listed" : reports[i].reason);
    }
    return outcome->status == COOP_OK;
}

static int open_context(struct world *world)
{
    struct coop_context_options options = {.worker_groups = WORKERS, .memory_bytes = (uint64_t)8 << 20};
    struct coop_device_report report;

    return STEP(coop_context_create(&options, &world->context)) &&
           STEP(coop_context_device(world->context, &report));
}

static int make_buffers(struct world *world)
{
    uint32_t numbers[COUNT];

    for (uint32_t i = 0; i < COUNT; i++) {
        numbers[i] = i;
    }
    return STEP(coop_buffer_create(world->context, sizeof numbers, &world->data)) &&
           STEP(coop_buffer_create(world->context, sizeof numbers, &world->out)) &&
           STEP(coop_buffer_fill(world->out, 0, 0, sizeof numbers)) &&
           STEP(coop_buffer_write(world->data, 0, numbers, sizeof numbers));
}

static int start(struct world *world)
{
    struct coop_module_options none = {0};
    struct coop_run_options options = {
        .worker_groups = WORKERS, .local_items = 8, .trace_events = 1000, .timeout_ns = WAIT_NS};

    if (!STEP(coop_module_create(world->context, kernels_module_text, kernels_module_bytes, &none,
                                 &world->module))) {
        return 0;
    }
    world->outcome->run_was_started = 1; /* perhaps */
    return STEP(coop_run_start(world->module, &options, &world->run));
}

static void note_end(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    struct world *world = user;

    (void)stats;
    TEST_TRUE(outcome == COOP_OK || coop_last_error()->status == outcome);
    atomic_fetch_add(&world->calls_made, 1);
}

static int call_at_end(struct world *world, coop_launch *launch)
{
    int is_taken = STEP(coop_launch_on_end(launch, note_end, world));

    world->calls_wanted += is_taken != 0;
    return is_taken;
}

/* Waits until everything has been called: the library's thread alone looks at the device. */
static int await_calls(struct world *world)
{
    for (unsigned i = 0; i < WAIT_NS / 1000000 && world->calls_made < world->calls_wanted; i++) {
        usleep(1000);
    }
    return TEST_EQUAL(world->calls_made, world->calls_wanted);
}

static int launch(struct world *world)
{
    struct adding_args adding = {.data = coop_buffer_address(world->data), .count = COUNT, .rounds = ROUNDS};
    struct coop_argument out = COOP_ARGUMENT("out", world->out);
    struct coop_ndrange range = {.global_items = {COUNT}};
    struct coop_launch_options behind = {.groups = 2};
    struct coop_launch_state state;

    return STEP(adding_launch(world->run, &adding, NULL, &world->adding)) &&
           (behind.after[0] = world->adding) != NULL &&
           STEP(coop_launch_named(world->run, "squares", &out, 1, &range, &behind, &world->squares)) &&
           STEP(coop_launch_wait_any(&world->squares, 1, WAIT_NS, NULL, NULL)) &&
           STEP(coop_launch_status(world->adding, &state)) && call_at_end(world, world->squares) &&
           call_at_end(world, world->adding) && await_calls(world) &&
           STEP(coop_launch_wait(world->adding, WAIT_NS, NULL)) &&
           STEP(coop_run_event_fd(world->run, &world->event_fd));
}

/* The same kernel again and again, by the device's clock: it writes what is there. */
static int repeat(struct world *world)
{
    struct squares_args squares = {coop_buffer_address(world->out)};
    struct coop_ndrange range = {.global_items = {COUNT}};
    struct coop_launch_options options = {.groups = 1, .period_ns = 1000000, .repeats = 1};
    struct coop_repeat_report report;
    coop_launch *launch = NULL;
    int is_done = STEP(squares_launch(world->run, &squares, &range, &options, &launch)) &&
                  STEP(coop_repeat_report(launch, &report)) && STEP(coop_repeat_stop(launch)) &&
                  STEP(coop_launch_wait(launch, WAIT_NS, NULL)) && STEP(coop_repeat_report(launch, &report));

    coop_launch_destroy(launch);
    return is_done && TEST_AT_LEAST(report.launched, 1);
}

static int look(struct world *world)
{
    struct coop_run_report report;
    char text[4096];

    return STEP(coop_run_report(world->run, &report)) &&
           STEP(coop_run_describe(world->run, text, sizeof text)) &&
           STEP(coop_trace_take(world->run, &world->trace)) &&
           STEP(coop_trace_write_json(&world->trace, "/dev/null")) &&
           STEP(coop_trace_write_svg(&world->trace, "/dev/null", 0, 0));
}

static int check_results(struct world *world)
{
    uint32_t data[COUNT];
    uint32_t out[COUNT];
    int are_right = STEP(coop_buffer_read(world->data, 0, data, sizeof data)) &&
                    STEP(coop_buffer_read(world->out, 0, out, sizeof out));

    for (uint32_t i = 0; are_right && i < COUNT; i++) {
        are_right = data[i] == i + ROUNDS && out[i] == i * i;
    }
    world->outcome->results_are_right = are_right && world->trace.event_count > 0;
    return world->outcome->status == COOP_OK;
}

/* Destroys in one of several orders; what a context holds goes with it. */
static void destroy(struct world *world, unsigned order)
{
    coop_trace_clear(&world->trace);
    for (unsigned i = 0; i < 7; i++) {
        switch ((order + (order & 1 ? 7 - i : i)) % 7) {
        case 0:
            coop_launch_destroy(world->adding);
            break;
        case 1:
            coop_launch_destroy(world->squares);
            break;
        case 2:
            coop_run_destroy(world->run);
            break;
        case 3:
            coop_module_destroy(world->module);
            break;
        case 4:
            coop_buffer_destroy(world->data);
            break;
        case 5:
            coop_buffer_destroy(world->out);
            break;
        default:
            coop_context_destroy(world->context);
            break;
        }
    }
}

void scenario_run(unsigned order, struct outcome *outcome)
{
    struct world here = {.outcome = outcome, .event_fd = -1};
    struct world *world = &here;

    traced_runs_pause(1); /* it takes its own, and what it allocates is counted */
    memset(outcome, 0, sizeof *outcome);
    outcome->step = "";
    outcome->was_stopped = 1;
    if (list_devices(world) && open_context(world) && make_buffers(world) && start(world) && launch(world) &&
        repeat(world) && look(world) && check_results(world)) {
        outcome->was_stopped = STEP(coop_run_stop(world->run, WAIT_NS));
    }
    destroy(world, order);
    TEST_EQUAL(world->calls_made, world->calls_wanted); /* whatever has failed */
    if (world->event_fd >= 0) {
        close(world->event_fd);
    }
}

#define BROKEN_MODULE                                                                                    \
    "//coop module version=1\n//coop kernel index=0 name=f kind=regular args_bytes=0 transmit_bytes=0 "  \
    "vars_bytes=0 local_bytes=0 states=1 shrinks=0 grows=0 args_hash=1 file=\"user.cl\" line=1\n//coop " \
    "end\n#line 7 \"user.cl\"\nvoid f(void) { int x = no_such_name; }\n"

/* A call that must be refused with `wanted` is; any other outcome is noted. */
static int refused(struct world *world, const char *name, coop_status status, coop_status wanted)
{
    return status == wanted || step(world, name, status == COOP_OK ? COOP_STATUS_COUNT : status);
}

#define REFUSED(call, wanted) refused(world, #call, (call), (wanted))

void scenario_refusals(struct outcome *outcome)
{
    struct world here = {.outcome = outcome};
    struct world *world = &here;

    memset(outcome, 0, sizeof *outcome);
    outcome->step = "";
    outcome->results_are_right =
        open_context(world) &&
        REFUSED(coop_module_create(world->context, "no module", 9, NULL, &world->module),
                COOP_INVALID_MODULE) &&
        REFUSED(coop_module_load(world->context, "/no/such/file", NULL, &world->module), COOP_IO_FAILED) &&
        REFUSED(coop_module_load(world->context, "/dev/null", NULL, &world->module), COOP_INVALID_MODULE) &&
        REFUSED(
            coop_module_create(world->context, BROKEN_MODULE, strlen(BROKEN_MODULE), NULL, &world->module),
            COOP_BUILD_FAILED) &&
        coop_context_error(world->context, &outcome->error) == COOP_OK;
    coop_error_clear(&outcome->error);
    destroy(world, 0);
}

void scenario_stopped_early(struct outcome *outcome, void (*before_stop)(void))
{
    struct world here = {.outcome = outcome};
    struct world *world = &here;
    struct adding_args adding = {.rounds = UINT32_MAX};

    memset(outcome, 0, sizeof *outcome);
    outcome->step = "";
    if (open_context(world) && make_buffers(world) && start(world)) {
        adding.data = coop_buffer_address(world->data);
        if (STEP(adding_launch(world->run, &adding, NULL, &world->adding))) {
            if (before_stop != NULL) {
                before_stop();
            }
            (void)(STEP(coop_run_stop(world->run, WAIT_NS)) &&
                   STEP(coop_launch_wait(world->adding, WAIT_NS, NULL)));
        }
    }
    destroy(world, 0);
}
