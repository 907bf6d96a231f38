/* What the device tests share: one context, module and run in a process, sized by the options `workers` and
 * `local`, on the last of k parts of a device with `split=k`; and short ways to buffers and waits. Every wait
 * is bounded by WAIT_NS, a guard against hangs that is far above what a busy machine needs. */
#ifndef COOP_TESTS_DEVICE_DEVICE_H
#define COOP_TESTS_DEVICE_DEVICE_H

#include "coop/coop.h"
#include "test.h"

#define WAIT_NS ((uint64_t)600 * 1000000000)
#define TRACE_EVENTS 1000000u

struct device {
    coop_context *context;
    coop_module *module;
    coop_run *run;
    uint32_t workers;
    uint32_t local_items;
    uint32_t range_items_max; /* coop_run_report */
};

/* The device with a live run around the module; opened at the first call, and started again when the run has
 * ended or failed. All workers are free. Leaves with exit code 77 when the machine has no device that can
 * serve. */
struct device *device_open(const char *module_text, size_t module_bytes);

/* Can a second context of this process work while the device has a live run? NVIDIA's driver does not let it
 * (docs/devices.md). */
int device_serves_contexts_at_once(struct device *device);

/* Ends the run; the next device_open starts another. */
void device_stop(struct device *device);

/* The same outcome as `status`, with the context's record printed when it is not COOP_OK. */
int device_check(const char *file, int line, const char *call, coop_status status, coop_context *context);
#define OK(device, call) device_check(TEST_PLACE, #call, (call), (device)->context)

/* Checks a status, and that the context's record and the thread's have a message with `words` in it. */
int device_refused(const char *file, int line, const char *call, coop_status status, coop_status wanted,
                   coop_context *context, const char *words);
#define REFUSED(device, call, wanted, words) \
    device_refused(TEST_PLACE, #call, (call), (wanted), (device)->context, (words))

/* A buffer of zeros. */
coop_buffer *device_buffer(struct device *device, uint64_t bytes);
uint32_t device_read_u32(struct device *device, coop_buffer *buffer, uint64_t index);
void device_write_u32(struct device *device, coop_buffer *buffer, uint64_t index, uint32_t value);

/* Waits, asleep, until the word of a running kernel is at least `value`; false after WAIT_NS. */
int device_await_u32(struct device *device, coop_buffer *buffer, uint64_t index, uint32_t value);

/* Waits for the launch, checks that it completed, and forgets it. */
int device_finish(struct device *device, coop_launch *launch, struct coop_launch_stats *stats);

/* Waits until every worker is free and asleep: a work-group that has returned is free only a moment later,
 * and a cooperative kernel starts with what is free (S9). */
void device_settle(struct device *device);

void device_sleep_ms(unsigned milliseconds);

#endif
