#include "traffic_world.h"

#include "test.h"
#include <stdlib.h>

#define STEPS_MOST 20000u /* of a rank, in which everything is applied */

static const char hosts[RANKS_MAX][64] = {"a", "b", "c", "d", "e", "f", "g", "h", /* and others, unnamed */
                                          "i", "j", "k", "l", "m", "n", "o", "p"};

/* A value says whose message it is: rank and ticket. */
uint64_t world_value(uint32_t rank, uint64_t ticket)
{
    return (uint64_t)rank << 32 | ticket;
}

static void mark(void *with, uint64_t value)
{
    struct world *world = with;

    world->left[value >> 32][(uint32_t)value]--;
}

struct world *world_create(const struct world_shape *shape, uint64_t seed)
{
    struct world *world = calloc(1, sizeof *world);
    char(*names)[64] = calloc(RANKS_MAX, sizeof *names);
    const uint32_t rows_bytes = shape->rows * (uint32_t)sizeof(struct coop_message);
    const struct coop_traffic_options options = {64 + rows_bytes,     shape->credits, 100000,
                                                 shape->memory_bytes, 1000 * MS,      shape->leaves_by_slot,
                                                 shape->row};

    memcpy(names, hosts, sizeof hosts);
    world->ranks = shape->ranks;
    world->elements = 97;
    world->seed = seed;
    world->wanted = calloc(world->elements, sizeof *world->wanted);
    post_init(&world->post, shape->ranks, seed + 1);
    world->post.polls_most = 5;
    for (uint32_t rank = 0; rank < shape->ranks; rank++) {
        const struct device_shape device = {rank,         shape->ranks,  world->elements, shape->slots,
                                            shape->width, shape->places, rows_bytes};
        device_part_init(&world->parts[rank], &device);
        world->parts[rank].applied = mark;
        world->parts[rank].with = world;
        TEST_EQUAL(coop_traffic_init(&world->traffics[rank], &options, &world->parts[rank].memory,
                                     world->parts[rank].network, (const char(*)[64])names),
                   COOP_OK);
    }
    memset(names, '?', sizeof hosts); /* the traffic, whose thread may outlive the net, reads them no more */
    free(names);
    return world;
}

void world_destroy(struct world *world)
{
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        coop_traffic_clear(&world->traffics[rank]);
        device_part_clear(&world->parts[rank]);
    }
    post_clear(&world->post);
    free(world->wanted);
    free(world);
}

coop_status world_step(struct world *world, uint32_t rank)
{
    struct coop_traffic *traffic = &world->traffics[rank];
    struct device_part *part = &world->parts[rank];
    uint64_t delivered = traffic->inbox.delivered_count;
    uint32_t bell = atomic_load(&part->network->inbound_bell.only_through_accessors);
    uint32_t wakes = atomic_load(&part->wakes);
    coop_status status;

    world->now_ns += 1000;
    status = coop_traffic_step(traffic, post_wire(&world->post, rank), world->now_ns, &world->nap_ns,
                               world->failure);
    if (status == COOP_OK) {
        uint32_t rings = traffic->inbox.delivered_count != delivered;
        TEST_EQUAL(atomic_load(&part->network->inbound_bell.only_through_accessors), bell + rings);
        TEST_EQUAL(atomic_load(&part->wakes), wakes + rings);
    }
    return status;
}

/* A slot of a random number of messages, to anywhere. False when none is free. */
int world_publish(struct world *world, uint32_t rank)
{
    uint32_t width = world->parts[rank].network->width;
    uint32_t count = 1 + (uint32_t)test_random_below(&world->seed, width);
    uint64_t ticket = world->tickets[rank];
    uint64_t indices[64];
    uint64_t values[64];

    if (ticket == TICKETS_MAX) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        indices[i] = test_random_below(&world->seed, world->elements);
        values[i] = world_value(rank, ticket);
    }
    if (device_publish(&world->parts[rank], indices, values, count) == UINT64_MAX) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        world->wanted[indices[i]]++;
    }
    world->left[rank][ticket] = count;
    world->tickets[rank]++;
    return 1;
}

