#include "host/net/exchange.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIRST_NAP_NS ((uint64_t)10 * 1000)
#define LONGEST_NAP_NS ((uint64_t)1000 * 1000)
#define LONGEST_IDLE_NAP_NS ((uint64_t)8000 * 1000)
#define POLLS_WITHOUT_NAP 64u

enum phase { OPENING, IDLE, GATHERING, CLOSING, ENDED };

struct coop_exchange {
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    enum phase phase;
    coop_status status; /* of the opening; later of the last gather, or of the first that has failed */
    int must_end;       /* the thread closes the wire at the next chance */
    int all_agree;      /* so do all ranks */
    int is_left;        /* the caller has gone: the thread frees the exchange */
    int may_be_written; /* the records stay (E4) */
    struct coop_net_record mine;
    struct coop_net_record *all;
    char failure[COOP_NET_FAILURE_BYTES];

    struct coop_exchange_work *work; /* NULL: none is attached */
    int has_failed_work;             /* it knows that no step follows; the thread's alone */

    const struct coop_wire_opener *how; /* the thread's alone */
    struct coop_wire *wire;             /* the thread's alone */
    uint32_t rank;                      /* constant once the wire is open, as the two below */
    uint32_t ranks;
    char host[64];
};

static void exchange_free(struct coop_exchange *exchange)
{
    if (!exchange->may_be_written) {
        free(exchange->all);
        pthread_cond_destroy(&exchange->changed);
        pthread_mutex_destroy(&exchange->lock);
        free(exchange);
    }
}

/* The thread's next phase; the lock is held. */
static void enter(struct coop_exchange *exchange, enum phase phase, coop_status status)
{
    exchange->phase = phase;
    exchange->status = status;
    pthread_cond_broadcast(&exchange->changed);
}

/* ---- the thread ---- */

/* Opens the wire; the memory for the ranks' records is the net's. */
static void open_wire(struct coop_exchange *exchange)
{
    coop_status status = exchange->how->open(exchange->how, &exchange->wire, exchange->failure);

    exchange->how->forget(exchange->how);
    exchange->how = NULL;
    if (status == COOP_OK) {
        exchange->all = calloc(exchange->wire->ranks, sizeof *exchange->all);
        exchange->rank = exchange->wire->rank;
        exchange->ranks = exchange->wire->ranks;
        memcpy(exchange->host, exchange->wire->host, sizeof exchange->host);
    }
    if (status == COOP_OK && exchange->all == NULL) {
        status = COOP_OUT_OF_MEMORY;
        snprintf(exchange->failure, sizeof exchange->failure,
                 "the host has no memory left for the records of %u ranks", exchange->ranks);
    }
    pthread_mutex_lock(&exchange->lock);
    enter(exchange, exchange->must_end || status != COOP_OK ? CLOSING : IDLE, status);
    pthread_mutex_unlock(&exchange->lock);
}

/* A gather, or the work, as the thread goes on with them in turns. */
struct turn {
    int is_gathering;
    uint64_t polls; /* since something was done */
    uint64_t nap_ns;
    uint64_t now_ns;
    uint64_t asked_ns;
};

/* What there is to do; sleeps while there is nothing. False when the thread is to close the wire. */
static int await_work(struct coop_exchange *exchange, struct turn *turn, struct coop_exchange_work **work)
{
    int goes_on;

    pthread_mutex_lock(&exchange->lock);
    while (exchange->phase == IDLE && !exchange->must_end &&
           (exchange->work == NULL || exchange->has_failed_work)) {
        pthread_cond_wait(&exchange->changed, &exchange->lock);
    }
    goes_on = exchange->phase != CLOSING && !exchange->must_end;
    if (!goes_on) {
        exchange->phase = CLOSING;
    }
    *work = exchange->has_failed_work ? NULL : exchange->work;
    if (goes_on && exchange->phase == GATHERING && !turn->is_gathering) {
        turn->polls = 0;
        turn->nap_ns = FIRST_NAP_NS;
    }
    pthread_mutex_unlock(&exchange->lock);
    return goes_on;
}

/* The gather's end, or a failure of the whole exchange. */
static void report(struct coop_exchange *exchange, struct turn *turn, coop_status status, const char *failure)
{
    pthread_mutex_lock(&exchange->lock);
    if (status != COOP_OK) {
        snprintf(exchange->failure, sizeof exchange->failure, "%s", failure);
    }
    turn->is_gathering = 0;
    enter(exchange, IDLE, status);
    pthread_mutex_unlock(&exchange->lock);
}

/* Begins the gather that is handed over, or looks whether it is done. */
static void gather(struct coop_exchange *exchange, struct turn *turn)
{
    struct coop_wire *wire = exchange->wire;
    int is_done = 0;
    coop_status status = COOP_OK;

    if (!turn->is_gathering) {
        turn->is_gathering = 1;
        status = wire->methods->gather_begin(wire, &exchange->mine, exchange->all, sizeof exchange->mine);
    }
    if (status == COOP_OK) {
        status = wire->methods->gather_poll(wire, &is_done);
    }
    if (is_done || status != COOP_OK) {
        report(exchange, turn, status, wire->failure);
    }
}

