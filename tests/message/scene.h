/* The device's code of messages without a device: work-items that run at once, as on a GPU, leaders between
 * their steps, delivery, and a host. Whoever includes this gives OpenCL C's words and the functions of a
 * scene; then tests/message/threads.c runs it on threads, tests/weak/message.c under the C11 memory model.
 *
 *   scene_begin(body, argument), scene_join_all()   a thread or fiber
 *   scene_relax()                                   one that waits
 *   scene_below(n)                                  a random number
 *   scene_check(holds, format, ...)                 what must hold
 *   SCENE_IS_ITEM(item)                             says which work-item a thread is; nothing unless given
 *
 * Work-items send messages that nobody else sends, and write them with plain stores: a slot that is published
 * too early, twice, or free too early is a race or a wrong count. The leader publishes at random, ends and
 * begins again as another work-group would, or waits until all is applied and reads what the host has noted
 * of each message, plainly (B7). */
#ifndef COOP_TESTS_MESSAGE_SCENE_H
#define COOP_TESTS_MESSAGE_SCENE_H

#include <stdlib.h>
#include <string.h>

#ifndef SCENE_IS_ITEM
#define SCENE_IS_ITEM(item) ((void)0)
#endif

enum { SCENE_GROUPS = 3, SCENE_ITEMS = 3, SCENE_MESSAGES_MAX = 2304, SCENE_PLACES = 8, SCENE_INBOUND = 2 };
enum { SCENE_INBOUND_MESSAGES = 3, SCENE_DELIVERIES = 2, SCENE_WIDTH_MAX = 8 };

/* What the tested code lies in. */
struct scene_memory {
    struct coop_network net;
    coop_u64 slots[SCENE_PLACES][COOP_MESSAGE_COLUMNS][SCENE_WIDTH_MAX];
    coop_word64 free[SCENE_PLACES];
    coop_word64 full[SCENE_PLACES];
    struct coop_inbound inbound[SCENE_INBOUND];
    struct coop_message data[SCENE_INBOUND][SCENE_INBOUND_MESSAGES];
    coop_word64 own[SCENE_MESSAGES_MAX]; /* elements of the own rank */
    uint applied[SCENE_MESSAGES_MAX]; /* how often, of messages to other ranks; plain, the host writes it */
    struct scene_group {
        struct coop_messages out;
        coop_word32 arrived; /* at the work-group's barrier */
        coop_word32 turn;
        uint first; /* of its messages; those of item i follow those of item i - 1 */
        uint sent[SCENE_ITEMS];
        uint quiets;
        uint ends;
    } groups[SCENE_GROUPS];
    struct scene_delivery {
        struct coop_messages in;
    } deliveries[SCENE_DELIVERIES];
    coop_word32 over; /* work-groups that have ended */
};

struct scene_plan {
    uint groups;
    uint items;
    uint steps;
    uint width;
    uint slots;
    uint deliveries; /* 0: there is no own rank */
};

static struct scene_memory *scene;
static uint scene_operation = COOP_MESSAGE_ADD; /* of all messages */
static struct scene_plan scene_plan;

static struct {
    ulong published;
    ulong quiets;
    ulong ends;
    ulong delivered;
} scene_totals;

static int coop_messages_must_end(local struct coop_messages *out)
{
    return coop_local_load(&out->fault) != COOP_FAILURE_NONE;
}

/* ---- work-groups ---- */

static inline uint scene_of_each_item(void)
{
    return SCENE_MESSAGES_MAX / SCENE_GROUPS / SCENE_ITEMS;
}

/* A barrier of the work-group's work-items. */
static void scene_barrier(struct scene_group *group)
{
    uint turn = coop_load_acquire(&group->turn);

    if (coop_add_acquire_release(&group->arrived, 1u) + 1u == scene_plan.items) {
        coop_store_relaxed(&group->arrived, 0u);
        coop_store_release(&group->turn, turn + 1u);
    }
    while (coop_load_acquire(&group->turn) == turn) {
        scene_relax();
    }
}

/* To another rank where the number is odd. */
static void scene_send(struct scene_group *group, uint number)
{
    uint array = number % 2u;

    coop_message_send(&group->out, COOP_MESSAGE_ADD, array, array == 0 ? number : SCENE_MESSAGES_MAX + number,
                      number + 1u);
}

static void scene_check_applied(struct scene_group *group)
{
    for (uint item = 0; item < scene_plan.items; item++) {
        uint first = group->first + item * scene_of_each_item();
        for (uint number = first; number < first + group->sent[item]; number++) {
            if (number % 2u == 0 && scene_plan.deliveries > 0) {
                ulong element = coop_load64_relaxed(&scene->own[number]);
                scene_check(element == number + 1u, "quiet, and element %u is %lu", number,
                            (unsigned long)element);
            } else {
                scene_check(scene->applied[number] == 1, "quiet, and message %u was applied %u times", number,
                            scene->applied[number]);
            }
        }
    }
}

static void scene_open(struct scene_group *group)
{
    uint misfit = coop_messages_open_by_leader(&group->out, &scene->net, scene_plan.groups, scene_plan.items);

    scene_check(misfit == 0, "the net does not fit: %u", misfit);
}

