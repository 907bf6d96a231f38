#include "host/net/call.h"

#include "coop/library.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct coop_net_object *coop_net_get(coop_net *handle, const char *doing)
{
    struct coop_net_object *net = coop_object_get(handle, COOP_KIND_NET);

    if (net == NULL) {
        coop_context_fail(NULL, COOP_INVALID_HANDLE, doing,
                          handle == NULL ? "the net is NULL: none was opened, or opening it failed"
                                         : "the net was closed, or never opened");
    }
    return net;
}

coop_status coop_net_fail(struct coop_net_object *net, coop_status status, const char *doing,
                          const char *message, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, message);
    vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    return coop_context_fail(net != NULL ? net->context : NULL, status, doing, text);
}

void coop_net_fall_out(struct coop_net_object *net, coop_status status, const char *doing, const char *why)
{
    if (net->is_in_step) {
        net->is_in_step = 0;
        net->why_status = status == COOP_PEER_LOST ? status : COOP_NETWORK_FAILED;
        snprintf(net->why_not, sizeof net->why_not, "%s: %.200s", doing, why);
    }
}

/* Waits until this rank's call before has ended; the lock is held. */
static coop_status take_turn(struct coop_net_object *net, struct coop_deadline *deadline)
{
    while (net->is_busy && net->is_in_step) {
        struct timespec until;
        if (coop_deadline_left_ns(deadline) == 0) {
            return COOP_TIMED_OUT;
        }
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)COOP_CLOCK_SLICE_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&net->ended, &net->lock, &until);
    }
    if (!net->is_in_step) {
        return net->why_status;
    }
    net->is_busy = 1;
    return COOP_OK;
}

coop_status coop_net_begin(struct coop_net_call *call, coop_net *handle, const char *doing,
                           uint64_t timeout_ns)
{
    struct coop_net_object *net = coop_net_get(handle, doing);
    char why_not[COOP_NET_FAILURE_BYTES];
    coop_status status;

    if (net == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (timeout_ns == UINT64_MAX) {
        status = coop_net_fail(net, COOP_INVALID_ARGUMENT, doing,
                               "timeout_ns is UINT64_MAX: a wait without end is refused; give a deadline");
        coop_object_release(&net->base);
        return status;
    }
    *call = (struct coop_net_call){.net = net, .doing = doing};
    call->deadline = coop_deadline_in(timeout_ns != 0 ? timeout_ns : net->timeout_ns);
    call->records = (struct coop_net_records){net->report.ranks, NULL, (const char(*)[64])net->hosts};
    pthread_mutex_lock(&net->lock);
    status = take_turn(net, &call->deadline);
    if (status == COOP_TIMED_OUT) {
        coop_net_fall_out(net, status, doing, "this rank's call before had not ended");
    }
    memcpy(why_not, net->why_not, sizeof why_not);
    pthread_mutex_unlock(&net->lock);
    if (status == COOP_TIMED_OUT) {
        coop_net_fail(net, status, doing, "another thread's collective call on this net has not ended");
    } else if (status != COOP_OK) {
        coop_net_fail(net, status, doing,
                      "the ranks are not in step since an earlier call failed (%s); close the net", why_not);
    }
    if (status != COOP_OK) {
        coop_object_release(&net->base);
    }
    return status;
}

void coop_net_finish(struct coop_net_call *call)
{
    pthread_mutex_lock(&call->net->lock);
    call->net->is_busy = 0;
    pthread_cond_broadcast(&call->net->ended);
    pthread_mutex_unlock(&call->net->lock);
    coop_object_release(&call->net->base);
}

static coop_status gather(struct coop_net_call *call, const struct coop_net_record *mine)
{
    struct coop_net_object *net = call->net;
    char failure[COOP_NET_FAILURE_BYTES] = "";
    coop_status status =
        coop_exchange_gather(net->exchange, mine, &call->deadline, &call->records.of, failure);

    if (status != COOP_OK) {
        pthread_mutex_lock(&net->lock);
        coop_net_fall_out(net, status, call->doing, failure);
        pthread_mutex_unlock(&net->lock);
        return coop_net_fail(net, status, call->doing, "rank %u of %u: %s", net->report.rank,
                             net->report.ranks, failure);
    }
    return COOP_OK;
}

coop_status coop_net_agree(struct coop_net_call *call, const struct coop_net_record *mine)
{
    char failure[COOP_NET_FAILURE_BYTES] = "";
    coop_status status = gather(call, mine);

    if (status == COOP_OK) {
        status = coop_net_records_agree(&call->records, failure);
        if (status != COOP_OK) {
            coop_net_fail(call->net, status, call->doing, "the ranks do not agree: %s", failure);
        }
    }
    return status;
}

coop_status coop_net_outcome(struct coop_net_call *call, coop_status status)
{
    const uint64_t nothing[COOP_NET_SHARED_WORDS] = {0};

    return coop_net_outcome_with(call, status, nothing);
}

coop_status coop_net_outcome_with(struct coop_net_call *call, coop_status status, const uint64_t *words)
{
    struct coop_net_record mine = {.kind = COOP_NET_OUTCOME, .status = (uint32_t)status};
    char failure[COOP_NET_FAILURE_BYTES] = "";

    memcpy(mine.words, words, COOP_NET_SHARED_WORDS * sizeof *words);

    if (status != COOP_OK) {
        snprintf(mine.text, sizeof mine.text, "%.*s", (int)sizeof mine.text - 1, coop_last_error()->message);
    }
    status = coop_net_agree(call, &mine);
    if (status == COOP_OK) {
        status = coop_net_records_outcome(&call->records, failure);
        if (status != COOP_OK) {
            coop_net_fail(call->net, status, call->doing, "%s", failure);
        }
    }
    return status;
}