/* What the device has been told to be quiet is applied (B7, D10, D6: nothing is acknowledged earlier). */
int world_quiet_is_true(struct world *world, uint32_t rank)
{
    uint64_t quiet = device_quiet(&world->parts[rank]);

    for (uint64_t ticket = 0; ticket < quiet; ticket++) {
        if (world->left[rank][ticket] != 0) {
            TEST_FAIL("rank %u: %u messages of ticket %llu are not applied, and quiet is %llu", rank,
                      world->left[rank][ticket], (unsigned long long)ticket, (unsigned long long)quiet);
            return 0;
        }
    }
    return TEST_TRUE(quiet <= world->tickets[rank]);
}

static int all_are_quiet(struct world *world)
{
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        if (device_quiet(&world->parts[rank]) != world->tickets[rank]) {
            return 0;
        }
    }
    return 1;
}

/* Steps in any order until all is applied: none of them waits for another rank (D8). */
void world_settle(struct world *world)
{
    for (uint32_t i = 0; i < STEPS_MOST * world->ranks && !all_are_quiet(world); i++) {
        uint32_t rank = (uint32_t)test_random_below(&world->seed, world->ranks);
        if (!TEST_EQUAL_TEXT(coop_status_name(world_step(world, rank)), "COOP_OK") ||
            !world_quiet_is_true(world, rank)) {
            TEST_NOTE("%s", world->failure);
            return;
        }
        device_apply(&world->parts[rank]);
    }
    TEST_TRUE(all_are_quiet(world));
}

/* B1: every slot that is not published is free, each once. */
static void check_slots(const struct device_part *part)
{
    const struct coop_network *network = part->network;
    uint64_t ticket = atomic_load(&network->free_taken.only_through_accessors);
    uint64_t seen = 0;

    for (uint32_t i = 0; i < network->slot_count; i++, ticket++) {
        const uint64_t *ring = (const uint64_t *)(const void *)(part->bytes + network->free_at);
        uint64_t entry = ring[ticket & (network->places - 1)];
        if (!TEST_TRUE(coop_ring_is_there(entry, ticket, network->places))) {
            return;
        }
        seen |= UINT64_C(1) << coop_ring_block(entry);
    }
    TEST_EQUAL_U64(seen, UINT64_MAX >> (64 - network->slot_count));
}

/* Every element is the sequential one (D5, B9); sent = received = applied for each pair. */
void world_check(struct world *world)
{
    for (uint64_t i = 0; i < world->elements; i++) {
        uint64_t block = world->parts[0].network->arrays[0].block;
        uint32_t home = coop_message_home(block, world->ranks, i);
        uint64_t place = coop_message_place(block, world->ranks, i);
        if (!TEST_EQUAL_U64(atomic_load(&world->parts[home].elements[place]), world->wanted[i])) {
            return;
        }
    }
    for (uint32_t from = 0; from < world->ranks; from++) {
        check_slots(&world->parts[from]);
        for (uint32_t to = 0; to < world->ranks; to++) {
            struct coop_traffic_counts sender;
            struct coop_traffic_counts receiver;
            coop_traffic_count(&world->traffics[from], to, &sender);
            coop_traffic_count(&world->traffics[to], from, &receiver);
            TEST_EQUAL_U64(receiver.received_messages, sender.sent_messages);
            TEST_EQUAL_U64(receiver.applied_messages, sender.sent_messages);
            TEST_EQUAL_U64(sender.acknowledged_messages, sender.sent_messages);
            TEST_EQUAL_U64(receiver.received_bytes, sender.sent_bytes);
            TEST_EQUAL_U64(sender.closed[0] + sender.closed[1] + sender.closed[2], sender.sent_parcels);
        }
    }
}

void world_storm(const struct world_shape *shape, uint64_t seed)
{
    struct world *world = world_create(shape, seed);

    for (uint32_t i = 0; i < 4000; i++) {
        uint32_t rank = (uint32_t)test_random_below(&world->seed, shape->ranks);
        switch (test_random_below(&world->seed, 4)) {
        case 0:
            world_publish(world, rank);
            break;
        case 1:
            device_apply(&world->parts[rank]);
            break;
        default:
            if (!TEST_EQUAL_TEXT(coop_status_name(world_step(world, rank)), "COOP_OK")) {
                TEST_NOTE("%s", world->failure);
                world_destroy(world);
                return;
            }
            world_quiet_is_true(world, rank);
        }
    }
    world_settle(world);
    world_check(world);
    world_destroy(world);
}
