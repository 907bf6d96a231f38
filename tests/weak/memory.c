/* Atomics: what each location has held, and which of it a load may still see. Stands on: fiber.c.
 *
 * Each store has the epoch of its writer, so that "happens before me" is one comparison of clocks. A store is
 * hidden from a load when a later one of the same location happens before the load, or was seen by somebody
 * before something that happens before the load. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

enum { LOCATIONS_MAX = 4096, HISTORY = 16, STALE_IN_A_ROW_MAX = 6 };

struct store {
    uint64_t value;
    uint32_t writer;
    uint32_t epoch;
    int is_seq_cst;
    struct weak_clock releases;           /* what an acquiring load of it gets to see */
    uint32_t first_seen[WEAK_FIBERS_MAX]; /* epoch at which each fiber first read it; 0: never */
};

struct location {
    const void *at;
    uint64_t count; /* stores so far; the last HISTORY of them are kept, number n at n % HISTORY */
    uint32_t stale_in_a_row[WEAK_FIBERS_MAX];
    struct store stores[HISTORY];
};

static struct location *locations;
static uint32_t used[LOCATIONS_MAX];
static uint32_t used_count;

static int acquires(int order)
{
    return order == WEAK_CONSUME || order == WEAK_ACQUIRE || order == WEAK_ACQ_REL || order == WEAK_SEQ_CST;
}

static int releases(int order)
{
    return order == WEAK_RELEASE || order == WEAK_ACQ_REL || order == WEAK_SEQ_CST;
}

void weak_memory_reset(void)
{
    if (locations == NULL) {
        locations = calloc(LOCATIONS_MAX, sizeof *locations);
        if (locations == NULL) {
            abort();
        }
    }
    for (uint32_t i = 0; i < used_count; i++) {
        memset(&locations[used[i]], 0, sizeof locations[0]);
    }
    used_count = 0;
}

static uint64_t read_memory(const void *at, uint32_t bytes)
{
    uint64_t value = 0;

    memcpy(&value, at, bytes);
    return value;
}

static struct store *store_at(struct location *location, uint64_t number)
{
    return &location->stores[number % HISTORY];
}

static struct location *find(const void *at, uint32_t bytes)
{
    uint32_t i = (uint32_t)(((uintptr_t)at >> 2) * 2654435761u) % LOCATIONS_MAX;

    while (locations[i].at != at) {
        if (locations[i].at == NULL) {
            if (used_count == LOCATIONS_MAX / 2) {
                weak_end(WEAK_BROKEN, "more atomic locations than the engine has room for");
            }
            used[used_count++] = i;
            locations[i].at = at;
            locations[i].count = 1;
            locations[i].stores[0].value = read_memory(at, bytes); /* happens before everything: epoch 0 */
            break;
        }
        i = (i + 1) % LOCATIONS_MAX;
    }
    if (store_at(&locations[i], locations[i].count - 1)->value != read_memory(at, bytes)) {
        /* A plain write in between, ordered or reported as a race: the location begins anew. */
        memset(&locations[i], 0, sizeof locations[i]);
        locations[i].at = at;
        locations[i].count = 1;
        locations[i].stores[0].value = read_memory(at, bytes);
    }
    return &locations[i];
}

/* The oldest store that the running fiber may still see. */
static uint64_t oldest_visible(struct location *location, int order)
{
    const struct weak_clock *clock = &weak_self()->clock;
    uint64_t first = location->count > HISTORY ? location->count - HISTORY : 0;

    for (uint64_t n = location->count; n-- > first + 1;) {
        const struct store *store = store_at(location, n);
        if (clock->of[store->writer] >= store->epoch || (order == WEAK_SEQ_CST && store->is_seq_cst)) {
            return n;
        }
        for (uint32_t i = 0; i < WEAK_FIBERS_MAX; i++) {
            if (store->first_seen[i] != 0 && clock->of[i] >= store->first_seen[i]) {
                return n;
            }
        }
    }
    return first;
}

static uint64_t see(struct location *location, uint64_t number, int order)
{
    struct weak_fiber_record *self = weak_self();
    struct store *store = store_at(location, number);

    if (store->first_seen[weak_engine.current] == 0) {
        store->first_seen[weak_engine.current] = self->clock.of[weak_engine.current];
    }
    if (acquires(order)) {
        weak_clock_join(&self->clock, &store->releases);
    }
    return store->value;
}

