#include "host/net/attachment.h"

#include "coop/launch.h"
#include "coop/library.h"
#include "host/net/attachment_plan.h"
#include "host/net/parcel.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATTACHING "attaching a run to a net"
#define LOOK_NS ((uint64_t)50 * 1000000) /* between looks whether the run is live */

struct coop_net_attachment {
    struct coop_exchange_work work;
    struct coop_net_memory memory;
    struct coop_traffic traffic;
    coop_buffer *buffer;
    coop_launch *delivery;
    coop_context *context; /* borrowed; a handle that may be dead, as the next */
    coop_run *run;
    uint64_t looked_ns;
    atomic_int references; /* the net's, and the exchange's */
};

static struct coop_net_attachment *of_memory(const struct coop_net_memory *memory)
{
    return (struct coop_net_attachment *)(void *)((uintptr_t)memory -
                                                  offsetof(struct coop_net_attachment, memory));
}

/* ---- memory ---- */

static coop_status read(const struct coop_net_memory *memory, uint64_t offset, void *to, uint64_t bytes)
{
    return coop_buffer_read(of_memory(memory)->buffer, offset, to, bytes);
}

static coop_status write(const struct coop_net_memory *memory, uint64_t offset, const void *from,
                         uint64_t bytes)
{
    return coop_buffer_write(of_memory(memory)->buffer, offset, from, bytes);
}

static coop_status load_words(const struct coop_net_memory *memory, uint64_t offset, uint64_t *words,
                              uint32_t count)
{
    return coop_buffer_load_words(of_memory(memory)->buffer, offset, words, count);
}

static coop_status store_words(const struct coop_net_memory *memory, uint64_t offset, const uint64_t *words,
                               uint32_t count)
{
    return coop_buffer_store_words(of_memory(memory)->buffer, offset, words, count);
}

static void wake(const struct coop_net_memory *memory, uint64_t offset)
{
    coop_buffer_wake(of_memory(memory)->buffer, offset);
}

/* All slots are free, and nothing else is there. */
static coop_status fill(struct coop_net_attachment *attachment, const struct coop_network *network)
{
    uint64_t *free_slots = calloc(network->slot_count, sizeof *free_slots);
    coop_status status = free_slots != NULL ? COOP_OK : COOP_OUT_OF_MEMORY;

    for (uint32_t slot = 0; status == COOP_OK && slot < network->slot_count; slot++) {
        free_slots[slot] = coop_ring_entry(slot, network->places, slot, 0, 0);
    }
    if (status == COOP_OK) {
        status = coop_buffer_fill(attachment->buffer, network->free_at, 0,
                                  network->inbound_data_at - network->free_at);
    }
    if (status == COOP_OK) {
        status = coop_buffer_write(attachment->buffer, network->free_at, free_slots,
                                   network->slot_count * sizeof *free_slots);
    }
    if (status == COOP_OK) {
        status = coop_buffer_write(attachment->buffer, 0, network, sizeof *network);
    }
    free(free_slots);
    return status;
}

/* ---- the exchange's thread ---- */

static void release(struct coop_net_attachment *attachment)
{
    /* The last one destroys what all have used. */
    if (atomic_fetch_sub_explicit(&attachment->references, 1, memory_order_acq_rel) == 1) {
        coop_traffic_clear(&attachment->traffic);
        free(attachment);
    }
}

static coop_status step(struct coop_exchange_work *work, struct coop_wire *wire, uint64_t now_ns,
                        uint64_t *nap_ns, char *failure)
{
    struct coop_net_attachment *attachment = (struct coop_net_attachment *)work;
    struct coop_run_report report;

    if (now_ns - attachment->looked_ns >= LOOK_NS) {
        attachment->looked_ns = now_ns;
        if (coop_run_report(attachment->run, &report) != COOP_OK || !report.is_live) {
            snprintf(failure, COOP_NET_FAILURE_BYTES,
                     "the run that is attached to the net has ended; close the net before the run, and see "
                     "coop_launch_wait for a failure of a kernel");
            coop_traffic_give_up(&attachment->traffic, wire, COOP_NETWORK_FAILED, failure);
            return COOP_NETWORK_FAILED;
        }
    }
    return coop_traffic_step(&attachment->traffic, wire, now_ns, nap_ns, failure);
}

static void fail(struct coop_exchange_work *work, struct coop_wire *wire, coop_status status, char *failure)
{
    coop_traffic_give_up(&((struct coop_net_attachment *)work)->traffic, wire, status, failure);
}

