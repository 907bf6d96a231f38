#include "host/net/outbox.h"

#include <stddef.h>
#include <stdlib.h>

coop_status coop_outbox_init(struct coop_outbox *outbox, const struct coop_outbox_options *options)
{
    memset(outbox, 0, sizeof *outbox);
    outbox->ranks = options->ranks;
    outbox->parcel_bytes = options->parcel_bytes;
    outbox->credits = options->credits;
    outbox->timeout_ns = options->timeout_ns;
    outbox->memory_bytes = options->memory_bytes;
    outbox->finals_most = options->finals_most;
    outbox->peers = calloc(options->ranks, sizeof *outbox->peers);
    outbox->ready = calloc(options->ranks, sizeof *outbox->ready);
    return outbox->peers != NULL && outbox->ready != NULL ? COOP_OK : COOP_OUT_OF_MEMORY;
}

void coop_outbox_clear(struct coop_outbox *outbox)
{
    for (uint32_t i = 0; i < outbox->table_count; i++) {
        free(outbox->table[i]);
    }
    free(outbox->table);
    free(outbox->ready);
    free(outbox->peers);
    memset(outbox, 0, sizeof *outbox);
}

/* ---- memory ---- */

static int grow(struct coop_outbox *outbox)
{
    uint32_t room = outbox->table_room != 0 ? 2 * outbox->table_room : 16;
    struct coop_outgoing **table;

    if (outbox->table_count < outbox->table_room) {
        return 1;
    }
    table = realloc(outbox->table, room * sizeof(struct coop_outgoing *));
    if (table == NULL) {
        return 0;
    }
    outbox->table = table;
    outbox->table_room = room;
    return 1;
}

/* Where a parcel counts its own rows: behind the rows, at a multiple of 4 bytes. */
static uint64_t counts_at(const struct coop_outbox *outbox)
{
    return offsetof(struct coop_outgoing, head) + ((uint64_t)outbox->parcel_bytes + 3) / 4 * 4;
}

static struct coop_outgoing *allocate(struct coop_outbox *outbox)
{
    struct coop_outgoing *parcel = outbox->free;

    if (parcel != NULL) {
        outbox->free = parcel->next;
        return parcel;
    }
    parcel = grow(outbox) ? calloc(1, counts_at(outbox) + outbox->finals_most * sizeof *parcel->own) : NULL;
    if (parcel != NULL) {
        parcel->number = outbox->table_count;
        outbox->table[outbox->table_count++] = parcel;
    }
    return parcel;
}

/* What neither the wire reads nor a destination owes is free. */
static void give_back(struct coop_outbox *outbox, struct coop_outgoing *parcel)
{
    if (!parcel->is_read && parcel->is_acknowledged) {
        parcel->next = outbox->free;
        outbox->free = parcel;
    }
}

/* ---- adding ---- */

/* What a parcel that waits takes of the memory for own rows. */
static uint64_t own_bytes(const struct coop_outbox *outbox, const struct coop_outgoing *parcel)
{
    return parcel->forwarded != parcel->head.messages ? outbox->parcel_bytes : 0;
}

/* Whether a parcel that is closed now may leave at once. */
static int has_credit(const struct coop_outbox *outbox, uint32_t to)
{
    const struct coop_outbox_peer *peer = &outbox->peers[to];

    return peer->waiting == NULL && peer->under_way < outbox->credits;
}

int coop_outbox_is_over(const struct coop_outbox *outbox, uint32_t to)
{
    return outbox->own_bytes + outbox->parcel_bytes > outbox->memory_bytes && !has_credit(outbox, to);
}

coop_status coop_outbox_open(struct coop_outbox *outbox, uint32_t to, uint64_t ticket, uint64_t now_ns)
{
    if (coop_outbox_is_over(outbox, to)) {
        outbox->waiting_for = to;
        return COOP_BUSY;
    }
    return coop_outbox_open_anyway(outbox, to, ticket, now_ns);
}

