#include "device_part.h"

#include "test.h"
#include <stdlib.h>
#include <string.h>

static struct device_part *of(const struct coop_net_memory *memory)
{
    return (struct device_part *)(uintptr_t)memory;
}

static atomic_ullong *word(struct device_part *part, uint64_t offset)
{
    return (atomic_ullong *)(void *)(part->bytes + offset);
}

/* Whether an access stays within one of the parts that the net's memory has. */
static int is_within(const struct device_part *part, uint64_t offset, uint64_t bytes)
{
    const struct coop_network *network = part->network;
    const uint64_t ends[] = {network->inbound_at,
                             network->slots_at,
                             network->free_at,
                             network->full_at,
                             network->inbound_data_at,
                             network->inbound_data_at +
                                 (uint64_t)network->inbound_places * network->inbound_bytes};
    uint32_t i = 0;

    while (i < sizeof ends / sizeof ends[0] && offset >= ends[i]) {
        i++;
    }
    return i < sizeof ends / sizeof ends[0] && offset + bytes <= ends[i];
}

static coop_status count(struct device_part *part, uint64_t offset, uint64_t bytes)
{
    TEST_TRUE(is_within(part, offset, bytes));
    return atomic_fetch_add(&part->accesses, 1) + 1 == atomic_load(&part->fails_at) ? COOP_OPENCL_FAILED
                                                                                    : COOP_OK;
}

static coop_status part_read(const struct coop_net_memory *memory, uint64_t offset, void *to, uint64_t bytes)
{
    coop_status status = count(of(memory), offset, bytes);

    if (status == COOP_OK) {
        memcpy(to, of(memory)->bytes + offset, bytes);
    }
    return status;
}

static coop_status part_write(const struct coop_net_memory *memory, uint64_t offset, const void *from,
                              uint64_t bytes)
{
    coop_status status = count(of(memory), offset, bytes);
    uint32_t small;

    if (status == COOP_OK && bytes == sizeof small) {
        memcpy(&small, from, sizeof small);
        atomic_store_explicit((atomic_uint *)(void *)(of(memory)->bytes + offset), small,
                              memory_order_release);
    } else if (status == COOP_OK) {
        memcpy(of(memory)->bytes + offset, from, bytes);
    }
    return status;
}

static coop_status part_load(const struct coop_net_memory *memory, uint64_t offset, uint64_t *words,
                             uint32_t some)
{
    coop_status status = count(of(memory), offset, 8 * (uint64_t)some);

    for (uint32_t i = 0; status == COOP_OK && i < some; i++) {
        words[i] = atomic_load_explicit(word(of(memory), offset + 8 * (uint64_t)i), memory_order_acquire);
    }
    return status;
}

static coop_status part_store(const struct coop_net_memory *memory, uint64_t offset, const uint64_t *words,
                              uint32_t some)
{
    coop_status status = count(of(memory), offset, 8 * (uint64_t)some);

    for (uint32_t i = 0; status == COOP_OK && i < some; i++) {
        atomic_store_explicit(word(of(memory), offset + 8 * (uint64_t)i), words[i], memory_order_release);
    }
    return status;
}

static void part_wake(const struct coop_net_memory *memory, uint64_t offset)
{
    (void)offset;
    atomic_fetch_add(&of(memory)->wakes, 1);
}

void device_part_init(struct device_part *part, const struct device_shape *shape)
{
    struct coop_network *network;
    uint64_t slots_bytes = shape->slots * coop_message_slot_bytes(shape->width);
    uint64_t own = (shape->elements + shape->ranks - 1) / shape->ranks;
    uint32_t places = 1;
    uint64_t bytes;

    memset(part, 0, sizeof *part);
    while (places < shape->slots) {
        places *= 2;
    }
    bytes = sizeof *network + slots_bytes + 16 * (uint64_t)places +
            shape->inbound_places * (sizeof(struct coop_inbound) + (uint64_t)shape->buffer_bytes);
    part->memory = (struct coop_net_memory){part_read, part_write, part_load, part_store, part_wake};
    part->bytes = aligned_alloc(64, (bytes + 63) / 64 * 64);
    memset(part->bytes, 0, bytes);
    part->elements = calloc(own, sizeof *part->elements);
    network = part->network = (struct coop_network *)(void *)part->bytes;
    network->rank = shape->rank;
    network->ranks = shape->ranks;
    network->slot_count = shape->slots;
    network->width = shape->width;
    network->places = places;
    network->inbound_places = shape->inbound_places;
    network->inbound_bytes = shape->buffer_bytes;
    network->inbound_at = sizeof *network;
    network->slots_at = network->inbound_at + shape->inbound_places * sizeof(struct coop_inbound);
    network->free_at = network->slots_at + slots_bytes;
    network->full_at = network->free_at + 8 * (uint64_t)places;
    network->inbound_data_at = network->full_at + 8 * (uint64_t)places;
    network->arrays[0].elements = shape->elements;
    network->arrays[0].block = own;
    for (uint32_t slot = 0; slot < shape->slots; slot++) {
        atomic_store(word(part, network->free_at + 8 * (uint64_t)slot),
                     coop_ring_entry(slot, places, slot, 0, 0));
    }
}

