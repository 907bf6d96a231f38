#include "rival_process.h"

#include "tools/file/bytes.h"
#include "tools/measure/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGUMENTS_MAX 22
#define NO_DEVICE 77

/* A program's arguments, and the digits of numbers among them. */
struct arguments {
    const char *items[ARGUMENTS_MAX + 1];
    unsigned count;
    char digits[ARGUMENTS_MAX][24];
};

static void add_text(struct arguments *arguments, const char *option, const char *text)
{
    if (text != NULL) {
        arguments->items[arguments->count++] = option;
        arguments->items[arguments->count++] = text;
    }
}

static void add_number(struct arguments *arguments, const char *option, uint64_t number)
{
    char *digits = arguments->digits[arguments->count];

    snprintf(digits, sizeof arguments->digits[0], "%llu", (unsigned long long)number);
    add_text(arguments, option, number > 0 ? digits : NULL);
}

static void make_arguments(const struct rival_request *request, struct arguments *arguments)
{
    memset(arguments, 0, sizeof *arguments);
    arguments->items[arguments->count++] = "--serve";
    add_text(arguments, "--app", request->application);
    if (request->application != NULL) {
        add_number(arguments, "--seed", request->seed);
    }
    add_number(arguments, "--items", request->items);
    add_number(arguments, "--searches", request->searches);
    add_number(arguments, "--cells", request->cells);
    add_number(arguments, "--hub-arcs", request->hub_arcs);
    add_text(arguments, "--graph", request->choice->file);
    add_text(arguments, "--grid", request->choice->grid);
    add_text(arguments, "--rmat", request->choice->rmat);
    add_text(arguments, "--circuit", request->choice->circuit);
}

/* The file that is to run; 0 when there is none. */
static int find_program(const char *program, char *path, size_t capacity)
{
    if (strchr(program, '/') == NULL) {
        return beside_find(program, path, capacity) && access(path, X_OK) == 0;
    }
    snprintf(path, capacity, "%s", program);
    return access(path, X_OK) == 0;
}

/* In the new process: does not return. */
static void become(const char *path, const char *const *arguments, int in, int out)
{
    char *copies[ARGUMENTS_MAX + 2] = {(char *)path};
    unsigned i;

    for (i = 0; i < ARGUMENTS_MAX && arguments[i] != NULL; i++) {
        copies[i + 1] = (char *)arguments[i];
    }
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execv(path, copies);
    _exit(NO_DEVICE);
}

/* The exit code of the program, once it has ended. */
static int reap(struct rival_process *process)
{
    int status = 0;

    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) {
    }
    process->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The next line, without its end. 0; 1 when the program has ended; -1 with a message. */
static int read_line(struct rival_process *process, uint64_t deadline_ns, char *line, size_t capacity,
                     struct tool_error *error)
{
    for (;;) {
        char *end = memchr(process->left, '\n', process->left_bytes);
        uint64_t now = clock_now_ns();
        struct pollfd poll_fd = {.fd = process->from, .events = POLLIN};
        ssize_t got;

        if (end != NULL) {
            size_t length = (size_t)(end - process->left);
            snprintf(line, capacity, "%.*s", (int)length, process->left);
            process->left_bytes -= (unsigned)(length + 1);
            memmove(process->left, end + 1, process->left_bytes);
            return 0;
        }
        if (process->left_bytes == sizeof process->left) {
            return tool_fail(error, "the rival answers with a line that has no end");
        }
        if (now >= deadline_ns || poll(&poll_fd, 1, (int)((deadline_ns - now) / 1000000 % 60000) + 1) < 0) {
            return tool_fail(error,
                             "the rival has not answered in time; take a longer --timeout, or --rival none");
        }
        if ((poll_fd.revents & (POLLIN | POLLHUP)) == 0) {
            continue;
        }
        got = read(process->from, process->left + process->left_bytes,
                   sizeof process->left - process->left_bytes);
        if (got <= 0) {
            return 1;
        }
        process->left_bytes += (unsigned)got;
    }
}

static int fail_at_end(struct rival_process *process, struct tool_error *error)
{
    return tool_fail(
        error,
        "the rival has ended with exit code %d; its own message is above, and --rival none does without it",
        reap(process));
}

int rival_process_start(const char *program, const struct rival_request *request, uint64_t timeout_ns,
                        struct rival_process *process, struct tool_error *error)
{
    struct arguments arguments;
    char path[4096];
    char line[256];
    int in[2], out[2];
    int status;

    memset(process, 0, sizeof *process);
    process->to = process->from = -1;
    if (!find_program(program, path, sizeof path)) {
        return strchr(program, '/') == NULL ? 1 : tool_fail(error, "--rival %s is no program", program);
    }
    if (pipe(in) != 0) {
        return tool_fail(error, "no pipe for the rival: %s", strerror(errno));
    }
    if (pipe(out) != 0) {
        close(in[0]);
        close(in[1]);
        return tool_fail(error, "no pipe for the rival: %s", strerror(errno));
    }
    fcntl(in[1], F_SETFD, FD_CLOEXEC);
    fcntl(out[0], F_SETFD, FD_CLOEXEC);
    make_arguments(request, &arguments);
    process->pid = fork();
    if (process->pid == 0) {
        become(path, arguments.items, in[0], out[1]);
    }
    close(in[0]);
    close(out[1]);
    process->to = in[1];
    process->from = out[0];
    if (process->pid < 0) {
        process->pid = 0;
        return tool_fail(error, "no process for the rival: %s", strerror(errno));
    }
    status = read_line(process, clock_now_ns() + timeout_ns, line, sizeof line, error);
    if (status == 1) {
        int code = reap(process);
        return code == NO_DEVICE ? 1 : tool_fail(error, "%s has ended with exit code %d", path, code);
    }
    process->is_host_clock = strcmp(line, "ready host") == 0;
    if (status == 0 && !process->is_host_clock && strcmp(line, "ready") != 0) {
        return tool_fail(error, "%s answers \"%s\", not \"ready\"", path, line);
    }
    return status;
}

int rival_process_turn(struct rival_process *process, uint64_t timeout_ns,
                       struct rival_way ways[RIVAL_WAYS_MAX], unsigned *count, struct tool_error *error)
{
    static const char request[] = "turn\n";
    uint64_t deadline_ns = clock_now_ns() + timeout_ns;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    char line[256];
    ssize_t written;
    int status;

    *count = 0;
    sigaction(SIGPIPE, &ignore, &before); /* the program may have ended */
    written = write(process->to, request, sizeof request - 1);
    sigaction(SIGPIPE, &before, NULL);
    if (written != sizeof request - 1) {
        return fail_at_end(process, error);
    }
    for (;;) {
        struct rival_way way = {"", 0, 0};

        status = read_line(process, deadline_ns, line, sizeof line, error);
        if (status != 0) {
            return status < 0 ? -1 : fail_at_end(process, error);
        }
        if (line[0] == '\0') {
            return 0;
        }
        if (*count == RIVAL_WAYS_MAX ||
            sscanf(line, "%39[^\t]\t%u\t%lf", way.name, &way.groups, &way.ms) != 3 || way.ms <= 0) {
            return tool_fail(error, "the rival answers \"%s\", which is no way with its work-groups and time",
                             line);
        }
        ways[(*count)++] = way;
    }
}

void rival_process_stop(struct rival_process *process)
{
    if (process->pid > 0) {
        kill(process->pid, SIGKILL);
        reap(process);
    }
    if (process->to > 0) {
        close(process->to);
    }
    if (process->from > 0) {
        close(process->from);
    }
    memset(process, 0, sizeof *process);
}
