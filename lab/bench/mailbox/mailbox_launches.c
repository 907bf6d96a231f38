/* The cost of a launch, and the device's times of its parts. */
#include "mailbox_launches.h"

#include "mailbox_kernels.h"
#include "tools/measure/clock.h"

#include <string.h>

#define IN_FLIGHT_MAX 16

/* Times of batches. The first three are the host's, divided by the launches. */
struct launch_times {
    struct samples each_us; /* from the first post until the last wait has returned */
    struct samples post_us; /* in the calls that post */
    struct samples wait_us; /* from the last post until the last wait has returned */
    struct samples seen_us;
    struct samples gather_us;
    struct samples run_us;
};

static int launch_batch(struct mailbox_bench *bench, unsigned in_flight, struct launch_times *times,
                        struct tool_error *error)
{
    const struct bench_options *options = bench->options;
    const struct nothing_args args = {0};
    const struct coop_launch_options launch_options = {.groups = 1, .priority = 1};
    const struct coop_ndrange ndrange = {.dimensions = 1, .global_items = {options->local_items}};
    struct coop_launch_stats stats[IN_FLIGHT_MAX];
    coop_launch *launches[IN_FLIGHT_MAX];
    uint64_t begin = clock_now_ns();
    uint64_t between;
    uint64_t end;
    unsigned posted = 0;
    unsigned i;
    int status = 0;

    for (; posted < in_flight && status == 0; posted += status == 0) {
        status = session_check(
            &bench->session,
            nothing_launch(bench->session.run, &args, &ndrange, &launch_options, &launches[posted]), error);
    }
    between = clock_now_ns();
    for (i = 0; i < posted; i++) {
        if (status != 0) {
            coop_launch_destroy(launches[i]);
        } else {
            status = session_wait(&bench->session, launches[i], bench_timeout_ns(options), &stats[i], error);
        }
    }
    if (status != 0) {
        return -1;
    }
    end = clock_now_ns();
    samples_add(&times->each_us, (double)(end - begin) / 1e3 / in_flight);
    samples_add(&times->post_us, (double)(between - begin) / 1e3 / in_flight);
    samples_add(&times->wait_us, (double)(end - between) / 1e3 / in_flight);
    for (i = 0; i < in_flight; i++) {
        if (stats[i].queued_ns > 0) {
            samples_add(&times->seen_us, (double)stats[i].queued_ns / 1e3);
        }
        if (stats[i].seen_ns > 0) {
            samples_add(&times->gather_us, (double)stats[i].gather_ns / 1e3);
            samples_add(&times->run_us, (double)stats[i].run_ns / 1e3);
        }
    }
    return 0;
}

static void print_launches(struct mailbox_bench *bench, unsigned in_flight, struct launch_times *times)
{
    struct {
        const char *name;
        struct samples *us;
    } rows[] = {{"launch", &times->each_us},
                {"  posting", &times->post_us},
                {"  posted to known", &times->wait_us},
                {"  posted to seen", &times->seen_us},
                {"  seen to started", &times->gather_us},
                {"  started to ended", &times->run_us}};
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].us->count > 0) {
            mailbox_print_line(bench, (struct mailbox_line){rows[i].name, in_flight, 0}, rows[i].us);
        }
        samples_clear(rows[i].us);
    }
}

int mailbox_measure_launches(struct mailbox_bench *bench, struct tool_error *error)
{
    static const unsigned in_flight[] = {1, 4, IN_FLIGHT_MAX};
    size_t i;

    for (i = 0; i < sizeof in_flight / sizeof *in_flight; i++) {
        struct launch_times times;
        uint64_t sample;
        int status = 0;

        memset(&times, 0, sizeof times);
        for (sample = 0; sample < bench->options->samples && status == 0; sample++) {
            status = launch_batch(bench, in_flight[i], &times, error);
        }
        print_launches(bench, in_flight[i], &times);
        if (status != 0) {
            return -1;
        }
    }
    return 0;
}