static void leave(struct coop_exchange_work *work, struct coop_wire *wire)
{
    coop_traffic_leave(&((struct coop_net_attachment *)work)->traffic, wire);
}

static void end(struct coop_exchange_work *work, int keep)
{
    struct coop_net_attachment *attachment = (struct coop_net_attachment *)work;

    if (!keep) { /* otherwise the network may read it for ever */
        release(attachment);
    }
}

/* ---- callers ---- */

static coop_status launch(struct coop_net_object *net, struct coop_net_attachment *attachment)
{
    const struct coop_kernel_id kernel = {.name = "coop_deliver"};
    const uint64_t address = coop_buffer_address(attachment->buffer);
    const struct coop_launch_options options = {.groups = net->options.deliver_groups,
                                                .least_groups = net->options.deliver_groups,
                                                .priority = UINT32_MAX};
    coop_status status = coop_launch_cooperative(attachment->run, &kernel, &address, sizeof address, &options,
                                                 &attachment->delivery);

    return status != COOP_UNKNOWN_KERNEL
               ? status
               : coop_net_fail(net, status, ATTACHING,
                               "the run's module has no messages: include \"coop/message.clh\" in it");
}

static uint32_t row_of(const struct coop_net_object *net)
{
    return coop_route_row(net->report.ranks, net->options.ranks_in_row);
}

/* Whether the host's memory has room for what this rank forwards, and a buffer of its own. */
static coop_status check_memory(struct coop_net_object *net)
{
    uint32_t row = row_of(net);
    uint64_t buffers_bytes = (uint64_t)net->options.buffers_per_peer * net->options.buffer_bytes;
    uint64_t reserve = coop_relay_reserve(net->report.ranks, row, net->report.rank, buffers_bytes);

    return net->options.memory_bytes >= reserve + net->options.buffer_bytes
               ? COOP_OK
               : coop_net_fail(net, COOP_INVALID_ARGUMENT, ATTACHING,
                               "memory_bytes is %llu; in rows of %u ranks this one forwards for others, and "
                               "needs %llu: give more, or smaller or fewer buffers, or another ranks_in_row",
                               (unsigned long long)net->options.memory_bytes, row,
                               (unsigned long long)(reserve + net->options.buffer_bytes));
}

/* How the run's work-groups and the device ask for room. */
static coop_status plan(struct coop_net_object *net, const struct coop_run_report *report,
                        struct coop_network *network)
{
    struct coop_net_need need = {net->report.rank, net->report.ranks, report->worker_groups,
                                 report->local_items, 0};
    struct coop_device_report device;
    uint64_t least_bytes;
    coop_status status = coop_context_device(net->context, &device);

    need.by_copies = status == COOP_OK && device.transport != NULL && strcmp(device.transport, "copy") == 0;
    if (status == COOP_OK && net->options.deliver_groups == 0) {
        net->options.deliver_groups = need.by_copies && report->worker_groups >= 64 ? 8 : 1;
    }
    if (status == COOP_OK && net->options.deliver_groups >= report->worker_groups) {
        return coop_net_fail(net, COOP_INVALID_ARGUMENT, ATTACHING,
                             "deliver_groups is %u, and the run has %u work-groups: one at least is left to "
                             "other kernels",
                             net->options.deliver_groups, report->worker_groups);
    }
    if (status == COOP_OK && !coop_net_plan(&need, &net->options, network, &least_bytes)) {
        return coop_net_fail(net, COOP_INVALID_ARGUMENT, ATTACHING,
                             "queue_bytes is %llu; more slots than the run's %u work-groups take %llu",
                             (unsigned long long)net->options.queue_bytes, report->worker_groups,
                             (unsigned long long)least_bytes);
    }
    return status;
}

static coop_status settle(struct coop_net_object *net, struct coop_net_attachment *attachment,
                          struct coop_network *network)
{
    const struct coop_traffic_options options = {net->options.buffer_bytes,
                                                 net->options.buffers_per_peer,
                                                 (uint64_t)net->options.timeout_us * 1000,
                                                 net->options.memory_bytes,
                                                 net->options.peer_timeout_ns,
                                                 net->options.leaves_by_slot,
                                                 row_of(net)};
    coop_status status = coop_buffer_create(net->context, network->bytes, &attachment->buffer);

