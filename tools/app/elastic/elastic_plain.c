/* The kernels as ordinary ones that block, a process each, and the jobs in one more: the driver, or the
 * operating system, shares the device out among them.
 *
 * The children are forked before the first OpenCL call, since a fork leaves a driver's threads behind. Each
 * shares a piece of memory with its parent, in which it says how far it is and what its launches took. It
 * ends with its parent. */
#include "elastic_plain.h"

#include "tools/kernel/kernel_plain.h"
#include "tools/measure/clock.h"
#include "tools/rival/frames_process.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOTES_MAX (1u << 17)
#define LOOK_NS (NS_PER_MS / 2)

enum child_state { STARTING, READY, DONE, FAILED };

/* What a child and its parent share. Who stores `state` publishes what stands below it. */
struct share {
    atomic_int state; /* enum child_state; written by the child */
    atomic_int must_go;
    atomic_int must_stop;
    struct tool_error error;
    char device_name[128];
    uint32_t wrong;
    uint64_t count;
    struct elastic_note notes[NOTES_MAX];
};

struct child {
    pid_t pid; /* 0: none */
    struct share *share;
};

static int check_result(struct kernel_plain *plain, struct part *part, struct share *share)
{
    if (kernel_plain_read(plain, part->words, part->word_count, &share->error) != 0) {
        return -1;
    }
    share->wrong += (uint32_t)(part->form->is_wrong(part) != 0);
    return 0;
}

static int run_child(const struct elastic *elastic, struct part *part, struct share *share)
{
    const struct kernel_plain_options options = {
        .opencl = {.device = elastic->options.device,
                   .groups = (uint32_t)elastic->options.groups,
                   .local_items = (uint32_t)elastic->options.local_items,
                   .timeout_ns = elastic->timeout_ns}};
    struct kernel_plain *plain;
    struct plain_times times;

    if (kernel_plain_create(&options, part->form->source, &part->plan, &plain, &share->error) != 0 ||
        kernel_plain_run(plain, &times, &share->error) != 0 || check_result(plain, part, share) != 0) {
        return -1;
    }
    snprintf(share->device_name, sizeof share->device_name, "%s", kernel_plain_opencl(plain)->device.name);
    atomic_store_explicit(&share->state, READY, memory_order_release);
    while (!atomic_load_explicit(&share->must_go, memory_order_acquire)) {
        clock_sleep_ns(LOOK_NS);
    }
    while (!atomic_load_explicit(&share->must_stop, memory_order_relaxed) && share->count < NOTES_MAX) {
        struct elastic_note *note = &share->notes[share->count];

        note->begin_ns = clock_now_ns();
        if (kernel_plain_run(plain, &times, &share->error) != 0) {
            return -1;
        }
        note->end_ns = clock_now_ns();
        share->count++;
    }
    return check_result(plain, part, share);
}

static int fork_child(struct child *child, const struct elastic *elastic, struct part *part,
                      struct tool_error *error)
{
    child->share =
        mmap(NULL, sizeof *child->share, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (child->share == MAP_FAILED) {
        child->share = NULL;
        return tool_fail(error, "no memory for a kernel's process: %s", strerror(errno));
    }
    fflush(NULL);
    child->pid = fork();
    if (child->pid == 0) {
        int status;

        prctl(PR_SET_PDEATHSIG, SIGKILL);
        status = run_child(elastic, part, child->share);
        atomic_store_explicit(&child->share->state, status == 0 ? DONE : FAILED, memory_order_release);
        _exit(status == 0 ? 0 : 1);
    }
    if (child->pid < 0) {
        child->pid = 0;
        return tool_fail(error, "no process for a kernel: %s", strerror(errno));
    }
    return 0;
}

/* Waits until the child has come that far. */
static int await(struct child *child, const struct part *part, enum child_state state, uint64_t deadline_ns,
                 struct tool_error *error)
{
    for (;;) {
        int now = atomic_load_explicit(&child->share->state, memory_order_acquire);

        if (now == FAILED) {
            *error = child->share->error;
            return -1;
        }
        if (now == DONE || now == (int)state) {
            return 0;
        }
        if (waitpid(child->pid, NULL, WNOHANG) == child->pid) {
            child->pid = 0;
            if (atomic_load_explicit(&child->share->state, memory_order_acquire) == now) {
                return tool_fail(error,
                                 "the process of %s has ended; its own message is above, if it had one",
                                 part->form->name);
            }
        }
        if (clock_now_ns() >= deadline_ns) {
            return tool_fail(error, "the process of %s has not answered in time; take a longer --timeout",
                             part->form->name);
        }
        clock_sleep_ns(LOOK_NS);
    }
}

static int take_notes(struct elastic *elastic, unsigned number, const struct share *share,
                      struct tool_error *error)
{
    uint64_t i;

