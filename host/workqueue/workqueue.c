#include "host/workqueue/workqueue.h"

#include "host/context/buffer.h"
#include "host/workqueue/workqueue_layout.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUSHING "pushing tasks"

/* Tasks written at a time. */
enum { BATCH_BYTES = 65536 };

uint64_t coop_workqueue_bytes(const struct coop_workqueue_options *options)
{
    struct coop_workqueue head;
    const char *wrong = coop_workqueue_layout(options, &head);

    if (wrong != NULL) {
        coop_error_set(NULL, COOP_INVALID_ARGUMENT, "computing the size of a work queue", "%s", wrong);
    }
    return wrong == NULL ? head.bytes : 0;
}

coop_status coop_workqueue_init(coop_buffer *buffer, uint64_t offset,
                                const struct coop_workqueue_options *options)
{
    static const char doing[] = "making a work queue";
    struct coop_workqueue head;
    const char *wrong = coop_workqueue_layout(options, &head);
    coop_status status;

    if (wrong != NULL) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing, wrong);
    }
    if (offset % COOP_LINE_BYTES != 0) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing, "the offset is a multiple of 64");
    }
    if (offset > coop_buffer_bytes(buffer) || head.bytes > coop_buffer_bytes(buffer) - offset) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing,
                                  "the buffer is too small; coop_workqueue_bytes says how large it must be");
    }
    status = coop_buffer_fill(buffer, offset, 0, head.rings_at);
    return status == COOP_OK ? coop_buffer_write(buffer, offset, &head, sizeof head) : status;
}

/* Reads a head that kernels can write to: what the host computes with is checked first. */
static coop_status read_head(coop_buffer *buffer, uint64_t offset, const char *doing,
                             struct coop_workqueue *head)
{
    coop_status status = coop_buffer_read(buffer, offset, head, sizeof *head);

    if (status != COOP_OK) {
        return status;
    }
    if (head->magic != COOP_WORKQUEUE_MAGIC ||
        (head->version != COOP_WORKQUEUE_VERSION && head->version != COOP_WORKQUEUE_TEAM_VERSION)) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing,
                                  "there is no work queue; make it with coop_workqueue_init");
    }
    if (!coop_workqueue_is_whole(head) || head->bytes > coop_buffer_bytes(buffer) - offset) {
        return coop_buffer_refuse(
            buffer, COOP_INVALID_ARGUMENT, doing,
            "the work queue's head is damaged: a kernel wrote over it; make the queue anew with "
            "coop_workqueue_init");
    }
    return COOP_OK;
}

coop_status coop_workqueue_write_tasks(coop_buffer *buffer, uint64_t at, uint32_t task_bytes,
                                       struct coop_workqueue_batch batch, uint64_t count)
{
    uint64_t most = BATCH_BYTES / task_bytes;
    unsigned char *bytes = calloc(most, task_bytes);
    coop_status status = bytes != NULL ? COOP_OK
                                       : coop_buffer_refuse(buffer, COOP_OUT_OF_MEMORY, PUSHING,
                                                            "the host has no memory left for it");

    while (status == COOP_OK && count > 0) {
        uint64_t now = count < most ? count : most;
        for (uint64_t i = 0; i < now; i++) {
            unsigned char *task = bytes + i * task_bytes;
            memcpy(task, &batch.tag, sizeof batch.tag);
            if (batch.parameter_bytes > 0) {
                memcpy(task + 16, batch.parameters, batch.parameter_bytes);
                batch.parameters += batch.parameter_bytes;
            }
        }
        status = coop_buffer_write(buffer, at, bytes, now * task_bytes);
        at += now * task_bytes;
        count -= now;
    }
    free(bytes);
    return status;
}

/* Adds a share to one queue's overflow area. */
static coop_status push_share(coop_buffer *buffer, uint64_t offset, const struct coop_workqueue *head,
                              uint32_t queue, struct coop_workqueue_batch batch, uint64_t count)
{
    uint64_t queue_at = offset + head->queues_at + (uint64_t)queue * sizeof(struct coop_queue);
    uint64_t tasks_at =
        offset + head->overflow_at + (uint64_t)queue * head->overflow_tasks * head->task_bytes;
    uint32_t there;
    coop_status status =
        coop_buffer_read(buffer, queue_at + offsetof(struct coop_queue, overflowed), &there, sizeof there);

    if (status != COOP_OK) {
        return status;
    }
    if (there > head->overflow_tasks) {
        return coop_buffer_refuse(
            buffer, COOP_INVALID_ARGUMENT, PUSHING,
            "the work queue is damaged: a queue has more tasks than it can hold; make it anew with "
            "coop_workqueue_init");
    }
    if (count > head->overflow_tasks - there) {
        char message[200];

        snprintf(message, sizeof message,
                 "a queue's share of %" PRIu64
                 " tasks does not fit into its overflow_tasks, of which %u of %u are "
                 "taken; make the work queue with overflow_tasks %" PRIu64 " at least",
                 count, there, head->overflow_tasks, count + there);
        return coop_buffer_refuse(buffer, COOP_OUT_OF_MEMORY, PUSHING, message);
    }
    status = coop_workqueue_write_tasks(buffer, tasks_at + (uint64_t)there * head->task_bytes,
                                        head->task_bytes, batch, count);
    there += (uint32_t)count;
    return status == COOP_OK ? coop_buffer_write(buffer, queue_at + offsetof(struct coop_queue, overflowed),
                                                 &there, sizeof there)
                             : status;
}

