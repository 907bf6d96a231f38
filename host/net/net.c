#include "host/net/attach.h"

#include "coop/library.h"
#include "coop/version.h"
#include "host/base/process.h"
#include "host/net/attachment.h"
#include "host/net/attachment_plan.h"
#include "host/net/wire_loop.h"
#include "host/net/wire_mpi.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPENING "opening a net"
#define CLOSING "closing a net"
#define FORGET_NS ((uint64_t)1000000000) /* for the thread of a net that is not closed in step */
#define DEFAULT_TIMEOUT_NS ((uint64_t)120 * 1000000000)

/* Ends the thread, and then what kernels have of the net: arrays are live until here, since messages are
 * applied to them. */
static coop_status end(struct coop_net_object *net, int all_agree, uint64_t within_ns, char *failure)
{
    struct coop_deadline deadline = coop_deadline_in(within_ns);
    struct coop_deadline soon;
    coop_status status = coop_exchange_end(net->exchange, all_agree, &deadline, failure);

    net->exchange = NULL;
    soon = coop_deadline_in(FORGET_NS);
    coop_net_detach(net, &soon);
    return status;
}

static void net_destroy(struct coop_object *object)
{
    struct coop_net_object *net = (struct coop_net_object *)object;
    char unused[COOP_NET_FAILURE_BYTES];

    end(net, net->is_in_step, FORGET_NS, unused); /* in step: none could open it */
    pthread_cond_destroy(&net->ended);
    pthread_mutex_destroy(&net->lock);
    free(net->hosts);
    free(net);
}

/* ---- opening ---- */

/* Who is on which host. */
static coop_status meet(struct coop_net_object *net, const struct coop_net_record *of)
{
    net->hosts = calloc(net->report.ranks, sizeof *net->hosts);
    if (net->hosts == NULL) {
        return coop_net_fail(net, COOP_OUT_OF_MEMORY, OPENING, "the host has no memory left for %u names",
                             net->report.ranks);
    }
    for (uint32_t rank = 0; rank < net->report.ranks; rank++) {
        snprintf(net->hosts[rank], sizeof net->hosts[rank], "%.63s", of[rank].text);
    }
    for (uint32_t rank = 0; rank < net->report.ranks; rank++) {
        int is_here = strcmp(net->hosts[rank], net->report.host) == 0;
        net->report.host_ranks += (uint32_t)is_here;
        net->report.host_rank += (uint32_t)(is_here && rank < net->report.rank);
    }
    return COOP_OK;
}

/* What this rank itself needs of an open net. */
static coop_status settle(struct coop_net_object *net, const struct coop_net_record *of, coop_net **handle)
{
    coop_status status = meet(net, of);

    if (status == COOP_OK) {
        *handle = coop_object_open(&net->base);
        if (*handle == NULL) {
            status = coop_net_fail(net, COOP_OUT_OF_MEMORY, OPENING,
                                   "the host has no memory left for opening a net");
        }
    }
    return status;
}

/* All ranks have an open net, or none. */
static coop_status greet(struct coop_net_object *net, struct coop_deadline deadline, coop_net **handle)
{
    struct coop_net_record mine = {.kind = COOP_NET_OPEN};
    struct coop_net_call call = {.net = net, .doing = OPENING, .deadline = deadline};
    coop_status status;

    net->report.rank = coop_exchange_rank(net->exchange);
    net->report.ranks = coop_exchange_ranks(net->exchange);
    snprintf(net->report.host, sizeof net->report.host, "%s", coop_exchange_host(net->exchange));
    call.records.ranks = net->report.ranks;
    mine.words[0] = COOP_VERSION_MAJOR * 1000000u + COOP_VERSION_MINOR * 1000u + COOP_VERSION_PATCH;
    mine.words[1] = COOP_NET_RECORD_VERSION;
    snprintf(mine.text, sizeof mine.text, "%s", net->report.host);
    status = coop_net_agree(&call, &mine);
    if (status == COOP_OK) {
        status = settle(net, call.records.of, handle);
        call.records.hosts = (const char(*)[64])net->hosts;
        status = coop_net_outcome(&call, status);
    }
    if (status != COOP_OK) {
        coop_object_release(coop_object_close(*handle, COOP_KIND_NET));
        *handle = NULL;
    }
    return status;
}

static const struct coop_wire_opener *find_opener(coop_context *context,
                                                  const struct coop_net_options *options, coop_status *status)
{
    const struct coop_wire_opener *how;

    *status = COOP_OK;
    if (options->loop != NULL) {
        how = coop_wire_loop_opener(options->loop, options->rank, status);
    } else {
        how = coop_wire_mpi_opener(options->communicator);
    }
    if (how == NULL && *status == COOP_INVALID_HANDLE) {
        coop_context_fail(context, *status, OPENING, "the loop was destroyed, or never made");
    } else if (how == NULL) {
        *status = coop_context_fail(context, COOP_OUT_OF_MEMORY, OPENING,
                                    "the host has no memory left for opening a net");
    }
    return how;
}