/* Between two steps. */
static void scene_lead(struct scene_group *group, int is_last)
{
    uint what = scene_below(6);

    if (is_last || what == 0) {
        coop_messages_flush_by_leader(&group->out);
        while (is_last && !coop_messages_are_applied(&group->out)) {
            scene_relax();
        }
    }
    if (is_last) {
        scene_check_applied(group);
        group->quiets++;
        coop_add_release(&scene->over, 1u);
    } else if (what == 1) { /* is killed, and another one begins in its place (B10, B11) */
        coop_messages_flush_by_leader(&group->out);
        while (!coop_messages_are_applied(&group->out)) {
            scene_relax();
        }
        scene_open(group); /* which knows nothing of the messages, and is quiet behind them nevertheless */
        group->ends++;
    }
}

static void scene_run_item(void *argument)
{
    uint at = (uint)(size_t)argument;
    struct scene_group *group = &scene->groups[at / SCENE_ITEMS];
    uint item = at % SCENE_ITEMS;
    uint first = group->first + item * scene_of_each_item();

    SCENE_IS_ITEM(item);
    for (uint step = 0; step < scene_plan.steps; step++) {
        uint count = scene_below(4);

        for (uint i = 0; i < count; i++) {
            scene_send(group, first + group->sent[item]);
            group->sent[item]++;
        }
        scene_barrier(group);
        if (item == 0) {
            scene_lead(group, step + 1 == scene_plan.steps);
        }
        scene_barrier(group);
    }
}

/* ---- delivery ---- */

static void scene_deliver(void *argument)
{
    struct coop_messages *in = argument;

    for (;;) {
        int stops = coop_delivery_is_told_to_stop(in);
        uint event = coop_delivery_take_by_leader(in);

        if (event == COOP_RING_GOT) {
            coop_delivery_apply(in, 0u);
            coop_delivery_end_by_leader(in);
        } else if (event == COOP_RING_EMPTY && stops) {
            break;
        } else {
            scene_relax();
        }
    }
    scene_check(coop_local_load(&in->fault) == COOP_FAILURE_NONE, "delivery found a damaged message");
}

/* ---- the host ---- */

struct scene_host {
    ulong consumed;
    ulong freed;
    ulong filled;
    ulong applied;
    ulong home; /* messages to the own rank */
    ulong home_applied;
    ulong counts[SCENE_INBOUND];
    ulong snapshot_ticket;
    ulong snapshot_home;
    uint waiting;
    struct coop_message queue[SCENE_MESSAGES_MAX];
};

static struct scene_host scene_host;

static void scene_take_message(const struct coop_message *message)
{
    uint number = (uint)message->value - 1u;
    uint rank = coop_message_rank(message->head);

    scene_check(coop_message_operation(message->head) == scene_operation && number < SCENE_MESSAGES_MAX &&
                    coop_message_array(message->head) == number % 2u && message->place == number &&
                    rank == number % 2u,
                "a published message is damaged");
    if (rank == scene->net.rank && scene_plan.deliveries > 0) {
        scene_host.queue[scene_host.waiting++] = *message;
        scene_host.home++;
    } else {
        scene->applied[number]++;
    }
}

static void scene_give_free(uint slot)
{
    coop_store64_release(&scene->free[scene_host.freed % scene->net.places],
                         coop_ring_entry(scene_host.freed, scene->net.places, slot, 0, 0));
    scene_host.freed++;
}

static void scene_consume(void)
{
    ulong entry = coop_load64_acquire(&scene->full[scene_host.consumed % scene->net.places]);
    uint slot = coop_ring_block(entry);
    uint count = coop_ring_count(entry);

    if (!coop_ring_is_there(entry, scene_host.consumed, scene->net.places)) {
        return;
    }
    scene_check(slot < scene_plan.slots && count > 0 && count <= scene_plan.width, "slot %u with %u messages",
                slot, count);
    scene_host.consumed++;
    for (uint i = 0; i < count; i++) {
        struct coop_message message;
        ulong *words = &scene->slots[0][0][0] + slot * (COOP_MESSAGE_COLUMNS * scene_plan.width);
        message.head = words[i];
        message.place = words[scene_plan.width + i];
        message.value = words[2u * scene_plan.width + i];
        scene_take_message(&message);
        words[i] = 0; /* what is published without being written again is damaged */
    }
    scene_give_free(slot);
}

static void scene_fill(void)
{
    ulong index = scene_host.filled % SCENE_INBOUND;
    struct coop_inbound *place = &scene->inbound[index];
    uint count = scene_host.waiting < SCENE_INBOUND_MESSAGES ? scene_host.waiting : SCENE_INBOUND_MESSAGES;

    while (scene_host.applied < scene_host.filled &&
           coop_load64_acquire(&scene->inbound[scene_host.applied % SCENE_INBOUND].applied) ==
               scene_host.applied + 1) {
        scene_host.home_applied += scene_host.counts[scene_host.applied % SCENE_INBOUND];
        scene_host.applied++;
    }
    if (count == 0 || scene_host.filled - scene_host.applied == SCENE_INBOUND) {
        return;
    }
    memcpy(scene->data[index], scene_host.queue, count * sizeof scene_host.queue[0]);
    memmove(scene_host.queue, scene_host.queue + count,
            (scene_host.waiting - count) * sizeof scene_host.queue[0]);
    scene_host.waiting -= count;
    place->messages = count;
    coop_store64_release(&place->filled, scene_host.filled + 1);
    scene_host.counts[index] = count;
    scene_host.filled++;
}

