/* The exchange: a net's thread, which opens the wire, makes all its calls, and closes it; the gathers that
 * other threads hand to it, one after the other; and a work that it does besides.
 *
 * Stands on: wire.h. Threads: any thread may call, one gather at a time; the caller has seen to that
 * (coop_net_begin).
 *
 *   E3  The thread sleeps while there is nothing to gather, and naps while the work that is attached has
 *       nothing to do.
 *   E4  A caller that has given up a gather leaves its records to the exchange; no wire writes to memory that
 *       was freed. What the network may still write to behind close stays as long as the process
 *       lives. */
#ifndef COOP_HOST_NET_EXCHANGE_H
#define COOP_HOST_NET_EXCHANGE_H

#include "host/base/clock.h"
#include "host/net/record.h"
#include "host/net/wire.h"

struct coop_exchange;

/* Starts the thread, which opens a wire as `how` says and forgets `how` then. Blocks until the wire is open,
 * at most until the deadline; behind that the thread stays until its opening has returned.
 * failure  of COOP_NET_FAILURE_BYTES: the sentence for every status but COOP_OK. So in all functions here.
 *
 * COOP_OK, COOP_TIMED_OUT, COOP_OUT_OF_MEMORY, what the opener says */
coop_status coop_exchange_start(const struct coop_wire_opener *how, struct coop_deadline *deadline,
                                struct coop_exchange **exchange, char *failure);

/* The wire's; constant while the exchange is. */
uint32_t coop_exchange_rank(const struct coop_exchange *exchange);
uint32_t coop_exchange_ranks(const struct coop_exchange *exchange);
const char *coop_exchange_host(const struct coop_exchange *exchange);

/* Brings the record of each rank to all. *all is valid until the next gather, or the end. Behind
 * COOP_TIMED_OUT no other gather may follow.
 *
 * COOP_OK, COOP_TIMED_OUT, COOP_NETWORK_FAILED, COOP_OUT_OF_MEMORY */
coop_status coop_exchange_gather(struct coop_exchange *exchange, const struct coop_net_record *mine,
                                 struct coop_deadline *deadline, struct coop_net_record **all, char *failure);

/* What the thread does again and again, besides gathers. */
struct coop_exchange_work {
    /* Makes a step. now_ns: time that counts (host/base/clock.h).
     * nap_ns  out: how long the thread may sleep before the next; 0: there is more to do.
     * A failure is that of the exchange: gathers say it, no step follows, and `fail` is not called. */
    coop_status (*step)(struct coop_exchange_work *work, struct coop_wire *wire, uint64_t now_ns,
                        uint64_t *nap_ns, char *failure);
    /* A gather has failed, and no step follows: whoever waits for the work is to hear so. Called once. */
    void (*fail)(struct coop_exchange_work *work, struct coop_wire *wire, coop_status status, char *failure);
    /* The exchange ends, not all ranks agree to that, and nothing has failed: the other ranks are to hear so.
     * Called once at most, behind the last step. */
    void (*leave)(struct coop_exchange_work *work, struct coop_wire *wire);
    /* The network may still read or write the work's memory when this is called with `keep`. Called once,
     * behind the last step: the work is the thread's until then. */
    void (*end)(struct coop_exchange_work *work, int keep);
};

/* The thread does the work from now on; once in an exchange's life. */
void coop_exchange_attach(struct coop_exchange *exchange, struct coop_exchange_work *work);

/* COOP_OK while the exchange goes on; what it has failed with, and the sentence. */
coop_status coop_exchange_status(struct coop_exchange *exchange, char *failure);

/* Closes the wire and ends the thread. Blocks at most until the deadline; a thread that closing holds up
 * ends by itself. NULL is accepted.
 * all_agree  all ranks are known to end theirs; otherwise nothing is ended that they share.
 *
 * COOP_OK, COOP_TIMED_OUT, what closing the wire says */
coop_status coop_exchange_end(struct coop_exchange *exchange, int all_agree, struct coop_deadline *deadline,
                              char *failure);

#endif