static coop_status open_net(struct coop_net_object *net, const struct coop_net_options *options,
                            coop_net **handle)
{
    struct coop_deadline deadline = coop_deadline_in(net->timeout_ns);
    char failure[COOP_NET_FAILURE_BYTES] = "";
    coop_status status;
    const struct coop_wire_opener *how = find_opener(net->context, options, &status);

    if (how == NULL) {
        return status;
    }
    status = coop_exchange_start(how, &deadline, &net->exchange, failure);
    if (status != COOP_OK) {
        return coop_net_fail(net, status, OPENING, "%s", failure);
    }
    return greet(net, deadline, handle);
}

static struct coop_net_object *make(coop_context *context, const struct coop_net_options *options)
{
    struct coop_net_object *net = calloc(1, sizeof *net);

    if (net != NULL) {
        coop_object_init(&net->base, COOP_KIND_NET, net, net_destroy);
        pthread_mutex_init(&net->lock, NULL);
        pthread_cond_init(&net->ended, NULL);
        net->context = context;
        net->timeout_ns = options->timeout_ns != 0 ? options->timeout_ns : DEFAULT_TIMEOUT_NS;
        net->options = *options;
        net->is_in_step = 1;
    }
    return net;
}

coop_status coop_net_open(coop_context *context, const struct coop_net_options *options, coop_net **handle)
{
    static const struct coop_net_options defaults = {0};
    struct coop_net_options complete;
    struct coop_device_report device;
    struct coop_net_object *net;
    const char *wrong;
    coop_status status = coop_context_device(context, &device);

    if (handle != NULL) {
        *handle = NULL;
    }
    if (status != COOP_OK) {
        return status;
    }
    complete = options != NULL ? *options : defaults;
    options = &complete;
    if (handle == NULL) {
        return coop_context_fail(context, COOP_INVALID_ARGUMENT, OPENING, "net is NULL");
    }
    if (options->timeout_ns == UINT64_MAX) {
        return coop_context_fail(context, COOP_INVALID_ARGUMENT, OPENING,
                                 "timeout_ns is UINT64_MAX: a wait without end is refused; give a deadline");
    }
    wrong = coop_net_options_complete(&complete);
    if (wrong != NULL) {
        return coop_context_fail(context, COOP_INVALID_ARGUMENT, OPENING, wrong);
    }
    coop_process_enter();
    net = make(context, options);
    if (net == NULL) {
        return coop_context_fail(context, COOP_OUT_OF_MEMORY, OPENING,
                                 "the host has no memory left for opening a net");
    }
    status = open_net(net, options, handle);
    coop_object_release(&net->base);
    return status;
}

/* ---- closing ---- */

/* All ranks are here, and the thread has ended. */
static coop_status part(struct coop_net_call *call)
{
    struct coop_net_object *net = call->net;
    const struct coop_net_record mine = {.kind = COOP_NET_CLOSE};
    char failure[COOP_NET_FAILURE_BYTES] = "";
    coop_status status = coop_net_agree(call, &mine);
    coop_status ended;

    status = status == COOP_OK ? coop_net_drain(call) : status;
    ended = end(net, status == COOP_OK, status == COOP_OK ? net->timeout_ns : FORGET_NS, failure);
    if (ended != COOP_OK && status == COOP_OK) {
        status = coop_net_fail(net, ended, CLOSING, "%s", failure);
    }
    return status;
}

/* This rank is out of step. While another thread's call is under way it has the thread; then its end is that
 * of the object. */
static void leave(struct coop_net_object *net)
{
    char unused[COOP_NET_FAILURE_BYTES];
    int is_free;

    pthread_mutex_lock(&net->lock);
    is_free = !net->is_busy;
    net->is_busy = 1;
    pthread_mutex_unlock(&net->lock);
    if (is_free) {
        end(net, 0, FORGET_NS, unused);
        pthread_mutex_lock(&net->lock);
        net->is_busy = 0;
        pthread_mutex_unlock(&net->lock);
    }
}

coop_status coop_net_close(coop_net *handle)
{
    struct coop_net_call call;
    struct coop_net_object *net;
    coop_status status;

    if (handle == NULL) {
        return COOP_OK;
    }
    status = coop_net_begin(&call, handle, CLOSING, 0);
    net = coop_object_close(handle, COOP_KIND_NET);
    if (status == COOP_OK) {
        status = part(&call);
        pthread_mutex_lock(&call.net->lock);
        coop_net_fall_out(call.net, COOP_NETWORK_FAILED, CLOSING, "the net was closed");
        pthread_mutex_unlock(&call.net->lock);
        coop_net_finish(&call);
    } else if (net != NULL) {
        leave(net);
    }
    if (net != NULL) { /* messages are applied to them until here */
        coop_object_close_all(net);
        coop_object_release(&net->base);
    }
    return status;
}

coop_status coop_net_report(coop_net *handle, struct coop_net_report *report)
{
    static const char doing[] = "reporting on a net";
    struct coop_net_object *net = coop_net_get(handle, doing);
    coop_status status = COOP_OK;

    if (net == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (report == NULL) {
        status = coop_net_fail(net, COOP_INVALID_ARGUMENT, doing, "report is NULL");
    } else {
        *report = net->report;
        pthread_mutex_lock(&net->lock);
        report->is_in_step = net->is_in_step;
        report->buffers_bytes =
            net->attachment != NULL ? coop_traffic_memory(coop_net_attachment_traffic(net->attachment)) : 0;
        pthread_mutex_unlock(&net->lock);
    }
    coop_object_release(&net->base);
    return status;
}
