#include "host/net/attach.h"

#include "host/net/attachment.h"
#include <inttypes.h>
#include <string.h>

#define ATTACHING "attaching a run to a net"
#define ENDING "ending the messages of a net"
#define SETTLING "waiting until no message is under way"
#define COUNTING "counting the messages of a net"
#define NAP_NS ((uint64_t)500 * 1000)

/* ---- attaching ---- */

static coop_status check(struct coop_net_object *net, coop_run *run, struct coop_run_report *report,
                         uint64_t *hash)
{
    coop_status status;

    if (net->attachment != NULL) {
        return coop_net_fail(net, COOP_INVALID_ARGUMENT, ATTACHING, "the net has a run already");
    }
    status = coop_run_module_hash(run, hash);
    return status == COOP_OK ? coop_run_report(run, report) : status;
}

static coop_status attach(struct coop_net_call *call, coop_run *run, const struct coop_run_report *report,
                          uint64_t hash)
{
    struct coop_net_object *net = call->net;
    struct coop_deadline deadline = coop_deadline_in(net->timeout_ns);
    const struct coop_net_record mine = {.kind = COOP_NET_ATTACH,
                                         .words = {hash, COOP_NETWORK_VERSION, net->options.buffer_bytes,
                                                   net->options.buffers_per_peer, net->array_count,
                                                   net->options.ranks_in_row}};
    struct coop_net_attachment *attachment = NULL;
    coop_status status = coop_net_agree(call, &mine);

    if (status != COOP_OK) {
        return status;
    }
    status = coop_net_attachment_create(net, run, report, &attachment);
    status = coop_net_outcome(call, status);
    if (status != COOP_OK) {
        coop_net_attachment_end(attachment, &deadline);
        return status;
    }
    pthread_mutex_lock(&net->lock);
    net->attachment = attachment;
    pthread_mutex_unlock(&net->lock);
    coop_exchange_attach(net->exchange, coop_net_attachment_work(attachment));
    return COOP_OK;
}

coop_status coop_net_attach(coop_net *handle, coop_run *run)
{
    struct coop_net_call call;
    struct coop_run_report report;
    uint64_t hash;
    coop_status status = coop_net_begin(&call, handle, ATTACHING, 0);

    if (status != COOP_OK) {
        return status;
    }
    if (run == NULL) {
        status = coop_net_fail(call.net, COOP_INVALID_ARGUMENT, ATTACHING, "run is NULL");
    } else {
        status = check(call.net, run, &report, &hash);
    }
    if (status == COOP_OK) {
        status = attach(&call, run, &report, hash);
    }
    coop_net_finish(&call);
    return status;
}

coop_address coop_net_address(coop_net *handle)
{
    struct coop_net_object *net = coop_object_get(handle, COOP_KIND_NET);
    coop_address address = 0;

    if (net != NULL) {
        pthread_mutex_lock(&net->lock);
        address = net->attachment != NULL ? coop_net_attachment_address(net->attachment) : 0;
        pthread_mutex_unlock(&net->lock);
        coop_object_release(&net->base);
    }
    return address;
}

coop_status coop_net_enter_array(struct coop_net_object *net, uint32_t number,
                                 const struct coop_network_array *array)
{
    coop_status status = COOP_OK;

    pthread_mutex_lock(&net->lock);
    net->arrays[number] = *array;
    if (net->attachment != NULL) {
        status = coop_net_attachment_array(net->attachment, number, array);
    }
    pthread_mutex_unlock(&net->lock);
    return status;
}

/* ---- ending ---- */

/* Waits until `is_done`, or the exchange has failed. */
static coop_status await(struct coop_net_call *call, int (*is_done)(struct coop_traffic *traffic))
{
    struct coop_net_object *net = call->net;
    struct coop_traffic *traffic = coop_net_attachment_traffic(net->attachment);
    char failure[COOP_NET_FAILURE_BYTES];

    while (!is_done(traffic)) {
        coop_status status = coop_exchange_status(net->exchange, failure);
        if (status != COOP_OK) {
            return coop_net_fail(net, status, ENDING, "rank %u of %u: %s", net->report.rank,
                                 net->report.ranks, failure);
        }
        if (coop_deadline_left_ns(&call->deadline) == 0) {
            return coop_net_fail(net, COOP_TIMED_OUT, ENDING,
                                 "not everything that this rank's kernels have sent is applied");
        }
        coop_clock_sleep_ns(NAP_NS);
    }
    return COOP_OK;
}

/* Waits until nothing is under way at any rank, what handlers send among it. Each rank waits until it has
 * nothing itself, and tells how many rows have left it, ever, and how many are applied there; another rank's
 * handlers may send it something at once. When two waves of this find the same two sums, and these are equal,
 * then nothing was under way between them: each rank's numbers only grow, so none has changed from its first
 * word to its second.
 * Source: Mattern, "Algorithms for distributed termination detection" (1987), the four-counter method. */
