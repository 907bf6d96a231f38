#include "message_host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "coop/shared/message.h"

enum { INBOUND_PLACES = 4, WIDTH_MAX = 1024 };

struct message_host {
    struct device *device;
    struct message_host_options options;
    struct coop_network head;
    coop_buffer *net;
    coop_buffer *parts[MESSAGE_ARRAYS];
    uint64_t *mirrors[MESSAGE_ARRAYS]; /* all elements; the own rank's are not kept */
    coop_launch *delivery;
    pthread_t thread;
    _Atomic int stops;
    _Atomic int holds_quiet;

    /* The thread's. */
    uint64_t consumed; /* tickets of full */
    uint64_t freed;    /* tickets of free */
    uint64_t filled;   /* inbound tickets */
    uint64_t applied;
    uint64_t sent_home; /* messages to the own rank */
    uint64_t applied_home;
    uint64_t inbound_counts[INBOUND_PLACES];
    uint64_t snapshot_ticket;
    uint64_t snapshot_home;
    struct coop_message *waiting; /* for an inbound place */
    size_t waiting_count;
    size_t waiting_capacity;
    uint32_t bell;
    _Atomic uint64_t quiet;
    unsigned char *is_out; /* a slot that the host has not given back */
};

static uint64_t read_word(struct message_host *host, uint64_t at)
{
    uint64_t value = 0;

    OK(host->device, coop_buffer_read(host->net, at, &value, 8));
    return value;
}

static void write_word(struct message_host *host, uint64_t at, uint64_t value)
{
    OK(host->device, coop_buffer_write(host->net, at, &value, 8));
}

static void write_word32(struct message_host *host, uint64_t at, uint32_t value)
{
    OK(host->device, coop_buffer_write(host->net, at, &value, 4));
}

static void apply_to_mirror(struct message_host *host, struct coop_message message)
{
    uint32_t array = coop_message_array(message.head);
    uint32_t rank = coop_message_rank(message.head);
    uint32_t bytes = host->options.element_bytes[array];
    uint64_t block = host->head.arrays[array].block;
    uint64_t index = block > 0 ? rank * block + message.place : message.place * host->options.ranks + rank;
    uint64_t mask = bytes == 8 ? ~UINT64_C(0) : UINT32_MAX;
    uint64_t value = message.value & mask;
    uint64_t *element;

    if (array >= MESSAGE_ARRAYS || rank >= host->options.ranks || index >= host->options.elements[array]) {
        TEST_TRUE(!"a message is damaged");
        return;
    }
    element = &host->mirrors[array][index];
    switch (coop_message_operation(message.head)) {
    case COOP_MESSAGE_PUT:
        *element = value;
        break;
    case COOP_MESSAGE_ADD:
        *element = (*element + value) & mask;
        break;
    case COOP_MESSAGE_MIN:
        *element = value < *element ? value : *element;
        break;
    case COOP_MESSAGE_MAX:
        *element = value > *element ? value : *element;
        break;
    case COOP_MESSAGE_OR:
        *element |= value;
        break;
    default:
        TEST_TRUE(!"a message of no operation");
        break;
    }
}

static void keep_for_delivery(struct message_host *host, struct coop_message message)
{
    if (host->waiting_count == host->waiting_capacity) {
        host->waiting_capacity = host->waiting_capacity * 2 + 1024;
        host->waiting = realloc(host->waiting, host->waiting_capacity * sizeof message);
    }
    host->waiting[host->waiting_count++] = message;
    host->sent_home++;
}

