/* What is asked of MPI: MPI_THREAD_MULTIPLE, and on a communicator of our own one non-blocking gather at a
 * time, and parcels (wire_mpi_parcels.c). */
#include "host/net/wire_mpi.h"

#include "host/net/mpi_process.h"
#include "host/net/record.h"
#include "host/net/wire_mpi_parcels.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mpi_wire {
    struct coop_wire wire;
    MPI_Comm communicator;
    MPI_Request request;              /* of the gather under way */
    int is_ours;                      /* MPI is the nets', and this one holds it */
    struct coop_mpi_parcels *parcels; /* NULL: it does not listen */
};

struct mpi_opener {
    struct coop_wire_opener opener;
    int communicator;
};

/* A program that finalises MPI under a net: every call but this one would abort the process. */
static coop_status check_is_live(char *failure)
{
    int is_finalised = 0;

    if (coop_mpi_has_failed(MPI_Finalized(&is_finalised), "MPI_Finalized", failure)) {
        return COOP_NETWORK_FAILED;
    }
    if (is_finalised) {
        snprintf(failure, COOP_NET_FAILURE_BYTES,
                 "MPI was finalised while the net is open: call coop_net_close before MPI_Finalize");
        return COOP_NETWORK_FAILED;
    }
    return COOP_OK;
}

static coop_status mpi_gather_begin(struct coop_wire *base, const void *mine, void *all, uint32_t bytes)
{
    struct mpi_wire *wire = (struct mpi_wire *)base;
    coop_status status = check_is_live(base->failure);

    if (status == COOP_OK && coop_mpi_has_failed(MPI_Iallgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes,
                                                                MPI_BYTE, wire->communicator, &wire->request),
                                                 "MPI_Iallgather", base->failure)) {
        status = COOP_NETWORK_FAILED;
    }
    return status;
}

static coop_status mpi_gather_poll(struct coop_wire *base, int *is_done)
{
    struct mpi_wire *wire = (struct mpi_wire *)base;
    coop_status status = check_is_live(base->failure);

    *is_done = 0;
    if (status == COOP_OK && coop_mpi_has_failed(MPI_Test(&wire->request, is_done, MPI_STATUS_IGNORE),
                                                 "MPI_Test", base->failure)) {
        status = COOP_NETWORK_FAILED;
    }
    return status;
}

/* ---- parcels ---- */

static coop_status mpi_listen(struct coop_wire *base, uint32_t bytes, uint32_t places)
{
    struct mpi_wire *wire = (struct mpi_wire *)base;
    coop_status status = check_is_live(base->failure);

    return status != COOP_OK
               ? status
               : coop_mpi_parcels_listen(wire->communicator, bytes, places, &wire->parcels, base->failure);
}

static coop_status mpi_send(struct coop_wire *base, uint32_t to, const void *from, uint32_t bytes,
                            uint32_t number)
{
    coop_status status = check_is_live(base->failure);

    return status != COOP_OK ? status
                             : coop_mpi_parcels_send(((struct mpi_wire *)base)->parcels, to, from, bytes,
                                                     number, base->failure);
}

static coop_status mpi_sent(struct coop_wire *base, uint32_t *number)
{
    coop_status status = check_is_live(base->failure);

    return status != COOP_OK
               ? status
               : coop_mpi_parcels_sent(((struct mpi_wire *)base)->parcels, number, base->failure);
}

static coop_status mpi_receive(struct coop_wire *base, struct coop_wire_parcel *parcel)
{
    coop_status status = check_is_live(base->failure);

    return status != COOP_OK
               ? status
               : coop_mpi_parcels_receive(((struct mpi_wire *)base)->parcels, parcel, base->failure);
}

static coop_status mpi_give(struct coop_wire *base, uint32_t place)
{
    coop_status status = check_is_live(base->failure);

    return status != COOP_OK
               ? status
               : coop_mpi_parcels_give(((struct mpi_wire *)base)->parcels, place, base->failure);
}

/* ---- the end ---- */

/* Whether a gather is under way; the caller's memory is then the network's. */
static coop_status look_for_gather(struct mpi_wire *wire, int *is_under_way, char *failure)
{
    int is_done = 1;
    coop_status status = COOP_OK;

    if (wire->request != MPI_REQUEST_NULL &&
        coop_mpi_has_failed(MPI_Test(&wire->request, &is_done, MPI_STATUS_IGNORE), "MPI_Test", failure)) {
        is_done = 0;
        status = COOP_NETWORK_FAILED;
    }
    *is_under_way = !is_done;
    return status;
}

