/* The programs graphs_openmp, graphs_igraph, graphs_boost and graphs_graphblas, each with one library: what a
 * graph application does, on the host's processors.
 *
 *   graphs_LIBRARY [--serve] --app NAME [--searches N] [--seed S] [--items L] GRAPH
 *
 * GRAPH is as for coop-app. The seed chooses the order of color and mis; --items is of GPUs, and ignored.
 * Every result is compared, by the application's own comparison unless it says otherwise. The first run is
 * not counted, and reading is not timed. Prints a line "library<TAB>threads<TAB>ms" with the median; with
 * --serve one for each line that it reads, which is how coop-bench apps runs it (../rival_process.h).
 * Exit code: 0, 1 when a result is wrong or the library failed, 2 for nonsense on the command line, 77 when
 * the library has no such way or cannot hold the result's numbers. */
#include "graph_library.h"

#include "apps/bc/bc_sources.h"
#include "tools/measure/clock.h"
#include "tools/measure/samples.h"
#include "tools/runner/application.h"
#include "tools/runner/graph_command.h"
#include "tools/runner/graph_problem.h"
#include "tools/runner/greedy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 0, FAILED = 1, USAGE = 2, NO_WAY = 77 };

/* As pagerank has them unless told otherwise; its own comparison finds out if they are not. */
#define DAMPING 0.85
#define THRESHOLD 1e-6
#define ITERATIONS_MAX 100

void stopwatch_begin(struct stopwatch *watch)
{
    watch->begin_ns = clock_now_ns();
}

void stopwatch_end(struct stopwatch *watch)
{
    watch->end_ns = clock_now_ns();
}

struct rival {
    const char *app;
    uint64_t searches;
    uint64_t seed;
    uint64_t items;
    int serves;
    struct graph_choice choice;
    const struct graph_library_way *way;
    struct graph_command problem;
    uint32_t *sources;
    struct graph_library_input input;
    void *loaded;
};

static int parse(struct rival *rival, int count, char **arguments, struct tool_error *error)
{
    struct option table[32] = {GRAPH_CHOICE_ROWS(&rival->choice), {NULL, OPTION_FLAG, NULL, 0, 0}};

    option_add(table, (struct option){"--app", OPTION_TEXT, &rival->app, 0, 0});
    option_add(table, (struct option){"--searches", OPTION_NUMBER, &rival->searches, 1, 100000});
    option_add(table, (struct option){"--seed", OPTION_NUMBER, &rival->seed, 0, UINT64_MAX});
    option_add(table, (struct option){"--items", OPTION_NUMBER, &rival->items, 1, UINT32_MAX});
    option_add(table, (struct option){"--serve", OPTION_FLAG, &rival->serves, 0, 0});
    rival->searches = 1;
    if (options_parse(table, count, arguments, 1, error) != 0) {
        return -1;
    }
    return rival->app == NULL ? tool_fail(error, "--app NAME is wanted")
                              : graph_choice_check(&rival->choice, error);
}

static const struct graph_form *find_form(const char *name)
{
    unsigned i;

    for (i = 0; i < application_count; i++) {
        if (strcmp(applications[i]->name, name) == 0 && applications[i]->command == graph_command) {
            return applications[i]->form;
        }
    }
    return NULL;
}

static const struct graph_library_way *find_way(const char *name)
{
    unsigned i;

    for (i = 0; i < graph_library_way_count; i++) {
        if (strcmp(graph_library_ways[i].application, name) == 0) {
            return &graph_library_ways[i];
        }
    }
    return NULL;
}

static int make_problem(struct rival *rival, const struct graph_form *form, struct tool_error *error)
{
    struct graph_command *problem = &rival->problem;

    if (graph_problem_init(problem, form, error) != 0) {
        return -1;
    }
    problem->app.verify = 1;
    problem->app.seed = rival->seed;
    problem->choice = rival->choice;
    return graph_problem_make(problem, error);
}

