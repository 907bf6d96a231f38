/* What is asked of MPI: MPI_Isend and MPI_Irecv from any rank with one tag, and that each completes. Receives
 * that have completed are handed out in the order in which they were begun: MPI matches them in this order
 * (E7). */
#include "host/net/wire_mpi_parcels.h"

#include "host/net/mpi_process.h"
#include "host/net/record.h"
#include <stdio.h>
#include <stdlib.h>

#define TAG 1

struct coop_mpi_parcels {
    MPI_Comm communicator;
    uint32_t bytes;  /* of a place */
    uint32_t places; /* a ring: receives are begun, complete, and are given back */
    unsigned char *memory;
    MPI_Request *receives;
    unsigned char *is_given; /* of each place: it waits for its turn to be received into again */
    uint32_t next;           /* the place that is handed out next */
    uint32_t oldest;         /* that is handed out, and not begun again */
    uint32_t handed;         /* places from `oldest` on that are handed out */

    MPI_Request *sends; /* send_count that are under way */
    uint32_t *numbers;  /* theirs */
    uint32_t send_count;
    uint32_t send_room;
    uint32_t looked; /* the send that is looked at next */
};

static coop_status no_memory(char *failure)
{
    snprintf(failure, COOP_NET_FAILURE_BYTES, "the host has no memory left for parcels");
    return COOP_OUT_OF_MEMORY;
}

static coop_status begin_receive(struct coop_mpi_parcels *parcels, uint32_t place, char *failure)
{
    int code = MPI_Irecv(parcels->memory + (size_t)place * parcels->bytes, (int)parcels->bytes, MPI_BYTE,
                         MPI_ANY_SOURCE, TAG, parcels->communicator, &parcels->receives[place]);

    return coop_mpi_has_failed(code, "MPI_Irecv", failure) ? COOP_NETWORK_FAILED : COOP_OK;
}

coop_status coop_mpi_parcels_listen(MPI_Comm communicator, uint32_t bytes, uint32_t places,
                                    struct coop_mpi_parcels **handle, char *failure)
{
    struct coop_mpi_parcels *parcels = calloc(1, sizeof *parcels);
    coop_status status = COOP_OK;

    *handle = parcels;
    if (parcels == NULL) {
        return no_memory(failure);
    }
    parcels->communicator = communicator;
    parcels->bytes = bytes;
    parcels->memory = malloc((size_t)places * bytes);
    parcels->receives = malloc(places * sizeof(MPI_Request));
    parcels->is_given = calloc(places, 1);
    if (parcels->memory == NULL || parcels->receives == NULL || parcels->is_given == NULL) {
        return no_memory(failure);
    }
    for (uint32_t place = 0; place < places; place++) {
        parcels->receives[place] = MPI_REQUEST_NULL;
    }
    parcels->places = places;
    for (uint32_t place = 0; status == COOP_OK && place < places; place++) {
        status = begin_receive(parcels, place, failure);
    }
    return status;
}

/* Room for another send. */
static int grow(struct coop_mpi_parcels *parcels)
{
    uint32_t room = parcels->send_room != 0 ? 2 * parcels->send_room : 16;
    MPI_Request *sends;
    uint32_t *numbers;

    if (parcels->send_count < parcels->send_room) {
        return 1;
    }
    sends = realloc(parcels->sends, room * sizeof(MPI_Request));
    parcels->sends = sends != NULL ? sends : parcels->sends;
    numbers = realloc(parcels->numbers, room * sizeof *numbers);
    parcels->numbers = numbers != NULL ? numbers : parcels->numbers;
    if (sends == NULL || numbers == NULL) {
        return 0;
    }
    parcels->send_room = room;
    return 1;
}

coop_status coop_mpi_parcels_send(struct coop_mpi_parcels *parcels, uint32_t to, const void *from,
                                  uint32_t bytes, uint32_t number, char *failure)
{
    int code;

    if (!grow(parcels)) {
        return no_memory(failure);
    }
    code = MPI_Isend(from, (int)bytes, MPI_BYTE, (int)to, TAG, parcels->communicator,
                     &parcels->sends[parcels->send_count]);
    if (coop_mpi_has_failed(code, "MPI_Isend", failure)) {
        return COOP_NETWORK_FAILED;
    }
    parcels->numbers[parcels->send_count++] = number;
    return COOP_OK;
}

