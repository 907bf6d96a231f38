#include "graph_command.h"

#include "tools/measure/clock.h"
#include "tools/progress/progress_line.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More rows than any command has. */
#define ROWS_MAX 40

#define LOCAL_ITEMS 64 /* unless given */

static void print_usage(const struct application *application, const struct graph_form *form)
{
    printf("Usage: coop-app %s GRAPH [OPTION …]\n\n%s\n%s\nThe run\n%s", application->name, form->about,
           graph_choice_usage, form->options);
    printf("  --output FILE         write the %s: raw little-endian words of 32 bits, one for each vertex\n",
           form->words);
    if (form->run_plain != NULL) {
        fputs("  --plain               run the same source as an ordinary OpenCL kernel\n", stdout);
    }
    app_print_usage(LOCAL_ITEMS);
}

static int check(struct graph_command *command, struct tool_error *error)
{
    graph_choice_default(&command->choice);
    if (graph_choice_check(&command->choice, error) != 0 || app_options_check(&command->app, error) != 0) {
        return -1;
    }
    if (command->is_plain && (app_has_periodic(&command->app) || app_has_trace(&command->app))) {
        return tool_fail(error, "--plain has nothing beside it: no --frames, --trace or --timeline");
    }
    return 0;
}

static int parse(struct graph_command *command, int count, char **arguments, struct tool_error *error)
{
    struct option table[ROWS_MAX] = {APP_OPTION_ROWS(&command->app),
                                     {"--graph", OPTION_TEXT, &command->choice.file, 0, 0},
                                     {"--grid", OPTION_TEXT, &command->choice.grid, 0, 0},
                                     {"--rmat", OPTION_TEXT, &command->choice.rmat, 0, 0},
                                     {"--directed", OPTION_FLAG, &command->choice.is_directed, 0, 0},
                                     {"--undirected", OPTION_FLAG, &command->choice.is_undirected, 0, 0},
                                     {"--output", OPTION_TEXT, &command->output, 0, 0},
                                     {NULL, OPTION_FLAG, NULL, 0, 0}};

    app_options_default(&command->app);
    command->app.local_items = LOCAL_ITEMS;
    if (command->form->run_plain != NULL) {
        option_add(table, (struct option){"--plain", OPTION_FLAG, &command->is_plain, 0, 0});
    }
    if (command->form->rows != NULL) {
        command->form->rows(command->own, table);
    }
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return command->app.help ? 0 : check(command, error);
}

static int init(void *self, const struct session *session, struct tool_error *error)
{
    struct graph_command *command = self;

    return command->form->init(command, session, error);
}

static int reset(void *self, struct tool_error *error)
{
    struct graph_command *command = self;

    return command->form->reset(command, error);
}

static int launch(void *self, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    struct graph_command *command = self;

    return command->form->launch(command, options, launch, error);
}

static int compare(void *self, int *is_wrong, struct tool_error *error)
{
    struct graph_command *command = self;

    if (command->form->read(command, command->words, error) != 0) {
        return -1;
    }
    if (command->form->compare != NULL) {
        return command->form->compare(command, is_wrong, error);
    }
    *is_wrong = memcmp(command->words, command->reference,
                       (size_t)command->graph.vertex_count * sizeof *command->words) != 0;
    return 0;
}

static int finish(void *self, struct tool_error *error)
{
    struct graph_command *command = self;

    return command->form->read(command, command->words, error);
}

static void clear(void *self)
{
    struct graph_command *command = self;

    command->form->clear(command);
}

static int run_cooperative(struct graph_command *command, struct tool_error *error)
{
    const struct graph_form *form = command->form;
    const struct app_job job = {.self = command,
                                .noun = form->noun,
                                .module_text = form->module_text,
                                .module_bytes = *form->module_bytes,
                                .memory_bytes = form->memory_bytes(command),
                                .init = init,
                                .reset = reset,
                                .launch = launch,
                                .check = compare,
                                .finish = finish,
                                .clear = clear};

    return app_run(&command->app, &job, &command->results, error);
}

static int read_graph(struct graph_command *command, struct tool_error *error)
{
    uint64_t begin = clock_now_ns();

    graph_choice_name(&command->choice, command->graph_name, sizeof command->graph_name);
    command->choice.wants_weights = command->form->wants_weights;
    if (graph_choice_make(&command->choice, &command->graph, error) != 0) {
        return -1;
    }
    command->read_s = (double)(clock_now_ns() - begin) / 1e9;
    return command->form->prepare != NULL ? command->form->prepare(command, error) : 0;
}

