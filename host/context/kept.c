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

/* Outside the lock, since a poll may release OpenCL objects, which may take long. No entry is ever taken out,
 * and `next` does not change once the entry is in the list. */
void coop_kept_poll(void)
{
    struct coop_kept *kept;

    pthread_mutex_lock(&lock);
    kept = first;
    pthread_mutex_unlock(&lock);
    for (; kept != NULL; kept = kept->next) {
        kept->poll(kept->object);
    }
}
