#include "host/net/wire_loop.h"

#include "coop/library.h"
#include "host/base/object.h"
#include "host/base/process.h"
#include "host/net/parcel.h"
#include "host/net/projection.h"
#include "host/net/record.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COOP_KIND_NET_LOOP ((enum coop_kind)(COOP_KIND_OF_NET + 2))

/* Where a gather's records meet. */
struct meeting {
    unsigned char *records;
    uint32_t bytes; /* of a record; the first to come sets it */
    uint32_t arrived;
};

/* A parcel on its way; the bytes stand behind it. */
struct carried {
    struct carried *next;
    uint32_t from;
    uint32_t bytes;
};

/* What has been sent to a rank and is not received yet, in order. */
struct mailbag {
    struct carried *first;
    struct carried *last;
};

/* Two meetings in turns are enough: who begins gather k + 2 has seen gather k + 1 done, so all ranks have
 * begun that one, and thus have taken what gather k brought. */
struct loop {
    struct coop_object base;
    pthread_mutex_t lock; /* guards what follows */
    uint32_t ranks;
    unsigned char *is_taken; /* of each rank */
    struct meeting meetings[2];
    struct mailbag *bags; /* of each rank */
    int is_projection;    /* rank 0 is alone, and plays the others */
    struct coop_projection projection;
};

struct loop_wire {
    struct coop_wire wire;
    struct loop *loop;
    uint64_t gathers; /* that this rank has begun */
    void *all;        /* of the gather under way; NULL: none */
    uint32_t *sent;   /* numbers of parcels that are sent and not yet told */
    uint32_t sent_count;
    uint32_t sent_room;
    struct carried **held; /* of each place: a parcel that the caller reads; NULL: the place is free */
    uint32_t places;
};

struct loop_opener {
    struct coop_wire_opener opener;
    struct loop *loop;
    uint32_t rank;
};

static void empty_bag(struct mailbag *bag)
{
    while (bag->first != NULL) {
        struct carried *next = bag->first->next;
        free(bag->first);
        bag->first = next;
    }
    bag->last = NULL;
}

static void loop_destroy(struct coop_object *object)
{
    struct loop *loop = (struct loop *)object;

    for (uint32_t rank = 0; loop->bags != NULL && rank < loop->ranks; rank++) {
        empty_bag(&loop->bags[rank]);
    }
    free(loop->bags);

    free(loop->meetings[0].records);
    free(loop->meetings[1].records);
    free(loop->is_taken);
    pthread_mutex_destroy(&loop->lock);
    free(loop);
}

static coop_status loop_gather_begin(struct coop_wire *base, const void *mine, void *all, uint32_t bytes)
{
    struct loop_wire *wire = (struct loop_wire *)base;
    struct loop *loop = wire->loop;
    struct meeting *meeting = &loop->meetings[wire->gathers % 2];
    coop_status status = COOP_OK;

    pthread_mutex_lock(&loop->lock);
    if (meeting->arrived == loop->ranks) { /* of two gathers ago; all have taken it */
        meeting->arrived = 0;
    }
    if (meeting->arrived == 0 && meeting->bytes != bytes) {
        free(meeting->records);
        meeting->records = malloc((size_t)loop->ranks * bytes);
        meeting->bytes = meeting->records != NULL ? bytes : 0;
    }
    if (meeting->bytes != bytes) {
        snprintf(base->failure, sizeof base->failure, "the host has no memory left for the ranks' records");
        status = COOP_OUT_OF_MEMORY;
    } else {
        for (uint32_t rank = 0; loop->is_projection && rank < loop->ranks; rank++) {
            memcpy(meeting->records + (size_t)rank * bytes, mine, bytes);
        }
        memcpy(meeting->records + (size_t)base->rank * bytes, mine, bytes);
        meeting->arrived += loop->is_projection ? loop->ranks : 1;
        wire->all = all;
        wire->gathers++;
    }
    pthread_mutex_unlock(&loop->lock);
    return status;
}

static coop_status loop_gather_poll(struct coop_wire *base, int *is_done)
{
    struct loop_wire *wire = (struct loop_wire *)base;
    struct loop *loop = wire->loop;
    struct meeting *meeting = &loop->meetings[(wire->gathers - 1) % 2];

    pthread_mutex_lock(&loop->lock);
    *is_done = meeting->arrived == loop->ranks;
    if (*is_done) {
        memcpy(wire->all, meeting->records, (size_t)loop->ranks * meeting->bytes);
        wire->all = NULL;
    }
    pthread_mutex_unlock(&loop->lock);
    return COOP_OK;
}

/* ---- parcels ---- */