static int make_input(struct rival *rival, struct tool_error *error)
{
    const struct graph *graph = &rival->problem.graph;
    uint64_t source_count = BC_SOURCES;

    rival->input = (struct graph_library_input){.graph = graph,
                                                .damping = DAMPING,
                                                .threshold = THRESHOLD,
                                                .iterations_max = ITERATIONS_MAX,
                                                .reference = rival->problem.reference};
    if (strcmp(rival->app, "color") == 0 || strcmp(rival->app, "mis") == 0) {
        const struct greedy *greedy = rival->problem.own;

        rival->input.order = greedy->order.vertices;
        rival->input.ranks = greedy->order.ranks;
    }
    rival->sources = malloc((size_t)graph->vertex_count * sizeof *rival->sources);
    if (rival->sources == NULL) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    bc_sources_draw(rival->sources, graph->vertex_count, BC_SAMPLE_SEED, &source_count);
    rival->input.sources = rival->sources;
    rival->input.source_count = (uint32_t)source_count;
    rival->loaded = rival->way->load(&rival->input);
    return rival->loaded != NULL ? 0 : tool_fail(error, "%s cannot take the graph", graph_library_name);
}

/* One run, compared. 0, 1 when the library cannot hold the result, -1 with a message. */
static int run(struct rival *rival, double *ms, struct tool_error *error)
{
    struct graph_command *problem = &rival->problem;
    struct stopwatch watch = {0, 0};
    enum graph_library_outcome outcome = rival->way->solve(rival->loaded, problem->words, &watch);
    int is_wrong = 0;

    if (outcome == GRAPH_LIBRARY_EXCEEDED) {
        fprintf(stderr, "%s: its numbers do not hold the result of %s\n", graph_library_name, rival->app);
        return 1;
    }
    if (outcome == GRAPH_LIBRARY_FAILED) {
        return tool_fail(error, "%s fails", graph_library_name);
    }
    if (rival->way->is_right != NULL) {
        is_wrong = !rival->way->is_right(&rival->input, problem->words);
    } else if (graph_problem_compare(problem, &is_wrong, error) != 0) {
        return -1;
    }
    *ms = (double)(watch.end_ns - watch.begin_ns) / 1e6;
    return is_wrong ? tool_fail(error, "the result of %s is WRONG", graph_library_name) : 0;
}

/* One run that is not counted, and some that are; prints their median. */
static int play(struct rival *rival, struct tool_error *error)
{
    struct samples samples = {NULL, 0, 0, 0};
    uint64_t i;
    int status = 0;

    for (i = 0; i <= rival->searches && status == 0; i++) {
        double ms = 0;

        status = run(rival, &ms, error);
        if (status == 0 && i > 0) {
            samples_add(&samples, ms);
        }
    }
    if (status == 0) {
        printf("%s\t%u\t%.6f\n", graph_library_name, graph_library_threads(), samples_median(&samples));
    }
    samples_clear(&samples);
    return status;
}

/* Answers lines until there are no more. */
static int serve(struct rival *rival, struct tool_error *error)
{
    char line[64];
    double ms;
    int status = run(rival, &ms, error);

    if (status == 0) {
        puts("ready host");
        fflush(stdout);
    }
    while (status == 0 && fgets(line, sizeof line, stdin) != NULL) {
        status = play(rival, error);
        puts("");
        fflush(stdout);
    }
    return status;
}

static int work(struct rival *rival, const struct graph_form *form, struct tool_error *error)
{
    if (make_problem(rival, form, error) != 0 || make_input(rival, error) != 0) {
        return -1;
    }
    return rival->serves ? serve(rival, error) : play(rival, error);
}

int main(int count, char **arguments)
{
    struct rival rival;
    struct tool_error error;
    const struct graph_form *form;
    int status;

    memset(&rival, 0, sizeof rival);
    if (parse(&rival, count, arguments, &error) != 0) {
        fprintf(stderr, "%s: %s\nUsage: %s [--serve] --app NAME [--searches N] [--seed S] GRAPH\n%s",
                graph_library_name, error.text, arguments[0], graph_choice_usage);
        return USAGE;
    }
    form = find_form(rival.app);
    rival.way = find_way(rival.app);
    if (form == NULL) {
        fprintf(stderr, "%s: there is no application of graphs \"%s\"; see coop-app list\n",
                graph_library_name, rival.app);
        return USAGE;
    }
    if (rival.way == NULL) {
        return NO_WAY;
    }
    status = work(&rival, form, &error);
    if (status < 0) {
        fprintf(stderr, "%s: %s: %s\n", graph_library_name, rival.app, error.text);
    }
    rival.way->unload(rival.loaded);
    graph_problem_clear(&rival.problem);
    free(rival.sources);
    return status == 0 ? DONE : status > 0 ? NO_WAY : FAILED;
}