static int write_words(const char *path, const uint32_t *words, uint32_t count, struct tool_error *error)
{
    FILE *file = fopen(path, "wb");
    int has_failed = 0;
    uint32_t i;

    if (file == NULL) {
        return tool_fail(error, "%s cannot be written: %s", path, strerror(errno));
    }
    for (i = 0; i < count; i++) {
        unsigned char bytes[4] = {words[i] & 255, words[i] >> 8 & 255, words[i] >> 16 & 255, words[i] >> 24};

        fwrite(bytes, 1, sizeof bytes, file);
    }
    has_failed = ferror(file) != 0;
    if (fclose(file) != 0 || has_failed) {
        return tool_fail(error, "%s cannot be written: %s", path, strerror(errno));
    }
    return 0;
}

static int solve(struct graph_command *command, struct tool_error *error)
{
    int status;

    progress_line_begin("solving it without the device");
    status = command->form->solve(command, error);
    progress_line_end();
    return status;
}

static int run_plain(struct graph_command *command, struct tool_error *error)
{
    int status;

    progress_line_begin("running it as an ordinary kernel");
    status = command->form->run_plain(command, error);
    progress_line_end();
    return status;
}

static int run(struct graph_command *command, struct tool_error *error)
{
    size_t bytes;

    if (read_graph(command, error) != 0) {
        return -1;
    }
    bytes = (size_t)command->graph.vertex_count * sizeof *command->words;
    command->words = malloc(bytes);
    command->reference = command->app.verify ? malloc(bytes) : NULL;
    if (command->words == NULL || (command->app.verify && command->reference == NULL)) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    if (command->app.verify && command->form->solve != NULL && solve(command, error) != 0) {
        return -1;
    }
    if ((command->is_plain ? run_plain(command, error) : run_cooperative(command, error)) != 0) {
        return -1;
    }
    return command->output != NULL
               ? write_words(command->output, command->words, command->graph.vertex_count, error)
               : 0;
}

static void report_for_people(struct graph_command *command)
{
    struct app_results *app = &command->results;

    printf("Graph     %s: %s vertices, %s arcs (%.2f s)\n", command->graph_name,
           app_group_digits(command->graph.vertex_count).text,
           app_group_digits(command->graph.arc_count).text, command->read_s);
    printf("Device    %s: %u work-group%s of %" PRIu64 "%s\n", app->device_name, app->worker_groups,
           app_plural(app->worker_groups), command->app.local_items,
           command->is_plain ? ", plain OpenCL" : "");
    command->form->report(command);
    app_report_verified(&command->app, app, command->form->noun);
    app_report_times(app, command->form->noun);
    if (!command->is_plain) {
        app_report_changes(app);
    }
    app_report_periodic(app, command->form->noun);
}

/* As JSON, or as CSV. */
static void report_members(const char *name, struct graph_command *command)
{
    const struct app_noun noun = command->form->noun;
    struct json json = json_to(stdout, command->app.csv);
    char member[64];

    json_begin(&json, NULL, '{');
    json_text(&json, "command", name);
    json_text(&json, "mode", command->is_plain ? "plain" : "cooperative");
    json_text(&json, "graph", command->graph_name);
    json_count(&json, "vertices", command->graph.vertex_count);
    json_count(&json, "arcs", command->graph.arc_count);
    app_json_head(&json, &command->app, &command->results);
    command->form->json(command, &json);
    if (command->app.verify) {
        json_truth(&json, "verified", command->results.wrong == 0);
        snprintf(member, sizeof member, "wrong_%s", noun.many);
        json_count(&json, member, command->results.wrong);
    }
    snprintf(member, sizeof member, "%s_ms", noun.one);
    app_json_samples(&json, member, &command->results.run_ms);
    app_json_tail(&json, &command->results);
    json_end(&json, '}');
}

static int command_of(const struct application *application, struct graph_command *command, int count,
                      char **arguments)
{
    struct tool_error error;

    if (parse(command, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-app %s: %s; see coop-app %s --help\n", application->name, error.text,
                application->name);
        return APP_USAGE;
    }
    if (command->app.help) {
        print_usage(application, command->form);
        return APP_RIGHT;
    }
    if (run(command, &error) != 0) {
        fprintf(stderr, "coop-app %s: %s\n", application->name, error.text);
        return APP_WRONG;
    }
    if (command->app.json || command->app.csv) {
        report_members(application->name, command);
    } else {
        report_for_people(command);
    }
    return app_exit_code(&command->results);
}

int graph_command(const struct application *application, int count, char **arguments)
{
    const struct graph_form *form = application->form;
    struct graph_command command;
    int code;

    memset(&command, 0, sizeof command);
    command.form = form;
    command.own = calloc(1, form->own_bytes);
    if (command.own == NULL) {
        fprintf(stderr, "coop-app %s: memory is exhausted\n", application->name);
        return APP_WRONG;
    }
    code = command_of(application, &command, count, arguments);
    if (form->free_own != NULL) {
        form->free_own(&command);
    }
    free(command.own);
    free(command.words);
    free(command.reference);
    graph_clear(&command.graph);
    app_results_clear(&command.results);
    return code;
}
