#include "host/net/delivery.h"

#include "host/net/record.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void coop_delivery_init(struct coop_delivery *delivery, const struct coop_net_memory *memory,
                        const struct coop_network *network)
{
    delivery->memory = memory;
    delivery->inbound_at = network->inbound_at;
    delivery->data_at = network->inbound_data_at;
    delivery->places = network->inbound_places;
    delivery->place_bytes = network->inbound_bytes;
    delivery->bell = 0;
}

static uint64_t place_at(const struct coop_delivery *delivery, uint64_t ticket)
{
    return delivery->inbound_at + (ticket % delivery->places) * sizeof(struct coop_inbound);
}

coop_status coop_delivery_write(const struct coop_delivery *delivery, const struct coop_incoming *parcel,
                                uint64_t ticket)
{
    const struct coop_net_memory *memory = delivery->memory;
    const uint32_t about[3] = {parcel->head->messages, parcel->from, parcel->head->calls};
    const uint64_t filled = ticket + 1;
    coop_status status =
        memory->write(memory, delivery->data_at + (ticket % delivery->places) * delivery->place_bytes,
                      parcel->head + 1, parcel->bytes - sizeof *parcel->head);

    if (status == COOP_OK) {
        status = memory->write(memory, place_at(delivery, ticket) + offsetof(struct coop_inbound, messages),
                               about, sizeof about);
    }
    if (status == COOP_OK) { /* publishes both; pairs with the delivery work-group's load of `filled` */
        status = memory->store_words(memory, place_at(delivery, ticket), &filled, 1);
    }
    return status;
}

coop_status coop_delivery_ring(struct coop_delivery *delivery)
{
    const struct coop_net_memory *memory = delivery->memory;
    const uint64_t at = offsetof(struct coop_network, inbound_bell);
    const uint32_t bell = ++delivery->bell;
    coop_status status = memory->write(memory, at, &bell, sizeof bell);

    memory->wake(memory, at);
    return status;
}

coop_status coop_delivery_look(const struct coop_delivery *delivery, uint64_t delivered, uint64_t *applied)
{
    const struct coop_net_memory *memory = delivery->memory;
    coop_status status = COOP_OK;

    while (status == COOP_OK && *applied < delivered) {
        uint64_t word = 0;
        status = memory->load_words(
            memory, place_at(delivery, *applied) + offsetof(struct coop_inbound, applied), &word, 1);
        if (status != COOP_OK || word != *applied + 1) {
            break;
        }
        (*applied)++;
    }
    return status;
}

coop_status coop_full_slots_init(struct coop_full_slots *slots, const struct coop_net_memory *memory,
                                 const struct coop_network *network)
{
    memset(slots, 0, sizeof *slots);
    slots->memory = memory;
    slots->full_at = network->full_at;
    slots->free_at = network->free_at;
    slots->slots_at = network->slots_at;
    slots->places = network->places;
    slots->slot_count = network->slot_count;
    slots->width = network->width;
    slots->batch = network->slot_count < COOP_FULL_SLOTS_BATCH ? network->slot_count : COOP_FULL_SLOTS_BATCH;
    slots->put = network->slot_count; /* they are free at the beginning */
    slots->rows = malloc(slots->batch * coop_message_slot_bytes(slots->width));
    return slots->rows != NULL ? COOP_OK : COOP_OUT_OF_MEMORY;
}

void coop_full_slots_clear(struct coop_full_slots *slots)
{
    free(slots->rows);
    slots->rows = NULL;
}

static coop_status fail(coop_status status, char *failure)
{
    if (status != COOP_OK) {
        snprintf(failure, COOP_NET_FAILURE_BYTES, "the queue of messages cannot be reached: %s",
                 coop_status_text(status));
    }
    return status;
}

