#include "task_device.h"

#include "task_flow.h"

#include <stdlib.h>
#include <string.h>

#define BUFFER_ALIGNMENT UINT64_C(128)

/* Without stealing, each work-group gets that many of the first tasks, so that their sizes average out. */
#define STATIC_TASKS_PER_GROUP 64

/* The capacity of a queue beside its share of the first tasks; deep trees fill it. All queues together have
 * OVERFLOW_TASKS_ALL places, as long as each has at least OVERFLOW_TASKS. */
#define OVERFLOW_TASKS 4096
#define OVERFLOW_TASKS_ALL (1u << 18)

#define OUTBOX_TASKS 256 /* of the library, unless given */

#define PARAMETER_BYTES_MAX 128

/* What the item tasks of two batches push finds room in an outbox: the work-group keeps up to half of it for
 * the next batches. 0 means the library's default, which is enough for other tasks. */
static uint32_t outbox_tasks(const struct task_device *device)
{
    uint32_t tasks = 2 * device->kernel->item_pushes * device->setup.local_items;

    return tasks > OUTBOX_TASKS ? tasks : 0;
}

static struct coop_workqueue_options queue_options(const struct task_device *device)
{
    const struct task_setup *setup = &device->setup;
    uint32_t owners = setup->owners > 0 ? setup->owners : 1;
    uint32_t queues = (setup->groups + owners - 1) / owners;
    uint64_t share = (device->first.count + queues - 1) / queues;
    uint32_t more =
        OVERFLOW_TASKS_ALL / queues > OVERFLOW_TASKS ? OVERFLOW_TASKS_ALL / queues : OVERFLOW_TASKS;
    const struct coop_workqueue_options result = {
        .groups = setup->groups,
        .owners = owners,
        .public_tasks = setup->public_tasks,
        .overflow_tasks = (uint32_t)share + (setup->overflow_tasks > 0 ? setup->overflow_tasks : more),
        .outbox_tasks = outbox_tasks(device),
        .task_bytes = device->kernel->task_bytes,
        .is_static = setup->is_static,
        .seed = setup->seed};

    return result;
}

static uint64_t queue_bytes(const struct task_device *device)
{
    const struct coop_workqueue_options queue = queue_options(device);

    return device->kernel->flow != NULL ? task_flow_bytes(device) : coop_workqueue_bytes(&queue);
}

uint64_t task_device_bytes(const struct task_device *device)
{
    uint64_t sum = queue_bytes(device) + BUFFER_ALIGNMENT;
    unsigned i;

    for (i = 0; i < TASK_BUFFERS_MAX; i++) {
        sum += device->bytes[i] + BUFFER_ALIGNMENT;
    }
    return sum;
}

static int create(struct task_device *device, uint64_t bytes, coop_buffer **buffer, struct tool_error *error)
{
    return session_check(device->session, coop_buffer_create(device->session->context, bytes, buffer), error);
}

/* One of the workload's buffers; of a team in each domain, with its own content where tasks write. */
static int create_buffer(struct task_device *device, unsigned i, struct tool_error *error)
{
    enum coop_team_content content = i < device->kernel->cleared ? COOP_TEAM_OWN : COOP_TEAM_REPLICATED;

    if (device->team == NULL) {
        return create(device, device->bytes[i], &device->buffers[i], error);
    }
    return session_check(
        NULL, coop_team_buffer_create(device->devices, device->bytes[i], content, &device->shared[i]), error);
}

/* Expands tasks breadth first, until there are enough to share out or all that may be expanded have been. */
static void expand_first_tasks(struct task_device *device)
{
    const struct task_kernel *kernel = device->kernel;
    size_t wanted = STATIC_TASKS_PER_GROUP * (size_t)device->setup.groups;
    size_t left = device->first.count; /* the tasks that have not been examined since the last expansion */
    unsigned char task[PARAMETER_BYTES_MAX];

    while (left > 0 && device->first.count < wanted && !device->first.is_broken) {
        frontier_take(&device->first, task);
        left--;
        if (kernel->may_expand == NULL || kernel->may_expand(device, task)) {
            kernel->expand(device, task);
            left = device->first.count;
        } else {
            frontier_push(&device->first, task);
        }
    }
}

