#include "host/net/attachment_plan.h"

#include "host/net/parcel.h"
#include <string.h>

#define SECOND_NS ((uint64_t)1000000000)
#define BUFFER_BYTES_MAX ((uint32_t)1 << 26)
#define CREDITS_MAX 1024u
#define PLACES_BYTES ((uint64_t)2 << 20) /* of inbound places, where that is 4 or more */

const char *coop_net_options_complete(struct coop_net_options *options)
{
    options->buffer_bytes = options->buffer_bytes != 0 ? options->buffer_bytes : 65536;
    options->buffers_per_peer = options->buffers_per_peer != 0 ? options->buffers_per_peer : 3;
    options->timeout_us = options->timeout_us != 0 ? options->timeout_us : 125;
    options->memory_bytes = options->memory_bytes != 0 ? options->memory_bytes : (uint64_t)256 << 20;
    options->peer_timeout_ns = options->peer_timeout_ns != 0 ? options->peer_timeout_ns : 10 * SECOND_NS;
    if (options->buffer_bytes <
            sizeof(struct coop_parcel_head) + COOP_CALL_ROWS_MAX * sizeof(struct coop_message) ||
        options->buffer_bytes > BUFFER_BYTES_MAX) {
        return "buffer_bytes is 136 to 67108864";
    }
    if (options->buffers_per_peer > CREDITS_MAX) {
        return "buffers_per_peer is at most 1024";
    }
    if (options->timeout_us > 10000000) {
        return "timeout_us is at most 10000000";
    }
    if (options->memory_bytes < options->buffer_bytes) {
        return "memory_bytes has room for a buffer at least";
    }
    if (options->peer_timeout_ns < SECOND_NS / 100 || options->peer_timeout_ns == UINT64_MAX) {
        return "peer_timeout_ns is 10 ms at least, and not UINT64_MAX: a wait without end is refused";
    }
    return NULL;
}

static uint32_t power_of_two(uint64_t least)
{
    uint32_t power = 1;

    while (power < least) {
        power *= 2;
    }
    return power;
}

static uint64_t place(uint64_t *end, uint64_t bytes)
{
    uint64_t at = *end;

    *end += (bytes + COOP_LINE_BYTES - 1) / COOP_LINE_BYTES * COOP_LINE_BYTES;
    return at;
}

/* How many slots; 0: too few. */
static uint32_t slots_of(const struct coop_net_need *need, const struct coop_net_options *options,
                         uint64_t slot_bytes, uint64_t *least_bytes)
{
    uint64_t least = 2 * (uint64_t)need->worker_groups; /* one to fill, one with the host */
    uint64_t bytes = options->queue_bytes;
    uint64_t slots;

    *least_bytes = ((uint64_t)need->worker_groups + 1) * slot_bytes; /* B5 */
    if (bytes == 0) {
        bytes = need->by_copies ? (uint64_t)16 << 20 : (uint64_t)1 << 20;
        bytes = bytes > least * slot_bytes ? bytes : least * slot_bytes;
    }
    slots = bytes / slot_bytes;
    slots = slots < COOP_MESSAGE_SLOTS_MAX ? slots : COOP_MESSAGE_SLOTS_MAX;
    return slots > need->worker_groups ? (uint32_t)slots : 0;
}

int coop_net_plan(const struct coop_net_need *need, const struct coop_net_options *options,
                  struct coop_network *network, uint64_t *least_bytes)
{
    uint64_t row_bytes = sizeof(struct coop_message);
    uint64_t end = sizeof *network;
    uint64_t places;

    memset(network, 0, sizeof *network);
    network->magic = COOP_NETWORK_MAGIC;
    network->version = COOP_NETWORK_VERSION;
    network->rank = need->rank;
    network->ranks = need->ranks;
    network->width =
        need->local_items > COOP_MESSAGE_WIDTH_DEFAULT ? need->local_items : COOP_MESSAGE_WIDTH_DEFAULT;
    network->slot_count = slots_of(need, options, coop_message_slot_bytes(network->width), least_bytes);
    network->places = power_of_two(network->slot_count);
    network->inbound_bytes =
        (uint32_t)((options->buffer_bytes - sizeof(struct coop_parcel_head)) / row_bytes * row_bytes);
    places = PLACES_BYTES / network->inbound_bytes;
    places = places < 4 ? 4 : places > 64 ? 64 : places;
    network->inbound_places = power_of_two(places);
    network->timeout_ns = (uint64_t)options->timeout_us * 1000;
    network->wait_ns = 3 * options->peer_timeout_ns;
    network->slots_at = place(&end, network->slot_count * coop_message_slot_bytes(network->width));
    network->free_at = place(&end, network->places * sizeof(uint64_t));
    network->full_at = place(&end, network->places * sizeof(uint64_t));
    network->inbound_at = place(&end, network->inbound_places * sizeof(struct coop_inbound));
    network->inbound_data_at = place(&end, (uint64_t)network->inbound_places * network->inbound_bytes);
    network->bytes = end;
    return network->slot_count != 0;
}