/* Gives the batch's slots back: one write, or two where the ring wraps. */
static coop_status give_back(struct coop_full_slots *slots, char *failure)
{
    uint64_t entries[COOP_FULL_SLOTS_BATCH];
    uint32_t first = (uint32_t)(slots->put & (slots->places - 1));
    uint32_t before_wrap = slots->places - first < slots->fetched ? slots->places - first : slots->fetched;
    coop_status status;

    for (uint32_t i = 0; i < slots->fetched; i++) {
        entries[i] = coop_ring_entry(slots->put + i, slots->places, coop_ring_block(slots->entries[i]), 0, 0);
    }
    status = slots->memory->store_words(slots->memory, slots->free_at + first * sizeof entries[0], entries,
                                        before_wrap);
    if (status == COOP_OK && before_wrap < slots->fetched) {
        status = slots->memory->store_words(slots->memory, slots->free_at, entries + before_wrap,
                                            slots->fetched - before_wrap);
    }
    slots->put += slots->fetched;
    slots->fetched = 0;
    slots->next = 0;
    return fail(status, failure);
}

/* Reads the published entries from the next ticket on, as many as a batch has and as there are up to the end
 * of the ring. */
static coop_status read_entries(struct coop_full_slots *slots, char *failure)
{
    uint32_t first = (uint32_t)(slots->taken & (slots->places - 1));
    uint32_t count = slots->places - first < slots->batch ? slots->places - first : slots->batch;
    coop_status status = slots->memory->load_words(
        slots->memory, slots->full_at + first * sizeof slots->entries[0], slots->entries, count);

    slots->fetched = 0;
    while (status == COOP_OK && slots->fetched < count &&
           coop_ring_is_there(slots->entries[slots->fetched], slots->taken, slots->places)) {
        uint64_t entry = slots->entries[slots->fetched];
        if (coop_ring_block(entry) >= slots->slot_count || coop_ring_count(entry) > slots->width) {
            snprintf(
                failure, COOP_NET_FAILURE_BYTES,
                "the queue of messages is damaged: entry %llu names slot %u of %u with %u messages of %u; "
                "a kernel has written outside its buffers",
                (unsigned long long)slots->taken, coop_ring_block(entry), slots->slot_count,
                coop_ring_count(entry), slots->width);
            slots->fetched = 0;
            return COOP_NETWORK_FAILED;
        }
        slots->fetched++;
        slots->taken++;
    }
    return fail(status, failure);
}

/* Reads the batch's slots, one read for each run of slots that follow each other. */
static coop_status read_rows(struct coop_full_slots *slots, char *failure)
{
    uint64_t slot_bytes = coop_message_slot_bytes(slots->width);
    coop_status status = COOP_OK;

    for (uint32_t i = 0; status == COOP_OK && i < slots->fetched;) {
        uint32_t slot = coop_ring_block(slots->entries[i]);
        uint32_t run = 1;
        while (i + run < slots->fetched && coop_ring_block(slots->entries[i + run]) == slot + run) {
            run++;
        }
        status = slots->memory->read(slots->memory, slots->slots_at + slot * slot_bytes,
                                     slots->rows + i * (slot_bytes / sizeof *slots->rows), run * slot_bytes);
        i += run;
    }
    return fail(status, failure);
}

coop_status coop_full_slots_take(struct coop_full_slots *slots, struct coop_full_slot *slot, int *is_there,
                                 char *failure)
{
    coop_status status = COOP_OK;

    *is_there = 0;
    if (slots->next == slots->fetched && slots->fetched > 0) {
        status = give_back(slots, failure);
    }
    if (status == COOP_OK && slots->fetched == 0) {
        status = read_entries(slots, failure);
        status = status == COOP_OK ? read_rows(slots, failure) : status;
    }
    if (status == COOP_OK && slots->next < slots->fetched) {
        const uint64_t *rows = slots->rows + (size_t)slots->next * COOP_MESSAGE_COLUMNS * slots->width;
        *slot = (struct coop_full_slot){rows, rows + slots->width, rows + 2 * (size_t)slots->width,
                                        coop_ring_count(slots->entries[slots->next]),
                                        coop_full_slots_next(slots)};
        slots->next++;
        *is_there = 1;
    }
    return status;
}
