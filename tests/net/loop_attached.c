#include "loop_attached.h"

int attach_run(struct rank *rank, const char *text, size_t bytes, uint32_t local_items, uint32_t groups,
               struct attached *attached)
{
    struct coop_run_options options = {.worker_groups = groups, .local_items = local_items};

    return OK(coop_module_create(rank->context, text, bytes, NULL, &attached->module)) &&
           OK(coop_net_run_start(rank->net, attached->module, &options, &attached->run)) &&
           OK(coop_net_attach(rank->net, attached->run));
}

void check_counts(struct rank *rank)
{
    uint64_t sent[RANKS_MAX * RANKS_MAX] = {0};

    for (uint32_t peer = 0; peer < rank->ranks; peer++) {
        struct coop_net_counts counts;
        OK(coop_net_count(rank->net, peer, &counts));
        TEST_EQUAL_U64(counts.acknowledged_messages, counts.sent_messages);
        TEST_EQUAL_U64(counts.applied_messages, counts.received_messages);
        TEST_EQUAL_U64(counts.full_buffers + counts.timed_out_buffers + counts.flushed_buffers,
                       counts.sent_buffers);
        sent[rank->rank * rank->ranks + peer] = counts.sent_messages;
    }
    OK(coop_net_reduce(rank->net, COOP_NET_SUM, sent, rank->ranks * rank->ranks, 0));
    for (uint32_t peer = 0; peer < rank->ranks; peer++) {
        struct coop_net_counts counts;
        OK(coop_net_count(rank->net, peer, &counts));
        TEST_EQUAL_U64(counts.received_messages, sent[peer * rank->ranks + rank->rank]);
    }
}
