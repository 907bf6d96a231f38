/* The costs between host and megakernel: launches, words, copies, and the host's own time.
 *
 * For each number of work-groups a run, and in it first nothing else, then cooperative kernels that hold
 * all work-groups. Times are the host's, but for the device's own times of launches. */
#include "mailbox_launches.h"

#include "mailbox_kernels.h"
#include "mailbox_kernels_text.h"
#include "tools/measure/clock.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COPY_BYTES_MAX (UINT64_C(16) << 20)
#define MEMORY_BYTES (COPY_BYTES_MAX + (1 << 20))

/* About how long the copies of each size and direction take; at least COPIES_MIN are made. */
#define COPIES_NS (NS_PER_S / 2)
#define COPIES_MIN 5

/* How long the host's CPU time is watched by default. */
#define SECONDS 2.0

static int has_section(const struct bench_options *options, const char *section)
{
    return options->only == NULL || strcmp(options->only, section) == 0;
}

static int ask(struct mailbox_bench *bench, uint32_t question, struct tool_error *error)
{
    uint64_t deadline_ns = clock_now_ns() + bench_timeout_ns(bench->options);
    uint32_t answer = question - 1;

    if (session_check(&bench->session, coop_buffer_write(bench->asked, 0, &question, sizeof question),
                      error) != 0) {
        return -1;
    }
    for (;;) {
        if (session_check(&bench->session, coop_buffer_read(bench->answered, 0, &answer, sizeof answer),
                          error) != 0) {
            return -1;
        }
        if (answer == question) {
            return 0;
        }
        if (clock_now_ns() > deadline_ns) {
            return tool_fail(error, "a running kernel has not answered %u within %.0f s; it says %u",
                             question, bench->options->timeout_s, answer);
        }
        sched_yield();
    }
}

static int measure_round_trip(struct mailbox_bench *bench, struct tool_error *error)
{
    uint32_t last = (uint32_t)bench->options->samples + 1;
    const struct answer_args args = {.asked = coop_buffer_address(bench->asked),
                                     .answered = coop_buffer_address(bench->answered),
                                     .last = last};
    const struct coop_launch_options launch_options = {.groups = 1, .priority = 1};
    struct samples us = {NULL, 0, 0, 0};
    coop_launch *launch;
    uint32_t question;
    int status = 0;

    if (session_check(&bench->session, coop_buffer_fill(bench->asked, 0, 0, sizeof last), error) != 0 ||
        session_check(&bench->session, coop_buffer_fill(bench->answered, 0, 0, sizeof last), error) != 0 ||
        session_check(&bench->session, answer_launch(bench->session.run, &args, &launch_options, &launch),
                      error) != 0) {
        return -1;
    }
    for (question = 1; question <= last && status == 0; question++) {
        uint64_t begin = clock_now_ns();

        status = ask(bench, question, error);
        if (question > 1) { /* the first one waits for the kernel to begin */
            samples_add(&us, (double)(clock_now_ns() - begin) / 1e3);
        }
    }
    if (status == 0) {
        mailbox_print_line(bench, (struct mailbox_line){"word there and back", 1, sizeof last}, &us);
        status = session_wait(&bench->session, launch, bench_timeout_ns(bench->options), NULL, error);
    } else {
        coop_launch_destroy(launch);
    }
    samples_clear(&us);
    return status;
}

static int copy_once(struct mailbox_bench *bench, uint64_t bytes, unsigned char salt,
                     struct samples *write_us, struct samples *read_us, struct tool_error *error)
{
    uint64_t begin, between;
    coop_status status;

    memset(bench->from, salt, (size_t)bytes);
    begin = clock_now_ns();
    status = coop_buffer_write(bench->target, 0, bench->from, bytes);
    between = clock_now_ns();
    if (status == COOP_OK) {
        status = coop_buffer_read(bench->target, 0, bench->to, bytes);
    }
    if (session_check(&bench->session, status, error) != 0) {
        return -1;
    }
    samples_add(read_us, (double)(clock_now_ns() - between) / 1e3);
    samples_add(write_us, (double)(between - begin) / 1e3);
    if (memcmp(bench->from, bench->to, (size_t)bytes) != 0) {
        printf("WRONG: %llu bytes read are not those written\n", (unsigned long long)bytes);
        bench->is_wrong = 1;
    }
    return 0;
}

static int measure_copies(struct mailbox_bench *bench, struct tool_error *error)
{
    static const uint64_t sizes[] = {4, 4096, 65536, 1 << 20, COPY_BYTES_MAX};
    size_t i;

    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct samples write_us = {NULL, 0, 0, 0};
        struct samples read_us = {NULL, 0, 0, 0};
        uint64_t deadline_ns = clock_now_ns() + COPIES_NS;
        uint64_t count;
        int status = 0;

        for (count = 0; status == 0 && count < bench->options->samples &&
                        (count < COPIES_MIN || clock_now_ns() < deadline_ns);
             count++) {
            status = copy_once(bench, sizes[i], (unsigned char)(count + 1), &write_us, &read_us, error);
        }
        mailbox_print_line(bench, (struct mailbox_line){"write", 1, sizes[i]}, &write_us);
        mailbox_print_line(bench, (struct mailbox_line){"read", 1, sizes[i]}, &read_us);
        samples_clear(&write_us);
        samples_clear(&read_us);
        if (status != 0) {
            return -1;
        }
    }
    return 0;
}

/* The share of a core that the process, and its waiting thread, take while a kernel runs and the host has
 * nothing to do. is_waiting: the thread waits for the kernel, or sleeps. */