/* A poll without success: others first, then naps that grow. */
static void rest(struct turn *turn, uint64_t longest_ns)
{
    if (turn->polls++ < POLLS_WITHOUT_NAP) {
        sched_yield();
    } else {
        coop_clock_sleep_ns(turn->nap_ns < longest_ns ? turn->nap_ns : longest_ns);
        turn->nap_ns = turn->nap_ns < longest_ns ? turn->nap_ns + turn->nap_ns / 4 : longest_ns;
    }
}

static int is_gather_wanted(struct coop_exchange *exchange)
{
    int is_wanted;

    pthread_mutex_lock(&exchange->lock);
    is_wanted = exchange->phase == GATHERING;
    pthread_mutex_unlock(&exchange->lock);
    return is_wanted;
}

/* Tells the work of a failure that is not its own. False when there is none. */
static int fail_work(struct coop_exchange *exchange, struct coop_exchange_work *work)
{
    char failure[COOP_NET_FAILURE_BYTES];
    coop_status status = coop_exchange_status(exchange, failure);

    if (status == COOP_OK) {
        return 0;
    }
    work->fail(work, exchange->wire, status, failure);
    exchange->has_failed_work = 1;
    return 1;
}

/* A look at the gather, and a step of the work. False when the thread is to close the wire. */
static int serve(struct coop_exchange *exchange, struct turn *turn)
{
    char failure[COOP_NET_FAILURE_BYTES] = "";
    struct coop_exchange_work *work;
    uint64_t nap_ns = LONGEST_NAP_NS;

    if (!await_work(exchange, turn, &work)) {
        return 0;
    }
    if (is_gather_wanted(exchange)) {
        gather(exchange, turn);
    }
    if (work != NULL && fail_work(exchange, work)) {
        return 1;
    }
    if (work != NULL) {
        coop_status status;
        turn->now_ns += coop_clock_passed_ns(&turn->asked_ns);
        status = work->step(work, exchange->wire, turn->now_ns, &nap_ns, failure);
        if (status != COOP_OK) {
            exchange->has_failed_work = 1;
            report(exchange, turn, status, failure);
            return 1;
        }
        nap_ns = nap_ns < LONGEST_IDLE_NAP_NS ? nap_ns : LONGEST_IDLE_NAP_NS;
    }
    if (work != NULL && nap_ns == 0) {
        turn->polls = 0;
        turn->nap_ns = FIRST_NAP_NS;
    } else if (work != NULL || turn->is_gathering) {
        rest(turn, turn->is_gathering && nap_ns > LONGEST_NAP_NS ? LONGEST_NAP_NS : nap_ns);
    }
    return 1;
}

static void *run(void *argument)
{
    struct coop_exchange *exchange = argument;
    char failure[COOP_NET_FAILURE_BYTES] = "";
    coop_status status = COOP_OK;
    int all_agree;
    int was_left;
    int may_be_written = 0;
    struct turn turn = {.nap_ns = FIRST_NAP_NS, .asked_ns = coop_clock_now_ns()};
    struct coop_exchange_work *work;

    open_wire(exchange);
    while (serve(exchange, &turn)) {
    }
    pthread_mutex_lock(&exchange->lock);
    all_agree = exchange->all_agree;
    work = exchange->work;
    pthread_mutex_unlock(&exchange->lock);
    if (exchange->wire != NULL && work != NULL && !all_agree && !exchange->has_failed_work) {
        work->leave(work, exchange->wire);
    }
    if (exchange->wire != NULL) {
        status = exchange->wire->methods->close(exchange->wire, all_agree, &may_be_written, failure);
    }
    if (work != NULL) {
        work->end(work, may_be_written);
    }
    pthread_mutex_lock(&exchange->lock);
    exchange->may_be_written = may_be_written;
    was_left = exchange->is_left;
    if (exchange->must_end) { /* otherwise the starter is to read why the opening failed */
        memcpy(exchange->failure, failure, sizeof failure);
        exchange->status = status;
    }
    enter(exchange, ENDED, exchange->status);
    pthread_mutex_unlock(&exchange->lock);
    if (was_left) {
        exchange_free(exchange);
    }
    return NULL;
}

/* ---- callers ---- */

/* Waits for the thread while it is in `phase`; the lock is held. False when the deadline has passed. */
static int await(struct coop_exchange *exchange, enum phase phase, struct coop_deadline *deadline)
{
    while (exchange->phase == phase) {
        uint64_t left_ns = coop_deadline_left_ns(deadline);
        struct timespec until;
        if (left_ns == 0) {
            return 0;
        }
        left_ns = left_ns < COOP_CLOCK_SLICE_NS ? left_ns : COOP_CLOCK_SLICE_NS;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += (long)left_ns;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&exchange->changed, &exchange->lock, &until);
    }
    return 1;
}

static struct coop_exchange *make(const struct coop_wire_opener *how)
{
    struct coop_exchange *exchange = calloc(1, sizeof *exchange);
    pthread_condattr_t attributes;