int task_device_prepare(struct task_device *device, const struct work_problem *problem,
                        const struct task_setup *setup, struct tool_error *error)
{
    memset(device, 0, sizeof *device);
    device->problem = problem;
    device->setup = *setup;
    device->kernel = setup->by_channel    ? problem->workload->by_channel
                     : problem->by_tasks  ? problem->workload->by_tasks
                     : setup->by_each     ? problem->workload->by_each
                     : problem->by_group  ? problem->workload->by_group
                     : problem->lanes > 1 ? problem->workload->by_lanes
                                          : problem->workload->kernel;
    device->kernel->sizes(device, device->bytes);
    frontier_init(&device->first, device->kernel->parameter_bytes);
    if (device->kernel->prepare != NULL && device->kernel->prepare(device, error) != 0) {
        return -1;
    }
    if (setup->is_static && device->kernel->expand != NULL) {
        expand_first_tasks(device);
    }
    if (device->first.is_broken) {
        return tool_fail(error, "memory is exhausted; take a smaller problem");
    }
    return queue_bytes(device) > 0 ? 0 : session_check(NULL, COOP_INVALID_ARGUMENT, error);
}

int task_device_init(struct task_device *device, const struct session *session, struct tool_error *error)
{
    unsigned i;

    device->session = session;
    if (device->team == NULL && create(device, queue_bytes(device), &device->queue, error) != 0) {
        return -1;
    }
    for (i = 0; i < TASK_BUFFERS_MAX; i++) {
        if (device->bytes[i] > 0 && create_buffer(device, i, error) != 0) {
            return -1;
        }
    }
    return device->kernel->upload != NULL ? device->kernel->upload(device, error) : 0;
}

int task_device_join(struct task_device *device, coop_devices *devices,
                     const struct coop_team_options *options, double largest, struct tool_error *error)
{
    struct coop_workqueue_options queue = queue_options(device);
    uint32_t queues = (queue.groups + queue.owners - 1) / queue.owners;
    double share = ((double)device->first.count + queues - 1) / queues;

    queue.overflow_tasks += (uint32_t)(share * (largest - 1) + 1);
    queue.groups = 0; /* the devices' */
    queue.is_static = 0;
    device->devices = devices;
    return session_check(NULL, coop_team_create(devices, &queue, options, &device->team), error);
}

/* First tasks of several tags, tag by tag. */
static coop_status push_by_tag(struct task_device *device)
{
    const struct task_kernel *kernel = device->kernel;
    const unsigned char *tasks = frontier_items(&device->first);
    size_t bytes = kernel->parameter_bytes;
    unsigned char *same = malloc(device->first.count * bytes + 1);
    coop_status status = same != NULL ? COOP_OK : COOP_OUT_OF_MEMORY;

    for (uint32_t tag = kernel->tag; tag < kernel->tag + kernel->tag_count && status == COOP_OK; tag++) {
        uint64_t count = 0;
        for (size_t i = 0; i < device->first.count; i++) {
            if (kernel->tag_of(device, tasks + i * bytes) == tag) {
                memcpy(same + count++ * bytes, tasks + i * bytes, bytes);
            }
        }
        status = coop_team_push(device->team, tag, same, bytes, count);
    }
    free(same);
    return status;
}

static int reset_team(struct task_device *device, struct tool_error *error)
{
    const struct task_kernel *kernel = device->kernel;
    coop_status status = kernel->tag_of != NULL
                             ? push_by_tag(device)
                             : coop_team_push(device->team, kernel->tag, frontier_items(&device->first),
                                              kernel->parameter_bytes, device->first.count);

    return session_check(NULL, status == COOP_OK ? coop_team_start(device->team) : status, error);
}

static int reset_queue(struct task_device *device, struct tool_error *error)
{
    const struct coop_workqueue_options queue = queue_options(device);
    const struct task_kernel *kernel = device->kernel;

    if (device->team != NULL) {
        return reset_team(device, error);
    }
    if (session_check(device->session, coop_workqueue_init(device->queue, 0, &queue), error) != 0) {
        return -1;
    }
    return device->first.count == 0
               ? 0
               : session_check(device->session,
                               coop_workqueue_push(device->queue, 0, kernel->tag,
                                                   frontier_items(&device->first), kernel->parameter_bytes,
                                                   device->first.count),
                               error);
}

