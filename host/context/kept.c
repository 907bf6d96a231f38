#include "host/context/kept.h"

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct coop_kept *first;

void coop_kept_add(struct coop_kept *kept)
{
    coop_object_keep(kept->object);
    pthread_mutex_lock(&lock);
    kept->next = first;
    first = kept;
    pthread_mutex_unlock(&lock);
}

void coop_kept_poll(void)
{
    pthread_mutex_lock(&lock);
    for (struct coop_kept *kept = first; kept != NULL; kept = kept->next) {
        kept->poll(kept->object);
    }
    pthread_mutex_unlock(&lock);
}
