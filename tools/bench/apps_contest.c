#include "apps_contest.h"

#include "tools/kernel/kernel_cooperative.h"
#include "tools/kernel/kernel_plain.h"
#include "tools/measure/clock.h"
#include "tools/progress/progress_line.h"
#include "tools/runner/graph_command.h"
#include "tools/runner/graph_problem.h"
#include "tools/session/session.h"

#include <string.h>

#define SLACK_BYTES (UINT64_C(1) << 20)

/* More rows than an application adds: it sets its options' defaults with them. */
#define OWN_ROWS_MAX 32

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
    const struct graph_library *rivals[GRAPH_LIBRARIES]; /* NULL: there is none */
    void *loaded[GRAPH_LIBRARIES];
    struct apps_result *result;
};

enum way { COOPERATIVE, PLAIN, MULTIKERNEL, LIBRARIES, WAY_COUNT = LIBRARIES + GRAPH_LIBRARIES };

const char *apps_rival_name(enum apps_rival rival)
{
    static const char *const names[] = {"plain",  "multikernel", "OpenMP",
                                        "igraph", "Boost Graph", "GraphBLAS"};

    return names[rival];
}

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

static int run_library(struct contest *contest, unsigned library, struct side *side, struct tool_error *error)
{
    const struct graph_library *rival = contest->rivals[library];
    uint64_t ns;

    if (graph_library_run(rival, contest->loaded[library], contest->problem.words, &ns) != 0) {
        return tool_fail(error, "%s cannot solve %s", rival->name, rival->application);
    }
    side->wall_ms = side->device_ms = (double)ns / 1e6;
    return 0;
}

static int run_once(struct contest *contest, enum way way, struct side *side, struct tool_error *error)
{
    int is_wrong = 0;
    int status = way == COOPERATIVE   ? run_cooperative(contest, side, error)
                 : way == PLAIN       ? run_plain(contest, side, error)
                 : way == MULTIKERNEL ? run_multikernel(contest, side, error)
                                      : run_library(contest, way - LIBRARIES, side, error);

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

static int has_way(const struct contest *contest, enum way way)
{
    return way == MULTIKERNEL ? contest->phases != NULL
                              : way < LIBRARIES || contest->rivals[way - LIBRARIES] != NULL;
}

/* The megakernel is there for its side alone. */
static int play_side(struct contest *contest, enum way way, struct side *side, struct tool_error *error)
{
    const struct bench_options *options = contest->options;
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};

    if (!has_way(contest, way)) {
        return 0;
    }
    if (way != COOPERATIVE) {
        return run_side(contest, way, side, error);
    }
    if (session_start(&contest->session, &run_options, error) != 0 ||
        run_side(contest, way, side, error) != 0) {
        return -1;
    }
    return session_stop(&contest->session, error);
}

static void note(struct apps_result *result, enum apps_rival rival, double cooperative_ms, double ms)
{
    samples_add(&result->cooperative_ms[rival], cooperative_ms);
    samples_add(&result->ms[rival], ms);
    samples_add(&result->ratios[rival], cooperative_ms / ms);
}

static int play_turn(struct contest *contest, uint64_t turn, struct tool_error *error)
{
    struct side sides[WAY_COUNT];
    unsigned i;

    memset(sides, 0, sizeof sides);
    for (i = 0; i < WAY_COUNT; i++) {
        enum way way = (enum way)((i + turn) % WAY_COUNT);

        if (play_side(contest, way, &sides[way], error) != 0) {
            return -1;
        }
    }
    note(contest->result, APPS_PLAIN, sides[COOPERATIVE].device_ms, sides[PLAIN].device_ms);
    for (i = MULTIKERNEL; i < WAY_COUNT; i++) {
        if (has_way(contest, (enum way)i)) {
            note(contest->result, (enum apps_rival)(APPS_MULTIKERNEL + (i - MULTIKERNEL)),
                 sides[COOPERATIVE].wall_ms, sides[i].wall_ms);
        }
    }
    return 0;
}

static int make_problem(struct contest *contest, const struct application *application,
                        const struct graph_choice *choice, struct tool_error *error)
{
    struct graph_command *problem = &contest->problem;
    struct option own_rows[OWN_ROWS_MAX] = {{NULL, OPTION_FLAG, NULL, 0, 0}};

    if (graph_problem_init(problem, application->form, error) != 0) {
        return -1;
    }
    if (problem->form->rows != NULL) {
        problem->form->rows(problem->own, own_rows);
    }
    if (problem->form->check != NULL && problem->form->check(problem->own, error) != 0) {
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

static int load_rivals(struct contest *contest, const char *application, struct tool_error *error)
{
    const char *wanted = contest->options->rival;
    unsigned i;

    for (i = 0; i < GRAPH_LIBRARIES && (wanted == NULL || strcmp(wanted, "none") != 0); i++) {
        const struct graph_library *rival = graph_library_find((enum graph_library_name)i, application);

        contest->loaded[i] = rival != NULL ? rival->load(&contest->problem.graph) : NULL;
        if (rival != NULL && contest->loaded[i] == NULL) {
            return tool_fail(error, "%s cannot take the graph", rival->name);
        }
        contest->rivals[i] = rival;
    }
    return 0;
}

static void unload_rivals(struct contest *contest)
{
    unsigned i;

    for (i = 0; i < GRAPH_LIBRARIES; i++) {
        if (contest->rivals[i] != NULL) {
            contest->rivals[i]->unload(contest->loaded[i]);
        }
    }
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
        status = prepare(&contest, error) == 0 ? load_rivals(&contest, application->name, error) : -1;
    }
    for (turn = 0; turn < options->pairs && status == 0; turn++) {
        status = play_turn(&contest, turn, error);
    }
    progress_line_end();
    unload_rivals(&contest);
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

    for (i = 0; i < APPS_RIVAL_COUNT; i++) {
        samples_clear(&result->cooperative_ms[i]);
        samples_clear(&result->ms[i]);
        samples_clear(&result->ratios[i]);
    }
}
