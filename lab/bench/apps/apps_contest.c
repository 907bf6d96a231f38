#include "apps_contest.h"
#include "apps_rivals.h"

#include "tools/kernel/kernel_cooperative.h"
#include "tools/kernel/kernel_plain.h"
#include "tools/measure/clock.h"
#include "tools/progress/progress_line.h"
#include "tools/runner/graph_command.h"
#include "tools/runner/graph_problem.h"
#include "tools/session/session.h"

#include <string.h>

#define SLACK_BYTES (UINT64_C(1) << 20)

/* A side runs by both clocks. */
struct side {
    double device_ms;
    double wall_ms;
};

struct contest {
    const struct bench_options *options;
    struct graph_command problem;
    struct session session;
    struct kernel_cooperative cooperative;
    struct kernel_plain *plain;
    struct kernel_phases *phases;
    struct apps_rivals rivals;
    struct apps_result *result;
};

/* Behind these come the rival programs. */
enum way { COOPERATIVE, PLAIN, MULTIKERNEL, RIVALS };

int apps_contest_takes(const struct application *application)
{
    return application->command == graph_command;
}

static int run_cooperative(struct contest *contest, struct side *side, struct tool_error *error)
{
    struct coop_launch_stats stats;
    coop_launch *launch;
    uint64_t begin;

    if (kernel_cooperative_reset(&contest->cooperative, error) != 0) {
        return -1;
    }
    begin = clock_now_ns();
    if (kernel_cooperative_launch(&contest->cooperative, NULL, &launch, error) != 0 ||
        session_wait(&contest->session, launch, bench_timeout_ns(contest->options), &stats, error) != 0) {
        return -1;
    }
    side->wall_ms = (double)(clock_now_ns() - begin) / 1e6;
    side->device_ms = (double)stats.run_ns / 1e6;
    return kernel_cooperative_read(&contest->cooperative, contest->problem.words,
                                   graph_result_words(&contest->problem), error);
}

static int run_plain(struct contest *contest, struct side *side, struct tool_error *error)
{
    struct plain_times times;

    if (kernel_plain_run(contest->plain, &times, error) != 0) {
        return -1;
    }
    side->wall_ms = (double)times.wall_ns / 1e6;
    side->device_ms = (double)times.kernel_ns / 1e6;
    return kernel_plain_read(contest->plain, contest->problem.words, graph_result_words(&contest->problem),
                             error);
}

static int run_multikernel(struct contest *contest, struct side *side, struct tool_error *error)
{
    uint64_t wall_ns;

    if (kernel_phases_run(contest->phases, contest->problem.form->multikernel, &contest->problem, &wall_ns,
                          error) != 0) {
        return -1;
    }
    side->wall_ms = side->device_ms = (double)wall_ns / 1e6;
    return kernel_phases_read(contest->phases, contest->problem.words, graph_result_words(&contest->problem),
                              error);
}

static int run_once(struct contest *contest, enum way way, struct side *side, struct tool_error *error)
{
    int is_wrong = 0;
    int status = way == COOPERATIVE ? run_cooperative(contest, side, error)
                 : way == PLAIN     ? run_plain(contest, side, error)
                                    : run_multikernel(contest, side, error);

    if (status != 0 || graph_problem_compare(&contest->problem, &is_wrong, error) != 0) {
        return -1;
    }
    contest->result->wrong += (uint32_t)is_wrong;
    return 0;
}

static int run_side(struct contest *contest, enum way way, struct side *side, struct tool_error *error)
{
    struct samples device_ms = {NULL, 0, 0, 0};
    struct samples wall_ms = {NULL, 0, 0, 0};
    struct side one = {0, 0};
    uint64_t i;
    int status = 0;

    for (i = 0; i <= contest->options->searches && status == 0; i++) {
        status = run_once(contest, way, &one, error);
        if (status == 0 && i > 0) {
            samples_add(&device_ms, one.device_ms);
            samples_add(&wall_ms, one.wall_ms);
        }
    }
    side->device_ms = samples_median(&device_ms);
    side->wall_ms = samples_median(&wall_ms);
    samples_clear(&device_ms);
    samples_clear(&wall_ms);
    return status;
}