static void take_messages(struct message_host *host, uint32_t slot, uint32_t count)
{
    uint32_t width = host->head.width;
    uint64_t at = host->head.slots_at + slot * coop_message_slot_bytes(width);
    static _Thread_local uint64_t rows[COOP_MESSAGE_COLUMNS][WIDTH_MAX];

    for (uint32_t row = 0; row < COOP_MESSAGE_COLUMNS; row++) {
        OK(host->device,
           coop_buffer_read(host->net, at + (uint64_t)row * width * 8, rows[row], (uint64_t)count * 8));
    }
    for (uint32_t i = 0; i < count; i++) {
        struct coop_message message = {rows[0][i], rows[1][i], rows[2][i]};

        if (coop_message_rank(message.head) == host->options.rank) {
            keep_for_delivery(host, message);
        } else {
            apply_to_mirror(host, message);
        }
    }
    /* What a publisher would forget to write is then no message. */
    memset(rows, 0, sizeof rows);
    for (uint32_t row = 0; row < COOP_MESSAGE_COLUMNS; row++) {
        OK(host->device,
           coop_buffer_write(host->net, at + (uint64_t)row * width * 8, rows[row], (uint64_t)count * 8));
    }
}

static void give_free(struct message_host *host, uint32_t slot)
{
    uint32_t places = host->head.places;

    write_word(host, host->head.free_at + host->freed % places * 8,
               coop_ring_entry(host->freed, places, slot, 0, 0));
    host->freed++;
}

static int consume(struct message_host *host)
{
    uint32_t places = host->head.places;
    uint64_t entry = read_word(host, host->head.full_at + host->consumed % places * 8);
    uint32_t slot = coop_ring_block(entry);
    uint32_t count = coop_ring_count(entry);

    if (!coop_ring_is_there(entry, host->consumed, places) || host->options.empties_nothing) {
        return 0;
    }
    if (slot >= host->head.slot_count || count == 0 || count > host->head.width) {
        TEST_NOTE("slot %u has %u messages", slot, count);
        TEST_TRUE(!"an entry of full is damaged");
        return 0;
    }
    host->consumed++;
    take_messages(host, slot, count);
    give_free(host, slot);
    return 1;
}

static void ring_bell(struct message_host *host)
{
    write_word32(host, offsetof(struct coop_network, inbound_bell), ++host->bell);
}

static uint64_t place_at(const struct message_host *host, uint64_t ticket)
{
    return host->head.inbound_at + ticket % INBOUND_PLACES * sizeof(struct coop_inbound);
}

static int see_applied(struct message_host *host)
{
    int has_seen = 0;

    while (host->applied < host->filled &&
           read_word(host, place_at(host, host->applied) + offsetof(struct coop_inbound, applied)) ==
               host->applied + 1) {
        host->applied_home += host->inbound_counts[host->applied % INBOUND_PLACES];
        host->applied++;
        has_seen = 1;
    }
    return has_seen;
}

static int fill_inbound(struct message_host *host)
{
    uint64_t most = host->head.inbound_bytes / sizeof(struct coop_message);
    uint64_t count = host->waiting_count < most ? host->waiting_count : most;
    uint64_t index = host->filled % INBOUND_PLACES;
    uint32_t described[2] = {(uint32_t)count, host->options.rank};

    if (count == 0 || host->filled - host->applied == INBOUND_PLACES) {
        return 0;
    }
    OK(host->device,
       coop_buffer_write(host->net, host->head.inbound_data_at + index * host->head.inbound_bytes,
                         host->waiting, count * sizeof(struct coop_message)));
    OK(host->device, coop_buffer_write(host->net, place_at(host, host->filled) + 8, described, 8));
    write_word(host, place_at(host, host->filled), host->filled + 1);
    ring_bell(host);
    host->inbound_counts[index] = count;
    memmove(host->waiting, host->waiting + count,
            (host->waiting_count - count) * sizeof(struct coop_message));
    host->waiting_count -= count;
    host->filled++;
    return 1;
}

static void tell_quiet(struct message_host *host)
{
    if (!host->holds_quiet && host->applied_home >= host->snapshot_home) {
        if (host->snapshot_ticket > host->quiet) {
            write_word(host, offsetof(struct coop_network, quiet_ticket), host->snapshot_ticket);
            host->quiet = host->snapshot_ticket;
        }
        host->snapshot_ticket = host->consumed;
        host->snapshot_home = host->sent_home;
    }
}

