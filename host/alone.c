#include "host/alone.h"

#include <pthread.h>
#include <stddef.h>

enum { DEVICES_MAX = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    cl_device_id device;
    const void *owner; /* NULL: the entry is free */
} taken[DEVICES_MAX];

/* The lock is held. */
static const void *owner_of(cl_device_id device)
{
    for (int i = 0; i < DEVICES_MAX; i++) {
        if (taken[i].owner != NULL && taken[i].device == device) {
            return taken[i].owner;
        }
    }
    return NULL;
}

int coop_alone_take(const struct coop_device *device, const void *owner)
{
    int is_free;

    if (!device->is_nvidia) {
        return 1;
    }
    pthread_mutex_lock(&lock);
    is_free = owner_of(device->id) == NULL;
    for (int i = 0; is_free && i < DEVICES_MAX; i++) {
        if (taken[i].owner == NULL) {
            taken[i].device = device->id;
            taken[i].owner = owner;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
    return is_free;
}

void coop_alone_give(const void *owner)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < DEVICES_MAX; i++) {
        if (taken[i].owner == owner) {
            taken[i].owner = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
}

int coop_alone_is_taken(const struct coop_device *device)
{
    int is_taken;

    pthread_mutex_lock(&lock);
    is_taken = device->is_nvidia && owner_of(device->id) != NULL;
    pthread_mutex_unlock(&lock);
    return is_taken;
}

coop_status coop_alone_refuse(struct coop_error_record *record, const struct coop_device *device,
                              const char *doing)
{
    return coop_error_set(
        record, COOP_BUSY, doing,
        "another context of this process has a live run on %s, whose driver lets no second one "
        "work meanwhile; stop that run first, or use its context",
        device->report.device_name);
}
