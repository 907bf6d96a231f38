#include "messages_queue.h"

#include "tools/measure/clock.h"

#include <stdlib.h>
#include <string.h>

#define ENTRIES_MAX 4096u
#define STAGING_BYTES (UINT64_C(4) << 20)
#define SLOTS_FEWEST 8u
#define NAP_NS 20000

static uint64_t slot_bytes(const struct messages_shape *shape)
{
    return (uint64_t)shape->words * shape->width * 8;
}

static uint32_t slot_count(const struct messages_shape *shape)
{
    uint64_t count = shape->bytes / slot_bytes(shape);
    uint32_t least = shape->open_slots + SLOTS_FEWEST;

    return count < least ? least : count > COOP_MESSAGE_SLOTS_MAX ? COOP_MESSAGE_SLOTS_MAX : (uint32_t)count;
}

static uint32_t ring_places(const struct messages_shape *shape)
{
    uint32_t places = 1;

    while (places < slot_count(shape)) {
        places *= 2;
    }
    return places;
}

static uint64_t net_bytes(const struct messages_shape *shape)
{
    return sizeof(struct coop_network) + 2 * (uint64_t)ring_places(shape) * 8;
}

static uint32_t batch_of(const struct messages_shape *shape)
{
    uint64_t batch = STAGING_BYTES / slot_bytes(shape);

    batch = batch < 1 ? 1 : batch > ENTRIES_MAX ? ENTRIES_MAX : batch;
    return batch < ring_places(shape) ? (uint32_t)batch : ring_places(shape);
}

static uint64_t most(uint64_t (*of)(const struct messages_shape *), const struct messages_shape *shapes,
                     unsigned count)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < count; i++) {
        value = of(&shapes[i]) > value ? of(&shapes[i]) : value;
    }
    return value;
}

static uint64_t payload_bytes(const struct messages_shape *shape)
{
    return slot_count(shape) * slot_bytes(shape);
}

/* A span of slots is read at once where it has at most twice as many as are wanted. */
static uint64_t staging_bytes(const struct messages_shape *shape)
{
    return 2 * batch_of(shape) * slot_bytes(shape);
}

uint64_t messages_queue_bytes(const struct messages_shape *shapes, unsigned count)
{
    return most(net_bytes, shapes, count) + most(payload_bytes, shapes, count);
}

int messages_queue_open(struct messages_queue *queue, struct session *session,
                        const struct messages_shape *shapes, unsigned count, struct tool_error *error)
{
    coop_context *context = session->context;

    memset(queue, 0, sizeof *queue);
    queue->session = session;
    queue->reads_rows = strcmp(session->device.transport, "svm") == 0;
    queue->entries = malloc(ENTRIES_MAX * sizeof *queue->entries);
    queue->back = malloc(ENTRIES_MAX * sizeof *queue->back);
    queue->staging = malloc(most(staging_bytes, shapes, count));
    if (queue->entries == NULL || queue->back == NULL || queue->staging == NULL) {
        return tool_fail(error, "the host has no memory left");
    }
    return session_check(session, coop_buffer_create(context, most(net_bytes, shapes, count), &queue->net),
                         error) != 0
               ? -1
               : session_check(
                     session,
                     coop_buffer_create(context, most(payload_bytes, shapes, count), &queue->payload), error);
}

void messages_queue_close(struct messages_queue *queue)
{
    coop_buffer_destroy(queue->net);
    coop_buffer_destroy(queue->payload);
    free(queue->entries);
    free(queue->back);
    free(queue->staging);
    memset(queue, 0, sizeof *queue);
}

static void lay_out(struct messages_queue *queue)
{
    struct coop_network *head = &queue->head;
    const struct messages_shape *shape = &queue->shape;

    *head = (struct coop_network){.magic = COOP_NETWORK_MAGIC,
                                  .version = COOP_NETWORK_VERSION,
                                  .ranks = 2,
                                  .slot_count = slot_count(shape),
                                  .width = shape->width,
                                  .places = ring_places(shape),
                                  .wait_ns = UINT64_C(60000000000),
                                  .timeout_ns = 125000};
    head->bytes = net_bytes(shape);
    head->slots_at = coop_buffer_address(queue->payload) - coop_buffer_address(queue->net);
    head->free_at = sizeof *head;
    head->full_at = head->free_at + (uint64_t)head->places * 8;
    head->arrays[0] = (struct coop_network_array){
        .elements = shape->elements, .block = shape->elements / 2, .element_bytes = 8};
}

/* Gives slots back, in batches; at the beginning all of them. */
static coop_status give_back(struct messages_queue *queue, const uint64_t *slots, uint32_t count)
{
    uint32_t places = queue->head.places;
    coop_status status = COOP_OK;

    while (count > 0 && status == COOP_OK) {
        uint32_t first = (uint32_t)(queue->freed % places);
        uint32_t now = count < places - first ? count : places - first;
        for (uint32_t i = 0; i < now; i++) {
            queue->back[i] = coop_ring_entry(queue->freed + i, places, coop_ring_block(slots[i]), 0, 0);
        }
        status =
            coop_buffer_store_words(queue->net, queue->head.free_at + (uint64_t)first * 8, queue->back, now);
        queue->freed += now;
        slots += now;
        count -= now;
    }
    return status;
}

