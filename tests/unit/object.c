/* Handles: stale ones are found out, from any number of threads (host/base/object.h, O1). */
#include "test.h"

#include "host/base/object.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct thing {
    struct coop_object base;
    atomic_int *destroyed;
    int value;
};

static void thing_destroy(struct coop_object *object)
{
    struct thing *thing = (struct thing *)object;

    atomic_fetch_add(thing->destroyed, 1);
    thing->value = -1;
    free(thing);
}

static void *open_thing(enum coop_kind kind, const void *root, int value, atomic_int *destroyed)
{
    struct thing *thing = calloc(1, sizeof *thing);
    void *handle;

    thing->destroyed = destroyed;
    thing->value = value;
    coop_object_init(&thing->base, kind, root, thing_destroy);
    handle = coop_object_open(&thing->base);
    coop_object_release(&thing->base);
    return handle;
}

TEST(a_handle_names_its_object_until_it_is_closed)
{
    atomic_int destroyed = 0;
    void *handle = open_thing(COOP_KIND_RUN, NULL, 5, &destroyed);
    struct thing *thing = coop_object_get(handle, COOP_KIND_RUN);

    TEST_TRUE(handle != NULL);
    TEST_TRUE(thing != NULL && thing->value == 5);
    coop_object_release(&thing->base);
    coop_object_release(coop_object_close(handle, COOP_KIND_RUN));
    TEST_EQUAL(destroyed, 1);
    TEST_TRUE(coop_object_get(handle, COOP_KIND_RUN) == NULL);
    TEST_TRUE(coop_object_close(handle, COOP_KIND_RUN) == NULL);
}

TEST(a_handle_of_another_kind_is_refused)
{
    atomic_int destroyed = 0;
    void *handle = open_thing(COOP_KIND_BUFFER, NULL, 5, &destroyed);

    for (int kind = COOP_KIND_CONTEXT; kind < COOP_KIND_BUFFER; kind++) {
        TEST_TRUE(coop_object_get(handle, (enum coop_kind)kind) == NULL);
        TEST_TRUE(coop_object_close(handle, (enum coop_kind)kind) == NULL);
    }
    TEST_EQUAL(destroyed, 0);
    coop_object_release(coop_object_close(handle, COOP_KIND_BUFFER));
    TEST_EQUAL(destroyed, 1);
}

TEST(a_stale_handle_does_not_name_the_entrys_next_object)
{
    atomic_int destroyed = 0;
    void *first = open_thing(COOP_KIND_LAUNCH, NULL, 1, &destroyed);
    void *handles[1000];

    coop_object_release(coop_object_close(first, COOP_KIND_LAUNCH));
    for (int i = 0; i < 1000; i++) {
        handles[i] = open_thing(COOP_KIND_LAUNCH, NULL, i, &destroyed);
        TEST_TRUE(handles[i] != first);
        TEST_TRUE(coop_object_get(first, COOP_KIND_LAUNCH) == NULL);
        coop_object_release(coop_object_close(handles[i], COOP_KIND_LAUNCH));
    }
    for (int i = 0; i < 1000; i++) {
        TEST_TRUE(coop_object_get(handles[i], COOP_KIND_LAUNCH) == NULL);
    }
    TEST_EQUAL(destroyed, 1001);
}

TEST(numbers_that_were_never_handles_are_refused)
{
    static const uintptr_t numbers[] = {0, 1, 63, 64, 0xfffff, 0x100000, 0xdeadbeef, UINTPTR_MAX};

    for (int i = 0; i < 8; i++) {
        for (int kind = 0; kind < 7; kind++) {
            TEST_TRUE(coop_object_get((void *)numbers[i], (enum coop_kind)kind) == NULL);
            TEST_TRUE(coop_object_close((void *)numbers[i], (enum coop_kind)kind) == NULL);
        }
    }
    coop_object_release(NULL);
}

TEST(a_reference_outlives_the_handle)
{
    atomic_int destroyed = 0;
    void *handle = open_thing(COOP_KIND_RUN, NULL, 9, &destroyed);
    struct thing *thing = coop_object_get(handle, COOP_KIND_RUN);

    coop_object_release(coop_object_close(handle, COOP_KIND_RUN));
    TEST_EQUAL(destroyed, 0);
    TEST_EQUAL(thing->value, 9);
    coop_object_release(&thing->base);
    TEST_EQUAL(destroyed, 1);
}