static coop_status settle(struct coop_net_call *call, enum coop_traffic_ask ask)
{
    struct coop_traffic *traffic = coop_net_attachment_traffic(call->net->attachment);
    uint64_t before[COOP_NET_SHARED_WORDS] = {1, 0};
    uint64_t sums[COOP_NET_SHARED_WORDS] = {0, 0};
    coop_status status = COOP_OK;

    while (status == COOP_OK && (before[0] != before[1] || sums[0] != before[0] || sums[1] != before[1])) {
        uint64_t mine[COOP_NET_SHARED_WORDS] = {0, 0};
        memcpy(before, sums, sizeof sums);
        memset(sums, 0, sizeof sums);
        coop_traffic_ask(traffic, ask);
        status = await(call, coop_traffic_is_drained);
        coop_traffic_total(traffic, &mine[0], &mine[1]);
        status = coop_net_outcome_with(call, status, mine);
        for (uint32_t rank = 0; status == COOP_OK && rank < call->records.ranks; rank++) {
            sums[0] += call->records.of[rank].words[0];
            sums[1] += call->records.of[rank].words[1];
        }
    }
    return status;
}

coop_status coop_net_settle(coop_net *handle, uint64_t timeout_ns)
{
    const struct coop_net_record mine = {.kind = COOP_NET_SETTLE};
    struct coop_net_call call;
    coop_status status = coop_net_begin(&call, handle, SETTLING, timeout_ns);

    if (status != COOP_OK) {
        return status;
    }
    if (call.net->attachment == NULL) {
        status = coop_net_fail(call.net, COOP_INVALID_ARGUMENT, SETTLING, "no run is attached");
    } else {
        status = coop_net_agree(&call, &mine);
        status = status == COOP_OK ? settle(&call, COOP_TRAFFIC_GO) : status;
    }
    coop_net_finish(&call);
    return status;
}

coop_status coop_net_drain(struct coop_net_call *call)
{
    struct coop_traffic *traffic;
    coop_status status;

    if (call->net->attachment == NULL) {
        return COOP_OK;
    }
    traffic = coop_net_attachment_traffic(call->net->attachment);
    status = settle(call, COOP_TRAFFIC_DRAIN);
    if (status == COOP_OK) {
        coop_traffic_ask(traffic, COOP_TRAFFIC_END);
        status = await(call, coop_traffic_has_ended);
    }
    return status;
}

void coop_net_detach(struct coop_net_object *net, struct coop_deadline *deadline)
{
    struct coop_net_attachment *attachment;

    pthread_mutex_lock(&net->lock);
    attachment = net->attachment;
    net->attachment = NULL;
    pthread_mutex_unlock(&net->lock);
    coop_net_attachment_end(attachment, deadline);
}

/* ---- counts ---- */

static void translate(const struct coop_traffic_counts *from, struct coop_net_counts *to)
{
    *to = (struct coop_net_counts){from->sent_messages,
                                   from->sent_bytes,
                                   from->sent_parcels,
                                   from->acknowledged_messages,
                                   from->received_messages,
                                   from->received_bytes,
                                   from->received_parcels,
                                   from->applied_messages,
                                   from->closed[COOP_OUTBOX_FULL],
                                   from->closed[COOP_OUTBOX_TIMED_OUT],
                                   from->closed[COOP_OUTBOX_FLUSHED],
                                   from->waits,
                                   from->spilled_bytes,
                                   from->forwarded_messages};
}

coop_status coop_net_count(coop_net *handle, uint32_t peer, struct coop_net_counts *counts)
{
    struct coop_net_object *net = coop_net_get(handle, COUNTING);
    struct coop_traffic_counts counted;
    coop_status status = COOP_OK;

    if (net == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (counts == NULL || peer >= net->report.ranks) {
        status = coop_net_fail(net, COOP_INVALID_ARGUMENT, COUNTING,
                               counts == NULL ? "counts is NULL" : "there is no rank %u", peer);
        coop_object_release(&net->base);
        return status;
    }
    pthread_mutex_lock(&net->lock);
    status = net->attachment != NULL ? COOP_OK : COOP_INVALID_ARGUMENT;
    if (status == COOP_OK) {
        coop_traffic_count(coop_net_attachment_traffic(net->attachment), peer, &counted);
        translate(&counted, counts);
    }
    pthread_mutex_unlock(&net->lock);
    if (status != COOP_OK) {
        coop_net_fail(net, status, COUNTING, "no run is attached");
    }
    coop_object_release(&net->base);
    return status;
}
