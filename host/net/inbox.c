#include "host/net/inbox.h"

#include <stdlib.h>
#include <string.h>

coop_status coop_inbox_init(struct coop_inbox *inbox, uint32_t ranks, uint32_t places, uint32_t room)
{
    memset(inbox, 0, sizeof *inbox);
    inbox->ranks = ranks;
    inbox->places = places;
    inbox->room = room;
    inbox->peers = calloc(ranks, sizeof *inbox->peers);
    inbox->arrived = calloc(room, sizeof *inbox->arrived);
    inbox->delivered = calloc(places, sizeof *inbox->delivered);
    return inbox->peers != NULL && inbox->arrived != NULL && inbox->delivered != NULL ? COOP_OK
                                                                                      : COOP_OUT_OF_MEMORY;
}

void coop_inbox_clear(struct coop_inbox *inbox)
{
    free(inbox->delivered);
    free(inbox->arrived);
    free(inbox->peers);
    memset(inbox, 0, sizeof *inbox);
}

int coop_inbox_has_room(const struct coop_inbox *inbox)
{
    return inbox->arrived_count - inbox->delivered_count < inbox->room;
}

int coop_inbox_count(struct coop_inbox *inbox, const struct coop_incoming *parcel, uint32_t row_bytes)
{
    struct coop_inbox_peer *peer = &inbox->peers[parcel->from];
    const struct coop_parcel_head *head = parcel->head;

    if (head->number != peer->parcels + 1 || head->sent != peer->messages + head->messages ||
        head->messages == 0 || parcel->bytes != sizeof *head + (uint64_t)head->messages * row_bytes) {
        return 0;
    }
    peer->parcels++;
    peer->messages += head->messages;
    return 1;
}

int coop_inbox_arrive(struct coop_inbox *inbox, const struct coop_incoming *parcel, uint32_t row_bytes)
{
    if (!coop_inbox_count(inbox, parcel, row_bytes)) {
        return 0;
    }
    inbox->arrived[inbox->arrived_count++ % inbox->room] = *parcel;
    return 1;
}

const struct coop_incoming *coop_inbox_next(const struct coop_inbox *inbox)
{
    if (inbox->delivered_count == inbox->arrived_count ||
        inbox->delivered_count - inbox->applied_count == inbox->places) {
        return NULL;
    }
    return &inbox->arrived[inbox->delivered_count % inbox->room];
}

void coop_inbox_deliver(struct coop_inbox *inbox)
{
    const struct coop_incoming *parcel = &inbox->arrived[inbox->delivered_count % inbox->room];

    inbox->delivered[inbox->delivered_count++ % inbox->places] =
        (struct coop_delivered){parcel->from, parcel->head->messages};
}

int coop_inbox_apply(struct coop_inbox *inbox, uint64_t applied)
{
    if (applied < inbox->applied_count || applied > inbox->delivered_count) {
        return 0;
    }
    while (inbox->applied_count < applied) {
        const struct coop_delivered *one = &inbox->delivered[inbox->applied_count++ % inbox->places];
        inbox->peers[one->from].applied++;
        inbox->peers[one->from].messages_applied += one->messages;
    }
    return 1;
}
