/* Records: what a rank tells the others at a collective call, and the comparison of what all have told.
 *
 * All ranks compare the same records with the same function, so they all come to the same verdict, and stay
 * in step when it is a refusal. The size of a record, `kind` and the words of COOP_NET_OPEN are the same in
 * every version of coop. */
#ifndef COOP_HOST_NET_RECORD_H
#define COOP_HOST_NET_RECORD_H

#include "coop/status.h"
#include <stdint.h>

#define COOP_NET_WORDS 46u
#define COOP_NET_FAILURE_BYTES 256u

/* Changes when the words of a kind other than COOP_NET_OPEN do. */
#define COOP_NET_RECORD_VERSION 4u

enum coop_net_kind {
    COOP_NET_OPEN = 1,
    COOP_NET_CLOSE,
    COOP_NET_BARRIER,
    COOP_NET_REDUCE,
    COOP_NET_ARRAY,
    COOP_NET_RUN,
    COOP_NET_OUTCOME, /* of a rank's own part of the call before */
    COOP_NET_ATTACH,
    COOP_NET_SETTLE
};

struct coop_net_record {
    uint32_t kind;   /* enum coop_net_kind */
    uint32_t status; /* of COOP_NET_OUTCOME: coop_status */
    uint64_t words[COOP_NET_WORDS];
    char text[136]; /* of COOP_NET_OPEN: the host; of COOP_NET_OUTCOME: the message */
};
_Static_assert(sizeof(struct coop_net_record) == 512, "a record has 512 bytes in every version of coop");

/* The records of all ranks. */
struct coop_net_records {
    uint32_t ranks;
    struct coop_net_record *of;
    const char (*hosts)[64]; /* of each rank; NULL: not yet known */
};

/* COOP_OK when all ranks are at the same call and say the same; else COOP_PEERS_DIFFER, and `failure`, of
 * COOP_NET_FAILURE_BYTES, names two ranks and what each said. */
coop_status coop_net_records_agree(const struct coop_net_records *records, char *failure);

/* The outcome of the first rank that failed; COOP_OK when none did. `failure` has that rank's message. */
coop_status coop_net_records_outcome(const struct coop_net_records *records, char *failure);

#endif
