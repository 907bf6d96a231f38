#include "host/workqueue/workqueue_layout.h"

#include "coop/shared/limits.h"
#include <string.h>

#define QUEUES_BYTES_MAX ((uint64_t)1 << 40)

static uint32_t or_default(uint32_t value, uint32_t otherwise)
{
    return value != 0 ? value : otherwise;
}

static const char *check(const struct coop_workqueue *head)
{
    if (head->outbox_count == 0 || head->outbox_count >= COOP_SLOTS_MAX) {
        return "groups, the work-groups that may take part, is 1 to 2047";
    }
    if (head->owners > head->outbox_count) {
        return "owners, the work-groups that share a queue, is at most groups";
    }
    if ((head->ring_tasks & (head->ring_tasks - 1)) != 0 || head->ring_tasks > COOP_QUEUE_RING_MAX) {
        return "public_tasks is a power of two, at most 32768";
    }
    if (head->task_bytes % 16 != 0 || head->task_bytes < 32 || head->task_bytes > 1024) {
        return "task_bytes is a multiple of 16 from 32 to 1024, the same as the kernel's "
               "COOP_WORK_TASK_BYTES";
    }
    if (head->outbox_tasks > UINT32_MAX / 2) {
        return "outbox_tasks is less than 2147483648";
    }
    return NULL;
}

const char *coop_workqueue_layout(const struct coop_workqueue_options *options, struct coop_workqueue *head)
{
    const char *wrong;

    memset(head, 0, sizeof *head);
    if (options == NULL) {
        return "options is NULL; groups has no default";
    }
    head->magic = COOP_WORKQUEUE_MAGIC;
    head->version = COOP_WORKQUEUE_VERSION;
    head->task_bytes = or_default(options->task_bytes, COOP_WORK_TASK_BYTES);
    head->owners = or_default(options->owners, 1);
    head->ring_tasks = or_default(options->public_tasks, 64);
    head->overflow_tasks = or_default(options->overflow_tasks, 1024);
    head->outbox_count = options->groups;
    head->outbox_tasks = or_default(options->outbox_tasks, 256);
    head->flags = options->is_static ? COOP_WORKQUEUE_STATIC : 0;
    head->seed = options->seed;
    wrong = check(head);
    if (wrong != NULL) {
        return wrong;
    }
    head->queue_count = (head->outbox_count + head->owners - 1) / head->owners;
    head->queues_at = sizeof *head;
    head->rings_at = head->queues_at + (uint64_t)head->queue_count * sizeof(struct coop_queue);
    head->overflow_at = head->rings_at + (uint64_t)head->queue_count * head->ring_tasks * head->task_bytes;
    head->outboxes_at =
        head->overflow_at + (uint64_t)head->queue_count * head->overflow_tasks * head->task_bytes;
    head->bytes = head->outboxes_at + (uint64_t)head->outbox_count * head->outbox_tasks * head->task_bytes;
    return head->bytes <= QUEUES_BYTES_MAX ? NULL
                                           : "overflow_tasks and outbox_tasks ask for more than 2^40 bytes";
}

int coop_workqueue_is_whole(const struct coop_workqueue *head)
{
    struct coop_workqueue_options options = {.groups = head->outbox_count,
                                             .owners = head->owners,
                                             .public_tasks = head->ring_tasks,
                                             .overflow_tasks = head->overflow_tasks,
                                             .outbox_tasks = head->outbox_tasks,
                                             .task_bytes = head->task_bytes};
    struct coop_workqueue right;

    /* A 0 that stands for a default here differs from that default there. */
    return coop_workqueue_layout(&options, &right) == NULL && head->task_bytes == right.task_bytes &&
           head->owners == right.owners && head->ring_tasks == right.ring_tasks &&
           head->overflow_tasks == right.overflow_tasks && head->outbox_tasks == right.outbox_tasks &&
           head->queue_count == right.queue_count && head->queues_at == right.queues_at &&
           head->rings_at == right.rings_at && head->overflow_at == right.overflow_at &&
           head->outboxes_at == right.outboxes_at && head->bytes == right.bytes;
}

uint64_t coop_workqueue_share(const struct coop_workqueue *head, uint64_t count, uint32_t queue)
{
    uint64_t even = count / head->queue_count;
    uint64_t more = count % head->queue_count;

    return even * queue + (queue < more ? queue : more);
}
