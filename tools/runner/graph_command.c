#include "graph_command.h"

#include "graph_modes.h"
#include "graph_problem.h"
#include "graph_rival.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* More rows than any command has. */
#define ROWS_MAX 64

#define LOCAL_ITEMS 64        /* unless given */
#define CHANNEL_LOCAL_ITEMS 1 /* the same with --channel: a processor is fastest so */

static void print_usage(const struct application *application, const struct graph_form *form)
{
    printf("Usage: coop-app %s GRAPH [OPTION …]\n\n%s\n%s%s\nThe run\n%s", application->name, form->about,
           graph_choice_usage, form->wants_weights ? graph_choice_weights_usage : "", form->options);
    graph_output_usage(form);
    fputs("  --plain               run the same source as an ordinary OpenCL kernel, with the fastest\n"
          "                        ordinary barrier of the device\n",
          stdout);
    if (form->multikernel != NULL) {
        fputs(
            "  --multikernel         run it as ordinary OpenCL kernels that do not block, launched one for\n"
            "                        each phase by the host; without --groups, with as many work-groups as\n"
            "                        fill the device; the time is the host's\n",
            stdout);
    }
    if (form->by_channel != NULL) {
        fputs("  --channel             run it by a flow graph, whose items are the vertices that are "
              "reached; a\n"
              "                        work-group has 1 work-item unless --local is given; --trace has its "
              "batches\n",
              stdout);
    }
    fputs("  --frame-place P       where the frames beside an ordinary kernel run: on a second queue of its\n"
          "                        context (queue, the default), or in a second process (process)\n",
          stdout);
    app_print_usage(LOCAL_ITEMS, 1);
}

static int check(struct graph_command *command, struct tool_error *error)
{
    graph_choice_default(&command->choice);
    if (graph_choice_check(&command->choice, error) != 0) {
        return -1;
    }
    if (command->is_plain && command->is_multikernel) {
        return tool_fail(error, "--plain and --multikernel exclude each other");
    }
    if (command->is_channel && (command->is_plain || command->is_multikernel)) {
        return tool_fail(error, "--channel excludes --plain and --multikernel");
    }
    return graph_rival_check(command, error) != 0 ? -1 : app_options_check(&command->app, error);
}

static int parse(struct graph_command *command, int count, char **arguments, struct tool_error *error)
{
    struct option table[ROWS_MAX] = {APP_OPTION_ROWS(&command->app),
                                     GRAPH_CHOICE_ROWS(&command->choice),
                                     {"--output", OPTION_TEXT, &command->output, 0, 0},
                                     {NULL, OPTION_FLAG, NULL, 0, 0}};
    uint64_t default_groups;

    command->app.local_items = 0; /* chosen below, unless given */
    default_groups = command->app.groups;
    command->app.groups = 0;
    if (command->form->wants_weights) {
        option_add(table, GRAPH_WEIGHTS_ROW(&command->choice));
    }
    option_add(table, (struct option){"--plain", OPTION_FLAG, &command->is_plain, 0, 0});
    option_add(table, (struct option){"--frame-place", OPTION_TEXT, &command->frame_place, 0, 0});
    if (command->form->multikernel != NULL) {
        option_add(table, (struct option){"--multikernel", OPTION_FLAG, &command->is_multikernel, 0, 0});
    }
    if (command->form->by_channel != NULL) {
        option_add(table, (struct option){"--channel", OPTION_FLAG, &command->is_channel, 0, 0});
    }
    if (command->form->rows != NULL) {
        command->form->rows(command->own, table);
    }
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    if (command->app.local_items == 0) {
        command->app.local_items = command->is_channel ? CHANNEL_LOCAL_ITEMS : LOCAL_ITEMS;
    }
    command->has_groups = command->app.groups != 0;
    if (!command->has_groups) {
        command->app.groups = default_groups;
    }
    if (command->app.help) {
        return 0;
    }
    return check(command, error) != 0     ? -1
           : command->form->check != NULL ? command->form->check(command, error)
                                          : 0;
}

