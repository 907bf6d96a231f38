/* Runs the tasks of a module under a random scheduler, and compares their result and effects with those of
 * the elision, the same file read as C.
 *
 * What a step emits can be seen when it has ended, as on a device. Channels hold no order; closures are
 * poisoned before they are taken and when they are given back, so that what should have been kept and was
 * not shows. The emissions are held against the edges of the module's header, and each closure is taken and
 * given once. Each program is `coop_task ulong root(uint depth, uint seed, coop_common global uint
 * *effects)`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "group.h"
#include "module.h"

enum { EFFECTS = 64, CLOSURES = 1 << 16, CLOSURE_BYTES = 256, ITEM_BYTES = 256, BATCH = 8, CHANNELS = 33 };

struct flow {
    unsigned channel;
    unsigned count;
    unsigned char *items;
};

void shim_step(struct coop_group *coop, struct flow *flow, unsigned *effects);
uint64_t root(uint32_t depth, uint32_t seed, uint32_t *effects);

struct channel {
    unsigned char (*items)[ITEM_BYTES];
    unsigned count;
    unsigned capacity;
    unsigned emitted; /* in this step: the last ones, which cannot be seen yet */
    unsigned item_bytes;
};

static struct channel channels[CHANNELS];
static unsigned char closures[CLOSURES][CLOSURE_BYTES] __attribute__((aligned(16)));
static unsigned char is_taken[CLOSURES];
static unsigned taken_count, joined, opened, closed;
static struct coop_flow_options options;
static unsigned running; /* the channel of the batch */
static uint64_t random_state;

static unsigned draw(unsigned below)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % below;
}

static void fail(const char *what, unsigned number)
{
    fprintf(stderr, "%s: %u\n", what, number);
    exit(1);
}

static void *add(unsigned tag, unsigned bytes)
{
    struct channel *channel = &channels[tag];

    if (tag == 0 || tag > options.channel_count || bytes != options.channels[tag - 1].item_bytes) {
        fail("an item of a wrong channel or size", tag);
    }
    if (channel->count == channel->capacity) {
        channel->capacity = channel->capacity == 0 ? 64 : 2 * channel->capacity;
        channel->items = realloc(channel->items, channel->capacity * sizeof *channel->items);
    }
    channel->item_bytes = bytes;
    ++channel->emitted;
    return channel->items[channel->count++];
}

/* The caller fills the place before it asks for another, so that the items may move. */
void *shim_place(unsigned tag, unsigned bytes);
void *shim_place(unsigned tag, unsigned bytes)
{
    return add(tag, bytes);
}

static unsigned kept;

void *shim_keep(unsigned tag, unsigned bytes);
void *shim_keep(unsigned tag, unsigned bytes)
{
    void *place = add(tag, bytes);

    if (tag != running || !options.channels[tag - 1].keeps) {
        fail("an item is kept in a channel that does not keep", tag);
    }
    --channels[tag].emitted;
    ++kept;
    return place;
}

void shim_unknown(void);
void shim_unknown(void)
{
    fail("a channel without a function", running);
}

unsigned shim_take(void);
unsigned shim_take(void)
{
    unsigned at = draw(CLOSURES);

    if (!options.channels[running - 1].opens) {
        fail("a closure is taken in a channel that does not open", running);
    }
    while (is_taken[at]) {
        at = (at + 1) % CLOSURES;
    }
    is_taken[at] = 1;
    memset(closures[at], 0xA5, CLOSURE_BYTES);
    ++taken_count;
    ++opened;
    return at;
}

void *shim_closure(unsigned closure);
void *shim_closure(unsigned closure)
{
    if (closure >= CLOSURES || !is_taken[closure]) {
        fail("a closure is used that nobody has", closure);
    }
    return closures[closure];
}

static void give(unsigned closure)
{
    if (closure >= CLOSURES || !is_taken[closure]) {
        fail("a closure is given back that is not taken", closure);
    }
    is_taken[closure] = 0;
    memset(closures[closure], 0xA5, CLOSURE_BYTES);
    --taken_count;
}

void shim_give(unsigned closure);
void shim_give(unsigned closure)
{
    if (!options.channels[running - 1].resumes) {
        fail("a closure is given back elsewhere than at a point", closure);
    }
    give(closure);
    ++closed;
}

/* Is there room for one more closure with which the step goes on? */
int shim_may_climb(void);
int shim_may_climb(void)
{
    return draw(4) != 0;
}

/* A step has gone on with the closure, which was no item. */
void shim_give_on(unsigned closure);
void shim_give_on(unsigned closure)
{
    give(closure);
}

