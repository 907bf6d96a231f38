/* coopc: from files to files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "collect.h"
#include "command.h"
#include "diag.h"
#include "dump.h"
#include "emit.h"
#include "flatten.h"
#include "header.h"
#include "helpers.h"
#include "inline.h"
#include "parse.h"
#include "statement.h"
#include "variables.h"

#ifndef COOPC_VERSION
#define COOPC_VERSION "0.1.0"
#endif

/* Deeply nested source needs stack, in libclang as here. */
enum { STACK_BYTES = 100 << 20 };

static void argument_add(struct command *command, const char *argument)
{
    *LIST_ADD(&command->arguments.list) = argument;
}

/* coop/kernel.clh is found beside the program: in the build tree and where it is installed. */
static void add_include_paths(struct command *command)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    if (length > 0) {
        char *slash;

        path[length] = '\0';
        slash = strrchr(path, '/');
        if (slash != NULL) {
            *slash = '\0';
            argument_add(command, string_printf("-I%s/../include", path));
            argument_add(command, string_printf("-I%s/../../include", path));
        }
    }
#ifdef COOP_INCLUDE_DIR
    argument_add(command, "-I" COOP_INCLUDE_DIR);
#endif
}

static bool is_output(const char *output, const struct source *source)
{
    char *path = output == NULL ? NULL : realpath(output, NULL);
    bool is_same = path != NULL && strcmp(path, source->identity) == 0;

    free(path);
    return is_same;
}

/* No file may be given twice, or be overwritten by its own translation. */
static bool check_files(const struct command *command)
{
    for (size_t i = 0; i < command->model.units.count; ++i) {
        const struct unit *unit = command->model.units.items[i];

        for (size_t j = 0; j < i; ++j) {
            if (strcmp(unit->main->identity, command->model.units.items[j]->main->identity) == 0) {
                (void)command_refuse("a file is given twice: ", unit->main->path);
                return false;
            }
        }
        for (size_t j = 0; j < unit->sources.count; ++j) {
            const struct source *source = unit->sources.items[j];

            if (is_output(command->output, source) || is_output(command->header, source) ||
                is_output(command->depfile, source)) {
                (void)command_refuse("an output would overwrite an input: ", source->path);
                return false;
            }
        }
    }
    return true;
}

/* Reads every file. 0, or the exit status. */
static int parse_all(struct command *command)
{
    argument_add(command, "-xcl");
    argument_add(command, command->standard == NULL ? "-cl-std=CL3.0" : command->standard);
    argument_add(command, "-DCOOP_TRANSLATOR");
    add_include_paths(command);
    for (size_t i = 0; i < command->inputs.count; ++i) {
        struct unit *unit = parse_unit(command->inputs.items[i], &command->arguments);

        if (unit == NULL) {
            fprintf(stderr, "coopc: cannot read %s\n", command->inputs.items[i]);
            return EXIT_FILES;
        }
        *LIST_ADD(&command->model.units) = unit;
    }
    if (!check_files(command)) {
        return EXIT_USAGE;
    }
    return diag_error_count() > 0 ? EXIT_DIAGNOSTICS : 0;
}

/* From the parsed files to the edited model. 0, or the exit status. */
static int translate(struct model *model)
{
    bool has_trees;

    inline_mark(model);
    for (size_t i = 0; i < model->units.count; ++i) {
        collect(model, model->units.items[i]);
        inline_remove(model->units.items[i]);
    }
    helpers_mark(model);
    check_model(model);
    for (size_t i = 0; i < model->kernels.count && diag_error_count() == 0; ++i) {
        statement_parse(model->kernels.items[i]);
    }
    has_trees = diag_error_count() == 0;
    for (size_t i = 0; i < model->kernels.count && has_trees; ++i) {
        inline_calls(model, model->kernels.items[i]);
    }
    for (size_t i = 0; i < model->kernels.count; ++i) {
        model->kernels.items[i]->tokens.text = model->kernels.items[i]->source->text;
    }
    for (size_t i = 0; i < model->kernels.count; ++i) {
        check_kernel(model->kernels.items[i]);
    }
    if (diag_error_count() > 0) {
        return EXIT_DIAGNOSTICS;
    }
    for (size_t i = 0; i < model->kernels.count; ++i) {
        flatten(model->kernels.items[i]);
        variables_place(model->kernels.items[i]);
        variables_measure(model->kernels.items[i]);
    }
    check_sizes(model);
    for (size_t i = 0; i < model->kernels.count && diag_error_count() == 0; ++i) {
        check_flow(model->kernels.items[i]);
    }
    for (size_t i = 0; i < model->units.count; ++i) {
        struct unit *unit = model->units.items[i];

        helpers_thread(unit);
        for (size_t j = 0; j < unit->sources.count; ++j) {
            edits_sort(unit->sources.items[j]);
        }
    }
    return diag_has_failed() ? EXIT_DIAGNOSTICS : 0;
}

