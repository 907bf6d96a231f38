/* The 24th Fibonacci number by the definition, 150,049 tasks, on two devices at once: two parts of the first
 * device that OpenCL can cut, each with a megakernel of its own. The one task that there is in the
 * beginning is drawn by one of them; what the other one runs it steals. Exit code 77: no device can be cut
 * and serve. */
#include <coop/coop.h>
#include <coop/devices.h>
#include <coop/team.h>
#include <stdio.h>

#include "tasks.h"
#include "two_devices.h"
#include "two_devices_text.h"

#define WAIT_NS UINT64_C(60000000000)

enum { N = 24, DEVICE_COUNT = 2, EXIT_NO_DEVICE = 77 };

static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

/* A module and a live run on each device. */
static int start(coop_devices *devices, coop_run **runs)
{
    int works = 1;

    for (uint32_t i = 0; i < DEVICE_COUNT && works; i++) {
        coop_module *module = NULL;
        works = succeeds(coop_module_create(coop_devices_context(devices, i), two_devices_module_text,
                                            two_devices_module_bytes, NULL, &module)) &&
                succeeds(coop_run_start(module, NULL, &runs[i]));
    }
    return works;
}

static int fibonacci(coop_team *team, coop_run **runs, coop_buffer *sum)
{
    const struct fib root = {.n = N};
    const uint32_t zero = 0;
    coop_launch *launches[DEVICE_COUNT] = {NULL};
    int works = succeeds(coop_buffer_write(sum, 0, &zero, sizeof zero)) &&
                succeeds(coop_team_push(team, coop_tag_fib, &root, sizeof root, 1)) &&
                succeeds(coop_team_start(team));

    for (uint32_t i = 0; i < DEVICE_COUNT && works; i++) {
        const struct fibonacci_args args = {.queue = coop_team_queue(team, i),
                                            .sum = coop_buffer_address(sum)};
        works = succeeds(fibonacci_launch(runs[i], &args, NULL, &launches[i]));
    }
    works = works && succeeds(coop_team_wait(team, launches, DEVICE_COUNT, WAIT_NS, NULL));
    for (uint32_t i = 0; i < DEVICE_COUNT; i++) {
        coop_launch_destroy(launches[i]);
    }
    return works;
}

static int is_right(coop_team *team, coop_buffer *sum)
{
    uint32_t wanted[N + 1] = {0, 1};
    uint32_t seen = 0;
    struct coop_workqueue_counts counts;
    uint64_t outstanding = 1;
    int works = succeeds(coop_buffer_read(sum, 0, &seen, sizeof seen));

    for (int i = 2; i <= N; i++) {
        wanted[i] = wanted[i - 1] + wanted[i - 2];
    }
    printf("fib(%d) = %u of %u\n", N, seen, wanted[N]);
    for (uint32_t i = 0; i < DEVICE_COUNT && works; i++) {
        works = succeeds(coop_team_report(team, i, &counts, &outstanding));
        printf("device %u: %llu tasks, %llu of them stolen from the other one\n", i,
               (unsigned long long)counts.executed, (unsigned long long)counts.remote_stolen);
    }
    return works && seen == wanted[N] && outstanding == 0;
}

int main(void)
{
    const struct coop_devices_options options = {.split = DEVICE_COUNT, .groups = "2"};
    coop_devices *devices = NULL;
    coop_team *team = NULL;
    coop_buffer *sum = NULL;
    coop_run *runs[DEVICE_COUNT] = {NULL};
    coop_status status = coop_devices_open(&options, &devices);
    int works = succeeds(status) && succeeds(coop_team_create(devices, NULL, NULL, &team)) &&
                succeeds(coop_buffer_create(coop_devices_context(devices, 0), sizeof(uint32_t), &sum)) &&
                start(devices, runs) && fibonacci(team, runs, sum) && is_right(team, sum);

    coop_devices_close(devices); /* stops the runs, and takes all that belongs to the devices with it */
    works = works && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return works ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}