int messages_queue_reset(struct messages_queue *queue, const struct messages_shape *shape,
                         struct tool_error *error)
{
    coop_status status;

    queue->shape = *shape;
    lay_out(queue);
    queue->batch = batch_of(shape);
    queue->consumed = queue->freed = queue->messages = queue->sum = 0;
    status = coop_buffer_fill(queue->net, 0, 0, queue->head.bytes);
    if (status == COOP_OK) {
        status = coop_buffer_write(queue->net, 0, &queue->head, sizeof queue->head);
    }
    for (uint32_t slot = 0; slot < queue->head.slot_count && status == COOP_OK;) {
        uint32_t count = queue->head.slot_count - slot;
        count = count < ENTRIES_MAX ? count : ENTRIES_MAX;
        for (uint32_t i = 0; i < count; i++) {
            queue->entries[i] = slot + i;
        }
        status = give_back(queue, queue->entries, count);
        slot += count;
    }
    return session_check(queue->session, status, error);
}

/* Reads the published entries from the next ticket on: how many. */
static coop_status read_entries(struct messages_queue *queue, uint32_t *count)
{
    uint32_t places = queue->head.places;
    uint32_t first = (uint32_t)(queue->consumed % places);
    uint32_t most_now = queue->batch < places - first ? queue->batch : places - first;
    coop_status status = coop_buffer_load_words(queue->net, queue->head.full_at + (uint64_t)first * 8,
                                                queue->entries, most_now);

    *count = 0;
    while (status == COOP_OK && *count < most_now &&
           coop_ring_is_there(queue->entries[*count], queue->consumed + *count, places)) {
        ++*count;
    }
    return status;
}

static void add_up(struct messages_queue *queue, const uint64_t *slot, uint32_t stride, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        queue->sum += slot[(uint64_t)queue->shape.sum_row * stride + i];
    }
    queue->messages += count;
}

/* Reads the written part of each row of a slot. */
static coop_status take_rows(struct messages_queue *queue, uint32_t slot, uint32_t count)
{
    uint64_t at = slot * slot_bytes(&queue->shape);
    coop_status status = COOP_OK;

    for (uint32_t row = 0; row < queue->shape.words && status == COOP_OK; row++) {
        status = coop_buffer_read(queue->payload, at + (uint64_t)row * queue->shape.width * 8,
                                  queue->staging + (uint64_t)row * count, (uint64_t)count * 8);
    }
    add_up(queue, queue->staging, count, count);
    return status;
}

/* Reads slots that follow each other, or nearly do, at once: how many of the entries that is. */
static coop_status take_span(struct messages_queue *queue, const uint64_t *entries, uint32_t count,
                             uint32_t *taken)
{
    uint64_t bytes = slot_bytes(&queue->shape);
    uint32_t least = coop_ring_block(entries[0]);
    uint32_t greatest = least;
    uint32_t span = 1;
    coop_status status;

    for (*taken = 1; *taken < count; ++*taken) {
        uint32_t slot = coop_ring_block(entries[*taken]);
        uint32_t low = slot < least ? slot : least;
        uint32_t high = slot > greatest ? slot : greatest;
        if (high - low + 1 > 2 * (*taken + 1) ||
            (queue->reads_rows && coop_ring_count(entries[*taken]) < queue->shape.width)) {
            break;
        }
        least = low;
        greatest = high;
        span = high - low + 1;
    }
    status = coop_buffer_read(queue->payload, least * bytes, queue->staging, span * bytes);
    for (uint32_t i = 0; i < *taken && status == COOP_OK; i++) {
        add_up(queue, queue->staging + (coop_ring_block(entries[i]) - least) * (bytes / 8),
               queue->shape.width, coop_ring_count(entries[i]));
    }
    return status;
}

static coop_status take_batch(struct messages_queue *queue, uint32_t *count)
{
    coop_status status = read_entries(queue, count);

    for (uint32_t i = 0; i < *count && status == COOP_OK;) {
        uint32_t messages = coop_ring_count(queue->entries[i]);
        uint32_t taken = 1;
        status = queue->reads_rows && messages < queue->shape.width
                     ? take_rows(queue, coop_ring_block(queue->entries[i]), messages)
                     : take_span(queue, queue->entries + i, *count - i, &taken);
        i += taken;
    }
    if (status == COOP_OK && *count > 0) {
        queue->consumed += *count;
        status = give_back(queue, queue->entries, *count);
    }
    return status;
}

int messages_queue_drain(struct messages_queue *queue, uint64_t messages, uint64_t deadline_ns,
                         struct tool_error *error)
{
    while (queue->messages < messages) {
        uint32_t count = 0;
        if (session_check(queue->session, take_batch(queue, &count), error) != 0) {
            return -1;
        }
        if (count == 0 && clock_now_ns() > deadline_ns) {
            return tool_fail(error, "%llu of %llu messages have come in time",
                             (unsigned long long)queue->messages, (unsigned long long)messages);
        }
        if (count == 0) {
            clock_sleep_ns(NAP_NS);
        }
    }
    return 0;
}