/* The megakernel is there for its side alone. */
static int play_side(struct contest *contest, enum way way, struct side *side, struct tool_error *error)
{
    const struct bench_options *options = contest->options;
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};

    if (way != COOPERATIVE) {
        return run_side(contest, way, side, error);
    }
    if (session_start(&contest->session, &run_options, error) != 0 ||
        run_side(contest, way, side, error) != 0) {
        return -1;
    }
    return session_stop(&contest->session, error);
}

/* What a rival program has answered. */
struct answer {
    struct rival_way ways[RIVAL_WAYS_MAX];
    unsigned count;
};

static struct apps_beside *find_beside(struct apps_result *result, const char *name)
{
    unsigned i;

    for (i = 0; i < result->beside_count; i++) {
        if (strcmp(result->beside[i].name, name) == 0) {
            return &result->beside[i];
        }
    }
    if (result->beside_count == APPS_BESIDE_MAX) {
        return NULL;
    }
    snprintf(result->beside[i].name, sizeof result->beside[i].name, "%s", name);
    result->beside_count++;
    return &result->beside[i];
}

static int note(struct apps_result *result, const struct rival_way *way, int is_host_clock,
                const struct side *cooperative, struct tool_error *error)
{
    struct apps_beside *beside = find_beside(result, way->name);
    double cooperative_ms = is_host_clock ? cooperative->wall_ms : cooperative->device_ms;

    if (beside == NULL) {
        return tool_fail(error, "at most %d sides beside the cooperative one", APPS_BESIDE_MAX);
    }
    beside->groups = way->groups;
    beside->is_host_clock = is_host_clock;
    samples_add(&beside->cooperative_ms, cooperative_ms);
    samples_add(&beside->ms, way->ms);
    samples_add(&beside->ratios, cooperative_ms / way->ms);
    return 0;
}

