/* One problem solved by stealing, by equal shares, with one queue for all, and by rivals, in turns. */
#include "stealing_contest.h"
#include "clocked.h"
#include "tools/measure/clock.h"

#include <stdlib.h>
#include <string.h>

#define SHARES_LAUNCHES 3

/* A side's time, in ms. */
struct effort {
    double ms;
    double cpu_ms;
};

static int compare(struct contest *contest, const struct answer *answer)
{
    struct tool_error difference;

    return answer_compare(answer, &contest->wanted, &difference) != 0;
}

/* One launch of a task_device. */
static int launch_device(struct contest *contest, const struct session *session, struct task_device *device,
                         struct effort *effort, struct tool_error *error)
{
    struct coop_launch_stats stats;
    struct answer answer;
    coop_launch *launch;
    uint64_t cpu_begin;

    if (task_device_reset(device, error) != 0) {
        return -1;
    }
    cpu_begin = clock_process_ns();
    if (task_device_launch(device, NULL, &launch, error) != 0 ||
        session_wait(session, launch, bench_timeout_ns(contest->options), &stats, error) != 0) {
        return -1;
    }
    effort->cpu_ms = (double)(clock_process_ns() - cpu_begin) / 1e6;
    effort->ms = (double)stats.run_ns / 1e6;
    if (task_device_answer(device, &answer, error) != 0) {
        return -1;
    }
    contest->wrong += (uint32_t)compare(contest, &answer);
    return 0;
}

static int launch_central(struct contest *contest, struct effort *effort, struct tool_error *error)
{
    struct coop_launch_stats stats;
    struct answer answer;
    coop_launch *launch;
    uint64_t cpu_begin;

    if (central_reset(&contest->central, error) != 0) {
        return -1;
    }
    cpu_begin = clock_process_ns();
    if (central_launch(&contest->central, &launch, error) != 0 ||
        session_wait(&contest->central_session, launch, bench_timeout_ns(contest->options), &stats, error) !=
            0) {
        return -1;
    }
    effort->cpu_ms = (double)(clock_process_ns() - cpu_begin) / 1e6;
    effort->ms = (double)stats.run_ns / 1e6;
    if (central_answer(&contest->central, &answer, error) != 0) {
        return -1;
    }
    contest->wrong += (uint32_t)compare(contest, &answer);
    return 0;
}

static int run_rival(struct contest *contest, unsigned index, struct effort *effort, struct tool_error *error)
{
    const struct rival *rival = &contest->rivals[index];
    uint64_t cpu_begin = clock_process_ns();
    struct answer answer;
    uint64_t ns, tasks;

    if (rival_run(rival, &contest->rival_input, rival->is_parallel ? contest->threads : 1, &answer, &ns,
                  &tasks, error) != 0) {
        return -1;
    }
    effort->cpu_ms = (double)(clock_process_ns() - cpu_begin) / 1e6;
    effort->ms = (double)ns / 1e6;
    contest->rival_tasks = rival->is_parallel ? tasks : contest->rival_tasks;
    contest->wrong += (uint32_t)compare(contest, &answer);
    return 0;
}

/* Adds what happened at the queues in the last launch. */
static int note_counts(struct contest *contest, struct tool_error *error)
{
    struct coop_workqueue_counts counts;

    if (task_device_report(&contest->devices[SIDE_STEALING], UINT32_MAX, &counts, error) != 0) {
        return -1;
    }
    task_counts_add(&contest->counts, &counts);
    contest->launches++;
    return 0;
}

static int play_once(struct contest *contest, unsigned side, int is_counted, struct effort *effort,
                     struct tool_error *error)
{
    if (side >= CONTEST_SIDES) {
        return run_rival(contest, side - CONTEST_SIDES, effort, error);
    }
    if (side == SIDE_CENTRAL) {
        return launch_central(contest, effort, error);
    }
    if (launch_device(contest, &contest->session, &contest->devices[side], effort, error) != 0) {
        return -1;
    }
    return side == SIDE_STEALING && is_counted ? note_counts(contest, error) : 0;
}

static struct session *session_of(struct contest *contest, unsigned side)
{
    return side >= CONTEST_SIDES  ? NULL
           : side == SIDE_CENTRAL ? &contest->central_session
                                  : &contest->session;
}

/* The medians of a side's part of a turn. A run lives for that part, so that its work-groups do not disturb
 * the others. */
