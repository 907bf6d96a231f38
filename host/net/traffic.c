#include "host/net/traffic.h"

#include "host/net/traffic_in.h"
#include "host/net/traffic_life.h"
#include "host/net/traffic_meet.h"
#include "host/net/traffic_out.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* Parcels that arrive at a time; others wait in the network. */
#define WIRE_PLACES_MAX 64u
#define NAP_UNDER_WAY_NS ((uint64_t)50 * 1000)
#define NAP_MEETING_NS ((uint64_t)1000 * 1000)

static uint32_t wire_places(const struct coop_traffic *traffic)
{
    uint64_t wanted = (uint64_t)(traffic->ranks - 1) * traffic->options.credits + 1;

    return wanted < WIRE_PLACES_MAX ? (uint32_t)wanted : WIRE_PLACES_MAX;
}

coop_status coop_traffic_init(struct coop_traffic *traffic, const struct coop_traffic_options *options,
                              const struct coop_net_memory *memory, const struct coop_network *network,
                              const char (*hosts)[64])
{
    const uint64_t credits_bytes = (uint64_t)options->credits * options->buffer_bytes;
    const struct coop_outbox_options outbox = {
        network->ranks,
        options->buffer_bytes,
        options->credits,
        options->timeout_ns,
        options->memory_bytes -
            coop_relay_reserve(network->ranks, options->row, network->rank, credits_bytes),
        options->row};
    coop_status slots;
    coop_status outgoing;
    coop_status incoming;
    coop_status status;

    memset(traffic, 0, sizeof *traffic);
    pthread_mutex_init(&traffic->lock, NULL);
    traffic->options = *options;
    traffic->memory = memory;
    traffic->hosts = calloc(network->ranks, sizeof *traffic->hosts);
    if (traffic->hosts != NULL) {
        memcpy(traffic->hosts, hosts, network->ranks * sizeof *traffic->hosts);
    }
    traffic->rank = network->rank;
    traffic->ranks = network->ranks;
    slots = coop_full_slots_init(&traffic->slots, memory, network);
    coop_delivery_init(&traffic->delivery, memory, network);
    outgoing = coop_outbox_init(&traffic->outbox, &outbox);
    incoming = coop_inbox_init(&traffic->inbox, traffic->ranks, network->inbound_places,
                               wire_places(traffic) + options->credits);
    traffic->peers = calloc(traffic->ranks, sizeof *traffic->peers);
    status = slots == COOP_OK && outgoing == COOP_OK && incoming == COOP_OK && traffic->peers != NULL &&
                     traffic->hosts != NULL
                 ? COOP_OK
                 : COOP_OUT_OF_MEMORY;
    return status == COOP_OK ? coop_relay_init(&traffic->relay, options->row, traffic->rank, &traffic->outbox,
                                               &traffic->inbox)
                             : status;
}

void coop_traffic_clear(struct coop_traffic *traffic)
{
    if (traffic->ranks != 0) {
        free(traffic->hosts);
        free(traffic->peers);
        coop_relay_clear(&traffic->relay);
        coop_inbox_clear(&traffic->inbox);
        coop_outbox_clear(&traffic->outbox);
        coop_full_slots_clear(&traffic->slots);
        pthread_mutex_destroy(&traffic->lock);
    }
}

/* ---- a step ---- */

/* The first one: time begins. */
static coop_status begin(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    coop_status status =
        step->wire->methods->listen(step->wire, traffic->options.buffer_bytes, wire_places(traffic));

    traffic->is_listening = status == COOP_OK;
    traffic->looked_ns = traffic->now_ns;
    for (uint32_t rank = 0; rank < traffic->ranks; rank++) {
        traffic->peers[rank].heard_ns = traffic->listened_ns;
        traffic->peers[rank].spoken_ns = traffic->now_ns;
    }
    if (status != COOP_OK) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES, "%s", step->wire->failure);
    }
    return status;
}