coop_status coop_mpi_parcels_sent(struct coop_mpi_parcels *parcels, uint32_t *number, char *failure)
{
    *number = COOP_WIRE_NONE;
    for (uint32_t i = 0; i < parcels->send_count; i++) { /* from where the last look has ended */
        uint32_t at = (parcels->looked + i) % parcels->send_count;
        int is_done = 0;
        if (coop_mpi_has_failed(MPI_Test(&parcels->sends[at], &is_done, MPI_STATUS_IGNORE), "MPI_Test",
                                failure)) {
            return COOP_NETWORK_FAILED;
        }
        if (is_done) {
            *number = parcels->numbers[at];
            parcels->send_count--;
            parcels->sends[at] = parcels->sends[parcels->send_count];
            parcels->numbers[at] = parcels->numbers[parcels->send_count];
            parcels->looked = at;
            return COOP_OK;
        }
    }
    return COOP_OK;
}

coop_status coop_mpi_parcels_receive(struct coop_mpi_parcels *parcels, struct coop_wire_parcel *parcel,
                                     char *failure)
{
    uint32_t place = parcels->next;
    MPI_Status status;
    int is_done = 0;
    int bytes = 0;

    *parcel = (struct coop_wire_parcel){0};
    if (parcels->handed == parcels->places) {
        parcel->is_full = 1;
        return COOP_OK;
    }
    if (coop_mpi_has_failed(MPI_Test(&parcels->receives[place], &is_done, &status), "MPI_Test", failure) ||
        (is_done &&
         coop_mpi_has_failed(MPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count", failure))) {
        return COOP_NETWORK_FAILED;
    }
    if (is_done) {
        *parcel = (struct coop_wire_parcel){parcels->memory + (size_t)place * parcels->bytes, (uint32_t)bytes,
                                            (uint32_t)status.MPI_SOURCE, place, 0};
        parcels->handed++;
        parcels->next = (place + 1) % parcels->places;
    }
    return COOP_OK;
}

/* Receives are begun in the order of the ring, so a place waits for those before it. */
coop_status coop_mpi_parcels_give(struct coop_mpi_parcels *parcels, uint32_t place, char *failure)
{
    coop_status status = COOP_OK;

    parcels->is_given[place] = 1;
    while (status == COOP_OK && parcels->handed > 0 && parcels->is_given[parcels->oldest]) {
        parcels->is_given[parcels->oldest] = 0;
        parcels->handed--;
        status = begin_receive(parcels, parcels->oldest, failure);
        parcels->oldest = (parcels->oldest + 1) % parcels->places;
    }
    return status;
}

/* Takes a receive back. False while MPI may still write to its memory. */
static int take_back(MPI_Request *request)
{
    int is_done = 1;

    if (*request == MPI_REQUEST_NULL) {
        return 1;
    }
    if (MPI_Cancel(request) != MPI_SUCCESS || MPI_Test(request, &is_done, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
        return 0;
    }
    return is_done;
}

coop_status coop_mpi_parcels_end(struct coop_mpi_parcels *parcels, int *may_be_written, char *failure)
{
    coop_status status = COOP_OK;
    uint32_t number;
    int stays = 0;

    if (parcels == NULL) {
        return COOP_OK;
    }
    do {
        number = COOP_WIRE_NONE;
        status = coop_mpi_parcels_sent(parcels, &number, failure);
    } while (status == COOP_OK && number != COOP_WIRE_NONE);
    *may_be_written |= parcels->send_count > 0;
    for (uint32_t place = 0; place < parcels->places; place++) {
        stays |= !take_back(&parcels->receives[place]);
    }
    if (!stays) {
        free(parcels->memory);
    }
    free(parcels->receives);
    free(parcels->is_given);
    free(parcels->sends);
    free(parcels->numbers);
    free(parcels);
    return status;
}