static coop_status no_memory(struct coop_wire *base)
{
    snprintf(base->failure, sizeof base->failure, "the host has no memory left for parcels");
    return COOP_OUT_OF_MEMORY;
}

static coop_status loop_listen(struct coop_wire *base, uint32_t bytes, uint32_t places)
{
    struct loop_wire *wire = (struct loop_wire *)base;

    (void)bytes; /* each has memory of its own size */
    wire->held = calloc(places, sizeof *wire->held);
    wire->places = wire->held != NULL ? places : 0;
    return wire->held != NULL ? COOP_OK : no_memory(base);
}

/* Room for another number that is to be told. */
static int grow(struct loop_wire *wire)
{
    uint32_t room = wire->sent_room != 0 ? 2 * wire->sent_room : 16;
    uint32_t *sent;

    if (wire->sent_count < wire->sent_room) {
        return 1;
    }
    sent = realloc(wire->sent, room * sizeof *sent);
    if (sent == NULL) {
        return 0;
    }
    wire->sent = sent;
    wire->sent_room = room;
    return 1;
}

static coop_status loop_send(struct coop_wire *base, uint32_t to, const void *from, uint32_t bytes,
                             uint32_t number)
{
    struct loop_wire *wire = (struct loop_wire *)base;
    int is_projection = wire->loop->is_projection;
    struct mailbag *bag = &wire->loop->bags[is_projection ? base->rank : to];
    struct carried *carried = grow(wire) ? malloc(sizeof *carried + bytes) : NULL;

    if (carried == NULL) {
        return no_memory(base);
    }
    *carried = (struct carried){NULL, is_projection ? to : base->rank, bytes};
    memcpy(carried + 1, from, bytes);
    if (is_projection) {
        coop_projection_turn(&wire->loop->projection, to, carried + 1);
    }
    pthread_mutex_lock(&wire->loop->lock);
    if (bag->last != NULL) {
        bag->last->next = carried;
    } else {
        bag->first = carried;
    }
    bag->last = carried;
    pthread_mutex_unlock(&wire->loop->lock);
    wire->sent[wire->sent_count++] = number;
    return COOP_OK;
}

static coop_status loop_sent(struct coop_wire *base, uint32_t *number)
{
    struct loop_wire *wire = (struct loop_wire *)base;

    *number = wire->sent_count > 0 ? wire->sent[--wire->sent_count] : COOP_WIRE_NONE;
    return COOP_OK;
}

static coop_status loop_receive(struct coop_wire *base, struct coop_wire_parcel *parcel)
{
    struct loop_wire *wire = (struct loop_wire *)base;
    struct mailbag *bag = &wire->loop->bags[base->rank];
    struct carried *carried;
    uint32_t place = 0;

    *parcel = (struct coop_wire_parcel){0};
    while (place < wire->places && wire->held[place] != NULL) {
        place++;
    }
    if (place == wire->places) {
        parcel->is_full = 1;
        return COOP_OK;
    }
    pthread_mutex_lock(&wire->loop->lock);
    carried = bag->first;
    if (carried != NULL) {
        bag->first = carried->next;
        bag->last = bag->first != NULL ? bag->last : NULL;
    }
    pthread_mutex_unlock(&wire->loop->lock);
    if (carried != NULL) {
        wire->held[place] = carried;
        *parcel = (struct coop_wire_parcel){carried + 1, carried->bytes, carried->from, place, 0};
    }
    return COOP_OK;
}

static coop_status loop_give(struct coop_wire *base, uint32_t place)
{
    struct loop_wire *wire = (struct loop_wire *)base;

    free(wire->held[place]);
    wire->held[place] = NULL;
    return COOP_OK;
}

static coop_status loop_close(struct coop_wire *base, int all_agree, int *may_be_written, char *failure)
{
    struct loop_wire *wire = (struct loop_wire *)base;

    (void)all_agree; /* the loop itself ends with its last rank */
    for (uint32_t place = 0; place < wire->places; place++) {
        free(wire->held[place]);
    }
    free(wire->held);
    free(wire->sent);
    coop_object_release(&wire->loop->base);
    free(wire);
    *may_be_written = 0;
    failure[0] = '\0';
    return COOP_OK;
}