static void emit_depfile(struct text *out, const struct command *command)
{
    text_printf(out, "%s:", command->output);
    for (size_t i = 0; i < command->model.units.count; ++i) {
        const struct unit *unit = command->model.units.items[i];

        for (size_t j = 0; j < unit->sources.count; ++j) {
            text_puts(out, " \\\n  ");
            for (const char *at = unit->sources.items[j]->path; *at != '\0'; ++at) {
                text_puts(out, *at == ' ' || *at == '#' ? "\\" : *at == '$' ? "$" : "");
                text_append(out, at, 1);
            }
        }
    }
    text_puts(out, "\n");
}

/* Writes beside the target and renames, so that a failure leaves what was there. */
static bool write_file(const char *path, const struct text *text)
{
    char *temporary = string_printf("%s.%ld.tmp", path, (long)getpid());
    FILE *file = fopen(temporary, "wb");
    bool is_written;

    if (file == NULL) {
        fprintf(stderr, "coopc: cannot write %s\n", path);
        return false;
    }
    is_written = fwrite(text->bytes, 1, text->length, file) == text->length;
    is_written = fclose(file) == 0 && is_written;
    if (!is_written || rename(temporary, path) != 0) {
        (void)remove(temporary);
        fprintf(stderr, "coopc: cannot write %s\n", path);
        return false;
    }
    return true;
}

static int write_outputs(const struct command *command)
{
    struct text module = {0};
    struct text header = {0};
    struct text depfile = {0};

    if (command->dumps_model) {
        struct text dump = {0};

        dump_model(&dump, &command->model);
        fputs(dump.length > 0 ? dump.bytes : "", stdout);
    }
    if (command->output == NULL) {
        return 0;
    }
    emit_module(&module, &command->model);
    header_emit(&header, &command->model, command->header == NULL ? "" : command->header);
    emit_depfile(&depfile, command);
    if (!write_file(command->output, &module) ||
        (command->header != NULL && !write_file(command->header, &header)) ||
        (command->depfile != NULL && !write_file(command->depfile, &depfile))) {
        return EXIT_FILES;
    }
    return 0;
}

static int run(struct command *command, char **arguments)
{
    int status = command_read(command, arguments);

    if (status == 0) {
        status = parse_all(command);
    }
    if (status == 0) {
        status = translate(&command->model);
    }
    if (status == 0) {
        status = write_outputs(command);
    }
    diag_print();
    return status;
}

static void raise_stack_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < STACK_BYTES) {
        limit.rlim_cur = limit.rlim_max < STACK_BYTES ? limit.rlim_max : STACK_BYTES;
        (void)setrlimit(RLIMIT_STACK, &limit);
    }
}

/* The work is done in a child, so that a crash of libclang ends in a sentence. */
static int run_in_child(char **arguments)
{
    struct command command = {.output = NULL};
    int status = 0;
    pid_t child = fork();

    if (child == 0 || child < 0) {
        status = run(&command, arguments);
        memory_release();
        return status;
    }
    while (waitpid(child, &status, 0) < 0) {
    }
    if (WIFSIGNALED(status)) {
        fprintf(stderr,
                "coopc: stopped by signal %d while it read the source; is something nested very deeply?\n",
                WTERMSIG(status));
        return EXIT_DIAGNOSTICS;
    }
    return WEXITSTATUS(status);
}

int main(int count, char **arguments)
{
    raise_stack_limit();
    for (int i = 1; i < count; ++i) {
        if (strcmp(arguments[i], "--help") == 0) {
            command_print_help();
            return 0;
        }
        if (strcmp(arguments[i], "--version") == 0) {
            puts("coopc " COOPC_VERSION);
            return 0;
        }
    }
    return run_in_child(arguments);
}
