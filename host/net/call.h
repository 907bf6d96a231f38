/* How a collective call goes.
 *
 *     coop_net_begin(&call, …)       this rank's calls one after the other, E5
 *     coop_net_agree(&call, record)  every rank's record, compared
 *     coop_net_outcome(&call, …)     every rank's part done, or none's
 *     coop_net_finish(&call)
 *
 *   E5  A rank makes the gathers of one collective call without another's in between.
 *   E6  A refusal follows from the records alone, or is made before the first gather: all ranks stay in step.
 *       Everything else puts this rank out of step, for good. */
#ifndef COOP_HOST_NET_CALL_H
#define COOP_HOST_NET_CALL_H

#include "host/net/net_object.h"

struct coop_net_call {
    struct coop_net_object *net; /* with a reference */
    const char *doing;
    struct coop_deadline deadline;
    struct coop_net_records records; /* of the last gather */
};

/* The net behind a handle, with a reference for the caller; NULL, and recorded, when it is not live. */
struct coop_net_object *coop_net_get(coop_net *handle, const char *doing);

/* Records a failure; returns `status`. */
coop_status coop_net_fail(struct coop_net_object *net, coop_status status, const char *doing,
                          const char *message, ...) __attribute__((format(printf, 4, 5)));

/* COOP_OK: coop_net_finish is due. Otherwise nothing is, and the failure is recorded.
 * timeout_ns  0: the net's. */
coop_status coop_net_begin(struct coop_net_call *call, coop_net *handle, const char *doing,
                           uint64_t timeout_ns);

coop_status coop_net_agree(struct coop_net_call *call, const struct coop_net_record *mine);

/* `status`: of this rank's part; its message is the thread's last failure. */
coop_status coop_net_outcome(struct coop_net_call *call, coop_status status);

/* The same; each rank's `words`, COOP_NET_SHARED_WORDS of them, are in the records then. */
#define COOP_NET_SHARED_WORDS 2u
coop_status coop_net_outcome_with(struct coop_net_call *call, coop_status status, const uint64_t *words);

void coop_net_finish(struct coop_net_call *call);

/* This rank is out of step from now on; the lock is held. The first reason stays. */
void coop_net_fall_out(struct coop_net_object *net, coop_status status, const char *doing, const char *why);

#endif
