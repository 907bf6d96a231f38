#include "host/net/delivery.h"

#include <stddef.h>

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