static void *empty_queue(void *argument)
{
    struct message_host *host = argument;
    struct timespec nap = {0, 50000};

    while (!host->stops) {
        int has_work = consume(host);

        has_work |= see_applied(host);
        has_work |= fill_inbound(host);
        tell_quiet(host);
        if (!has_work) {
            nanosleep(&nap, NULL);
        }
    }
    return NULL;
}

static uint64_t lay(uint64_t *end, uint64_t bytes)
{
    uint64_t at = (*end + 127) / 128 * 128;

    *end = at + bytes;
    return at;
}

static void lay_out(struct message_host *host)
{
    struct coop_network *head = &host->head;
    uint32_t least = host->options.width != 0 ? host->options.width : COOP_MESSAGE_WIDTH_DEFAULT;
    uint32_t width =
        least > host->device->local_items || host->options.width != 0 ? least : host->device->local_items;
    uint32_t per_place = host->options.inbound_messages != 0 ? host->options.inbound_messages : 64;
    uint32_t open_slots = host->device->workers; /* that kernels may hold at once */
    uint64_t end = sizeof *head;

#if defined(MESSAGE_DRAWS_sub_group)
    open_slots *= (host->device->local_items + 31) / 32;
#endif
    *head = (struct coop_network){.magic = COOP_NETWORK_MAGIC,
                                  .version = COOP_NETWORK_VERSION,
                                  .rank = host->options.rank,
                                  .ranks = host->options.ranks,
                                  .width = width,
                                  .places = 1,
                                  .inbound_places = INBOUND_PLACES,
                                  .inbound_bytes = per_place * (uint32_t)sizeof(struct coop_message),
                                  .wait_ns = UINT64_C(60000000000),
                                  .timeout_ns = 125000};
    head->slot_count = host->options.slots != 0 ? host->options.slots : open_slots + 1;
    head->wait_ns = host->options.wait_ns != 0 ? host->options.wait_ns : head->wait_ns;
    while (head->places < head->slot_count) {
        head->places *= 2;
    }
    head->slots_at = lay(&end, head->slot_count * coop_message_slot_bytes(width));
    head->free_at = lay(&end, (uint64_t)head->places * 8);
    head->full_at = lay(&end, (uint64_t)head->places * 8);
    head->inbound_at = lay(&end, INBOUND_PLACES * sizeof(struct coop_inbound));
    head->inbound_data_at = lay(&end, (uint64_t)INBOUND_PLACES * head->inbound_bytes);
    head->bytes = end;
}

static uint64_t own_count(const struct message_host_options *options, uint64_t block, uint32_t array)
{
    uint64_t elements = options->elements[array];
    uint64_t first = options->rank * block;

    if (block > 0) {
        return first >= elements ? 0 : elements - first < block ? elements - first : block;
    }
    return options->rank < elements ? (elements - options->rank + options->ranks - 1) / options->ranks : 0;
}

static void make_array(struct message_host *host, uint32_t array)
{
    struct coop_network_array *entry = &host->head.arrays[array];
    const struct message_host_options *options = &host->options;
    uint64_t elements = options->elements[array];
    uint32_t bytes = options->element_bytes[array];

    if (elements == 0) {
        return;
    }
    entry->elements = elements;
    entry->element_bytes = bytes;
    entry->block = options->are_blocks[array] ? (elements + options->ranks - 1) / options->ranks : 0;
    entry->own_count = own_count(options, entry->block, array);
    host->parts[array] = device_buffer(host->device, (entry->own_count + 1) * bytes);
    entry->own_at = coop_buffer_address(host->parts[array]) - coop_buffer_address(host->net);
    host->mirrors[array] = malloc((elements + 1) * 8);
    for (uint64_t i = 0; i < elements; i++) {
        host->mirrors[array][i] = options->initial;
    }
    for (uint64_t i = 0; options->initial != 0 && i < entry->own_count; i++) {
        OK(host->device, coop_buffer_write(host->parts[array], i * bytes, &options->initial, bytes));
    }
}

