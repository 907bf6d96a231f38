#include "frames_process.h"

#include "frames_queue.h"
#include "tools/baseline/plain_device.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/measure/clock.h"
#include "tools/periodic/periodic_calibration.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The parent's words. */
enum word { PREPARE = 'p', START = 'g', STOP = 's' };

/* The child's answer to each; behind that to STOP are the notes. */
struct answer_to_word {
    int status;
    struct tool_error error;
    struct periodic_size size;
    double measured_ms;
    uint32_t missed;
    uint32_t wrong;
    double achieved_period_ms;
    uint64_t note_count;
};

/* In the child. */
struct child {
    const struct frames_process_options *options;
    int from;
    int to;
    struct plain_device device;
    cl_context context;
    struct frames_queue frames;
    struct periodic_work work;
    struct periodic_driver driver;
};

/* A write to a parent that has gone ends the child, which is right. */
static void send_all(int to, const void *bytes, size_t count)
{
    const char *place = bytes;

    while (count > 0) {
        ssize_t written = write(to, place, count);

        if (written < 0 && errno != EINTR) {
            _exit(1);
        }
        if (written > 0) {
            place += written;
            count -= (size_t)written;
        }
    }
}

static int prepare(struct child *child, struct answer_to_word *answer)
{
    const struct frames_process_options *options = child->options;
    struct frames_queue_options queue = {
        .local_items = options->local_items, .seed = options->seed, .timeout_ns = options->timeout_ns};
    cl_int code;

    if (plain_device_choose(options->device, options->groups, options->local_items, &child->device,
                            &answer->error) != 0) {
        return -1;
    }
    child->context = clCreateContext(NULL, 1, &child->device.id, NULL, NULL, &code);
    if (plain_check(code, "creating the frames' context", &answer->error) != 0) {
        return -1;
    }
    queue.context = child->context;
    queue.id = child->device.id;
    queue.device_name = child->device.name;
    if (frames_queue_open(&child->frames, &queue, &answer->error) != 0) {
        return -1;
    }
    child->work = frames_queue_work(&child->frames);
    return periodic_calibrate(&child->work, &options->profile, options->groups, &answer->size,
                              &answer->measured_ms, &answer->error);
}

static int start(struct child *child, struct answer_to_word *answer)
{
    const struct periodic_setup setup = {.profile = &child->options->profile,
                                         .groups = child->options->groups};

    return periodic_driver_start(&child->driver, &child->work, &setup, &answer->error);
}

static int stop(struct child *child, struct answer_to_word *answer)
{
    const struct periodic_results *results = &child->driver.results;
    int status = periodic_driver_stop(&child->driver, &answer->error);

    answer->missed = results->missed;
    answer->wrong = results->wrong;
    answer->achieved_period_ms = results->achieved_period_ms;
    answer->note_count = status == 0 ? results->note_count : 0;
    return status;
}

static _Noreturn void live(struct child *child)
{
    char word;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (read(child->from, &word, 1) == 1) {
        struct answer_to_word answer;

        memset(&answer, 0, sizeof answer);
        answer.status = word == PREPARE ? prepare(child, &answer)
                        : word == START ? start(child, &answer)
                                        : stop(child, &answer);
        send_all(child->to, &answer, sizeof answer);
        if (word == STOP) {
            send_all(child->to, child->driver.results.notes,
                     answer.note_count * sizeof *child->driver.results.notes);
        }
    }
    _exit(0);
}

int frames_process_fork(struct frames_process *process, const struct frames_process_options *options,
                        struct tool_error *error)
{
    int in[2], out[2];

    memset(process, 0, sizeof *process);
    process->timeout_ns = options->timeout_ns;
    if (pipe(in) != 0) {
        return tool_fail(error, "no pipe for the frames' process: %s", strerror(errno));
    }
    if (pipe(out) != 0) {
        close(in[0]);
        close(in[1]);
        return tool_fail(error, "no pipe for the frames' process: %s", strerror(errno));
    }
    fflush(NULL);
    process->pid = fork();
    if (process->pid == 0) {
        static struct child child;

        close(in[1]);
        close(out[0]);
        child.options = options;
        child.from = in[0];
        child.to = out[1];
        live(&child);
    }
    close(in[0]);
    close(out[1]);
    process->to = in[1];
    process->from = out[0];
    if (process->pid < 0) {
        process->pid = 0;
        return tool_fail(error, "no process for the frames: %s", strerror(errno));
    }
    return 0;
}

static int receive(struct frames_process *process, void *bytes, size_t count, struct tool_error *error)
{
    uint64_t deadline_ns = clock_now_ns() + process->timeout_ns;
    char *place = bytes;

    while (count > 0) {
        struct pollfd poll_fd = {.fd = process->from, .events = POLLIN};
        uint64_t now = clock_now_ns();
        ssize_t got;

        if (now >= deadline_ns) {
            return tool_fail(error,
                             "the frames' process has not answered after %.0f s; take a longer --timeout",
                             (double)process->timeout_ns / 1e9);
        }
        if (poll(&poll_fd, 1, (int)((deadline_ns - now) / NS_PER_MS % 60000) + 1) <= 0) {
            continue;
        }
        got = read(process->from, place, count);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return tool_fail(error, "the frames' process has ended; its own message is above, if it had one");
        }
        if (got > 0) {
            place += got;
            count -= (size_t)got;
        }
    }
    return 0;
}

static int ask(struct frames_process *process, enum word word, struct answer_to_word *answer,
               struct tool_error *error)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    char letter = (char)word;
    ssize_t written;

    sigaction(SIGPIPE, &ignore, &before); /* the child may have ended */
    written = write(process->to, &letter, 1);
    sigaction(SIGPIPE, &before, NULL);
    if (written != 1) {
        return tool_fail(error, "the frames' process has ended");
    }
    if (receive(process, answer, sizeof *answer, error) != 0) {
        return -1;
    }
    if (answer->status != 0) {
        *error = answer->error;
    }
    return answer->status;
}

int frames_process_prepare(struct frames_process *process, struct periodic_size *size, double *measured_ms,
                           struct tool_error *error)
{
    struct answer_to_word answer;

    if (ask(process, PREPARE, &answer, error) != 0) {
        return -1;
    }
    *size = answer.size;
    *measured_ms = answer.measured_ms;
    return 0;
}

int frames_process_start(struct frames_process *process, struct tool_error *error)
{
    struct answer_to_word answer;

    return ask(process, START, &answer, error);
}

int frames_process_stop(struct frames_process *process, struct periodic_results *results,
                        struct tool_error *error)
{
    struct answer_to_word answer;
    uint64_t i;

    memset(results, 0, sizeof *results);
    if (ask(process, STOP, &answer, error) != 0) {
        return -1;
    }
    for (i = 0; i < answer.note_count; i++) {
        struct periodic_note note;

        if (receive(process, &note, sizeof note, error) != 0) {
            return -1;
        }
        periodic_results_note(results, &note);
    }
    results->missed = answer.missed;
    results->wrong = answer.wrong;
    results->achieved_period_ms = answer.achieved_period_ms;
    return 0;
}

void frames_process_end(struct frames_process *process)
{
    if (process->pid > 0) {
        close(process->to);
        close(process->from);
        kill(process->pid, SIGKILL);
        while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    memset(process, 0, sizeof *process);
}