void shim_joined(unsigned closure, unsigned tag);
void shim_joined(unsigned closure, unsigned tag)
{
    if (tag == 0) {
        ++joined;
    } else {
        memcpy(add(tag, 4), &closure, 4);
    }
}

static unsigned most_of(unsigned from, unsigned to)
{
    for (unsigned i = 0; i < options.edge_count; ++i) {
        if (options.edges[i].from == from && options.edges[i].to == to) {
            return options.edges[i].most;
        }
    }
    return 0;
}

static void end_step(unsigned count)
{
    for (unsigned i = 1; i <= options.channel_count; ++i) {
        if (channels[i].emitted > most_of(running, i) * count) {
            fprintf(stderr, "channel %u emits %u items into %u; the edge says %u for each of %u\n", running,
                    channels[i].emitted, i, most_of(running, i), count);
            exit(1);
        }
        channels[i].emitted = 0;
    }
    if (opened > count || closed > count || kept > count) {
        fail("an item opens, closes or keeps more than once", running);
    }
    opened = closed = kept = 0;
}

/* Some items of a channel with items: any, the first or the last ones. */
static int step(struct coop_group *group, unsigned *effects)
{
    static unsigned char batch[BATCH * ITEM_BYTES] __attribute__((aligned(16)));
    struct flow flow = {.items = batch};
    struct channel *channel;
    unsigned first = draw(options.channel_count);
    unsigned bytes;

    for (unsigned i = 0; i < options.channel_count && flow.channel == 0; ++i) {
        unsigned tag = (first + i) % options.channel_count + 1;

        flow.channel = channels[tag].count > 0 ? tag : 0;
    }
    if (flow.channel == 0) {
        return 0;
    }
    running = flow.channel;
    channel = &channels[running];
    bytes = channel->item_bytes;
    flow.count = 1 + draw(channel->count < BATCH ? channel->count : BATCH);
    for (unsigned i = 0; i < flow.count; ++i) {
        unsigned at = draw(channel->count);

        memcpy(batch + i * bytes, channel->items[at], bytes);
        memcpy(channel->items[at], channel->items[--channel->count], bytes);
    }
    shim_step(group, &flow, effects);
    end_step(flow.count);
    return 1;
}

static void run(unsigned depth, unsigned seed)
{
    struct coop_group group = {.local_items = {1, 1, 1}, .groups = {1, 1, 1}, .dimensions = 1};
    unsigned effects[EFFECTS] = {0};
    uint32_t expected_effects[EFFECTS] = {0};
    uint64_t result, expected = root(depth, seed, expected_effects);
    struct coop_task_root item;
    unsigned host;

    random_state = seed * 977u + depth;
    running = 1;
    for (unsigned i = 0; i < options.channel_count; ++i) {
        running = options.channels[i].opens ? i + 1 : running;
    }
    host = options.channels[running - 1].opens ? shim_take() : 0;
    is_taken[host] = 1;
    ((uint32_t *)closures[host])[0] = 1;
    ((uint32_t *)closures[host])[1] = 0;
    opened = joined = 0;
    item.coop_up = (struct coop_up){host, 16};
    item.coop_call = (struct root_call){.depth = depth, .seed = seed};
    memcpy(add(ROOT_TAG, sizeof item), &item, sizeof item);
    channels[ROOT_TAG].emitted = 0;
    while (step(&group, effects)) {
    }
    memcpy(&result, closures[host] + 16, sizeof result);
    is_taken[host] = 0;
    for (unsigned i = 0; i < CLOSURES; ++i) {
        if (is_taken[i]) {
            fail("a closure is never given back", i);
        }
    }
    if (joined != 1) {
        fail("the first task returns so often", joined);
    }
    if (result != expected) {
        fprintf(stderr, "root(%u, %u) is %llu, and as C %llu\n", depth, seed, (unsigned long long)result,
                (unsigned long long)expected);
        exit(1);
    }
    for (unsigned i = 0; i < EFFECTS; ++i) {
        if (effects[i] != expected_effects[i]) {
            fprintf(stderr, "root(%u, %u): effect %u is %u, and as C %u\n", depth, seed, i, effects[i],
                    expected_effects[i]);
            exit(1);
        }
    }
}

int main(void)
{
    tests_flow(&options, 8);
    for (unsigned depth = 0; depth < 4; ++depth) {
        for (unsigned seed = 1; seed <= 5; ++seed) {
            run(depth, seed);
        }
    }
    return 0;
}