static void start_delivery(struct message_host *host)
{
    struct coop_kernel_id deliver = {"coop_deliver", 0};
    coop_address address = message_host_address(host);
    struct coop_launch_options options = {.groups = host->options.deliver_groups,
                                          .least_groups = host->options.deliver_groups,
                                          .priority = 1000,
                                          .timeout_ns = WAIT_NS};

    if (host->options.deliver_groups > 0) {
        OK(host->device, coop_launch_cooperative(host->device->run, &deliver, &address, sizeof address,
                                                 &options, &host->delivery));
    }
}

struct message_host *message_host_open(struct device *device, const struct message_host_options *options)
{
    struct message_host *host = calloc(1, sizeof *host);

    host->device = device;
    host->options = *options;
    lay_out(host);
    host->net = device_buffer(device, host->head.bytes);
    for (uint32_t i = 0; i < MESSAGE_ARRAYS; i++) {
        make_array(host, i);
    }
    OK(device, coop_buffer_write(host->net, 0, &host->head, sizeof host->head));
    for (uint32_t slot = 0; slot < host->head.slot_count; slot++) {
        give_free(host, slot);
    }
    start_delivery(host);
    pthread_create(&host->thread, NULL, empty_queue, host);
    return host;
}

coop_address message_host_address(struct message_host *host)
{
    return coop_buffer_address(host->net);
}

void message_host_settle(struct message_host *host)
{
    time_t end = time(NULL) + 300;

    while (test_failures() == 0 &&
           host->quiet < read_word(host, offsetof(struct coop_network, full_tickets))) {
        device_sleep_ms(1);
        if (time(NULL) > end) {
            TEST_TRUE(!"the host has not seen everything applied");
        }
    }
}

/* Every slot was published once for each time that it was taken, and all are there again. */
static void check_conservation(struct message_host *host)
{
    uint64_t taken = read_word(host, offsetof(struct coop_network, free_taken));

    TEST_EQUAL_U64(read_word(host, offsetof(struct coop_network, full_tickets)), taken);
    TEST_EQUAL_U64(host->consumed, taken);
    TEST_EQUAL_U64(host->freed, host->head.slot_count + taken);
    TEST_EQUAL_U64(message_host_count(host, COOP_NETWORK_PUBLISHED), taken);
    TEST_EQUAL_U64(message_host_count(host, COOP_NETWORK_APPLIED), host->sent_home);
    TEST_EQUAL_U64(message_host_count(host, COOP_NETWORK_BUFFERS), host->filled);
}

static void destroy(struct message_host *host)
{
    host->stops = 1;
    pthread_join(host->thread, NULL);
    for (uint32_t i = 0; i < MESSAGE_ARRAYS; i++) {
        coop_buffer_destroy(host->parts[i]);
        free(host->mirrors[i]);
    }
    coop_buffer_destroy(host->net);
    free(host->waiting);
    free(host);
}

void message_host_close(struct message_host *host)
{
    message_host_settle(host);
    write_word32(host, offsetof(struct coop_network, deliver_stop), 1);
    if (host->delivery != NULL) {
        device_finish(host->device, host->delivery, NULL);
    }
    if (test_failures() == 0) {
        check_conservation(host);
    }
    destroy(host);
}

void message_host_drop(struct message_host *host)
{
    coop_launch_destroy(host->delivery);
    destroy(host);
}

uint64_t message_host_element(struct message_host *host, uint32_t array, uint64_t index)
{
    const struct coop_network_array *entry = &host->head.arrays[array];
    uint32_t ranks = host->options.ranks;
    uint64_t value = 0;

    if (coop_message_home(entry->block, ranks, index) != host->options.rank) {
        return host->mirrors[array][index];
    }
    OK(host->device, coop_buffer_read(host->parts[array],
                                      coop_message_place(entry->block, ranks, index) * entry->element_bytes,
                                      &value, entry->element_bytes));
    return value;
}

uint64_t message_host_count(struct message_host *host, uint32_t which)
{
    return read_word(host, offsetof(struct coop_network, counts) + which * 8);
}

void message_host_hold_quiet(struct message_host *host, int holds)
{
    host->holds_quiet = holds;
}

void message_host_lose(struct message_host *host)
{
    write_word32(host, offsetof(struct coop_network, is_lost), 1);
}