static int play(struct contest *contest, unsigned side, struct effort *effort, struct tool_error *error)
{
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)contest->options->groups,
                                                 .local_items = (uint32_t)contest->options->local_items,
                                                 .timeout_ns = bench_timeout_ns(contest->options),
                                                 .stall_after_ns = bench_stall_ns(contest->options)};
    struct session *session = session_of(contest, side);
    struct samples ms = {NULL, 0, 0, 0};
    struct samples cpu_ms = {NULL, 0, 0, 0};
    uint64_t i;
    int status = session != NULL ? session_start(session, &run_options, error) : 0;

    for (i = 0; i <= contest->options->searches && status == 0; i++) {
        struct effort once = {0, 0};

        status = play_once(contest, side, i > 0, &once, error);
        if (i > 0) {
            samples_add(&ms, once.ms);
            samples_add(&cpu_ms, once.cpu_ms);
        }
    }
    effort->ms = samples_median(&ms);
    effort->cpu_ms = samples_median(&cpu_ms);
    samples_clear(&ms);
    samples_clear(&cpu_ms);
    if (status == 0 && session != NULL) {
        status = session_stop(session, error);
    }
    return status;
}

static int takes_part(const struct contest *contest, unsigned side)
{
    return side == SIDE_STATIC ? !contest->is_rivals_alone : side == SIDE_CENTRAL ? contest->has_central : 1;
}

int contest_turn(struct contest *contest, uint64_t turn, struct tool_error *error)
{
    unsigned sides = CONTEST_SIDES + contest->rival_count;
    struct effort efforts[CONTEST_SIDES + RIVALS_MAX];
    unsigned i, side;

    for (i = 0; i < sides; i++) {
        side = (unsigned)((i + turn) % sides);
        if (takes_part(contest, side) && play(contest, side, &efforts[side], error) != 0) {
            return -1;
        }
    }
    for (side = 0; side < sides; side++) {
        struct contest_times *times = &contest->times[side];

        if (takes_part(contest, side)) {
            samples_add(&times->ms, efforts[side].ms);
            samples_add(&times->cpu_ms, efforts[side].cpu_ms);
            samples_add(&times->ratios, efforts[side].ms / efforts[SIDE_STEALING].ms);
            samples_add(&times->cpu_ratios, efforts[side].cpu_ms / efforts[SIDE_STEALING].cpu_ms);
        }
    }
    return 0;
}

static int open_module(struct contest *contest, const char *text, size_t bytes, uint64_t memory_bytes,
                       struct session *session, struct tool_error *error)
{
    const struct session_options options = {.device = contest->options->device,
                                            .groups = (uint32_t)contest->options->groups,
                                            .memory_bytes = memory_bytes + (1 << 20),
                                            .module_text = text,
                                            .module_bytes = bytes};

    return session_open(&options, session, error);
}

