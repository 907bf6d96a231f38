/* MPI wants MPI_Finalize from the thread that has called MPI_Init_thread (MPI 3.1, section 12.4.3), and nets
 * end in any order. So a thread that belongs to none of them calls both, and sleeps in between. */
#include "host/net/mpi_process.h"

#include "host/net/record.h"
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum state { UNKNOWN, BEGINNING, HELD, ENDING };

static struct {
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    enum state state;
    uint32_t nets; /* that hold MPI */
    int level;
    coop_status status; /* of the last begin or end */
    char failure[COOP_NET_FAILURE_BYTES];
} life = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

int coop_mpi_has_failed(int code, const char *call, char *failure)
{
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;

    if (code == MPI_SUCCESS) {
        return 0;
    }
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) {
        snprintf(text, sizeof text, "code %d", code);
    }
    snprintf(failure, COOP_NET_FAILURE_BYTES, "%s failed: %.200s", call, text);
    return 1;
}

/* ---- begin and end ---- */

/* The lock is held. */
static void turn(enum state state, int has_failed, const char *failure)
{
    life.state = state;
    life.status = has_failed ? COOP_NETWORK_FAILED : COOP_OK;
    snprintf(life.failure, sizeof life.failure, "%s", failure);
    pthread_cond_broadcast(&life.changed);
}

/* The thread that MPI belongs to. */
static void *keep(void *unused)
{
    char failure[COOP_NET_FAILURE_BYTES] = "";
    int level = MPI_THREAD_SINGLE;
    int has_failed = coop_mpi_has_failed(MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level),
                                         "MPI_Init_thread", failure);

    pthread_mutex_lock(&life.lock);
    life.level = level;
    life.nets = has_failed ? 0 : life.nets;
    turn(has_failed ? UNKNOWN : HELD, has_failed, failure);
    while (life.state == HELD) {
        pthread_cond_wait(&life.changed, &life.lock);
    }
    pthread_mutex_unlock(&life.lock);
    if (!has_failed) {
        has_failed = coop_mpi_has_failed(MPI_Finalize(), "MPI_Finalize", failure);
        pthread_mutex_lock(&life.lock);
        turn(UNKNOWN, has_failed, failure);
        pthread_mutex_unlock(&life.lock);
    }
    return unused;
}

static int start_keeper(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, keep, NULL) != 0) {
        return 0;
    }
    pthread_detach(thread);
    return 1;
}

/* Waits for the thread that MPI belongs to; the lock is held. */
static coop_status await_other_than(enum state state, char *failure)
{
    while (life.state == state) {
        pthread_cond_wait(&life.changed, &life.lock);
    }
    if (life.status != COOP_OK) {
        memcpy(failure, life.failure, sizeof life.failure);
    }
    return life.status;
}

/* The lock is held. */
static coop_status begin(char *failure)
{
    life.state = BEGINNING;
    life.nets = 1; /* before others can see that MPI is held */
    if (!start_keeper()) {
        life.nets = 0;
        life.state = UNKNOWN;
        snprintf(failure, COOP_NET_FAILURE_BYTES, "the host has no memory left for MPI's thread");
        return COOP_OUT_OF_MEMORY;
    }
    return await_other_than(BEGINNING, failure);
}

/* The lock is held, and nobody begins or ends. */
static coop_status enter(int *is_held, int *level, char *failure)
{
    int is_finalised = 0;
    int is_initialised = 0;
    coop_status status = COOP_OK;

    if (coop_mpi_has_failed(MPI_Finalized(&is_finalised), "MPI_Finalized", failure) ||
        coop_mpi_has_failed(MPI_Initialized(&is_initialised), "MPI_Initialized", failure)) {
        return COOP_NETWORK_FAILED;
    }
    if (is_finalised) {
        snprintf(failure, COOP_NET_FAILURE_BYTES,
                 "MPI was finalised, and a process cannot initialise it again; a program that opens nets one "
                 "after the other calls MPI_Init_thread and MPI_Finalize itself");
        return COOP_NETWORK_FAILED;
    }
    if (is_initialised && life.state != HELD) {
        return coop_mpi_has_failed(MPI_Query_thread(level), "MPI_Query_thread", failure) ? COOP_NETWORK_FAILED
                                                                                         : COOP_OK;
    }
    if (life.state == HELD) {
        life.nets++;
    } else {
        status = begin(failure);
    }
    if (status == COOP_OK) {
        *is_held = 1;
        *level = life.level;
    }
    return status;
}