    if (exchange != NULL) {
        exchange->how = how;
        pthread_mutex_init(&exchange->lock, NULL);
        pthread_condattr_init(&attributes);
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        pthread_cond_init(&exchange->changed, &attributes);
        pthread_condattr_destroy(&attributes);
    }
    return exchange;
}

static int start_thread(struct coop_exchange *exchange)
{
    pthread_attr_t attributes;
    pthread_t thread;
    int code = pthread_attr_init(&attributes);

    if (code == 0) {
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        code = pthread_create(&thread, &attributes, run, exchange);
        pthread_attr_destroy(&attributes);
    }
    return code == 0;
}

coop_status coop_exchange_start(const struct coop_wire_opener *how, struct coop_deadline *deadline,
                                struct coop_exchange **handle, char *failure)
{
    struct coop_exchange *exchange = make(how);
    char unused[COOP_NET_FAILURE_BYTES];
    coop_status status;

    *handle = NULL;
    if (exchange == NULL || !start_thread(exchange)) {
        how->forget(how);
        if (exchange != NULL) {
            exchange_free(exchange);
        }
        snprintf(failure, COOP_NET_FAILURE_BYTES, "the host has no memory left for the net's thread");
        return COOP_OUT_OF_MEMORY;
    }
    pthread_mutex_lock(&exchange->lock);
    if (await(exchange, OPENING, deadline)) {
        status = exchange->status;
        snprintf(failure, COOP_NET_FAILURE_BYTES, "%s", exchange->failure);
    } else {
        status = COOP_TIMED_OUT;
        snprintf(failure, COOP_NET_FAILURE_BYTES, "the network's own start has not come back");
    }
    pthread_mutex_unlock(&exchange->lock);
    if (status == COOP_OK) {
        *handle = exchange;
    } else {
        coop_exchange_end(exchange, 0, deadline, unused);
    }
    return status;
}

uint32_t coop_exchange_rank(const struct coop_exchange *exchange)
{
    return exchange->rank;
}

uint32_t coop_exchange_ranks(const struct coop_exchange *exchange)
{
    return exchange->ranks;
}

const char *coop_exchange_host(const struct coop_exchange *exchange)
{
    return exchange->host;
}

coop_status coop_exchange_gather(struct coop_exchange *exchange, const struct coop_net_record *mine,
                                 struct coop_deadline *deadline, struct coop_net_record **all, char *failure)
{
    coop_status status;

    *all = NULL;
    pthread_mutex_lock(&exchange->lock);
    if (exchange->phase == IDLE && exchange->status == COOP_OK) {
        exchange->mine = *mine;
        exchange->phase = GATHERING;
        pthread_cond_broadcast(&exchange->changed);
    }
    if (!await(exchange, GATHERING, deadline)) {
        status = COOP_TIMED_OUT;
        snprintf(failure, COOP_NET_FAILURE_BYTES, "not all ranks have called");
    } else {
        status = exchange->status;
        *all = status == COOP_OK ? exchange->all : NULL;
        snprintf(failure, COOP_NET_FAILURE_BYTES, "%s", exchange->failure);
    }
    pthread_mutex_unlock(&exchange->lock);
    return status;
}

void coop_exchange_attach(struct coop_exchange *exchange, struct coop_exchange_work *work)
{
    pthread_mutex_lock(&exchange->lock);
    exchange->work = work;
    pthread_cond_broadcast(&exchange->changed);
    pthread_mutex_unlock(&exchange->lock);
}

coop_status coop_exchange_status(struct coop_exchange *exchange, char *failure)
{
    coop_status status;

    pthread_mutex_lock(&exchange->lock);
    status = exchange->status;
    memcpy(failure, exchange->failure, sizeof exchange->failure);
    pthread_mutex_unlock(&exchange->lock);
    return status;
}

/* Waits until the thread has ended; the lock is held. */
static int await_end(struct coop_exchange *exchange, struct coop_deadline *deadline)
{
    while (exchange->phase != ENDED) {
        if (!await(exchange, exchange->phase, deadline)) {
            return 0;
        }
    }
    return 1;
}

coop_status coop_exchange_end(struct coop_exchange *exchange, int all_agree, struct coop_deadline *deadline,
                              char *failure)
{
    coop_status status;
    int has_ended;

    if (exchange == NULL) {
        return COOP_OK;
    }
    pthread_mutex_lock(&exchange->lock);
    exchange->must_end = 1;
    exchange->all_agree = all_agree;
    pthread_cond_broadcast(&exchange->changed);
    has_ended = await_end(exchange, deadline);
    if (!has_ended) {
        exchange->is_left = 1;
    }
    status = exchange->status;
    if (has_ended) {
        memcpy(failure, exchange->failure, sizeof exchange->failure);
    }
    pthread_mutex_unlock(&exchange->lock);
    if (has_ended) {
        exchange_free(exchange);
        return status;
    }
    snprintf(failure, COOP_NET_FAILURE_BYTES, "the network's own end has not come back");
    return COOP_TIMED_OUT;
}
