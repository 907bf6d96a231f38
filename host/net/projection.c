#include "host/net/projection.h"

#include "coop/shared/message.h"
#include "host/net/parcel.h"

/* The rank that stands to `to` as `rank` does to rank 0, where parcels go within the row: who has sent. */
static uint32_t turn_sender(const struct coop_projection *projection, uint32_t to, uint32_t rank)
{
    return rank + to < projection->ranks ? rank + to : to;
}

void coop_projection_turn(const struct coop_projection *projection, uint32_t to, void *parcel)
{
    const struct coop_parcel_head *head = parcel;
    struct coop_message *rows = (void *)((unsigned char *)parcel + sizeof *head);
    uint32_t first;

    if (projection->row == 0 || head->kind != COOP_PARCEL_ROWS) {
        return;
    }
    first = coop_route_first(projection->row, to);
    for (uint32_t i = 0; i < head->messages; i++) {
        uint32_t rank = coop_message_rank(rows[i].head);
        rank = first == 0 ? turn_sender(projection, to, rank) : rank - first; /* the final rank */
        rows[i].head = (uint64_t)rank << 32 | (uint32_t)rows[i].head;
    }
}
