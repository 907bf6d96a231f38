#include "machine.h"

#include "host/transport/transports.h"
#include "megakernel.h"

#include <linux/futex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

enum { ARENA_BYTES = 128 * 1024, TRACE_AT = 96 * 1024, WORKERS_MAX = WEAK_FIBERS_MAX - 2 };
#ifdef WEAK_POLLS
enum { DEVICE_SLEEPS = 0 };
#else
enum { DEVICE_SLEEPS = 1 };
#endif
_Static_assert(sizeof(struct coop_control) + (WORKERS_MAX + 1) * sizeof(struct coop_slot) <= TRACE_AT,
               "the trace lies behind the slots");

static struct {
    unsigned char *arena;
    struct coop_transport *transport;
    uint32_t work_groups[WORKERS_MAX + 1];
    uint32_t count;
    uint32_t next_sequence;
    uint32_t rings; /* by the host's own doorbell */
    int rings_by_copy;
    uint64_t next_buffer;
    int is_used[COOP_INSTANCES_MAX];
} machine;

/* What the transport asks of OpenCL and of the operating system. */
void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment)
{
    (void)context;
    (void)flags;
    (void)alignment;
    if (machine.arena == NULL) {
        machine.arena = aligned_alloc(128, bytes);
    }
    return machine.arena;
}

void clSVMFree(cl_context context, void *memory)
{
    (void)context;
    (void)memory;
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value)
{
    (void)kernel;
    (void)index;
    (void)value;
    return CL_SUCCESS;
}

long weak_syscall(long number, ...);
void *weak_memcpy(void *to, const void *from, size_t bytes);
void weak_nap(uint64_t ns);
long coop_system_call(long number, long first, long second, long third, long fourth);

/* The device's. */
long coop_system_call(long number, long first, long second, long third, long fourth)
{
    (void)fourth;
    if (number == SYS_clock_gettime) {
        long *time = (long *)second;
        time[0] = 0;
        time[1] = (long)weak_steps();
    } else if (number == SYS_futex && second == FUTEX_WAKE_PRIVATE) {
        weak_wake((const void *)first);
    } else if (number == SYS_futex) {
        weak_sleep_on((const void *)first, (uint32_t)third);
    } else { /* sched_yield, nanosleep */
        weak_relax();
    }
    return 0;
}

/* The host's. */
long weak_syscall(long number, ...)
{
    va_list list;
    const void *word;
    int operation;
    uint32_t value;

    va_start(list, number);
    word = va_arg(list, const void *);
    operation = va_arg(list, int);
    value = va_arg(list, uint32_t);
    va_end(list);
    return coop_system_call(number, (long)word, operation, value, 0);
}

/* The host's, where the device cannot wake it. */
void weak_nap(uint64_t ns)
{
    (void)ns;
    weak_relax();
}

/* The library's copies, watched. */
void *weak_memcpy(void *to, const void *from, size_t bytes)
{
    unsigned char *into = to;
    const unsigned char *out_of = from;

    for (size_t i = 0; i < bytes; i++) { /* this file is instrumented */
        into[i] = out_of[i];
    }
    return to;
}

static uint32_t load(uint64_t offset)
{
    return machine.transport->methods->load(machine.transport, offset);
}

static void store(uint64_t offset, uint32_t value)
{
    machine.transport->methods->store(machine.transport, offset, value);
}

/* By its own word, as a host that reaches the device by copies does, or by the device's doorbell. */
static void ring(void)
{
    if (machine.rings_by_copy) {
        store(offsetof(struct coop_control, host_doorbell), ++machine.rings);
    } else {
        machine.transport->methods->ring(machine.transport);
    }
}

static uint64_t entry_at(uint32_t index, size_t offset)
{
    return offsetof(struct coop_control, instances) + index * sizeof(struct coop_instance) + offset;
}

void machine_start(uint32_t workers)
{
    static const struct coop_transport_site site = {.bytes = ARENA_BYTES, .device_sleeps = DEVICE_SLEEPS};
    struct coop_control_setup setup;
    struct coop_transport_refusal refusal;

    if (machine.transport == NULL) {
        machine.transport = coop_transport_svm.open(&site, &refusal);
    }
    memset(&setup, 0, sizeof setup);
    setup.magic = COOP_CONTROL_MAGIC;
    setup.version = COOP_CONTROL_VERSION;
    setup.groups_wanted = workers + 1;
    setup.local_items = 1;
    setup.kernel_count = MACHINE_KERNELS;
    setup.slots_at = (uint32_t)sizeof(struct coop_control);
    setup.discovery_ns = 1u << 30;
    machine.rings_by_copy = !DEVICE_SLEEPS && weak_below(2);
    machine.rings = 0;
    setup.rings_by_copy = (uint16_t)machine.rings_by_copy;
    setup.trace_at = TRACE_AT;
    setup.trace_capacity = (ARENA_BYTES - MACHINE_BUFFER_BYTES - TRACE_AT) / sizeof(struct coop_trace_event);
    memset(machine.arena, 0, ARENA_BYTES);
    memset(machine.is_used, 0, sizeof machine.is_used);
    memcpy(machine.arena, &setup, sizeof setup);
    machine.next_buffer = ARENA_BYTES - MACHINE_BUFFER_BYTES;
    machine.next_sequence = 1;
    weak_watch(machine.arena, ARENA_BYTES);
    machine.count = workers + 1;
    for (uint32_t i = 0; i < machine.count; i++) {
        machine.work_groups[i] = weak_spawn(weak_work_group, machine.arena);
    }
    for (;;) {
        uint32_t completions = load(offsetof(struct coop_control, completions));
        if (load(offsetof(struct coop_control, slot_count)) != 0) {
            break;
        }
        machine.transport->methods->wait(machine.transport, completions, 1000000000);
    }
    weak_check(((const struct coop_control *)(const void *)machine.arena)->has_clock == DEVICE_SLEEPS,
               "the clock is not announced");
    if (machine.rings_by_copy) {
        ring(); /* X3: the run has been seen */
    }
}

