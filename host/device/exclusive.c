#include "host/device/exclusive.h"

#include <pthread.h>
#include <stddef.h>

enum { DEVICES_MAX = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    cl_device_id device;
    const void *owner; /* NULL: the entry is free */
    int is_kept;
} taken[DEVICES_MAX];

/* The device's entry, or DEVICES_MAX. The lock is held. */
static int find(cl_device_id device)
{
    int i = 0;

    while (i < DEVICES_MAX && (taken[i].owner == NULL || taken[i].device != device)) {
        i++;
    }
    return i;
}

int coop_exclusive_take(const struct coop_device *device, const void *owner)
{
    int is_free;

    if (!device->traits->is_exclusive) {
        return 1;
    }
    pthread_mutex_lock(&lock);
    is_free = find(device->id) == DEVICES_MAX;
    for (int i = 0; is_free && i < DEVICES_MAX; i++) {
        if (taken[i].owner == NULL) {
            taken[i].device = device->id;
            taken[i].owner = owner;
            taken[i].is_kept = 0;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
    return is_free;
}

void coop_exclusive_give(const void *owner)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < DEVICES_MAX; i++) {
        if (taken[i].owner == owner) {
            taken[i].owner = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
}

void coop_exclusive_keep(const void *owner)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < DEVICES_MAX; i++) {
        if (taken[i].owner == owner) {
            taken[i].is_kept = 1;
        }
    }
    pthread_mutex_unlock(&lock);
}

int coop_exclusive_is_taken(const struct coop_device *device)
{
    int is_taken;

    pthread_mutex_lock(&lock);
    is_taken = device->traits->is_exclusive && find(device->id) < DEVICES_MAX;
    pthread_mutex_unlock(&lock);
    return is_taken;
}

coop_status coop_exclusive_refuse(struct coop_error_record *record, const struct coop_device *device,
                                  const char *doing)
{
    int is_kept;
    int i;

    pthread_mutex_lock(&lock);
    i = find(device->id);
    is_kept = i < DEVICES_MAX && taken[i].is_kept;
    pthread_mutex_unlock(&lock);
    if (is_kept) {
        return coop_error_set(
            record, COOP_BUSY, doing,
            "a run of this process was given up and has not left the device, %s, whose driver lets no other "
            "context work meanwhile; end the process",
            device->report.device_name);
    }
    return coop_error_set(
        record, COOP_BUSY, doing,
        "another context of this process has a live run on %s, whose driver lets no second one "
        "work meanwhile; stop that run first, or use its context",
        device->report.device_name);
}
