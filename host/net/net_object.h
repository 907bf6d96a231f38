/* The net behind its handle. Its functions are in call.h (collective calls), attach.h (messages) and net.c.
 * */
#ifndef COOP_HOST_NET_NET_OBJECT_H
#define COOP_HOST_NET_NET_OBJECT_H

#include "coop/net.h"
#include "coop/shared/message.h"
#include "host/base/object.h"
#include "host/net/exchange.h"
#include <pthread.h>

struct coop_net_attachment;

struct coop_net_object {
    struct coop_object base;
    coop_context *context; /* borrowed */
    struct coop_exchange *exchange;
    struct coop_net_report report; /* but for is_in_step */
    char (*hosts)[64];             /* of each rank */
    uint64_t timeout_ns;
    struct coop_net_options options; /* with their defaults in place */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t ended; /* a collective call */
    int is_busy;          /* a collective call is under way */
    int is_in_step;
    char why_not[COOP_NET_FAILURE_BYTES];
    coop_status why_status;                                    /* of what has put this rank out of step */
    uint32_t array_count;                                      /* that were ever made; under is_busy */
    struct coop_net_attachment *attachment;                    /* NULL: no run is attached */
    struct coop_network_array arrays[COOP_MESSAGE_ARRAYS_MAX]; /* own_at: the address of the part */
};

#endif
