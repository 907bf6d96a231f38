/* What a kernel can write to is only data for the host: a work queue whose head is damaged is refused, and
 * nothing outside is read or written (the sanitizers see it). */
#include "coop/workqueue.h"
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"

#include <stdlib.h>
#include <string.h>

enum { TASKS = 3000 };

static struct coop_workqueue_options options = {.groups = 3, .overflow_tasks = TASKS};

/* The other words may be anything. */
static int is_word_of_the_layout(size_t at)
{
    size_t line = offsetof(struct coop_workqueue, queues_at);

    return at < offsetof(struct coop_workqueue, flags) ||
           (at >= offsetof(struct coop_workqueue, bytes) &&
            at < offsetof(struct coop_workqueue, bytes) + sizeof(uint64_t)) ||
           (at >= line && at < line + 4 * sizeof(uint64_t));
}

/* The queue, with another value in one word of its head, gets tasks and is counted. */
static void use_damaged(struct device *device, coop_buffer *queue, size_t at, uint32_t value)
{
    static const unsigned char parameters[TASKS * 48];
    struct coop_workqueue_counts counts;
    uint64_t left;
    coop_status push;
    coop_status report;
    uint32_t right;

    OK(device, coop_workqueue_init(queue, 0, &options));
    OK(device, coop_buffer_read(queue, at, &right, sizeof right));
    OK(device, coop_buffer_write(queue, at, &value, sizeof value));
    push = coop_workqueue_push(queue, 0, 1, parameters, 48, TASKS);
    report = coop_workqueue_report(queue, 0, UINT32_MAX, &counts, &left);
    if (is_word_of_the_layout(at) && value != right) {
        if (!TEST_EQUAL(push, COOP_INVALID_ARGUMENT) || !TEST_EQUAL(report, COOP_INVALID_ARGUMENT)) {
            TEST_NOTE("byte %zu of the head: %u instead of %u", at, value, right);
        }
        TEST_CONTAINS(coop_last_error()->message, "coop_workqueue_init");
    } else {
        TEST_EQUAL(report, COOP_OK);
    }
}

TEST(a_damaged_head_is_refused)
{
    static const uint32_t values[] = {0,  1,    2,     8,          15,         16,        48,
                                      96, 1024, 65536, 0x7fffffff, 0x80000000, UINT32_MAX};
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);
    coop_buffer *queue = device_buffer(device, coop_workqueue_bytes(&options));

    for (size_t at = 0; at < offsetof(struct coop_workqueue, outstanding); at += 4) {
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            use_damaged(device, queue, at, values[i]);
        }
    }
    coop_buffer_destroy(queue);
}

TEST(a_head_of_another_queue_is_refused)
{
    struct coop_workqueue_options larger = {.groups = 5, .overflow_tasks = 2 * TASKS};
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);
    coop_buffer *queue = device_buffer(device, coop_workqueue_bytes(&options));
    coop_buffer *other = device_buffer(device, coop_workqueue_bytes(&larger));
    struct coop_workqueue_counts counts;
    struct coop_workqueue head;

    OK(device, coop_workqueue_init(queue, 0, &options));
    OK(device, coop_workqueue_init(other, 0, &larger));
    OK(device, coop_buffer_read(other, 0, &head, sizeof head));
    OK(device, coop_buffer_write(queue, 0, &head, sizeof head));
    REFUSED(device, coop_workqueue_report(queue, 0, UINT32_MAX, &counts, NULL), COOP_INVALID_ARGUMENT,
            "the work queue's head is damaged");
    REFUSED(device, coop_workqueue_push(queue, 0, 1, NULL, 0, 1), COOP_INVALID_ARGUMENT,
            "the work queue's head is damaged");
    coop_buffer_destroy(queue);
    coop_buffer_destroy(other);
}

TEST(a_queue_with_more_tasks_than_room_is_refused)
{
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);
    coop_buffer *queue = device_buffer(device, coop_workqueue_bytes(&options));
    struct coop_workqueue head;
    uint32_t many = TASKS + 1;

    OK(device, coop_workqueue_init(queue, 0, &options));
    OK(device, coop_buffer_read(queue, 0, &head, sizeof head));
    OK(device, coop_buffer_write(queue, head.queues_at + offsetof(struct coop_queue, overflowed), &many,
                                 sizeof many));
    REFUSED(device, coop_workqueue_push(queue, 0, 1, NULL, 0, 1), COOP_INVALID_ARGUMENT, "damaged");
    coop_buffer_destroy(queue);
}