static coop_status loop_open(const struct coop_wire_opener *how, struct coop_wire **wire, char *failure)
{
    static const struct coop_wire_methods methods = {loop_gather_begin, loop_gather_poll, loop_listen,
                                                     loop_send,         loop_sent,        loop_receive,
                                                     loop_give,         loop_close};
    const struct loop_opener *opener = (const struct loop_opener *)how;
    struct loop *loop = opener->loop;
    struct loop_wire *opened = calloc(1, sizeof *opened);
    coop_status status = COOP_OK;

    *wire = NULL;
    if (opened == NULL) {
        snprintf(failure, COOP_NET_FAILURE_BYTES, "the host has no memory left for a rank of the loop");
        return COOP_OUT_OF_MEMORY;
    }
    pthread_mutex_lock(&loop->lock);
    if (opener->rank >= loop->ranks) {
        status = COOP_INVALID_ARGUMENT;
        snprintf(failure, COOP_NET_FAILURE_BYTES, "the loop has ranks 0 to %u, and no rank %u",
                 loop->ranks - 1, opener->rank);
    } else if (loop->is_projection && opener->rank != 0) {
        status = COOP_INVALID_ARGUMENT;
        snprintf(failure, COOP_NET_FAILURE_BYTES, "of a projection rank 0 alone is opened, not rank %u",
                 opener->rank);
    } else if (loop->is_taken[opener->rank]) {
        status = COOP_INVALID_ARGUMENT;
        snprintf(failure, COOP_NET_FAILURE_BYTES,
                 "rank %u of the loop is or was another net; make a loop anew when all its nets are closed",
                 opener->rank);
    } else {
        loop->is_taken[opener->rank] = 1;
    }
    pthread_mutex_unlock(&loop->lock);
    if (status != COOP_OK) {
        free(opened);
        return status;
    }
    coop_object_keep(&loop->base);
    opened->loop = loop;
    opened->wire.methods = &methods;
    opened->wire.rank = opener->rank;
    opened->wire.ranks = loop->ranks;
    snprintf(opened->wire.host, sizeof opened->wire.host, "loop");
    *wire = &opened->wire;
    return COOP_OK;
}

static void loop_forget(const struct coop_wire_opener *how)
{
    struct loop_opener *opener = (struct loop_opener *)(uintptr_t)how;

    coop_object_release(&opener->loop->base);
    free(opener);
}

struct coop_wire_opener *coop_wire_loop_opener(coop_net_loop *handle, uint32_t rank, coop_status *status)
{
    struct loop *loop = coop_object_get(handle, COOP_KIND_NET_LOOP);
    struct loop_opener *opener = loop != NULL ? malloc(sizeof *opener) : NULL;

    *status = loop == NULL ? COOP_INVALID_HANDLE : opener == NULL ? COOP_OUT_OF_MEMORY : COOP_OK;
    if (opener == NULL) {
        coop_object_release(loop != NULL ? &loop->base : NULL);
        return NULL;
    }
    *opener = (struct loop_opener){{loop_open, loop_forget}, loop, rank};
    return &opener->opener;
}

static coop_status create(uint32_t ranks, int is_projection, uint32_t row, coop_net_loop **handle)
{
    static const char doing[] = "making a loop";
    struct loop *loop;

    if (handle == NULL) {
        return coop_context_fail(NULL, COOP_INVALID_ARGUMENT, doing, "loop is NULL");
    }
    *handle = NULL;
    if (ranks == 0 || ranks > COOP_NET_RANKS_MAX) {
        return coop_context_fail(NULL, COOP_INVALID_ARGUMENT, doing, "a loop has 1 to 65536 ranks");
    }
    coop_process_enter();
    loop = calloc(1, sizeof *loop);
    if (loop != NULL) {
        coop_object_init(&loop->base, COOP_KIND_NET_LOOP, loop, loop_destroy);
        pthread_mutex_init(&loop->lock, NULL);
        loop->ranks = ranks;
        loop->is_projection = is_projection;
        loop->projection = (struct coop_projection){ranks, row};
        loop->is_taken = calloc(ranks, 1);
        loop->bags = calloc(ranks, sizeof *loop->bags);
        *handle = loop->is_taken != NULL && loop->bags != NULL ? coop_object_open(&loop->base) : NULL;
        coop_object_release(&loop->base);
    }
    return *handle != NULL ? COOP_OK
                           : coop_context_fail(NULL, COOP_OUT_OF_MEMORY, doing,
                                               "the host has no memory left for making a loop");
}

coop_status coop_net_loop_create(uint32_t ranks, coop_net_loop **handle)
{
    return create(ranks, 0, 0, handle);
}

coop_status coop_net_loop_project(uint32_t ranks, uint32_t ranks_in_row, coop_net_loop **handle)
{
    return create(ranks, 1, coop_route_row(ranks, ranks_in_row), handle);
}

void coop_net_loop_destroy(coop_net_loop *handle)
{
    coop_object_release(coop_object_close(handle, COOP_KIND_NET_LOOP));
}
