#include "host/net/relay.h"

#include "host/net/parcel.h"
#include <stdlib.h>

/* A message: one row, or those of a call. */
struct message {
    struct coop_message rows[COOP_CALL_ROWS_MAX];
    uint32_t count;
    uint32_t to; /* the final rank */
};

uint64_t coop_relay_reserve(uint32_t ranks, uint32_t row, uint32_t rank, uint64_t credits_bytes)
{
    return row == 0 ? 0 : 2 * credits_bytes * coop_route_senders(ranks, row, rank);
}

/* ---- beginning and end ---- */

/* Which ranks are behind each hop, by the outbox's counts. */
static void list_hops(struct coop_relay *relay)
{
    for (uint32_t rank = 0; rank < relay->ranks; rank++) {
        uint32_t hop = coop_route_hop(relay->ranks, relay->row, relay->rank, rank);
        struct coop_outbox_peer *peer = &relay->outbox->peers[hop];
        int is_mate = coop_relay_is_mate(relay, rank);
        relay->hops[rank] = hop;
        peer->first_final = is_mate ? rank : coop_route_first(relay->row, rank);
        peer->finals = is_mate ? 1 : coop_route_size(relay->ranks, relay->row, rank);
    }
}

static void list_origins(struct coop_relay *relay)
{
    uint32_t sender = 0;

    for (uint32_t rank = 0; rank < relay->ranks; rank++) {
        uint32_t column = rank % relay->row;
        relay->origins[rank] = (struct coop_relay_origin){
            relay->first + column % relay->size, rank / relay->row * relay->columns + column / relay->size};
        if (!coop_relay_is_mate(relay, rank) && relay->origins[rank].mate == relay->rank) {
            relay->senders[sender++].rank = rank;
        }
    }
}

coop_status coop_relay_init(struct coop_relay *relay, uint32_t row, uint32_t rank, struct coop_outbox *outbox,
                            struct coop_inbox *inbox)
{
    uint32_t ranks = outbox->ranks;
    uint32_t rows;

    *relay = (struct coop_relay){.row = row, .rank = rank, .ranks = ranks, .outbox = outbox, .inbox = inbox};
    if (row == 0) {
        return COOP_OK;
    }
    rows = (ranks + row - 1) / row;
    relay->first = coop_route_first(row, rank);
    relay->size = coop_route_size(ranks, row, rank);
    relay->columns = (row + relay->size - 1) / relay->size;
    relay->origins_most = rows * relay->columns;
    relay->arrived_room = inbox->room + inbox->places;
    relay->sender_count = coop_route_senders(ranks, row, rank);
    relay->hops = calloc(ranks, sizeof *relay->hops);
    relay->counts = calloc(ranks, sizeof *relay->counts);
    relay->origins = calloc(ranks, sizeof *relay->origins);
    relay->senders = calloc(relay->sender_count + 1, sizeof *relay->senders);
    relay->arrived = calloc((uint64_t)relay->arrived_room * relay->origins_most, sizeof *relay->arrived);
    if (relay->hops == NULL || relay->counts == NULL || relay->origins == NULL || relay->senders == NULL ||
        relay->arrived == NULL) {
        return COOP_OUT_OF_MEMORY;
    }
    list_hops(relay);
    list_origins(relay);
    return COOP_OK;
}

static void free_all(struct coop_relay_parcel *first)
{
    while (first != NULL) {
        struct coop_relay_parcel *next = first->next;
        free(first);
        first = next;
    }
}

void coop_relay_clear(struct coop_relay *relay)
{
    for (uint32_t i = 0; relay->senders != NULL && i < relay->sender_count; i++) {
        free_all(relay->senders[i].oldest);
    }
    free_all(relay->free);
    free(relay->arrived);
    free(relay->senders);
    free(relay->origins);
    free(relay->counts);
    free(relay->hops);
    *relay = (struct coop_relay){0};
}

/* ---- adding ---- */

static void stamp(struct message *message, uint32_t rank)
{
    for (uint32_t i = 0; i < message->count; i++) {
        message->rows[i].head = (uint64_t)rank << 32 | (uint32_t)message->rows[i].head;
    }
}

