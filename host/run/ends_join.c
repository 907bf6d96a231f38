#include "host/run/ends_join.h"

static _Thread_local struct coop_run_object *own; /* NULL: the thread is no run's */

/* Guards `joins` of all runs. Who joins has a reference to what it joins until it no longer does. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void coop_ends_join_enter(struct coop_run_object *run)
{
    own = run;
}

int coop_ends_join_begin(struct coop_run_object *run)
{
    const struct coop_run_object *at = run;

    if (own == NULL) {
        return 1;
    }
    pthread_mutex_lock(&lock);
    while (at != NULL && at != own) {
        at = at->ends.joins;
    }
    if (at == NULL) {
        own->ends.joins = run;
    }
    pthread_mutex_unlock(&lock);
    return at == NULL;
}

void coop_ends_join_end(void)
{
    if (own != NULL) {
        pthread_mutex_lock(&lock);
        own->ends.joins = NULL;
        pthread_mutex_unlock(&lock);
    }
}
