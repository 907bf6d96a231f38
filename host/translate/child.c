#include "host/translate/child.h"

#include "host/base/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Ends of pipes and files, in the order of the child's descriptors; its standard output leads nowhere. */
enum { INPUT, OUTPUT, MESSAGES, MODULE, RULE, LIFE, DESCRIPTORS };

/* Above all descriptors of the child's, so that giving it one cannot close another. */
enum { LOWEST = DESCRIPTORS };

#define DYING_NS ((uint64_t)5 * 1000000000)
#define SHORT_NS ((uint64_t)1000000)

/* The same, above the child's; closes the one given. */
static int move_up(int descriptor)
{
    int higher = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, LOWEST);
    int code = errno;

    if (descriptor >= 0) {
        close(descriptor);
    }
    errno = code;
    return higher;
}

/* A file without a name. */
static int open_nameless(void)
{
    return move_up(memfd_create("coop", MFD_CLOEXEC));
}

static int write_all(int descriptor, const char *data, size_t count)
{
    while (count > 0) {
        ssize_t written = write(descriptor, data, count);

        if (written < 0 && errno != EINTR) {
            return -1;
        }
        if (written > 0) {
            data += written;
            count -= (size_t)written;
        }
    }
    return lseek(descriptor, 0, SEEK_SET) == 0 ? 0 : -1;
}

static void close_all(int *descriptors)
{
    for (int i = 0; i < DESCRIPTORS; i++) {
        if (descriptors[i] >= 0) {
            close(descriptors[i]);
        }
    }
}

/* The child's descriptors, and the end of the pipe whose other one only the child has: it ends with it. */
static const char *open_all(const struct coop_child *child, int *descriptors, int *life)
{
    int ends[2];

    for (int i = 0; i < DESCRIPTORS; i++) {
        descriptors[i] = -1;
    }
    *life = -1;
    descriptors[OUTPUT] = move_up(open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (descriptors[OUTPUT] < 0) {
        return "opening /dev/null";
    }
    descriptors[INPUT] = open_nameless();
    descriptors[MESSAGES] = open_nameless();
    descriptors[MODULE] = open_nameless();
    descriptors[RULE] = open_nameless();
    if (descriptors[INPUT] < 0 || descriptors[MESSAGES] < 0 || descriptors[MODULE] < 0 ||
        descriptors[RULE] < 0) {
        return "memfd_create";
    }
    if (write_all(descriptors[INPUT], child->input, child->input_bytes) != 0) {
        return "writing the text for it";
    }
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return "pipe2";
    }
    *life = ends[0];
    descriptors[LIFE] = move_up(ends[1]);
    return descriptors[LIFE] < 0 ? "fcntl" : NULL;
}

/* A group of its own, which is killed as a whole, and the signals' usual actions. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none;
    sigset_t all;
    int code;

    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    code = posix_spawnattr_setsigmask(attributes, &none);
    if (code == 0) {
        code = posix_spawnattr_setsigdefault(attributes, &all);
    }
    if (code == 0) {
        code = posix_spawnattr_setpgroup(attributes, 0);
    }
    if (code == 0) {
        code = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                        POSIX_SPAWN_SETSIGDEF);
    }
    return code;
}

/* 0, or the error number. */
static int start(const struct coop_child *child, const int *descriptors, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);

    if (code != 0) {
        return code;
    }
    code = posix_spawnattr_init(&attributes);
    if (code != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    code = set_attributes(&attributes);
    for (int i = 0; i < DESCRIPTORS && code == 0; i++) {
        code = posix_spawn_file_actions_adddup2(&actions, descriptors[i], i);
    }
    if (code == 0) {
        code = posix_spawn(pid, child->program, &actions, &attributes, child->arguments, environ);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* Whether the child has ended; *status is -1 where another has taken its status. */
static int has_ended(pid_t pid, int *status)
{
    pid_t who = waitpid(pid, status, WNOHANG);

    if (who == pid) {
        return 1;
    }
    if (who < 0 && errno == ECHILD) {
        *status = -1;
        return 1;
    }
    return 0;
}

/* Whether it ends within the time. */
static int wait_for(pid_t pid, int life, uint64_t timeout_ns, int *status)
{
    struct coop_deadline deadline = coop_deadline_in(timeout_ns);
    struct pollfd end = {.fd = life, .events = POLLIN};

    while (!has_ended(pid, status)) {
        uint64_t left = coop_deadline_left_ns(&deadline);

        if (left == 0) {
            return 0;
        }
        if ((end.revents & POLLHUP) != 0) { /* it has closed all, and is about to end */
            coop_clock_sleep_ns(SHORT_NS);
            continue;
        }
        left = left < COOP_CLOCK_SLICE_NS ? left : COOP_CLOCK_SLICE_NS;
        (void)poll(&end, 1, (int)((left + SHORT_NS - 1) / SHORT_NS));
    }
    return 1;
}

static void read_end(int status, struct coop_child_end *end)
{
    if (status == -1) {
        end->code = end->rule.used != 0 ? 0 : COOP_CHILD_UNKNOWN;
    } else if (WIFSIGNALED(status)) {
        end->signal = WTERMSIG(status);
    } else {
        end->code = WEXITSTATUS(status);
    }
}

void coop_child_run(const struct coop_child *child, struct coop_child_end *end)
{
    int descriptors[DESCRIPTORS];
    int life;
    int status = 0;
    pid_t pid;

    memset(end, 0, sizeof *end);
    end->at = open_all(child, descriptors, &life);
    if (end->at != NULL) {
        end->error = errno != 0 ? errno : EIO;
    } else {
        end->error = start(child, descriptors, &pid);
        end->at = "posix_spawn";
    }
    if (end->error == 0) {
        close(descriptors[LIFE]);
        descriptors[LIFE] = -1;
        if (!wait_for(pid, life, child->timeout_ns, &status)) {
            end->is_late = 1;
            kill(-pid, SIGKILL);
            (void)wait_for(pid, life, DYING_NS, &status);
        }
        (void)coop_bytes_add_file(&end->messages, descriptors[MESSAGES]);
        (void)coop_bytes_add_file(&end->module, descriptors[MODULE]);
        (void)coop_bytes_add_file(&end->rule, descriptors[RULE]);
        read_end(status, end);
    }
    close_all(descriptors);
    if (life >= 0) {
        close(life);
    }
}

void coop_child_end_clear(struct coop_child_end *end)
{
    coop_bytes_clear(&end->module);
    coop_bytes_clear(&end->rule);
    coop_bytes_clear(&end->messages);
}
