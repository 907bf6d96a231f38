/* Numbers that the host, the device and coopc share. */
#ifndef COOP_SHARED_LIMITS_H
#define COOP_SHARED_LIMITS_H

/* Compute units of a GPU, and work-groups on one, that discovery counts. */
#define COOP_UNITS_MAX 256u
#define COOP_RANKS_MAX 32u

/* Work-groups on one compute unit whose slots are written down for it, in words of four. */
#define COOP_UNIT_SLOTS 16u
#define COOP_UNIT_WORDS (COOP_UNIT_SLOTS / 4u)

/* Work-groups of one megakernel, the scheduler's included. The fields of a group-count word (groups.h) count
 * all of them but the scheduler. */
#define COOP_SLOTS_MAX 2048
#define COOP_SLOTSET_WORDS (COOP_SLOTS_MAX / 64)

/* Launched kernels that the device knows at one time, running or waiting. */
#define COOP_INSTANCES_MAX 32

/* Devices that work together. */
#define COOP_DEVICES_MAX 8u

/* Queues of a run on which work-groups come back from leases. */
#define COOP_JOINS_MAX 16

/* Series of jobs that the scheduler knows at one time (series.h). */
#define COOP_SERIES_MAX 8

/* The greatest weight of a cooperative launch. */
#define COOP_WEIGHT_MAX 255

/* Kernels of one module. */
#define COOP_KERNELS_MAX 64

/* Channels of a flow graph that a module has room for unless it sets COOP_FLOW_CHANNELS, and the most. */
#define COOP_FLOW_CHANNELS_DEFAULT 16
#define COOP_FLOW_CHANNELS_MAX 32

/* Edges of a flow graph that a module has room for unless it sets COOP_FLOW_EDGES. */
#define COOP_FLOW_EDGES_DEFAULT 64

/* Characters of a kernel's name. */
#define COOP_KERNEL_NAME_MAX 127

/* Packed arguments of one instance, and transmitted values of one frame. */
#define COOP_ARGS_BYTES_MAX 512
#define COOP_TRANSMIT_BYTES_MAX 384

/* Where each parameter of a kernel that points to local memory begins: a multiple of so many bytes. */
#define COOP_LOCAL_PARAMETER_ALIGNMENT 128

/* The most bytes that such parameters of a kernel can have together (coopc --local-bytes). */
#define COOP_LOCAL_ROOM_MAX 1048576

/* Size of the control block without its slots, and of one slot. */
#define COOP_CONTROL_BYTES_MAX 81920
#define COOP_SLOT_BYTES 512

/* Work-items of one work-group. */
#define COOP_LOCAL_ITEMS_MAX 1024

#endif
