#include "work_device.h"

#include <stdlib.h>
#include <string.h>

extern const struct work_method work_fib;
extern const struct work_method work_uts;

static const struct work_method *const methods[] = {&work_fib, &work_uts};

const struct work_method *work_method_find(enum work_kind kind)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (methods[i]->kind == kind) {
            return methods[i];
        }
    }
    return NULL;
}

static uint64_t tally_bytes(uint32_t groups)
{
    return (uint64_t)groups * TALLY_WORDS * sizeof(word64);
}

uint64_t work_device_bytes(const struct work_method *method, const struct work_problem *problem,
                           struct coop_workqueue_options *options)
{
    uint64_t bytes = method->size(problem, options);

    return bytes + coop_workqueue_bytes(options) + tally_bytes(options->groups);
}

int work_device_buffer(struct work_device *device, const void *from, uint64_t bytes, coop_buffer **buffer,
                       struct tool_error *error)
{
    const struct session *session = device->session;

    if (session_check(session, coop_buffer_create(session->context, bytes, buffer), error) != 0) {
        return -1;
    }
    return session_check(session,
                         from != NULL ? coop_buffer_write(*buffer, 0, from, bytes)
                                      : coop_buffer_fill(*buffer, 0, 0, bytes),
                         error);
}

int work_device_push(struct work_device *device, uint32_t tag, const void *parameters, size_t parameter_bytes,
                     uint64_t count, struct tool_error *error)
{
    return session_check(device->session,
                         coop_workqueue_push(device->queue, 0, tag, parameters, parameter_bytes, count),
                         error);
}

int work_device_init(struct work_device *device, const struct session *session,
                     const struct work_method *method, const struct work_problem *problem,
                     const struct coop_workqueue_options *options, struct tool_error *error)
{
    memset(device, 0, sizeof *device);
    device->session = session;
    device->method = method;
    device->problem = problem;
    device->options = *options;
    if (work_device_buffer(device, NULL, coop_workqueue_bytes(options), &device->queue, error) != 0 ||
        work_device_buffer(device, NULL, tally_bytes(options->groups), &device->tallies, error) != 0) {
        return -1;
    }
    return method->init != NULL ? method->init(device, error) : 0;
}

int work_device_reset(struct work_device *device, struct tool_error *error)
{
    if (session_check(device->session, coop_workqueue_init(device->queue, 0, &device->options), error) != 0 ||
        session_check(device->session,
                      coop_buffer_fill(device->tallies, 0, 0, tally_bytes(device->options.groups)),
                      error) != 0) {
        return -1;
    }
    return device->method->reset(device, error);
}

int work_device_launch(struct work_device *device, const struct coop_launch_options *options,
                       coop_launch **launch, struct tool_error *error)
{
    return device->method->launch(device, options, launch, error);
}

static int add_tallies(struct work_device *device, struct tool_error *error)
{
    memset(device->sums, 0, sizeof device->sums);
    memset(device->mosts, 0, sizeof device->mosts);
    for (uint32_t i = 0; i < device->options.groups; i++) {
        word64 words[TALLY_WORDS];

        if (session_check(device->session,
                          coop_buffer_read(device->tallies, i * sizeof words, words, sizeof words),
                          error) != 0) {
            return -1;
        }
        for (uint32_t j = 0; j < TALLY_WORDS; j++) {
            device->sums[j] += words[j];
            device->mosts[j] = words[j] > device->mosts[j] ? words[j] : device->mosts[j];
        }
    }
    return 0;
}

int work_device_answer(struct work_device *device, struct answer *answer,
                       struct coop_workqueue_counts *counts, struct tool_error *error)
{
    struct coop_workqueue_counts all;
    uint64_t outstanding;

    memset(answer, 0, sizeof *answer);
    if (session_check(device->session,
                      coop_workqueue_report(device->queue, 0, UINT32_MAX, &all, &outstanding), error) != 0 ||
        add_tallies(device, error) != 0) {
        return -1;
    }
    if (counts != NULL) {
        *counts = all;
    }
    if (outstanding != 0) {
        return tool_fail(error, "the kernel ended with %llu tasks left", (unsigned long long)outstanding);
    }
    return device->method->answer(device, answer, error);
}

void work_device_clear(struct work_device *device)
{
    coop_buffer_destroy(device->queue);
    coop_buffer_destroy(device->tallies);
    for (size_t i = 0; i < WORK_BUFFERS_MAX; i++) {
        coop_buffer_destroy(device->buffers[i]);
    }
    if (device->method != NULL && device->method->clear != NULL && device->state != NULL) {
        device->method->clear(device);
    }
    free(device->state);
    memset(device, 0, sizeof *device);
}
