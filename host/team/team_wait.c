/* The end of a team's launches, and what has happened in them. */
#include "host/base/clock.h"
#include "host/base/out.h"
#include "host/run/wait.h"
#include "host/team/broker_describe.h"
#include "host/team/broker_thread.h"
#include "host/team/domain.h"
#include "host/team/team.h"
#include <stdlib.h>
#include <string.h>

#define WAITING "waiting for a team"
#define REPORTING "reading a team's counts"
#define SLICE_NS ((uint64_t)20 * 1000000)
#define LEAVING_NS ((uint64_t)2 * 1000000000)
#define DETAILS_BYTES 4096

/* A wait for the launches on all devices. */
struct team_wait {
    coop_launch *const *launches;
    uint32_t count;
    struct coop_launch_stats *stats; /* NULL: nobody wants them */
    int has_ended[COOP_DEVICES_MAX];
    int has_failed; /* the others are being ended */
};

/* Tasks that were not run: in all domains, and with the broker. */
static coop_status count_left(struct coop_team_object *team, uint64_t *left)
{
    coop_status status;

    if (team->domain_count == 1) {
        return coop_domain_read_outstanding(&team->domains[0], left);
    }
    pthread_mutex_lock(&team->broker_lock);
    status = coop_broker_left(&team->broker, left);
    pthread_mutex_unlock(&team->broker_lock);
    return status;
}

coop_status coop_team_report(coop_team *handle, uint32_t device, struct coop_workqueue_counts *counts,
                             uint64_t *outstanding)
{
    struct coop_team_object *team = coop_team_get(handle, REPORTING);
    coop_status status = COOP_OK;
    uint64_t ignored;
    int was_started;

    if (outstanding == NULL) {
        outstanding = &ignored;
    }
    *outstanding = 0;
    if (team == NULL) {
        return COOP_INVALID_HANDLE;
    }
    pthread_mutex_lock(&team->lock);
    was_started = team->was_started;
    pthread_mutex_unlock(&team->lock);
    if (counts == NULL) {
        status = coop_error_null(coop_team_errors(team), REPORTING, "counts");
    } else if (!was_started || (device != UINT32_MAX && device >= team->devices->count)) {
        status = coop_error_set(coop_team_errors(team), COOP_INVALID_ARGUMENT, REPORTING, "%s",
                                was_started ? "the team has no device of that number"
                                            : "nothing was started; see coop_team_start");
    }
    if (counts != NULL) {
        memset(counts, 0, sizeof *counts);
    }
    for (uint32_t i = 0; i < team->devices->count && status == COOP_OK; i++) {
        if (device == UINT32_MAX || device == i) {
            status = coop_domain_add_counts(coop_team_domain_of(team, i), i, counts);
        }
    }
    if (status == COOP_OK) {
        status = count_left(team, outstanding);
    }
    coop_object_release(&team->base);
    return status;
}

/* Waits for the first of the launches that has not ended, in slices; returns one that has ended, or the count
 * when the time is over, or the broker has failed and that is news. */
static uint32_t next_end(struct coop_team_object *team, const struct team_wait *wait,
                         struct coop_deadline *deadline)
{
    coop_launch *const *launches = wait->launches;
    const int *has_ended = wait->has_ended;
    uint32_t count = wait->count;
    uint32_t first = 0;

    while (has_ended[first]) {
        first++;
    }
    for (;;) {
        uint64_t left = coop_deadline_left_ns(deadline);
        for (uint32_t i = first; i < count; i++) {
            uint64_t slice = left < SLICE_NS ? left : SLICE_NS;
            if (!has_ended[i] && coop_launch_settles(launches[i], i == first ? slice : 0)) {
                return i;
            }
        }
        if (left == 0 || (!wait->has_failed && coop_broker_ask(team) == COOP_BROKER_FAILED)) {
            return count;
        }
    }
}

/* Makes the work-groups of all devices leave. */
static void end_others(struct coop_team_object *team, uint32_t device)
{
    coop_broker_give_up(team, team->devices->domains[device]);
    for (uint32_t i = 0; i < team->domain_count; i++) {
        coop_domain_end(&team->domains[i]);
    }
}

/* "12 by device 0, 30 by device 1; left: 7" */
static void say_tasks(struct coop_team_object *team, struct coop_out *out)
{
    uint64_t left = 0;

    for (uint32_t i = 0; i < team->devices->count; i++) {
        struct coop_workqueue_counts counts = {0};
        if (coop_domain_add_counts(coop_team_domain_of(team, i), i, &counts) == COOP_OK) {
            coop_say(out, "%s%llu by device %u", i > 0 ? ", " : "", (unsigned long long)counts.executed, i);
        }
    }
    count_left(team, &left);
    coop_say(out, "; left: %llu", (unsigned long long)left);
}

/* Says more of a failure: the device, what became of the tasks, and in the details what is under way. */
static void say(struct coop_team_object *team, uint32_t device, coop_status status)
{
    const struct coop_error *last = coop_last_error();
    const char *before = last->details != NULL ? last->details : "";
    size_t capacity = strlen(before) + DETAILS_BYTES;
    char *details = malloc(capacity);
    char message[sizeof last->message];
    char tasks[256] = "";
    struct coop_out out = {tasks, sizeof tasks, 0};
    struct coop_out more = {details, details != NULL ? capacity : 0, 0};
    struct coop_error_case what = {
        .status = status, .code = last->opencl_code, .doing = WAITING, .details = details};

    memcpy(message, last->message, sizeof message);
    if (details != NULL) {
        coop_say(&more, "%s", before);
        coop_broker_describe(team, &more);
    }
    say_tasks(team, &out);
    coop_error_set_case(coop_team_errors(team), &what, "device %u of the team, %s: %.600s; tasks run: %s",
                        device, team->devices->contexts[device]->device.report.device_name, message, tasks);
    free(details);
}

