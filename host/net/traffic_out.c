#include "host/net/traffic_out.h"

#include "host/net/traffic_in.h"
#include "host/net/traffic_life.h"
#include "host/net/traffic_meet.h"
#include "host/net/traffic_state.h"
#include <inttypes.h>
#include <stdio.h>

/* Slots that a step consumes before it looks at the network again. */
#define SLOTS_A_STEP (4 * COOP_FULL_SLOTS_BATCH)

/* What waits for the network has reached its limit: fails when nothing moves. */
static coop_status be_blocked(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    uint32_t to = traffic->outbox.waiting_for;
    uint64_t acknowledged = traffic->outbox.peers[to].acknowledged;
    char name[96];

    if (traffic->blocked_ns == 0 || acknowledged != traffic->blocked_at) {
        traffic->blocked_ns = traffic->now_ns;
        traffic->blocked_at = acknowledged;
    } else if (traffic->now_ns - traffic->blocked_ns >= traffic->options.silence_ns) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES,
                 "the queue of messages cannot be emptied: %" PRIu64 " bytes wait for the network, the limit "
                 "of memory_bytes for them is %" PRIu64 ", and %s has applied nothing for %" PRIu64 " ms",
                 traffic->outbox.own_bytes, traffic->outbox.memory_bytes,
                 coop_traffic_name(traffic, to, name), traffic->options.silence_ns / 1000000);
        return COOP_OUT_OF_MEMORY;
    }
    return COOP_BUSY;
}

static coop_status refuse_message(struct coop_traffic_step *step, uint64_t head)
{
    snprintf(step->failure, COOP_NET_FAILURE_BYTES,
             "the queue of messages is damaged: a message with the head %#" PRIx64
             " is in the slot of ticket "
             "%" PRIu64 "; a kernel has written outside its buffers",
             head, step->traffic->slot.ticket);
    return COOP_NETWORK_FAILED;
}

static struct coop_message message_at(const struct coop_full_slot *slot, uint32_t at)
{
    return (struct coop_message){slot->heads[at], slot->places[at], slot->values[at]};
}

/* Collects the rows of the call at `at`; how many, or 0 when they are not all there. */
static uint32_t collect_call(const struct coop_full_slot *slot, uint32_t at, struct coop_message *rows)
{
    uint32_t count = coop_call_row(slot->heads[at]);

    if (count == 0 || count > COOP_CALL_ROWS_MAX || count > slot->count - at) {
        return 0;
    }
    rows[0] = message_at(slot, at);
    for (uint32_t i = 1; i < count; i++) {
        rows[i] = message_at(slot, at + i);
        if (rows[i].head != coop_call_head(COOP_MESSAGE_MORE, coop_message_array(rows[0].head), i,
                                           coop_message_rank(rows[0].head))) {
            return 0;
        }
    }
    return count;
}

/* Adds an own message to the parcel that goes to its rank, or by another rank. */
static coop_status add_message(struct coop_traffic *traffic, struct coop_message *rows, uint32_t count)
{
    uint32_t to = coop_message_rank(rows[0].head);
    uint64_t ticket = traffic->slot.ticket;

    if (traffic->relay.row != 0) {
        return coop_relay_send(&traffic->relay, rows, count, ticket);
    }
    return coop_message_operation(rows[0].head) == COOP_MESSAGE_CALL
               ? coop_outbox_add_call(&traffic->outbox, to, rows, count, count * (uint32_t)sizeof rows[0],
                                      ticket, traffic->now_ns)
               : coop_outbox_add(&traffic->outbox, to, rows, sizeof rows[0], ticket, traffic->now_ns);
}

/* Adds the message at traffic->at, and sets *rows to how many rows it has; 0: it is none. */
static coop_status sort_message(struct coop_traffic *traffic, uint32_t *rows)
{
    const struct coop_full_slot *slot = &traffic->slot;
    struct coop_message message = message_at(slot, traffic->at);
    struct coop_message call[COOP_CALL_ROWS_MAX];
    uint32_t to = coop_message_rank(message.head);

    *rows = 1;
    switch (coop_message_operation(message.head)) {
    case COOP_MESSAGE_SKIP:
        return COOP_OK;
    case COOP_MESSAGE_MEET:
        *rows = (uint32_t)coop_traffic_meet_seen(traffic, message.head, message.place, message.value);
        return COOP_OK;
    case COOP_MESSAGE_CALL:
        *rows = to < traffic->ranks ? collect_call(slot, traffic->at, call) : 0;
        return *rows == 0 ? COOP_OK : add_message(traffic, call, *rows);
    case COOP_MESSAGE_PUT:
    case COOP_MESSAGE_ADD:
    case COOP_MESSAGE_MIN:
    case COOP_MESSAGE_MAX:
    case COOP_MESSAGE_OR:
        *rows = to < traffic->ranks;
        return *rows == 0 ? COOP_OK : add_message(traffic, &message, 1);
    default:
        *rows = 0;
        return COOP_OK;
    }
}

