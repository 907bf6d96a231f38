#include "host/run/turn.h"

void coop_turn_post(struct coop_run_object *run)
{
    pthread_mutex_lock(&run->turn);
    pthread_mutex_lock(&run->lock);
    pthread_mutex_unlock(&run->turn);
}

void coop_turn_look(struct coop_run_object *run)
{
    pthread_mutex_lock(&run->looks);
    coop_turn_post(run);
}

void coop_turn_looked(struct coop_run_object *run)
{
    pthread_mutex_unlock(&run->lock);
    pthread_mutex_unlock(&run->looks);
}
