#include "tools/net/child.h"

#include "tools/measure/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXTRA_MAX 8u
#define END_NS (5 * NS_PER_S) /* a program has so long to end when it is asked to */

extern char **environ;

/* What mpirun tells a rank about itself: with it, another mpirun takes itself for a rank. What was chosen of
 * the transport stays, so that a child of MPI uses the same. */
static int is_of_rank(const char *variable)
{
    static const char *const stay[] = {"OMPI_ALLOW_", "OMPI_MCA_pml=", "OMPI_MCA_btl", "OMPI_MCA_mtl="};
    static const char *const go[] = {"OMPI_", "PMIX_", "ORTE_", "PRTE_", "OPAL_", "PMI_", "HYDRA_", "MPIR_"};

    for (unsigned i = 0; i < sizeof stay / sizeof stay[0]; i++) {
        if (strncmp(variable, stay[i], strlen(stay[i])) == 0) {
            return 0;
        }
    }
    for (unsigned i = 0; i < sizeof go / sizeof go[0]; i++) {
        if (strncmp(variable, go[i], strlen(go[i])) == 0) {
            return 1;
        }
    }
    return 0;
}

/* The caller frees it; the texts are not its own. NULL: memory is exhausted. */
static char **make_environment(const char *const *extra)
{
    size_t count = 0;
    size_t kept = 0;
    char **variables;

    while (environ[count] != NULL) {
        count++;
    }
    variables = malloc((count + EXTRA_MAX + 1) * sizeof *variables);
    if (variables == NULL) {
        return NULL;
    }
    for (size_t i = 0; extra != NULL && extra[i] != NULL && i < EXTRA_MAX; i++) {
        variables[kept++] = (char *)extra[i];
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_of_rank(environ[i])) {
            variables[kept++] = environ[i];
        }
    }
    variables[kept] = NULL;
    return variables;
}

/* from  out: the end of the pipe that its output comes from. */
static int start(const char *const *arguments, const char *const *extra, pid_t *pid, int *from,
                 struct tool_error *error)
{
    char **variables = make_environment(extra);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int ends[2];
    int code;

    if (variables == NULL || pipe2(ends, O_CLOEXEC) != 0) {
        free(variables);
        return tool_fail(error, "no pipe or no memory for %s", arguments[0]);
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawnattr_init(&attributes); /* a group of its own, so that what it starts can be ended with it */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    code = posix_spawnp(pid, arguments[0], &actions, &attributes, (char *const *)arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(variables);
    close(ends[1]);
    *from = ends[0];
    if (code != 0) {
        close(ends[0]);
        return tool_fail(error, "%s cannot be started: %s", arguments[0], strerror(code));
    }
    return 0;
}

/* Reads until the program has closed its output. -1: it has not within the time. */
static int read_all(int from, uint64_t deadline_ns, struct child_answer *answer)
{
    size_t length = 0;
    char rest[512];

    for (;;) {
        struct pollfd poll_fd = {.fd = from, .events = POLLIN};
        size_t room = sizeof answer->text - 1 - length;
        ssize_t got;

        if (clock_now_ns() >= deadline_ns) {
            return -1;
        }
        if (poll(&poll_fd, 1, 100) <= 0) {
            continue;
        }
        got = read(from, room > 0 ? answer->text + length : rest, room > 0 ? room : sizeof rest);
        if (got <= 0) {
            answer->text[length] = '\0';
            return 0;
        }
        length += room > 0 ? (size_t)got : 0;
    }
}

/* Its exit code, or -1 where it has ended otherwise, or had to be ended. */
static int reap(pid_t pid, uint64_t deadline_ns, struct child_answer *answer)
{
    struct rusage usage = {0};
    int was_asked = 0;
    int status = 0;
    pid_t ended;

    while ((ended = wait4(pid, &status, WNOHANG, &usage)) == 0 || (ended < 0 && errno == EINTR)) {
        if (clock_now_ns() >= deadline_ns + END_NS) {
            kill(-pid, SIGKILL);
        } else if (clock_now_ns() >= deadline_ns && !was_asked) {
            kill(-pid,
                 SIGTERM); /* once: mpirun takes a second one for impatience, and leaves its processes */
            was_asked = 1;
        }
        clock_sleep_ns(NS_PER_MS);
    }
    answer->cpu_ns = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * NS_PER_S +
                     (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
    return ended == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int child_run(const char *const *arguments, const char *const *extra, uint64_t timeout_ns,
              struct child_answer *answer, struct tool_error *error)
{
    const uint64_t deadline_ns = clock_now_ns() + timeout_ns;
    int is_late;
    int code;
    int from = -1;
    pid_t pid = 0;

    answer->text[0] = '\0';
    if (start(arguments, extra, &pid, &from, error) != 0) {
        return -1;
    }
    is_late = read_all(from, deadline_ns, answer) != 0;
    close(from);
    code = reap(pid, deadline_ns, answer);
    if (is_late) {
        return tool_fail(error, "%s has not ended within %llu s", arguments[0],
                         (unsigned long long)(timeout_ns / NS_PER_S));
    }
    return code == 0 ? 0
                     : tool_fail(error, "%s has ended with exit code %d; its own message is above",
                                 arguments[0], code);
}

int child_is_there(const char *name)
{
    const char *folder = getenv("PATH");
    char path[4096];

    if (strchr(name, '/') != NULL) {
        return access(name, X_OK) == 0;
    }

    while (folder != NULL && *folder != '\0') {
        size_t length = strcspn(folder, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, name);
        if (access(path, X_OK) == 0) {
            return 1;
        }
        folder += length + (folder[length] == ':');
    }
    return 0;
}