/* The ticket of the rows that are sorted next; of a slot that is half sorted, its own. */
static uint64_t next_ticket(const struct coop_traffic *traffic)
{
    return traffic->has_slot ? traffic->slot.ticket : coop_full_slots_next(&traffic->slots);
}

/* The ticket below which all is applied, as D10 has it. */
static uint64_t quiet_ticket(const struct coop_traffic *traffic)
{
    return coop_outbox_quiet(&traffic->outbox, next_ticket(traffic));
}

static coop_status tell_quiet(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    uint64_t quiet = quiet_ticket(traffic);
    coop_status status = COOP_OK;

    if (quiet != traffic->quiet) { /* releases; pairs with the work-groups' load of the word */
        status = traffic->memory->store_words(traffic->memory, offsetof(struct coop_network, quiet_ticket),
                                              &quiet, 1);
        traffic->quiet = quiet;
    }
    if (status != COOP_OK) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES, "the device's ticket word cannot be reached: %s",
                 coop_status_text(status));
    }
    return status;
}

static int is_idle(const struct coop_traffic *traffic)
{
    return !traffic->has_slot && traffic->outbox.unfinished == 0 &&
           traffic->inbox.applied_count == traffic->inbox.arrived_count;
}

static uint64_t nap(const struct coop_traffic *traffic)
{
    if (is_idle(traffic) && coop_traffic_is_meeting(traffic)) {
        return NAP_MEETING_NS;
    }
    if (is_idle(traffic)) {
        return traffic->options.silence_ns / 16;
    }
    return traffic->outbox.oldest_open != NULL && traffic->options.timeout_ns / 2 < NAP_UNDER_WAY_NS
               ? traffic->options.timeout_ns / 2
               : NAP_UNDER_WAY_NS;
}

static coop_status do_all(struct coop_traffic_step *step)
{
    coop_status status = step->traffic->is_listening ? COOP_OK : begin(step);

    status = status == COOP_OK ? coop_traffic_receive(step) : status;
    status = status == COOP_OK ? coop_traffic_deliver(step) : status;
    status = status == COOP_OK ? coop_traffic_consume(step) : status;
    status = status == COOP_OK ? coop_traffic_send(step) : status;
    status = status == COOP_OK ? coop_traffic_meet(step, quiet_ticket(step->traffic)) : status;
    status = status == COOP_OK ? coop_traffic_note(step) : status;
    status = status == COOP_OK ? tell_quiet(step) : status;
    return status == COOP_OK ? coop_traffic_listen_for_silence(step) : status;
}

coop_status coop_traffic_step(struct coop_traffic *traffic, struct coop_wire *wire, uint64_t now_ns,
                              uint64_t *nap_ns, char *failure)
{
    struct coop_traffic_step step = {traffic, wire, failure, 0};
    coop_status status;

    pthread_mutex_lock(&traffic->lock);
    traffic->listened_ns += traffic->is_deaf ? 0 : now_ns - traffic->now_ns;
    traffic->now_ns = now_ns;
    traffic->relay.now_ns = now_ns;
    traffic->relay.next_ticket = next_ticket(traffic);
    status = do_all(&step);
    if (status != COOP_OK) {
        coop_traffic_say_abort(&step, status);
    }
    atomic_store_explicit(&traffic->parcel_memory_bytes,
                          (uint64_t)traffic->outbox.table_count * traffic->outbox.parcel_bytes,
                          memory_order_relaxed);
    *nap_ns = step.did ? 0 : nap(traffic);
    if (!step.did) { /* pairs with coop_traffic_is_drained */
        atomic_store_explicit(&traffic->is_drained, is_idle(traffic), memory_order_release);
    }
    pthread_mutex_unlock(&traffic->lock);
    return status;
}

/* A rank that goes before its first step has others to tell nevertheless. */
static void listen_to_tell(struct coop_traffic *traffic, struct coop_wire *wire)
{
    char failure[COOP_NET_FAILURE_BYTES];
    struct coop_traffic_step step = {traffic, wire, failure, 0};

    if (!traffic->is_listening) {
        begin(&step); /* where it fails nobody is told, and the others find the rank silent */
    }
}