/* Adds the slot's messages to the outbox; COOP_BUSY: the rest must wait. */
static coop_status sort_slot(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    const struct coop_full_slot *slot = &traffic->slot;

    while (traffic->at < slot->count) {
        uint64_t head = slot->heads[traffic->at];
        uint32_t rows;
        coop_status status = sort_message(traffic, &rows);
        if (status == COOP_BUSY) {
            return be_blocked(step);
        }
        if (status != COOP_OK) {
            snprintf(step->failure, COOP_NET_FAILURE_BYTES,
                     "the host has no memory left for messages to rank %u", coop_message_rank(head));
            return status;
        }
        if (rows == 0) {
            return refuse_message(step, head);
        }
        traffic->at += rows;
        traffic->blocked_ns = 0; /* who waits next, perhaps for another rank, waits from then on */
    }
    if (traffic->options.leaves_by_slot) {
        coop_outbox_flush(&traffic->outbox);
    }
    traffic->has_slot = 0;
    return COOP_OK;
}

coop_status coop_traffic_consume(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    coop_status status = COOP_OK;

    for (uint32_t i = 0; status == COOP_OK && i < SLOTS_A_STEP; i++) {
        if (!traffic->has_slot) {
            status = coop_full_slots_take(&traffic->slots, &traffic->slot, &traffic->has_slot, step->failure);
            traffic->at = 0;
            if (status != COOP_OK || !traffic->has_slot) {
                break;
            }
            step->did = 1;
        }
        status = sort_slot(step);
    }
    return status == COOP_BUSY ? COOP_OK : status;
}

/* To the own rank: no wire. The outbox's credits are room enough. */
static coop_status keep(struct coop_traffic_step *step, const struct coop_outgoing *parcel)
{
    struct coop_traffic *traffic = step->traffic;
    const struct coop_incoming incoming = {&parcel->head, parcel->bytes, traffic->rank, parcel->number};

    if (!coop_traffic_arrive(traffic, &incoming)) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES,
                 "the rank's parcel %" PRIu64
                 " to itself is not what it should be, with %u messages in %u bytes",
                 parcel->head.number, parcel->head.messages, parcel->bytes);
        return COOP_NETWORK_FAILED;
    }
    return COOP_OK;
}

static coop_status send_parcel(struct coop_traffic_step *step, struct coop_outgoing *parcel)
{
    struct coop_traffic *traffic = step->traffic;
    struct coop_traffic_peer *peer = &traffic->peers[parcel->to];

    peer->told = traffic->inbox.peers[parcel->to].applied;
    peer->owed_ns = 0;
    peer->spoken_ns = traffic->now_ns;
    parcel->head.applied = peer->told;
    parcel->head.applied_messages = traffic->inbox.peers[parcel->to].messages_applied;
    coop_traffic_meet_tell(traffic, parcel->to, &parcel->head);
    return step->wire->methods->send(step->wire, parcel->to, &parcel->head, parcel->bytes, parcel->number);
}

/* What the wire has read. */
static coop_status take_back(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    coop_status status = COOP_OK;

    for (;;) {
        uint32_t number;
        status = step->wire->methods->sent(step->wire, &number);
        if (status != COOP_OK || number == COOP_WIRE_NONE) {
            return status;
        }
        if (number & COOP_TRAFFIC_NOTE) {
            traffic->peers[number & ~COOP_TRAFFIC_NOTE].is_noting = 0;
        } else {
            coop_outbox_read(&traffic->outbox, number);
        }
    }
}

coop_status coop_traffic_send(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    struct coop_outgoing *parcel;
    coop_status status = COOP_OK;

    if (atomic_load_explicit(&traffic->ask, memory_order_relaxed) != COOP_TRAFFIC_GO) {
        coop_outbox_flush(&traffic->outbox);
    } else {
        if (coop_traffic_is_meeting(traffic)) {
            /* At a net barrier no own rows follow; others may, of ranks that have not come yet. */
            coop_outbox_flush_own(&traffic->outbox);
        }
        coop_outbox_close_old(&traffic->outbox, traffic->now_ns);
    }
    while (status == COOP_OK && (parcel = coop_outbox_take(&traffic->outbox)) != NULL) {
        step->did = 1;
        if (parcel->to == traffic->rank) {
            status = keep(step, parcel);
            if (status != COOP_OK) {
                return status;
            }
        } else {
            status = send_parcel(step, parcel);
        }
    }
    status = status == COOP_OK ? take_back(step) : status;
    if (status != COOP_OK) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES, "%s", step->wire->failure);
    }
    return status;
}