coop_status coop_mpi_enter(int *is_held, int *level, char *failure)
{
    coop_status status;

    *is_held = 0;
    pthread_mutex_lock(&life.lock);
    while (life.state == BEGINNING || life.state == ENDING) {
        pthread_cond_wait(&life.changed, &life.lock);
    }
    status = enter(is_held, level, failure);
    pthread_mutex_unlock(&life.lock);
    return status;
}

coop_status coop_mpi_leave(char *failure)
{
    coop_status status = COOP_OK;

    pthread_mutex_lock(&life.lock);
    life.nets--;
    if (life.nets == 0) {
        turn(ENDING, 0, "");
        status = await_other_than(ENDING, failure);
    }
    pthread_mutex_unlock(&life.lock);
    return status;
}

/* ---- error handlers ---- */

static struct {
    pthread_mutex_t lock; /* guards what follows */
    uint32_t users;
    MPI_Errhandler world; /* the program's, while there are users; so the one below */
    MPI_Errhandler self;
} handlers = {.lock = PTHREAD_MUTEX_INITIALIZER};

coop_status coop_mpi_handler_replace(MPI_Comm communicator, MPI_Errhandler *old, char *failure)
{
    return coop_mpi_has_failed(MPI_Comm_get_errhandler(communicator, old), "MPI_Comm_get_errhandler",
                               failure) ||
                   coop_mpi_has_failed(MPI_Comm_set_errhandler(communicator, MPI_ERRORS_RETURN),
                                       "MPI_Comm_set_errhandler", failure)
               ? COOP_NETWORK_FAILED
               : COOP_OK;
}

coop_status coop_mpi_handler_put_back(MPI_Comm communicator, MPI_Errhandler *old, char *failure)
{
    int is_set =
        !coop_mpi_has_failed(MPI_Comm_set_errhandler(communicator, *old), "MPI_Comm_set_errhandler", failure);
    int is_free = !coop_mpi_has_failed(MPI_Errhandler_free(old), "MPI_Errhandler_free", failure);

    return is_set && is_free ? COOP_OK : COOP_NETWORK_FAILED;
}

coop_status coop_mpi_errors_return(char *failure)
{
    char unused[COOP_NET_FAILURE_BYTES];
    coop_status status = COOP_OK;

    pthread_mutex_lock(&handlers.lock);
    if (handlers.users == 0) {
        status = coop_mpi_handler_replace(MPI_COMM_WORLD, &handlers.world, failure);
        if (status == COOP_OK) {
            status = coop_mpi_handler_replace(MPI_COMM_SELF, &handlers.self, failure);
            if (status != COOP_OK) {
                coop_mpi_handler_put_back(MPI_COMM_WORLD, &handlers.world, unused);
            }
        }
    }
    handlers.users += status == COOP_OK;
    pthread_mutex_unlock(&handlers.lock);
    return status;
}

coop_status coop_mpi_errors_restore(char *failure)
{
    coop_status status = COOP_OK;

    pthread_mutex_lock(&handlers.lock);
    handlers.users--;
    if (handlers.users == 0) {
        coop_status self = coop_mpi_handler_put_back(MPI_COMM_SELF, &handlers.self, failure);
        status = coop_mpi_handler_put_back(MPI_COMM_WORLD, &handlers.world, failure);
        status = status == COOP_OK ? self : status;
    }
    pthread_mutex_unlock(&handlers.lock);
    return status;
}