static int note_turn(struct contest *contest, const struct side sides[RIVALS],
                     const struct answer answers[APPS_RIVALS_MAX], struct tool_error *error)
{
    const struct rival_way plain = {"plain", (uint32_t)contest->options->groups, sides[PLAIN].device_ms};
    const struct rival_way multikernel = {"multikernel", 0, sides[MULTIKERNEL].wall_ms};
    const struct side *cooperative = &sides[COOPERATIVE];
    unsigned i, j;

    if (note(contest->result, &plain, 0, cooperative, error) != 0 ||
        (contest->phases != NULL && note(contest->result, &multikernel, 1, cooperative, error) != 0)) {
        return -1;
    }
    for (i = 0; i < contest->rivals.count; i++) {
        for (j = 0; j < answers[i].count; j++) {
            if (note(contest->result, &answers[i].ways[j], contest->rivals.processes[i].is_host_clock,
                     cooperative, error) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int play_turn(struct contest *contest, uint64_t turn, struct tool_error *error)
{
    const unsigned count = RIVALS + contest->rivals.count;
    struct side sides[RIVALS];
    struct answer answers[APPS_RIVALS_MAX];
    unsigned i;

    memset(sides, 0, sizeof sides);
    memset(answers, 0, sizeof answers);
    for (i = 0; i < count; i++) {
        unsigned way = (unsigned)((i + turn) % count);
        int status = 0;

        if (way >= RIVALS) {
            struct answer *answer = &answers[way - RIVALS];

            status =
                rival_process_turn(&contest->rivals.processes[way - RIVALS],
                                   bench_timeout_ns(contest->options), answer->ways, &answer->count, error);
        } else if (way != MULTIKERNEL || contest->phases != NULL) {
            status = play_side(contest, (enum way)way, &sides[way], error);
        }
        if (status != 0) {
            return -1;
        }
    }
    return note_turn(contest, sides, answers, error);
}

static int make_problem(struct contest *contest, const struct application *application,
                        const struct graph_choice *choice, struct tool_error *error)
{
    struct graph_command *problem = &contest->problem;

    if (graph_problem_init(problem, application->form, error) != 0) {
        return -1;
    }
    problem->app.verify = 1;
    problem->app.groups = contest->options->groups;
    problem->app.local_items = contest->options->local_items;
    problem->app.seed = contest->options->seed;
    problem->choice = *choice;
    return graph_choice_check(choice, error) == 0 ? graph_problem_make(problem, error) : -1;
}

static int prepare(struct contest *contest, struct tool_error *error)
{
    const struct bench_options *options = contest->options;
    const struct graph_form *form = contest->problem.form;
    const struct kernel_plan *plan = &contest->problem.plan;
    const struct session_options session_options = {.device = options->device,
                                                    .groups = (uint32_t)options->groups,
                                                    .memory_bytes = kernel_plan_bytes(plan) + SLACK_BYTES,
                                                    .module_text = form->kernel->module_text,
                                                    .module_bytes = *form->kernel->module_bytes};
    struct kernel_plain_options plain_options = {.opencl = {.device = options->device,
                                                            .groups = (uint32_t)options->groups,
                                                            .local_items = (uint32_t)options->local_items,
                                                            .timeout_ns = bench_timeout_ns(options)}};
    struct kernel_opencl_options phases_options = plain_options.opencl;

    if (session_open(&session_options, &contest->session, error) != 0 ||
        kernel_cooperative_init(&contest->cooperative, &contest->session, form->kernel, plan, error) != 0 ||
        kernel_plain_create(&plain_options, form->kernel, plan, &contest->plain, error) != 0) {
        return -1;
    }
    phases_options.groups = 0;
    return form->multikernel == NULL
               ? 0
               : kernel_phases_create(&phases_options, form->kernel, plan, &contest->phases, error);
}

static int start_rivals(struct contest *contest, const char *application, const struct graph_choice *choice,
                        struct tool_error *error)
{
    cl_device_type type = 0;

    clGetDeviceInfo(kernel_plain_opencl(contest->plain)->device.id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    contest->result->is_gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
    return apps_rivals_start(contest->options, application, choice, contest->result->is_gpu, &contest->rivals,
                             error);
}

int apps_contest_play(const struct application *application, const struct graph_choice *choice,
                      const struct bench_options *options, struct apps_result *result,
                      struct tool_error *error)
{
    struct contest contest;
    char line[200];
    uint64_t turn;
    int status;

    memset(&contest, 0, sizeof contest);
    memset(result, 0, sizeof *result);
    contest.options = options;
    contest.result = result;
    snprintf(result->application, sizeof result->application, "%s", application->name);
    graph_choice_name(choice, result->graph, sizeof result->graph);
    snprintf(line, sizeof line, "%s on %s", result->application, result->graph);
    progress_line_begin(line);
    status = make_problem(&contest, application, choice, error);
    result->vertices = contest.problem.graph.vertex_count;
    result->arcs = contest.problem.graph.arc_count;
    if (status == 0) {
        status =
            prepare(&contest, error) == 0 ? start_rivals(&contest, application->name, choice, error) : -1;
    }
    for (turn = 0; turn < options->pairs && status == 0; turn++) {
        status = play_turn(&contest, turn, error);
    }
    progress_line_end();
    apps_rivals_stop(&contest.rivals);
    kernel_phases_destroy(contest.phases);
    kernel_plain_destroy(contest.plain);
    kernel_cooperative_clear(&contest.cooperative);
    session_close(&contest.session);
    graph_problem_clear(&contest.problem);
    return status;
}

void apps_result_clear(struct apps_result *result)
{
    unsigned i;

    for (i = 0; i < result->beside_count; i++) {
        samples_clear(&result->beside[i].cooperative_ms);
        samples_clear(&result->beside[i].ms);
        samples_clear(&result->beside[i].ratios);
    }
    result->beside_count = 0;
}