/* Of several things that fail at the end the first one is told: its status with its sentence. */
static coop_status keep_first(coop_status first, coop_status later, const char *said, char *failure)
{
    if (first != COOP_OK) {
        return first;
    }
    if (later != COOP_OK) {
        memcpy(failure, said, COOP_NET_FAILURE_BYTES);
    }
    return later;
}

/* Gives up the communicator, and MPI if it is ours. */
static coop_status leave(struct mpi_wire *wire, char *failure)
{
    coop_status status = COOP_OK;

    if (coop_mpi_has_failed(MPI_Comm_free(&wire->communicator), "MPI_Comm_free", failure)) {
        status = COOP_NETWORK_FAILED;
    }
    if (wire->is_ours) {
        char said[COOP_NET_FAILURE_BYTES] = "";
        coop_status left = coop_mpi_leave(said);
        status = keep_first(status, left, said, failure);
    }
    return status;
}

/* Unless all agree nothing is given up: ranks that are gone or go on would hold us up in MPI_Comm_free and
 * MPI_Finalize, and miss what has ended here. */
static coop_status mpi_close(struct coop_wire *base, int all_agree, int *may_be_written, char *failure)
{
    struct mpi_wire *wire = (struct mpi_wire *)base;
    coop_status status = check_is_live(failure);

    *may_be_written = 0;
    if (status == COOP_OK) {
        char said[COOP_NET_FAILURE_BYTES] = "";
        int is_gathering = 0;
        coop_status later;
        status = coop_mpi_parcels_end(wire->parcels, may_be_written, failure);
        later = look_for_gather(wire, &is_gathering, said);
        *may_be_written |= is_gathering;
        status = keep_first(status, later, said, failure);
        if (all_agree && !*may_be_written) {
            later = leave(wire, said);
            status = keep_first(status, later, said, failure);
        }
    }
    free(wire);
    return status;
}

static const char *name_of_level(int level)
{
    return level == MPI_THREAD_SINGLE       ? "MPI_THREAD_SINGLE"
           : level == MPI_THREAD_FUNNELED   ? "MPI_THREAD_FUNNELED"
           : level == MPI_THREAD_SERIALIZED ? "MPI_THREAD_SERIALIZED"
                                            : "MPI_THREAD_MULTIPLE";
}

static coop_status check_level(const struct mpi_wire *wire, int level, char *failure)
{
    if (level >= MPI_THREAD_MULTIPLE) {
        return COOP_OK;
    }
    if (wire->is_ours) {
        snprintf(failure, COOP_NET_FAILURE_BYTES, "this MPI provides %s, and a net needs MPI_THREAD_MULTIPLE",
                 name_of_level(level));
        return COOP_NETWORK_FAILED;
    }
    snprintf(
        failure, COOP_NET_FAILURE_BYTES,
        "the program has initialised MPI with %s: call MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, "
        "&provided) in place of what it calls, or leave it to coop_net_open",
        name_of_level(level));
    return COOP_INVALID_ARGUMENT;
}

/* An intracommunicator that has this process; errors come back as codes. */
static coop_status check_given(MPI_Comm given, char *failure)
{
    int is_between = 0;
    int code = MPI_SUCCESS;
    int kind = MPI_ERR_COMM;

    if (given != MPI_COMM_NULL) {
        code = MPI_Comm_test_inter(given, &is_between);
        MPI_Error_class(code, &kind);
    }
    if (kind == MPI_ERR_COMM) {
        snprintf(
            failure, COOP_NET_FAILURE_BYTES,
            "`communicator` is no communicator, or MPI_COMM_NULL; give MPI_Comm_c2f of one that has this "
            "process");
        return COOP_INVALID_ARGUMENT;
    }
    if (coop_mpi_has_failed(code, "MPI_Comm_test_inter", failure)) {
        return COOP_NETWORK_FAILED;
    }
    if (is_between) {
        snprintf(failure, COOP_NET_FAILURE_BYTES,
                 "`communicator` lies between two groups; merge them with MPI_Intercomm_merge");
        return COOP_INVALID_ARGUMENT;
    }
    return COOP_OK;
}

/* MPI_Comm_dup, whose error comes back as a code, on a communicator of the program. */
static coop_status copy(struct mpi_wire *wire, MPI_Comm given, char *failure)
{
    MPI_Errhandler handler;
    coop_status status = COOP_OK;
    coop_status restored;

    if (given == MPI_COMM_WORLD || given == MPI_COMM_SELF) { /* whose errors do so already */
        return coop_mpi_has_failed(MPI_Comm_dup(given, &wire->communicator), "MPI_Comm_dup", failure)
                   ? COOP_NETWORK_FAILED
                   : COOP_OK;
    }
    status = coop_mpi_handler_replace(given, &handler, failure);
    if (status != COOP_OK) {
        return status;
    }
    if (coop_mpi_has_failed(MPI_Comm_dup(given, &wire->communicator), "MPI_Comm_dup", failure)) {
        status = COOP_NETWORK_FAILED;
    }
    restored = coop_mpi_handler_put_back(given, &handler, failure);
    return status == COOP_OK ? restored : status;
}