    elastic->wrong[number] = share->wrong;
    memcpy(elastic->device_name, share->device_name, sizeof elastic->device_name);
    for (i = 0; i < share->count; i++) {
        if (elastic_notes_add(&elastic->notes[number], &share->notes[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Once all are ready. */
static int measure(struct elastic *elastic, struct child *children, struct frames_process *jobs,
                   struct tool_error *error)
{
    unsigned i;

    elastic->begin_ns = clock_now_ns();
    for (i = 0; i < elastic->count; i++) {
        atomic_store_explicit(&children[i].share->must_go, 1, memory_order_release);
    }
    if (elastic->has_jobs && frames_process_start(jobs, error) != 0) {
        return -1;
    }
    clock_sleep_until_ns(elastic->begin_ns + (uint64_t)(elastic->options.seconds * 1e9));
    elastic->end_ns = clock_now_ns();
    for (i = 0; i < elastic->count; i++) {
        atomic_store_explicit(&children[i].share->must_stop, 1, memory_order_relaxed);
    }
    for (i = 0; i < elastic->count; i++) {
        if (await(&children[i], &elastic->parts[i], DONE, elastic->end_ns + elastic->timeout_ns, error) !=
                0 ||
            take_notes(elastic, i, children[i].share, error) != 0) {
            return -1;
        }
    }
    return elastic->has_jobs ? frames_process_stop(jobs, &elastic->jobs, error) : 0;
}

static int work(struct elastic *elastic, struct child *children, struct frames_process *jobs,
                struct tool_error *error)
{
    const struct frames_process_options options = {.device = elastic->options.device,
                                                   .profile = elastic->profile,
                                                   .groups = (uint32_t)elastic->options.groups,
                                                   .local_items = (uint32_t)elastic->options.local_items,
                                                   .seed = elastic->options.seed,
                                                   .timeout_ns = elastic->timeout_ns};
    uint64_t deadline_ns = clock_now_ns() + elastic->timeout_ns;
    unsigned i;

    if (elastic->has_jobs && frames_process_fork(jobs, &options, error) != 0) {
        return -1;
    }
    for (i = 0; i < elastic->count; i++) {
        /* One after the other, so that none of them chooses its barrier beside another one's work. */
        if (fork_child(&children[i], elastic, &elastic->parts[i], error) != 0 ||
            await(&children[i], &elastic->parts[i], READY, deadline_ns, error) != 0) {
            return -1;
        }
    }
    if (elastic->has_jobs && frames_process_prepare(jobs, &elastic->job_size, &elastic->job_ms, error) != 0) {
        return -1;
    }
    return measure(elastic, children, jobs, error);
}

int elastic_run_plain(struct elastic *elastic, struct tool_error *error)
{
    struct child children[ELASTIC_PARTS_MAX];
    struct frames_process jobs;
    int status;
    unsigned i;

    memset(children, 0, sizeof children);
    memset(&jobs, 0, sizeof jobs);
    elastic->worker_groups = (uint32_t)elastic->options.groups;
    status = work(elastic, children, &jobs, error);
    for (i = 0; i < elastic->count; i++) {
        if (children[i].pid > 0) {
            kill(children[i].pid, SIGKILL);
            while (waitpid(children[i].pid, NULL, 0) < 0 && errno == EINTR) {
            }
        }
        if (children[i].share != NULL) {
            munmap(children[i].share, sizeof *children[i].share);
        }
    }
    frames_process_end(&jobs);
    return status;
}
