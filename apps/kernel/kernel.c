/* The command: a cooperative kernel of the user's own, run as the applications are. */
#include "kernel_arguments.h"
#include "kernel_module.h"
#include "tools/runner/app.h"
#include "tools/runner/application.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ROWS_MAX 40
#define LOCAL_ITEMS 64 /* unless given */

static const struct app_noun noun = {"launch", "launches"};

struct kernel_command {
    struct app_options app;
    const char *file;
    const char *name;
    const char *coopc;
    struct option_texts texts;
    struct option_texts defines;
    struct option_texts includes;
    struct kernel_arguments_given arguments;
    struct bytes module;
    struct kernel_shape shape;
    struct app_results results;
    const struct session *session;
};

static void print_usage(void)
{
    fputs("Usage: coop-app kernel --module FILE.cl --kernel NAME [--arg ARG …] [OPTION …]\n\n"
          "Runs a cooperative kernel of your own, alone and beside frames. Its results are not looked at.\n\n"
          "The kernel\n"
          "  --module FILE         OpenCL C with the words of coop/kernel.clh, or a module that coopc has "
          "made\n"
          "                        (for --frames together with tools/periodic/matmul.cl)\n"
          "  --kernel NAME         the cooperative kernel in it\n"
          "  --arg ARG             its next argument; one for each parameter, in order:\n"
          "                        buffer:BYTES[:WORD] memory of 32-bit words WORD (0), file:PATH memory "
          "with what\n"
          "                        the file has, uint:N, int:N, ulong:N, long:N, float:X, double:X\n"
          "                        memory is filled again before each launch\n"
          "  --define NAME[=VALUE] a macro\n"
          "  --include DIR         where included files are looked for\n"
          "  --coopc PROGRAM       the translator (default: beside this program, else in PATH)\n\n"
          "The run\n",
          stdout);
    app_print_usage(LOCAL_ITEMS, 0);
}

static int parse(struct kernel_command *command, int count, char **arguments, struct tool_error *error)
{
    struct option table[ROWS_MAX] = {APP_OPTION_ROWS(&command->app),
                                     {"--module", OPTION_TEXT, &command->file, 0, 0},
                                     {"--kernel", OPTION_TEXT, &command->name, 0, 0},
                                     {"--arg", OPTION_TEXTS, &command->texts, 0, 0},
                                     {"--define", OPTION_TEXTS, &command->defines, 0, 0},
                                     {"--include", OPTION_TEXTS, &command->includes, 0, 0},
                                     {"--coopc", OPTION_TEXT, &command->coopc, 0, 0},
                                     {NULL, OPTION_FLAG, NULL, 0, 0}};

    app_options_default(&command->app);
    command->app.local_items = LOCAL_ITEMS;
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    if (command->app.help) {
        return 0;
    }
    if (command->file == NULL || command->name == NULL) {
        return tool_fail(error, "--module FILE.cl and --kernel NAME are wanted");
    }
    if (command->app.verify) {
        return tool_fail(error, "--verify has nothing to compare a kernel of your own with");
    }
    return app_options_check(&command->app, error);
}

static int init(void *self, const struct session *session, struct tool_error *error)
{
    struct kernel_command *command = self;

    command->session = session;
    return kernel_arguments_init(&command->arguments, session, error);
}

static int reset(void *self, struct tool_error *error)
{
    struct kernel_command *command = self;

    return kernel_arguments_reset(&command->arguments, command->session, error);
}

static int launch(void *self, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    struct kernel_command *command = self;
    const struct coop_kernel_id id = {command->shape.name, 0};
    unsigned char packed[KERNEL_ARGS_BYTES];
    size_t bytes = kernel_arguments_pack(&command->arguments, packed);

    return session_check(command->session,
                         coop_launch_cooperative(command->session->run, &id, packed, bytes, options, launch),
                         error);
}

static void clear(void *self)
{
    struct kernel_command *command = self;

    kernel_arguments_clear_buffers(&command->arguments);
}

static int run(struct kernel_command *command, struct tool_error *error)
{
    const struct kernel_module_options options = {.file = command->file,
                                                  .coopc = command->coopc,
                                                  .defines = &command->defines,
                                                  .includes = &command->includes};
    struct app_job job = {
        .self = command, .noun = noun, .init = init, .reset = reset, .launch = launch, .clear = clear};

    if (kernel_module_make(&options, &command->module, error) != 0 ||
        kernel_module_find(&command->module, command->name, &command->shape, error) != 0 ||
        kernel_arguments_check(&command->arguments, &command->shape, error) != 0) {
        return -1;
    }
    job.module_text = (const char *)command->module.items;
    job.module_bytes = command->module.count;
    job.memory_bytes = kernel_arguments_bytes(&command->arguments);
    return app_run(&command->app, &job, &command->results, error);
}

static void report(struct kernel_command *command)
{
    struct app_results *results = &command->results;
    struct json json;

    if (!command->app.json && !command->app.csv) {
        printf("Kernel    %s of %s\nDevice    %s: %u work-group%s of %" PRIu64 "\n", command->name,
               command->file, results->device_name, results->worker_groups,
               app_plural(results->worker_groups), command->app.local_items);
        app_report_times(results, noun);
        app_report_changes(results);
        app_report_periodic(results, noun);
        return;
    }
    json = json_to(stdout, command->app.csv);
    json_begin(&json, NULL, '{');
    json_text(&json, "command", "kernel");
    json_text(&json, "mode", "cooperative");
    json_text(&json, "module", command->file);
    json_text(&json, "kernel", command->name);
    app_json_head(&json, &command->app, results);
    app_json_samples(&json, "launch_ms", &results->run_ms);
    app_json_tail(&json, &command->app, results);
    json_end(&json, '}');
}

static int kernel_command(const struct application *application, int count, char **arguments)
{
    static struct kernel_command command;
    struct tool_error error;
    int code = APP_WRONG;

    if (parse(&command, count, arguments, &error) != 0 ||
        kernel_arguments_parse(&command.arguments, &command.texts, &error) != 0) {
        fprintf(stderr, "coop-app kernel: %s; see coop-app kernel --help\n", error.text);
        code = APP_USAGE;
    } else if (command.app.help) {
        print_usage();
        code = APP_RIGHT;
    } else if (run(&command, &error) != 0) {
        fprintf(stderr, "coop-app %s: %s\n", application->name, error.text);
    } else {
        report(&command);
        code = app_exit_code(&command.results);
    }
    kernel_arguments_clear(&command.arguments);
    bytes_clear(&command.module);
    app_results_clear(&command.results);
    return code;
}

const struct application application_kernel = {.name = "kernel",
                                               .summary = "what a cooperative kernel of your own does",
                                               .command = kernel_command,
                                               .source = "yours",
                                               .primitives = "its own",
                                               .input = "--arg, one for each parameter"};
