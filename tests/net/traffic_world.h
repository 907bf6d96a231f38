/* Ranks whose traffic is stepped by one thread, on the post and on devices that are memory: what has been
 * sent, and whether it is applied. */
#ifndef COOP_TESTS_NET_TRAFFIC_WORLD_H
#define COOP_TESTS_NET_TRAFFIC_WORLD_H

#include "host/net/traffic.h"

#include "device_part.h"
#include "post.h"

#define RANKS_MAX 128u
#define TICKETS_MAX 4096u
#define MS UINT64_C(1000000)

struct world {
    uint32_t ranks;
    uint64_t elements;
    uint64_t seed;
    struct post post;
    struct device_part parts[RANKS_MAX];
    struct coop_traffic traffics[RANKS_MAX];
    unsigned long long *wanted;            /* of each element */
    uint32_t left[RANKS_MAX][TICKETS_MAX]; /* messages of each slot that are not applied */
    uint64_t tickets[RANKS_MAX];
    uint64_t now_ns;
    uint64_t nap_ns; /* as the last step has said */
    char failure[COOP_NET_FAILURE_BYTES];
};

struct world_shape {
    uint32_t ranks;
    uint32_t slots;
    uint32_t width;
    uint32_t places;
    uint32_t rows; /* of a buffer */
    uint32_t credits;
    uint64_t memory_bytes;
    int leaves_by_slot;
    uint32_t row; /* ranks in a row; 0: all messages go directly */
};

struct world *world_create(const struct world_shape *shape, uint64_t seed);
void world_destroy(struct world *world);

/* A value says whose message it is: rank and ticket. */
uint64_t world_value(uint32_t rank, uint64_t ticket);

/* A slot of a random number of messages, to anywhere. False when none is free. */
int world_publish(struct world *world, uint32_t rank);

/* A step of the rank, a microsecond behind the last one. It rings for delivery when it has written something,
 * and only then. */
coop_status world_step(struct world *world, uint32_t rank);

/* What the device has been told to be quiet is applied (B7, D10, D6: nothing is acknowledged earlier). */
int world_quiet_is_true(struct world *world, uint32_t rank);

/* Steps in any order until all is applied: none of them waits for another rank (D8). */
void world_settle(struct world *world);

/* Every element is the sequential one (D5, B9); sent = received = applied for each pair. */
void world_check(struct world *world);

/* All this for slots at random. */
void world_storm(const struct world_shape *shape, uint64_t seed);

#endif
