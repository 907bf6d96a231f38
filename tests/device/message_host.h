/* The host's side of messages for tests of the device's: a thread that empties the queue, gives slots back,
 * applies what goes to other ranks to copies of their parts, and hands what goes to the own rank to delivery.
 * It knows no net, and checks what a host may rely on: each slot is published once, with its messages. */
#ifndef COOP_TESTS_DEVICE_MESSAGE_HOST_H
#define COOP_TESTS_DEVICE_MESSAGE_HOST_H

#include "device.h"

struct message_host;

enum { MESSAGE_ARRAYS = 3 };

struct message_host_options {
    uint32_t ranks;
    uint32_t rank;
    uint32_t slots; /* 0: the fewest, one more than there are work-groups */
    uint32_t width; /* 0: as much as the local size, at least 256 */
    uint64_t elements[MESSAGE_ARRAYS];
    uint32_t element_bytes[MESSAGE_ARRAYS];
    int are_blocks[MESSAGE_ARRAYS]; /* otherwise cyclic */
    uint64_t initial;               /* of all elements */
    uint32_t inbound_messages;      /* of an inbound place; 0: 64 */
    uint32_t deliver_groups;        /* 0: none; messages to the own rank are then a fault of the test */
    int empties_nothing;            /* no slot ever comes back */
    uint64_t wait_ns;               /* 0: a minute */
};

struct message_host *message_host_open(struct device *device, const struct message_host_options *options);

/* The kernel's parameter. */
coop_address message_host_address(struct message_host *host);

/* Waits until all that was published is applied, ends delivery, and checks that nothing is left over. */
void message_host_close(struct message_host *host);

/* Instead of the close, once the run has failed. */
void message_host_drop(struct message_host *host);

/* Before the close: waits as it does. */
void message_host_settle(struct message_host *host);

/* An element of whichever rank, once the host has settled. */
uint64_t message_host_element(struct message_host *host, uint32_t array, uint64_t index);

/* What the device has counted: enum coop_network_count. */
uint64_t message_host_count(struct message_host *host, uint32_t which);

/* From now on the device is not told what is applied; 0: it is again. */
void message_host_hold_quiet(struct message_host *host, int holds);

/* Tells the device that the net has failed. */
void message_host_lose(struct message_host *host);

#endif