coop_status coop_outbox_open_anyway(struct coop_outbox *outbox, uint32_t to, uint64_t ticket, uint64_t now_ns)
{
    struct coop_outbox_peer *peer = &outbox->peers[to];
    struct coop_outgoing *parcel;

    parcel = allocate(outbox);
    if (parcel == NULL) {
        return COOP_OUT_OF_MEMORY;
    }
    *parcel = (struct coop_outgoing){.number = parcel->number, .first_ticket = ticket, .opened_ns = now_ns};
    parcel->to = to;
    parcel->bytes = sizeof parcel->head;
    parcel->head.kind = COOP_PARCEL_ROWS;
    parcel->head.number = ++peer->parcels;
    if (outbox->finals_most != 0) {
        parcel->own = (uint32_t *)(void *)((unsigned char *)parcel + counts_at(outbox));
        memset(parcel->own, 0, peer->finals * sizeof *parcel->own);
    }
    if (peer->newest != NULL) {
        peer->newest->next = parcel;
    } else {
        peer->oldest = parcel;
    }
    peer->newest = parcel;
    peer->open = parcel;
    parcel->older = outbox->youngest_open;
    if (parcel->older != NULL) {
        parcel->older->younger = parcel;
    } else {
        outbox->oldest_open = parcel;
    }
    outbox->youngest_open = parcel;
    outbox->unfinished++;
    return COOP_OK;
}

static void leave_the_open(struct coop_outbox *outbox, struct coop_outgoing *parcel)
{
    *(parcel->older != NULL ? &parcel->older->younger : &outbox->oldest_open) = parcel->younger;
    *(parcel->younger != NULL ? &parcel->younger->older : &outbox->youngest_open) = parcel->older;
    parcel->older = NULL;
    parcel->younger = NULL;
}

/* Each rank is at most once in the ring. */
static void make_ready(struct coop_outbox *outbox, uint32_t rank)
{
    struct coop_outbox_peer *peer = &outbox->peers[rank];

    if (!peer->is_ready && peer->waiting != NULL && peer->under_way < outbox->credits) {
        peer->is_ready = 1;
        outbox->ready[outbox->ready_end++ % outbox->ranks] = rank;
    }
}

void coop_outbox_close(struct coop_outbox *outbox, uint32_t to, enum coop_outbox_why why)
{
    struct coop_outbox_peer *peer = &outbox->peers[to];
    struct coop_outgoing *parcel = peer->open;

    leave_the_open(outbox, parcel);
    peer->open = NULL;
    peer->messages += parcel->head.messages;
    parcel->head.sent = peer->messages;
    peer->closed[why]++;
    outbox->waiting_bytes += outbox->parcel_bytes;
    outbox->own_bytes += own_bytes(outbox, parcel);
    if (peer->waiting != NULL || peer->under_way >= outbox->credits) {
        peer->waits++;
        peer->spilled_bytes += parcel->bytes;
    }
    peer->waiting = peer->waiting != NULL ? peer->waiting : parcel;
    make_ready(outbox, to);
}

coop_status coop_outbox_add_call(struct coop_outbox *outbox, uint32_t to, const void *rows,
                                 uint32_t row_count, uint32_t bytes, uint64_t ticket, uint64_t now_ns)
{
    struct coop_outbox_peer *peer = &outbox->peers[to];
    struct coop_outgoing *parcel;

    if (peer->open != NULL && peer->open->bytes + bytes > outbox->parcel_bytes) {
        coop_outbox_close(outbox, to, COOP_OUTBOX_FULL);
    }
    if (peer->open == NULL) {
        coop_status status = coop_outbox_open(outbox, to, ticket, now_ns);
        if (status != COOP_OK) {
            return status;
        }
    }
    parcel = peer->open;
    memcpy((unsigned char *)&parcel->head + parcel->bytes, rows, bytes);
    parcel->bytes += bytes;
    parcel->head.messages += row_count;
    parcel->head.calls++;
    if (parcel->bytes + bytes / row_count > outbox->parcel_bytes) {
        coop_outbox_close(outbox, to, COOP_OUTBOX_FULL);
    }
    return COOP_OK;
}

void coop_outbox_close_old(struct coop_outbox *outbox, uint64_t now_ns)
{
    struct coop_outgoing *parcel = outbox->oldest_open;

    while (parcel != NULL && now_ns - parcel->opened_ns >= outbox->timeout_ns) {
        struct coop_outgoing *younger = parcel->younger;
        if (has_credit(outbox, parcel->to)) {
            coop_outbox_close(outbox, parcel->to, COOP_OUTBOX_TIMED_OUT);
        }
        parcel = younger;
    }
}