    for (uint32_t i = 0; i < COOP_MESSAGE_ARRAYS_MAX && status == COOP_OK; i++) {
        network->arrays[i] = net->arrays[i];
        network->arrays[i].own_at -= coop_buffer_address(attachment->buffer);
    }
    status = status == COOP_OK ? fill(attachment, network) : status;
    if (status == COOP_OK) {
        status = coop_traffic_init(&attachment->traffic, &options, &attachment->memory, network,
                                   (const char(*)[64])net->hosts);
        if (status != COOP_OK) {
            coop_net_fail(net, status, ATTACHING, "the host has no memory left for the traffic of %u ranks",
                          net->report.ranks);
        }
    } else if (status == COOP_OUT_OF_MEMORY && attachment->buffer != NULL) {
        coop_net_fail(net, status, ATTACHING, "the host has no memory left for a queue of %u slots",
                      network->slot_count);
    }
    return status;
}

coop_status coop_net_attachment_create(struct coop_net_object *net, coop_run *run,
                                       const struct coop_run_report *report,
                                       struct coop_net_attachment **handle)
{
    struct coop_net_attachment *attachment = calloc(1, sizeof *attachment);
    struct coop_network *network = calloc(1, sizeof *network);
    struct coop_deadline deadline = coop_deadline_in(net->timeout_ns);
    coop_status status = COOP_OK;

    *handle = NULL;
    if (attachment == NULL || network == NULL) {
        free(attachment);
        free(network);
        return coop_net_fail(net, COOP_OUT_OF_MEMORY, ATTACHING,
                             "the host has no memory left for attaching a run");
    }
    attachment->work = (struct coop_exchange_work){step, fail, leave, end};
    attachment->memory = (struct coop_net_memory){read, write, load_words, store_words, wake};
    attachment->context = net->context;
    attachment->run = run;
    atomic_init(&attachment->references, 1);
    status = check_memory(net);
    status = status == COOP_OK ? plan(net, report, network) : status;
    status = status == COOP_OK ? settle(net, attachment, network) : status;
    status = status == COOP_OK ? launch(net, attachment) : status;
    free(network);
    if (status != COOP_OK) {
        coop_net_attachment_end(attachment, &deadline);
        return status;
    }
    *handle = attachment;
    return COOP_OK;
}

struct coop_exchange_work *coop_net_attachment_work(struct coop_net_attachment *attachment)
{
    atomic_fetch_add_explicit(&attachment->references, 1, memory_order_relaxed); /* the caller has one */
    return &attachment->work;
}

coop_address coop_net_attachment_address(const struct coop_net_attachment *attachment)
{
    return coop_buffer_address(attachment->buffer);
}

struct coop_traffic *coop_net_attachment_traffic(struct coop_net_attachment *attachment)
{
    return &attachment->traffic;
}

coop_status coop_net_attachment_array(struct coop_net_attachment *attachment, uint32_t number,
                                      const struct coop_network_array *array)
{
    struct coop_network_array entry = *array;

    entry.own_at -= coop_buffer_address(attachment->buffer);
    return coop_buffer_write(attachment->buffer,
                             offsetof(struct coop_network, arrays) + number * sizeof entry, &entry,
                             sizeof entry);
}

/* Tells the delivery to end, and waits for it. What it has failed with, if it has, was told before: the
 * caller's failure stays the last one. */
static coop_status end_delivery(struct coop_net_attachment *attachment, struct coop_deadline *deadline)
{
    const struct coop_error *last = coop_last_error();
    const uint32_t stop = 1;
    coop_status kept = last->status;
    char doing[128];
    char message[1024];
    coop_status status;

    snprintf(doing, sizeof doing, "%s", kept != COOP_OK ? last->doing : "");
    snprintf(message, sizeof message, "%s", kept != COOP_OK ? last->message : "");
    coop_buffer_write(attachment->buffer, offsetof(struct coop_network, deliver_stop), &stop, sizeof stop);
    coop_delivery_ring(&attachment->traffic.delivery);
    status = coop_launch_wait(attachment->delivery, coop_deadline_left_ns(deadline), NULL);
    coop_launch_destroy(attachment->delivery);
    if (kept != COOP_OK && status != COOP_OK) {
        coop_context_fail(attachment->context, kept, doing, message);
    }
    return status;
}

void coop_net_attachment_end(struct coop_net_attachment *attachment, struct coop_deadline *deadline)
{
    coop_status status = COOP_OK;

    if (attachment == NULL) {
        return;
    }
    if (attachment->delivery != NULL) {
        status = end_delivery(attachment, deadline);
    }
    if (status != COOP_TIMED_OUT) {
        coop_buffer_destroy(attachment->buffer);
    }
    release(attachment);
}
