/* Ranks in rows (ranks_in_row), through the library: kernels of 16 ranks in rows of 4 meet at net barriers,
 * behind which everything is applied, wherever it went; and what is refused. */
#include "meeting_spread.h"
#include "meeting_text.h"

static void spread_4(struct rank *rank)
{
    struct coop_net_counts counts;
    uint64_t forwarded = 0;

    meeting_spread(rank, 4, 1);
    for (uint32_t peer = 0; peer < rank->ranks; peer++) {
        OK(coop_net_count(rank->net, peer, &counts));
        TEST_TRUE(counts.forwarded_messages == 0 || peer / 4 != rank->rank / 4);
        forwarded += counts.forwarded_messages;
    }
    OK(coop_net_reduce(rank->net, COOP_NET_SUM, &forwarded, 1, 0));
    TEST_TRUE(forwarded > 0); /* the ring goes from row to row, and not in a column */
}

TEST(launches_of_sixteen_ranks_in_rows_meet)
{
    crew_run(&(struct crew){.ranks = 16, .body = spread_4, .memory_bytes = 32 << 20, .ranks_in_row = 4});
}

static void differ(struct rank *rank)
{
    struct attached attached;

    OK(coop_module_create(rank->context, meeting_module_text, meeting_module_bytes, NULL, &attached.module));
    OK(coop_net_run_start(rank->net, attached.module, &(struct coop_run_options){.worker_groups = 2},
                          &attached.run));
    REFUSED(coop_net_attach(rank->net, attached.run), COOP_PEERS_DIFFER,
            "ranks_in_row is 1 at rank 0 (loop) and 2 at rank 1 (loop)");
    OK(coop_net_close(rank->net));
    rank->net = NULL;
    OK(coop_run_stop(attached.run, UINT64_C(100000000000)));
}

TEST(ranks_with_different_rows_are_refused)
{
    crew_run(&(struct crew){
        .ranks = 3, .body = differ, .memory_bytes = 32 << 20, .ranks_in_row = 2, .ranks_in_first_row = 1});
}

static void want_memory(struct rank *rank)
{
    struct attached attached;

    OK(coop_module_create(rank->context, meeting_module_text, meeting_module_bytes, NULL, &attached.module));
    OK(coop_net_run_start(rank->net, attached.module, &(struct coop_run_options){.worker_groups = 2},
                          &attached.run));
    /* Three buffers on their way of each of the two ranks that send to rank 2 for its row, twice. */
    REFUSED(coop_net_attach(rank->net, attached.run), COOP_INVALID_ARGUMENT,
            "in rows of 2 ranks this one forwards for others, and needs");
    TEST_CONTAINS(coop_last_error()->message, "memory_bytes is 65536; ");
    OK(coop_net_close(rank->net));
    rank->net = NULL;
    OK(coop_run_stop(attached.run, UINT64_C(100000000000)));
}

TEST(memory_for_what_is_forwarded_is_asked_for)
{
    crew_run(&(struct crew){.ranks = 3,
                            .body = want_memory,
                            .memory_bytes = 32 << 20,
                            .ranks_in_row = 2,
                            .net_memory_bytes = 65536});
}