/* A communicator of our own. */
static coop_status duplicate(struct mpi_wire *wire, int number, char *failure)
{
    MPI_Comm given = number == 0 ? MPI_COMM_WORLD : MPI_Comm_f2c((MPI_Fint)number);
    coop_status status = coop_mpi_errors_return(failure);
    coop_status restored;
    char other[COOP_NET_FAILURE_BYTES];

    if (status != COOP_OK) {
        return status;
    }
    status = check_given(given, failure);
    if (status == COOP_OK) {
        status = copy(wire, given, failure);
    }
    restored = coop_mpi_errors_restore(other);
    if (restored != COOP_OK && status == COOP_OK) {
        memcpy(failure, other, sizeof other);
        status = restored;
    }
    return status;
}

/* Who this process is there. */
static coop_status introduce(struct mpi_wire *wire, char *failure)
{
    char host[MPI_MAX_PROCESSOR_NAME + 1] = "";
    int length = 0;
    int rank = 0;
    int ranks = 0;

    if (coop_mpi_has_failed(MPI_Comm_set_errhandler(wire->communicator, MPI_ERRORS_RETURN),
                            "MPI_Comm_set_errhandler", failure) ||
        coop_mpi_has_failed(MPI_Comm_rank(wire->communicator, &rank), "MPI_Comm_rank", failure) ||
        coop_mpi_has_failed(MPI_Comm_size(wire->communicator, &ranks), "MPI_Comm_size", failure) ||
        coop_mpi_has_failed(MPI_Get_processor_name(host, &length), "MPI_Get_processor_name", failure)) {
        return COOP_NETWORK_FAILED;
    }
    wire->wire.rank = (uint32_t)rank;
    wire->wire.ranks = (uint32_t)ranks;
    snprintf(wire->wire.host, sizeof wire->wire.host, "%.63s", host);
    return COOP_OK;
}

static coop_status join(struct mpi_wire *wire, int number, char *failure)
{
    coop_status status = duplicate(wire, number, failure);

    if (status == COOP_OK) {
        status = introduce(wire, failure);
    }
    if (status != COOP_OK && wire->communicator != MPI_COMM_NULL) { /* it has its sentence already */
        MPI_Comm_free(&wire->communicator);
    }
    return status;
}

static coop_status mpi_open(const struct coop_wire_opener *how, struct coop_wire **opened, char *failure)
{
    static const struct coop_wire_methods methods = {
        mpi_gather_begin, mpi_gather_poll, mpi_listen, mpi_send, mpi_sent, mpi_receive, mpi_give, mpi_close};
    struct mpi_wire *wire = calloc(1, sizeof *wire);
    int level = MPI_THREAD_SINGLE;
    char unused[COOP_NET_FAILURE_BYTES];
    coop_status status;

    *opened = NULL;
    if (wire == NULL) {
        snprintf(failure, COOP_NET_FAILURE_BYTES, "the host has no memory left for the net");
        return COOP_OUT_OF_MEMORY;
    }
    wire->wire.methods = &methods;
    wire->request = MPI_REQUEST_NULL;
    wire->communicator = MPI_COMM_NULL;
    status = coop_mpi_enter(&wire->is_ours, &level, failure);
    if (status == COOP_OK) {
        status = check_level(wire, level, failure);
    }
    if (status == COOP_OK) {
        status = join(wire, ((const struct mpi_opener *)how)->communicator, failure);
    }
    if (status != COOP_OK) { /* which has its sentence already */
        if (wire->is_ours) {
            coop_mpi_leave(unused);
        }
        free(wire);
        return status;
    }
    *opened = &wire->wire;
    return COOP_OK;
}

static void mpi_forget(const struct coop_wire_opener *how)
{
    free((struct mpi_opener *)(uintptr_t)how);
}

struct coop_wire_opener *coop_wire_mpi_opener(int communicator)
{
    struct mpi_opener *opener = malloc(sizeof *opener);

    if (opener == NULL) {
        return NULL;
    }
    *opener = (struct mpi_opener){{mpi_open, mpi_forget}, communicator};
    return &opener->opener;
}
