/* A host with a device for runs under the memory model: the arena, a fiber a work-group, and the library's
 * own transport. What host/control/control.c and host/run do with the transport is done here with the same
 * calls in the same order. */
#ifndef COOP_TESTS_WEAK_MACHINE_H
#define COOP_TESTS_WEAK_MACHINE_H

#include "coop/shared/control.h"
#include "weak.h"
#include "weak_kernels.h"

enum { MACHINE_BUFFER_BYTES = 4096, MACHINE_KERNELS = 7 };

/* The device, started by fiber 0 with `workers` workers. */
void machine_start(uint32_t workers);

/* Device memory for kernels, zeroed; its offset goes into arguments. */
uint32_t *machine_buffer(uint32_t words, uint64_t *offset);

/* As coop_buffer_write and coop_buffer_read: 4 or 8 aligned bytes are one word. */
void machine_write(uint64_t offset, const void *from, uint64_t bytes);
void machine_read(uint64_t offset, void *to, uint64_t bytes);

struct machine_launch {
    uint32_t kernel_index;
    uint32_t flags; /* enum coop_instance_flags */
    uint32_t transmit_bytes;
    uint32_t groups;
    uint32_t items; /* regular: global size */
    uint32_t priority;
    const void *args;
    uint32_t args_bytes;
};

/* The table's index of the new instance. */
uint32_t machine_launch(const struct machine_launch *launch);

/* Waits for it; what its kernel wrote is then visible, and the entry is free again. When the megakernel has
 * ended before it answered, the launch is cut short. */
struct coop_instance_stats machine_wait(uint32_t index);

/* Waits until the device has failed, and reads the record; every launch is answered then. */
struct coop_failure_record machine_wait_for_failure(void);

/* Asks everybody to leave; launches that have not completed are then answered as cut short. */
void machine_ask_to_stop(void);

/* Waits until all have left. */
void machine_join(void);

/* Both. */
void machine_stop(void);

#endif
