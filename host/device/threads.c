#include "host/device/threads.h"

#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* What the library has put into the environment, at its first query, with the driver there already; 0: the
 * environment had a number, or the driver was not there. Relaxed: who reads it has queried devices, hence has
 * held the lock under which it is written. */
static _Atomic uint32_t asked_late;

static int is_of_driver(struct dl_phdr_info *object, size_t bytes, void *name)
{
    const char *file = object->dlpi_name != NULL ? strrchr(object->dlpi_name, '/') : NULL;

    (void)bytes;
    return file != NULL && strstr(file, (const char *)name) != NULL;
}

void coop_units_ask(const struct coop_device_traits *traits, uint32_t worker_groups)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t workers = worker_groups != 0 ? worker_groups : (uint32_t)(cores > 2 ? cores : 2);
    uint32_t units = workers + 1 + traits->spare_units;
    const char *const *other = traits->other_units_variables;
    int is_late = dl_iterate_phdr(is_of_driver, (void *)(uintptr_t)traits->library);
    char text[16];

    snprintf(text, sizeof text, "%u", units);
    while (*other != NULL && getenv(*other) == NULL) {
        other++;
    }
    if (*other == NULL && getenv(traits->units_variable) == NULL &&
        setenv(traits->units_variable, text, 0) == 0 && is_late) {
        atomic_store_explicit(&asked_late, units, memory_order_relaxed);
    }
}

int coop_units_were_counted(const struct coop_device_traits *traits, uint32_t units)
{
    uint32_t number = atomic_load_explicit(&asked_late, memory_order_relaxed);

    return traits->units_variable != NULL && number != 0 && number != units;
}

void coop_units_explain(const struct coop_device_traits *traits, uint32_t units, uint32_t workers, char *why,
                        size_t capacity)
{
    uint32_t taken = 1 + traits->spare_units;

    snprintf(
        why, capacity,
        "the process had used OpenCL before, so the driver has its %u threads already: without the "
        "scheduler's and %u that stays free, %u are left for workers. Call coop_device_list(%u, NULL, 0, "
        "&count) before the first OpenCL call, or start the process with %s=%u or more in its environment",
        units, traits->spare_units, units > taken ? units - taken : 0, workers, traits->units_variable,
        workers + taken);
}