/* Adds the rows to the parcel that is open, or opened, to `hop`. */
static coop_status put(struct coop_relay *relay, uint32_t hop, const struct message *message,
                       int is_forwarded)
{
    struct coop_outbox *outbox = relay->outbox;
    const struct coop_outgoing *open = outbox->peers[hop].open;
    const uint32_t bytes = message->count * (uint32_t)sizeof message->rows[0];
    uint64_t ticket = relay->next_ticket;

    if (open != NULL && open->bytes + bytes > outbox->parcel_bytes) {
        coop_outbox_close(outbox, hop, COOP_OUTBOX_FULL);
        open = NULL;
    }
    if (!is_forwarded && (open == NULL || open->is_reserved) && coop_outbox_is_over(outbox, hop)) {
        outbox->waiting_for = hop;
        return COOP_BUSY;
    }
    if (open == NULL) {
        int is_over = coop_outbox_is_over(outbox, hop);
        if (coop_outbox_open_anyway(outbox, hop, ticket, relay->now_ns) != COOP_OK) {
            return COOP_OUT_OF_MEMORY;
        }
        outbox->peers[hop].open->is_reserved = is_over;
    }
    outbox->peers[hop].open->is_reserved &= is_forwarded;
    outbox->peers[hop].open->forwarded += is_forwarded ? message->count : 0;
    if (!is_forwarded) {
        outbox->peers[hop].open->own[message->to - outbox->peers[hop].first_final] += message->count;
    }
    return coop_message_operation(message->rows[0].head) == COOP_MESSAGE_CALL
               ? coop_outbox_add_call(outbox, hop, message->rows, message->count, bytes, ticket,
                                      relay->now_ns)
               : coop_outbox_add(outbox, hop, message->rows, bytes, ticket, relay->now_ns);
}

coop_status coop_relay_send(struct coop_relay *relay, struct coop_message *rows, uint32_t row_count,
                            uint64_t ticket)
{
    struct message message = {.count = row_count, .to = coop_message_rank(rows[0].head)};
    uint32_t hop = relay->hops[message.to];

    for (uint32_t i = 0; i < row_count; i++) {
        message.rows[i] = rows[i];
    }
    if (hop == message.to && coop_relay_is_mate(relay, hop)) { /* D16 */
        stamp(&message, relay->rank);
    }
    relay->next_ticket = ticket;
    return put(relay, hop, &message, 0);
}

/* ---- forwarding ---- */

/* The message at `rows`, of which `left` follow; false when it is none. */
static int read_message(const struct coop_message *rows, uint32_t left, struct message *message)
{
    const uint32_t operation = coop_message_operation(rows[0].head);
    const uint32_t count = operation == COOP_MESSAGE_CALL ? coop_call_row(rows[0].head) : 1;

    if (operation == COOP_MESSAGE_NONE || operation > COOP_MESSAGE_CALL || count == 0 ||
        count > COOP_CALL_ROWS_MAX || count > left) {
        return 0;
    }
    message->count = count;
    message->to = coop_message_rank(rows[0].head);
    for (uint32_t i = 0; i < count; i++) {
        message->rows[i] = rows[i];
        if (i > 0 && rows[i].head != coop_call_head(COOP_MESSAGE_MORE, coop_message_array(rows[0].head), i,
                                                    message->to)) {
            return 0;
        }
    }
    return 1;
}

static struct coop_relay_sender *sender_of(struct coop_relay *relay, uint32_t rank)
{
    uint32_t i = 0;

    while (i < relay->sender_count && relay->senders[i].rank != rank) {
        i++;
    }
    return i < relay->sender_count ? &relay->senders[i] : NULL;
}

/* A record of a parcel, behind the sender's others. */
static struct coop_relay_parcel *record(struct coop_relay *relay, struct coop_relay_sender *sender)
{
    const uint64_t bytes = sizeof(struct coop_relay_parcel) + relay->size * sizeof(uint64_t);
    struct coop_relay_parcel *parcel = relay->free;

    if (parcel != NULL) {
        relay->free = parcel->next;
    } else {
        parcel = malloc(bytes);
    }
    if (parcel != NULL) {
        memset(parcel, 0, bytes);
        *(sender->newest != NULL ? &sender->newest->next : &sender->oldest) = parcel;
        sender->newest = parcel;
        sender->count++;
    }
    return parcel;
}

