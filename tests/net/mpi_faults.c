/* Every MPI call of a net's life fails, once: each MPI function that the library calls stands here in front
 * of MPI's own (its profiling interface). */
#include "coop/net.h"

#include "host/net/record.h"
#include "host/net/wire_mpi.h"
#include "test.h"
#include <mpi.h>
#include <stdatomic.h>
#include <string.h>

#define SECOND_NS UINT64_C(1000000000)

static atomic_uint calls;
static atomic_uint fails_at; /* the call that fails, from 1 on; 0: none */
static atomic_uint goes_on;  /* all calls behind it fail, too, with another code */

/* What a call comes back with; MPI_SUCCESS: it is made. */
static int code_of_next(void)
{
    unsigned at = atomic_load(&fails_at);
    unsigned call = at != 0 ? atomic_fetch_add(&calls, 1) + 1 : 0;

    if (call > at && atomic_load(&goes_on)) {
        return MPI_ERR_TAG;
    }
    return at != 0 && call == at ? MPI_ERR_OTHER : MPI_SUCCESS;
}

#define IN_FRONT_OF(name, parameters, arguments)                   \
    int MPI_##name parameters                                      \
    {                                                              \
        int code = code_of_next();                                 \
        return code != MPI_SUCCESS ? code : PMPI_##name arguments; \
    }

IN_FRONT_OF(Finalized, (int *is), (is))
IN_FRONT_OF(Initialized, (int *is), (is))
IN_FRONT_OF(Query_thread, (int *level), (level))
IN_FRONT_OF(Comm_test_inter, (MPI_Comm communicator, int *is), (communicator, is))
IN_FRONT_OF(Comm_dup, (MPI_Comm communicator, MPI_Comm *copy), (communicator, copy))
IN_FRONT_OF(Comm_get_errhandler, (MPI_Comm communicator, MPI_Errhandler *handler), (communicator, handler))
IN_FRONT_OF(Errhandler_free, (MPI_Errhandler * handler), (handler))
IN_FRONT_OF(Comm_set_errhandler, (MPI_Comm communicator, MPI_Errhandler handler), (communicator, handler))
IN_FRONT_OF(Comm_rank, (MPI_Comm communicator, int *rank), (communicator, rank))
IN_FRONT_OF(Comm_size, (MPI_Comm communicator, int *size), (communicator, size))
IN_FRONT_OF(Get_processor_name, (char *name, int *length), (name, length))
IN_FRONT_OF(Iallgather,
            (const void *from, int sent, MPI_Datatype type, void *to, int received, MPI_Datatype other,
             MPI_Comm communicator, MPI_Request *request),
            (from, sent, type, to, received, other, communicator, request))
IN_FRONT_OF(Test, (MPI_Request * request, int *is, MPI_Status *status), (request, is, status))
IN_FRONT_OF(Isend,
            (const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
             MPI_Request *request),
            (from, count, type, to, tag, communicator, request))
IN_FRONT_OF(Irecv,
            (void *to, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
             MPI_Request *request),
            (to, count, type, from, tag, communicator, request))
IN_FRONT_OF(Get_count, (const MPI_Status *status, MPI_Datatype type, int *count), (status, type, count))
IN_FRONT_OF(Cancel, (MPI_Request * request), (request))
IN_FRONT_OF(Comm_free, (MPI_Comm * communicator), (communicator))

/* What a call says: success, or a sentence that names the MPI call; or that an earlier one has failed. */
static coop_status look(coop_status status)
{
    const char *message = coop_last_error()->message;

    if (status != COOP_OK && TEST_EQUAL_TEXT(coop_status_name(status), "COOP_NETWORK_FAILED")) {
        TEST_TRUE(strstr(message, "MPI_") != NULL && strstr(message, " failed: ") != NULL);
    }
    return status;
}

/* A net from its opening to its end. True when every call of it was right. */
static int live(coop_context *context)
{
    struct coop_net_array_options options = {.elements = 10, .element_bytes = 4};
    uint64_t value = 5;
    coop_net_array *array;
    coop_net *net;
    int is_right = look(coop_net_open(context, NULL, &net)) == COOP_OK;

    if (!is_right) {
        TEST_TRUE(net == NULL);
        return 0;
    }
    is_right &= look(coop_net_array_create(net, &options, &array)) == COOP_OK;
    is_right &= look(coop_net_reduce(net, COOP_NET_SUM, &value, 1, 10 * SECOND_NS)) == COOP_OK;
    TEST_EQUAL_U64(value, 5);
    is_right &= look(coop_net_barrier(net, 10 * SECOND_NS)) == COOP_OK;
    is_right &= look(coop_net_close(net)) == COOP_OK;
    return is_right;
}

TEST(the_nth_mpi_call_fails_for_every_n)
{
    struct coop_context_options options = {.memory_bytes = 1 << 20};
    coop_context *context;
    unsigned n;
    int level;

    if (coop_context_create(&options, &context) != COOP_OK) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    PMPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    TEST_TRUE(live(context));
    for (n = 1; n < 1000; n++) {
        atomic_store(&calls, 0);
        atomic_store(&fails_at, n);
        int is_right = live(context);
        unsigned made = atomic_load(&calls);
        atomic_store(&fails_at, 0);
        if (is_right) {
            TEST_AT_MOST(made, n - 1); /* there is no n-th call */
            break;
        }
        if (!TEST_AT_LEAST(made, n)) {
            TEST_NOTE("call %u did not come, and something failed", n);
            break;
        }
    }
    TEST_AT_LEAST(n, 20);
    TEST_AT_MOST(n, 200);
    coop_context_destroy(context);
    PMPI_Finalize();
}