TEST(closing_all_takes_the_handles_of_one_root)
{
    atomic_int destroyed = 0;
    int roots[2];
    void *handles[200];

    for (int i = 0; i < 200; i++) {
        handles[i] = open_thing(COOP_KIND_BUFFER, &roots[i % 2], i, &destroyed);
    }
    coop_object_close_all(&roots[0]);
    TEST_EQUAL(destroyed, 100);
    for (int i = 0; i < 200; i++) {
        struct thing *thing = coop_object_get(handles[i], COOP_KIND_BUFFER);
        TEST_EQUAL(thing != NULL, i % 2 == 1);
        coop_object_release(thing != NULL ? &thing->base : NULL);
    }
    coop_object_close_all(&roots[1]);
    TEST_EQUAL(destroyed, 200);
}

/* Opening looks at one entry, and closing all looks at each once. */
TEST(three_hundred_thousand_handles_take_less_than_a_minute)
{
    enum { COUNT = 300000 };
    static void *handles[COUNT];
    atomic_int destroyed = 0;
    int root;

    for (int i = 0; i < COUNT; i++) {
        handles[i] = open_thing(COOP_KIND_BUFFER, &root, i, &destroyed);
    }
    for (int i = 0; i < COUNT; i += 2) {
        coop_object_release(coop_object_close(handles[i], COOP_KIND_BUFFER));
        handles[i] = open_thing(COOP_KIND_BUFFER, &root, i, &destroyed);
    }
    for (int i = 0; i < COUNT; i++) {
        struct thing *thing = coop_object_get(handles[i], COOP_KIND_BUFFER);
        if (!TEST_TRUE(thing != NULL && thing->value == i)) {
            break;
        }
        coop_object_release(&thing->base);
    }
    coop_object_close_all(&root);
    TEST_EQUAL(destroyed, COUNT + COUNT / 2);
    TEST_AT_MOST(clock() / CLOCKS_PER_SEC, 60);
}

static atomic_int other_has_gone;

/* Nothing but the reference orders what it does. */
static void *use_and_release(void *argument)
{
    struct thing *thing = argument;

    thing->value++;
    coop_object_release(&thing->base);
    atomic_store_explicit(&other_has_gone, 1, memory_order_relaxed);
    return NULL;
}

TEST(who_destroys_an_object_sees_what_the_others_have_done)
{
    struct thing *thing = calloc(1, sizeof *thing);
    atomic_int destroyed = 0;
    pthread_t thread;

    thing->destroyed = &destroyed;
    coop_object_init(&thing->base, COOP_KIND_RUN, NULL, thing_destroy);
    coop_object_keep(&thing->base);
    other_has_gone = 0;
    pthread_create(&thread, NULL, use_and_release, thing);
    while (!atomic_load_explicit(&other_has_gone, memory_order_relaxed)) {
        sched_yield();
    }
    TEST_EQUAL(destroyed, 0);
    coop_object_release(&thing->base);
    TEST_EQUAL(destroyed, 1);
    pthread_join(thread, NULL);
}

enum { THREADS = 4, SHARED = 16, ROUNDS = 20000 };

static _Atomic(void *) shared_handles[SHARED];
static atomic_int made;
static atomic_int destroyed_by_threads;

/* Opens, gets and closes in the same table and through the same handles as the other threads. */
static void *use_table(void *seed)
{
    uint64_t random = (uint64_t)(uintptr_t)seed;

    for (int i = 0; i < ROUNDS; i++) {
        _Atomic(void *) *place = &shared_handles[test_random_below(&random, SHARED)];
        if (test_random_below(&random, 3) == 0) {
            void *handle = open_thing(COOP_KIND_LAUNCH, shared_handles, 77, &destroyed_by_threads);
            void *old = atomic_exchange(place, handle);
            atomic_fetch_add(&made, 1);
            coop_object_release(coop_object_close(old, COOP_KIND_LAUNCH));
        } else {
            struct thing *thing = coop_object_get(atomic_load(place), COOP_KIND_LAUNCH);
            if (thing != NULL) {
                TEST_EQUAL(thing->value, 77);
                coop_object_release(&thing->base);
            }
        }
        if (i % 1000 == 999) { /* twice at once is closed once */
            coop_object_release(coop_object_close(atomic_load(place), COOP_KIND_LAUNCH));
        }
    }
    return NULL;
}

TEST(threads_open_get_and_close_the_same_handles)
{
    pthread_t threads[THREADS];
    uint64_t seed = test_seed();

    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, use_table, (void *)(uintptr_t)(seed + (uint64_t)i));
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    coop_object_close_all(shared_handles);
    TEST_EQUAL(destroyed_by_threads, made);
}
