/* coopc under a fuzzer: what must hold of every input.
 *
 * No crash, no sanitizer's report, no leak, no hang (libFuzzer's own); the exit status is 0 or 1; each
 * message has a place that is in one of the input's files, quotes its line and points at its column; a
 * refusal has a message; the same input gives the same texts; and what is accepted is a module that the
 * compiler accepts.
 *
 * FUZZ_EVERY=n translates every n-th input, chosen by its bytes, a second time (4). FUZZ_DIRECTORY is where
 * the files of an input are written. */
#include <clang-c/Index.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check_messages.h"
#include "coopc/diag/diag.h"
#include "coopc/translation.h"
#include "input.h"

static char directory[256];
static int home; /* the directory that the fuzzer's own paths start from */
static unsigned long every = 4;

__attribute__((noreturn, format(printf, 1, 2))) static void fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("fuzz_coopc: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* What libclang leaks when it crashes and survives is not coopc's: leaks are looked for up to the first such
 * input of a process only. */
static int libclang_has_crashed;
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return libclang_has_crashed;
}

static void remove_directory(void)
{
    (void)rmdir(directory);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    const char *parent = getenv("FUZZ_DIRECTORY");
    const char *wanted = getenv("FUZZ_EVERY");

    (void)count;
    (void)arguments;
    if (wanted != NULL && strtoul(wanted, NULL, 10) > 0) {
        every = strtoul(wanted, NULL, 10);
    }
    snprintf(directory, sizeof directory, "%s/fuzz_coopc.XXXXXX",
             parent != NULL                  ? parent
             : access("/dev/shm", W_OK) == 0 ? "/dev/shm"
                                             : "/tmp");
    home = open(".", O_RDONLY | O_DIRECTORY);
    if (mkdtemp(directory) == NULL || home < 0) {
        fail("%s cannot be made", directory);
    }
    return atexit(remove_directory);
}

static void write_files(const struct input *input)
{
    for (unsigned i = 0; i < input->file_count; i++) {
        FILE *file = fopen(input->files[i].name, "wb");
        if (file == NULL ||
            fwrite(input->files[i].bytes, 1, input->files[i].length, file) != input->files[i].length ||
            fclose(file) != 0) {
            fail("%s cannot be written", input->files[i].name);
        }
    }
}

static void remove_files(const struct input *input)
{
    for (unsigned i = 0; i < input->file_count; i++) {
        (void)remove(input->files[i].name);
    }
}

static int is_kernel_file(const struct input_file *file)
{
    size_t length = strlen(file->name);

    return length > 3 && strcmp(file->name + length - 3, ".cl") == 0;
}

/* What a translation gave, kept beyond it. */
struct outcome {
    int status;
    char *messages;
    char *texts[4];
};

static char *copy(const struct text *text)
{
    char *bytes = calloc(1, text->length + 1);

    if (bytes == NULL) {
        abort();
    }
    if (text->length > 0) {
        memcpy(bytes, text->bytes, text->length);
    }
    return bytes;
}

static void translate(const struct input *input, struct outcome *outcome)
{
    char *arguments[FILES_MAX + OPTIONS_MAX + 16] = {
        "coopc", "-I.", "--dump-model", "-o", "module.out", "--header", "module.h", "--depfile", "module.d"};
    struct command command = {.output = NULL};
    struct translation translation = {.module.length = 0};
    unsigned at = 9;
    size_t size;
    FILE *file;

    for (unsigned i = 0; i < input->option_count; i++) {
        arguments[at++] = (char *)(uintptr_t)input->options[i];
    }
    for (unsigned i = 0; i < input->file_count; i++) {
        if (i == 0 || is_kernel_file(&input->files[i])) {
            arguments[at++] = (char *)(uintptr_t)input->files[i].name;
        }
    }
    outcome->status = command_read(&command, arguments);
    if (outcome->status == 0) {
        outcome->status = translation_run(&command, &translation);
    }
    file = open_memstream(&outcome->messages, &size);
    diag_print(file);
    fclose(file);
    outcome->texts[0] = copy(&translation.module);
    outcome->texts[1] = copy(&translation.header);
    outcome->texts[2] = copy(&translation.depfile);
    outcome->texts[3] = copy(&translation.dump);
    translation_release();
}

