#include "host/device/threads.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct coop_threads *first; /* under it */

/* What others have of it. *spare: what copies need beside, where those of others do not have it already. */
static uint32_t count_taken(const void *pool, uint32_t *spare)
{
    uint32_t taken = 0;

    for (const struct coop_threads *other = first; other != NULL; other = other->next) {
        if (other->pool == pool && !other->is_leaving) {
            taken += other->count;
            taken += other->needs_spare ? *spare : 0;
            *spare = other->needs_spare ? 0 : *spare;
        }
    }
    return taken;
}

uint32_t coop_threads_take(struct coop_threads *threads, const struct coop_device *device, uint32_t most,
                           uint32_t least, int needs_spare, uint32_t *taken)
{
    uint32_t units = device->report.compute_units;
    uint32_t spare = device->traits->spare_units;
    const void *pool;
    uint32_t free;

    threads->pool = NULL;
    *taken = 0;
    if (!device->traits->holds_group_per_unit) {
        return most;
    }
    pool = device->is_part ? (const void *)device->id : (const void *)device->platform;
    pthread_mutex_lock(&lock);
    *taken = count_taken(pool, &spare);
    free = units > *taken ? units - *taken : 0;
    threads->count = most + spare <= free ? most : free > spare ? free - spare : 0;
    if (threads->count < least) {
        threads->count = !needs_spare && least <= free ? least : 0;
    }
    if (threads->count > 0) {
        threads->needs_spare = needs_spare;
        threads->is_leaving = 0;
        threads->pool = pool;
        threads->next = first;
        first = threads;
    }
    pthread_mutex_unlock(&lock);
    return threads->count;
}

void coop_threads_leave(struct coop_threads *threads)
{
    pthread_mutex_lock(&lock);
    threads->is_leaving = 1;
    pthread_mutex_unlock(&lock);
}

uint32_t coop_threads_missing(const struct coop_threads *threads, const struct coop_device *device)
{
    uint32_t leaving = 0;
    uint32_t staying = threads->needs_spare ? device->traits->spare_units : 0;

    pthread_mutex_lock(&lock);
    for (const struct coop_threads *other = first; other != NULL && threads->pool != NULL;
         other = other->next) {
        if (other->pool == threads->pool) {
            *(other->is_leaving && other != threads ? &leaving : &staying) += other->count;
        }
    }
    pthread_mutex_unlock(&lock);
    return leaving + staying > device->report.compute_units ? leaving : 0;
}

void coop_threads_give(struct coop_threads *threads)
{
    pthread_mutex_lock(&lock);
    for (struct coop_threads **at = &first; threads->pool != NULL && *at != NULL; at = &(*at)->next) {
        if (*at == threads) {
            *at = threads->next;
            break;
        }
    }
    threads->pool = NULL;
    pthread_mutex_unlock(&lock);
}
