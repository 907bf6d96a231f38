/* Ranks of a loop as threads of a test, each with a context. */
#ifndef COOP_TESTS_NET_LOOP_RANKS_H
#define COOP_TESTS_NET_LOOP_RANKS_H

#include "coop/net.h"
#include "test.h"

#define RANKS_MAX 16u

struct rank {
    uint32_t rank;
    uint32_t ranks;
    coop_context *context;
    coop_net *net;
    coop_status opened;
};

struct crew {
    uint32_t ranks;
    uint64_t memory_bytes;       /* of each context; 0: 1 MiB, for ranks that start no runs */
    uint64_t timeout_ns;         /* of each net; 0: the default */
    uint32_t deliver_groups;     /* of each net; 0: the default */
    uint64_t peer_timeout_ns;    /* the same */
    uint64_t net_memory_bytes;   /* the same, of coop_net_options */
    uint32_t ranks_in_row;       /* the same */
    uint32_t ranks_in_first_row; /* what rank 0 says instead, if not 0 */
    void (*body)(struct rank *); /* what each rank does between open and close */
    coop_status closes;          /* what coop_net_close says */
};

/* Opens `ranks` nets on one loop, each on a thread, runs `body` on each, closes all. Skips without a device.
 * */
void crew_run(const struct crew *crew);

/* Whether `status` is the wanted one, and the thread's last failure has the words. */
int is_refused(const char *file, int line, const char *call, coop_status status, coop_status wanted,
               const char *words);
#define REFUSED(call, wanted, words) is_refused(TEST_PLACE, #call, (call), (wanted), (words))
#define OK(call) TEST_EQUAL_TEXT(coop_status_name(call), "COOP_OK")

#endif
