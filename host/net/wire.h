/* What a net knows of its network: ranks that exchange records, and send each other parcels. A file for each
 * kind: wire_mpi.c, wire_loop.c.
 *
 * Threads: all calls of a wire come from one thread, the one that has opened it.
 *
 *   E1  At most one gather of a wire is under way. All ranks begin their gathers in the same order, each with
 *       the same number of bytes.
 *   E2  No call waits for another rank, but open and close, whose callers have deadlines of their own
 *       (exchange.h).
 *   E7  Parcels from one rank to another arrive in the order in which they were sent, each once. Nothing is
 *       said of parcels of different pairs of ranks, nor of gathers and parcels.
 *   E8  A parcel that has been sent arrives while its receiver makes calls, whatever its sender does; how
 *       many are under way is the callers' affair. */
#ifndef COOP_HOST_NET_WIRE_H
#define COOP_HOST_NET_WIRE_H

#include "coop/status.h"
#include <stdint.h>

struct coop_wire;

#define COOP_WIRE_NONE UINT32_MAX

/* A parcel that has arrived. */
struct coop_wire_parcel {
    const void *at; /* `bytes` bytes, until `give`; NULL: none has arrived */
    uint32_t bytes;
    uint32_t from;  /* the rank */
    uint32_t place; /* for `give` */
    int is_full;    /* with NULL: all places are taken, and others may wait in the network */
};

struct coop_wire_methods {
    /* Begins to bring the `bytes` bytes of each rank to all of them. `mine` and `all`, of ranks * bytes
     * bytes, belong to the wire until gather_poll says that it is done, or close has returned. */
    coop_status (*gather_begin)(struct coop_wire *wire, const void *mine, void *all, uint32_t bytes);

    /* Whether the gather is done; *all is then filled. */
    coop_status (*gather_poll)(struct coop_wire *wire, int *is_done);

    /* Makes room for arriving parcels of at most `bytes` bytes, `places` of them at a time; others wait in
     * the network. Once; no parcel arrives before. COOP_OUT_OF_MEMORY, COOP_NETWORK_FAILED */
    coop_status (*listen)(struct coop_wire *wire, uint32_t bytes, uint32_t places);

    /* Begins to send a parcel, of 1 to `bytes` bytes, to another rank. `from` belongs to the wire until
     * `sent` has told `number`, which is the caller's, or close has returned. */
    coop_status (*send)(struct coop_wire *wire, uint32_t to, const void *from, uint32_t bytes,
                        uint32_t number);

    /* A send whose memory is the caller's again; COOP_WIRE_NONE: no other one is. */
    coop_status (*sent)(struct coop_wire *wire, uint32_t *number);

    coop_status (*receive)(struct coop_wire *wire, struct coop_wire_parcel *parcel);

    /* The parcel has been read: its place is free for another. */
    coop_status (*give)(struct coop_wire *wire, uint32_t place);

    /* Ends the wire, and frees it; a failure leaves its sentence in `failure`, of 256 bytes.
     * all_agree       all ranks close theirs. Otherwise nothing is ended that others share.
     * may_be_written  out: the network may still write to the memory of a gather that is not done, or read
     *                 that of a send; their memory then stays. */
    coop_status (*close)(struct coop_wire *wire, int all_agree, int *may_be_written, char *failure);
};

/* Every status but COOP_OK leaves a sentence in `failure`. */
struct coop_wire {
    const struct coop_wire_methods *methods;
    uint32_t rank;
    uint32_t ranks;
    char host[64]; /* the same for ranks of one host, different for others */
    char failure[256];
};

/* How a wire is opened: open(how, …) by the thread that will use it. On failure *wire is NULL, and the
 * sentence is in `failure`, of 256 bytes. */
struct coop_wire_opener {
    coop_status (*open)(const struct coop_wire_opener *how, struct coop_wire **wire, char *failure);
    void (*forget)(const struct coop_wire_opener *how); /* frees what only the opener has, itself included */
};

#endif