#define PARCELS 7u
#define PARCEL_BYTES 20000u /* beyond what MPI sends at once */

/* Parcels from this process to itself, two places for them: each comes, in order (E7, E8). What the wire
 * says; `failure` says why. */
static coop_status carry(struct coop_wire *wire, unsigned char (*bytes)[PARCEL_BYTES])
{
    const struct coop_wire_methods *methods = wire->methods;
    coop_status status = methods->listen(wire, PARCEL_BYTES, 2);
    uint32_t received = 0;
    uint32_t told = 0;

    for (uint32_t i = 0; status == COOP_OK && i < PARCELS; i++) {
        memset(bytes[i], (int)i, PARCEL_BYTES);
        status = methods->send(wire, 0, bytes[i], PARCEL_BYTES - i, i);
    }
    for (uint32_t polls = 0; status == COOP_OK && (received < PARCELS || told < PARCELS); polls++) {
        struct coop_wire_parcel parcel;
        uint32_t number;
        status = methods->receive(wire, &parcel);
        if (status == COOP_OK && parcel.at != NULL) {
            TEST_EQUAL(parcel.from, 0);
            TEST_EQUAL(parcel.bytes, PARCEL_BYTES - received); /* in order */
            TEST_EQUAL(((const unsigned char *)parcel.at)[PARCEL_BYTES - PARCELS], received);
            received++;
            status = methods->give(wire, parcel.place);
        }
        if (status == COOP_OK) {
            status = methods->sent(wire, &number);
            told += number != COOP_WIRE_NONE;
        }
        if (!TEST_AT_MOST(polls, 1000000)) {
            break;
        }
    }
    return status;
}

/* A wire from its opening to its end. True when every call of it was right. */
static int carry_parcels(void)
{
    static unsigned char bytes[PARCELS][PARCEL_BYTES];
    struct coop_wire_opener *how = coop_wire_mpi_opener((int)MPI_Comm_c2f(MPI_COMM_SELF));
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct coop_wire *wire;
    coop_status status = how->open(how, &wire, failure);
    int may_be_written;

    how->forget(how);
    if (status == COOP_OK) {
        coop_status closed;
        status = carry(wire, bytes);
        memcpy(failure, wire->failure, sizeof failure);
        closed = wire->methods->close(wire, 1, &may_be_written, status == COOP_OK ? failure : (char[256]){0});
        status = status == COOP_OK ? closed : status;
    }
    if (status != COOP_OK) {
        TEST_EQUAL_TEXT(coop_status_name(status), "COOP_NETWORK_FAILED");
        TEST_TRUE(strstr(failure, "MPI_") != NULL && strstr(failure, " failed: ") != NULL);
    }
    return status == COOP_OK;
}

TEST(the_nth_call_for_parcels_fails_for_every_n)
{
    unsigned n;
    int level;
    int is_right = 0;

    PMPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    TEST_TRUE(carry_parcels());
    for (n = 1; n < 2000 && !is_right; n++) {
        unsigned made;
        atomic_store(&calls, 0);
        atomic_store(&fails_at, n);
        is_right = carry_parcels();
        made = atomic_load(&calls);
        atomic_store(&fails_at, 0);
        /* MPI_Cancel's failure is no failure of the wire: the memory stays. */
        is_right &= made < n;
    }
    TEST_AT_LEAST(n, 40);
    TEST_AT_MOST(n, 1999);
    PMPI_Finalize();
}

/* A wire that ends with a parcel and a gather under way; from the first look at the parcel on all calls fail.
 * The first one's sentence is told, not that of the gather. */
TEST(the_first_failure_at_the_end_is_told)
{
    static unsigned char parcel[PARCEL_BYTES];
    static uint64_t mine;
    static uint64_t all;
    struct coop_wire_opener *how;
    char failure[COOP_NET_FAILURE_BYTES] = "";
    char wanted[MPI_MAX_ERROR_STRING + 1] = "";
    struct coop_wire *wire;
    coop_status status;
    int may_be_written = 0;
    int length;
    int level;

    PMPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    PMPI_Error_string(MPI_ERR_OTHER, wanted, &length);
    how = coop_wire_mpi_opener((int)MPI_Comm_c2f(MPI_COMM_SELF));
    status = how->open(how, &wire, failure);
    how->forget(how);
    if (TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OK")) {
        TEST_EQUAL(wire->methods->listen(wire, PARCEL_BYTES, 1), COOP_OK);
        TEST_EQUAL(wire->methods->send(wire, 0, parcel, PARCEL_BYTES, 0), COOP_OK);
        TEST_EQUAL(wire->methods->gather_begin(wire, &mine, &all, sizeof mine), COOP_OK);
        atomic_store(&calls, 0);
        atomic_store(&goes_on, 1);
        atomic_store(&fails_at, 2); /* behind MPI_Finalized */
        status = wire->methods->close(wire, 1, &may_be_written, failure);
        atomic_store(&fails_at, 0);
        atomic_store(&goes_on, 0);
        TEST_EQUAL_TEXT(coop_status_name(status), "COOP_NETWORK_FAILED");
        TEST_TRUE(may_be_written);
        if (!TEST_TRUE(strstr(failure, "MPI_Test failed: ") != NULL && strstr(failure, wanted) != NULL)) {
            TEST_NOTE("it says: %s", failure);
        }
    }
    PMPI_Finalize();
}