static int open_devices(struct contest *contest, struct tool_error *error)
{
    struct task_device *devices = contest->devices;
    const struct task_kernel *kernel;
    uint64_t bytes = 0;
    unsigned i;

    for (i = 0; i < 2; i++) {
        if (task_device_prepare(&devices[i], &contest->problem, &contest->setups[i], error) != 0) {
            return -1;
        }
        bytes += task_device_bytes(&devices[i]);
    }
    kernel = devices[0].kernel;
    if (open_module(contest, kernel->module_text, *kernel->module_bytes, bytes, &contest->session, error) !=
        0) {
        return -1;
    }
    for (i = 0; i < 2; i++) {
        if (task_device_init(&devices[i], &contest->session, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int open_central(struct contest *contest, struct tool_error *error)
{
    size_t module_bytes;
    const char *text = central_module_text(&module_bytes);

    contest->has_central = !contest->is_rivals_alone && central_knows(contest->problem.workload);
    if (!contest->has_central) {
        return 0;
    }
    if (open_module(contest, text, module_bytes, central_bytes(&contest->problem, &contest->setups[0]),
                    &contest->central_session, error) != 0) {
        return -1;
    }
    return central_init(&contest->central, &contest->central_session, &contest->problem, &contest->setups[0],
                        error);
}

int contest_init(struct contest *contest, const struct bench_options *options,
                 const struct work_choice *choice, struct tool_error *error)
{
    const struct task_setup setup = {.groups = (uint32_t)options->groups,
                                     .local_items = (uint32_t)options->local_items,
                                     .seed = options->seed};
    unsigned i;

    memset(contest, 0, sizeof *contest);
    contest->options = options;
    contest->is_rivals_alone = options->only != NULL && strcmp(options->only, "rivals") == 0;
    contest->threads = (unsigned)options->groups;
    for (i = 0; i < 2; i++) {
        contest->setups[i] = setup;
        contest->setups[i].is_static = i == SIDE_STATIC;
    }
    if (work_problem_make(choice, &contest->problem, error) != 0 ||
        work_problem_solve(&contest->problem, &contest->wanted, error) != 0) {
        return -1;
    }
    if (rivals_know(contest->problem.workload) && contest->threads <= RIVAL_THREADS_MAX) {
        if (rival_input_make(&contest->problem, &contest->rival_input, error) != 0) {
            return -1;
        }
        contest->rivals = rivals_for(&contest->problem, &contest->rival_count);
    }
    return open_devices(contest, error) == 0 ? open_central(contest, error) : -1;
}

/* The largest, divided by the mean; 0 when there is nothing. */
static double imbalance(const uint64_t *shares, uint64_t count)
{
    double sum = 0;
    double most = 0;
    uint64_t i;

    for (i = 0; i < count; i++) {
        sum += (double)shares[i];
        most = (double)shares[i] > most ? (double)shares[i] : most;
    }
    return sum > 0 ? most / (sum / (double)count) : 0;
}

static int measure(struct contest *contest, struct session *session, struct task_device *device,
                   struct samples *busy_samples, double *ideal, struct tool_error *error)
{
    uint64_t groups = contest->options->groups;
    uint64_t *work = calloc(groups, sizeof *work);
    uint64_t *busy = calloc(groups, sizeof *busy);
    int status = work != NULL && busy != NULL ? 0 : tool_fail(error, "memory is exhausted");
    struct effort effort;
    int i;

    for (i = 0; i <= SHARES_LAUNCHES && status == 0; i++) {
        status = launch_device(contest, session, device, &effort, error);
        if (status == 0 && i > 0) {
            status = task_device_shares(device, work, busy, error);
            samples_add(busy_samples, imbalance(busy, groups));
            *ideal = imbalance(work, groups);
        }
    }
    free(work);
    free(busy);
    return status;
}

/* The module whose tasks measure their own time; the other modules' tasks do not. */
int contest_measure_shares(struct contest *contest, struct tool_error *error)
{
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)contest->options->groups,
                                                 .local_items = (uint32_t)contest->options->local_items,
                                                 .timeout_ns = bench_timeout_ns(contest->options),
                                                 .stall_after_ns = bench_stall_ns(contest->options)};
    size_t bytes;
    const char *text = clocked_module_text(&contest->problem, &bytes);
    struct task_device devices[2];
    struct session session;
    double ignored;
    int status = 0;
    unsigned i;

    memset(devices, 0, sizeof devices);
    memset(&session, 0, sizeof session);
    for (i = 0; i < 2 && status == 0; i++) {
        status = task_device_prepare(&devices[i], &contest->problem, &contest->setups[i], error);
    }
    if (status == 0) {
        status =
            open_module(contest, text, bytes, task_device_bytes(&devices[0]) + task_device_bytes(&devices[1]),
                        &session, error);
    }
    for (i = 0; i < 2 && status == 0; i++) {
        status = task_device_init(&devices[i], &session, error);
    }
    if (status == 0 && session_start(&session, &run_options, error) == 0 &&
        measure(contest, &session, &devices[SIDE_STEALING], &contest->busy_stealing, &ignored, error) == 0 &&
        measure(contest, &session, &devices[SIDE_STATIC], &contest->busy_static, &contest->ideal, error) ==
            0) {
        status = session_stop(&session, error);
    } else {
        status = -1;
    }
    task_device_clear(&devices[0]);
    task_device_clear(&devices[1]);
    session_close(&session);
    return status;
}

void contest_clear(struct contest *contest)
{
    unsigned i;

    task_device_clear(&contest->devices[0]);
    task_device_clear(&contest->devices[1]);
    session_close(&contest->session);
    central_clear(&contest->central);
    session_close(&contest->central_session);
    rival_input_clear(&contest->rival_input);
    work_problem_clear(&contest->problem);
    for (i = 0; i < CONTEST_SIDES + RIVALS_MAX; i++) {
        samples_clear(&contest->times[i].ms);
        samples_clear(&contest->times[i].cpu_ms);
        samples_clear(&contest->times[i].ratios);
        samples_clear(&contest->times[i].cpu_ratios);
    }
    samples_clear(&contest->busy_stealing);
    samples_clear(&contest->busy_static);
}