/* The broker has lost a domain, whose launch says nothing of it. */
static coop_status say_lost(struct coop_team_object *team)
{
    char why[320] = "";
    struct coop_out out = {why, sizeof why, 0};
    uint32_t domain = coop_broker_describe_loss(team, &out);

    coop_error_set(coop_team_errors(team), COOP_DEVICE_LOST, WAITING, "%s", why);
    say(team, team->domains[domain].first, COOP_DEVICE_LOST);
    return COOP_DEVICE_LOST;
}

/* Waits for one launch that has ended, or for what is left of the time. */
static coop_status wait_for_one(struct team_wait *wait, uint32_t i, struct coop_deadline *deadline,
                                uint64_t timeout_ns)
{
    uint64_t left = coop_deadline_left_ns(deadline);

    if (left == 0 && timeout_ns > 0) {
        left = 1; /* with a dump */
    }
    wait->has_ended[i] = 1;
    return coop_launch_wait(wait->launches[i], left, wait->stats != NULL ? &wait->stats[i] : NULL);
}

static coop_status wait_for_all(struct coop_team_object *team, struct team_wait *wait, uint64_t timeout_ns)
{
    struct coop_deadline deadline = coop_deadline_in(timeout_ns);
    coop_status status = COOP_OK;

    for (uint32_t ended = 0; ended < wait->count;) {
        uint32_t i = next_end(team, wait, &deadline);
        coop_status own;
        if (i == wait->count && !wait->has_failed && coop_broker_ask(team) == COOP_BROKER_FAILED) {
            wait->has_failed = 1; /* a launch that has failed will say why; else the broker knows */
            end_others(team, 0);
            deadline = coop_deadline_in(LEAVING_NS);
            continue;
        }
        if (i == wait->count && wait->has_failed) {
            break; /* the others do not leave in time: their runs' ends will say why */
        }
        if (i == wait->count) {
            for (i = 0; wait->has_ended[i]; i++) {
            }
        }
        own = wait_for_one(wait, i, &deadline, timeout_ns);
        ended++;
        if (own != COOP_OK && status == COOP_OK) {
            status = own;
            say(team, i, status);
            if (status == COOP_TIMED_OUT) {
                return status; /* the tasks are run on, and the call may be repeated */
            }
            wait->has_failed = 1;
            end_others(team, i);
            deadline = coop_deadline_in(LEAVING_NS);
        }
    }
    return status == COOP_OK && coop_broker_ask(team) == COOP_BROKER_FAILED ? say_lost(team) : status;
}

/* launches[i] is one on device i: then none is given twice. */
static coop_status check_launches(struct coop_team_object *team, coop_launch *const *launches, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct coop_context_object *context = coop_launch_context(launches[i]);
        if (context == NULL) {
            return coop_error_handle(launches[i], WAITING, "launch");
        }
        if (context != team->devices->contexts[i]) {
            return coop_error_set(coop_team_errors(team), COOP_INVALID_ARGUMENT, WAITING,
                                  "launches[%u] is of another device than that of number %u", i, i);
        }
    }
    return COOP_OK;
}

/* Whether no task is left, as when all launches have completed. */
static coop_status check_end(struct coop_team_object *team)
{
    uint64_t left = 0;
    coop_status status = count_left(team, &left);

    if (status == COOP_OK && left != 0) {
        status =
            coop_error_set(coop_team_errors(team), COOP_KERNEL_FAILED, WAITING,
                           "all launches have completed, but %llu tasks were not run: the kernel left its "
                           "loop before coop_work_is_done said so",
                           (unsigned long long)left);
    }
    return status;
}

coop_status coop_team_wait(coop_team *handle, coop_launch *const *launches, uint32_t count,
                           uint64_t timeout_ns, struct coop_launch_stats *stats)
{
    struct coop_team_object *team = coop_team_get(handle, WAITING);
    coop_status status = COOP_OK;

    if (team == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (launches == NULL) {
        status = coop_error_null(coop_team_errors(team), WAITING, "launches");
    } else if (count != team->devices->count) {
        status = coop_error_set(coop_team_errors(team), COOP_INVALID_ARGUMENT, WAITING,
                                "%u launches were given for %u devices; launch the kernel on each", count,
                                team->devices->count);
    } else if (timeout_ns == UINT64_MAX) {
        status = coop_error_endless(coop_team_errors(team), WAITING, "timeout_ns");
    }
    if (status == COOP_OK) {
        status = check_launches(team, launches, count);
    }
    if (status == COOP_OK) {
        struct team_wait wait = {.launches = launches, .count = count, .stats = stats};
        status = wait_for_all(team, &wait, timeout_ns);
    }
    if (status == COOP_OK && count > 0) {
        status = check_end(team);
    }
    coop_object_release(&team->base);
    return status;
}
