/* A device for tests of the host's half of messages: memory that begins with a struct coop_network, a
 * producer that publishes slots as a work-group does, and a consumer that applies inbound places as
 * coop_deliver does. Any thread may call the two, several at once. */
#ifndef COOP_TESTS_NET_DEVICE_PART_H
#define COOP_TESTS_NET_DEVICE_PART_H

#include "coop/shared/message.h"
#include "host/net/net_object.h"
#include <stdatomic.h>

struct device_part {
    struct coop_net_memory memory; /* the first member */
    unsigned char *bytes;
    struct coop_network *network; /* at their beginning */
    atomic_ullong *elements;      /* of array 0: this rank's */
    atomic_ullong taken;          /* inbound tickets */
    atomic_uint wakes;
    atomic_uint fails_at; /* the n-th access by the host fails, from 1 on; 0: none */
    atomic_uint accesses;
    /* Called for each message that is applied, with its value. May be NULL. */
    void (*applied)(void *with, uint64_t value);
    void *with;
};

struct device_shape {
    uint32_t rank;
    uint32_t ranks;
    uint64_t elements; /* of array 0, by blocks */
    uint32_t slots;
    uint32_t width;
    uint32_t inbound_places;
    uint32_t buffer_bytes;
};

void device_part_init(struct device_part *part, const struct device_shape *shape);
void device_part_clear(struct device_part *part);

/* Publishes a slot with an addition for each of `count` indices of array 0, at most the width, and values.
 * The ticket; UINT64_MAX when no slot is free. */
uint64_t device_publish(struct device_part *part, const uint64_t *indices, const uint64_t *values,
                        uint32_t count);

/* Applies the next inbound place: adds 1 to each element. False when none is filled. */
int device_apply(struct device_part *part);

/* Publishes that the launch has come to a net barrier, as the work-group does that has claimed it. As
 * device_publish. */
uint64_t device_meet(struct device_part *part, uint32_t kind, uint64_t number, uint64_t value);

/* How many net barriers are answered, and the last result. */
uint64_t device_answered(const struct device_part *part, uint64_t *result);

uint64_t device_quiet(const struct device_part *part);
int device_is_lost(const struct device_part *part);

#endif