coop_status coop_workqueue_push(coop_buffer *buffer, uint64_t offset, uint32_t tag, const void *parameters,
                                size_t parameter_bytes, uint64_t count)
{
    return coop_workqueue_push_shares(
        buffer, offset, (struct coop_workqueue_batch){parameters, parameter_bytes, tag}, count, NULL);
}

coop_status coop_workqueue_push_shares(coop_buffer *buffer, uint64_t offset,
                                       struct coop_workqueue_batch batch, uint64_t count,
                                       const uint64_t *ends)
{
    static const char doing[] = PUSHING;
    const unsigned char *parameters = batch.parameters;
    struct coop_workqueue head;
    uint64_t outstanding;
    coop_status status = read_head(buffer, offset, doing, &head);

    if (status != COOP_OK) {
        return status;
    }
    if (batch.tag == COOP_TASK_NONE) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing,
                                  "a task's tag is not 0; coop_tasks gives each name one");
    }
    if (parameters == NULL && batch.parameter_bytes > 0 && count > 0) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing, "parameters is NULL");
    }
    if (batch.parameter_bytes > head.task_bytes - 16) {
        return coop_buffer_refuse(
            buffer, COOP_INVALID_ARGUMENT, doing,
            "the parameters are larger than a task of this queue can hold (task_bytes - 16)");
    }
    for (uint32_t i = 0; i < head.queue_count && status == COOP_OK; i++) {
        uint64_t first = ends == NULL ? coop_workqueue_share(&head, count, i) : i > 0 ? ends[i - 1] : 0;
        uint64_t end = ends == NULL ? coop_workqueue_share(&head, count, i + 1) : ends[i];
        batch.parameters = first > 0 ? parameters + first * batch.parameter_bytes : parameters;
        status = end > first ? push_share(buffer, offset, &head, i, batch, end - first) : COOP_OK;
    }
    if (status != COOP_OK) {
        return status;
    }
    outstanding = head.outstanding.only_through_accessors + count;
    return coop_buffer_write(buffer, offset + offsetof(struct coop_workqueue, outstanding), &outstanding,
                             sizeof outstanding);
}

static void add_counts(struct coop_workqueue_counts *counts, const uint64_t *more)
{
    counts->executed += more[COOP_COUNT_EXECUTED];
    counts->spawned += more[COOP_COUNT_SPAWNED];
    counts->reclaimed += more[COOP_COUNT_RECLAIMED];
    counts->steals += more[COOP_COUNT_STEALS];
    counts->stolen += more[COOP_COUNT_STOLEN];
    counts->lost += more[COOP_COUNT_LOST];
    counts->empty += more[COOP_COUNT_EMPTY];
    counts->shared += more[COOP_COUNT_SHARED];
    counts->overflowed += more[COOP_COUNT_OVERFLOWED];
    counts->flushes += more[COOP_COUNT_FLUSHES];
    counts->declined += more[COOP_COUNT_DECLINED];
    counts->idle += more[COOP_COUNT_IDLE];
    counts->remote_steals += more[COOP_COUNT_REMOTE_STEALS];
    counts->remote_stolen += more[COOP_COUNT_REMOTE_STOLEN];
    counts->remote_vain += more[COOP_COUNT_REMOTE_VAIN];
    counts->dealt += more[COOP_COUNT_DEALT];
}

coop_status coop_workqueue_report(coop_buffer *buffer, uint64_t offset, uint32_t queue,
                                  struct coop_workqueue_counts *counts, uint64_t *outstanding)
{
    static const char doing[] = "reading a work queue's counts";
    struct coop_workqueue head;
    coop_status status;

    if (outstanding != NULL) {
        *outstanding = 0;
    }
    if (counts == NULL) {
        return coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing, "counts is NULL");
    }
    memset(counts, 0, sizeof *counts);
    status = read_head(buffer, offset, doing, &head);
    if (status == COOP_OK && queue != UINT32_MAX && queue >= head.queue_count) {
        status = coop_buffer_refuse(buffer, COOP_INVALID_ARGUMENT, doing,
                                    "the work queue has no queue of that number");
    }
    for (uint32_t i = 0; status == COOP_OK && i < head.queue_count; i++) {
        uint64_t more[COOP_COUNTS];
        if (queue == UINT32_MAX || queue == i) {
            status = coop_buffer_read(buffer,
                                      offset + head.queues_at + i * sizeof(struct coop_queue) +
                                          offsetof(struct coop_queue, counts),
                                      more, sizeof more);
        }
        if (status == COOP_OK && (queue == UINT32_MAX || queue == i)) {
            add_counts(counts, more);
        }
    }
    if (outstanding != NULL && status == COOP_OK) {
        *outstanding = head.outstanding.only_through_accessors;
    }
    return status;
}