static void report_flow(const struct kernel_flow_counts *flow)
{
    printf("Items     %s run", app_group_digits(flow->items).text);
    printf(" in %s batches, %.1f in each; %.1f %% of the lanes that were offered had one\n",
           app_group_digits(flow->batches).text,
           flow->batches > 0 ? (double)flow->items / (double)flow->batches : 0.0,
           flow->lanes > 0 ? 100 * (double)flow->items / (double)flow->lanes : 0.0);
}

static void report_for_people(struct graph_command *command)
{
    static const char *const modes[] = {"", ", plain OpenCL", ", a launch for each phase", ", by channel"};
    struct app_results *app = &command->results;
    enum graph_mode mode = graph_mode_of(command);

    printf("Graph     %s: %s vertices, %s arcs (%.2f s)\n", command->graph_name,
           app_group_digits(command->graph.vertex_count).text,
           app_group_digits(command->graph.arc_count).text, command->read_s);
    printf("Device    %s: %s%u work-group%s of %" PRIu64 "%s\n", app->device_name,
           mode == GRAPH_MULTIKERNEL ? "up to " : "", app->worker_groups, app_plural(app->worker_groups),
           command->app.local_items, modes[mode]);
    command->form->report(command);
    if (command->barrier != NULL) {
        printf("Barrier   %s: %.2f us, the fastest that was tried\n", command->barrier,
               command->barrier_ns / 1e3);
    }
    app_report_verified(&command->app, app, command->form->noun);
    app_report_times(app, command->form->noun);
    if (mode == GRAPH_CHANNEL) {
        report_flow(&command->flow);
    }
    if (mode == GRAPH_COOPERATIVE || mode == GRAPH_CHANNEL) {
        app_report_changes(app);
    }
    app_report_periodic(app, command->form->noun);
}

/* As JSON, or as CSV. */
static void report_members(const char *name, struct graph_command *command)
{
    static const char *const modes[] = {"cooperative", "plain", "multikernel", "channel"};
    const struct app_noun noun = command->form->noun;
    struct json json = json_to(stdout, command->app.csv);
    char member[64];

    json_begin(&json, NULL, '{');
    json_text(&json, "command", name);
    json_text(&json, "mode", modes[graph_mode_of(command)]);
    json_text(&json, "graph", command->graph_name);
    json_count(&json, "vertices", command->graph.vertex_count);
    json_count(&json, "arcs", command->graph.arc_count);
    app_json_head(&json, &command->app, &command->results);
    command->form->json(command, &json);
    if (command->is_channel) {
        json_begin(&json, "items", '{');
        json_count(&json, "run", command->flow.items);
        json_count(&json, "batches", command->flow.batches);
        json_count(&json, "lanes", command->flow.lanes);
        json_end(&json, '}');
    }
    if (command->barrier != NULL) {
        json_text(&json, "barrier", command->barrier);
        json_number(&json, "barrier_ns", command->barrier_ns);
    }
    if (command->app.verify) {
        json_truth(&json, "verified", command->results.wrong == 0);
        snprintf(member, sizeof member, "wrong_%s", noun.many);
        json_count(&json, member, command->results.wrong);
    }
    snprintf(member, sizeof member, "%s_ms", noun.one);
    app_json_samples(&json, member, &command->results.run_ms);
    app_json_tail(&json, &command->app, &command->results);
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
    if (graph_problem_make(command, &error) != 0 || graph_modes_run(command, &error) != 0 ||
        (command->form->accept != NULL && command->form->accept(command, &error) != 0) ||
        graph_output_write(command, &error) != 0) {
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
    struct graph_command command;
    struct tool_error error;
    int code = APP_WRONG;

    if (graph_problem_init(&command, application->form, &error) != 0) {
        fprintf(stderr, "coop-app %s: %s\n", application->name, error.text);
    } else {
        code = command_of(application, &command, count, arguments);
    }
    graph_problem_clear(&command);
    return code;
}