coop_status coop_relay_forward(struct coop_relay *relay, const struct coop_incoming *parcel)
{
    const struct coop_message *rows = (const void *)(parcel->head + 1);
    struct coop_relay_sender *sender = sender_of(relay, parcel->from);
    struct coop_relay_parcel *recorded;
    struct message message;
    coop_status status = COOP_OK;

    if (sender == NULL || sender->count >= relay->outbox->credits ||
        !coop_inbox_count(relay->inbox, parcel, sizeof *rows)) {
        return COOP_NETWORK_FAILED;
    }
    recorded = record(relay, sender);
    if (recorded == NULL) {
        return COOP_OUT_OF_MEMORY;
    }
    recorded->messages = parcel->head->messages;
    for (uint32_t at = 0; status == COOP_OK && at < recorded->messages; at += message.count) {
        if (!read_message(rows + at, recorded->messages - at, &message) ||
            !coop_relay_is_mate(relay, message.to)) {
            return COOP_NETWORK_FAILED;
        }
        stamp(&message, parcel->from); /* D16 */
        status = put(relay, message.to, &message, 1);
        recorded->needs[message.to - relay->first] = relay->outbox->peers[message.to].parcels;
        relay->counts[parcel->from].forwarded += message.to != relay->rank ? message.count : 0;
    }
    return status;
}

/* ---- what is applied ---- */

int coop_relay_arrive(struct coop_relay *relay, const struct coop_incoming *parcel)
{
    const struct coop_message *rows = (const void *)(parcel->head + 1);
    uint32_t *counts =
        relay->arrived + (relay->inbox->arrived_count - 1) % relay->arrived_room * relay->origins_most;

    memset(counts, 0, relay->origins_most * sizeof *counts);
    for (uint32_t i = 0; i < parcel->head->messages; i++) {
        uint32_t origin = coop_message_rank(rows[i].head);
        if (origin >= relay->ranks || relay->origins[origin].mate != parcel->from) {
            return 0;
        }
        counts[relay->origins[origin].index]++;
        relay->counts[origin].received++;
    }
    return 1;
}

/* The inbox's parcels that the device has applied since the last look. */
static void count_applied(struct coop_relay *relay)
{
    for (; relay->counted < relay->inbox->applied_count; relay->counted++) {
        const uint32_t *counts = relay->arrived + relay->counted % relay->arrived_room * relay->origins_most;
        uint32_t from = relay->inbox->delivered[relay->counted % relay->inbox->places].from;
        for (uint32_t i = 0; i < relay->origins_most; i++) {
            uint32_t column = i % relay->columns * relay->size + from - relay->first;
            uint32_t origin = i / relay->columns * relay->row + column;
            if (counts[i] != 0) {
                relay->counts[origin].applied += counts[i];
            }
        }
    }
}

static int is_applied(const struct coop_relay *relay, struct coop_relay_parcel *parcel)
{
    while (parcel->seen < relay->size &&
           relay->outbox->peers[relay->first + parcel->seen].acknowledged >= parcel->needs[parcel->seen]) {
        parcel->seen++;
    }
    return parcel->seen == relay->size;
}

void coop_relay_look(struct coop_relay *relay)
{
    if (relay->row == 0) {
        return;
    }
    count_applied(relay);
    if (relay->acknowledged == relay->outbox->acknowledged) {
        return;
    }
    relay->acknowledged = relay->outbox->acknowledged;
    for (uint32_t i = 0; i < relay->sender_count; i++) {
        struct coop_relay_sender *sender = &relay->senders[i];
        struct coop_inbox_peer *peer = &relay->inbox->peers[sender->rank];
        while (sender->oldest != NULL && is_applied(relay, sender->oldest)) { /* D14 */
            struct coop_relay_parcel *parcel = sender->oldest;
            sender->oldest = parcel->next;
            sender->newest = sender->oldest != NULL ? sender->newest : NULL;
            sender->count--;
            peer->applied++;
            peer->messages_applied += parcel->messages;
            parcel->next = relay->free;
            relay->free = parcel;
        }
    }
}