void coop_traffic_give_up(struct coop_traffic *traffic, struct coop_wire *wire, coop_status status,
                          char *failure)
{
    struct coop_traffic_step step = {traffic, wire, failure, 0};

    pthread_mutex_lock(&traffic->lock);
    listen_to_tell(traffic, wire);
    coop_traffic_say_abort(&step, status);
    pthread_mutex_unlock(&traffic->lock);
}

void coop_traffic_leave(struct coop_traffic *traffic, struct coop_wire *wire)
{
    char failure[COOP_NET_FAILURE_BYTES] = "its net was closed while other ranks go on with theirs";
    struct coop_traffic_step step = {traffic, wire, failure, 0};

    pthread_mutex_lock(&traffic->lock);
    listen_to_tell(traffic, wire);
    coop_traffic_tell_others(&step, COOP_NETWORK_FAILED);
    pthread_mutex_unlock(&traffic->lock);
}

/* ---- from any thread ---- */

void coop_traffic_ask(struct coop_traffic *traffic, enum coop_traffic_ask ask)
{
    pthread_mutex_lock(&traffic->lock); /* no step is under way, and the next one answers */
    atomic_store_explicit(&traffic->is_drained, 0, memory_order_relaxed);
    atomic_store_explicit(&traffic->ask, (int)ask, memory_order_relaxed);
    pthread_mutex_unlock(&traffic->lock);
}

int coop_traffic_is_drained(struct coop_traffic *traffic)
{
    return atomic_load_explicit(&traffic->is_drained, memory_order_acquire);
}

int coop_traffic_has_ended(struct coop_traffic *traffic)
{
    return atomic_load_explicit(&traffic->is_over, memory_order_acquire);
}

void coop_traffic_total(struct coop_traffic *traffic, uint64_t *left, uint64_t *applied)
{
    *left = 0;
    *applied = 0;
    pthread_mutex_lock(&traffic->lock);
    for (uint32_t rank = 0; rank < traffic->ranks; rank++) {
        *left += traffic->outbox.peers[rank].left_messages;
        *applied += traffic->inbox.peers[rank].messages_applied;
    }
    pthread_mutex_unlock(&traffic->lock);
}

uint64_t coop_traffic_memory(struct coop_traffic *traffic)
{
    return atomic_load_explicit(&traffic->parcel_memory_bytes, memory_order_relaxed);
}

void coop_traffic_count(struct coop_traffic *traffic, uint32_t rank, struct coop_traffic_counts *counts)
{
    const struct coop_outbox_peer *out = &traffic->outbox.peers[rank];
    const struct coop_inbox_peer *in = &traffic->inbox.peers[rank];

    pthread_mutex_lock(&traffic->lock);
    *counts = (struct coop_traffic_counts){.sent_messages = out->left_messages,
                                           .sent_bytes = out->left_bytes,
                                           .sent_parcels = out->left_parcels,
                                           .acknowledged_messages = out->messages_applied,
                                           .received_messages = in->messages,
                                           .received_bytes = traffic->peers[rank].received_bytes,
                                           .received_parcels = in->parcels,
                                           .applied_messages = in->messages_applied,
                                           .waits = out->waits,
                                           .spilled_bytes = out->spilled_bytes};
    for (uint32_t why = 0; why < COOP_OUTBOX_WHYS; why++) {
        counts->closed[why] = out->closed[why];
    }
    if (traffic->relay.row != 0) { /* a parcel has messages of several ranks, or for several */
        const struct coop_relay_counts *by_rank = &traffic->relay.counts[rank];
        counts->sent_messages = out->final_left;
        counts->acknowledged_messages = out->final_acknowledged;
        counts->received_messages = by_rank->received;
        counts->applied_messages = by_rank->applied;
        counts->forwarded_messages = by_rank->forwarded;
    }
    pthread_mutex_unlock(&traffic->lock);
}