void device_part_clear(struct device_part *part)
{
    free(part->bytes);
    free(part->elements);
}

/* The number of a free slot; UINT32_MAX: none is. */
static uint32_t take_free(struct device_part *part)
{
    struct coop_network *network = part->network;
    _Atomic uint64_t *taken = &network->free_taken.only_through_accessors;
    uint64_t ticket = atomic_load_explicit(taken, memory_order_relaxed);

    for (;;) {
        uint64_t entry = atomic_load_explicit(
            word(part, network->free_at + 8 * (ticket & (network->places - 1))), memory_order_acquire);
        if (!coop_ring_is_there(entry, ticket, network->places)) {
            uint64_t now = atomic_load_explicit(taken, memory_order_relaxed);
            if (now == ticket) {
                return UINT32_MAX;
            }
            ticket = now;
        } else if (atomic_compare_exchange_weak_explicit(taken, &ticket, ticket + 1, memory_order_relaxed,
                                                         memory_order_relaxed)) {
            return coop_ring_block(entry);
        }
    }
}

/* Publishes a slot whose messages are written. */
static uint64_t put_full(struct device_part *part, uint32_t slot, uint32_t some)
{
    struct coop_network *network = part->network;
    uint64_t ticket =
        atomic_fetch_add_explicit(&network->full_tickets.only_through_accessors, 1, memory_order_relaxed);

    atomic_store_explicit(word(part, network->full_at + 8 * (ticket & (network->places - 1))),
                          coop_ring_entry(ticket, network->places, slot, some, 0), memory_order_release);
    return ticket;
}

uint64_t device_publish(struct device_part *part, const uint64_t *indices, const uint64_t *values,
                        uint32_t some)
{
    struct coop_network *network = part->network;
    uint32_t slot = take_free(part);
    uint64_t block = network->arrays[0].block;
    uint64_t *rows;

    if (slot == UINT32_MAX) {
        return UINT64_MAX;
    }
    rows = (uint64_t *)(void *)(part->bytes + network->slots_at +
                                slot * coop_message_slot_bytes(network->width));
    for (uint32_t i = 0; i < some; i++) {
        rows[i] =
            coop_message_head(COOP_MESSAGE_ADD, 0, coop_message_home(block, network->ranks, indices[i]));
        rows[network->width + i] = coop_message_place(block, network->ranks, indices[i]);
        rows[2 * (uint64_t)network->width + i] = values[i];
    }
    return put_full(part, slot, some);
}

uint64_t device_meet(struct device_part *part, uint32_t kind, uint64_t number, uint64_t value)
{
    struct coop_network *network = part->network;
    uint32_t slot = take_free(part);
    uint64_t *rows;

    if (slot == UINT32_MAX) {
        return UINT64_MAX;
    }
    rows = (uint64_t *)(void *)(part->bytes + network->slots_at +
                                slot * coop_message_slot_bytes(network->width));
    rows[0] = coop_message_head(COOP_MESSAGE_MEET, kind, network->rank);
    rows[network->width] = number;
    rows[2 * (uint64_t)network->width] = value;
    return put_full(part, slot, 1);
}

uint64_t device_answered(const struct device_part *part, uint64_t *result)
{
    uint64_t answered =
        atomic_load_explicit(&part->network->meet_answered.only_through_accessors, memory_order_acquire);

    *result = atomic_load_explicit(&part->network->meet_result.only_through_accessors, memory_order_relaxed);
    return answered;
}

int device_apply(struct device_part *part)
{
    struct coop_network *network = part->network;
    unsigned long long ticket = atomic_load(&part->taken);
    uint64_t place = ticket % network->inbound_places;
    struct coop_inbound *inbound = (struct coop_inbound *)(void *)(part->bytes + network->inbound_at) + place;
    const struct coop_message *messages =
        (const struct coop_message *)(const void *)(part->bytes + network->inbound_data_at +
                                                    place * network->inbound_bytes);

    if (atomic_load_explicit(&inbound->filled.only_through_accessors, memory_order_acquire) != ticket + 1 ||
        !atomic_compare_exchange_strong(&part->taken, &ticket, ticket + 1)) {
        return 0;
    }
    for (uint32_t i = 0; i < inbound->messages; i++) {
        atomic_fetch_add_explicit(&part->elements[messages[i].place], 1, memory_order_relaxed);
        if (part->applied != NULL) {
            part->applied(part->with, messages[i].value);
        }
    }
    atomic_store_explicit(&inbound->applied.only_through_accessors, ticket + 1, memory_order_release);
    return 1;
}

uint64_t device_quiet(const struct device_part *part)
{
    return atomic_load_explicit(&part->network->quiet_ticket.only_through_accessors, memory_order_acquire);
}

int device_is_lost(const struct device_part *part)
{
    return atomic_load_explicit(&part->network->is_lost.only_through_accessors, memory_order_acquire) != 0;
}