static void scene_tell_quiet(void)
{
    if (scene_host.home_applied >= scene_host.snapshot_home) {
        coop_store64_release(&scene->net.quiet_ticket, scene_host.snapshot_ticket);
        scene_host.snapshot_ticket = scene_host.consumed;
        scene_host.snapshot_home = scene_host.home;
    }
}

static void scene_be_host(void *none)
{
    (void)none;
    while (coop_load_acquire(&scene->over) < scene_plan.groups) {
        scene_consume();
        scene_fill();
        scene_tell_quiet();
        scene_relax();
    }
    coop_store_release(&scene->net.deliver_stop, 1u);
}

/* ---- a run ---- */

static inline ulong scene_distance(const void *place)
{
    return (ulong)((const unsigned char *)place - (const unsigned char *)&scene->net);
}

static void scene_lay_out(void)
{
    struct coop_network *net = &scene->net;

    memset(scene, 0, sizeof *scene);
    memset(&scene_host, 0, sizeof scene_host);
    net->magic = COOP_NETWORK_MAGIC;
    net->version = COOP_NETWORK_VERSION;
    net->ranks = 2;
    net->slot_count = scene_plan.slots;
    net->width = scene_plan.width;
    for (net->places = 1; net->places < net->slot_count;) {
        net->places *= 2;
    }
    net->inbound_places = SCENE_INBOUND;
    net->inbound_bytes = sizeof scene->data[0];
    net->wait_ns = ~0ul;
    net->slots_at = scene_distance(scene->slots);
    net->free_at = scene_distance(scene->free);
    net->full_at = scene_distance(scene->full);
    net->inbound_at = scene_distance(scene->inbound);
    net->inbound_data_at = scene_distance(scene->data);
    for (uint array = 0; array < 2; array++) { /* rank 0 has the lower half of each */
        net->arrays[array].elements = 2 * SCENE_MESSAGES_MAX;
        net->arrays[array].block = SCENE_MESSAGES_MAX;
        net->arrays[array].own_at = scene_distance(scene->own);
        net->arrays[array].own_count = SCENE_MESSAGES_MAX;
        net->arrays[array].element_bytes = 8;
    }
    for (uint slot = 0; slot < scene_plan.slots; slot++) {
        scene_give_free(slot);
    }
}

static void scene_check_end(void)
{
    ulong published = scene->net.counts[COOP_NETWORK_PUBLISHED].only_through_accessors;
    ulong sent = 0;

    for (uint i = 0; i < scene_plan.groups; i++) {
        scene_totals.quiets += scene->groups[i].quiets;
        scene_totals.ends += scene->groups[i].ends;
        for (uint item = 0; item < scene_plan.items; item++) {
            sent += scene->groups[i].sent[item];
        }
    }
    scene_check(scene->net.counts[COOP_NETWORK_SENT].only_through_accessors == sent,
                "%lu messages are counted of %lu",
                (unsigned long)scene->net.counts[COOP_NETWORK_SENT].only_through_accessors,
                (unsigned long)sent);
    scene_check(scene_host.consumed == published &&
                    scene->net.full_tickets.only_through_accessors == published &&
                    scene->net.free_taken.only_through_accessors == published,
                "slots taken, published and consumed differ");
    scene_check(scene->net.counts[COOP_NETWORK_APPLIED].only_through_accessors == scene_host.home,
                "messages delivered and applied differ");
    scene_totals.published += published;
    scene_totals.delivered += scene_host.home;
}

/* The memory is zeros; all threads or fibers end in it. */
static void scene_run(void)
{
    scene_lay_out();
    for (uint i = 0; i < scene_plan.groups; i++) {
        scene->groups[i].first = i * (SCENE_MESSAGES_MAX / SCENE_GROUPS);
        scene_open(&scene->groups[i]);
    }
    for (uint i = 0; i < scene_plan.deliveries; i++) {
        coop_messages_open_by_leader(&scene->deliveries[i].in, &scene->net, 0u, 1u);
    }
    scene_watch();
    for (uint i = 0; i < scene_plan.groups; i++) {
        for (uint item = 0; item < scene_plan.items; item++) {
            scene_begin(scene_run_item, (void *)(size_t)(i * SCENE_ITEMS + item));
        }
    }
    for (uint i = 0; i < scene_plan.deliveries; i++) {
        scene_begin(scene_deliver, &scene->deliveries[i].in);
    }
    scene_begin(scene_be_host, NULL);
    scene_join_all();
    scene_check_end();
}

#endif
