/* coopc: from files to files. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "coopc/command.h"
#include "coopc/diag/diag.h"
#include "coopc/modes.h"
#include "coopc/translation.h"
#include "host/base/program.h"
#include "host/base/replace.h"

#ifndef COOPC_VERSION
#define COOPC_VERSION "0.1.0"
#endif

/* Deeply nested source needs stack, in libclang as here. */
enum { STACK_BYTES = 100 << 20 };

static bool write_file(const char *path, const struct text *text)
{
    struct coop_replace replace;
    int code = coop_replace_open(&replace, path);

    if (code == 0) {
        bool is_complete = fwrite(text->bytes, 1, text->length, replace.file) == text->length;

        code = coop_replace_close(&replace, is_complete);
    }
    if (code != 0) {
        fprintf(stderr, "coopc: cannot write %s: %s\n", path, strerror(code));
        return false;
    }
    return true;
}

static int write_outputs(const struct command *command, const struct translation *translation)
{
    const struct text *texts[OUTPUT_COUNT] = {&translation->module,  &translation->header,
                                              &translation->embed,   &translation->embed_header,
                                              &translation->depfile, &translation->deps};
    struct output outputs[OUTPUT_COUNT];

    command_outputs(command, outputs);
    if (translation->dump.length > 0 &&
        (fputs(translation->dump.bytes, stdout) == EOF || fflush(stdout) != 0)) {
        return EXIT_FILES; /* the program's end says so */
    }
    for (size_t i = 0; i < OUTPUT_COUNT; ++i) {
        if (outputs[i].path != NULL && !write_file(outputs[i].path, texts[i])) {
            return EXIT_FILES;
        }
    }
    return 0;
}

static int run(struct command *command, char **arguments)
{
    struct translation translation = {.module.length = 0};
    int status = command_read(command, arguments);

    if (status == 0) {
        status = command->makes_elements ? elements_run(command, &translation)
                 : command->makes_nodes  ? nodes_run(command, &translation)
                                         : translation_run(command, &translation);
    }
    if (status == 0) {
        status = write_outputs(command, &translation);
    }
    diag_print(stderr);
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

/* The work is done in a child, so that a crash of libclang ends in a message. A parent that ignores SIGCHLD
 * hands that on, and the child would leave no status to wait for. */
static int run_in_child(char **arguments)
{
    struct command command = {.output = NULL};
    int status = 0;
    pid_t child;

    (void)signal(SIGCHLD, SIG_DFL);
    child = fork();
    if (child == 0 || child < 0) {
        status = run(&command, arguments);
        translation_release();
        return status;
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            perror("coopc: cannot wait for the translation");
            return EXIT_FILES;
        }
    }
    if (WIFSIGNALED(status)) {
        fprintf(stderr,
                "coopc: stopped by signal %d while it read the source, which may be nested too deeply\n",
                WTERMSIG(status));
        return EXIT_DIAGNOSTICS;
    }
    return WEXITSTATUS(status);
}

static int answer(int count, char **arguments)
{
    raise_stack_limit();
    for (int i = 1; i < count && strcmp(arguments[i], "--") != 0; ++i) {
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

int main(int count, char **arguments)
{
    int status;

    coop_program_begin();
    status = coop_program_end("coopc", answer(count, arguments));
#ifndef COOPC_CLEANS_UP
    _exit(status); /* the end of LLVM takes as long as a small translation */
#endif
    return status;
}
