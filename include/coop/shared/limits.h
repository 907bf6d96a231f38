/* Numbers that the host, the device and coopc share. */
#ifndef COOP_SHARED_LIMITS_H
#define COOP_SHARED_LIMITS_H

/* Work-groups of one megakernel, the scheduler's included. The fields of a group-count word (groups.h) count
 * all of them but the scheduler. */
#define COOP_SLOTS_MAX 2048
#define COOP_SLOTSET_WORDS (COOP_SLOTS_MAX / 64)

/* Launched kernels that the device knows at one time, running or waiting. */
#define COOP_INSTANCES_MAX 32

/* Kernels of one module. */
#define COOP_KERNELS_MAX 64

/* Characters of a kernel's name. */
#define COOP_KERNEL_NAME_MAX 127

/* Packed arguments of one instance, and transmitted values of one frame. */
#define COOP_ARGS_BYTES_MAX 512
#define COOP_TRANSMIT_BYTES_MAX 384

/* Size of the control block without its slots, and of one slot. */
#define COOP_CONTROL_BYTES_MAX 65536
#define COOP_SLOT_BYTES 512

/* Work-items of one work-group. */
#define COOP_LOCAL_ITEMS_MAX 1024

#endif