uint32_t *machine_buffer(uint32_t words, uint64_t *offset)
{
    *offset = machine.next_buffer;
    machine.next_buffer += (uint64_t)words * 4;
    weak_check(machine.next_buffer <= ARENA_BYTES, "the machine's buffers are full");
    return (uint32_t *)(void *)(machine.arena + *offset);
}

void machine_write(uint64_t offset, const void *from, uint64_t bytes)
{
    machine.transport->methods->write(machine.transport, offset, from, bytes);
}

void machine_read(uint64_t offset, void *to, uint64_t bytes)
{
    machine.transport->methods->read(machine.transport, offset, to, bytes);
}

uint32_t machine_launch(const struct machine_launch *launch)
{
    struct coop_launch_record record;
    uint32_t index = 0;

    while (machine.is_used[index]) {
        index++;
    }
    machine.is_used[index] = 1;
    memset(&record, 0, sizeof record);
    record.sequence = machine.next_sequence++;
    record.kernel_index = launch->kernel_index;
    record.flags = launch->flags;
    record.priority = launch->priority;
    record.groups_wanted = launch->groups;
    record.kills_max = UINT32_MAX;
    record.transmit_bytes = launch->transmit_bytes;
    record.dimensions = 1;
    for (uint32_t i = 0; i < 3; i++) {
        record.local_items[i] = 1;
        record.global_items[i] = i == 0 && launch->items != 0 ? launch->items : 1;
        record.logical_groups[i] = record.global_items[i];
    }
    record.logical_groups_total = record.global_items[0];
    record.args_bytes = (uint32_t)launch->args_bytes;
    machine.transport->methods->write(
        machine.transport, entry_at(index, offsetof(struct coop_instance, launch)), &record, sizeof record);
    machine.transport->methods->write(machine.transport,
                                      entry_at(index, offsetof(struct coop_instance, args)), launch->args,
                                      launch->args_bytes);
    store(entry_at(index, offsetof(struct coop_instance, state)), COOP_INSTANCE_POSTED);
    ring();
    return index;
}

/* As the event of the enqueued kernel tells it. */
static int has_ended(void)
{
    for (uint32_t i = 0; i < machine.count; i++) {
        if (!weak_has_ended(machine.work_groups[i])) {
            return 0;
        }
    }
    return 1;
}

struct coop_instance_stats machine_wait(uint32_t index)
{
    struct coop_instance_stats stats;

    for (;;) {
        uint32_t completions = load(offsetof(struct coop_control, completions));
        int ended = has_ended();
        if (load(entry_at(index, offsetof(struct coop_instance, state))) == COOP_INSTANCE_DONE) {
            break;
        }
        if (ended) {
            machine_join(); /* what a completed event makes visible */
            memset(&stats, 0, sizeof stats);
            stats.was_cut_short = 1;
            return stats;
        }
        machine.transport->methods->wait(machine.transport, completions, 1000000000);
    }
    machine.transport->methods->read(
        machine.transport, entry_at(index, offsetof(struct coop_instance, stats)), &stats, sizeof stats);
    machine.is_used[index] = 0;
    return stats;
}

void machine_ask_to_stop(void)
{
    store(offsetof(struct coop_control, stop), 1);
    ring();
}

struct coop_failure_record machine_wait_for_failure(void)
{
    const uint64_t at = offsetof(struct coop_control, failure);
    struct coop_failure_record record;

    for (;;) {
        uint32_t completions = load(offsetof(struct coop_control, completions));
        if (load(at + offsetof(struct coop_failure_record, is_complete)) != 0) {
            break;
        }
        machine.transport->methods->wait(machine.transport, completions, 1000000000);
    }
    weak_memcpy(&record, machine.arena + at, sizeof record);
    return record;
}

void machine_stop(void)
{
    machine_ask_to_stop();
    machine_join();
}

void machine_join(void)
{
    for (uint32_t i = 0; i < machine.count; i++) {
        weak_join(machine.work_groups[i]);
    }
}
