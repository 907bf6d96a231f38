#include "host/context/release.h"

#include <pthread.h>
#include <stddef.h>

#define NAP_NS ((uint64_t)1000000)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct coop_release *first; /* the objects that wait */
static unsigned waiting;
static unsigned runs;     /* on devices of such drivers */
static unsigned releases; /* that have begun (N1) */

static int waits(const struct coop_device *device)
{
    return device->traits != NULL && device->traits->release_waits;
}

/* Begins a release if no run is there. */
static int begin(void)
{
    int may;

    pthread_mutex_lock(&lock);
    may = runs == 0;
    releases += may ? 1 : 0;
    pthread_mutex_unlock(&lock);
    return may;
}

static void end(void)
{
    pthread_mutex_lock(&lock);
    releases--;
    pthread_mutex_unlock(&lock);
}

int coop_release_begin(const struct coop_device *device)
{
    return !waits(device) || begin();
}

void coop_release_end(const struct coop_device *device)
{
    if (waits(device)) {
        end();
    }
}

void coop_release_object(struct coop_release *pending, const struct coop_device *device,
                         struct coop_object *object, void (*release)(struct coop_object *object))
{
    if (!waits(device)) {
        release(object);
        return;
    }
    pending->object = object;
    pending->release = release;
    pthread_mutex_lock(&lock);
    pending->next = first;
    first = pending;
    waiting++;
    pthread_mutex_unlock(&lock);
    coop_release_poll();
}

int coop_release_enter_run(const struct coop_device *device, struct coop_deadline *deadline)
{
    int is_in = !waits(device);

    while (!is_in) {
        pthread_mutex_lock(&lock);
        is_in = releases == 0;
        runs += is_in ? 1 : 0;
        pthread_mutex_unlock(&lock);
        if (!is_in && coop_deadline_left_ns(deadline) == 0) {
            return 0;
        }
        if (!is_in) {
            coop_clock_sleep_ns(NAP_NS);
        }
    }
    return 1;
}

void coop_release_leave_run(const struct coop_device *device)
{
    if (waits(device)) {
        pthread_mutex_lock(&lock);
        runs--;
        pthread_mutex_unlock(&lock);
    }
}

/* The next object that waits; NULL when there is none. */
static struct coop_release *take(void)
{
    struct coop_release *pending;

    pthread_mutex_lock(&lock);
    pending = first;
    if (pending != NULL) {
        first = pending->next;
        waiting--;
    }
    pthread_mutex_unlock(&lock);
    return pending;
}

void coop_release_poll(void)
{
    struct coop_release *pending;

    if (!begin()) {
        return;
    }
    while ((pending = take()) != NULL) {
        pending->release(pending->object); /* may add others: those that this one was the last to use */
    }
    end();
}

unsigned coop_release_count(void)
{
    unsigned count;

    pthread_mutex_lock(&lock);
    count = waiting;
    pthread_mutex_unlock(&lock);
    return count;
}