static void outcome_free(struct outcome *outcome)
{
    free(outcome->messages);
    for (unsigned i = 0; i < 4; i++) {
        free(outcome->texts[i]);
    }
}

static void check_same(const struct outcome *first, const struct outcome *second)
{
    if (first->status != second->status || strcmp(first->messages, second->messages) != 0) {
        fail("the same input, another outcome: status %d and %d\n%s\n%s", first->status, second->status,
             first->messages, second->messages);
    }
    for (unsigned i = 0; i < 4; i++) {
        if (strcmp(first->texts[i], second->texts[i]) != 0) {
            fail("the same input, another text");
        }
    }
}

/* The module between what stands for the runtime (tests/translate/shim) must be OpenCL C, in each of its
 * forms: with checks of accesses, and without. */
static void check_module(const char *module, int checks_addresses)
{
    const char *const options[] = {"-xcl",
                                   "-cl-std=CL3.0",
                                   "-w",
                                   "-ferror-limit=3",
                                   "-I" SHIM_DIRECTORY,
                                   "-I" COOP_INCLUDE_DIR,
                                   "-include",
                                   SHIM_DIRECTORY "/module_prelude.cl",
                                   checks_addresses ? "-DCOOP_CHECK_ADDRESSES=1" : "-w"};
    struct CXUnsavedFile file = {.Filename = "module.cl", .Contents = module, .Length = strlen(module)};
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = NULL;
    enum CXErrorCode code = clang_parseTranslationUnit2(
        index, "module.cl", options, sizeof options / sizeof options[0], &file, 1, 0, &unit);
    int has_errors = code != CXError_Success;

    for (unsigned i = 0; code == CXError_Success && i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
            CXString message = clang_formatDiagnostic(diagnostic, clang_defaultDiagnosticDisplayOptions());
            fprintf(stderr, "%s\n", clang_getCString(message));
            clang_disposeString(message);
            has_errors = 1;
        }
        clang_disposeDiagnostic(diagnostic);
    }
    if (code == CXError_Success) {
        clang_disposeTranslationUnit(unit);
    }
    clang_disposeIndex(index);
    if (has_errors) {
        fail("the module of an accepted input is no OpenCL C (%d):\n%s", (int)code, module);
    }
}

static unsigned long hash_of(const uint8_t *bytes, size_t length)
{
    unsigned long hash = 14695981039346656037ul;

    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ bytes[i]) * 1099511628211ul;
    }
    return hash >> 20;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input;
    struct outcome outcome = {.status = 0};
    const char *fault;

    if (chdir(directory) != 0) {
        fail("%s is gone", directory);
    }
    input_split(&input, bytes, length);
    write_files(&input);
    translate(&input, &outcome);
    if (getenv("FUZZ_SHOW") != NULL) {
        fprintf(stderr, "status %d\n%s%s", outcome.status, outcome.messages, outcome.texts[0]);
    }
    if (outcome.status != 0 && outcome.status != EXIT_DIAGNOSTICS) {
        fail("exit status %d", outcome.status);
    }
    libclang_has_crashed |=
        strstr(outcome.messages, "the compiler that reads the source has crashed") != NULL;
    fault = messages_fault(&input, outcome.messages, outcome.status == EXIT_DIAGNOSTICS);
    if (fault != NULL) {
        fail("%s, in:\n%s", fault, outcome.messages);
    }
    if (hash_of(bytes, length) % every == 0) {
        struct outcome again = {.status = 0};
        translate(&input, &again);
        check_same(&outcome, &again);
        outcome_free(&again);
    }
    /* A module with work queues, flow graphs or messages stands behind more of the runtime than there are
     * stand-ins for. */
    if (outcome.status == 0 && strstr(outcome.texts[0], "//coop option -DCOOP_WORK=1") == NULL &&
        strstr(outcome.texts[0], "//coop option -DCOOP_FLOW=1") == NULL &&
        strstr(outcome.texts[0], "//coop option -DCOOP_MESSAGE=1") == NULL) {
        check_module(outcome.texts[0], (int)(hash_of(bytes, length) & 1));
    }
    outcome_free(&outcome);
    remove_files(&input);
    return fchdir(home);
}