static void flush(struct coop_outbox *outbox, int is_own_alone)
{
    struct coop_outgoing *parcel = outbox->oldest_open;

    while (parcel != NULL) {
        struct coop_outgoing *younger = parcel->younger;
        if (is_own_alone && parcel->forwarded == parcel->head.messages) {
            parcel = younger;
            continue;
        }
        if (parcel->forwarded == 0 || has_credit(outbox, parcel->to)) {
            coop_outbox_close(outbox, parcel->to, COOP_OUTBOX_FLUSHED);
        }
        parcel = younger;
    }
}

void coop_outbox_flush(struct coop_outbox *outbox)
{
    flush(outbox, 0);
}

void coop_outbox_flush_own(struct coop_outbox *outbox)
{
    flush(outbox, 1);
}

/* ---- leaving ---- */

/* The parcel's own rows, to the counts of their final ranks. */
static void count_left(struct coop_outbox *outbox, const struct coop_outgoing *parcel)
{
    const struct coop_outbox_peer *hop = &outbox->peers[parcel->to];

    for (uint32_t i = 0; parcel->own != NULL && i < hop->finals; i++) {
        outbox->peers[hop->first_final + i].final_left += parcel->own[i];
    }
}

static void count_acknowledged(struct coop_outbox *outbox, const struct coop_outgoing *parcel)
{
    const struct coop_outbox_peer *hop = &outbox->peers[parcel->to];

    for (uint32_t i = 0; parcel->own != NULL && i < hop->finals; i++) {
        outbox->peers[hop->first_final + i].final_acknowledged += parcel->own[i];
    }
}

struct coop_outgoing *coop_outbox_take(struct coop_outbox *outbox)
{
    struct coop_outbox_peer *peer;
    struct coop_outgoing *parcel;
    uint32_t rank;

    if (outbox->ready_first == outbox->ready_end) {
        return NULL;
    }
    rank = outbox->ready[outbox->ready_first++ % outbox->ranks];
    peer = &outbox->peers[rank];
    parcel = peer->waiting;
    peer->waiting = parcel->next != peer->open ? parcel->next : NULL;
    peer->under_way++;
    peer->left_parcels++;
    peer->left_messages += parcel->head.messages;
    peer->left_bytes += parcel->bytes;
    count_left(outbox, parcel);
    peer->is_ready = 0;
    parcel->is_read = 1;
    outbox->waiting_bytes -= outbox->parcel_bytes;
    outbox->own_bytes -= own_bytes(outbox, parcel);
    make_ready(outbox, rank);
    return parcel;
}

void coop_outbox_read(struct coop_outbox *outbox, uint32_t number)
{
    struct coop_outgoing *parcel = outbox->table[number];

    parcel->is_read = 0;
    give_back(outbox, parcel);
}

int coop_outbox_acknowledge(struct coop_outbox *outbox, uint32_t rank, uint64_t parcels, uint64_t messages)
{
    struct coop_outbox_peer *peer = &outbox->peers[rank];

    if (parcels > peer->left_parcels || messages > peer->left_messages) {
        return 0;
    }
    while (peer->acknowledged < parcels) {
        struct coop_outgoing *parcel = peer->oldest;
        peer->oldest = parcel->next;
        peer->newest = peer->oldest != NULL ? peer->newest : NULL;
        peer->under_way--;
        peer->acknowledged++;
        outbox->acknowledged++;
        outbox->unfinished--;
        count_acknowledged(outbox, parcel);
        parcel->is_acknowledged = 1;
        give_back(outbox, parcel);
    }
    peer->messages_applied = messages > peer->messages_applied ? messages : peer->messages_applied;
    make_ready(outbox, rank);
    return 1;
}

uint64_t coop_outbox_quiet(const struct coop_outbox *outbox, uint64_t next)
{
    uint64_t quiet = next;

    for (uint32_t rank = 0; outbox->unfinished != 0 && rank < outbox->ranks; rank++) {
        const struct coop_outgoing *oldest = outbox->peers[rank].oldest;
        quiet = oldest != NULL && oldest->first_ticket < quiet ? oldest->first_ticket : quiet;
    }
    return quiet;
}
