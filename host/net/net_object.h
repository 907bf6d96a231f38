/* The net behind its handle. Its functions are in call.h (collective calls), attach.h (messages) and net.c.
 * */
#ifndef COOP_HOST_NET_NET_OBJECT_H
#define COOP_HOST_NET_NET_OBJECT_H

#include "coop/net.h"
#include "coop/shared/message.h"
#include "coop/status.h"
#include "host/base/object.h"
#include "host/net/exchange.h"

#include <pthread.h>
#include <stdint.h>

#define COOP_KIND_NET COOP_KIND_OF_NET
#define COOP_KIND_NET_ARRAY ((enum coop_kind)(COOP_KIND_OF_NET + 1))

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

/* The device's memory as a net sees it: a piece that begins with a struct coop_network. As coop_buffer_read
 * and its like, with `offset` from there. Tests have one of their own. */

struct coop_net_memory {
    coop_status (*read)(const struct coop_net_memory *memory, uint64_t offset, void *to, uint64_t bytes);
    coop_status (*write)(const struct coop_net_memory *memory, uint64_t offset, const void *from,
                         uint64_t bytes);
    /* Words of 8 bytes, each whole: acquire and release. */
    coop_status (*load_words)(const struct coop_net_memory *memory, uint64_t offset, uint64_t *words,
                              uint32_t count);
    coop_status (*store_words)(const struct coop_net_memory *memory, uint64_t offset, const uint64_t *words,
                               uint32_t count);
    /* Wakes who sleeps on a word of 4 bytes that was written. */
    void (*wake)(const struct coop_net_memory *memory, uint64_t offset);
};

#endif
