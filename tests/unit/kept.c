/* Leaked objects are asked one after the other, and asking may take long (host/context/kept.h). */
#include "host/context/kept.h"
#include "host/base/clock.h"
#include "test.h"
#include <pthread.h>
#include <stdatomic.h>

#define NAP_NS ((uint64_t)1000000)
#define NAPS_MAX 2000

static struct coop_object things[2];
static struct coop_kept kept[2];
static atomic_int is_added;
static int was_added;
static unsigned polls;

static void destroy(struct coop_object *object)
{
    (void)object;
}

static void poll_quickly(struct coop_object *object)
{
    (void)object;
    polls++;
}

static void *add(void *unused)
{
    (void)unused;
    coop_kept_add(&kept[1]);
    atomic_store(&is_added, 1);
    return NULL;
}

/* As a release that waits for what another thread does: that one is about to leak an object, too. */
static void poll_slowly(struct coop_object *object)
{
    static pthread_t thread;
    static int has_begun;

    (void)object;
    polls++;
    if (!has_begun) {
        has_begun = 1;
        pthread_create(&thread, NULL, add, NULL);
        pthread_detach(thread);
        for (int i = 0; i < NAPS_MAX && !atomic_load(&is_added); i++) {
            coop_clock_sleep_ns(NAP_NS);
        }
        was_added = atomic_load(&is_added);
    }
}

TEST(a_poll_that_waits_keeps_nobody_from_leaking_another)
{
    for (int i = 0; i < 2; i++) {
        coop_object_init(&things[i], COOP_KIND_RUN, NULL, destroy);
        kept[i].object = &things[i];
        kept[i].poll = i == 0 ? poll_slowly : poll_quickly;
    }
    coop_kept_add(&kept[0]);
    coop_kept_poll();
    TEST_EQUAL(was_added, 1);
    TEST_EQUAL(polls, 1);
    coop_kept_poll();
    TEST_EQUAL(polls, 3);
}