static int measure_cpu(struct mailbox_bench *bench, int is_waiting, struct tool_error *error)
{
    double seconds = bench->options->seconds > 0 ? bench->options->seconds : SECONDS;
    struct samples process_us = {NULL, 0, 0, 0};
    struct samples thread_us = {NULL, 0, 0, 0};
    uint64_t begin = clock_now_ns();
    uint64_t process_ns = clock_process_ns();
    uint64_t thread_ns = clock_thread_ns();
    double wall_s;

    if (is_waiting) {
        coop_status status = coop_launch_wait(bench->holders.launches[0], (uint64_t)(seconds * 1e9), NULL);

        if (status != COOP_TIMED_OUT) {
            return session_check(&bench->session, status == COOP_OK ? COOP_STOPPED : status, error);
        }
    } else {
        clock_sleep_ns((uint64_t)(seconds * 1e9));
    }
    wall_s = (double)(clock_now_ns() - begin) / 1e9;
    samples_add(&process_us, (double)(clock_process_ns() - process_ns) / 1e3 / wall_s);
    samples_add(&thread_us, (double)(clock_thread_ns() - thread_ns) / 1e3 / wall_s);
    mailbox_print_line(
        bench, (struct mailbox_line){is_waiting ? "CPU a s, waiting" : "CPU a s, asleep", 0, 0}, &process_us);
    mailbox_print_line(bench, (struct mailbox_line){"  of this thread", 0, 0}, &thread_us);
    samples_clear(&process_us);
    samples_clear(&thread_us);
    return 0;
}

/* Beside `instances` kernels that hold all work-groups. */
static int measure_beside(struct mailbox_bench *bench, uint32_t instances, int is_last,
                          struct tool_error *error)
{
    const struct bench_options *options = bench->options;

    bench->instances = instances;
    if (holders_start(&bench->holders, instances, error) != 0 ||
        (has_section(options, "launches") && mailbox_measure_launches(bench, error) != 0) ||
        (has_section(options, "words") && measure_round_trip(bench, error) != 0) ||
        (is_last && has_section(options, "copies") && measure_copies(bench, error) != 0) ||
        (is_last && has_section(options, "cpu") &&
         (measure_cpu(bench, 1, error) != 0 || measure_cpu(bench, 0, error) != 0))) {
        return -1;
    }
    return holders_stop(&bench->holders, error);
}

/* wanted  0: what the device has. */
static int measure_run(struct mailbox_bench *bench, uint32_t wanted, const struct bench_list *instances,
                       int is_last, struct tool_error *error)
{
    const struct coop_run_options run_options = {.worker_groups = wanted,
                                                 .local_items = (uint32_t)bench->options->local_items,
                                                 .timeout_ns = bench_timeout_ns(bench->options),
                                                 .stall_after_ns = bench_stall_ns(bench->options)};
    struct coop_run_report report;
    int is_first = 1;
    unsigned i;
    int status = session_start_if_it_fits(&bench->session, &run_options, error);

    if (status > 0) {
        fprintf(stderr, "coop-bench mailbox: without %u work-groups: %s\n", wanted, error->text);
        return 0;
    }
    if (status < 0 ||
        session_check(&bench->session, coop_run_report(bench->session.run, &report), error) != 0) {
        return -1;
    }
    bench->groups = report.worker_groups;
    if (measure_beside(bench, 0, 0, error) != 0) {
        return -1;
    }
    for (i = 0; i < instances->count; i++) {
        if (instances->items[i] < bench->groups) { /* each keeps one work-group, and the launch wants one */
            if (measure_beside(bench, instances->items[i], is_last && is_first, error) != 0) {
                return -1;
            }
            is_first = 0;
        }
    }
    return session_stop(&bench->session, error);
}

static int prepare(struct mailbox_bench *bench, uint32_t groups, struct tool_error *error)
{
    const struct session_options session_options = {.device = bench->options->device,
                                                    .groups = groups,
                                                    .memory_bytes = MEMORY_BYTES,
                                                    .module_text = mailbox_kernels_module_text,
                                                    .module_bytes = mailbox_kernels_module_bytes};
    struct session *session = &bench->session;

    bench->from = malloc(COPY_BYTES_MAX);
    bench->to = malloc(COPY_BYTES_MAX);
    if (bench->from == NULL || bench->to == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    if (session_open(&session_options, session, error) != 0 ||
        holders_init(&bench->holders, session, bench_timeout_ns(bench->options), error) != 0 ||
        session_check(session, coop_buffer_create(session->context, 4, &bench->asked), error) != 0 ||
        session_check(session, coop_buffer_create(session->context, 4, &bench->answered), error) != 0) {
        return -1;
    }
    return session_check(session, coop_buffer_create(session->context, COPY_BYTES_MAX, &bench->target),
                         error);
}

int bench_mailbox(const struct bench_options *options, struct tool_error *error)
{
    struct bench_list groups = options->groups_list;
    struct bench_list instances = options->instances;
    struct mailbox_bench bench;
    unsigned i;
    int status;

    memset(&bench, 0, sizeof bench);
    bench.options = options;
    if (groups.count == 0) {
        groups.items[groups.count++] = (uint32_t)options->groups;
    }
    if (instances.count == 0) {
        instances.items[instances.count++] = 1;
    }
    status = prepare(&bench, bench_list_largest(&groups), error);
    if (status == 0) {
        mailbox_begin_table(&bench);
    }
    for (i = 0; i < groups.count && status == 0; i++) {
        status = measure_run(&bench, groups.items[i], &instances, i + 1 == groups.count, error);
    }
    table_end(&bench.table);
    holders_clear(&bench.holders);
    coop_buffer_destroy(bench.asked);
    coop_buffer_destroy(bench.answered);
    coop_buffer_destroy(bench.target);
    session_close(&bench.session);
    free(bench.from);
    free(bench.to);
    return status == 0 ? bench.is_wrong : status;
}
