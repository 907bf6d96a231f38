#include "kernel_module.h"

#include "tools/file/bytes.h"
#include "tools/rival/matmul_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MODULE_BYTES_MAX (UINT64_C(64) << 20)
#define WORDS_MAX (2 * OPTION_TEXTS_MAX * 2 + 8)
#define PATH_BYTES 4096

static const char first_words[] = "//coop module ";

static int is_module(const struct bytes *text)
{
    return text->count >= sizeof first_words - 1 &&
           memcmp(text->items, first_words, sizeof first_words - 1) == 0;
}

/* In the new process: does not return. */
static void become_coopc(const char *coopc, char **words)
{
    char path[PATH_BYTES];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "coopc");
    char *slash;

    if (coopc != NULL) {
        execvp(coopc, words);
    } else {
        path[length > 0 ? length : 0] = '\0';
        slash = strrchr(path, '/');
        if (slash != NULL) {
            strcpy(slash + 1, "coopc");
            execv(path, words);
        }
        execvp("coopc", words);
    }
    fprintf(stderr, "coopc cannot be run: %s\n", strerror(errno));
    _exit(127);
}

/* Where the file is: what it includes with quotes is looked for there by coopc itself, -I adds to that. */
static int run_coopc(const struct kernel_module_options *options, char *job, char *module,
                     struct tool_error *error)
{
    char *words[WORDS_MAX] = {"coopc", (char *)options->file, job, "-o", module};
    unsigned count = 5;
    int status = 0;
    unsigned i;
    pid_t child;

    for (i = 0; i < options->defines->count; i++) {
        words[count++] = "-D";
        words[count++] = (char *)options->defines->items[i];
    }
    for (i = 0; i < options->includes->count; i++) {
        words[count++] = "-I";
        words[count++] = (char *)options->includes->items[i];
    }
    fflush(NULL);
    child = fork();
    if (child == 0) {
        become_coopc(options->coopc, words);
    }
    if (child < 0) {
        return tool_fail(error, "no process for coopc: %s", strerror(errno));
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        return tool_fail(error, "coopc is not beside this program and not in PATH; --coopc names it");
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0
               ? 0
               : tool_fail(error, "coopc does not take %s; its messages are above", options->file);
}

static int write_text(const char *path, const char *text, struct tool_error *error)
{
    FILE *file = fopen(path, "w");
    int has_failed = file == NULL || fputs(text, file) == EOF;

    if ((file != NULL && fclose(file) != 0) || has_failed) {
        return tool_fail(error, "%s cannot be written: %s", path, strerror(errno));
    }
    return 0;
}

static int translate(const struct kernel_module_options *options, struct bytes *text,
                     struct tool_error *error)
{
    char directory[PATH_BYTES - 32];
    char job[PATH_BYTES];
    char module[PATH_BYTES];
    int status;

    if (!temporary_path(directory, sizeof directory, "coop-kernel") || mkdtemp(directory) == NULL) {
        return tool_fail(error, "no temporary directory can be made; TMPDIR names the place");
    }
    snprintf(job, sizeof job, "%s/matmul.cl", directory);
    snprintf(module, sizeof module, "%s/module.cl", directory);
    status = write_text(job, matmul_text, error);
    if (status == 0) {
        status = run_coopc(options, job, module, error);
    }
    if (status == 0) {
        bytes_clear(text);
        status = bytes_read(module, MODULE_BYTES_MAX, text, error);
    }
    unlink(job);
    unlink(module);
    rmdir(directory);
    return status;
}

int kernel_module_make(const struct kernel_module_options *options, struct bytes *text,
                       struct tool_error *error)
{
    if (bytes_read(options->file, MODULE_BYTES_MAX, text, error) != 0) {
        return -1;
    }
    if (is_module(text)) {
        return 0;
    }
    if (translate(options, text, error) != 0) {
        bytes_clear(text);
        return -1;
    }
    return 0;
}

/* Copies the next line, as far as it fits; 0 at the end. */
static int next_line(const struct bytes *text, size_t *place, char *line, size_t capacity)
{
    const unsigned char *begin = text->items + *place;
    const unsigned char *end;
    size_t length;

    if (*place >= text->count) {
        return 0;
    }
    end = memchr(begin, '\n', text->count - *place);
    length = end != NULL ? (size_t)(end - begin) : text->count - *place;
    *place += length + (end != NULL);
    snprintf(line, capacity, "%.*s", (int)(length < capacity ? length : capacity - 1), (const char *)begin);
    return 1;
}

/* Adds a name to the list of a message. */
static void add_name(char *names, size_t capacity, const char *name)
{
    size_t length = strlen(names);

    snprintf(names + length, capacity - length, "%s%s", length > 0 ? ", " : "", name);
}

int kernel_module_find(const struct bytes *text, const char *name, struct kernel_shape *shape,
                       struct tool_error *error)
{
    char line[1024];
    char names[512] = "";
    unsigned wanted = ~0u;
    size_t place = 0;

    memset(shape, 0, sizeof *shape);
    while (next_line(text, &place, line, sizeof line) && strncmp(line, "//coop ", 7) == 0) {
        char found[128], kind[32];
        unsigned index, bytes, offset;

        if (sscanf(line, "//coop kernel index=%u name=%127s kind=%31s args_bytes=%u", &index, found, kind,
                   &bytes) == 4) {
            if (strcmp(found, name) == 0) {
                wanted = index;
                strcpy(shape->name, found);
                shape->is_cooperative = strcmp(kind, "cooperative") == 0;
                shape->args_bytes = bytes;
            }
            if (strcmp(kind, "cooperative") == 0) {
                add_name(names, sizeof names, found);
            }
        } else if (sscanf(line, "//coop pointer kernel=%u offset=%u", &index, &offset) == 2 &&
                   index == wanted && shape->pointer_count < KERNEL_POINTERS_MAX) {
            shape->pointers[shape->pointer_count++] = offset;
        }
    }
    if (wanted == ~0u) {
        return tool_fail(error, "there is no kernel \"%s\" in the file; its cooperative ones: %s", name,
                         names[0] != '\0' ? names : "none");
    }
    return shape->is_cooperative
               ? 0
               : tool_fail(error, "%s is a regular kernel; the cooperative ones of the file: %s", name,
                           names[0] != '\0' ? names : "none");
}