/* Which store a load returns. */
static uint64_t choose(struct location *location, int order)
{
    uint64_t last = location->count - 1;
    uint64_t oldest = oldest_visible(location, order);
    uint32_t *in_a_row = &location->stale_in_a_row[weak_engine.current];

    if (oldest == last || *in_a_row >= STALE_IN_A_ROW_MAX ||
        (weak_random() & 255) >= weak_engine.options.stale_in_256) {
        *in_a_row = 0;
        return last;
    }
    ++*in_a_row;
    weak_engine.result.stale_loads++;
    return oldest + weak_random() % (last - oldest);
}

uint64_t weak_atomic_load_now(const void *at, uint32_t bytes, int order)
{
    struct location *location;

    weak_shadow_atomic(at, bytes, 0);
    location = find(at, bytes);
    return see(location, choose(location, order), order);
}

uint64_t weak_atomic_load(const void *at, uint32_t bytes, int order)
{
    if (!weak_engine.is_running) {
        return read_memory(at, bytes);
    }
    weak_step();
    return weak_atomic_load_now(at, bytes, order);
}

/* Appends a store. `sequence` is the store that a read-modify-write replaces: it goes on with its release
 * sequence. */
static void append(struct location *location, void *at, uint32_t bytes, uint64_t value, int order,
                   const struct store *sequence)
{
    struct weak_fiber_record *self = weak_self();
    struct store store;

    memset(&store, 0, sizeof store);
    memcpy(&store.value, &value, bytes);
    store.writer = weak_engine.current;
    store.epoch = self->clock.of[weak_engine.current];
    store.is_seq_cst = order == WEAK_SEQ_CST;
    if (releases(order)) {
        store.releases = self->clock;
    }
    if (sequence != NULL) {
        weak_clock_join(&store.releases, &sequence->releases);
    }
    *store_at(location, location->count) = store;
    location->count++;
    memcpy(at, &value, bytes);
    self->clock.of[weak_engine.current]++; /* what follows is not part of what the store publishes */
}

void weak_atomic_store(void *at, uint32_t bytes, uint64_t value, int order)
{
    if (!weak_engine.is_running) {
        memcpy(at, &value, bytes);
        return;
    }
    weak_step();
    weak_shadow_atomic(at, bytes, 1);
    append(find(at, bytes), at, bytes, value, order, NULL);
}

static uint64_t updated(enum weak_update update, uint64_t value, uint64_t operand)
{
    switch (update) {
    case WEAK_EXCHANGE:
        return operand;
    case WEAK_ADD:
        return value + operand;
    case WEAK_SUB:
        return value - operand;
    case WEAK_AND:
        return value & operand;
    case WEAK_OR:
        return value | operand;
    default:
        return value ^ operand;
    }
}

uint64_t weak_atomic_update(void *at, uint32_t bytes, enum weak_update update, uint64_t operand, int order)
{
    struct location *location;
    struct store replaced;
    uint64_t value;

    if (!weak_engine.is_running) {
        value = read_memory(at, bytes);
        uint64_t next = updated(update, value, operand);
        memcpy(at, &next, bytes);
        return value;
    }
    weak_step();
    weak_shadow_atomic(at, bytes, 1);
    location = find(at, bytes);
    value = see(location, location->count - 1, order);
    replaced = *store_at(location, location->count - 1);
    append(location, at, bytes, updated(update, value, operand), order, &replaced);
    return value;
}

int weak_atomic_replace(void *at, uint32_t bytes, uint64_t *expected, uint64_t desired, int order,
                        int order_on_failure)
{
    struct location *location;
    struct store replaced;
    uint64_t number;
    uint64_t value;

    if (!weak_engine.is_running) {
        value = read_memory(at, bytes);
        if (value == *expected) {
            memcpy(at, &desired, bytes);
            return 1;
        }
        *expected = value;
        return 0;
    }
    weak_step();
    weak_shadow_atomic(at, bytes, 0); /* a failure writes nothing */
    location = find(at, bytes);
    number = choose(location, order_on_failure);
    if (store_at(location, number)->value != *expected) { /* a failure is a load, perhaps of something old */
        *expected = see(location, number, order_on_failure);
        return 0;
    }
    number = location->count - 1;
    value = store_at(location, number)->value;
    if (value != *expected) {
        *expected = see(location, number, order_on_failure);
        return 0;
    }
    weak_shadow_atomic(at, bytes, 1);
    see(location, number, order);
    replaced = *store_at(location, number);
    append(location, at, bytes, desired, order, &replaced);
    return 1;
}