int task_device_reset(struct task_device *device, struct tool_error *error)
{
    const struct task_kernel *kernel = device->kernel;
    unsigned i;

    for (i = 0; i < kernel->cleared; i++) {
        if (task_fill(device, i, 0, error) != 0) {
            return -1;
        }
    }
    if (!device->setup.by_rival &&
        (kernel->flow != NULL ? task_flow_reset(device, error) : reset_queue(device, error)) != 0) {
        return -1;
    }
    return kernel->reset != NULL ? kernel->reset(device, error) : 0;
}

int task_device_launch(struct task_device *device, const struct coop_launch_options *options,
                       coop_launch **launch, struct tool_error *error)
{
    return device->kernel->launch(device, options, launch, error);
}

int task_device_answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    memset(answer, 0, sizeof *answer);
    return device->kernel->answer(device, answer, error);
}

int task_device_check(struct task_device *device, const struct answer *wanted, struct tool_error *error)
{
    struct answer seen;

    if (task_device_answer(device, &seen, error) != 0 || answer_compare(&seen, wanted, error) != 0) {
        return -1;
    }
    return device->kernel->check != NULL ? device->kernel->check(device, error) : 0;
}

int task_device_report(struct task_device *device, uint32_t queue, struct coop_workqueue_counts *counts,
                       struct tool_error *error)
{
    uint64_t outstanding;
    coop_status status = device->team != NULL
                             ? coop_team_report(device->team, queue, counts, &outstanding)
                             : coop_workqueue_report(device->queue, 0, queue, counts, &outstanding);

    if (session_check(device->session, status, error) != 0) {
        return -1;
    }
    return outstanding == 0 ? 0
                            : tool_fail(error, "%llu tasks were not run", (unsigned long long)outstanding);
}

void task_counts_add(struct coop_workqueue_counts *sum, const struct coop_workqueue_counts *counts)
{
    sum->executed += counts->executed;
    sum->spawned += counts->spawned;
    sum->reclaimed += counts->reclaimed;
    sum->steals += counts->steals;
    sum->stolen += counts->stolen;
    sum->lost += counts->lost;
    sum->empty += counts->empty;
    sum->shared += counts->shared;
    sum->overflowed += counts->overflowed;
    sum->flushes += counts->flushes;
    sum->declined += counts->declined;
    sum->idle += counts->idle;
    sum->remote_steals += counts->remote_steals;
    sum->remote_stolen += counts->remote_stolen;
    sum->remote_vain += counts->remote_vain;
    sum->dealt += counts->dealt;
}

int task_device_shares(struct task_device *device, uint64_t *work, uint64_t *busy, struct tool_error *error)
{
    uint64_t rows = task_tallies_bytes(device) / sizeof(struct tally);
    struct tally *tallies = malloc(task_tallies_bytes(device));
    uint64_t i;

    if (tallies == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    if (task_read(device, device->kernel->tallies, tallies, rows * sizeof *tallies, error) != 0) {
        free(tallies);
        return -1;
    }
    memset(work, 0, device->setup.groups * sizeof *work);
    memset(busy, 0, device->setup.groups * sizeof *busy);
    for (i = 0; i < rows; i++) {
        work[i / device->setup.local_items] += tallies[i].counts[device->kernel->unit];
        busy[i / device->setup.local_items] += tallies[i].busy;
    }
    free(tallies);
    return 0;
}

void task_device_clear(struct task_device *device)
{
    unsigned i;

    if (device->kernel != NULL && device->kernel->clear != NULL) {
        device->kernel->clear(device);
    }
    frontier_clear(&device->first);
    coop_buffer_destroy(device->queue);
    coop_team_destroy(device->team);
    for (i = 0; i < TASK_BUFFERS_MAX; i++) {
        coop_buffer_destroy(device->buffers[i]);
        coop_team_buffer_destroy(device->shared[i]);
    }
    memset(device, 0, sizeof *device);
}
