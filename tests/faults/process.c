/* The process itself stops, dies, or is not alone. */
#include "scenario.h"
#include "stall_kernels.h"
#include "stall_kernels_text.h"
#include "test.h"
#include "tools/file/bytes.h"
#include "traced_runs.h"
#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WAIT_NS ((uint64_t)600 * 1000000000)
#define SECONDS 1000
#define WORKERS 2u

/* A child, and a pipe in each direction. */
struct child {
    pid_t id;
    int to;
    int from;
};

/* What a child does; returns its exit code. Bytes come in at `in`, and go out at `out`. */
typedef int child_body(int in, int out);

static struct child start_child(child_body *body)
{
    struct child child = {-1, -1, -1};
    int down[2];
    int up[2];

    if (!TEST_EQUAL(pipe(down) | pipe(up), 0)) {
        exit(1);
    }
    fflush(NULL);
    child.id = fork();
    if (child.id == 0) {
        setsid(); /* whatever it leaves behind is found by its session */
        close(down[1]);
        close(up[0]);
        alarm(SECONDS);
        exit(body(down[0], up[1]));
    }
    close(down[0]);
    close(up[1]);
    child.to = down[1];
    child.from = up[0];
    return child;
}

/* The exit code, or 1000 and the signal. */
static int end_child(struct child *child)
{
    int status = 0;

    close(child->to);
    close(child->from);
    TEST_EQUAL(waitpid(child->id, &status, 0), child->id);
    return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* A byte from the child; false when it has ended. */
static int await_byte(struct child *child)
{
    char byte;

    if (read(child->from, &byte, 1) == 1) {
        return 1;
    }
    return TEST_FAIL("the child has ended before its time, with exit code %d", end_child(child));
}

static void send_byte(int to)
{
    TEST_EQUAL(write(to, "x", 1), 1);
}

struct stage {
    coop_context *context;
    coop_module *module;
    coop_buffer *words;
    coop_run *run;
};

/* Says why and leaves when anything is not as it should be. */
static void need(const struct stage *stage, const char *call, coop_status status)
{
    struct coop_error error;

    if (status != COOP_OK) {
        coop_context_error(stage->context, &error);
        fprintf(stderr, "%s is %s: %s\n%s\n", call, coop_status_name(status), error.message, error.details);
        exit(1);
    }
}

#define NEED(stage, call) need((stage), #call, (call))

static void open_stage(struct stage *stage, uint64_t stall_after_ns)
{
    struct coop_context_options context_options = {.worker_groups = WORKERS, .memory_bytes = 1 << 20};
    struct coop_run_options run_options = {
        .worker_groups = WORKERS, .local_items = 8, .stall_after_ns = stall_after_ns};

    traced_runs_pause(1);
    memset(stage, 0, sizeof *stage);
    NEED(stage, coop_context_create(&context_options, &stage->context));
    NEED(stage, coop_module_create(stage->context, stall_kernels_module_text, stall_kernels_module_bytes,
                                   NULL, &stage->module));
    NEED(stage, coop_buffer_create(stage->context, 1024, &stage->words));
    NEED(stage, coop_buffer_fill(stage->words, 0, 0, 1024));
    NEED(stage, coop_run_start(stage->module, &run_options, &stage->run));
}

static coop_launch *launch_steps(struct stage *stage, uint32_t steps)
{
    struct slow_steps_args args = {
        coop_buffer_address(stage->words), coop_buffer_address(stage->words) + 256, steps, {0}};
    struct coop_launch_options one = {.groups = 1};
    coop_launch *launch = NULL;

    NEED(stage, slow_steps_launch(stage->run, &args, &one, &launch));
    return launch;
}

/* Opens the gate of the kernel when a byte comes. */
struct opener {
    struct stage *stage;
    int in;
};

static void *open_gate(void *argument)
{
    struct opener *opener = argument;
    uint32_t wide = UINT32_MAX;
    char byte;

    if (read(opener->in, &byte, 1) == 1) {
        coop_buffer_write(opener->stage->words, 0, &wide, sizeof wide);
    }
    return NULL;
}

#define STOPPED_S 4

/* Waits for less time than it will be stopped, with a watchdog for still less. */
static int waits_while_stopped(int in, int out)
{
    struct stage stage;
    struct opener opener = {&stage, in};
    uint32_t done = 0;
    coop_launch *launch;
    pthread_t thread;

    open_stage(&stage, (uint64_t)STOPPED_S * 1000000000 / 2);
    launch = launch_steps(&stage, 50);
    pthread_create(&thread, NULL, open_gate, &opener);
    send_byte(out);
    NEED(&stage, coop_launch_wait(launch, (uint64_t)STOPPED_S * 1000000000 * 3 / 4, NULL));
    pthread_join(thread, NULL);
    NEED(&stage, coop_buffer_read(stage.words, 256, &done, sizeof done));
    coop_context_destroy(stage.context);
    return done == 50 ? 0 : 1;
}

/* Waits until the first thread of a process sleeps in a futex, as it does in a wait of the library; where the
 * system does not say, for a second. */
static void await_wait(pid_t process)
{
    struct timespec span = {0, 1000000};
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/syscall", (int)process);
    for (int i = 0; i < 1000; i++) {
        FILE *file = fopen(path, "r");
        long number = -1;
        int is_known = file != NULL && fscanf(file, "%ld", &number) == 1;
        if (file != NULL) {
            fclose(file);
        }
        if (is_known && number == SYS_futex) {
            return;
        }
        nanosleep(&span, NULL);
    }
}

/* How long the process is stopped decides nothing when the library is right; when it is wrong, the wait in it
 * misses its deadline. */
TEST(a_stopped_process_goes_on_and_is_not_late)
{
    struct timespec span = {STOPPED_S, 0};
    struct child child;
    int status = 0;

    scenario_choose();
    child = start_child(waits_while_stopped);
    if (!await_byte(&child)) {
        return;
    }
    await_wait(child.id);
    TEST_EQUAL(kill(child.id, SIGSTOP), 0);
    TEST_EQUAL(waitpid(child.id, &status, WUNTRACED), child.id);
    TEST_TRUE(WIFSTOPPED(status));
    nanosleep(&span, NULL);
    TEST_EQUAL(kill(child.id, SIGCONT), 0);
    send_byte(child.to);
    TEST_EQUAL(end_child(&child), 0);
}

static int runs_until_killed(int in, int out)
{
    struct stage stage;
    coop_launch *launch;

    (void)in;
    open_stage(&stage, 0);
    launch = launch_steps(&stage, 1);
    send_byte(out);
    coop_launch_wait(launch, WAIT_NS, NULL);
    return 1;
}

/* Processes of the session `session`, apart from those that have only to be waited for. */
static unsigned processes_of(pid_t session)
{
    DIR *directory = opendir("/proc");
    struct dirent *entry;
    unsigned count = 0;

    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        char path[300];
        char state = 'Z';
        int of = -1;
        FILE *file;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        file = atoi(entry->d_name) > 0 ? fopen(path, "r") : NULL;
        if (file != NULL) {
            if (fscanf(file, "%*d (%*[^)]) %c %*d %*d %d", &state, &of) == 2 && of == session &&
                state != 'Z') {
                count++;
            }
            fclose(file);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return count;
}

static unsigned files_in(const char *path)
{
    DIR *directory = opendir(path);
    unsigned count = 0;

    while (directory != NULL && readdir(directory) != NULL) {
        count++;
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return count;
}

static int does_everything(int in, int out)
{
    struct outcome outcome;

    (void)in;
    (void)out;
    for (unsigned i = 0; i < 8; i++) {
        scenario_run(i, &outcome);
        if (outcome.status != COOP_OK || !outcome.results_are_right) {
            fprintf(stderr, "%s is %s: %s\n", outcome.step, coop_status_name(outcome.status),
                    outcome.error.message);
            return 1;
        }
    }
    return 0;
}

TEST(a_killed_process_leaves_nothing_behind)
{
    char temporary[PATH_MAX];
    unsigned shared = files_in("/dev/shm");
    struct child child;
    unsigned before;

    scenario_choose();
    if (!TEST_TRUE(temporary_path(temporary, sizeof temporary, "coop-killed") &&
                   mkdtemp(temporary) != NULL)) {
        return;
    }
    setenv("TMPDIR", temporary, 1);
    before = files_in(temporary);
    child = start_child(runs_until_killed);
    if (await_byte(&child)) {
        TEST_EQUAL(processes_of(child.id), 1);
        TEST_EQUAL(kill(child.id, SIGKILL), 0);
        TEST_EQUAL(end_child(&child), 1000 + SIGKILL);
        TEST_EQUAL(processes_of(child.id), 0);
        TEST_EQUAL(files_in(temporary), before);
        TEST_EQUAL(files_in("/dev/shm"), shared);
        child = start_child(does_everything); /* the device serves the next one */
        TEST_EQUAL(end_child(&child), 0);
    }
    rmdir(temporary);
}

TEST(two_processes_at_once_both_complete)
{
    struct child first;
    struct child second;

    scenario_choose();
    first = start_child(does_everything);
    second = start_child(does_everything);
    TEST_EQUAL(end_child(&first), 0);
    TEST_EQUAL(end_child(&second), 0);
}
