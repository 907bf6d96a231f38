#include "host/net/traffic_in.h"

#include "host/net/traffic_life.h"
#include "host/net/traffic_meet.h"
#include "host/net/traffic_state.h"
#include <stdio.h>

static coop_status damaged(struct coop_traffic_step *step, const struct coop_wire_parcel *parcel)
{
    char name[96];

    snprintf(step->failure, COOP_NET_FAILURE_BYTES,
             "a parcel of %u bytes from %s is not what this version of coop sends next", parcel->bytes,
             coop_traffic_name(step->traffic, parcel->from, name));
    return COOP_NETWORK_FAILED;
}

static coop_status give(struct coop_traffic_step *step, uint32_t place)
{
    coop_status status = step->wire->methods->give(step->wire, place);

    if (status != COOP_OK) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES, "%s", step->wire->failure);
    }
    return status;
}

/* Another rank gives up. */
static coop_status hear_abort(struct coop_traffic_step *step, const struct coop_wire_parcel *parcel)
{
    const struct coop_parcel_failure *failure =
        (const void *)((const unsigned char *)parcel->at + sizeof(struct coop_parcel_head));
    char name[96];

    if (parcel->bytes != sizeof(struct coop_parcel_head) + sizeof *failure) {
        return damaged(step, parcel);
    }
    snprintf(step->failure, COOP_NET_FAILURE_BYTES, "%s has given up: %.*s",
             coop_traffic_name(step->traffic, parcel->from, name), (int)sizeof failure->text, failure->text);
    return failure->status == COOP_PEER_LOST ? COOP_PEER_LOST : COOP_NETWORK_FAILED;
}

int coop_traffic_arrive(struct coop_traffic *traffic, const struct coop_incoming *parcel)
{
    if (!coop_inbox_arrive(&traffic->inbox, parcel, sizeof(struct coop_message)) ||
        (traffic->relay.row != 0 && !coop_relay_arrive(&traffic->relay, parcel))) {
        return 0;
    }
    traffic->peers[parcel->from].received_bytes += parcel->bytes;
    return 1;
}

/* The next one of its rank; it stays in the wire's place until it is delivered. */
static coop_status take_rows(struct coop_traffic_step *step, const struct coop_wire_parcel *parcel)
{
    const struct coop_incoming incoming = {parcel->at, parcel->bytes, parcel->from, parcel->place};

    return parcel->bytes <= step->traffic->options.buffer_bytes &&
                   coop_traffic_arrive(step->traffic, &incoming)
               ? COOP_OK
               : damaged(step, parcel);
}

/* Parcels from another row do not wait for the device: their messages are in the outbox at once. */
static coop_status pass_on(struct coop_traffic_step *step, const struct coop_wire_parcel *parcel)
{
    const struct coop_incoming incoming = {parcel->at, parcel->bytes, parcel->from, parcel->place};
    coop_status status = parcel->bytes > step->traffic->options.buffer_bytes
                             ? COOP_NETWORK_FAILED
                             : coop_relay_forward(&step->traffic->relay, &incoming);
    char name[96];

    if (status == COOP_NETWORK_FAILED) {
        return damaged(step, parcel);
    }
    if (status != COOP_OK) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES,
                 "the host has no memory left to forward messages of %s",
                 coop_traffic_name(step->traffic, parcel->from, name));
        return status;
    }
    step->traffic->peers[parcel->from].received_bytes += parcel->bytes;
    return give(step, parcel->place);
}

static coop_status take(struct coop_traffic_step *step, const struct coop_wire_parcel *parcel)
{
    struct coop_traffic *traffic = step->traffic;
    const struct coop_parcel_head *head = parcel->at;
    coop_status status = COOP_OK;

    if (parcel->from >= traffic->ranks || parcel->from == traffic->rank || parcel->bytes < sizeof *head ||
        !coop_outbox_acknowledge(&traffic->outbox, parcel->from, head->applied, head->applied_messages) ||
        !coop_traffic_meet_hear(traffic, parcel->from, head)) {
        return damaged(step, parcel);
    }
    traffic->peers[parcel->from].heard_ns = traffic->listened_ns;
    switch (head->kind) {
    case COOP_PARCEL_ROWS:
        return traffic->relay.row == 0 || coop_relay_is_mate(&traffic->relay, parcel->from)
                   ? take_rows(step, parcel)
                   : pass_on(step, parcel);
    case COOP_PARCEL_LAST:
        traffic->peers[parcel->from].has_ended = 1;
        break;
    case COOP_PARCEL_FAILURE:
        status = hear_abort(step, parcel);
        break;
    case COOP_PARCEL_NOTE:
        break;
    default:
        return damaged(step, parcel);
    }
    if (status == COOP_OK) {
        status = give(step, parcel->place);
    }
    return status;
}

coop_status coop_traffic_receive(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    coop_status status = COOP_OK;

    traffic->is_deaf = 1;
    while (status == COOP_OK && coop_inbox_has_room(&traffic->inbox)) {
        struct coop_wire_parcel parcel;
        status = step->wire->methods->receive(step->wire, &parcel);
        if (status != COOP_OK) {
            snprintf(step->failure, COOP_NET_FAILURE_BYTES, "%s", step->wire->failure);
            return status;
        }
        if (parcel.at == NULL) {
            traffic->is_deaf = parcel.is_full;
            break;
        }
        step->did = 1;
        status = take(step, &parcel);
    }
    return status;
}

static coop_status unreachable(struct coop_traffic_step *step, coop_status status)
{
    if (status != COOP_OK) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES, "the device's inbound places cannot be reached: %s",
                 coop_status_text(status));
    }
    return status;
}

/* Writes what has arrived, as far as there is room, and gives its memory back. */
static coop_status write_arrived(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    const struct coop_incoming *parcel;
    coop_status status = COOP_OK;
    int has_written = 0;

    while (status == COOP_OK && (parcel = coop_inbox_next(&traffic->inbox)) != NULL) {
        uint32_t place = parcel->place;
        int is_own = parcel->from == traffic->rank;
        status = unreachable(step,
                             coop_delivery_write(&traffic->delivery, parcel, traffic->inbox.delivered_count));
        if (status != COOP_OK) {
            return status;
        }
        coop_inbox_deliver(&traffic->inbox);
        has_written = 1;
        if (is_own) {
            coop_outbox_read(&traffic->outbox, place);
        } else {
            status = give(step, place);
        }
    }
    if (status == COOP_OK && has_written) {
        step->did = 1;
        status = unreachable(step, coop_delivery_ring(&traffic->delivery));
    }
    return status;
}

/* Sees what the device has applied. */
static coop_status look(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    const struct coop_inbox_peer *own = &traffic->inbox.peers[traffic->rank];
    uint64_t applied = traffic->inbox.applied_count;
    coop_status status =
        unreachable(step, coop_delivery_look(&traffic->delivery, traffic->inbox.delivered_count, &applied));

    if (status == COOP_OK && applied != traffic->inbox.applied_count) {
        coop_inbox_apply(&traffic->inbox, applied);
        coop_outbox_acknowledge(&traffic->outbox, traffic->rank, own->applied, own->messages_applied);
        step->did = 1;
    }
    coop_relay_look(&traffic->relay);
    return status;
}

coop_status coop_traffic_deliver(struct coop_traffic_step *step)
{
    coop_status status = look(step);

    return status == COOP_OK ? write_arrived(step) : status;
}
